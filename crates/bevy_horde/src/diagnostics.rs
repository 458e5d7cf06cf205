//! Measurements: the time of each stage, and the amount of its work.

use crate::agent::ExternalLocomotion;
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState};
use crate::schedule::{SteeringSystems, clock_moves};
use crate::step::CrowdStep;
use bevy::diagnostic::{Diagnostic, DiagnosticPath, Diagnostics, RegisterDiagnostic};
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::platform::time::Instant;
use bevy::prelude::*;
use core::time::Duration;

/// Measures the time of each stage into [`StageTimes`] and Bevy's `DiagnosticsStore`. Counts of the
/// work go to that store, too.
///
/// The plugin is optional: without it nothing is measured. Add it beside
/// [`SteeringPlugin`](crate::SteeringPlugin), with the same schedule. The time of a stage includes
/// the game's systems in it. Bevy's `LogDiagnosticsPlugin` prints the store. `StageTimes` holds the
/// last tick:
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// use bevy_horde::diagnostics::{SteeringDiagnosticsPlugin, StageTimes};
///
/// fn show_cost(times: Res<StageTimes>) {
///     println!("steering took {:?}", times.total());
/// }
///
/// # let mut app = App::new();
/// app.add_plugins((
///     MinimalPlugins,
///     SteeringPlugin::default(),
///     SteeringDiagnosticsPlugin::default(),
/// ))
/// .add_systems(Last, show_cost);
/// # app.update();
/// ```
pub struct SteeringDiagnosticsPlugin {
    schedule: InternedScheduleLabel,
}

impl SteeringDiagnosticsPlugin {
    /// Time of [`SteeringSystems::Perceive`], milliseconds per tick.
    pub const PERCEIVE: DiagnosticPath = DiagnosticPath::const_new("steering/perceive");
    /// Time of [`SteeringSystems::Behave`], milliseconds per tick.
    pub const BEHAVE: DiagnosticPath = DiagnosticPath::const_new("steering/behave");
    /// Time of [`SteeringSystems::Arbitrate`], milliseconds per tick.
    pub const ARBITRATE: DiagnosticPath = DiagnosticPath::const_new("steering/arbitrate");
    /// Time of [`SteeringSystems::Locomote`], milliseconds per tick.
    pub const LOCOMOTE: DiagnosticPath = DiagnosticPath::const_new("steering/locomote");
    /// Number of agents.
    pub const AGENTS: DiagnosticPath = DiagnosticPath::const_new("steering/agents");
    /// Number of usable obstacles.
    pub const OBSTACLES: DiagnosticPath = DiagnosticPath::const_new("steering/obstacles");
    /// Number of candidates that the neighbor search examines in a tick.
    ///
    /// A body that several agents examine together counts once. As many agents search together as
    /// the processor's vectors have lanes, so compare the number on one machine only. A number many
    /// times that of the agents indicates a dense crowd or long ranges.
    pub const CANDIDATES: DiagnosticPath = DiagnosticPath::const_new("steering/candidates");
    /// Number of solid bodies that overlapped another one after they moved, and were moved apart.
    pub const OVERLAPS: DiagnosticPath = DiagnosticPath::const_new("steering/overlaps");
    /// Number of solid bodies that overlapped a solid obstacle and had no room to leave it.
    pub const SQUEEZED: DiagnosticPath = DiagnosticPath::const_new("steering/squeezed");
    /// Number of contacts of solid bodies that each round of depenetration examines.
    ///
    /// These are, for each body that overlaps another one, the bodies near it. Bodies in a heap
    /// list none, so a wave that is spawned on one point has few contacts.
    pub const CONTACTS: DiagnosticPath = DiagnosticPath::const_new("steering/contacts");

    /// Measures the stages in `schedule`.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
        }
    }
}

impl Default for SteeringDiagnosticsPlugin {
    /// Measures the stages in [`FixedUpdate`].
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

/// The time of each stage in the last tick.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StageTimes {
    /// Time of [`SteeringSystems::Perceive`].
    pub perceive: Duration,
    /// Time of [`SteeringSystems::Behave`].
    pub behave: Duration,
    /// Time of [`SteeringSystems::Arbitrate`].
    pub arbitrate: Duration,
    /// Time of [`SteeringSystems::Locomote`].
    pub locomote: Duration,
    /// Ticks measured since the start.
    pub ticks: u64,
}

