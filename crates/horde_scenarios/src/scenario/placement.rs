//! Start positions of a group: listed, or by a rule.

use super::legal::{self, MAX_AGENTS, at_least};
use crate::barrier::Barrier;
use crate::closed_path;
use bevy::math::Vec2;
use core::f32::consts::TAU;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

/// Random tries per agent before the ground counts as full.
const THROWS: u32 = 2000;

/// The start positions of a group.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Placement {
    /// At these positions, meters.
    Points(Vec<Vec2>),
    /// Evenly on a circle, counterclockwise from the rightmost point.
    Ring {
        /// Its center, meters.
        center: Vec2,
        /// Its radius, meters.
        radius: f32,
        /// Number of agents.
        count: usize,
    },
    /// On a grid.
    Grid {
        /// The first position, meters.
        corner: Vec2,
        /// Number of columns.
        columns: usize,
        /// Number of rows.
        rows: usize,
        /// Steps along a row and between rows, meters; may be negative.
        step: Vec2,
    },
    /// At random in a rectangle.
    Rectangle {
        /// The corner with the smallest coordinates, meters.
        corner: Vec2,
        /// Width and height, meters; bodies are completely inside.
        size: Vec2,
        /// Number of agents.
        count: usize,
        /// Smallest distance between two agents, center to center, meters.
        #[serde(default)]
        spacing: f32,
    },
    /// At random along a path.
    AlongPath {
        /// Its corners, meters; the last joins the first.
        path: Vec<Vec2>,
        /// Largest distance from the path, meters.
        within: f32,
        /// Number of agents.
        count: usize,
        /// Smallest distance between two agents, center to center, meters.
        #[serde(default)]
        spacing: f32,
    },
}

/// The bodies and obstacles that are already on the ground.
pub(super) struct Ground<'a> {
    /// Centers and radii of the bodies, meters.
    pub bodies: Vec<(Vec2, f32)>,
    /// Obstacles.
    pub barriers: &'a [Barrier],
}

impl Ground<'_> {
    fn has_room(&self, position: Vec2, radius: f32) -> bool {
        let is_clear = |(center, other): &(Vec2, f32)| center.distance(position) > other + radius;
        let keeps_off =
            |barrier: &Barrier| barrier.signed_distance(position.as_dvec2()) > f64::from(radius);
        self.bodies.iter().all(is_clear) && self.barriers.iter().all(keeps_off)
    }
}

impl Placement {
    /// The positions of bodies of these radii, in the order of the group.
    ///
    /// # Errors
    ///
    /// One line, if the ground has no room for all bodies.
    pub(super) fn positions(
        &self,
        radii: &[f32],
        ground: &Ground<'_>,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<Vec2>, String> {
        match self {
            Self::Points(points) => Ok(points.clone()),
            Self::Ring {
                center,
                radius,
                count,
            } => {
                let position = |number| {
                    center + radius * Vec2::from_angle(TAU * number as f32 / *count as f32)
                };
                Ok((0..*count).map(position).collect())
            }
            Self::Grid {
                corner,
                columns,
                rows,
                step,
            } => {
                let row =
                    |row| (0..*columns).map(move |column| Vec2::new(column as f32, row as f32));
                let positions = (0..*rows).flat_map(row);
                Ok(positions.map(|position| corner + position * step).collect())
            }
            Self::Rectangle {
                corner,
                size,
                count,
                spacing,
            } => scatter(*count, *spacing, radii, ground, |radius| {
                let inner = *size - 2.0 * radius;
                let part = Vec2::new(random.random(), random.random());
                *corner + radius + part * inner
            }),
            Self::AlongPath {
                path,
                within,
                count,
                spacing,
            } => scatter(*count, *spacing, radii, ground, |_| {
                let distance = random.random::<f32>() * closed_path::length(path);
                let off = *within * (2.0 * random.random::<f32>() - 1.0);
                let (position, direction) = closed_path::along(path, distance);
                position + off * direction.perp()
            }),
        }
    }

    /// The number of positions.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Points(points) => points.len(),
            Self::Grid { columns, rows, .. } => columns.saturating_mul(*rows),
            Self::Ring { count, .. }
            | Self::Rectangle { count, .. }
            | Self::AlongPath { count, .. } => *count,
        }
    }

    /// Describes the first error: the field, its value, and what is legal.
    pub(super) fn find_error(&self, body_radius: f32) -> Option<String> {
        let some = |field: &str, count: usize| legal::count(field, count, MAX_AGENTS);
        match self {
            Self::Points(points) => some("the number of Points", points.len()),
            Self::Ring { radius, count, .. } => {
                some("count", *count).or_else(|| at_least("radius", *radius, 0.0))
            }
            Self::Grid { columns, rows, .. } => some("columns", *columns)
                .or_else(|| some("rows", *rows))
                .or_else(|| some("columns times rows", self.count())),
            Self::Rectangle {
                size,
                count,
                spacing,
                ..
            } => some("count", *count)
                .or_else(|| at_least("spacing", *spacing, 0.0))
                .or_else(|| at_least("size.x", size.x, 2.0 * body_radius))
                .or_else(|| at_least("size.y", size.y, 2.0 * body_radius)),
            Self::AlongPath {
                path,
                within,
                count,
                spacing,
            } => some("count", *count)
                .or_else(|| at_least("spacing", *spacing, 0.0))
                .or_else(|| at_least("within", *within, 0.0))
                .or_else(|| legal::path(path)),
        }
    }
}

/// Random positions that overlap neither each other nor anything else.
fn scatter(
    count: usize,
    spacing: f32,
    radii: &[f32],
    ground: &Ground<'_>,
    mut throw: impl FnMut(f32) -> Vec2,
) -> Result<Vec<Vec2>, String> {
    let mut positions: Vec<Vec2> = Vec::with_capacity(count);
    for number in 0..count {
        let radius = radii[number];
        let found = (0..THROWS).map(|_| throw(radius)).find(|position| {
            let is_apart = |(other, other_radius): (&Vec2, &f32)| {
                other.distance(*position) > spacing.max(radius + other_radius)
            };
            positions.iter().zip(radii).all(is_apart) && ground.has_room(*position, radius)
        });
        positions.push(found.ok_or_else(|| {
            format!(
                "only {number} of {count} find room; legal are fewer, more ground, or less spacing"
            )
        })?);
    }
    Ok(positions)
}

#[cfg(test)]
mod tests;
