//! Where the agents of a group begin: listed, or by a rule.

use super::legal::{self, MOST_AGENTS, at_least};
use crate::barrier::Barrier;
use crate::closed_path;
use bevy::math::Vec2;
use core::f32::consts::TAU;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

/// Throws at random for each agent, before the ground counts as full.
const THROWS: u32 = 2000;

/// Where the agents of a group begin.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Placement {
    /// At these places, metres.
    Points(Vec<Vec2>),
    /// Evenly on a circle, the first to the right of its middle, then round to the left.
    Ring {
        /// Its middle, metres.
        center: Vec2,
        /// Its radius, metres.
        radius: f32,
        /// How many.
        count: usize,
    },
    /// In rows.
    Grid {
        /// The first place, metres.
        corner: Vec2,
        /// How many in a row.
        columns: usize,
        /// How many rows.
        rows: usize,
        /// From place to place along a row, and from row to row, metres; may be below 0.
        step: Vec2,
    },
    /// At random in a rectangle.
    Rectangle {
        /// The corner with the least coordinates, metres.
        corner: Vec2,
        /// Width and height, metres; bodies are whole inside.
        size: Vec2,
        /// How many.
        count: usize,
        /// Least distance between two of them, centre to centre, metres.
        #[serde(default)]
        spacing: f32,
    },
    /// At random along a path.
    AlongPath {
        /// Its corners, metres; the last is joined to the first.
        path: Vec<Vec2>,
        /// Farthest from the path, metres.
        within: f32,
        /// How many.
        count: usize,
        /// Least distance between two of them, centre to centre, metres.
        #[serde(default)]
        spacing: f32,
    },
}

/// What is on the ground already.
pub(super) struct Ground<'a> {
    /// Centres and radii, metres.
    pub bodies: Vec<(Vec2, f32)>,
    /// Obstacles.
    pub barriers: &'a [Barrier],
}

impl Ground<'_> {
    fn has_room(&self, place: Vec2, radius: f32) -> bool {
        let is_clear = |(center, other): &(Vec2, f32)| center.distance(place) > other + radius;
        let keeps_off =
            |barrier: &Barrier| barrier.signed_distance(place.as_dvec2()) > f64::from(radius);
        self.bodies.iter().all(is_clear) && self.barriers.iter().all(keeps_off)
    }
}

impl Placement {
    /// The places, in the order of the group.
    ///
    /// # Errors
    ///
    /// One line, when the ground has no room for so many.
    pub(super) fn places(
        &self,
        radius: f32,
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
                let place = |number| {
                    center + radius * Vec2::from_angle(TAU * number as f32 / *count as f32)
                };
                Ok((0..*count).map(place).collect())
            }
            Self::Grid {
                corner,
                columns,
                rows,
                step,
            } => {
                let row =
                    |row| (0..*columns).map(move |column| Vec2::new(column as f32, row as f32));
                let places = (0..*rows).flat_map(row);
                Ok(places.map(|place| corner + place * step).collect())
            }
            Self::Rectangle {
                corner,
                size,
                count,
                spacing,
            } => scatter(*count, *spacing, radius, ground, || {
                let inner = *size - 2.0 * radius;
                let part = Vec2::new(random.random(), random.random());
                *corner + radius + part * inner
            }),
            Self::AlongPath {
                path,
                within,
                count,
                spacing,
            } => scatter(*count, *spacing, radius, ground, || {
                let distance = random.random::<f32>() * closed_path::length(path);
                let off = *within * (2.0 * random.random::<f32>() - 1.0);
                let (place, direction) = closed_path::along(path, distance);
                place + off * direction.perp()
            }),
        }
    }

    /// How many places there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Points(points) => points.len(),
            Self::Grid { columns, rows, .. } => columns.saturating_mul(*rows),
            Self::Ring { count, .. }
            | Self::Rectangle { count, .. }
            | Self::AlongPath { count, .. } => *count,
        }
    }

    /// What is wrong with it: the field, what it is, and what is legal.
    pub(super) fn find_fault(&self, body_radius: f32) -> Option<String> {
        let some = |field: &str, count: usize| legal::count(field, count, MOST_AGENTS);
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

/// Places at random that keep off each other and off everything else.
fn scatter(
    count: usize,
    spacing: f32,
    radius: f32,
    ground: &Ground<'_>,
    mut throw: impl FnMut() -> Vec2,
) -> Result<Vec<Vec2>, String> {
    let apart = spacing.max(2.0 * radius);
    let mut places: Vec<Vec2> = Vec::with_capacity(count);
    for number in 0..count {
        let found = (0..THROWS).map(|_| throw()).find(|place| {
            places.iter().all(|other| other.distance(*place) > apart)
                && ground.has_room(*place, radius)
        });
        places.push(found.ok_or_else(|| {
            format!(
                "only {number} of {count} find room; legal are fewer, more ground, or less spacing"
            )
        })?);
    }
    Ok(places)
}

#[cfg(test)]
mod tests;
