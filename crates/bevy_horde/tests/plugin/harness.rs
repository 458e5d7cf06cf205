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

/// An app with these plugins (in `FixedUpdate`). One update is one tick of `1 / hertz` seconds.
pub fn app_with<M>(plugins: impl Plugins<M>, hertz: f64) -> App {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .add_plugins(plugins)
        .insert_resource(Time::<Fixed>::from_hz(hertz))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    // The clock's first reading has no length: spend it before anything is spawned.
    app.update();
    app
}

/// An app that steers at this rate and counts what the stages deal with.
pub fn counting_app(hertz: f64) -> App {
    let counting = (DiagnosticsPlugin, SteeringDiagnosticsPlugin::default());
    app_with((SteeringPlugin::default(), counting), hertz)
}

/// The last value of a diagnostic of [`counting_app`].
pub fn count(app: &App, path: &DiagnosticPath) -> f64 {
    let diagnostics = app.world().resource::<DiagnosticsStore>();
    let value = diagnostics.get(path).and_then(Diagnostic::value);
    value.expect("the plugin counts it")
}

/// An app that steers in `schedule`, whose updates last `seconds` each.
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

/// Runs so many ticks.
pub fn run(app: &mut App, ticks: usize) {
    for _ in 0..ticks {
        app.update();
    }
}

/// A place in the XY plane.
pub fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

/// A velocity in the XY plane.
pub fn moving(x: f32, y: f32) -> Velocity {
    Velocity(Vec3::new(x, y, 0.0))
}

/// Where an entity is, in the XY plane.
pub fn place(app: &App, entity: Entity) -> Vec2 {
    get::<Transform>(app, entity).translation.truncate()
}

/// How fast an entity moves, in the XY plane.
pub fn velocity(app: &App, entity: Entity) -> Vec2 {
    get::<Velocity>(app, entity).0.truncate()
}

/// The force of the last tick, in the XY plane.
pub fn force(app: &App, entity: Entity) -> Vec2 {
    get::<Steering>(app, entity).force.truncate()
}

/// Whether any behaviour of an entity had an opinion in the last tick.
pub fn has_opinion(app: &App, entity: Entity) -> bool {
    get::<Steering>(app, entity).has_opinion
}

/// A component of an entity that must have it.
pub fn get<C: Component>(app: &App, entity: Entity) -> &C {
    app.world()
        .get::<C>(entity)
        .unwrap_or_else(|| panic!("{entity} has no {}", core::any::type_name::<C>()))
}

/// The bits of everything that moves about an entity.
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

/// Asserts that two places differ by at most `tolerance`.
#[track_caller]
pub fn assert_close(actual: Vec2, expected: Vec2, tolerance: f32) {
    assert!(
        actual.distance(expected) <= tolerance,
        "{actual} is not within {tolerance} of {expected}"
    );
}

/// A property test of so many cases, the same ones every time.
pub fn cases(count: u32) -> Config {
    Config {
        rng_seed: RngSeed::Fixed(0),
        failure_persistence: None,
        ..Config::with_cases(count)
    }
}
