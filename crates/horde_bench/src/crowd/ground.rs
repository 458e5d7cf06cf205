//! What stands in the way.

use bevy::math::Vec2;
use bevy_horde::prelude::Obstacle;
use clap::ValueEnum;
use core::f32::consts::TAU;
use serde::{Deserialize, Serialize};

/// Edges of a polygon.
const CORNERS: u8 = 16;
/// How far a star's inner corners are from its middle, as a part of its radius.
const INNER_PART: f32 = 0.8;

/// The shape of the obstacles.
#[derive(ValueEnum, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Round ones
    Circles,
    /// Stars of sixteen edges, with eight points
    Polygons,
}

impl Ground {
    /// One of them.
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
