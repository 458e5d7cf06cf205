//! A crowd that settles round one place: how far it reaches, and how it makes way.

use crate::math::vector::{Side, direction_and_length};
use glam::Vec2;

/// The part of its disc that a settled crowd fills.
pub const PACKING: f32 = 0.6;
/// How far to each side a crowd closes up for a passer, in multiples of half the width that the
/// passer needs.
const CLOSES_UP_WITHIN: f32 = 3.0;
/// The packing at which a crowd begins to make way, and the packing at which it does so in full.
/// Through a sparse crowd the passer finds a way itself.
const MAKES_WAY: (f32, f32) = (0.35, 0.5);
/// The part of the look-ahead in which a body completes its step aside.
const STEPS_WITHIN: f32 = 0.5;

/// Returns the radius of the disc that a crowd fills at [`PACKING`]. `squared_radii` is the sum of
/// the squared radii of its bodies.
#[inline]
pub fn filled_radius(squared_radii: f32) -> f32 {
    f32::sqrt(squared_radii / PACKING)
}

/// Returns the radius of the area that a crowd fills where walls leave less than a disc.
///
/// `sight` holds the distances to the walls in directions evenly spread round the place; the
/// function sorts it. The result is infinite where the crowd needs more area than is in sight.
#[inline]
pub fn filled_radius_within(squared_radii: f32, sight: &mut [f32]) -> f32 {
    sight.sort_unstable_by(f32::total_cmp);
    let mut needed = squared_radii / PACKING * sight.len() as f32;
    for (walls, distance) in sight.iter().enumerate() {
        let free = (sight.len() - walls) as f32;
        if free * distance * distance >= needed {
            return f32::sqrt(needed / free);
        }
        needed -= distance * distance;
    }
    f32::INFINITY
}

/// Returns the middle of the area in sight within `radius`, relative to the place of the observer.
///
/// `sight` holds the distances to the walls in `directions`, unit vectors evenly spread round the
/// place.
pub fn visible_middle(directions: &[Vec2], sight: &[f32], radius: f32) -> Vec2 {
    let (mut moment, mut area) = (Vec2::ZERO, 0.0);
    for (direction, distance) in directions.iter().zip(sight) {
        // A sector of an angle a has the area a d^2 / 2, and its middle is 2 d / 3 away.
        let distance = distance.min(radius);
        moment += direction * (distance * distance * distance / 3.0);
        area += distance * distance / 2.0;
    }
    if area > 0.0 {
        moment / area
    } else {
        Vec2::ZERO
    }
}

/// A body that goes through a settled crowd.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Passer {
    /// The center of the body.
    pub position: Vec2,
    /// The velocity with which it passes, world units per second.
    pub velocity: Vec2,
    /// The distance to its goal, world units; infinite without a goal.
    pub goal_distance: f32,
    /// The radius of the body, world units.
    pub radius: f32,
    /// How much the crowd blocks it, 0 to 1.
    pub blocked: f32,
}

/// Returns the step of a body at `position` off its `spot` for a passer that comes within
/// `look_ahead` seconds.
///
/// `width` is half the width that the passer needs. `packing` is that of the crowd. In a sparse
/// crowd a body steps aside only if the crowd blocks the passer, and the spot is nearer to the
/// passer than `width` plus the passer's radius. Bodies beside the lane step aside, too, so that
/// the crowd closes up evenly. A body in the middle of the lane steps to `side` of the passer's
/// way.
pub fn make_way(
    spot: Vec2,
    position: Vec2,
    width: f32,
    look_ahead: f32,
    packing: f32,
    passer: &Passer,
    side: Side,
) -> Vec2 {
    let Some((heading, speed)) = direction_and_length(passer.velocity) else {
        return Vec2::ZERO;
    };
    let offset = spot - passer.position;
    let along = heading.dot(offset);
    let reach = speed * look_ahead;
    let ahead = reach.min(passer.goal_distance) + width - along;
    let behind = along + 2.0 * width;
    let presence = (ahead / (reach * STEPS_WITHIN)).min(behind / width);
    let lane = side.of(heading);
    let beside = lane.dot(offset);
    // A body that has begun to step aside keeps to its side.
    let is_beyond = lane.dot(position - passer.position) < 0.0;
    let (lane, beside) = if is_beyond {
        (-lane, -beside)
    } else {
        (lane, beside)
    };
    let dense = (packing - MAKES_WAY.0) / (MAKES_WAY.1 - MAKES_WAY.0);
    let gap = offset.length() - width;
    let near = (1.0 - gap / passer.radius).clamp(0.0, 1.0);
    let dense = dense.max(passer.blocked * near);
    let step = width - beside.max(0.0) / CLOSES_UP_WITHIN - beside.min(0.0);
    lane * (step.max(0.0) * presence.clamp(0.0, 1.0) * dense.clamp(0.0, 1.0))
}

/// Returns how far from its spot a settled body looks for passers of this speed, world units.
#[inline]
pub fn passer_range(width: f32, look_ahead: f32, speed: f32) -> f32 {
    let ahead = speed * look_ahead + width;
    Vec2::new(ahead.max(2.0 * width), CLOSES_UP_WITHIN * width).length()
}

#[cfg(test)]
mod tests;
