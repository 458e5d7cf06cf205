//! How fast a body may be so that its turns fit the corridor of its path.

use super::{AIM, PathPlace, Walk};
use bevy::math::{Vec2, ops};

/// A body outside of the corridor turns on a circle of this part of the half width at the tightest.
const TIGHTEST: f32 = 0.25;
/// The most segments that a body looks at.
const MOST_SEGMENTS: usize = 64;

/// A body that follows a path, in motion.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Its center.
    pub position: Vec2,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
    /// Its largest acceleration, world units per second squared; above 0.
    pub acceleration: f32,
}

impl Walk<'_> {
    /// The largest speed at which a body can still turn into each segment ahead of the place `from`
    /// within the corridor; infinite while nothing limits it.
    ///
    /// A turn by the angle `t` on a circle of radius `r` carries a body outward by `r (1 - cos t)`,
    /// so this is at most the distance to the far side of the corridor. A turn by more than a right
    /// angle begins with one by a right angle. The radius is the square of the speed over the
    /// acceleration. Segments that end straight ahead, within the corridor, need no turn.
    pub fn turning_speed(&self, from: PathPlace, walker: &Walker) -> f32 {
        let Walker {
            position,
            velocity,
            acceleration,
        } = *walker;
        let speed = velocity.length();
        let heading = velocity / speed;
        if !heading.is_finite() || self.segments() == 0 {
            return f32::INFINITY;
        }
        let mut radius = f32::INFINITY;
        let room = AIM * self.half_width;
        let range = 2.0 * speed * speed / acceleration + self.half_width;
        let (mut segment, mut ahead) = (from.segment, -from.along);
        for _ in 0..MOST_SEGMENTS.min(2 * self.segments()) {
            let (start, direction, length) = self.segment(segment);
            let end = start + direction * length - position;
            let is_ahead = heading.dot(end) >= 0.0 && heading.perp_dot(end).abs() <= room;
            let cosine = heading.dot(direction);
            if !is_ahead && cosine < 1.0 {
                let reach = start - position;
                let outward = if cosine > 0.0 {
                    let sine = ops::sqrt(1.0 - cosine * cosine);
                    (heading - direction * cosine) / sine
                } else {
                    heading
                };
                let free = (reach.dot(outward) + room).max(TIGHTEST * self.half_width);
                radius = radius.min(free / (1.0 - cosine.max(0.0)));
            }
            ahead += length;
            let Some(next) = self.beside(segment, true).filter(|_| ahead < range) else {
                break;
            };
            segment = next;
        }
        ops::sqrt(radius * acceleration)
    }
}
