//! What leads a group: a path, a flow field, or a formation.

use super::legal::{self, above_zero, at_least};
use bevy::math::{Rect, Vec2};
use bevy_horde::prelude::FormationShape;
use serde::Deserialize;

/// What leads the walkers of a group, instead of each heading for its next goal.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Guide {
    /// A path that all walkers follow to its end.
    Path {
        /// Its points, meters.
        points: Vec<Vec2>,
        /// Width of its corridor, meters.
        #[serde(default)]
        width: f32,
    },
    /// A flow field over an area with all obstacles, starts and goals of the file.
    Field {
        /// Its goal, meters.
        to: Vec2,
        /// Side of a cell, meters.
        cell: f32,
    },
    /// A formation about a leading point that walks a path to its end.
    Formation {
        /// Its shape. `Slots` is not legal, because no symmetry transforms it.
        shape: FormationShape,
        /// The points of the path, meters.
        points: Vec<Vec2>,
    },
}

impl Guide {
    /// Describes the first error: the field, its value, and what is legal.
    pub(super) fn find_error(&self) -> Option<String> {
        match self {
            Self::Path { points, width } => {
                let points = legal::path(points).map(|error| format!("guide: Path: {error}"));
                points.or_else(|| at_least("guide: Path.width", *width, 0.0))
            }
            Self::Field { to, cell } => {
                let error = "guide: Field.to is not finite; legal are finite numbers";
                let to = (!to.is_finite()).then(|| error.to_owned());
                to.or_else(|| above_zero("guide: Field.cell", *cell))
            }
            Self::Formation { shape, points } => {
                let error = "guide: Formation.shape is Slots; legal are the other shapes";
                let own = matches!(shape, FormationShape::Slots(_)).then(|| error.to_owned());
                let points =
                    || legal::path(points).map(|error| format!("guide: Formation: {error}"));
                own.or_else(points)
            }
        }
    }

    /// All positions, so that a symmetry can transform them.
    pub(super) fn positions_mut(&mut self) -> &mut [Vec2] {
        match self {
            Self::Path { points, .. } | Self::Formation { points, .. } => points,
            Self::Field { to, .. } => core::slice::from_mut(to),
        }
    }
}

/// The smallest rectangle about positions, with a margin on every side.
pub(crate) fn area_about(positions: impl IntoIterator<Item = Vec2>, margin: f32) -> Rect {
    let start = Rect::EMPTY;
    let all = positions
        .into_iter()
        .fold(start, |area, position| area.union_point(position));
    all.inflate(margin)
}
