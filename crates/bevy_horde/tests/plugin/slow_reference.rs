//! A slow reference of the neighbor rules: every agent examines every other agent.
//!
//! It shares only types with the plugin. The formulas are in [`formulas`], scalar and plain.

pub mod formulas;

use crate::harness::HERTZ;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::cmp::Ordering;
use formulas::*;

/// An agent with its own value for every setting.
#[derive(Clone)]
pub struct Member {
    pub id: u64,
    pub body: SteeringAgent,
    pub position: Vec2,
    pub velocity: Vec2,
    pub perception: Perception,
    pub flock: Flock,
    pub avoid: Option<AvoidAgents>,
    pub goal: Option<Goal>,
}

/// Another agent that an agent seeks.
#[derive(Clone, Copy)]
pub struct Goal {
    pub id: u64,
    pub distance: f32,
    pub preferred_velocity: Option<Vec2>,
    /// Whether no body of the agent's own size fits between it and the target.
    pub is_beside: bool,
}

/// The share of an agent for avoiding another.
struct Share {
    amount: f32,
    /// Whether the other agent keeps its half of the gap.
    is_shared: bool,
}

impl Member {
    pub fn radius(&self) -> f32 {
        self.body.body_radius
    }

    /// The velocity that seeks a target at `offset`.
    pub fn seek_velocity(&self, offset: Vec2) -> Option<Vec2> {
        Some(direction(offset)? * self.body.max_speed)
    }

    /// The force that leads from the current velocity to `desired`.
    fn force_toward(&self, desired: Vec2) -> Vec2 {
        self.force_of_change(desired - self.velocity)
    }

    /// The force that changes the velocity by `change` in the time from rest to full speed, or in
    /// one tick if that is longer.
    fn force_of_change(&self, change: Vec2) -> Vec2 {
        let speed_gained_per_tick = self.body.max_force / self.body.mass / HERTZ;
        change * (self.body.max_force / self.body.max_speed.max(speed_gained_per_tick))
    }

    fn heading(&self) -> Vec2 {
        direction(self.velocity).unwrap()
    }

    fn sees(&self, other: &Self, view: &View, weight: f32) -> bool {
        let range = view.range.resolve(self.radius());
        let offset = other.position - self.position;
        weight > 0.0 && is_in_view(self.heading(), offset, range, view.half_angle)
    }

    fn separates(&self, other: &Self) -> bool {
        let rule = &self.flock.separation;
        self.sees(other, &rule.view, rule.weight)
    }

    fn is_flockmate(&self, other: &Self) -> bool {
        self.flock.flockmates & other.perception.memberships != 0
    }

    fn aligns(&self, other: &Self) -> bool {
        let rule = &self.flock.alignment;
        self.is_flockmate(other) && self.sees(other, &rule.view, rule.weight)
    }

    fn coheres(&self, other: &Self) -> bool {
        let rule = &self.flock.cohesion;
        self.is_flockmate(other) && self.sees(other, &rule.view, rule.weight)
    }

    fn avoids(&self, other: &Self) -> bool {
        self.avoid.is_some_and(|avoid| {
            let range = avoid.range.resolve(self.radius());
            self.position.distance_squared(other.position) <= range * range
        })
    }

    /// The agent that this one seeks without avoiding it.
    fn chase(&self) -> Option<Goal> {
        let avoids_target = self.avoid.is_some_and(|avoid| avoid.avoid_target);
        self.goal.filter(|_| !avoids_target)
    }

    /// Whether this agent chases the other.
    fn is_target(&self, other: &Self) -> bool {
        self.chase().is_some_and(|goal| goal.id == other.id)
    }

    /// Whether both chase the same agent.
    fn shares_target(&self, other: &Self) -> bool {
        let others_target = other.chase().map(|goal| goal.id);
        self.chase()
            .is_some_and(|goal| others_target == Some(goal.id))
    }

    /// Whether both are beside the agent that both chase.
    fn is_beside_shared_target(&self, other: &Self) -> bool {
        let is_beside = |member: &Self| member.chase().is_some_and(|goal| goal.is_beside);
        self.shares_target(other) && is_beside(self) && is_beside(other)
    }

    /// The velocity before avoidance.
    fn preferred_velocity(&self) -> Vec2 {
        let goal = self.goal.and_then(|goal| goal.preferred_velocity);
        goal.unwrap_or(self.velocity)
    }

