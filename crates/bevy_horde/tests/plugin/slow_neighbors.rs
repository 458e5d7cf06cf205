//! The search in lanes against an obvious one: every agent looks at every other, one after the other.

use crate::harness::*;
use crate::random_scenes::Dice;
use crate::slow_rules::{
    Approach, Encounter, Limit, Pass, alignment, cohesion, is_in_view, jam, keep_within, oncoming,
    passing_speed, pressure, readiness, responsibility, separation, separation_push, tightest,
    traffic, way_ahead,
};
use bevy::prelude::*;
use bevy_horde::kernel::motion::accelerate;
use bevy_horde::kernel::pursuit::{Ability, Course, seek};
use bevy_horde::kernel::random::parting_direction;
use bevy_horde::kernel::vector::{direction, truncate};
use bevy_horde::prelude::*;

/// An agent, with numbers of its own for everything.
#[derive(Clone)]
struct Member {
    id: u64,
    body: SteeringAgent,
    position: Vec2,
    velocity: Vec2,
    perception: Perception,
    flock: Flock,
    avoid: Option<AvoidAgents>,
    goal: Option<Goal>,
}

/// Another agent for which an agent heads.
#[derive(Clone, Copy)]
struct Goal {
    id: u64,
    distance: f32,
    course: Option<Course>,
    /// Whether no body of its own size fits between.
    is_beside: bool,
}

fn member(dice: &mut Dice, half: f32) -> Member {
    let view = |dice: &mut Dice| {
        let range = if dice.one_in(4) {
            0.0
        } else {
            dice.number(0.5, 6.0)
        };
        let range = if dice.one_in(40) { 9.0 * range } else { range };
        let half_angle = if dice.one_in(3) {
            core::f32::consts::PI
        } else {
            dice.number(0.3, 3.0)
        };
        View::custom(Length::World(range), half_angle)
    };
    let groups = [1, 2, 3, u32::MAX];
    let body = SteeringAgent::new(dice.number(0.1, 0.6), dice.number(1.0, 5.0));
    Member {
        id: 0,
        body: SteeringAgent {
            mass: dice.number(0.5, 2.0),
            solid: false,
            combine: Combine::WeightedSum,
            ..body
        },
        position: dice.point(half),
        velocity: dice.direction() * dice.number(0.2, 1.0) * body.max_speed,
        perception: Perception {
            max_neighbors: [1, 3, 16, 300][dice.whole(4)],
            memberships: groups[dice.whole(3)],
            perceives: groups[1 + dice.whole(3)],
        },
        flock: Flock {
            separation: Separation {
                view: view(dice),
                weight: dice.number(0.0, 2.0),
            },
            alignment: Alignment {
                view: view(dice),
                weight: dice.number(0.0, 2.0),
            },
            cohesion: Cohesion {
                view: view(dice),
                weight: dice.number(0.0, 2.0),
            },
            flockmates: groups[dice.whole(4)],
        },
        avoid: (!dice.one_in(3)).then(|| AvoidAgents {
            model: [
                AvoidanceModel::VelocityLimits,
                AvoidanceModel::ClosestApproach,
            ][dice.whole(2)],
            range: Length::World(dice.number(0.5, 6.0)),
            horizon: dice.number(0.5, 4.0),
            priority: dice.whole(3) as i32 - 1,
            shove: dice.number(0.0, 1.0),
            weight: dice.number(0.1, 2.0),
            ..default()
        }),
        goal: None,
    }
}

