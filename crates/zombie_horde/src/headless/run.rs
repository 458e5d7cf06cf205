//! Runs a scene without a window, tick by tick.

use super::measure::{
    AgentState, Findings, TickTimes, count_arrivals, mean_target_distance, sample_agents,
};
use super::picture::{self, take_still};
use super::report::{Report, StageSpreads, TargetDistance};
use super::statistics::Spread;
use super::trails::Trails;
use crate::log;
use crate::options::Options;
use crate::presets;
use crate::simulation::SimulationPlugin;
use crate::state_hash::{hash_state, hash_text};
use bevy::app::{TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy};
use bevy::diagnostic::{DiagnosticsPlugin, FrameCountPlugin};
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, available_parallelism};
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy_horde::diagnostics::StageTimes;
use core::time::Duration;
use indicatif::{ProgressBar, ProgressStyle};

/// The progress bar is redrawn at most this many times.
const PROGRESS_STEPS: u64 = 500;

/// A scene that runs without a window, and what was observed of it.
pub struct HeadlessRun {
    app: App,
    ticks: u64,
    times: Vec<TickTimes>,
    findings: Findings,
    trails: Trails,
    distance_at_start: Option<f64>,
}

impl HeadlessRun {
    /// Builds the scene, before its first tick.
    pub fn new(options: &Options) -> Self {
        let mut app = App::new();
        app.add_plugins((
            log::plugin(),
            TaskPoolPlugin {
                task_pool_options: steering_threads(options.threads.map(usize::from)),
            },
            FrameCountPlugin,
            TimePlugin,
            DiagnosticsPlugin,
            SimulationPlugin {
                settings: options.scene_settings(),
            },
        ))
        .add_plugins(presets::plugin)
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        // Without this, Bevy would cut a tick of one second short.
        app.world_mut()
            .resource_mut::<Time<Virtual>>()
            .set_max_delta(Duration::MAX);
        if let Some(preset) = &options.loaded_preset {
            preset.apply_after_rebuild(app.world_mut());
        }
        app.finish();
        app.cleanup();
        // Time does not advance in the first update, which spawns the scene. The first tick is in
        // the second update.
        app.update();
        let distance_at_start = run_system(&mut app, mean_target_distance);
        let settings = options.scene_settings();
        Self {
            app,
            ticks: 0,
            times: Vec::new(),
            findings: Findings::default(),
            trails: Trails::of_run(options.headless_ticks(), settings.hz, settings.agents),
            distance_at_start,
        }
    }

    /// Runs all ticks, with a progress bar if stderr is a terminal.
    pub fn run_all(&mut self, options: &Options) {
        let ticks = options.headless_ticks();
        let progress = progress_bar(ticks);
        let ticks_between_samples =
            Findings::ticks_between_samples(options.scene_settings().agents);
        let ticks_between_redraws = ticks.div_ceil(PROGRESS_STEPS);
        for tick in 1..=ticks {
            self.app.update();
            self.times
                .push(TickTimes::from(self.app.world().resource::<StageTimes>()));
            if tick % ticks_between_samples == 0 || tick == ticks {
                self.sample();
            }
            if self.trails.includes(tick) {
                self.record_positions();
            }
            if tick % ticks_between_redraws == 0 {
                progress.set_position(tick);
            }
        }
        self.ticks += ticks;
        progress.finish_and_clear();
    }

    fn sample(&mut self) {
        let result = self
            .app
            .world_mut()
            .run_system_cached_with(sample_agents, &mut self.findings);
        result.expect("the simulation has every resource of the system");
    }

    fn record_positions(&mut self) {
        let result = self
            .app
            .world_mut()
            .run_system_cached_with(record_positions, &mut self.trails);
        result.expect("the simulation has every resource of the system");
    }

    /// Draws the end of the run, or only the bait and the horde near by; returns the bytes of a PNG
    /// file.
    pub fn draw(&mut self, near: bool) -> Result<Vec<u8>, String> {
        let still = run_system(&mut self.app, take_still);
        picture::draw(&still, &self.trails, near)
    }

    /// Sums up the whole run.
    pub fn report(&mut self, options: &Options) -> Report {
        let settings = options.scene_settings();
        let stage = |stage: usize| Spread::of(self.times.iter().map(|times| times.stages[stage]));
        let stages_ms = StageSpreads {
            perceive: stage(0),
            behave: stage(1),
            arbitrate: stage(2),
            locomote: stage(3),
        };
        let steering_ms = Spread::of(self.times.iter().map(TickTimes::total));
        let steering_seconds: f64 = self
            .times
            .iter()
            .map(|times| f64::from(times.total()) / 1e3)
            .sum();
        let distance_at_end = run_system(&mut self.app, mean_target_distance);
        Report {
            scene: settings.scene.name(),
            agents: settings.agents,
            ticks: self.ticks,
            hz: settings.hz,
            seed: settings.seed,
            threads: ComputeTaskPool::get().thread_num(),
            steering_ms,
            stages_ms,
            agents_per_second: (f64::from(settings.agents) * self.ticks as f64 / steering_seconds)
                .round(),
            nearest_clearance: Some(self.findings.nearest_clearance)
                .filter(|clearance| clearance.is_finite()),
            penetrations: self.findings.penetrations,
            non_finite: self.findings.non_finite,
            target_distance: self
                .distance_at_start
                .zip(distance_at_end)
                .map(|(start, end)| TargetDistance { start, end }),
            arrivals: run_system(&mut self.app, count_arrivals),
            state_hash: hash_text(run_system(&mut self.app, hash_state)),
        }
    }
}

fn record_positions(InMut(trails): InMut<Trails>, agents: Query<AgentState>) {
    trails.remember(agents);
}

/// Runs a system that reads the world, and returns its result.
fn run_system<Answer: 'static, Marker>(
    app: &mut App,
    question: impl IntoSystem<(), Answer, Marker> + 'static,
) -> Answer {
    app.world_mut()
        .run_system_cached(question)
        .expect("the simulation has every resource of the system")
}

/// Options with exactly this number of threads for the stages; `None`: as many as the machine runs
/// in parallel. The other pools are idle, and the main thread only waits.
fn steering_threads(threads: Option<usize>) -> TaskPoolOptions {
    let exactly = |count: usize| TaskPoolThreadAssignmentPolicy {
        min_threads: count,
        max_threads: count,
        percent: 1.0,
        on_thread_spawn: None,
        on_thread_destroy: None,
    };
    TaskPoolOptions {
        io: exactly(1),
        async_compute: exactly(1),
        compute: exactly(threads.unwrap_or_else(available_parallelism)),
        ..default()
    }
}

fn progress_bar(ticks: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40.green} tick {pos} of {len}, {eta} left")
        .expect("a template as its documentation has them")
        .progress_chars("█▉▊▋▌▍▎▏ ");
    ProgressBar::new(ticks).with_style(style)
}
