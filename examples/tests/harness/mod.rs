//! Runs an example without a window: its app, warnings that it logs, and measures of its agents.

use bevy::app::PluginsState;
use bevy::log::LogPlugin;
use bevy::log::tracing::field::{Field, Visit};
use bevy::log::tracing::{Event, Level, Subscriber, subscriber};
use bevy::log::tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use bevy::log::tracing_subscriber::registry;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::tasks::tick_global_task_pools_on_main_thread;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowPlugin};
use bevy::winit::WinitPlugin;
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use bevy_horde_examples::Readout;
use core::fmt;
use std::sync::{Mutex, Once};

/// An app with the plugin, ready to run, one tick per update. It has no graphics device unless
/// `graphics` has backends.
pub fn app(example: fn(&mut App), graphics: WgpuSettings) -> App {
    collect_warnings();
    let mut app = App::new();
    let without_window = WindowPlugin {
        primary_window: None,
        exit_condition: ExitCondition::DontExit,
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .build()
            .disable::<WinitPlugin>()
            .disable::<LogPlugin>()
            .set(without_window)
            .set(RenderPlugin {
                render_creation: graphics.into(),
                ..default()
            }),
    );
    app.add_plugins(example)
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    while app.plugins_state() == PluginsState::Adding {
        tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    // The first update only starts the clock.
    app.update();
    app
}

/// The example after this many ticks.
pub fn run(name: &str, ticks: u64) -> App {
    let without_device = WgpuSettings {
        backends: None,
        ..default()
    };
    let mut app = app(crate::catalog::example(name), without_device);
    while app.world().resource::<SteeringTick>().0 < ticks {
        app.update();
    }
    let warnings = take_warnings();
    assert!(
        warnings.is_empty(),
        "{name}, or one that ran beside it: {warnings:#?}"
    );
    app
}

/// The line of live numbers.
pub fn readout(app: &App) -> &str {
    &app.world().resource::<Readout>().0
}

/// The number after `words` in the line of live numbers.
pub fn number_after(app: &App, words: &str) -> f32 {
    let text = readout(app);
    let (_, rest) = text
        .split_once(words)
        .unwrap_or_else(|| panic!("no {words:?} in {text:?}"));
    let is_part = |sign: &char| sign.is_ascii_digit() || ".-".contains(*sign);
    let number: String = rest.trim_start().chars().take_while(is_part).collect();
    let number = number.trim_end_matches('.').parse();
    number.unwrap_or_else(|_| panic!("no number after {words:?} in {text:?}"))
}

/// Measures of the agents.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measures {
    pub agents: usize,
    pub all_finite: bool,
    /// Agents slower than a hundredth of their maximum speed.
    pub standing: usize,
    /// The deepest overlap of two solid bodies, relative to the sum of their radii.
    pub overlap: f32,
    /// The deepest overlap of a solid body and a solid obstacle, relative to the body's radius.
    pub in_obstacles: f32,
}

impl Measures {
    pub fn of(app: &mut App) -> Self {
        let world = app.world_mut();
        let space = *world.resource::<MovementSpace>();
        let mut query = world.query::<(&Transform, &Velocity, &SteeringAgent)>();
        let agents: Vec<_> = query
            .iter(world)
            .map(|(transform, velocity, agent)| {
                (space.to_plane(transform.translation), velocity.0, *agent)
            })
            .collect();
        let is_slow =
            |velocity: Vec3, agent: SteeringAgent| velocity.length() <= 0.01 * agent.max_speed;
        let mut measures = Self {
            agents: agents.len(),
            all_finite: agents
                .iter()
                .all(|(position, velocity, _)| position.is_finite() && velocity.is_finite()),
            standing: agents
                .iter()
                .filter(|(_, velocity, agent)| is_slow(*velocity, *agent))
                .count(),
            ..default()
        };
        let solid: Vec<_> = agents.iter().filter(|(_, _, agent)| agent.solid).collect();
        for (index, (position, _, agent)) in solid.iter().enumerate() {
            for (other_position, _, other) in solid.iter().skip(index + 1) {
                let reach = agent.body_radius + other.body_radius;
                let overlap = 1.0 - position.distance(*other_position) / reach;
                measures.overlap = measures.overlap.max(overlap);
            }
            for obstacle in world.resource::<ObstacleIndex>().obstacles() {
                if obstacle.solid {
                    let gap = obstacle.shape.signed_distance(*position);
                    measures.in_obstacles =
                        measures.in_obstacles.max(1.0 - gap / agent.body_radius);
                }
            }
        }
        measures
    }
}

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn collect_warnings() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let subscriber = registry().with(WarningLayer);
        subscriber::set_global_default(subscriber).expect("no other subscriber is set");
    });
}

/// The warnings and errors since the last call.
fn take_warnings() -> Vec<String> {
    core::mem::take(&mut *WARNINGS.lock().expect("no test has panicked in the lock"))
}

struct WarningLayer;

impl<S: Subscriber> Layer<S> for WarningLayer {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        // Renderers warn that there is no renderer, which is intended.
        let target = event.metadata().target();
        let is_intended = target.starts_with("bevy_") && target.contains("render");
        if *event.metadata().level() <= Level::WARN && !is_intended {
            let mut text = format!("{target}: ");
            event.record(&mut Message(&mut text));
            WARNINGS
                .lock()
                .expect("no test has panicked in the lock")
                .push(text);
        }
    }
}

struct Message<'a>(&'a mut String);

impl Visit for Message<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            *self.0 += &format!("{value:?}");
        }
    }
}
