//! The status line.

use crate::groups::enabled_archetypes;
use crate::stage_history::StageHistory;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::agent::SteeringAgent;
use bevy_horde::diagnostics::StageTimes;

/// Share of a new frame in the running mean.
const SMOOTHING: f32 = 0.05;
/// Smallest difference from normal speed that is shown.
const NORMAL_SPEED: f32 = 0.05;

/// Running means of frame times.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct FrameTimes {
    /// Seconds from frame to frame; 0 while unknown.
    real: f32,
    /// Seconds that the game's clock advances in a frame.
    virtual_seconds: f32,
    ticks: f32,
    /// The tick count at the last frame.
    ticks_before: u64,
}

impl FrameTimes {
    /// Adds a frame with its length in real time and on the game's clock (`None` while paused), and
    /// the current tick.
    fn add(&mut self, real: f32, virtual_seconds: Option<f32>, tick: u64) {
        let ticks = tick.saturating_sub(self.ticks_before) as f32;
        self.ticks_before = tick;
        if real <= 0.0 {
            return;
        }
        // The mean is of frame times, because a mean of rates would be too large.
        let part = if self.real > 0.0 { SMOOTHING } else { 1.0 };
        self.real += (real - self.real) * part;
        if let Some(virtual_seconds) = virtual_seconds {
            self.virtual_seconds += (virtual_seconds - self.virtual_seconds) * part;
        }
        self.ticks += (ticks - self.ticks) * part;
    }
}

pub(crate) fn measure_frames(
    // Inputs
    real: Res<Time<Real>>,
    clock: Res<Time<Virtual>>,
    stages: Option<Res<StageTimes>>,
    // Output
    mut frames: ResMut<FrameTimes>,
) {
    let tick = stages.map_or(0, |stages| stages.ticks);
    let passed = (!clock.is_paused()).then(|| clock.delta_secs());
    frames.add(real.delta_secs(), passed, tick);
}

/// The numbers of the status line.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Status {
    /// Frames per second, smoothed; 0 while unknown.
    pub frames_per_second: f32,
    /// The number of agents.
    pub agents: usize,
    /// Mean time of a tick over the [`StageHistory`]; `None` without measurements.
    pub milliseconds_per_tick: Option<f64>,
    /// Mean times of perceive, behave, arbitrate and locomote; `None` without measurements.
    pub milliseconds_per_stage: Option<[f64; 4]>,
    /// Ticks per frame, smoothed; 0 without measurements.
    pub ticks_per_frame: f32,
    /// Seconds of the game's clock per second, smoothed: less than requested if the machine is too
    /// slow; 0 while unknown or paused.
    pub time_scale: f32,
}

impl Status {
    /// The current numbers.
    pub fn of(world: &World) -> Self {
        let history = world
            .get_resource::<StageHistory>()
            .filter(|history| !history.is_empty());
        let clock = world.get_resource::<Time<Virtual>>();
        let is_paused = clock.is_some_and(Time::is_paused);
        let frames = world.get_resource::<FrameTimes>().copied();
        let frames = frames.filter(|frames| frames.real > 0.0);
        Self {
            frames_per_second: frames.map_or(0.0, |frames| 1.0 / frames.real),
            ticks_per_frame: frames.map_or(0.0, |frames| frames.ticks),
            time_scale: frames
                .filter(|_| !is_paused)
                .map_or(0.0, |frames| frames.virtual_seconds / frames.real),
            agents: count::<SteeringAgent>(world),
            milliseconds_per_tick: history.map(StageHistory::mean_tick),
            milliseconds_per_stage: history.map(StageHistory::mean_stages),
        }
    }

    /// Time of a frame, milliseconds; `None` while unknown.
    pub fn milliseconds_per_frame(&self) -> Option<f32> {
        (self.frames_per_second > 0.0).then(|| 1e3 / self.frames_per_second)
    }

    /// Time of the steering per frame, milliseconds; `None` while unknown.
    pub fn milliseconds_of_steering_per_frame(&self) -> Option<f64> {
        let tick = self.milliseconds_per_tick?;
        (self.frames_per_second > 0.0).then(|| tick * f64::from(self.ticks_per_frame))
    }
}

