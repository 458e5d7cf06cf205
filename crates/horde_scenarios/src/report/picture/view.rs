//! Which part of the world a picture shows, and how large: the same scale along both axes.

use bevy::math::{Rect, Vec2};
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::io;

/// Units of the drawing in a pixel of the picture: the drawing library knows whole units only.
pub(super) const FINENESS: u32 = 4;

/// Width of a picture, pixels.
const WIDTH: u32 = 860;

/// Least and largest height of the part with the axes, pixels.
const HEIGHTS: [f32; 2] = [140.0, 760.0];

/// Room for the numbers beside the axes, pixels: left and below.
const LABELS: [u32; 2] = [56, 26];

/// Room at the right end and at the top, pixels.
const MARGIN: u32 = 14;

/// Free room round what is shown, as a part of its larger side.
const FREE_PART: f32 = 0.03;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
pub(super) type DrawingError = DrawingAreaErrorKind<io::Error>;

/// A part of the world and its picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    shown: Rect,
    /// Height of the part with the axes, pixels.
    height: u32,
    /// Drawing units in a metre.
    pub(super) scale: f32,
}

impl View {
    /// Shows a part of the world, and beside it what the shape of the picture makes room for.
    pub(super) fn around(world: &Rect) -> Self {
        let free = (FREE_PART * world.size().max_element()).max(0.5);
        let world = world.inflate(free);
        let width = (WIDTH - LABELS[0] - MARGIN) as f32;
        let height = (width * world.height() / world.width())
            .clamp(HEIGHTS[0], HEIGHTS[1])
            .round();
        let pixels_in_a_metre = (width / world.width()).min(height / world.height());
        let shown =
            Rect::from_center_size(world.center(), Vec2::new(width, height) / pixels_in_a_metre);
        Self {
            shown,
            height: height as u32,
            scale: pixels_in_a_metre * FINENESS as f32,
        }
    }

    /// Size of the drawing, in its units.
    pub(super) fn canvas(&self, title_height: u32) -> (u32, u32) {
        (
            WIDTH * FINENESS,
            (title_height + self.height + LABELS[1] + MARGIN) * FINENESS,
        )
    }

    /// The axes.
    pub(super) fn chart<'a, 'b>(&self, area: &'a Area<'b>) -> Result<Chart<'a, 'b>, DrawingError> {
        let (least, most) = (self.shown.min.as_dvec2(), self.shown.max.as_dvec2());
        ChartBuilder::on(area)
            .set_label_area_size(LabelAreaPosition::Left, LABELS[0] * FINENESS)
            .set_label_area_size(LabelAreaPosition::Bottom, LABELS[1] * FINENESS)
            .margin_right(MARGIN * FINENESS)
            .margin_top(MARGIN * FINENESS)
            .build_cartesian_2d(least.x..most.x, least.y..most.y)
    }

    /// The same drawing in a picture of its size in pixels.
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
    fn both_axes_have_the_same_scale_and_all_is_shown() {
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
