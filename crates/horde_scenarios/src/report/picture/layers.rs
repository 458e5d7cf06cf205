//! The layers of a picture, from bottom to top.

use super::colors::{BARRIER, of_direction, of_group};
use super::simplify::simplify;
use super::view::{Chart, DrawingError, FINENESS, View};
use crate::barrier::Barrier;
use crate::frame::Participant;
use crate::metrics::{Measures, Trail, TrailPoint};
use crate::report::ScenarioReport;
use bevy::math::{Rect, Vec2};
use core::f32::consts::{PI, TAU};
use plotters::prelude::*;

/// The largest size of trails in the file, bytes.
const MAX_BYTES: usize = 200_000;

/// Approximate size of a trail's point, and of a line without its points, bytes.
const POINT_BYTES: usize = 10;
const LINE_BYTES: usize = 110;

/// Number of opacities of a fading trail.
const FADES: usize = 4;

/// The drawn parts of one agent.
struct Walk<'a> {
    participant: &'a Participant,
    trail: &'a Trail,
    color: RGBColor,
}

/// The content of a picture.
pub(super) struct Layers<'a> {
    barriers: &'a [Barrier],
    walks: Vec<Walk<'a>>,
    /// Length of the trails, seconds, if they show only the end of the run; else `None`.
    shown_seconds: Option<f64>,
    /// Time of the end of the run, seconds.
    end: f64,
}

impl<'a> Layers<'a> {
    pub(super) fn new(report: &'a ScenarioReport, measures: &'a Measures) -> Self {
        let participants = &report.participants;
        let is_one_group = participants
            .iter()
            .all(|participant| participant.group == participants[0].group);
        let color = |participant: &Participant, trail: &Trail| match heading(participant, trail) {
            Some(heading) if is_one_group => of_direction(heading),
            _ => of_group(participant.group),
        };
        let walks = participants.iter().zip(&measures.trails);
        let walks = walks.map(|(participant, trail)| Walk {
            participant,
            trail,
            color: color(participant, trail),
        });
        let first = measures
            .trails
            .iter()
            .filter_map(|trail| trail.points.first())
            .map(|point| point.time);
        let first = first.fold(measures.duration, f64::min);
        Self {
            barriers: &report.barriers,
            walks: walks.collect(),
            shown_seconds: (first > 0.0).then_some(measures.duration - first),
            end: measures.duration,
        }
    }

    /// Length of the shown end, seconds; `None` if all of the run is shown.
    pub(super) fn shown_seconds(&self) -> Option<f64> {
        self.shown_seconds
    }

    /// The bounding box of the content, meters.
    pub(super) fn bounds(&self) -> Rect {
        let barriers = self.barriers.iter().map(|barrier| {
            let (least, most) = barrier.bounds();
            Rect::from_corners(least.as_vec2(), most.as_vec2())
        });
        let walks = self.walks.iter().flat_map(|walk| {
            let room = Vec2::splat(2.0 * walk.participant.radius);
            let ends = core::iter::once(walk.participant.start)
                .chain(walk.participant.goals.iter().copied());
            let ends = ends.filter(|_| self.shown_seconds.is_none());
            let points = walk.trail.points.iter().map(|point| point.position);
            ends.chain(points)
                .map(move |center| Rect::from_center_size(center, room))
        });
        barriers
            .chain(walks)
            .reduce(|all, next| all.union(next))
            .unwrap_or(Rect::new(-1.0, -1.0, 1.0, 1.0))
    }

    pub(super) fn draw(&self, chart: &mut Chart, view: &View) -> Result<(), DrawingError> {
        self.draw_barriers(chart, view)?;
        self.draw_trails(chart, view)?;
        match self.shown_seconds {
            None => self.draw_ends(chart, view),
            Some(_) => self.draw_bodies(chart, view),
        }
    }

    fn draw_barriers(&self, chart: &mut Chart, view: &View) -> Result<(), DrawingError> {
        let fill = BARRIER.filled();
        for barrier in self.barriers {
            match barrier {
                Barrier::Circle { center, radius } => {
                    let radius = (radius * view.scale).round() as i32;
                    chart.draw_series([Circle::new(drawing_point(*center), radius, fill)])?;
                }
                Barrier::Polygon { .. } | Barrier::Rectangle { .. } => {
                    chart.draw_series([Polygon::new(corners(barrier), fill)])?;
                }
                Barrier::Capsule { from, to, radius } => {
                    chart.draw_series([Polygon::new(
                        drawing_points(&outline(*from, *to, *radius)),
                        fill,
                    )])?;
                }
                Barrier::Segment { .. } | Barrier::Polyline { .. } => {
                    let mut line = corners(barrier);
                    let is_closed = matches!(barrier, Barrier::Polyline { closed: true, .. });
                    line.extend(is_closed.then_some(line[0]));
                    chart.draw_series([PathElement::new(
                        line,
                        BARRIER.stroke_width(2 * FINENESS),
                    )])?;
                }
            }
        }
        Ok(())
    }

    fn draw_trails(&self, chart: &mut Chart, view: &View) -> Result<(), DrawingError> {
        let (thickness, strength) = self.stroke();
        let fades = match self.shown_seconds {
            Some(_) => (MAX_BYTES / (4 * LINE_BYTES) / self.walks.len().max(1)).clamp(1, FADES),
            None => 1,
        };
        let mut lines = Vec::new();
        for walk in &self.walks {
            for line in walk.trail.points.chunk_by(|_, next| !next.is_beginning) {
                for (strength_part, piece) in self.pieces(line, fades) {
                    lines.push((walk.color.mix(strength * strength_part), piece));
                }
            }
        }
        for (color, line) in shorten(lines, view) {
            chart.draw_series([PathElement::new(
                drawing_points(&line),
                color.stroke_width(thickness),
            )])?;
        }
        Ok(())
    }

