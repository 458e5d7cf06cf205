//! Drawing of orders: paths, flow fields, and the events of journeys.

use super::pen::{Pen, arc, turn_between};
use super::{DebugLayer, SteeringPainter};
use crate::behaviors::Path;
use crate::flow_field::{FlowField, FlowFieldState};
use crate::space::MovementSpace;
use bevy::math::ops;
use bevy::prelude::*;
use core::f32::consts::FRAC_PI_2;
use horde_kernel::math::vector::{direction, left};

/// The length of the arrows of a field, as a part of the distance between them.
const ARROW: f32 = 0.7;
/// The most arrows of a field.
const MOST_ARROWS: f32 = 6_000.0;
/// The radius of the mark of an event, body radii.
const MARK: f32 = 1.6;

/// Draws the line of a path, and the two edges of its corridor, in [`DebugLayer::Paths`].
///
/// `level` is any position at the height (or z layer) at which to draw.
pub fn draw_path(
    painter: &mut (impl SteeringPainter + ?Sized),
    space: MovementSpace,
    level: Vec3,
    path: &Path,
) {
    let mut pen = Pen {
        painter,
        space,
        level,
    };
    if !pen.draws(DebugLayer::Paths) {
        return;
    }
    let mut points = path.points.clone();
    points.extend(path.points.first().filter(|_| path.closed));
    pen.polyline(DebugLayer::Paths, &points);
    let half_width = 0.5 * path.width;
    if half_width > 0.0 {
        draw_corridor(&mut pen, &points, half_width, path.closed);
    }
}

/// Draws the edges beside each segment, and an arc on the outer side of each corner.
fn draw_corridor(
    pen: &mut Pen<impl SteeringPainter + ?Sized>,
    points: &[Vec2],
    half_width: f32,
    closed: bool,
) {
    let segments: Vec<_> = points
        .windows(2)
        .filter_map(|ends| Some((ends[0], ends[1], direction(ends[1] - ends[0])?)))
        .collect();
    for (from, to, along) in &segments {
        for side in [left(*along), -left(*along)] {
            let offset = side * half_width;
            pen.line(DebugLayer::Paths, *from + offset, *to + offset);
        }
    }
    let round = segments.first().filter(|_| closed).copied();
    let following = segments.iter().skip(1).copied().chain(round);
    for ((_, corner, before), (_, _, after)) in segments.iter().zip(following) {
        let turn = turn_between(*before, after);
        let outside = -turn.signum() * half_width * left(*before);
        pen.polyline(DebugLayer::Paths, &arc(*corner, outside, turn));
    }
}

/// Draws arrows along the ways of a flow field for bodies of the field's first size, in
/// [`DebugLayer::FlowFields`].
///
/// Arrows are `spacing` world units apart, 0 and up. They are never nearer than cells, and farther
/// apart where there would be more than 6 000 arrows. There is no arrow where no way leads to a
/// goal. `level` is as for [`draw_path`].
pub fn draw_flow_field(
    painter: &mut (impl SteeringPainter + ?Sized),
    space: MovementSpace,
    level: Vec3,
    field: &FlowField,
    state: &FlowFieldState,
    spacing: f32,
) {
    let mut pen = Pen {
        painter,
        space,
        level,
    };
    let size = field.area.size();
    let fewest = ops::sqrt(size.x * size.y / MOST_ARROWS);
    let spacing = spacing.max(field.cell_size).max(fewest);
    let counts = (size / spacing).floor();
    let radius = field.body_radii.first().copied().unwrap_or_default();
    if !pen.draws(DebugLayer::FlowFields) || !counts.is_finite() {
        return;
    }
    let corner = field.area.center() - 0.5 * spacing * (counts - 1.0);
    for row in 0..counts.y as u32 {
        for column in 0..counts.x as u32 {
            let middle = corner + spacing * vec2(column as f32, row as f32);
            if let Some(way) = state.direction(middle, radius) {
                let arrow = way * (ARROW * spacing);
                pen.arrow(DebugLayer::FlowFields, middle - 0.5 * arrow, arrow);
            }
        }
    }
}

/// The kinds of events of a [`Journey`](crate::behaviors::Journey), for [`draw_event`].
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum JourneyMark {
    /// [`Arrived`](crate::behaviors::Arrived): a ring.
    Arrived,
    /// [`HasSettled`](crate::behaviors::HasSettled): a square.
    HasSettled,
    /// [`Stuck`](crate::behaviors::Stuck): a cross.
    Stuck,
    /// [`Unreachable`](crate::behaviors::Unreachable): a ring with a cross in it.
    Unreachable,
}

/// Draws the mark of an event round an agent, in [`DebugLayer::Events`].
///
/// `scale` is the size of the mark, 0 and up; at 1 its radius is 1.6 body radii. A mark that grows
/// and then ends shows when the event came.
pub fn draw_event(
    painter: &mut (impl SteeringPainter + ?Sized),
    space: MovementSpace,
    position: Vec3,
    body_radius: f32,
    mark: JourneyMark,
    scale: f32,
) {
    let mut pen = Pen {
        painter,
        space,
        level: position,
    };
    let (place, radius) = (space.to_plane(position), MARK * scale * body_radius);
    let corner = |number: u32| {
        let (sine, cosine) = ops::sin_cos(FRAC_PI_2 * (number as f32 + 0.5));
        place + radius * vec2(cosine, sine)
    };
    if matches!(mark, JourneyMark::Arrived | JourneyMark::Unreachable) {
        pen.circle(DebugLayer::Events, place, radius);
    }
    if mark == JourneyMark::HasSettled {
        let corners = [0, 1, 2, 3, 0].map(corner);
        pen.polyline(DebugLayer::Events, &corners);
    }
    if matches!(mark, JourneyMark::Stuck | JourneyMark::Unreachable) {
        pen.line(DebugLayer::Events, corner(0), corner(2));
        pen.line(DebugLayer::Events, corner(1), corner(3));
    }
}
