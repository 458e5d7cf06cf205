//! Drawing of obstacles: their edge, and the line at the clearance of a body.

use super::pen::{Pen, arc, arc_pieces, turn_between, turned};
use super::{DebugLayer, SteeringPainter};
use crate::space::MovementSpace;
use bevy::prelude::*;
use core::f32::consts::PI;
use horde_kernel::math::vector::{direction, left, right};
use horde_kernel::obstacles::edge::Edge;
use horde_kernel::obstacles::outline::Outline;

/// A point of a parallel may be nearer to the shape by this part of the parallel's distance.
const ON_PARALLEL: f32 = 1e-3;
/// Bisection steps that find where a parallel meets another part of the shape.
const HALVINGS: u32 = 12;
/// Smallest and largest number of pieces in which a straight parallel is tested.
const STRAIGHT_PIECES: (f32, f32) = (4.0, 64.0);

/// Draws the edge of an obstacle, and the line at `clearance` from it.
///
/// The edge is in [`DebugLayer::Obstacles`]. The second line is in
/// [`DebugLayer::InflatedObstacles`]. A body's center stays outside this line if `clearance` is the
/// body's radius and margin (world units). A clearance that is not above 0 draws no second line.
///
/// `level` is any position at the height (or z layer) at which to draw, such as the obstacle's own
/// translation. The shape is that of a [`PlacedObstacle`](crate::obstacle::PlacedObstacle), in
/// the plane.
pub fn draw_obstacle(
    painter: &mut (impl SteeringPainter + ?Sized),
    space: MovementSpace,
    level: Vec3,
    shape: &Outline,
    clearance: f32,
) {
    let mut pen = Pen {
        painter,
        space,
        level,
    };
    if pen.draws(DebugLayer::Obstacles) {
        draw_parallel(shape, 0.0, |points| {
            pen.polyline(DebugLayer::Obstacles, points);
        });
    }
    let is_wider = clearance > 0.0 && clearance.is_finite();
    if is_wider && pen.draws(DebugLayer::InflatedObstacles) {
        draw_parallel(shape, clearance, |points| {
            pen.polyline(DebugLayer::InflatedObstacles, points);
        });
    }
}

/// Draws the line at `distance` from the shape, piece by piece.
fn draw_parallel(shape: &Outline, distance: f32, mut draw: impl FnMut(&[Vec2])) {
    let reach = shape.radius() + distance;
    let edges = shape.edges();
    if let [edge] = edges {
        draw(&round_edge(edge, reach));
        return;
    }
    if reach <= 0.0 {
        for edge in edges {
            draw(&[edge.start, edge.end]);
        }
        return;
    }
    let parallel = Parallel {
        shape,
        nearest: distance - ON_PARALLEL * reach - shape.rounding(),
    };
    let after = |number: usize| {
        let next = &edges[(number + 1) % edges.len()];
        (edges[number].end == next.start).then_some(next)
    };
    for (number, edge) in edges.iter().enumerate() {
        let Some(along) = direction(edge.end - edge.start) else {
            continue;
        };
        let aside = right(along) * reach;
        parallel.draw_straight(edge, aside, reach, &mut draw);
        if !shape.is_filled() {
            parallel.draw_straight(edge, -aside, reach, &mut draw);
        }
        let next_along = after(number).map(|next| direction(next.end - next.start));
        match next_along {
            Some(next_along) => {
                let turn = next_along.map_or(0.0, |next| turn_between(along, next));
                if turn > 0.0 || !shape.is_filled() {
                    // Round the outer side of the corner.
                    parallel.draw_arc(edge.end, aside * turn.signum(), turn, &mut draw);
                }
            }
            None => parallel.draw_arc(edge.end, aside, PI, &mut draw),
        }
        let is_first = number == 0 && after(edges.len() - 1).is_none();
        if is_first {
            parallel.draw_arc(edge.start, -aside, PI, &mut draw);
        }
    }
}

/// Returns the closed line at `reach` from one edge: a circle round a point, else a capsule.
/// Without a reach it is the edge itself.
fn round_edge(edge: &Edge, reach: f32) -> Vec<Vec2> {
    let Some(along) = direction(edge.end - edge.start) else {
        return arc(edge.start, Vec2::new(reach, 0.0), 2.0 * PI);
    };
    if reach <= 0.0 {
        return vec![edge.start, edge.end];
    }
    let aside = left(along) * reach;
    let mut points = arc(edge.end, -aside, PI);
    points.extend(arc(edge.start, aside, PI));
    points.push(points[0]);
    points
}

/// A filter for lines parallel to one part of a shape: points nearer to another part are not drawn.
struct Parallel<'a> {
    shape: &'a Outline,
    /// Points nearer to the shape than this are not drawn, world units.
    nearest: f32,
}

impl Parallel<'_> {
    fn draw_straight(&self, edge: &Edge, aside: Vec2, reach: f32, draw: impl FnMut(&[Vec2])) {
        let along = edge.end - edge.start;
        let (least, most) = STRAIGHT_PIECES;
        let pieces = (2.0 * along.length() / reach).ceil().clamp(least, most) as u32;
        let from = edge.start + aside;
        self.draw_free_parts(|part| from + along * part, pieces, draw);
    }

    fn draw_arc(&self, center: Vec2, start: Vec2, angle: f32, draw: impl FnMut(&[Vec2])) {
        if angle != 0.0 {
            let place = |part: f32| center + turned(start, angle * part);
            self.draw_free_parts(place, arc_pieces(angle), draw);
        }
    }

    /// Draws the parts of the curve `place` (from 0 to 1) that are not too near to the shape.
    fn draw_free_parts(
        &self,
        place: impl Fn(f32) -> Vec2,
        pieces: u32,
        mut draw: impl FnMut(&[Vec2]),
    ) {
        let is_free = |part: f32| self.shape.signed_distance(place(part)) >= self.nearest;
        let mut points = Vec::new();
        let mut before: Option<(f32, bool)> = None;
        for piece in 0..=pieces {
            let part = piece as f32 / pieces as f32;
            let free = is_free(part);
            if let Some((last, was_free)) = before
                && free != was_free
            {
                let (mut free_end, mut other_end) = if free { (part, last) } else { (last, part) };
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (free_end + other_end);
                    if is_free(middle) {
                        free_end = middle;
                    } else {
                        other_end = middle;
                    }
                }
                points.push(place(free_end));
            }
            if free {
                points.push(place(part));
            } else {
                draw(&points);
                points.clear();
            }
            before = Some((part, free));
        }
        draw(&points);
    }
}
