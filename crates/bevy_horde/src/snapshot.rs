//! Everything that the plugin keeps between two ticks, in one value.

use crate::agent::{Heading, PositionRemainder, SteeringAgent, Velocity};
use crate::agent_id::{AgentId, NextAgentId};
use crate::avoidance::YieldState;
use crate::behaviors::{
    ChosenTargets, DetourState, FollowWallState, FormationSlot, FormationState, HideState,
    JourneyEvents, JourneyState, PathProgress, QueueState, Settled, WanderAngle, WhiskerState,
};
use crate::flow_field::{FlowField, FlowFieldState};
use crate::impulse::Impulse;
use crate::obstacle::{Obstacle, ObstacleState};
use crate::perception::{AgentState, LastSeen};
use crate::schedule::SteeringTick;
use crate::update_interval::HeldDecision;
use bevy::ecs::component::{ComponentId, Mutable};
use bevy::ecs::entity::{EntityHashSet, MapEntities};
use bevy::prelude::*;
use smallvec::SmallVec;

/// Defines the snapshot. `agents` are the components of agents alone, in which the plugin and the
/// game write; `memories` are the plugin's.
macro_rules! snapshot {
    (agents { $($agent:ident: $Agent:ty,)* } memories { $($memory:ident: $Memory:ty,)* }) => {
        /// Everything that the plugin keeps between two ticks: copy it out with [`of`](Self::of),
        /// and put it back with [`restore`](Self::restore).
        ///
        /// It holds the `Transform`s of all agents, how they move, and what the plugin remembers of
        /// agents, obstacles and flow fields. Put back between two ticks, the same ticks have the
        /// same results, bit for bit, as long as the game does the same: for a quick save, to go
        /// back some ticks and play them again (rollback), or to look some seconds ahead.
        ///
        /// The game puts back its own part *before*: which entities there are, their settings and
        /// behaviors, the `Transform`s of obstacles and other targets, resources that it changed,
        /// and forces and goals that it has added since the last tick. Entities that are gone are
        /// left out. An agent that is not in the snapshot keeps what it has.
        ///
        /// Between two ticks is before `SteeringSystems::Perceive` or after
        /// `SteeringSystems::Locomote`, in any schedule. Events of ticks that are played again are
        /// sent again. A snapshot copies the shape of every obstacle. It shares the costs of flow
        /// fields until they change.
        ///
        /// With the feature `serialize` a snapshot is written to a file by `serde`. In another
        /// world entities have other numbers: call [`map_entities`](MapEntities::map_entities)
        /// before `restore`. Bevy's scenes save the same components one by one.
        ///
        /// ```
        /// use bevy::prelude::*;
        /// use bevy_horde::CrowdSnapshot;
        /// use bevy_horde::prelude::*;
        ///
        /// /// Where an agent will be after some ticks, if the game does nothing new.
        /// fn look_ahead(world: &mut World, agent: Entity, ticks: u32) -> Vec3 {
        ///     let now = CrowdSnapshot::of(world);
        ///     // The clock of a fixed tick. Bevy sets it only while it runs them itself.
        ///     let mut fixed = *world.resource::<Time<Fixed>>();
        ///     fixed.advance_by(fixed.timestep());
        ///     let frame = *world.resource::<Time>();
        ///     world.insert_resource(fixed.as_generic());
        ///     for _ in 0..ticks {
        ///         world.run_schedule(FixedUpdate);
        ///     }
        ///     world.insert_resource(frame);
        ///     let place = world.get::<Transform>(agent).unwrap().translation;
        ///     now.restore(world).unwrap();
        ///     place
        /// }
        /// # let mut app = App::new();
        /// # app.add_plugins((MinimalPlugins, SteeringPlugin::default()));
        /// # let agent = (SteeringAgent::new(0.5, 4.0), Seek::new(vec2(100.0, 0.0)));
        /// # let agent = app.world_mut().spawn(agent).id();
        /// # assert!(look_ahead(app.world_mut(), agent, 64).x > 2.0);
        /// # assert_eq!(app.world().get::<Transform>(agent), Some(&Transform::IDENTITY));
        /// ```
        #[derive(Clone, Debug, Default)]
        #[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
        pub struct CrowdSnapshot {
            version: u32,
            tick: SteeringTick,
            next_agent_id: NextAgentId,
            $($agent: Vec<(Entity, $Agent)>,)*
            $($memory: Vec<(Entity, $Memory)>,)*
        }

        impl CrowdSnapshot {
            /// The version of the snapshots that this version of the plugin makes and takes.
            pub const VERSION: u32 = 1;

            /// Copies everything out of a world.
            pub fn of(world: &World) -> Self {
                Self {
                    version: Self::VERSION,
                    tick: world.get_resource().copied().unwrap_or_default(),
                    next_agent_id: world.get_resource().copied().unwrap_or_default(),
                    $($agent: copied::<$Agent>(world, &[world.component_id::<SteeringAgent>()]),)*
                    $($memory: copied::<$Memory>(world, &owners(world)),)*
                }
            }

            /// Puts everything back into a world, between two ticks.
            ///
            /// A memory that an entity of the snapshot did not have then is emptied.
            ///
            /// # Errors
            ///
            /// A snapshot of another version changes nothing.
            pub fn restore(&self, world: &mut World) -> Result<(), WrongVersion> {
                if self.version != Self::VERSION {
                    return Err(WrongVersion {
                        found: self.version,
                    });
                }
                let agents = self.states.iter().map(|(entity, _)| *entity);
                let obstacles = self.obstacles.iter().map(|(entity, _)| *entity);
                let fields = self.fields.iter().map(|(entity, _)| *entity);
                let known = agents.chain(obstacles).chain(fields).collect();
                let (agent, owners) = ([world.component_id::<SteeringAgent>()], owners(world));
                $(put_back(world, &self.$agent, &agent);)*
                $(
                    put_back(world, &self.$memory, &owners);
                    empty_others(world, &self.$memory, &known);
                )*
                for (entity, _) in &self.obstacles {
                    // The index of obstacles follows from the components again.
                    if let Some(mut obstacle) = world.get_mut::<Obstacle>(*entity) {
                        obstacle.set_changed();
                    }
                }
                let now = world.change_tick();
                if let Some(mut events) = world.get_resource_mut::<JourneyEvents>() {
                    events.written_at = now;
                }
                world.insert_resource(self.next_id(world));
                // Last, for its change tells the plugin of the load.
                world.insert_resource(self.tick);
                Ok(())
            }
        }

        impl MapEntities for CrowdSnapshot {
            /// Replaces every entity by that with which the other world replaces it.
            fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
                $(map_all(&mut self.$agent, mapper);)*
                $(map_all(&mut self.$memory, mapper);)*
            }
        }
    };
}

