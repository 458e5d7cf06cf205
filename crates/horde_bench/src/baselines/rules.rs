//! The flocking rules for one member, like in the plugin.

use crate::crowd::{MAX_SPEED, Member, TICK};
use bevy::math::Vec2;

/// The default force of an agent of mass 1: full speed from rest in a third of a second.
const MAX_FORCE: f32 = 3.0 * MAX_SPEED;

/// The view of a rule, with the cosine of its half angle, and the weight of the rule.
#[derive(Clone, Copy, Debug)]
struct Sight {
    range: f32,
    cos_half_angle: f32,
    weight: f32,
}

impl Sight {
    fn admits(&self, distance: f32, ahead: f32) -> bool {
        distance <= self.range && ahead >= distance * self.cos_half_angle
    }
}

/// One member: its motion and its rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flocker {
    pub position: Vec2,
    pub velocity: Vec2,
    heading: Vec2,
    sights: [Sight; 3],
}

/// The sums over the neighbors of one member.
#[derive(Default)]
pub(super) struct Sums {
    pushes: Vec2,
    separating: f32,
    velocities: Vec2,
    aligning: f32,
    offsets: Vec2,
    cohering: f32,
}

impl Flocker {
    pub fn new(member: &Member) -> Self {
        Self {
            position: member.position,
            velocity: member.velocity,
            heading: member.velocity.normalize_or_zero(),
            sights: member.rules.map(|rule| Sight {
                range: rule.range,
                cos_half_angle: rule.half_angle.cos(),
                weight: rule.weight,
            }),
        }
    }

    /// The largest range of its rules.
    pub fn range(&self) -> f32 {
        let ranges = self.sights.iter().map(|sight| sight.range);
        ranges.fold(0.0, f32::max)
    }

    /// Adds a neighbor to the sums, if it is in view.
    pub fn heed(&self, other: &Self, sums: &mut Sums) {
        let offset = other.position - self.position;
        let (distance, ahead) = (offset.length(), offset.dot(self.heading));
        let [separation, alignment, cohesion] = &self.sights;
        if distance > 0.0 && separation.admits(distance, ahead) {
            let nearness = 1.0 - distance / separation.range;
            sums.pushes -= offset * (nearness * nearness / distance);
            sums.separating += 1.0;
        }
        if alignment.admits(distance, ahead) {
            sums.velocities += other.velocity;
            sums.aligning += 1.0;
        }
        if cohesion.admits(distance, ahead) {
            sums.offsets += offset;
            sums.cohering += 1.0;
        }
    }

    /// The force from the sums.
    pub fn force(&self, sums: &Sums) -> Vec2 {
        let [separation, alignment, cohesion] = &self.sights;
        let mut steering = Vec2::ZERO;
        if sums.separating > 0.0 {
            steering += sums.pushes.clamp_length_max(1.0) * separation.weight;
        }
        if sums.aligning > 0.0 {
            let missing = sums.velocities / sums.aligning - self.velocity;
            steering += (missing / MAX_SPEED).clamp_length_max(1.0) * alignment.weight;
        }
        if sums.cohering > 0.0 {
            let center = sums.offsets / sums.cohering;
            steering += (center / cohesion.range).clamp_length_max(1.0) * cohesion.weight;
        }
        (steering * MAX_FORCE).clamp_length_max(MAX_FORCE)
    }

    /// Moves by one tick.
    pub fn advance(&mut self, force: Vec2) {
        self.velocity = (self.velocity + force * TICK).clamp_length_max(MAX_SPEED);
        self.position += self.velocity * TICK;
        self.heading = self.velocity.try_normalize().unwrap_or(self.heading);
    }
}
