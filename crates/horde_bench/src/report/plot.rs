//! Plots of sweeps as SVG.

use super::curve::{Curve, curves_of};
use super::number::grouped;
use crate::table::{Filled, Sweep};
use plotters::prelude::*;
use std::error::Error;

/// Size of a plot, pixels.
const SIZE: (u32, u32) = (760, 420);
/// Colors that color-blind readers can tell apart (after Okabe and Ito).
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
];
/// Color of axes and text.
const TEXT: RGBColor = RGBColor(45, 50, 58);
/// Color of grid lines.
const FAINT: RGBColor = RGBColor(226, 229, 233);
/// Position of 0 on a logarithmic axis, relative to the smallest value above 0.
const ZERO_PART: f64 = 0.25;

/// A plot.
pub struct Picture {
    /// The sweep that the plot shows.
    pub sweep: Sweep,
    /// The drawing, as SVG text.
    pub svg: String,
}

impl Picture {
    /// Its file name.
    pub fn name(&self) -> String {
        format!("{}.svg", self.sweep.prefix())
    }
}

/// The plots of all sweeps with more than one point.
///
/// # Errors
///
/// None in practice: drawing into memory does not fail.
pub fn pictures(rows: &[Filled]) -> Result<Vec<Picture>, Box<dyn Error>> {
    let mut pictures = Vec::new();
    for sweep in Sweep::ALL {
        let curves = curves_of(rows, sweep);
        if curves.iter().any(|curve| curve.points.len() > 1) {
            let svg = draw(&curves, sweep)?;
            pictures.push(Picture { sweep, svg });
        }
    }
    Ok(pictures)
}

fn draw(curves: &[Curve], sweep: Sweep) -> Result<String, Box<dyn Error>> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let least_above_zero = points()
        .map(|(point, _)| *point)
        .filter(|point| *point > 0)
        .min()
        .unwrap_or(1) as f64;
    let coordinate = move |point: usize| match point {
        0 => least_above_zero * ZERO_PART,
        _ => point as f64,
    };
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    };
    let across = bounds(&mut points().map(|(point, _)| coordinate(*point)));
    let up = bounds(&mut points().map(|(_, value)| *value));
    let mut coordinates: Vec<f64> = points().map(|(point, _)| coordinate(*point)).collect();
    coordinates.sort_by(f64::total_cmp);
    coordinates.dedup();

    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let text_style = |size: u32| ("sans-serif", size).into_font().color(&TEXT);
        let mut chart = ChartBuilder::on(&root)
            .caption(sweep.title(), text_style(18))
            .margin(12)
            .set_label_area_size(LabelAreaPosition::Left, 58)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(
                (across.0 * 0.9..across.1 * 1.1)
                    .log_scale()
                    .with_key_points(coordinates),
                (up.0 * 0.7..up.1 * 1.4)
                    .log_scale()
                    .with_key_points(round_numbers(up.0 * 0.7, up.1 * 1.4)),
            )?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(FAINT)
            .x_desc(sweep.axis())
            .y_desc("ns per agent and tick")
            .x_label_formatter(&|value| match *value < least_above_zero {
                true => "0".into(),
                false => grouped(*value),
            })
            .y_label_formatter(&|value| grouped(*value))
            .label_style(text_style(13))
            .draw()?;
        for (number, curve) in curves.iter().enumerate() {
            let color = COLORS[number % COLORS.len()];
            let points: Vec<(f64, f64)> = curve
                .points
                .iter()
                .map(|(point, value)| (coordinate(*point), *value))
                .collect();
            chart
                .draw_series(LineSeries::new(points, color.stroke_width(2)).point_size(3))?
                .label(curve.name.clone())
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2))
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(FAINT)
            .label_font(text_style(13))
            .draw()?;
        root.present()?;
    }
    Ok(svg)
}

/// The round numbers (1, 2 and 5 times a power of ten) from 1 up in a range.
fn round_numbers(low: f64, high: f64) -> Vec<f64> {
    let mut numbers = Vec::new();
    let mut power = 1.0;
    while power <= high {
        let some = [1.0, 2.0, 5.0].map(|digit| digit * power);
        numbers.extend(some.iter().filter(|number| (low..=high).contains(*number)));
        power *= 10.0;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::round_numbers;

    #[test]
    fn round_numbers_lie_between() {
        assert_eq!(round_numbers(3.0, 120.0), [5.0, 10.0, 20.0, 50.0, 100.0]);
        assert!(round_numbers(60.0, 90.0).is_empty());
        assert_eq!(round_numbers(0.1, 2.0), [1.0, 2.0]);
    }
}