    fn responsibility(&self) -> f32 {
        self.avoid.map_or(0.0, |avoid| {
            let speed = self.velocity.length();
            responsibility(speed, self.body.max_speed, avoid.idle_responsibility)
        })
    }

    fn share(&self, other: &Self) -> Share {
        let own = self.avoid.unwrap();
        let perceives = other.perception.filters & self.perception.memberships != 0;
        let (amount, is_shared) = match other.avoid.filter(|_| perceives) {
            Some(theirs) => match theirs.priority.cmp(&own.priority) {
                Ordering::Greater => (1.0, false),
                Ordering::Less => (0.0, false),
                Ordering::Equal => (
                    share_of(self.responsibility(), other.responsibility()),
                    theirs.braking_time > 0.0,
                ),
            },
            None => (1.0, false),
        };
        Share { amount, is_shared }
    }

    fn clearance(&self, other: &Self, avoid: &AvoidAgents) -> f32 {
        self.radius() + other.radius() + avoid.margin.resolve(self.radius())
    }
}

/// The neighbors that an agent considers: the nearest of those in view.
fn neighbors(own: usize, crowd: &[Member]) -> Vec<&Member> {
    let agent = &crowd[own];
    let mut found: Vec<(usize, &Member)> = crowd
        .iter()
        .enumerate()
        .filter(|(index, other)| {
            *index != own
                && agent.perception.filters & other.perception.memberships != 0
                && (agent.separates(other)
                    || agent.aligns(other)
                    || agent.coheres(other)
                    || agent.avoids(other))
        })
        .collect();
    let distance = |other: &Member| agent.position.distance_squared(other.position);
    found.sort_by(|(first, a), (second, b)| {
        distance(a).total_cmp(&distance(b)).then(first.cmp(second))
    });
    found.truncate(agent.perception.max_neighbors as usize);
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, other)| other).collect()
}

/// The neighbors that an agent avoids.
fn avoided<'a>(agent: &Member, neighbors: &[&'a Member]) -> Vec<&'a Member> {
    let neighbors = neighbors.iter().copied();
    neighbors
        .filter(|other| {
            agent.avoids(other) && !agent.is_target(other) && !agent.is_beside_shared_target(other)
        })
        .collect()
}

/// The sum of the flocking rules and the seeking of a goal, before the limit of the maximum force.
fn flocking_and_seeking(agent: &Member, neighbors: &[&Member]) -> Vec2 {
    let (body, flock) = (&agent.body, &agent.flock);
    let pushes = neighbors
        .iter()
        .filter(|other| agent.separates(other) && !agent.is_target(other))
        .map(|other| {
            let range = flock.separation.view.range.resolve(agent.radius());
            let offset = other.position - agent.position;
            separation_push(offset, range, agent.id, other.id)
        });
    let mut force = truncate(pushes.sum(), 1.0) * body.max_force * flock.separation.weight;
    let velocities = neighbors.iter().filter(|other| agent.aligns(other));
    if let Some(velocity) = mean(velocities.map(|other| other.velocity)) {
        let missing = truncate((velocity - agent.velocity) / body.max_speed, 1.0);
        force += missing * body.max_force * flock.alignment.weight;
    }
    let offsets = neighbors.iter().filter(|other| agent.coheres(other));
    if let Some(center) = mean(offsets.map(|other| other.position - agent.position)) {
        let range = flock.cohesion.view.range.resolve(agent.radius());
        force += truncate(center / range, 1.0) * body.max_force * flock.cohesion.weight;
    }
    if let Some(desired) = agent.goal.and_then(|goal| goal.preferred_velocity) {
        force += agent.force_toward(desired);
    }
    force
}

/// The force that an agent must have.
pub fn expected_force(own: usize, crowd: &[Member]) -> Vec2 {
    let agent = &crowd[own];
    let body = &agent.body;
    let neighbors = neighbors(own, crowd);
    let mut force = flocking_and_seeking(agent, &neighbors);
    let Some(avoid) = agent.avoid else {
        return truncate(force, body.max_force);
    };
    let avoided = avoided(agent, &neighbors);
    let (sidestep, constraints) = keep_clear(agent, &avoid, &avoided);
    force += agent.force_of_change(sidestep * avoid.weight);
    let force = truncate(force, body.max_force);
    let reached = truncate(
        agent.velocity + force / body.mass * (1.0 / HERTZ),
        body.max_speed,
    );
    let allowed = satisfy(&constraints, reached, body.max_speed);
    if allowed == reached {
        return force;
    }
    truncate(
        (allowed - agent.velocity) * (body.mass * HERTZ),
        body.max_force,
    )
}

