//! The stage times of the last ticks, and their plot.

use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::diagnostics::StageTimes;
use core::time::Duration;
use egui_plot::{Corner, FilledArea, Legend, Line, Plot, PlotPoints};
use std::collections::VecDeque;

/// Number of recorded ticks.
const TICKS: usize = 300;
const PLOT_HEIGHT: f32 = 120.0;
const STAGES: [(&str, egui::Color32); 4] = [
    ("perceive", egui::Color32::from_rgb(86, 180, 233)),
    ("behave", egui::Color32::from_rgb(230, 159, 0)),
    ("arbitrate", egui::Color32::from_rgb(0, 158, 115)),
    ("locomote", egui::Color32::from_rgb(204, 121, 167)),
];

/// The stage times of the last 300 ticks.
///
/// Filled from [`StageTimes`], which requires
/// [`SteeringDiagnosticsPlugin`](bevy_horde::diagnostics::SteeringDiagnosticsPlugin).
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct StageHistory {
    /// Milliseconds of perceive, behave, arbitrate and locomote, the oldest tick first.
    ticks: VecDeque<[f64; 4]>,
    last_tick: u64,
}

impl StageHistory {
    /// Adds a tick and drops the oldest if there are too many. A tick that was already added is
    /// ignored.
    pub fn record(&mut self, times: &StageTimes) {
        if times.ticks == self.last_tick {
            return;
        }
        self.last_tick = times.ticks;
        if self.ticks.len() == TICKS {
            self.ticks.pop_front();
        }
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        self.ticks.push_back([
            milliseconds(times.perceive),
            milliseconds(times.behave),
            milliseconds(times.arbitrate),
            milliseconds(times.locomote),
        ]);
    }

    /// The number of recorded ticks.
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    /// Whether no tick is recorded.
    pub fn is_empty(&self) -> bool {
        self.ticks.is_empty()
    }

    /// Mean times of perceive, behave, arbitrate and locomote, milliseconds; 0 without ticks.
    pub fn mean_stages(&self) -> [f64; 4] {
        let count = self.ticks.len().max(1) as f64;
        core::array::from_fn(|stage| self.ticks.iter().map(|tick| tick[stage]).sum::<f64>() / count)
    }

    /// Mean time of a whole tick, milliseconds; 0 without ticks.
    pub fn mean_tick(&self) -> f64 {
        self.mean_stages().iter().sum()
    }
}

pub(crate) fn record_stages(times: Option<Res<StageTimes>>, mut history: ResMut<StageHistory>) {
    if let Some(times) = times {
        history.record(&times);
    }
}

/// The stage times of the last ticks, stacked, in milliseconds.
pub fn stage_times_plot(ui: &mut egui::Ui, history: &StageHistory) {
    if history.is_empty() {
        ui.weak("Stages are not measured: add SteeringDiagnosticsPlugin.");
        return;
    }
    let ticks = history.len();
    let ticks_ago: Vec<f64> = (0..ticks).map(|tick| tick as f64 - ticks as f64).collect();
    let mut base = vec![0.0; ticks];
    Plot::new("stage times")
        .height(PLOT_HEIGHT)
        .legend(Legend::default().position(Corner::LeftTop))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .include_y(0.0)
        .y_axis_label("ms")
        .show(ui, |plot| {
            for (stage, (name, color)) in STAGES.into_iter().enumerate() {
                let top: Vec<f64> = base
                    .iter()
                    .zip(&history.ticks)
                    .map(|(base, tick)| base + tick[stage])
                    .collect();
                let edge: Vec<[f64; 2]> = ticks_ago
                    .iter()
                    .zip(&top)
                    .map(|(&index, &time)| [index, time])
                    .collect();
                plot.add(
                    // Without a name: the legend shows the line, and would mix the colors of items
                    // with the same name.
                    FilledArea::new("", &ticks_ago, &base, &top)
                        .fill_color(color.gamma_multiply(0.5)),
                );
                plot.add(Line::new(name, PlotPoints::from(edge)).color(color));
                base = top;
            }
        });
}
