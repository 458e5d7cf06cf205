//! Headless apps in which one update is one tick.

use bevy::app::Plugins;
use bevy::diagnostic::{Diagnostic, DiagnosticPath, DiagnosticsPlugin, DiagnosticsStore};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// The rate of [`app`], ticks per second.
pub const HERTZ: f32 = 60.0;

/// An app that steers at 60 Hz in the XY plane.
pub fn app() -> App {
    app_with(SteeringPlugin::default(), 60.0)
}

/// An app with these plugins. One update is one tick of `1 / hertz` seconds in `FixedUpdate`.
pub fn app_with<M>(plugins: impl Plugins<M>, hertz: f64) -> App {
    app_on(TaskPoolPlugin::default(), plugins, hertz)
}

/// The app of [`app_with`] on these task pools.
pub fn app_on<M>(pools: TaskPoolPlugin, plugins: impl Plugins<M>, hertz: f64) -> App {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins.set(pools))
        .add_plugins(plugins)
        .insert_resource(Time::<Fixed>::from_hz(hertz))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    // The first update has no length. Run it before a test spawns anything.
    app.update();
    app
}

/// An app that steers at this rate and records diagnostics.
pub fn counting_app(hertz: f64) -> App {
    let counting = (DiagnosticsPlugin, SteeringDiagnosticsPlugin::default());
    app_with((SteeringPlugin::default(), counting), hertz)
}

/// The last value of a diagnostic of [`counting_app`].
pub fn count(app: &App, path: &DiagnosticPath) -> f64 {
    let diagnostics = app.world().resource::<DiagnosticsStore>();
    let value = diagnostics.get(path).and_then(Diagnostic::value);
    value.expect("the plugin records this diagnostic")
}

/// An app that steers in `schedule`. Each update lasts `seconds`.
pub fn app_in(schedule: impl ScheduleLabel, seconds: f32) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::new(schedule)));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(
        core::time::Duration::from_secs_f32(seconds),
    ));
    app.world_mut()
        .resource_mut::<Time<Virtual>>()
        .set_max_delta(core::time::Duration::from_secs(3600));
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// Runs `ticks` ticks.
pub fn run(app: &mut App, ticks: usize) {
    for _ in 0..ticks {
        app.update();
    }
}

/// A position in the XY plane.
pub fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

/// A velocity in the XY plane.
pub fn moving(x: f32, y: f32) -> Velocity {
    Velocity(Vec3::new(x, y, 0.0))
}

/// The position of an entity in the XY plane.
pub fn place(app: &App, entity: Entity) -> Vec2 {
    get::<Transform>(app, entity).translation.truncate()
}

/// The velocity of an entity in the XY plane.
pub fn velocity(app: &App, entity: Entity) -> Vec2 {
    get::<Velocity>(app, entity).0.truncate()
}

/// The force of the last tick, in the XY plane.
pub fn force(app: &App, entity: Entity) -> Vec2 {
    get::<Steering>(app, entity).force.truncate()
}

/// Whether any behavior of an entity was active in the last tick.
pub fn has_contribution(app: &App, entity: Entity) -> bool {
    get::<Steering>(app, entity).has_contribution
}

/// A component that the entity must have.
pub fn get<C: Component>(app: &App, entity: Entity) -> &C {
    app.world()
        .get::<C>(entity)
        .unwrap_or_else(|| panic!("{entity} has no {}", core::any::type_name::<C>()))
}

/// The bits of the translation, the rotation and the velocity of an entity.
pub fn bits(app: &App, entity: Entity) -> Vec<u32> {
    let transform = get::<Transform>(app, entity);
    let velocity = get::<Velocity>(app, entity);
    transform
        .translation
        .to_array()
        .into_iter()
        .chain(transform.rotation.to_array())
        .chain(velocity.0.to_array())
        .map(f32::to_bits)
        .collect()
}

/// Asserts that two numbers differ by at most `tolerance`.
#[track_caller]
pub fn assert_near(actual: f32, expected: f32, tolerance: f32) {
    assert!(
        (actual - expected).abs() <= tolerance,
        "{actual} is not within {tolerance} of {expected}"
    );
}

/// Asserts that two positions differ by at most `tolerance`.
#[track_caller]
pub fn assert_close(actual: Vec2, expected: Vec2, tolerance: f32) {
    assert!(
        actual.distance(expected) <= tolerance,
        "{actual} is not within {tolerance} of {expected}"
    );
}

/// The configuration of a property test of `count` cases, the same in every run.
pub fn cases(count: u32) -> Config {
    Config {
        rng_seed: RngSeed::Fixed(0),
        failure_persistence: None,
        ..Config::with_cases(count)
    }
}
