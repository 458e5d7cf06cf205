//! The members of a crowd with their views and weights: the same for the plugin and for the
//! baselines.

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
    /// Its range, world units.
    pub range: f32,
    /// Its view angle to each side, radians.
    pub half_angle: f32,
    /// Factor of its force.
    pub weight: f32,
}

/// A member of a crowd before its first tick.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Member {
    /// Its position.
    pub position: Vec2,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
    /// Its separation, alignment and cohesion rules.
    pub rules: [Rule; 3],
}

/// The members of a crowd; the same for each call.
pub fn members(crowd: &Crowd) -> impl ExactSizeIterator<Item = Member> + use<> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (half, range) = (crowd.half_side(), crowd.workload.view_range());
    let spread = if crowd.is_wave { 0.0 } else { 1.0 };
    (0..crowd.agents).map(move |_| {
        let mut coordinate = || random.random_range(-half..half);
        let position = Vec2::new(coordinate(), coordinate()) * spread;
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

/// Positions and radii of the crowd's obstacles; the same for each call.
pub(super) fn obstacles(crowd: &Crowd) -> impl Iterator<Item = (Vec2, f32)> + use<> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let half = crowd.half_side();
    (0..crowd.obstacles).map(move |_| {
        let mut coordinate = || random.random_range(-half..half);
        let position = Vec2::new(coordinate(), coordinate());
        (position, random.random_range(1.0..4.0))
    })
}
