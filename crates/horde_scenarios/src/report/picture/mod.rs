//! The trajectories of a run as an SVG picture.

mod colors;
mod layers;
mod simplify;
mod view;

use super::scenario_report::ScenarioReport;
use crate::command::console::printable;
use crate::metrics::Measures;
use colors::{FAINT, TEXT};
use layers::Layers;
use plotters::prelude::*;
use std::error::Error;
use view::{FINENESS, View};

/// Height of the text above the picture, pixels.
const TITLE_HEIGHT: u32 = 52;

/// Draws the report's standard run: barriers, trails and bodies. Trails are colored by group or, in
/// a single group, by direction. Circles show the bodies at the starts, and crosses the goals. If
/// the picture shows only the end of the run, circles show the bodies at the end.
///
/// # Errors
///
/// If the report has no run. Drawing into memory does not fail.
pub fn picture(report: &ScenarioReport) -> Result<String, Box<dyn Error>> {
    let Some(run) = report.standard_run() else {
        return Err("there is no run to draw".into());
    };
    let layers = Layers::new(report, &run.measures);
    let view = View::around(&layers.bounds());
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, view.canvas(TITLE_HEIGHT)).into_drawing_area();
        root.fill(&WHITE)?;
        let (head, body) = root.split_vertically(TITLE_HEIGHT * FINENESS);
        let fine = FINENESS as i32;
        let words = |size: u32| ("sans-serif", size * FINENESS).into_font().color(&TEXT);
        head.draw(&Text::new(
            report.title.clone(),
            (14 * fine, 10 * fine),
            words(20),
        ))?;
        head.draw(&Text::new(
            subtitle(&run.measures, &layers),
            (14 * fine, 33 * fine),
            words(14),
        ))?;
        let mut chart = view.chart(&body)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT.stroke_width(FINENESS))
            .axis_style(FAINT.stroke_width(FINENESS))
            .x_labels(10)
            .y_labels(8)
            .x_label_formatter(&|meters| format!("{meters} m"))
            .y_label_formatter(&|meters| format!("{meters} m"))
            .label_style(words(13))
            .set_all_tick_mark_size(3 * FINENESS)
            .draw()?;
        layers.draw(&mut chart, &view)?;
        root.present()?;
    }
    // XML forbids control characters.
    Ok(printable(&view.shrink(&svg)).into_owned())
}

fn subtitle(measures: &Measures, layers: &Layers) -> String {
    let agents = match measures.agents {
        1 => "one agent".to_owned(),
        agents => format!("{agents} agents"),
    };
    let arrivals = &measures.arrivals;
    let end = match arrivals.last {
        _ if arrivals.expected == 0 => format!("{:.0} s", measures.duration),
        Some(last) if arrivals.arrived == arrivals.expected => {
            format!("the last arrives after {last:.1} s")
        }
        _ => format!(
            "{} of {} arrive in {:.0} s",
            arrivals.arrived, arrivals.expected, measures.duration
        ),
    };
    match layers.shown_seconds() {
        Some(seconds) => format!("{agents}, {end}, of which the last {seconds:.0} s are drawn"),
        None => format!("{agents}, {end}"),
    }
}

#[cfg(test)]
mod tests;