impl StageTimes {
    /// The time of the whole tick.
    pub fn total(&self) -> Duration {
        self.perceive + self.behave + self.arbitrate + self.locomote
    }
}

#[derive(Resource)]
struct StageClock(Instant);

impl Plugin for SteeringDiagnosticsPlugin {
    fn build(&self, app: &mut App) {
        for path in [
            Self::PERCEIVE,
            Self::BEHAVE,
            Self::ARBITRATE,
            Self::LOCOMOTE,
        ] {
            app.register_diagnostic(Diagnostic::new(path).with_suffix(" ms"));
        }
        for path in [
            Self::AGENTS,
            Self::OBSTACLES,
            Self::CANDIDATES,
            Self::OVERLAPS,
            Self::SQUEEZED,
            Self::CONTACTS,
        ] {
            app.register_diagnostic(Diagnostic::new(path));
        }
        app.init_resource::<StageTimes>()
            .insert_resource(StageClock(Instant::now()))
            .add_systems(
                self.schedule,
                (
                    start_clock.before(SteeringSystems::Perceive),
                    (|clock: ResMut<StageClock>, mut times: ResMut<StageTimes>| {
                        times.perceive = lap(clock);
                    })
                    .after(SteeringSystems::Perceive)
                    .before(SteeringSystems::Behave),
                    (|clock: ResMut<StageClock>, mut times: ResMut<StageTimes>| {
                        times.behave = lap(clock);
                    })
                    .after(SteeringSystems::Behave)
                    .before(SteeringSystems::Arbitrate),
                    (|clock: ResMut<StageClock>, mut times: ResMut<StageTimes>| {
                        times.arbitrate = lap(clock);
                    })
                    .after(SteeringSystems::Arbitrate)
                    .before(SteeringSystems::Locomote),
                    publish_times.after(SteeringSystems::Locomote),
                )
                    .run_if(clock_moves),
            );
    }
}

fn start_clock(mut clock: ResMut<StageClock>) {
    clock.0 = Instant::now();
}

fn lap(mut clock: ResMut<StageClock>) -> Duration {
    let now = Instant::now();
    let passed = now.duration_since(clock.0);
    clock.0 = now;
    passed
}

fn publish_times(
    clock: ResMut<StageClock>,
    (agents, obstacles): (Option<Res<AgentIndex>>, Option<Res<ObstacleIndex>>),
    step: Option<Res<CrowdStep>>,
    states: Query<&AgentState, Without<ExternalLocomotion>>,
    mut times: ResMut<StageTimes>,
    mut diagnostics: Diagnostics,
) {
    times.locomote = lap(clock);
    times.ticks += 1;
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let times = *times;
    diagnostics.add_measurement(&SteeringDiagnosticsPlugin::PERCEIVE, || {
        milliseconds(times.perceive)
    });
    diagnostics.add_measurement(&SteeringDiagnosticsPlugin::BEHAVE, || {
        milliseconds(times.behave)
    });
    diagnostics.add_measurement(&SteeringDiagnosticsPlugin::ARBITRATE, || {
        milliseconds(times.arbitrate)
    });
    diagnostics.add_measurement(&SteeringDiagnosticsPlugin::LOCOMOTE, || {
        milliseconds(times.locomote)
    });
    let [candidates, overlapping, contacts, squeezed] = step.map_or([0; 4], |step| {
        let is_squeezed = |state: &&AgentState| step.squeezes(state);
        [
            step.candidates_examined(),
            step.overlapping(),
            step.contacts(),
            states.iter().filter(is_squeezed).count(),
        ]
    });
    // Without `SteeringPlugin` the counts are 0.
    let counts = [
        (
            SteeringDiagnosticsPlugin::AGENTS,
            agents.map_or(0, |agents| agents.len()),
        ),
        (
            SteeringDiagnosticsPlugin::OBSTACLES,
            obstacles.map_or(0, |obstacles| obstacles.obstacles().len()),
        ),
        (SteeringDiagnosticsPlugin::CANDIDATES, candidates),
        (SteeringDiagnosticsPlugin::OVERLAPS, overlapping),
        (SteeringDiagnosticsPlugin::CONTACTS, contacts),
        (SteeringDiagnosticsPlugin::SQUEEZED, squeezed),
    ];
    for (path, count) in counts {
        diagnostics.add_measurement(&path, || count as f64);
    }
}