    /// Splits a line into pieces that join, each with its opacity; the newest is the most opaque.
    fn pieces(&self, line: &[TrailPoint], fades: usize) -> Vec<(f64, Vec<Vec2>)> {
        let Some(shown) = self.shown_seconds else {
            return vec![(1.0, line.iter().map(|point| point.position).collect())];
        };
        let age = |point: &TrailPoint| {
            ((self.end - point.time) / shown * fades as f64)
                .floor()
                .min(fades as f64 - 1.0)
        };
        let mut pieces: Vec<(f64, Vec<Vec2>)> = Vec::new();
        for piece in line.chunk_by(|point, next| age(point) == age(next)) {
            let joint = pieces.last().and_then(|(_, before)| before.last().copied());
            let points = joint
                .into_iter()
                .chain(piece.iter().map(|point| point.position));
            pieces.push((1.0 - age(&piece[0]) / fades as f64, points.collect()));
        }
        pieces
    }

    /// Width, in drawing units, and opacity of the trails: few trails are bold, many are faint.
    fn stroke(&self) -> (u32, f64) {
        match self.walks.len() {
            0..=4 => (2 * FINENESS, 0.9),
            5..=40 => (3 * FINENESS / 2, 0.75),
            41..=120 => (FINENESS, 0.6),
            _ => (3 * FINENESS / 4, 0.5),
        }
    }

    /// Draws circles as large as the bodies at the starts, and crosses at the last goals.
    fn draw_ends(&self, chart: &mut Chart, view: &View) -> Result<(), DrawingError> {
        let size = if self.walks.len() > 40 { 3 } else { 5 } * FINENESS as i32;
        for walk in &self.walks {
            let dot = Circle::new(
                drawing_point(walk.participant.start),
                size_of(walk, view),
                walk.color.mix(0.55).filled(),
            );
            chart.draw_series([dot])?;
        }
        let goals = self
            .walks
            .iter()
            .filter_map(|walk| Some((walk.participant.goals.last()?, walk.color)));
        for (goal, color) in goals {
            let style = color.stroke_width(3 * FINENESS / 2);
            chart.draw_series([Cross::new(drawing_point(*goal), size, style)])?;
        }
        Ok(())
    }

    /// Draws the bodies at the end of the run.
    fn draw_bodies(&self, chart: &mut Chart, view: &View) -> Result<(), DrawingError> {
        for walk in self.walks.iter().filter(|walk| walk.trail.is_present) {
            if let Some(last) = walk.trail.points.last() {
                let body = Circle::new(
                    drawing_point(last.position),
                    size_of(walk, view),
                    walk.color.filled(),
                );
                chart.draw_series([body])?;
            }
        }
        Ok(())
    }
}

/// The direction from the start to the last goal; without a goal, the recent direction of motion.
fn heading(participant: &Participant, trail: &Trail) -> Option<Vec2> {
    let lately = || {
        let [.., before, last] = trail.points.as_slice() else {
            return None;
        };
        (!last.is_beginning).then_some(last.position - before.position)
    };
    let wanted = participant
        .goals
        .last()
        .map(|goal| *goal - participant.start);
    wanted
        .or_else(lately)
        .filter(|heading| *heading != Vec2::ZERO)
}

/// Radius of a body in drawing units, large enough to be visible.
fn size_of(walk: &Walk, view: &View) -> i32 {
    (walk.participant.radius * view.scale)
        .max(1.5 * FINENESS as f32)
        .round() as i32
}

fn drawing_point(point: Vec2) -> (f64, f64) {
    (point.x.into(), point.y.into())
}

fn drawing_points(points: &[Vec2]) -> Vec<(f64, f64)> {
    points.iter().copied().map(drawing_point).collect()
}

fn corners(barrier: &Barrier) -> Vec<(f64, f64)> {
    barrier.positions().into_iter().map(Into::into).collect()
}

/// The outline of a capsule.
fn outline(from: Vec2, to: Vec2, radius: f32) -> Vec<Vec2> {
    const STEPS: u32 = 24;
    let along = (to - from).to_angle();
    let round = |center: Vec2, begin: f32| {
        (0..=STEPS).map(move |step| {
            center + radius * Vec2::from_angle(begin + PI * step as f32 / STEPS as f32)
        })
    };
    round(to, along - TAU / 4.0)
        .chain(round(from, along + TAU / 4.0))
        .collect()
}

/// The same lines with as many points as fit into the file.
fn shorten(lines: Vec<(RGBAColor, Vec<Vec2>)>, view: &View) -> Vec<(RGBAColor, Vec<Vec2>)> {
    let most = MAX_BYTES.saturating_sub(lines.len() * LINE_BYTES) / POINT_BYTES;
    // The tolerance grows from a quarter of a pixel to about a hundred pixels at most.
    let mut tolerance = 0.25 * FINENESS as f32 / view.scale;
    let coarsest = 400.0 * tolerance;
    loop {
        let short = lines
            .iter()
            .map(|(color, line)| (*color, simplify(line, tolerance)));
        let short: Vec<_> = short.filter(|(_, line)| line.len() > 1).collect();
        if short.iter().map(|(_, line)| line.len()).sum::<usize>() <= most || tolerance > coarsest {
            return short;
        }
        tolerance *= 1.5;
    }
}
