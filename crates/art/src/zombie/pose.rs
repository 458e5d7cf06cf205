//! The walk: positions of feet, hands, shoulders and head.

use std::f32::consts::TAU;

use crate::shapes::Spot;

/// A pose of the walk. Index 0 is the left side (up in the picture), 1 the right.
pub struct Pose {
    /// Offset of the whole body.
    pub sway: Spot,
    /// Rotation of the shoulders, degrees.
    pub twist: f32,
    /// How far each foot is ahead of the hips.
    pub stride: [f32; 2],
    /// How far each hand extends beyond its mean reach.
    pub reach: [f32; 2],
    /// How far each hand drifts to the right.
    pub drift: [f32; 2],
    /// Offset of the head from the shoulders.
    pub nod: Spot,
    /// Rotation of the head, degrees.
    pub roll: f32,
}

impl Pose {
    /// The pose at a phase (0 to 1) of the cycle.
    pub fn at(phase: f32) -> Self {
        let turn = phase * TAU;
        Self {
            sway: (1.0 * (2.0 * turn).cos(), 2.0 * turn.sin()),
            twist: 9.0 * turn.cos(),
            stride: [-15.0 * turn.cos(), 15.0 * turn.cos()],
            reach: [4.2 * (turn + 0.5).cos(), -4.2 * (turn + 0.5).cos()],
            drift: [2.6 * turn.sin(), 2.6 * (turn - 0.7).sin()],
            nod: (1.2 * (2.0 * turn + 0.8).cos(), 2.2 * (turn - 0.9).sin()),
            roll: 11.0 * (turn - 1.2).sin(),
        }
    }
}