/// The change of velocity that steps aside, and the velocity constraints, the farthest first.
fn keep_clear(
    agent: &Member,
    avoid: &AvoidAgents,
    avoided: &[&Member],
) -> (Vec2, Vec<VelocityConstraint>) {
    let (body, radius, preferred) = (&agent.body, agent.radius(), agent.preferred_velocity());
    let goal = agent.goal.filter(|goal| goal.preferred_velocity.is_some());
    let goal_distance = goal.map_or(f32::INFINITY, |goal| goal.distance);
    let range = avoid
        .range
        .resolve(radius)
        .min(goal_distance + 2.0 * radius);
    let oncoming = avoided
        .iter()
        .filter(|other| !agent.shares_target(other))
        .map(|other| {
            let offset = other.position - agent.position;
            oncoming(preferred, other.preferred_velocity(), offset, range)
        });
    // An agent that only steps aside does not look for traffic.
    let traffic = if avoid.braking_time > 0.0 {
        traffic(oncoming)
    } else {
        0.0
    };
    let braking_time = avoid.braking_time.max(2.5 * radius / body.max_speed);
    let mut sidestep = Vec2::ZERO;
    let mut constraints: Vec<(f32, VelocityConstraint)> = Vec::new();
    for other in avoided {
        let Share { amount, is_shared } = agent.share(other);
        if amount <= 0.0 {
            continue;
        }
        let offset = other.position - agent.position;
        let toward = direction(offset).unwrap_or_else(|| -tie_break_direction(agent.id, other.id));
        let preferred_velocities = [preferred, other.preferred_velocity()];
        let pass = Pass {
            offset,
            relative_velocity: planned_velocity(preferred_velocities, other.velocity, toward)
                - preferred,
            clearance: agent.clearance(other, avoid),
            horizon: avoid.horizon,
            max_speed: body.max_speed,
            shortest_time: braking_time,
            insistence: traffic,
        };
        sidestep += pass.sidestep().unwrap_or(Vec2::ZERO) * amount;
        let distance = offset.length();
        let contact = radius + other.radius() + 0.05 * radius;
        let gap = distance - contact;
        let fade = (2.0 + gap / (0.05 * radius)).clamp(0.0, 1.0);
        let lateral_speed = toward.perp_dot(other.velocity - agent.velocity);
        let push = push_strength(preferred, other.preferred_velocity(), toward, traffic);
        let approach = Approach {
            gap,
            passing_speed: passing_speed(distance, contact, lateral_speed),
            others_speed: -toward.dot(other.velocity),
            braking_time,
            push: avoid.assertiveness * push * fade,
            is_shared,
        };
        let max_speed = approach.max_speed();
        if avoid.braking_time > 0.0 && max_speed < body.max_speed {
            constraints.push((distance, VelocityConstraint { toward, max_speed }));
        }
    }
    constraints.sort_by(|(first, _), (second, _)| second.total_cmp(first));
    let constraints = constraints.into_iter().map(|(_, constraint)| constraint);
    (sidestep, constraints.collect())
}

/// Whether rounding or the order of the neighbors may decide the result.
///
/// The plugin keeps eight constraints, and applies them one after the other.
pub fn depends_on_order(own: usize, crowd: &[Member]) -> bool {
    let agent = &crowd[own];
    let Some(avoid) = agent.avoid else {
        return false;
    };
    let avoided = avoided(agent, &neighbors(own, crowd));
    let (_, constraints) = keep_clear(agent, &avoid, &avoided);
    let reversed: Vec<VelocityConstraint> = constraints.iter().rev().copied().collect();
    let max_speed = agent.body.max_speed;
    let forward = satisfy(&constraints, agent.velocity, max_speed);
    let backward = satisfy(&reversed, agent.velocity, max_speed);
    constraints.len() >= 8 || forward.distance(backward) > 1e-3
}
