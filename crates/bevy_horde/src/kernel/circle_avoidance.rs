//! Avoidance of round obstacles by the corridor that the body is about to sweep.
//!
//! The body sweeps a corridor of its own width along its heading. An obstacle is a threat when that corridor enters it
//! within the look-ahead; the force acts across the heading, away from the obstacle, and grows as the entry comes nearer.

use super::circle::Circle;
use super::vector::{Side, direction};
use bevy::math::{Vec2, ops};

/// Offsets across the heading that are smaller than this part of the clearance count as dead centre.
const DEAD_CENTRE: f32 = 1e-3;

/// The corridor that a body is about to sweep.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corridor {
    /// Where the body is.
    pub position: Vec2,
    /// Where it heads, a unit vector.
    pub heading: Vec2,
    /// Its speed, world units per second.
    pub speed: f32,
    /// Half the corridor's width: body radius plus safety margin, world units.
    pub half_width: f32,
    /// How far ahead an obstacle matters, world units.
    pub look_ahead: f32,
    /// Distance to the goal; what lies behind the goal is no threat. Infinite without a goal.
    pub goal_distance: f32,
}

/// An obstacle that the corridor enters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CircleThreat {
    /// Distance along the heading at which the corridor enters the obstacle; 0 when the body is in it already.
    pub entry: f32,
    /// From the body to the obstacle's centre.
    pub to_center: Vec2,
    /// Obstacle radius plus half the corridor's width: the distance that the centres have to keep.
    pub clearance: f32,
}

impl Corridor {
    /// How `obstacle` threatens this corridor; `None` when the corridor passes it, or has passed it.
    ///
    /// The projection is signed, so that nothing behind is avoided, and the test is on the inflated circle and the whole
    /// corridor, so that neither a near big obstacle nor a small one between sample points is missed.
    pub fn threat(&self, obstacle: &Circle) -> Option<CircleThreat> {
        let to_center = obstacle.center - self.position;
        let clearance = obstacle.radius + self.half_width;
        let along = to_center.dot(self.heading);
        let lateral = self.heading.perp_dot(to_center);
        let half_chord_squared = clearance * clearance - lateral * lateral;
        if half_chord_squared <= 0.0 {
            return None;
        }
        let half_chord = ops::sqrt(half_chord_squared);
        if along + half_chord < 0.0 {
            return None;
        }
        let entry = (along - half_chord).max(0.0);
        (entry <= self.look_ahead && entry <= self.goal_distance).then_some(CircleThreat {
            entry,
            to_center,
            clearance,
        })
    }

    /// The side on which to pass `threat`.
    ///
    /// The remembered side first, so that nothing flips while the obstacle is in the way; else the side on which the
    /// centre is not; dead centre, the side of the goal (`goal_offset`); and when that is straight behind, the left.
    pub fn passing_side(
        &self,
        threat: &CircleThreat,
        remembered: Option<Side>,
        goal_offset: Option<Vec2>,
    ) -> Side {
        let tolerance = DEAD_CENTRE * threat.clearance;
        let away_from_centre = || {
            Side::containing(self.heading, threat.to_center, tolerance).map(|side| match side {
                Side::Left => Side::Right,
                Side::Right => Side::Left,
            })
        };
        let toward_goal =
            || goal_offset.and_then(|offset| Side::containing(self.heading, offset, tolerance));
        remembered
            .or_else(away_from_centre)
            .or_else(toward_goal)
            .unwrap_or(Side::Left)
    }

    /// The force that passes `threat` on `side`, at most `1 + sqrt(2)` times `max_force` before the caller truncates.
    ///
    /// Across the heading with `1 - entry / look_ahead` of the maximum; straight out when the body is in the inflated
    /// circle already; and against the heading when the entry is nearer than the stopping distance, the more so the more
    /// squarely it is met.
    pub fn avoidance(
        &self,
        threat: &CircleThreat,
        side: Side,
        max_force: f32,
        max_acceleration: f32,
    ) -> Vec2 {
        let approaches = threat.to_center.dot(self.heading) > 0.0;
        let mut force = Vec2::ZERO;
        if threat.to_center.length_squared() < threat.clearance * threat.clearance {
            let out = direction(-threat.to_center).unwrap_or(side.of(self.heading));
            force += out * max_force;
        }
        if !approaches {
            return force;
        }
        let urgency = if self.look_ahead > 0.0 {
            1.0 - threat.entry / self.look_ahead
        } else {
            1.0
        };
        force += side.of(self.heading) * (urgency * max_force);
        let stopping_distance = if max_acceleration > 0.0 {
            self.speed * self.speed / (2.0 * max_acceleration)
        } else {
            0.0
        };
        if threat.entry < stopping_distance {
            let lateral = self.heading.perp_dot(threat.to_center) / threat.clearance;
            let squareness = ops::sqrt((1.0 - lateral * lateral).max(0.0));
            let brake = (1.0 - threat.entry / stopping_distance) * squareness;
            force -= self.heading * (brake * max_force);
        }
        force
    }
}

#[cfg(test)]
mod tests;
