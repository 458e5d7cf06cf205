//! Runs an example for some ticks without a window or a GPU, and prints a report.
//!
//! `cargo run -p bevy_horde_examples --example seek -- --ticks 120` prints, in one line
//!
//! ```text
//! seek: 120 ticks, 4 agents, all positions finite, 0 standing, overlap 0.0 %,
//! in obstacles 0.0 %, in step 0.95, spread 21.3
//! ```
//!
//! and then the example's own readout, if it has one. The exit status is 0 if every position is
//! finite.

use crate::Readout;
use bevy::app::{AppExit, PluginsState};
use bevy::prelude::*;
use bevy::tasks::tick_global_task_pools_on_main_thread;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;

/// The number of ticks that the command line or the environment requests; `None` for a window.
pub fn requested_ticks() -> Option<u64> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--ticks");
    let text = match arguments.next() {
        Some(_) => arguments.next().unwrap_or_default(),
        None => std::env::var("HORDE_EXAMPLE_TICKS").ok()?,
    };
    match text.parse() {
        Ok(ticks) => Some(ticks),
        Err(_) => {
            eprintln!("--ticks and HORDE_EXAMPLE_TICKS take a whole number, not {text:?}");
            std::process::exit(2);
        }
    }
}

pub(crate) struct HeadlessPlugin {
    pub(crate) name: &'static str,
    pub(crate) ticks: u64,
}

impl Plugin for HeadlessPlugin {
    fn build(&self, app: &mut App) {
        let (name, ticks) = (self.name, self.ticks);
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .set_runner(move |app| run_ticks(app, name, ticks));
    }
}

fn run_ticks(mut app: App, name: &str, ticks: u64) -> AppExit {
    while app.plugins_state() == PluginsState::Adding {
        tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    // The first update only starts the clock.
    app.update();
    while app.world().resource::<SteeringTick>().0 < ticks {
        let before = app.world().resource::<SteeringTick>().0;
        app.update();
        if let Some(exit) = app.should_exit() {
            return exit;
        }
        if app.world().resource::<SteeringTick>().0 == before {
            eprintln!("{name}: the clock stands still");
            return AppExit::error();
        }
    }
    let findings = Findings::of(app.world_mut());
    let readout = app
        .world()
        .get_resource::<Readout>()
        .map_or("", |readout| &readout.0);
    println!("{name}: {ticks} ticks, {findings}");
    if !readout.is_empty() {
        println!("{readout}");
    }
    if findings.all_finite {
        AppExit::Success
    } else {
        AppExit::error()
    }
}

/// Measures of the agents at the end.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Findings {
    agents: usize,
    all_finite: bool,
    /// Agents slower than a hundredth of their maximum speed.
    standing: usize,
    /// The deepest overlap of two solid bodies, relative to the sum of their radii.
    overlap: f32,
    /// The deepest overlap of a solid body and a solid obstacle, relative to the body's radius.
    in_obstacles: f32,
    /// Length of the mean direction of motion: 1 if all go the same way.
    in_step: f32,
    /// Root mean square distance from the center.
    spread: f32,
}

impl Findings {
    fn of(world: &mut World) -> Self {
        let space = *world.resource::<MovementSpace>();
        let mut query = world.query::<(&Transform, &Velocity, &SteeringAgent)>();
        let agents: Vec<_> = query
            .iter(world)
            .map(|(transform, velocity, agent)| (transform.translation, velocity.0, *agent))
            .collect();
        let positions: Vec<Vec2> = agents.iter().map(|agent| space.to_plane(agent.0)).collect();
        let count = agents.len().max(1) as f32;
        let middle = positions.iter().sum::<Vec2>() / count;

        let mut overlap = 0.0_f32;
        let mut in_obstacles = 0.0_f32;
        for (index, (_, _, agent)) in agents.iter().enumerate().filter(|(_, agent)| agent.2.solid) {
            for (other, (_, _, other_agent)) in agents.iter().enumerate().skip(index + 1) {
                let reach = agent.body_radius + other_agent.body_radius;
                if other_agent.solid && reach > 0.0 {
                    let gap = positions[index].distance(positions[other]);
                    overlap = overlap.max(1.0 - gap / reach);
                }
            }
            for obstacle in world.resource::<ObstacleIndex>().obstacles() {
                if obstacle.solid && agent.body_radius > 0.0 {
                    let gap = obstacle.shape.signed_distance(positions[index]);
                    in_obstacles = in_obstacles.max(1.0 - gap / agent.body_radius);
                }
            }
        }
        Self {
            agents: agents.len(),
            all_finite: agents
                .iter()
                .all(|(position, velocity, _)| position.is_finite() && velocity.is_finite()),
            standing: agents
                .iter()
                .filter(|(_, velocity, agent)| velocity.length() <= 0.01 * agent.max_speed)
                .count(),
            overlap,
            in_obstacles,
            in_step: agents
                .iter()
                .map(|agent| agent.1.normalize_or_zero())
                .sum::<Vec3>()
                .length()
                / count,
            spread: (positions
                .iter()
                .map(|position| position.distance_squared(middle))
                .sum::<f32>()
                / count)
                .sqrt(),
        }
    }
}

impl std::fmt::Display for Findings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{} agents, {}, {} standing, overlap {:.1} %, in obstacles {:.1} %, in step {:.2}, \
             spread {:.1}",
            self.agents,
            if self.all_finite {
                "all positions finite"
            } else {
                "NOT all positions finite"
            },
            self.standing,
            100.0 * self.overlap,
            100.0 * self.in_obstacles,
            self.in_step,
            self.spread,
        )
    }
}
