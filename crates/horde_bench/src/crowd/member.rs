//! Who is where, and what each of them sees and weighs: the same for the plugin and for its rivals.

use super::Crowd;
use bevy::math::Vec2;
use core::f32::consts::{FRAC_PI_2, PI};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Body radius, world units.
pub const BODY_RADIUS: f32 = 0.5;
/// Largest speed, world units per second.
pub const MAX_SPEED: f32 = 5.0;
/// Length of a tick, seconds.
pub const TICK: f32 = 1.0 / 60.0;

/// A flocking rule of one member.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// How far it looks, world units.
    pub range: f32,
    /// How wide it looks to each side, radians.
    pub half_angle: f32,
    /// Factor on its force.
    pub weight: f32,
}

/// A member of a crowd before its first tick.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Member {
    /// Where it is.
    pub position: Vec2,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
    /// Its separation, alignment and cohesion.
    pub rules: [Rule; 3],
}

/// The members of a crowd, the same ones every time.
pub fn members(crowd: &Crowd) -> impl ExactSizeIterator<Item = Member> + use<> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (half, range) = (crowd.half_side(), crowd.duty.view_range());
    let spread = if crowd.is_wave { 0.0 } else { 1.0 };
    (0..crowd.agents).map(move |_| {
        let mut place = || random.random_range(-half..half);
        let position = Vec2::new(place(), place()) * spread;
        let heading = Vec2::from_angle(random.random_range(-PI..PI));
        let mut angle = || random.random_range(FRAC_PI_2..PI);
        let angles = [angle(), angle(), angle()];
        let rules = angles.map(|half_angle| Rule {
            range,
            half_angle,
            weight: random.random_range(0.5..1.5),
        });
        Member {
            position,
            velocity: heading * (0.5 * MAX_SPEED),
            rules,
        }
    })
}

/// Places and radii of its obstacles, the same ones every time.
pub(super) fn obstacles(crowd: &Crowd) -> impl Iterator<Item = (Vec2, f32)> + use<> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let half = crowd.half_side();
    (0..crowd.obstacles).map(move |_| {
        let mut place = || random.random_range(-half..half);
        let position = Vec2::new(place(), place());
        (position, random.random_range(1.0..4.0))
    })
}
