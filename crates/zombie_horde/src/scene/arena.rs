//! The ground of a scene.

use super::SceneRandom;
use super::discs::{Disc, Discs};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use rand::RngExt;

/// The usual aspect ratio of an arena: width over height.
const ASPECT: f32 = 16.0 / 9.0;

/// The rectangle around the origin in which a scene takes place.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Arena {
    /// Distances from the center to the edges, world units.
    pub half_size: Vec2,
}

impl Default for Arena {
    fn default() -> Self {
        Self {
            half_size: Vec2::new(640.0, 360.0),
        }
    }
}

impl Arena {
    /// A rectangle of this area, square units.
    pub fn of_area(area: f32) -> Self {
        let half_height = (area / ASPECT).sqrt() / 2.0;
        Self {
            half_size: Vec2::new(half_height * ASPECT, half_height),
        }
    }

    /// An arena with at least `count` cells of this size, near the usual aspect ratio. Also returns
    /// the middles of the first `count` cells, row by row from the top.
    pub fn of_cells(count: u32, cell: Vec2) -> (Self, Vec<Vec2>) {
        let count = count.max(1);
        let columns = (count as f32 * ASPECT * cell.y / cell.x).sqrt().round();
        let columns = (columns as u32).clamp(1, count);
        let rows = count.div_ceil(columns);
        let size = cell * Vec2::new(columns as f32, rows as f32);
        let corner = 0.5 * (cell - size) * Vec2::new(1.0, -1.0);
        let middle = |number: u32| {
            let (column, row) = (number % columns, number / columns);
            corner + cell * Vec2::new(column as f32, -(row as f32))
        };
        let half_size = size / 2.0;
        (Self { half_size }, (0..count).map(middle).collect())
    }

    /// A random position at least `margin` units from the edges.
    pub fn random_position(&self, margin: f32, random: &mut SceneRandom) -> Vec2 {
        let half = (self.half_size - margin).max(Vec2::splat(1.0));
        Vec2::new(
            random.random_range(-half.x..half.x),
            random.random_range(-half.y..half.y),
        )
    }

    /// Up to `count` discs with radii from `radii` that keep `gap` between them and `margin` to the
    /// edges.
    pub fn scatter_discs(
        &self,
        count: u32,
        radii: core::ops::Range<f32>,
        gap: f32,
        margin: f32,
        random: &mut SceneRandom,
    ) -> Vec<Disc> {
        const TRIES_PER_DISC: u32 = 40;
        let mut discs: Vec<Disc> = Vec::new();
        let mut index = Discs::default();
        for _ in 0..count * TRIES_PER_DISC {
            if discs.len() >= count as usize {
                break;
            }
            let radius = random.random_range(radii.clone());
            let center = self.random_position(margin + radius, random);
            let fits = index
                .near(center, radius + gap)
                .all(|other| other.center.distance(center) > other.radius + radius + gap);
            if fits {
                let disc = Disc { center, radius };
                discs.push(disc);
                index.add(disc);
            }
        }
        discs
    }
}

/// An agent that leaves the arena on one side and comes back on the other, like the units of "AI
/// for Game Developers".
#[derive(Component, Clone, Copy, Debug)]
pub struct Wraps;

pub(super) fn wrap_round(
    arena: Res<Arena>,
    mut agents: Query<(&SteeringAgent, &mut Transform), With<Wraps>>,
) {
    for (agent, mut transform) in &mut agents {
        let half = arena.half_size + agent.body_radius * 2.0;
        let position = transform.translation.truncate();
        let wrapped = Vec2::new(wrap(position.x, half.x), wrap(position.y, half.y));
        if wrapped != position {
            transform.translation = wrapped.extend(transform.translation.z);
        }
    }
}

fn wrap(coordinate: f32, half: f32) -> f32 {
    if coordinate > half {
        -half
    } else if coordinate < -half {
        half
    } else {
        coordinate
    }
}
