//! The formulas of the rules about neighbors, one agent and one neighbor at a time.
//!
//! The slow reference of `slow_neighbors.rs`: written from the documentation, in no lanes.

use bevy::math::Vec2;

/// Whether an agent that looks along `heading` has a neighbor at `offset` in view.
pub fn is_in_view(range: f32, half_angle: f32, heading: Vec2, offset: Vec2) -> bool {
    let distance = offset.length();
    let all_round = half_angle >= core::f32::consts::PI;
    let least_ahead = distance * (half_angle.cos() - 4.0 * f32::EPSILON);
    let is_ahead = all_round || offset.dot(heading) + 2e-6 * range >= least_ahead;
    range > 0.0 && distance <= range && is_ahead
}

/// The push away from a neighbor, full where the two coincide and none at the range.
pub fn separation_push(offset: Vec2, range: f32, tie_break: Vec2) -> Vec2 {
    let Some(toward) = offset.try_normalize() else {
        return tie_break;
    };
    let nearness = (1.0 - offset.length() / range).max(0.0);
    -toward * nearness * nearness
}

/// The force from the sum of the pushes.
pub fn separation(push_sum: Vec2, max_force: f32) -> Vec2 {
    push_sum.clamp_length_max(1.0) * max_force
}

/// The force toward the mean velocity of the flockmates.
pub fn alignment(mean_velocity: Vec2, velocity: Vec2, max_speed: f32, max_force: f32) -> Vec2 {
    ((mean_velocity - velocity) / max_speed).clamp_length_max(1.0) * max_force
}

/// The force toward the center of the flockmates.
pub fn cohesion(center_offset: Vec2, view_range: f32, max_force: f32) -> Vec2 {
    (center_offset / view_range).clamp_length_max(1.0) * max_force
}

/// How ready an agent is to avoid others: fully from a quarter of its speed on.
pub fn readiness(speed: f32, max_speed: f32, standing: f32) -> f32 {
    standing + (1.0 - standing) * (4.0 * speed / max_speed).min(1.0)
}

/// The part of the work that an agent takes on.
pub fn responsibility(own_readiness: f32, other_readiness: f32) -> f32 {
    match own_readiness + other_readiness {
        0.0 => 0.0,
        total => own_readiness / total,
    }
}

/// The side of a vector at the right hand.
pub fn right(vector: Vec2) -> Vec2 {
    Vec2::new(vector.y, -vector.x)
}

/// Two agents, seen from one of them.
#[derive(Clone, Copy)]
pub struct Encounter {
    pub offset: Vec2,
    pub relative_velocity: Vec2,
    pub clearance: f32,
    pub horizon: f32,
}

impl Encounter {
    /// The push away from the closest approach, as a part of the largest force.
    pub fn push(&self, heading: Vec2, tie_break: Vec2) -> Option<Vec2> {
        let (offset, velocity) = (self.offset, self.relative_velocity);
        let gap = offset.length_squared() - self.clearance * self.clearance;
        if gap < 0.0 {
            let depth = 1.0 - offset.length() / self.clearance;
            return Some(
                offset
                    .try_normalize()
                    .map_or(tie_break, |toward| -toward * depth),
            );
        }
        let approach = offset.dot(velocity);
        let discriminant = approach * approach - velocity.length_squared() * gap;
        if approach >= 0.0 || discriminant <= 0.0 {
            return None;
        }
        let time = (-approach - discriminant.sqrt()) / velocity.length_squared();
        let passing = offset - velocity * (approach / velocity.length_squared());
        let away = if passing.length() > 1e-3 * self.clearance {
            -passing.normalize()
        } else if offset.dot(heading) >= 0.0 {
            right(heading)
        } else {
            return None;
        };
        (time <= self.horizon).then(|| away * (1.0 - time / self.horizon))
    }
}

/// How far ahead traffic matters.
pub fn way_ahead(range: f32, goal_distance: f32, radius: f32) -> f32 {
    range.min(goal_distance + 2.0 * radius)
}

/// How much two wishes go against each other: 0 the same way, 1 head-on.
fn against(wanted: Vec2, theirs: Vec2) -> f32 {
    0.5 - 0.5 * wanted.normalize_or_zero().dot(theirs.normalize_or_zero())
}

/// How much an agent counts as traffic that comes the other way.
pub fn oncoming(wanted: Vec2, theirs: Vec2, offset: Vec2, range: f32) -> f32 {
    let ahead = offset.normalize_or_zero().dot(wanted.normalize_or_zero());
    let near = (1.0 - offset.length() / range).max(0.0);
    against(wanted, theirs) * (4.0 * near * ahead.max(0.0)).min(1.0)
}

