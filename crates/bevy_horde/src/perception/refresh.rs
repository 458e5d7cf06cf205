//! Indices for queries, read from the components between two ticks.

use super::restored::{Indices, RestoredIndices};
use super::{AgentState, Perception, state::Presence};
use crate::agent::{SteeringAgent, SteeringDisabled, Velocity};
use crate::agent_id::AgentId;
use crate::obstacle::Obstacle;
use crate::parents::Parents;
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use horde_kernel::step::agent::Agent;

/// Lets [`SteeringQuery`](super::SteeringQuery) find agents and obstacles as they are now, and not
/// as they were at the start of the last tick.
///
/// An exclusive system, and a command. Call it after a game has spawned or moved entities, if it
/// queries before the next tick. The answers hold until that tick, or until a game is loaded.
///
/// It changes nothing but the answers of queries: behaviors and saved games do not use what it
/// reads. A game that calls this, and is saved before the next tick, calls it again after the load.
/// A call costs about as much as the reading part of a tick. Without
/// [`SteeringPlugin`](crate::SteeringPlugin) it warns and does nothing.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
///
/// fn spawn_walls(mut commands: Commands) {
///     commands.spawn((Transform::from_xyz(5.0, 0.0, 0.0), Obstacle::circle(1.0)));
/// }
///
/// fn place_coins(query: SteeringQuery) {
///     assert!(query.nearest_obstacle(Vec3::ZERO).is_some());
/// }
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .add_systems(Startup, (spawn_walls, refresh_steering_query, place_coins).chain())
///     .update();
/// ```
pub fn refresh_steering_query(world: &mut World) {
    if let Err(error) = world.run_system_cached(refresh) {
        log::warn!("SteeringQuery is not refreshed: {error}; add SteeringPlugin to the app");
    }
}

/// The agents and obstacles of the world.
#[derive(SystemParam)]
pub(super) struct Present<'w, 's> {
    space: Res<'w, MovementSpace>,
    agents: Query<
        'w,
        's,
        (
            (Entity, &'static AgentId, &'static AgentState),
            (&'static SteeringAgent, &'static Perception),
            (&'static Transform, &'static Velocity),
            Has<SteeringDisabled>,
        ),
    >,
    obstacles: Query<
        'w,
        's,
        (
            Entity,
            &'static Obstacle,
            &'static Transform,
            Option<&'static ChildOf>,
        ),
    >,
    parents: Parents<'w, 's>,
}

fn refresh(
    // Inputs
    present: Present,
    tick: Res<SteeringTick>,
    // Output
    mut restored: ResMut<RestoredIndices>,
) {
    restored.refresh(&tick, |indices| present.read(&tick, indices));
}

/// Whether no tick has run yet, so that there are no indices of a tick.
pub(super) fn is_before_first_tick(tick: Res<SteeringTick>) -> bool {
    tick.0 == 0
}

/// Reads all agents and obstacles if a `Transform`, an `Obstacle` or a `Perception` has changed
/// since the last frame.
pub(super) fn refresh_before_first_tick(
    // Inputs
    changed: Query<(), Or<(Changed<Transform>, Changed<Obstacle>, Changed<Perception>)>>,
    present: Present,
    tick: Res<SteeringTick>,
    // Output
    restored: ResMut<RestoredIndices>,
) {
    if !changed.is_empty() {
        refresh(present, tick, restored);
    }
}

impl Present<'_, '_> {
    fn read(&self, tick: &Res<SteeringTick>, indices: &mut Indices) {
        let agents = self.agents.iter();
        let mut agents: Vec<_> = agents
            .filter_map(
                |((entity, id, known), (agent, perception), place, is_disabled)| {
                    let state = self.state(known, agent, perception, place, is_disabled)?;
                    Some((entity, *id, state, *perception))
                },
            )
            .collect();
        agents.sort_unstable_by_key(|(entity, id, ..)| (*id, *entity));
        for (slot, (.., state, _)) in (0..).zip(&mut agents) {
            state.0.slot = slot;
        }
        (indices.agents).restore(agents.into_iter(), tick, SimdLevel::default());
        let obstacles = self.obstacles.iter();
        let placed = obstacles.map(|(entity, obstacle, own, parent)| {
            let place = parent.map(|parent| self.parents.in_world(own, parent));
            (entity, obstacle, place.unwrap_or(*own), 0)
        });
        indices.obstacles.replace_all(placed, *self.space);
    }

    /// The state of an agent as the next tick would read it, as far as queries use it. `None` for
    /// an agent with a position that is not finite, and was not known in the last tick.
    fn state(
        &self,
        known: &AgentState,
        agent: &SteeringAgent,
        perception: &Perception,
        (transform, velocity): (&Transform, &Velocity),
        is_disabled: bool,
    ) -> Option<AgentState> {
        let place = self.space.to_plane(transform.translation);
        let last = known.slot().map(|_| known.position);
        let velocity = self.space.to_plane(velocity.0);
        let moves = velocity.is_finite() && !is_disabled;
        let radius = Some(agent.body_radius).filter(|radius| radius.is_finite());
        Some(AgentState(Agent {
            position: Some(place).filter(|place| place.is_finite()).or(last)?,
            velocity: if moves { velocity } else { Vec2::ZERO },
            body_radius: radius.unwrap_or_default().max(0.0),
            memberships: perception.memberships,
            presence: Presence::Updating,
            ..known.0
        }))
    }
}
