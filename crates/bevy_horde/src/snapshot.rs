//! Everything that the plugin keeps between two ticks, in one value.

use crate::agent::{Heading, PositionRemainder, SteeringAgent, Velocity};
use crate::agent_id::{AgentId, NextAgentId};
use crate::avoidance::YieldState;
use crate::behaviors::{
    ChosenTargets, DetourState, FollowWallState, FormationSlot, FormationState, HideState,
    JourneyState, PathProgress, QueueState, Settled, WanderAngle, WhiskerState,
};
use crate::flow_field::{FlowField, FlowFieldState};
use crate::impulse::Impulse;
use crate::obstacle::{Obstacle, ObstacleState};
use crate::perception::{AgentState, LastSeen};
use crate::schedule::SteeringTick;
use crate::update_interval::HeldDecision;
use bevy::ecs::component::Mutable;
use bevy::ecs::entity::{EntityHashSet, MapEntities};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

/// The entities that the plugin keeps something of, hidden ones too.
type Kept = (
    Or<(With<SteeringAgent>, With<Obstacle>, With<FlowField>)>,
    Allow<Disabled>,
);

/// Defines the snapshot. `agents` are the components of agents alone, in which the plugin and the
/// game write; `memories` are the plugin's.
macro_rules! snapshot {
    (agents { $($agent:ident: $Agent:ty,)* } memories { $($memory:ident: $Memory:ty,)* }) => {
        /// Everything that the plugin keeps between two ticks: copy it out with [`of`](Self::of),
        /// and put it back with [`restore`](Self::restore).
        ///
        /// It holds where all agents are, how they move, and what the plugin remembers of agents,
        /// obstacles and flow fields. Put back between two ticks, the same ticks have the same
        /// results, bit for bit, as long as the game does the same: for a quick save, to go back
        /// some ticks and play them again (rollback), or to look some seconds ahead.
        ///
        /// The game puts back its own part *before*: which entities there are, their settings and
        /// behaviors, and the `Transform`s of obstacles. Entities that are gone are left out. An
        /// agent that is not in the snapshot keeps what it has.
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
        /// /// Where an agent will be in a second, if nothing changes.
        /// fn look_ahead(app: &mut App, agent: Entity) -> Vec3 {
        ///     let now = CrowdSnapshot::of(app.world());
        ///     for _ in 0..64 {
        ///         app.world_mut().run_schedule(FixedUpdate);
        ///     }
        ///     let place = app.world().get::<Transform>(agent).unwrap().translation;
        ///     now.restore(app.world_mut()).unwrap();
        ///     place
        /// }
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
                    $($agent: copied::<$Agent, (With<SteeringAgent>, Allow<Disabled>)>(world),)*
                    $($memory: copied::<$Memory, Kept>(world),)*
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
                let states = self.states.iter().map(|(entity, _)| *entity);
                let obstacles = self.obstacles.iter().map(|(entity, _)| *entity);
                let fields = self.fields.iter().map(|(entity, _)| *entity);
                let known = states.chain(obstacles).chain(fields).collect();
                $(put_back(world, &self.$agent);)*
                $(
                    put_back(world, &self.$memory);
                    empty_others(world, &self.$memory, &known);
                )*
                world.insert_resource(self.next_agent_id);
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

fn copied<C: Component + Clone, F: bevy::ecs::query::QueryFilter>(
    world: &World,
) -> Vec<(Entity, C)> {
    // Without such a query the world has no such component.
    let query = world.try_query_filtered::<(Entity, &C), F>();
    query.map_or_else(Vec::new, |mut query| {
        let all = query.iter(world);
        all.map(|(entity, value)| (entity, value.clone())).collect()
    })
}

fn put_back<C: Component<Mutability = Mutable> + Clone>(world: &mut World, saved: &[(Entity, C)]) {
    for (entity, value) in saved {
        if let Ok(mut entity) = world.get_entity_mut(*entity) {
            match entity.get_mut::<C>() {
                Some(mut known) => *known = value.clone(),
                None => {
                    entity.insert(value.clone());
                }
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
    let mut query = world.query_filtered::<(Entity, &mut C), Kept>();
    if query.iter(world).count() == saved.len() {
        return;
    }
    let saved: EntityHashSet = saved.iter().map(|(entity, _)| *entity).collect();
    for (entity, mut value) in query.iter_mut(world) {
        if known.contains(&entity) && !saved.contains(&entity) {
            *value = C::default();
        }
    }
}

fn map_all<C: Component, M: EntityMapper>(all: &mut [(Entity, C)], mapper: &mut M) {
    for (entity, value) in all {
        *entity = mapper.get_mapped(*entity);
        C::map_entities(value, mapper);
    }
}