/// The traffic of so many that come: as much as the first, and no more than 8 times the second.
pub fn traffic(mut counts: Vec<f32>) -> f32 {
    counts.sort_by(|one, other| other.total_cmp(one));
    match counts[..] {
        [first, second, ..] => first.min(8.0 * second),
        _ => 0.0,
    }
}

/// How much traffic is a jam.
pub fn jam(traffic: f32) -> f32 {
    (2.0 * traffic - 1.0).max(0.0)
}

/// How much faster an agent presses toward another than that one presses back.
pub fn pressure(wanted: Vec2, theirs: Vec2, toward: Vec2, traffic: f32) -> f32 {
    let plan = |wanted: Vec2| wanted + right(wanted) * (3.5 * traffic);
    let presses = toward.dot(plan(wanted)).max(0.0) - (-toward.dot(plan(theirs))).max(0.0);
    presses * against(wanted, theirs).max(jam(traffic))
}

/// An agent in the way of another.
#[derive(Clone, Copy)]
pub struct Pass {
    pub offset: Vec2,
    pub relative_velocity: Vec2,
    pub clearance: f32,
    pub horizon: f32,
    pub max_speed: f32,
    pub shortest_time: f32,
    pub insistence: f32,
}

impl Pass {
    /// The change of velocity that lets the two pass at the clearance.
    pub fn step_aside(&self) -> Option<Vec2> {
        let course = self.relative_velocity.try_normalize()?;
        let speed = self.relative_velocity.length();
        let approach = -self.offset.dot(course);
        let nearest = self.offset + course * approach;
        let missed_by = nearest.length();
        if approach <= 0.0 || missed_by >= self.clearance {
            return None;
        }
        let chord = (self.clearance * self.clearance - missed_by * missed_by).sqrt();
        let contact = ((approach - chord) / speed).max(0.0);
        let horizon = self.horizon.max(6.0 * self.clearance / self.max_speed);
        if contact >= horizon {
            return None;
        }
        // An agent that comes straight on has its right hand on this one's left.
        let aside = -right(course);
        let room = -nearest.dot(aside);
        let insists = room > -self.insistence * self.clearance || room >= -1e-3 * self.clearance;
        let (aside, room) = if insists {
            (aside, room)
        } else {
            (-aside, -room)
        };
        let time = (approach / speed).max(self.shortest_time);
        let urgency = (2.0 * (1.0 - contact / horizon)).min(1.0);
        Some(aside * ((self.clearance - room) / time * urgency))
    }
}

/// How one agent closes in on another.
#[derive(Clone, Copy)]
pub struct Approach {
    pub gap: f32,
    pub passing_speed: f32,
    pub their_speed: f32,
    pub braking_time: f32,
    pub shove: f32,
    pub is_shared: bool,
}

impl Approach {
    /// How fast the agent may come nearer.
    pub fn most(&self) -> f32 {
        let braking = self.gap / self.braking_time;
        let together = if self.gap > 0.0 {
            braking.max(self.passing_speed)
        } else {
            braking
        };
        let (half, rest) = (0.5 * together + self.shove, together - self.their_speed);
        match (self.is_shared, together >= 0.0) {
            (false, _) => rest,
            (true, true) => half.max(rest),
            (true, false) => half,
        }
    }
}

/// How fast two may come nearer to each other and still miss.
pub fn passing_speed(distance: f32, contact: f32, lateral: f32) -> f32 {
    let free = (distance * distance - contact * contact).max(0.0).sqrt();
    lateral.abs() * free / contact
}

/// A bound on the velocity along a direction.
#[derive(Clone, Copy)]
pub struct Limit {
    pub toward: Vec2,
    pub most: f32,
    pub distance: f32,
}

/// The eight tightest limits, those of the farthest neighbors first.
pub fn tightest(mut limits: Vec<Limit>) -> Vec<Limit> {
    limits.sort_by(|one, other| one.most.total_cmp(&other.most));
    limits.truncate(8);
    limits.sort_by(|one, other| other.distance.total_cmp(&one.distance));
    limits
}

/// A velocity near `wanted` that keeps within all limits.
pub fn keep_within(limits: &[Limit], wanted: Vec2, max_speed: f32) -> Vec2 {
    let mut velocity = wanted;
    for _ in 0..8 {
        for limit in limits {
            let too_much = limit.toward.dot(velocity) - limit.most;
            if too_much > 1e-4 * max_speed {
                velocity -= limit.toward * too_much;
            }
        }
    }
    velocity
}
