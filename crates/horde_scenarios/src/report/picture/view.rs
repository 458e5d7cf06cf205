//! The part of the world in a picture, and its scale: the same along both axes.

use bevy::math::{Rect, Vec2};
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::io;

/// Drawing units per pixel: the drawing library has whole units only.
pub(super) const FINENESS: u32 = 4;

/// Width of a picture, pixels.
const WIDTH: u32 = 860;

/// Smallest and largest height of the plot area, pixels.
const HEIGHTS: [f32; 2] = [140.0, 760.0];

/// Space for the axis labels, pixels: left and below.
const LABELS: [u32; 2] = [56, 26];

/// Space at the right and at the top, pixels.
const MARGIN: u32 = 14;

/// Free space around the content, relative to its larger side.
const FREE_PART: f32 = 0.03;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
pub(super) type DrawingError = DrawingAreaErrorKind<io::Error>;

/// A part of the world and its scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    shown: Rect,
    /// Height of the plot area, pixels.
    height: u32,
    /// Drawing units per meter.
    pub(super) scale: f32,
}

impl View {
    /// Shows a part of the world, extended to the shape of the picture.
    pub(super) fn around(world: &Rect) -> Self {
        let free = (FREE_PART * world.size().max_element()).max(0.5);
        let world = world.inflate(free);
        let width = (WIDTH - LABELS[0] - MARGIN) as f32;
        let height = (width * world.height() / world.width())
            .clamp(HEIGHTS[0], HEIGHTS[1])
            .round();
        let pixels_in_a_meter = (width / world.width()).min(height / world.height());
        let shown =
            Rect::from_center_size(world.center(), Vec2::new(width, height) / pixels_in_a_meter);
        Self {
            shown,
            height: height as u32,
            scale: pixels_in_a_meter * FINENESS as f32,
        }
    }

    /// Size of the drawing, in drawing units.
    pub(super) fn canvas(&self, title_height: u32) -> (u32, u32) {
        (
            WIDTH * FINENESS,
            (title_height + self.height + LABELS[1] + MARGIN) * FINENESS,
        )
    }

    /// The chart with its axes, in meters.
    pub(super) fn chart<'a, 'b>(&self, area: &'a Area<'b>) -> Result<Chart<'a, 'b>, DrawingError> {
        let (least, most) = (self.shown.min.as_dvec2(), self.shown.max.as_dvec2());
        ChartBuilder::on(area)
            .set_label_area_size(LabelAreaPosition::Left, LABELS[0] * FINENESS)
            .set_label_area_size(LabelAreaPosition::Bottom, LABELS[1] * FINENESS)
            .margin_right(MARGIN * FINENESS)
            .margin_top(MARGIN * FINENESS)
            .build_cartesian_2d(least.x..most.x, least.y..most.y)
    }

    /// Scales the drawing to its size in pixels.
    pub(super) fn shrink(&self, svg: &str) -> String {
        let (width, height) = self.canvas(super::TITLE_HEIGHT);
        let large = format!("<svg width=\"{width}\" height=\"{height}\"");
        let small = format!(
            "<svg width=\"{}\" height=\"{}\"",
            width / FINENESS,
            height / FINENESS
        );
        svg.replacen(&large, &small, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{FINENESS, View};
    use bevy::math::Rect;

    #[test]
    fn both_axes_have_the_same_scale_and_everything_is_visible() {
        for (width, height) in [(10.0, 10.0), (50.0, 2.0), (2.0, 90.0), (0.0, 0.0)] {
            let world = Rect::new(-1.0, 3.0, width - 1.0, height + 3.0);
            let view = View::around(&world);
            assert!(view.shown.contains(world.min) && view.shown.contains(world.max));
            let across =
                (super::WIDTH - super::LABELS[0] - super::MARGIN) as f32 / view.shown.width();
            let down = view.height as f32 / view.shown.height();
            assert!((across / down - 1.0).abs() < 1e-3, "{view:?}");
            assert!((view.scale / across / FINENESS as f32 - 1.0).abs() < 1e-3);
        }
    }
}