/// The number of entities with a component, without disabled ones.
pub(crate) fn count<T: Component>(world: &World) -> usize {
    let Some(id) = world.components().component_id::<T>() else {
        return 0;
    };
    enabled_archetypes(world)
        .filter(|archetype| archetype.contains(id))
        .map(|archetype| archetype.len() as usize)
        .sum()
}

/// The time of a frame, and the steering's share.
fn frame_text(frame: f32, status: &Status) -> String {
    match status.milliseconds_of_steering_per_frame() {
        Some(steering) => {
            let rest = (f64::from(frame) - steering).max(0.0);
            let ticks = status.ticks_per_frame;
            format!(
                "frame {frame:.1} ms = steering {steering:.1} ({ticks:.1} ticks) + everything \
                 else {rest:.1}"
            )
        }
        None => format!("frame {frame:.1} ms"),
    }
}

/// Shows frames per second, agents, milliseconds per frame with the steering's share, and
/// milliseconds per tick and stage. It shows the speed of the game's clock unless that is normal.
pub fn status_line(ui: &mut egui::Ui, status: &Status) {
    let tick = match (status.milliseconds_per_tick, status.milliseconds_per_stage) {
        (Some(tick), Some([perceive, behave, arbitrate, locomote])) => format!(
            "tick {tick:.2} ms = perceive {perceive:.2} + behave {behave:.2} + arbitrate \
             {arbitrate:.2} + locomote {locomote:.2}"
        ),
        _ => "tick not measured".into(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.monospace(format!("{:3.0} fps", status.frames_per_second));
        ui.separator();
        ui.monospace(format!("{} agents", status.agents));
        ui.separator();
        if let Some(frame) = status.milliseconds_per_frame() {
            ui.monospace(frame_text(frame, status))
                .on_hover_text("the renderer's threads may run in parallel with the ticks");
            ui.separator();
        }
        ui.monospace(tick)
            .on_hover_text("mean of the last 300 ticks");
        if status.time_scale > 0.0 && (status.time_scale - 1.0).abs() > NORMAL_SPEED {
            ui.separator();
            let kind = if status.time_scale < 1.0 {
                "slow motion"
            } else {
                "fast motion"
            };
            ui.monospace(format!("{kind} x{:.2}", status.time_scale))
                .on_hover_text(
                    "game seconds per second: as requested, or as fast as this machine can run",
                );
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_frame_counts_whole_and_later_ones_in_part() {
        let mut frames = FrameTimes::default();
        // No time has passed yet.
        frames.add(0.0, Some(0.0), 7);
        assert_eq!((frames.real, frames.ticks), (0.0, 0.0));
        frames.add(0.1, Some(0.04), 9);
        assert_eq!(
            (frames.real, frames.virtual_seconds, frames.ticks),
            (0.1, 0.04, 2.0)
        );
        // A twentieth of the difference: 0.1 + 0.05 (0.3 - 0.1), and 2 + 0.05 (6 - 2).
        frames.add(0.3, None, 15);
        assert!((frames.real - 0.11).abs() < 1e-6 && (frames.ticks - 2.2).abs() < 1e-6);
        // The game's clock was paused, so its mean stays the same.
        assert_eq!(frames.virtual_seconds, 0.04);
        // A restarted scene does not count ticks backwards.
        frames.add(0.11, Some(0.04), 0);
        assert!((frames.ticks - 2.09).abs() < 1e-6);
    }

    #[test]
    fn steering_is_that_of_all_ticks_in_a_frame() {
        let status = Status {
            frames_per_second: 20.0,
            milliseconds_per_tick: Some(6.0),
            ticks_per_frame: 2.5,
            ..default()
        };
        assert_eq!(status.milliseconds_per_frame(), Some(50.0));
        assert_eq!(status.milliseconds_of_steering_per_frame(), Some(15.0));
        assert_eq!(
            frame_text(50.0, &status),
            "frame 50.0 ms = steering 15.0 (2.5 ticks) + everything else 35.0"
        );
        let unmeasured = Status {
            milliseconds_per_tick: None,
            ..status
        };
        assert_eq!(unmeasured.milliseconds_of_steering_per_frame(), None);
        assert_eq!(frame_text(50.0, &unmeasured), "frame 50.0 ms");
        assert_eq!(Status::default().milliseconds_of_steering_per_frame(), None);
    }
}
