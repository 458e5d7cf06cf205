//! A fan of feelers, each a moving circle of the body's width.

use super::circle::CastHit;
use super::vector::{Side, direction, left};
use bevy::math::{Vec2, ops};

/// Headings that leave less than this of their length along a wall count as head-on.
const HEAD_ON: f32 = 0.05;

/// How a fan of whiskers is spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fan {
    /// Number of whiskers; 1 is a single one along the heading.
    pub count: u32,
    /// Angle between the outermost two, radians.
    pub angle: f32,
    /// How far each reaches, world units.
    pub length: f32,
}

impl Fan {
    /// The unit vector of whisker `index` about `heading`, from the rightmost (0) to the leftmost.
    pub fn direction(&self, heading: Vec2, index: u32) -> Vec2 {
        if self.count <= 1 {
            return heading;
        }
        let part = index as f32 / (self.count - 1) as f32 - 0.5;
        let angle = part * self.angle;
        heading.rotate(Vec2::new(ops::cos(angle), ops::sin(angle)))
    }
}

/// A whisker that has met something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feel {
    /// Which whisker of the fan.
    pub index: u32,
    /// The unit vector along the whisker.
    pub direction: Vec2,
    /// What it met.
    pub hit: CastHit,
}

/// Which of two whiskers decides: the one whose tip is deeper in an obstacle; on a tie the lower index.
///
/// The `remembered` winner keeps its place against a challenger that is deeper by less than a tenth of the length, so
/// that two whiskers of almost equal depth do not take turns.
pub fn deeper(first: Feel, second: Feel, length: f32, remembered: Option<u32>) -> Feel {
    let depth = |feel: &Feel| {
        let bonus = if remembered == Some(feel.index) {
            0.1 * length
        } else {
            0.0
        };
        length - feel.hit.distance + bonus
    };
    let (first_depth, second_depth) = (depth(&first), depth(&second));
    if second_depth > first_depth || (second_depth == first_depth && second.index < first.index) {
        second
    } else {
        first
    }
}

/// Where a whisker sends the body, and how urgently.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Detour {
    /// From the body to the point to seek.
    pub offset: Vec2,
    /// 0 when only the tip touches, 1 when the body itself does.
    pub gain: f32,
    /// The side of the heading toward which the way along the wall leads.
    pub side: Side,
}

/// The detour round what `feel` met: a point beside the wall, `margin` off its surface and some way along it.
///
/// The way along the wall is that of the heading; met head-on, where the heading has none, that of `remembered`, or the
/// left. Without it a body that meets a wall squarely brakes and goes back and forth on its line of approach.
/// `step_along` is how far along the wall the point lies, as a part of the whisker's length.
pub fn detour(
    feel: &Feel,
    heading: Vec2,
    length: f32,
    margin: f32,
    step_along: f32,
    remembered: Option<Side>,
) -> Detour {
    let normal = feel.hit.normal;
    let along_heading = heading - normal * heading.dot(normal);
    let side = if along_heading.length() > HEAD_ON {
        remembered
            .unwrap_or_else(|| Side::containing(heading, along_heading, 0.0).unwrap_or(Side::Left))
    } else {
        remembered.unwrap_or(Side::Left)
    };
    let wall = left(normal);
    let tangent = match (direction(along_heading), remembered) {
        (Some(tangent), None) if along_heading.length() > HEAD_ON => tangent,
        _ if wall.dot(side.of(heading)) >= 0.0 => wall,
        _ => -wall,
    };
    let touching = feel.direction * feel.hit.distance;
    let depth = if length > 0.0 {
        1.0 - feel.hit.distance / length
    } else {
        1.0
    };
    Detour {
        offset: touching + normal * margin + tangent * (step_along * length),
        gain: depth.clamp(0.0, 1.0),
        side,
    }
}
