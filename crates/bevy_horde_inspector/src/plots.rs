//! Plots over time, of the inspected agent and of the crowd.

use crate::histories::{AgentHistory, CrowdHistory};
use bevy::prelude::*;
use bevy_egui::egui;
use egui_plot::{Corner, Legend, Line, Plot, PlotPoints};

const PLOT_HEIGHT: f32 = 90.0;
/// Height of the plot of forces, which has a long legend.
const FORCES_HEIGHT: f32 = 150.0;

/// A line of a plot: its name, and a number for each tick.
type Series = (String, Vec<f64>);

/// The colors of the crowd's lines, by name. Bodies touch in every crowd, so that is no alarm.
const COLORS: [(&str, egui::Color32); 3] = [
    ("touching", egui::Color32::from_rgb(120, 150, 175)),
    ("stuck", egui::Color32::from_rgb(235, 180, 70)),
    ("squeezed", egui::Color32::from_rgb(230, 90, 80)),
];

/// The speed of the inspected agent and its force by behavior, over the last ticks.
pub fn agent_plots(ui: &mut egui::Ui, history: &AgentHistory) {
    if history.samples().len() == 0 {
        ui.weak("The plots fill with the next ticks.");
        return;
    }
    let speeds = history.samples().map(|sample| sample.speed.into());
    let speeds = vec![("speed".into(), speeds.collect())];
    plot(ui, "speed", "u/s", PLOT_HEIGHT, speeds);
    plot(ui, "forces", "force", FORCES_HEIGHT, force_series(history));
}

/// The touching and the squeezed bodies, and the stuck agents, over the last ticks.
///
/// Touching bodies overlapped by any depth after they moved, and were moved apart in the same tick.
pub fn crowd_plots(ui: &mut egui::Ui, history: &CrowdHistory) {
    let samples = || history.samples();
    let mut series: Vec<Series> = Vec::new();
    if samples().any(|sample| sample.overlaps.is_some()) {
        let overlaps = samples().map(|sample| sample.overlaps.unwrap_or_default());
        series.push(("touching".into(), overlaps.collect()));
    }
    if samples().any(|sample| sample.squeezed.is_some_and(|count| count > 0.0)) {
        let squeezed = samples().map(|sample| sample.squeezed.unwrap_or_default());
        series.push(("squeezed".into(), squeezed.collect()));
    }
    if samples().any(|sample| sample.stuck.is_some()) {
        let stuck = samples().map(|sample| sample.stuck.unwrap_or_default() as f64);
        series.push(("stuck".into(), stuck.collect()));
    } else {
        ui.weak("Stuck agents are counted for agents with Journey.");
    }
    if !series.is_empty() {
        plot(ui, "crowd", "agents", PLOT_HEIGHT, series);
    }
}

/// The force of each behavior; 0 in ticks in which it added none.
pub(crate) fn force_series(history: &AgentHistory) -> Vec<Series> {
    let of = |name: &'static str| {
        let forces = history.samples().map(|sample| {
            let mut forces = sample.forces.iter();
            forces
                .find(|(other, _)| *other == name)
                .map_or(0.0, |(_, force)| (*force).into())
        });
        (name.to_owned(), forces.collect())
    };
    history.behaviors().into_iter().map(of).collect()
}

fn plot(ui: &mut egui::Ui, id: &str, label: &str, height: f32, series: Vec<Series>) {
    Plot::new(id)
        .height(height)
        .legend(Legend::default().position(Corner::LeftTop))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .include_y(0.0)
        .y_axis_label(label)
        .show(ui, |plot| {
            for (name, numbers) in series {
                let count = numbers.len() as f64;
                let points = numbers.into_iter().enumerate();
                let points = points.map(|(tick, number)| [tick as f64 - count, number]);
                let color = COLORS.iter().find(|(of, _)| *of == name);
                let mut line = Line::new(name, points.collect::<PlotPoints<'_>>());
                if let Some((_, color)) = color {
                    line = line.color(*color);
                }
                plot.line(line);
            }
        });
}