/// Lets half of the crowd head for a few of it. Some are so near that they are beside their target.
fn choose_goals(dice: &mut Dice, crowd: &mut [Member]) {
    for own in 0..crowd.len() {
        if dice.one_in(2) {
            continue;
        }
        let target = dice.whole(4) * 3;
        if target == own {
            continue;
        }
        let (radius, position) = (crowd[target].radius(), crowd[target].position);
        let id = crowd[target].id;
        let seeker = &mut crowd[own];
        seeker.body.solid = !dice.one_in(4);
        if let Some(avoid) = &mut seeker.avoid {
            avoid.avoid_target = dice.one_in(4);
        }
        if dice.one_in(3) && own > 9 {
            let reach = radius + 3.0 * seeker.radius();
            seeker.position = position + dice.direction() * reach * dice.number(0.3, 1.2);
        }
        let offset = position - seeker.position;
        seeker.goal = Some(Goal {
            id,
            distance: offset.length(),
            course: seek(&seeker.ability(), seeker.velocity, offset),
            is_beside: seeker.body.solid && offset.length() < 3.0 * seeker.radius() + radius,
        });
    }
}

impl Member {
    fn radius(&self) -> f32 {
        self.body.body_radius
    }

    fn ability(&self) -> Ability {
        Ability {
            max_speed: self.body.max_speed,
            max_force: self.body.max_force,
            max_acceleration: self.body.max_force / self.body.mass,
            tick: 1.0 / HERTZ,
        }
    }

    fn heading(&self) -> Vec2 {
        direction(self.velocity).unwrap()
    }

    fn sees(&self, other: &Self, view: &View, weight: f32) -> bool {
        let (range, offset) = (
            view.range.resolve(self.radius()),
            other.position - self.position,
        );
        weight > 0.0 && is_in_view(range, view.half_angle, self.heading(), offset)
    }

    fn separates(&self, other: &Self) -> bool {
        self.sees(
            other,
            &self.flock.separation.view,
            self.flock.separation.weight,
        )
    }

    fn is_mate(&self, other: &Self) -> bool {
        self.flock.flockmates & other.perception.memberships != 0
    }

    fn aligns(&self, other: &Self) -> bool {
        let rule = &self.flock.alignment;
        self.is_mate(other) && self.sees(other, &rule.view, rule.weight)
    }

    fn coheres(&self, other: &Self) -> bool {
        let rule = &self.flock.cohesion;
        self.is_mate(other) && self.sees(other, &rule.view, rule.weight)
    }

    fn avoids(&self, other: &Self) -> bool {
        self.avoid.is_some_and(|avoid| {
            let range = avoid.range.resolve(self.radius());
            self.position.distance_squared(other.position) <= range * range
        })
    }

    /// The agent for which it heads without avoiding it.
    fn chase(&self) -> Option<Goal> {
        let avoids = self.avoid.is_some_and(|avoid| avoid.avoid_target);
        self.goal.filter(|_| !avoids)
    }

    /// Whether another one is what it heads for.
    fn is_target(&self, other: &Self) -> bool {
        self.chase().is_some_and(|goal| goal.id == other.id)
    }

    /// Whether both head for the same agent.
    fn is_fellow(&self, other: &Self) -> bool {
        let theirs = other.chase().map(|goal| goal.id);
        self.chase().is_some_and(|goal| theirs == Some(goal.id))
    }

    /// Whether both are beside the agent for which they head.
    fn is_beside(&self, other: &Self) -> bool {
        let is_beside = |member: &Self| member.chase().is_some_and(|goal| goal.is_beside);
        self.is_fellow(other) && is_beside(self) && is_beside(other)
    }

    /// The velocity that it wants.
    fn wanted(&self) -> Vec2 {
        let course = self.goal.and_then(|goal| goal.course);
        course.map_or(self.velocity, |course| course.desired)
    }

    fn readiness(&self) -> f32 {
        self.avoid.map_or(0.0, |avoid| {
            let speed = self.velocity.length();
            readiness(speed, self.body.max_speed, avoid.standing_readiness)
        })
    }

