//! Obstacle art: obstacles as flat pieces of color, the lowest first. The window and the picture
//! without a window draw the same pieces.
//!
//! Round objects with a sprite (tombs, trees, wells) are not drawn here.

mod fence;
mod hedge;
mod outline;
mod paint;
mod roof;
mod tomb;
mod trunk;
mod wall;

use crate::scene::{Build, Look};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// A flat piece of one color, in world units.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The corners, in order.
    pub points: Vec<Vec2>,
    /// Red, green, blue, opacity.
    pub color: [u8; 4],
    /// How the points are drawn.
    pub style: PathStyle,
}

/// How a piece is drawn along its points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PathStyle {
    /// Filled.
    Fill,
    /// A line of this width with round ends and corners.
    Line(f32),
    /// A closed line of this width.
    Loop(f32),
}

/// The light of a lantern.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Light {
    /// Where the flame is.
    pub position: Vec2,
    /// How far it shines, world units.
    pub reach: f32,
}

/// The pieces and lights of an obstacle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// Pieces below the agents.
    pub low: Vec<Piece>,
    /// Pieces above the agents.
    pub tall: Vec<Piece>,
    /// The lights.
    pub lights: Vec<Light>,
}

/// Whether the obstacle has a sprite, so that it needs no pieces.
pub fn has_picture(look: Look, obstacle: &Obstacle) -> bool {
    matches!(
        (look, &obstacle.shape),
        (Look::Tomb(_), ObstacleShape::Circle { .. })
    )
}

/// A shape in world coordinates.
#[derive(Clone, PartialEq, Debug)]
pub enum Placed {
    /// A wall along points.
    Line {
        /// The points, without consecutive repeats.
        points: Vec<Vec2>,
        /// Whether the last point joins the first.
        closed: bool,
    },
    /// A shape with an inside.
    Area {
        /// The corners, counterclockwise.
        corners: Vec<Vec2>,
        /// For a capsule, the ends of its axis and its radius.
        axis: Option<(Vec2, Vec2, f32)>,
    },
}

impl Placed {
    /// The obstacle's shape under `transform`; `None` if the shape is empty or not finite.
    pub fn of(obstacle: &Obstacle, transform: &Transform) -> Option<Self> {
        let placed = |point: Vec2| transform.transform_point(point.extend(0.0)).truncate();
        let placed_all = |points: &[Vec2]| points.iter().copied().map(placed).collect::<Vec<_>>();
        let scale = transform.scale.truncate().abs().max_element();
        let line = |points: &[Vec2], closed: bool| Self::Line {
            points: outline::without_repeats(&placed_all(points), closed),
            closed,
        };
        let area = |corners: Vec<Vec2>, axis: Option<(Vec2, Vec2, f32)>| Self::Area {
            corners: outline::counterclockwise(&outline::without_repeats(&corners, true)),
            axis,
        };
        let placed = match &obstacle.shape {
            ObstacleShape::Circle { radius } => {
                let center = transform.translation.truncate();
                area(outline::circle(center, radius * scale), None)
            }
            ObstacleShape::Segment { start, end } => line(&[*start, *end], false),
            ObstacleShape::Polyline { points, closed } => line(points, *closed),
            ObstacleShape::Rectangle { half_size } => {
                let (right, up) = (half_size.with_y(0.0), half_size.with_x(0.0));
                let corners = [right + up, up - right, -right - up, right - up];
                area(placed_all(&corners), None)
            }
            ObstacleShape::Polygon { points } => area(placed_all(points), None),
            ObstacleShape::Capsule { start, end, radius } => {
                let (start, end, radius) = (placed(*start), placed(*end), radius * scale);
                let corners = outline::capsule(start, end, radius);
                area(corners, Some((start, end, radius)))
            }
            _ => return None,
        };
        let (points, least) = match &placed {
            Self::Line { points, .. } => (points, 2),
            Self::Area { corners, .. } => (corners, 3),
        };
        let is_somewhere = points.len() >= least && points.iter().all(|point| point.is_finite());
        is_somewhere.then_some(placed)
    }

    /// The distance from a position to the drawn shape; negative inside.
    pub fn gap(&self, position: Vec2) -> f32 {
        match self {
            Self::Line { points, closed } => {
                outline::distance_to_line(points, *closed, position) - wall::HALF_WIDTH
            }
            Self::Area { corners, .. } => {
                let distance = outline::distance_to_line(corners, true, position);
                if outline::contains(corners, position) {
                    -distance
                } else {
                    distance
                }
            }
        }
    }

    /// A line around an area at distance `gap`, or the line of a wall itself; and whether the line
    /// is closed.
    pub fn contour(&self, gap: f32) -> (Vec<Vec2>, bool) {
        match self {
            Self::Line { points, closed } => (points.clone(), *closed),
            Self::Area { corners, .. } => (outline::inset(corners, -gap), true),
        }
    }
}

/// Draws an obstacle under `transform`; nothing if the shape is empty or not finite.
pub fn draw(look: Look, obstacle: &Obstacle, transform: &Transform) -> Drawing {
    let mut drawing = Drawing::default();
    if has_picture(look, obstacle) {
        return drawing;
    }
    let Some(placed) = Placed::of(obstacle, transform) else {
        return drawing;
    };
    let build = match look {
        Look::Built(build) => build,
        _ if matches!(obstacle.shape, ObstacleShape::Capsule { .. }) => Build::Leaves,
        _ => Build::Stone,
    };
    let is_box = matches!(obstacle.shape, ObstacleShape::Rectangle { .. });
    let mut noise = paint::Noise::of(&obstacle.shape);
    match placed {
        Placed::Line { points, closed } if obstacle.opaque => {
            wall::draw(&mut drawing, &points, closed, &mut noise);
        }
        Placed::Line { points, closed } => {
            fence::draw(&mut drawing, &points, closed, &mut noise);
        }
        Placed::Area { corners, axis } => match (build, axis) {
            (Build::Leaves, _) => hedge::draw(&mut drawing, &corners, &mut noise),
            (Build::Wood, Some(axis)) => trunk::draw(&mut drawing, &corners, axis, &mut noise),
            (Build::Lamp, _) if is_box => tomb::draw_post(&mut drawing, &corners, &mut noise),
            _ if is_box => tomb::draw(&mut drawing, &corners, &mut noise),
            _ => roof::draw(&mut drawing, &corners, &mut noise),
        },
    }
    drawing
}

#[cfg(test)]
mod tests;