snapshot! {
    agents {
        ids: AgentId,
        transforms: Transform,
        velocities: Velocity,
        headings: Heading,
    }
    memories {
        states: AgentState,
        remainders: PositionRemainder,
        impulses: Impulse,
        decisions: HeldDecision,
        seen: LastSeen,
        chosen: ChosenTargets,
        angles: WanderAngle,
        settled: Settled,
        detours: DetourState,
        yields: YieldState,
        whiskers: WhiskerState,
        walls: FollowWallState,
        paths: PathProgress,
        hides: HideState,
        queues: QueueState,
        journeys: JourneyState,
        formations: FormationState,
        slots: FormationSlot,
        obstacles: ObstacleState,
        fields: FlowFieldState,
    }
}

/// A [`CrowdSnapshot`] of another version of the plugin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongVersion {
    /// The version of the snapshot.
    pub found: u32,
}

impl core::fmt::Display for WrongVersion {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            out,
            "the snapshot has version {}, and the plugin takes version {}",
            self.found,
            CrowdSnapshot::VERSION
        )
    }
}

impl core::error::Error for WrongVersion {}

impl CrowdSnapshot {
    /// The next number for an agent: that of the snapshot, unless an agent that has come since has
    /// a higher one.
    fn next_id(&self, world: &World) -> NextAgentId {
        let saved: EntityHashSet = self.ids.iter().map(|(entity, _)| *entity).collect();
        let all = entities_with::<AgentId>(world, &[world.component_id::<SteeringAgent>()]);
        let newer = all.filter(|entity| !saved.contains(entity));
        let ids = newer.filter_map(|entity| world.get::<AgentId>(entity));
        let least = ids.map(|id| id.0.saturating_add(1)).max();
        NextAgentId(self.next_agent_id.0.max(least.unwrap_or(0)))
    }
}

/// The components with which an entity is one of those that the plugin keeps something of.
fn owners(world: &World) -> [Option<ComponentId>; 3] {
    [
        world.component_id::<SteeringAgent>(),
        world.component_id::<Obstacle>(),
        world.component_id::<FlowField>(),
    ]
}

/// The entities with `C` and one of the `owners`, also those that a game hides.
fn entities_with<'w, C: Component>(
    world: &'w World,
    owners: &[Option<ComponentId>],
) -> impl Iterator<Item = Entity> + 'w {
    let component = world.component_id::<C>();
    let owners: SmallVec<[ComponentId; 3]> = owners.iter().flatten().copied().collect();
    let archetypes = world.archetypes().iter().filter(move |archetype| {
        component.is_some_and(|component| archetype.contains(component))
            && owners.iter().any(|owner| archetype.contains(*owner))
    });
    archetypes.flat_map(|archetype| archetype.entities().iter().map(|agent| agent.id()))
}

fn copied<C: Component + Clone>(world: &World, owners: &[Option<ComponentId>]) -> Vec<(Entity, C)> {
    let all = entities_with::<C>(world, owners);
    let all = all.filter_map(|entity| Some((entity, world.get::<C>(entity)?.clone())));
    all.collect()
}

/// Puts components back into entities that are still owners of them.
fn put_back<C: Component<Mutability = Mutable> + Clone>(
    world: &mut World,
    saved: &[(Entity, C)],
    owners: &[Option<ComponentId>],
) {
    for (entity, value) in saved {
        let Ok(mut entity) = world.get_entity_mut(*entity) else {
            continue;
        };
        if !(owners.iter().flatten()).any(|owner| entity.contains_id(*owner)) {
            continue;
        }
        match entity.get_mut::<C>() {
            Some(mut known) => *known = value.clone(),
            None => {
                entity.insert(value.clone());
            }
        }
    }
}

/// Empties the memories of `known` entities that are not among the saved ones.
fn empty_others<C: Component<Mutability = Mutable> + Default>(
    world: &mut World,
    saved: &[(Entity, C)],
    known: &EntityHashSet,
) {
    let all: Vec<Entity> = entities_with::<C>(world, &owners(world)).collect();
    // Usually they are the same, in the same order.
    if saved.iter().map(|(entity, _)| entity).eq(&all) {
        return;
    }
    let saved: EntityHashSet = saved.iter().map(|(entity, _)| *entity).collect();
    for entity in all {
        if known.contains(&entity)
            && !saved.contains(&entity)
            && let Some(mut memory) = world.get_mut::<C>(entity)
        {
            *memory = C::default();
        }
    }
}

fn map_all<C: Component, M: EntityMapper>(all: &mut [(Entity, C)], mapper: &mut M) {
    for (entity, value) in all {
        *entity = mapper.get_mapped(*entity);
        C::map_entities(value, mapper);
    }
}
