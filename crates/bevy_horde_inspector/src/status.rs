//! One line of numbers.

use crate::stage_history::StageHistory;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::agent::SteeringAgent;

/// How much of the frame rate's estimate a new frame replaces.
const SMOOTHING: f32 = 0.05;

/// Frames per second, smoothed.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct FrameRate(f32);

pub(crate) fn measure_frame_rate(time: Res<Time<Real>>, mut rate: ResMut<FrameRate>) {
    let passed = time.delta_secs();
    if passed > 0.0 {
        // The mean is that of frame times; a mean of rates would flatter.
        let before = if rate.0 > 0.0 { 1.0 / rate.0 } else { passed };
        rate.0 = 1.0 / (before + (passed - before) * SMOOTHING);
    }
}

/// The numbers of the status line.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Status {
    /// Frames per second, smoothed; 0 while unknown.
    pub frames_per_second: f32,
    /// Agents.
    pub agents: usize,
    /// What a tick took, on average over the [`StageHistory`]; `None` while nothing is measured.
    pub milliseconds_per_tick: Option<f64>,
    /// The same, of perceive, behave, arbitrate and locomote.
    pub milliseconds_per_stage: Option<[f64; 4]>,
}

impl Status {
    /// The numbers as they are now.
    pub fn of(world: &World) -> Self {
        let history = world
            .get_resource::<StageHistory>()
            .filter(|history| !history.is_empty());
        Self {
            frames_per_second: world.get_resource::<FrameRate>().map_or(0.0, |rate| rate.0),
            agents: count::<SteeringAgent>(world),
            milliseconds_per_tick: history.map(StageHistory::mean_tick),
            milliseconds_per_stage: history.map(StageHistory::mean_stages),
        }
    }

    /// What a frame takes, drawing and everything, milliseconds; `None` while unknown.
    pub fn milliseconds_per_frame(&self) -> Option<f32> {
        (self.frames_per_second > 0.0).then(|| 1e3 / self.frames_per_second)
    }
}

/// How many entities have a component.
pub(crate) fn count<T: Component>(world: &World) -> usize {
    let Some(id) = world.components().component_id::<T>() else {
        return 0;
    };
    world
        .archetypes()
        .iter()
        .filter(|archetype| archetype.contains(id))
        .map(|archetype| archetype.len() as usize)
        .sum()
}

/// Frames per second, agents, milliseconds per frame, tick and stage.
pub fn status_line(ui: &mut egui::Ui, status: &Status) {
    let tick = match (status.milliseconds_per_tick, status.milliseconds_per_stage) {
        (Some(tick), Some([perceive, behave, arbitrate, locomote])) => format!(
            "tick {tick:.2} ms = perceive {perceive:.2} + behave {behave:.2} + arbitrate {arbitrate:.2} + locomote {locomote:.2}"
        ),
        _ => "tick not measured".into(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.monospace(format!("{:3.0} fps", status.frames_per_second));
        ui.separator();
        ui.monospace(format!("{} agents", status.agents));
        ui.separator();
        if let Some(frame) = status.milliseconds_per_frame() {
            ui.monospace(format!("frame {frame:.1} ms"));
            ui.separator();
        }
        ui.monospace(tick)
            .on_hover_text("mean of the last 300 ticks");
    });
}
