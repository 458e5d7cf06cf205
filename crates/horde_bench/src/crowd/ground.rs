//! The obstacles of a crowd.

use bevy::math::Vec2;
use bevy_horde::prelude::Obstacle;
use clap::ValueEnum;
use core::f32::consts::TAU;
use serde::{Deserialize, Serialize};

/// Corners of a polygon.
const CORNERS: u8 = 16;
/// Radius of a star's inner corners, relative to its radius.
const INNER_PART: f32 = 0.8;

/// The shape of the obstacles.
#[derive(ValueEnum, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Circles
    Circles,
    /// Stars with eight points and sixteen edges
    Polygons,
}

impl Ground {
    /// One obstacle with this radius, world units.
    pub fn obstacle(self, radius: f32) -> Obstacle {
        match self {
            Self::Circles => Obstacle::circle(radius),
            Self::Polygons => Obstacle::polygon((0..CORNERS).map(|corner| {
                let part = if corner % 2 == 0 { 1.0 } else { INNER_PART };
                let bearing = f32::from(corner) * TAU / f32::from(CORNERS);
                Vec2::from_angle(bearing) * (radius * part)
            })),
        }
    }
}
