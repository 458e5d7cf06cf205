//! The time control.

use super::{key, pass, spawn_context};
use crate::{StepRequest, TimeControlPlugin, TimeKeys};
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy_egui::{EguiPrimaryContextPass, egui};
use core::time::Duration;

#[derive(Resource, Default)]
struct Passed {
    ticks: u32,
    seconds: f32,
}

fn app(control: TimeControlPlugin) -> App {
    let mut app = App::new();
    let strategy = TimeUpdateStrategy::ManualDuration(Duration::from_millis(50));
    app.add_plugins((TimePlugin, control))
        .insert_resource(strategy)
        .insert_resource(Time::<Fixed>::from_hz(20.0))
        .init_resource::<Passed>()
        .add_systems(FixedUpdate, |mut passed: ResMut<Passed>| passed.ticks += 1)
        .add_systems(Update, |time: Res<Time>, mut passed: ResMut<Passed>| {
            passed.seconds += time.delta_secs();
        });
    // No time passes before the first frame.
    app.update();
    app
}

fn pause(app: &mut App) {
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
}

fn step(app: &mut App) {
    app.insert_resource(StepRequest(true));
    app.update();
    app.update();
}

#[test]
fn a_paused_clock_ticks_once_per_step() {
    let mut app = app(TimeControlPlugin::default());
    pause(&mut app);
    app.update();
    for steps in 0..3 {
        assert_eq!(app.world().resource::<Passed>().ticks, steps);
        step(&mut app);
    }
}

#[test]
fn in_another_schedule_a_step_is_one_frame() {
    let mut app = app(TimeControlPlugin::new(Update));
    pause(&mut app);
    app.update();
    for steps in 0..3u8 {
        let seconds = app.world().resource::<Passed>().seconds;
        assert!(
            (seconds - 0.05 * f32::from(steps)).abs() < 1e-6,
            "{seconds}"
        );
        step(&mut app);
        assert!(app.world().resource::<Time<Virtual>>().is_paused());
    }
}

#[test]
fn keys_pause_and_step() {
    let mut app = app(TimeControlPlugin::default());
    let (_, context) = spawn_context(app.world_mut());
    let mut press = |pressed: egui::Key| {
        let events = vec![key(pressed, egui::Modifiers::NONE)];
        let world = app.world_mut();
        pass(&context, events, || {
            world.run_schedule(EguiPrimaryContextPass)
        });
        app.update();
        let is_paused = app.world().resource::<Time<Virtual>>().is_paused();
        (is_paused, app.world().resource::<Passed>().ticks)
    };
    assert_eq!(press(egui::Key::F2), (true, 0));
    assert_eq!(press(egui::Key::F3), (true, 1));
    assert_eq!(press(egui::Key::F2), (false, 2));
    assert_eq!(press(egui::Key::F3), (true, 3));
    app.world_mut().resource_mut::<TimeKeys>().pause = None;
    pass(
        &context,
        vec![key(egui::Key::F2, egui::Modifiers::NONE)],
        || app.world_mut().run_schedule(EguiPrimaryContextPass),
    );
    assert!(app.world().resource::<Time<Virtual>>().is_paused());
}