    /// The part of the work against another, and whether the other keeps its half of the gap.
    fn share(&self, other: &Self) -> (f32, bool) {
        let own = self.avoid.unwrap();
        match other.avoid {
            Some(theirs) if other.perception.perceives & self.perception.memberships != 0 => {
                match theirs.priority.cmp(&own.priority) {
                    core::cmp::Ordering::Greater => (1.0, false),
                    core::cmp::Ordering::Less => (0.0, false),
                    core::cmp::Ordering::Equal => (
                        responsibility(self.readiness(), other.readiness()),
                        theirs.model == AvoidanceModel::VelocityLimits,
                    ),
                }
            }
            _ => (1.0, false),
        }
    }
}

/// Whom the agent counts: of those in view the nearest.
fn counted(own: usize, crowd: &[Member]) -> Vec<&Member> {
    let looker = &crowd[own];
    let mut found: Vec<(usize, &Member)> = crowd
        .iter()
        .enumerate()
        .filter(|(number, other)| {
            *number != own
                && looker.perception.perceives & other.perception.memberships != 0
                && (looker.separates(other)
                    || looker.aligns(other)
                    || looker.coheres(other)
                    || looker.avoids(other))
        })
        .collect();
    let distance = |other: &Member| looker.position.distance_squared(other.position);
    found.sort_by(|(first, a), (second, b)| {
        distance(a).total_cmp(&distance(b)).then(first.cmp(second))
    });
    found.truncate(looker.perception.max_neighbors as usize);
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, other)| other).collect()
}

fn expected_force(own: usize, crowd: &[Member]) -> Vec2 {
    let looker = &crowd[own];
    let (ability, flock) = (looker.ability(), &looker.flock);
    let found = counted(own, crowd);
    let mean = |vectors: Vec<Vec2>| {
        let count = vectors.len() as f32;
        (count > 0.0).then(|| vectors.iter().copied().sum::<Vec2>() / count)
    };
    let pushes: Vec<Vec2> = found
        .iter()
        .filter(|other| looker.separates(other) && !looker.is_target(other))
        .map(|other| {
            let range = flock.separation.view.range.resolve(looker.radius());
            let tie_break = parting_direction(looker.id, other.id);
            separation_push(other.position - looker.position, range, tie_break)
        })
        .collect();
    let mut force =
        separation(pushes.into_iter().sum(), ability.max_force) * flock.separation.weight;
    let mates = found.iter().filter(|other| looker.aligns(other));
    if let Some(velocity) = mean(mates.map(|other| other.velocity).collect()) {
        force += alignment(
            velocity,
            looker.velocity,
            ability.max_speed,
            ability.max_force,
        ) * flock.alignment.weight;
    }
    let mates = found.iter().filter(|other| looker.coheres(other));
    if let Some(centre) = mean(
        mates
            .map(|other| other.position - looker.position)
            .collect(),
    ) {
        let range = flock.cohesion.view.range.resolve(looker.radius());
        force += cohesion(centre, range, ability.max_force) * flock.cohesion.weight;
    }
    if let Some(course) = looker.goal.and_then(|goal| goal.course) {
        force += course.force;
    }
    let Some(avoid) = looker.avoid else {
        return truncate(force, ability.max_force);
    };
    let avoided = avoided(looker, found);
    if avoid.model == AvoidanceModel::ClosestApproach {
        for other in avoided {
            let (share, _) = looker.share(other);
            let encounter = Encounter {
                offset: other.position - looker.position,
                relative_velocity: other.velocity - looker.velocity,
                clearance: looker.radius() + other.radius() + avoid.margin.resolve(looker.radius()),
                horizon: avoid.horizon,
            };
            let tie_break = parting_direction(looker.id, other.id);
            if let Some(push) = encounter.push(looker.heading(), tie_break) {
                force += push * (3.0 * share * avoid.weight * ability.max_force);
            }
        }
        return truncate(force, ability.max_force);
    }
    let (aside, limits) = keep_clear(looker, &avoid, &avoided);
    force += ability.force_toward_velocity(Vec2::ZERO, aside * avoid.weight);
    let force = truncate(force, ability.max_force);
    let reached = accelerate(
        looker.velocity,
        force / looker.body.mass,
        ability.max_speed,
        ability.tick,
    );
    let within = keep_within(&limits, reached, ability.max_speed);
    if within == reached {
        return force;
    }
    truncate(
        ability.force_to_velocity_now(looker.velocity, within),
        ability.max_force,
    )
}

