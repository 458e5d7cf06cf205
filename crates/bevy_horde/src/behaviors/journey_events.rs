//! The events of journeys: what they say, and how observers get them.

use super::Journey;
use crate::agent::SteeringAgent;
use crate::validation::{InvalidSetting, SteeringWarnings};
use bevy::ecs::change_detection::Tick;
use bevy::ecs::event::EventKey;
use bevy::prelude::*;

/// Observers may wait this long for an agent with [`Journey`] before a warning, seconds.
const LONGEST_WAIT: f32 = 5.0;

/// An agent has arrived at its goal, or has settled in the crowd there. See [`Journey`].
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct Arrived {
    /// The agent.
    pub entity: Entity,
    /// Its goal, in the plane.
    pub goal: Vec2,
}

/// An agent has settled, see [`Settled`](crate::behaviors::Settled) and [`Journey`].
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct HasSettled {
    /// The agent.
    pub entity: Entity,
}

/// An agent makes no progress. See [`Journey`].
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct Stuck {
    /// The agent.
    pub entity: Entity,
    /// What stands in its way.
    pub by: StuckBy,
}

/// What stands in the way of an agent that is stuck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum StuckBy {
    /// Other bodies, in touch or nearly so.
    Agents,
    /// An obstacle, in touch or nearly so.
    Obstacle,
    /// Nothing in touch: forces that cancel each other, or too little force.
    Nothing,
}

/// No way leads to the goal of an agent. See [`Journey`].
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct Unreachable {
    /// The agent.
    pub entity: Entity,
    /// The goal, in the plane.
    pub goal: Vec2,
}

/// An agent is back on its path after it was off it, see [`Journey`] and
/// [`PathProgress`](super::PathProgress).
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct BackOnPath {
    /// The agent.
    pub entity: Entity,
}

/// The events of this tick.
#[derive(Resource, Default)]
pub struct JourneyEvents {
    /// The events, with the slots of their agents.
    pub(super) all: Vec<(u32, JourneyEvent)>,
    /// When the plugin last wrote the memories of journeys.
    pub(crate) written_at: Tick,
}

/// What an agent has to report.
#[derive(Clone, Copy)]
pub(super) enum JourneyEvent {
    Arrived(Arrived),
    HasSettled(HasSettled),
    Stuck(Stuck),
    Unreachable(Unreachable),
    BackOnPath(BackOnPath),
}

impl JourneyEvent {
    fn entity(&self) -> Entity {
        match self {
            Self::Arrived(event) => event.entity,
            Self::HasSettled(event) => event.entity,
            Self::Stuck(event) => event.entity,
            Self::Unreachable(event) => event.entity,
            Self::BackOnPath(event) => event.entity,
        }
    }

    /// Triggers the event, unless an observer of an earlier one removed the agent or its
    /// [`Journey`].
    fn trigger(self, world: &mut World) {
        world.flush();
        let agent = world.get_entity(self.entity());
        if !agent.is_ok_and(|agent| agent.contains::<Journey>()) {
            return;
        }
        match self {
            Self::Arrived(event) => world.trigger(event),
            Self::HasSettled(event) => world.trigger(event),
            Self::Stuck(event) => world.trigger(event),
            Self::Unreachable(event) => world.trigger(event),
            Self::BackOnPath(event) => world.trigger(event),
        }
    }
}

/// Triggers the events of the tick.
pub(crate) fn send_events(mut events: ResMut<JourneyEvents>, mut commands: Commands) {
    events.all.sort_by_key(|(slot, _)| *slot);
    for (_, event) in events.all.drain(..) {
        commands.queue(move |world: &mut World| event.trigger(world));
    }
}

/// Whether there are events to trigger.
pub(crate) fn has_events(events: Res<JourneyEvents>) -> bool {
    !events.all.is_empty()
}

/// The keys of all events of journeys.
pub(crate) struct EventKeys([EventKey; 5]);

impl FromWorld for EventKeys {
    fn from_world(world: &mut World) -> Self {
        Self([
            world.register_event_key::<Arrived>(),
            world.register_event_key::<HasSettled>(),
            world.register_event_key::<Stuck>(),
            world.register_event_key::<Unreachable>(),
            world.register_event_key::<BackOnPath>(),
        ])
    }
}

/// Warns about observers of these events while no agent has [`Journey`].
pub(crate) fn name_missing_journeys(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    agents: Query<Entity, With<SteeringAgent>>,
    observers: Query<&Observer>,
    // Local
    keys: Local<EventKeys>,
    mut waited: Local<f32>,
) {
    let Some(agent) = agents.iter().next() else {
        *waited = 0.0;
        return;
    };
    *waited += time.delta_secs();
    if *waited <= LONGEST_WAIT {
        return;
    }
    *waited = 0.0;
    let watches = |key: &EventKey| keys.0.contains(key);
    let mut watched = observers.iter().map(|it| it.descriptor().event_keys());
    if watched.any(|keys| keys.iter().any(watches)) {
        let setting = InvalidSetting {
            entity: agent,
            component: "Journey",
            field: "",
        };
        warnings.report(
            setting,
            "is missing, and no agent has it: observers of Arrived, HasSettled, Stuck, \
             Unreachable and BackOnPath wait in vain; insert it into agents that are to report",
        );
    }
}
