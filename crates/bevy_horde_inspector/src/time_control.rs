//! Pause, single steps and the speed of time.

use crate::context::pressed_keys;
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::prelude::*;
use bevy::time::TimeSystems;
use bevy_egui::{EguiPrimaryContextPass, egui};
use core::ops::RangeInclusive;

/// The slowest and the fastest speed on the slider.
const SPEEDS: RangeInclusive<f32> = 0.1..=4.0;

/// Pauses and steps `Time<Virtual>`, and sets its speed.
///
/// [`InspectorPlugin`](crate::InspectorPlugin) adds it. It acts only when a key, a button or the
/// game asks for it.
pub struct TimeControlPlugin {
    schedule: InternedScheduleLabel,
}

impl TimeControlPlugin {
    /// Steps a [`SteeringPlugin`](bevy_horde::SteeringPlugin) in this schedule.
    ///
    /// In [`FixedUpdate`] and the other schedules of the fixed loop a step is one tick. In another
    /// schedule a step is one frame.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
        }
    }
}

impl Default for TimeControlPlugin {
    /// Steps by ticks of [`FixedUpdate`].
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

/// The keys of the time control.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeKeys {
    /// Pauses and resumes. Default F2.
    pub pause: Option<egui::Key>,
    /// Pauses, and runs one step. Default F3.
    pub step: Option<egui::Key>,
}

impl Default for TimeKeys {
    fn default() -> Self {
        Self {
            pause: Some(egui::Key::F2),
            step: Some(egui::Key::F3),
        }
    }
}

/// Requests one step while the clock is paused.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepRequest(pub bool);

impl Plugin for TimeControlPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TimeKeys>()
            .init_resource::<StepRequest>()
            .add_systems(EguiPrimaryContextPass, read_keys);
        let fixed = [
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        if fixed.contains(&self.schedule) {
            app.add_systems(
                RunFixedMainLoop,
                step_by_tick.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
            );
        } else {
            app.add_systems(
                First,
                (
                    start_frame.before(TimeSystems),
                    end_frame.after(TimeSystems),
                ),
            );
        }
    }
}

fn read_keys(world: &mut World) {
    let keys = *world.resource::<TimeKeys>();
    let [pause, step] = pressed_keys(world, [keys.pause, keys.step]);
    if pause {
        toggle_pause(&mut world.resource_mut());
    }
    if step {
        request_step(world);
    }
}

fn toggle_pause(clock: &mut Time<Virtual>) {
    if clock.is_paused() {
        clock.unpause();
    } else {
        clock.pause();
    }
}

fn request_step(world: &mut World) {
    world.resource_mut::<Time<Virtual>>().pause();
    world.insert_resource(StepRequest(true));
}

fn step_by_tick(
    clock: Res<Time<Virtual>>,
    mut fixed: ResMut<Time<Fixed>>,
    mut step: ResMut<StepRequest>,
) {
    if core::mem::take(&mut step.0) && clock.is_paused() {
        let timestep = fixed.timestep();
        fixed.accumulate_overstep(timestep);
    }
}

fn start_frame(step: Res<StepRequest>, mut clock: ResMut<Time<Virtual>>) {
    if step.0 && clock.is_paused() {
        clock.unpause();
    }
}

fn end_frame(mut step: ResMut<StepRequest>, mut clock: ResMut<Time<Virtual>>) {
    if core::mem::take(&mut step.0) {
        clock.pause();
    }
}

/// Buttons for pause and step, and a slider for the speed of time.
///
/// Requires [`TimeControlPlugin`]; without it, or without a clock, nothing is shown.
pub fn time_ui(ui: &mut egui::Ui, world: &mut World) {
    let keys = world.get_resource::<TimeKeys>().copied();
    let (Some(keys), Some(clock)) = (keys, world.get_resource::<Time<Virtual>>()) else {
        return;
    };
    let (is_paused, mut speed) = (clock.is_paused(), clock.relative_speed());
    let named = |text: &str, key: Option<egui::Key>| match key {
        Some(key) => format!("{text} ({})", key.name()),
        None => text.to_owned(),
    };
    ui.horizontal(|ui| {
        let label = if is_paused { "play" } else { "pause" };
        let explanation = named("stops and resumes the clock", keys.pause);
        if ui.button(label).on_hover_text(explanation).clicked() {
            toggle_pause(&mut world.resource_mut());
        }
        let explanation = named("runs one step and pauses", keys.step);
        if ui.button("step").on_hover_text(explanation).clicked() {
            request_step(world);
        }
        let slider = egui::Slider::new(&mut speed, SPEEDS)
            .logarithmic(true)
            // The slider changes no speed that the game has set outside its range.
            .clamping(egui::SliderClamping::Edits)
            .custom_formatter(|speed, _| format!("{speed:.2}"))
            .suffix(" x")
            .text("speed");
        if ui.add(slider).changed() {
            let mut clock = world.resource_mut::<Time<Virtual>>();
            clock.set_relative_speed(speed);
        }
    });
}
