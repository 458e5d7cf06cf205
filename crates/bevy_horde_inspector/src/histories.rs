//! The last ticks of the inspected agent and of the crowd.

use crate::inspected::InspectedAgent;
use bevy::diagnostic::DiagnosticsStore;
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::prelude::*;
use bevy_horde::SteeringSystems;
use bevy_horde::agent::{SteeringAgent, Velocity};
use bevy_horde::behaviors::JourneyState;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::schedule::SteeringTick;
use bevy_horde::trace::SteeringTrace;
use std::collections::VecDeque;

/// Number of recorded ticks.
const TICKS: usize = 300;
/// An agent that was stuck counts as stuck for this many ticks more: one tick would not be seen.
const STUCK_FOR: u64 = 60;

/// Records the [`AgentHistory`] and the [`CrowdHistory`].
///
/// [`InspectorPlugin`](crate::InspectorPlugin) adds it. The inspected agent gets a
/// [`SteeringTrace`] while it is inspected.
pub struct HistoryPlugin {
    schedule: InternedScheduleLabel,
}

impl HistoryPlugin {
    /// Records ticks of a [`SteeringPlugin`](bevy_horde::SteeringPlugin) in this schedule.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
        }
    }
}

impl Default for HistoryPlugin {
    /// Records ticks in [`FixedUpdate`].
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

impl Plugin for HistoryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<InspectedAgent>()
            .init_resource::<AgentHistory>()
            .init_resource::<CrowdHistory>()
            .add_systems(PreUpdate, trace_inspected)
            // These systems record a tick just before the next one, which clears the trace.
            .add_systems(
                self.schedule,
                (record_agent, record_crowd).before(SteeringSystems::Perceive),
            );
    }
}

/// The last 300 ticks of the agent in [`InspectedAgent`].
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct AgentHistory {
    agent: Option<Entity>,
    /// The tick of the newest sample.
    tick: u64,
    samples: VecDeque<AgentSample>,
}

/// One tick of an agent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AgentSample {
    /// Its speed, world units per second.
    pub speed: f32,
    /// The name of each behavior and the length of its force, in the order of the trace.
    pub forces: Vec<(&'static str, f32)>,
}

impl AgentHistory {
    /// The ticks, the oldest first.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = &AgentSample> {
        self.samples.iter()
    }

    /// The names of all behaviors in the history, sorted.
    pub fn behaviors(&self) -> Vec<&'static str> {
        let forces = self.samples.iter().flat_map(|sample| &sample.forces);
        let mut names: Vec<_> = forces.map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// The last 300 ticks of all agents.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct CrowdHistory {
    tick: u64,
    samples: VecDeque<CrowdSample>,
}

/// One tick of all agents.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CrowdSample {
    /// The number of bodies that overlapped another one; `None` without
    /// [`SteeringDiagnosticsPlugin`].
    pub overlaps: Option<f64>,
    /// The number of bodies in solid obstacles that found no room to leave them; `None` without
    /// [`SteeringDiagnosticsPlugin`].
    pub squeezed: Option<f64>,
    /// The number of agents that are stuck or were so in the last 60 ticks; `None` if no agent has
    /// a [`Journey`](bevy_horde::behaviors::Journey).
    pub stuck: Option<usize>,
}

impl CrowdHistory {
    /// The ticks, the oldest first.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = &CrowdSample> {
        self.samples.iter()
    }
}

fn push<T>(samples: &mut VecDeque<T>, sample: T) {
    if samples.len() == TICKS {
        samples.pop_front();
    }
    samples.push_back(sample);
}

/// Gives the inspected agent a trace, and removes it from the agent inspected before.
fn trace_inspected(
    mut commands: Commands,
    inspected: Res<InspectedAgent>,
    agents: Query<Has<SteeringTrace>, With<SteeringAgent>>,
    mut given: Local<Option<Entity>>,
) {
    if *given != inspected.0
        && let Some(last) = given.take()
        && let Ok(mut last) = commands.get_entity(last)
    {
        last.try_remove::<SteeringTrace>();
    }
    // Another plugin may have removed the trace; then the agent gets a new one.
    if let Some(entity) = inspected.0
        && agents.get(entity) == Ok(false)
    {
        commands.entity(entity).try_insert(SteeringTrace::default());
        *given = Some(entity);
    }
}

fn record_agent(
    tick: Option<Res<SteeringTick>>,
    inspected: Res<InspectedAgent>,
    agents: Query<(&Velocity, &SteeringTrace)>,
    mut history: ResMut<AgentHistory>,
) {
    let tick = tick.map_or(0, |tick| tick.0);
    if history.agent != inspected.0 {
        *history = AgentHistory {
            agent: inspected.0,
            tick,
            ..default()
        };
        return;
    }
    let sample = inspected.0.and_then(|entity| agents.get(entity).ok());
    let Some((velocity, trace)) = sample.filter(|_| tick != history.tick) else {
        return;
    };
    history.tick = tick;
    let mut names: Vec<&'static str> = Vec::new();
    for added in &trace.contributions {
        if !names.contains(&added.behavior) {
            names.push(added.behavior);
        }
    }
    let force = |name| (name, trace.force_of(name).length());
    let sample = AgentSample {
        speed: velocity.0.length(),
        forces: names.into_iter().map(force).collect(),
    };
    push(&mut history.samples, sample);
}

fn record_crowd(
    tick: Option<Res<SteeringTick>>,
    diagnostics: Option<Res<DiagnosticsStore>>,
    journeys: Query<(Entity, &JourneyState)>,
    mut last_stuck: Local<EntityHashMap<u64>>,
    mut history: ResMut<CrowdHistory>,
) {
    let tick = tick.map_or(0, |tick| tick.0);
    if tick == history.tick {
        return;
    }
    history.tick = tick;
    let measured = |path| diagnostics.as_ref()?.get(path)?.value();
    for (entity, journey) in &journeys {
        if journey.is_stuck {
            last_stuck.insert(entity, tick);
        }
    }
    // The tick begins anew in another scene.
    last_stuck.retain(|entity, last| {
        journeys.contains(*entity) && (*last..=*last + STUCK_FOR).contains(&tick)
    });
    let sample = CrowdSample {
        overlaps: measured(&SteeringDiagnosticsPlugin::OVERLAPS),
        squeezed: measured(&SteeringDiagnosticsPlugin::SQUEEZED),
        stuck: (!journeys.is_empty()).then_some(last_stuck.len()),
    };
    push(&mut history.samples, sample);
}
