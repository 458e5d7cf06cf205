//! Obstacles as flat pieces of colour, the lowest first: what the window and the picture without one both draw.
//!
//! Round things with a picture of their own (tombs, trees, wells) are not drawn here.

mod brush;
mod fence;
mod hedge;
mod outline;
mod roof;
mod slab;
mod trunk;
mod wall;

use crate::scene::{Build, Look};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// A flat piece of one colour, in world units.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The corners, in order.
    pub points: Vec<Vec2>,
    /// Red, green, blue, opacity.
    pub color: [u8; 4],
    /// How it lies on them.
    pub manner: Manner,
}

/// How a piece lies on its points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Manner {
    /// The inside of the outline.
    Fill,
    /// Along the points, so wide, with round ends and corners.
    Line(f32),
    /// The same, and from the last point to the first.
    Loop(f32),
}

/// A lantern's light.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Light {
    /// Where the flame is.
    pub place: Vec2,
    /// How far it shines, world units.
    pub reach: f32,
}

/// How an obstacle is drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// What lies below the agents.
    pub low: Vec<Piece>,
    /// What stands above them.
    pub tall: Vec<Piece>,
    /// The lights on it.
    pub lights: Vec<Light>,
}

/// Whether an obstacle has a picture of its own, and nothing is to be drawn here.
pub fn has_picture(look: Look, obstacle: &Obstacle) -> bool {
    matches!(
        (look, &obstacle.shape),
        (Look::Tomb(_), ObstacleShape::Circle { .. })
    )
}

/// A shape where it stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Placed {
    /// A wall along points.
    Line {
        /// The points, none like the one before it.
        points: Vec<Vec2>,
        /// Whether the last one joins the first.
        closed: bool,
    },
    /// Something with an inside.
    Area {
        /// The corners, counterclockwise.
        corners: Vec<Vec2>,
        /// The ends of a capsule's axis, and its radius.
        axis: Option<(Vec2, Vec2, f32)>,
    },
}

impl Placed {
    /// The shape of an obstacle where `transform` puts it; `None` where that is nowhere.
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

    /// How far a place is from what is drawn there; negative inside.
    pub fn gap(&self, place: Vec2) -> f32 {
        match self {
            Self::Line { points, closed } => {
                outline::distance_to_line(points, *closed, place) - wall::HALF_WIDTH
            }
            Self::Area { corners, .. } => {
                let distance = outline::distance_to_line(corners, true, place);
                if outline::contains(corners, place) {
                    -distance
                } else {
                    distance
                }
            }
        }
    }

    /// The corners of a line round it, `gap` away, or along it where it is a wall; and whether that line closes.
    pub fn contour(&self, gap: f32) -> (Vec<Vec2>, bool) {
        match self {
            Self::Line { points, closed } => (points.clone(), *closed),
            Self::Area { corners, .. } => (outline::inset(corners, -gap), true),
        }
    }
}

/// Draws an obstacle where `transform` puts it; nothing where that is nowhere.
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
    let mut grain = brush::Grain::of(&obstacle.shape);
    match placed {
        Placed::Line { points, closed } if obstacle.opaque => {
            wall::draw(&mut drawing, &points, closed, &mut grain);
        }
        Placed::Line { points, closed } => {
            fence::draw(&mut drawing, &points, closed, &mut grain);
        }
        Placed::Area { corners, axis } => match (build, axis) {
            (Build::Leaves, _) => hedge::draw(&mut drawing, &corners, &mut grain),
            (Build::Wood, Some(axis)) => trunk::draw(&mut drawing, &corners, axis, &mut grain),
            (Build::Lamp, _) if is_box => slab::draw_post(&mut drawing, &corners, &mut grain),
            _ if is_box => slab::draw(&mut drawing, &corners, &mut grain),
            _ => roof::draw(&mut drawing, &corners, &mut grain),
        },
    }
    drawing
}

#[cfg(test)]
mod tests;
