//! How fast a body may be so that its turns fit the corridor of its path.

use super::{AIM, PathPlace, Walk};
use crate::math::vector::direction_and_length;
use glam::Vec2;

/// At least this part of the half width counts as free for a turn, even outside of the corridor.
const TIGHTEST: f32 = 0.25;

/// A body that follows a path, in motion.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Its center.
    pub position: Vec2,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
    /// The acceleration that it uses for turns, world units per second squared; above 0.
    pub acceleration: f32,
    /// The largest rate at which it turns, radians per second; may be infinite.
    pub turn_rate: f32,
    /// Whether it turns back at the end of an open path.
    pub turns_back: bool,
}

impl Walk<'_> {
    /// The largest speed at which a body can still turn into each segment ahead of the place `from`
    /// within the corridor; infinite while nothing limits it.
    ///
    /// A turn by the angle `t` on a circle of radius `r` carries a body outward by `r (1 - cos t)`.
    /// That may be at most the distance to the far side of the corridor. A turn by more than a
    /// right angle begins with one by a right angle. The radius is the square of the speed over the
    /// acceleration, and at least the speed over the turn rate. Segments that end straight ahead,
    /// within the corridor, need no turn. The body can brake before a segment that it has not
    /// reached. So the radius may be at least the way to that segment.
    pub fn turning_speed(&self, from: PathPlace, walker: &Walker) -> f32 {
        let Some((heading, speed)) = direction_and_length(walker.velocity) else {
            return f32::INFINITY;
        };
        let slack = AIM * self.half_width;
        let least = TIGHTEST * self.half_width;
        let range = 2.0 * speed * speed / walker.acceleration + self.half_width;
        let mut radius = f32::INFINITY;
        let mut limit = |start: Vec2, direction: Vec2, ahead: f32| {
            let reach = start - walker.position;
            let cosine = heading.dot(direction).clamp(0.0, 1.0);
            let turned = 1.0 - cosine;
            let Some((outward, _)) = direction_and_length(heading - direction * cosine) else {
                return;
            };
            let free = (reach.dot(outward) + slack).max(least) / turned;
            radius = radius.min(if ahead > 0.0 {
                free.min(slack / turned + ahead).max(ahead)
            } else {
                free
            });
        };
        let (mut segment, mut ahead) = (from.segment, -from.along);
        for _ in 0..self.segments() {
            let (start, direction, length) = self.segment(segment);
            let end = start + direction * length;
            let way = end - walker.position;
            let is_ahead = heading.dot(way) >= 0.0 && heading.perp_dot(way).abs() <= slack;
            if !is_ahead {
                limit(start, direction, ahead);
            }
            ahead += length;
            if ahead >= range {
                break;
            }
            let Some(next) = self.beside(segment, true) else {
                if walker.turns_back {
                    limit(end, -direction, ahead);
                }
                break;
            };
            segment = next;
        }
        f32::sqrt(radius * walker.acceleration).min(radius * walker.turn_rate)
    }
}
