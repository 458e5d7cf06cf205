//! The time control.

use super::{key, pass, release, spawn_context};
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
    let controls = [
        TimeControlPlugin::default(),
        TimeControlPlugin::new(FixedPostUpdate),
    ];
    for control in controls {
        let mut app = app(control);
        // A frame that is shorter than a tick runs no tick by itself.
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(5));
        app.insert_resource(frame);
        pause(&mut app);
        app.update();
        for steps in 0..3 {
            assert_eq!(app.world().resource::<Passed>().ticks, steps);
            step(&mut app);
        }
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
    let mut send = |events: Vec<egui::Event>| {
        let world = app.world_mut();
        pass(&context, events, || {
            world.run_schedule(EguiPrimaryContextPass)
        });
        app.update();
        let is_paused = app.world().resource::<Time<Virtual>>().is_paused();
        (is_paused, app.world().resource::<Passed>().ticks)
    };
    let hold = |pressed| vec![key(pressed, egui::Modifiers::NONE)];
    let press = |pressed| {
        let mut events = hold(pressed);
        events.push(release(pressed));
        events
    };
    assert_eq!(send(press(egui::Key::F2)), (true, 0));
    assert_eq!(send(press(egui::Key::F3)), (true, 1));
    assert_eq!(send(press(egui::Key::F2)), (false, 2));
    assert_eq!(send(press(egui::Key::F3)), (true, 3));
    assert_eq!(send(hold(egui::Key::F2)), (false, 4));
    // The keyboard repeats a key that is held down.
    assert_eq!(send(hold(egui::Key::F2)), (false, 5));
    assert_eq!(send(press(egui::Key::F3)), (true, 6));
    app.world_mut().resource_mut::<TimeKeys>().pause = None;
    pass(&context, press(egui::Key::F2), || {
        app.world_mut().run_schedule(EguiPrimaryContextPass)
    });
    assert!(app.world().resource::<Time<Virtual>>().is_paused());
}