/// The agents that it avoids, of those that count.
fn avoided<'a>(looker: &Member, counted: Vec<&'a Member>) -> Vec<&'a Member> {
    let counted = counted.into_iter();
    counted
        .filter(|other| {
            looker.avoids(other) && !looker.is_target(other) && !looker.is_beside(other)
        })
        .collect()
}

/// How it steps aside, and its limits.
fn keep_clear(looker: &Member, avoid: &AvoidAgents, avoided: &[&Member]) -> (Vec2, Vec<Limit>) {
    let (ability, radius) = (looker.ability(), looker.radius());
    let wanted = looker.wanted();
    let goal = looker.goal.filter(|goal| goal.course.is_some());
    let goal_distance = goal.map_or(f32::INFINITY, |goal| goal.distance);
    let way = way_ahead(avoid.range.resolve(radius), goal_distance, radius);
    let oncoming = avoided
        .iter()
        .filter(|other| !looker.is_fellow(other))
        .map(|other| {
            let offset = other.position - looker.position;
            oncoming(wanted, other.wanted(), offset, way)
        });
    let traffic = traffic(oncoming.collect());
    assert!((0.0..=1.0).contains(&jam(traffic)));
    let braking_time = avoid.braking_time.max(2.5 * radius / ability.max_speed);
    let (mut aside, mut limits) = (Vec2::ZERO, Vec::new());
    for other in avoided {
        let (share, is_shared) = looker.share(other);
        if share <= 0.0 {
            continue;
        }
        let offset = other.position - looker.position;
        let pass = Pass {
            offset,
            relative_velocity: other.velocity - wanted,
            clearance: radius + other.radius() + avoid.margin.resolve(radius),
            horizon: avoid.horizon,
            max_speed: ability.max_speed,
            shortest_time: braking_time,
            insistence: traffic,
        };
        aside += pass.step_aside().unwrap_or(Vec2::ZERO) * share;
        let distance = offset.length();
        let parting = || parting_direction(looker.id, other.id);
        let toward = direction(offset).unwrap_or_else(|| -parting());
        let contact = radius + other.radius() + 0.05 * radius;
        let gap = distance - contact;
        let room = (2.0 + gap / (0.05 * radius)).clamp(0.0, 1.0);
        let lateral = toward.perp_dot(other.velocity - looker.velocity);
        let approach = Approach {
            gap,
            passing_speed: passing_speed(distance, contact, lateral),
            their_speed: -toward.dot(other.velocity),
            braking_time,
            shove: avoid.shove * pressure(wanted, other.wanted(), toward, traffic) * room,
            is_shared,
        };
        let most = approach.most();
        if most < ability.max_speed {
            limits.push(Limit {
                toward,
                most,
                distance,
            });
        }
    }
    (aside, tightest(limits))
}

/// Whether a limit decides here that rounding, or the order of the neighbours, may decide otherwise: eight limits are kept,
/// and gone through in turn.
fn depends_on_order(own: usize, crowd: &[Member]) -> bool {
    let looker = &crowd[own];
    let Some(avoid) = looker.avoid else {
        return false;
    };
    let avoided = avoided(looker, counted(own, crowd));
    let (_, limits) = keep_clear(looker, &avoid, &avoided);
    let mut turned = limits.clone();
    turned.reverse();
    let max_speed = looker.body.max_speed;
    let kept = limits.len();
    let forward = keep_within(&limits, looker.velocity, max_speed);
    let backward = keep_within(&turned, looker.velocity, max_speed);
    kept == 8 || forward.distance(backward) > 1e-3
}

