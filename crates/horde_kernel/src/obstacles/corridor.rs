//! The avoidance force that keeps the corridor ahead clear.
//!
//! The corridor is the area that a body sweeps along its heading, as wide as the body. An edge
//! inside it makes a lateral force, which grows as the edge comes nearer. Within the stopping
//! distance, the edge also makes a braking force.

use crate::math::vector::Side;
use crate::obstacles::edge::Edge;
use glam::Vec2;

/// The corridor that a body sweeps. The body is at the origin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corridor {
    /// The heading, a unit vector.
    pub heading: Vec2,
    /// The speed, world units per second.
    pub speed: f32,
    /// The look-ahead distance, world units.
    pub look_ahead: f32,
    /// The gap to keep, world units. An edge that is only in the gap makes a partial force.
    pub margin: f32,
}

/// An edge inside the corridor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threat {
    /// Distance along the heading at which the body comes too near, world units; 0 if it is too
    /// near already.
    pub entry: f32,
    /// The outward unit normal of the surface there.
    pub normal: Vec2,
    /// How deep the edge is in the corridor, relative to the margin, 0 to 1. At 1, the body itself
    /// touches the edge.
    pub depth: f32,
}

impl Corridor {
    /// The threat of `edge`, to which the body comes too near at `entry`. `clearance` is the
    /// distance that its center keeps to the edge.
    pub fn threat(&self, edge: &Edge, clearance: f32, entry: f32, normal: Vec2) -> Threat {
        let way = Edge {
            start: Vec2::ZERO,
            end: self.heading * self.look_ahead,
        };
        let depth = (clearance - way.distance_to(edge)) / self.margin;
        Threat {
            entry,
            normal,
            // Without a margin, any overlap counts as full depth.
            depth: if depth < 1.0 { depth.max(0.0) } else { 1.0 },
        }
    }

    /// The force to pass `threat` on `side`, at most `sqrt(2)` times `max_force` before the caller
    /// truncates.
    ///
    /// The lateral force is `(1 - entry / look_ahead) * depth` of the maximum. The braking force
    /// acts when the entry is nearer than the stopping distance. The braking force grows as the
    /// surface faces the heading more directly.
    pub fn avoidance(
        &self,
        threat: &Threat,
        side: Side,
        max_force: f32,
        max_acceleration: f32,
    ) -> Vec2 {
        let urgency = if self.look_ahead > 0.0 {
            (1.0 - threat.entry / self.look_ahead).max(0.0)
        } else {
            1.0
        };
        let mut force = side.of(self.heading) * (urgency * threat.depth * max_force);
        let stopping_distance = if max_acceleration > 0.0 {
            self.speed * self.speed / (2.0 * max_acceleration)
        } else {
            0.0
        };
        if threat.entry < stopping_distance {
            let squareness = (-threat.normal.dot(self.heading)).max(0.0);
            let brake = (1.0 - threat.entry / stopping_distance) * squareness * threat.depth;
            force -= self.heading * (brake * max_force);
        }
        force
    }
}

#[cfg(test)]
mod tests;