/// Who counts for whom.
#[derive(Clone, Copy, PartialEq)]
enum Company {
    /// Some of some groups, as each likes.
    Mixed,
    /// Everybody for everybody, as in most games.
    Everybody,
    /// The same, but for one that belongs to no group.
    EverybodyButOne,
    /// As each likes, and one of three stands where another one does.
    OnOneSpot,
    /// As each likes, and half of them head for others.
    Chasing,
    /// Every agent counts for every other, and half of them head for others.
    EverybodyChasing,
}

impl Company {
    fn choose(self, crowd: &mut [Member]) {
        if self == Self::OnOneSpot {
            for number in (2..crowd.len()).step_by(3) {
                crowd[number].position = crowd[number - 1].position;
            }
        }
        if matches!(self, Self::Mixed | Self::OnOneSpot | Self::Chasing) {
            return;
        }
        for member in &mut *crowd {
            member.perception = Perception {
                max_neighbors: 300,
                ..default()
            };
            member.flock.flockmates = u32::MAX;
        }
        if self == Self::EverybodyButOne {
            // In the middle of things, lest nobody could have seen it.
            crowd[0].position = crowd[1].position + Vec2::new(0.5, 0.2);
            crowd[0].perception.memberships = 0;
        }
    }
}

#[test]
fn agents_in_lanes_do_what_each_would_do_alone() {
    let mut compared = 0;
    let scenes = [
        (60, 6.0, Company::Mixed),
        (200, 6.0, Company::Mixed),
        (500, 40.0, Company::Mixed),
        (300, 3.0, Company::Mixed),
        (9, 50.0, Company::Mixed),
        (300, 20.0, Company::Everybody),
        (300, 20.0, Company::EverybodyButOne),
        (200, 12.0, Company::OnOneSpot),
        (60, 3.0, Company::OnOneSpot),
        (200, 6.0, Company::Chasing),
        (60, 3.0, Company::Chasing),
        (300, 20.0, Company::EverybodyChasing),
        (40, 6.0, Company::EverybodyChasing),
    ];
    for (seed, (count, half, company)) in scenes.into_iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        let mut crowd: Vec<Member> = (0..count).map(|_| member(&mut dice, half)).collect();
        company.choose(&mut crowd);
        for (id, member) in (7..).zip(&mut crowd) {
            member.id = id;
        }
        if matches!(company, Company::Chasing | Company::EverybodyChasing) {
            choose_goals(&mut dice, &mut crowd);
        }
        for instructions in [Instructions::Detected, Instructions::Plain] {
            let mut app = app();
            app.insert_resource(instructions);
            let agents: Vec<Entity> = crowd
                .iter()
                .map(|member| {
                    let mut agent = app.world_mut().spawn((
                        member.body,
                        at(member.position.x, member.position.y),
                        moving(member.velocity.x, member.velocity.y),
                        member.perception,
                        member.flock,
                        AgentId(member.id),
                    ));
                    if let Some(avoid) = member.avoid {
                        agent.insert(avoid);
                    }
                    agent.id()
                })
                .collect();
            for (member, agent) in crowd.iter().zip(&agents) {
                if let Some(goal) = member.goal {
                    // Ids begin with 7.
                    let target = agents[goal.id as usize - 7];
                    let mut agent = app.world_mut().entity_mut(*agent);
                    agent.insert(Seek::entity(target));
                }
            }
            app.update();
            for (own, agent) in agents.iter().enumerate() {
                if depends_on_order(own, &crowd) {
                    continue;
                }
                let (found, expected) = (force(&app, *agent), expected_force(own, &crowd));
                let tolerance = 5e-3 * crowd[own].body.max_force;
                assert!(
                    found.distance(expected) <= tolerance,
                    "crowd {seed}, agent {own}: {found} instead of {expected}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1200, "{compared}");
}
