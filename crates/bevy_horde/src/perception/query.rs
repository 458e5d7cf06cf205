//! Spatial queries for games.

use super::restored::RestoredIndices;
use super::{AgentIndex, AgentState, FilteredSteeringQuery, Perception};
use crate::agent_id::AgentId;
use crate::obstacle::{NearestObstacle, Obstacle, ObstacleHit, ObstacleIndex, ObstacleState};
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::{IntoPlane, MovementSpace};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// An agent that a search found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentHit<P = Vec2> {
    /// The agent.
    pub entity: Entity,
    /// Distance from the position of the query to the agent's center, world units.
    pub distance: f32,
    /// The agent's center, in the coordinates of the question: steering [`Vec2`] or world [`Vec3`].
    /// In the world it has the height, or layer, of the query's place.
    pub position: P,
}

/// Spatial queries about agents and obstacles, answered from the plugin's own indices.
///
/// Positions are world [`Vec3`] or steering [`Vec2`], and an answer is in the coordinates of its
/// question. A position or a radius that is not finite finds nothing.
///
/// [`without`](Self::without), [`in_groups`](Self::in_groups) and [`matching`](Self::matching)
/// leave out agents and obstacles; see [`FilteredSteeringQuery`].
///
/// # Which moment an answer is about
///
/// Agents and obstacles are where they were at the start of the last tick. A query does not find an
/// entity that was despawned or hidden since. Despawns by `Commands` take effect after the system,
/// so two queries of one system may find the same entity. A query does not yet find an entity that
/// was spawned or shown since.
///
/// - Before the first tick, the plugin reads all agents and obstacles in each frame in which a
///   `Transform`, an `Obstacle` or a `Perception` has changed: in `RunFixedMainLoop`, before the
///   fixed schedules. So queries of the first frame find what `Startup` has spawned.
/// - [`refresh_steering_query`](super::refresh_steering_query) reads all agents and obstacles at
///   once, for a game that queries right after it has spawned a level.
/// - Right after a load, the answers are those of the saved game, see [`AgentState`] and
///   [`ObstacleState`].
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # #[derive(Component)]
/// # struct Bomb;
/// fn explode(
///     bombs: Query<(Entity, &Transform), With<Bomb>>,
///     query: SteeringQuery,
///     mut commands: Commands,
/// ) {
///     for (bomb, transform) in &bombs {
///         for hit in query.without(bomb).agents_within(transform.translation, 2.5) {
///             commands.entity(hit.entity).despawn();
///         }
///     }
/// }
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default())).add_systems(Update, explode);
/// # app.update();
/// ```
#[derive(SystemParam)]
pub struct SteeringQuery<'w, 's> {
    tick: Res<'w, SteeringTick>,
    agents: Res<'w, AgentIndex>,
    obstacles: Res<'w, ObstacleIndex>,
    restored: Res<'w, RestoredIndices>,
    pub(super) space: Res<'w, MovementSpace>,
    pub(super) states: Query<'w, 's, (Entity, &'static AgentState)>,
    standing: Query<'w, 's, (Entity, &'static ObstacleState), With<Obstacle>>,
}

impl<'w, 's> SteeringQuery<'w, 's> {
    /// Leaves out an agent or an obstacle, such as the agent that asks.
    pub fn without(&self, entity: Entity) -> FilteredSteeringQuery<'_, 'w, 's> {
        FilteredSteeringQuery::new(self).without(entity)
    }

    /// Leaves out agents that belong to none of these groups, one bit each. See
    /// [`FilteredSteeringQuery::in_groups`].
    pub fn in_groups(&self, groups: u32) -> FilteredSteeringQuery<'_, 'w, 's> {
        FilteredSteeringQuery::new(self).in_groups(groups)
    }

    /// Leaves out agents and obstacles for which `accepts` is false. See
    /// [`FilteredSteeringQuery::matching`].
    pub fn matching<'q>(
        &'q self,
        accepts: impl Fn(Entity) -> bool + 'q,
    ) -> FilteredSteeringQuery<'q, 'w, 's> {
        FilteredSteeringQuery::new(self).matching(accepts)
    }

    /// Returns every agent with its center within `radius` of `place`, nearest first.
    ///
    /// Two bodies touch if their centers are within the sum of their radii. Where radii differ, ask
    /// for the largest sum, and compare with the `body_radius` of each. Agents move within a tick,
    /// so ask for a little more.
    pub fn agents_within<P: IntoPlane>(&self, place: P, radius: f32) -> Vec<AgentHit<P>> {
        FilteredSteeringQuery::new(self).agents_within(place, radius)
    }

    /// Returns the `count` agents nearest to `place`, nearest first; fewer when there are fewer.
    pub fn nearest_agents<P: IntoPlane>(&self, place: P, count: usize) -> Vec<AgentHit<P>> {
        FilteredSteeringQuery::new(self).nearest_agents(place, count)
    }

    /// Returns the agent nearest to `place`, however far it is. Of equally near agents, the one
    /// with the lowest [`AgentId`] counts.
    pub fn nearest_agent<P: IntoPlane>(&self, place: P) -> Option<AgentHit<P>> {
        FilteredSteeringQuery::new(self).nearest_agent(place)
    }

    /// Returns the first obstacle that the straight line from `from` to `to` meets, and where.
    pub fn first_obstacle<P: IntoPlane>(
        &self,
        from: P,
        to: impl IntoPlane,
    ) -> Option<ObstacleHit<P>> {
        FilteredSteeringQuery::new(self).first_obstacle(from, to)
    }

    /// Returns the first obstacle that a circle of `radius` meets on its straight way from `from`
    /// to `to`, and where.
    ///
    /// A circle that starts inside an obstacle meets it at distance 0.
    pub fn first_obstacle_for_circle<P: IntoPlane>(
        &self,
        from: P,
        to: impl IntoPlane,
        radius: f32,
    ) -> Option<ObstacleHit<P>> {
        FilteredSteeringQuery::new(self).first_obstacle_for_circle(from, to, radius)
    }

    /// Returns the obstacle with its surface nearest to `place`, and where. Inside an obstacle the
    /// distance is negative.
    pub fn nearest_obstacle<P: IntoPlane>(&self, place: P) -> Option<NearestObstacle<P>> {
        FilteredSteeringQuery::new(self).nearest_obstacle(place)
    }

    /// Whether no opaque obstacle is between the two positions. An obstacle that the line only
    /// touches is between them, and so is an obstacle that contains either position.
    pub fn line_of_sight(&self, from: impl IntoPlane, to: impl IntoPlane) -> bool {
        FilteredSteeringQuery::new(self).line_of_sight(from, to)
    }

    /// The same query, as one that finds everything.
    pub(super) fn all(&self) -> FilteredSteeringQuery<'_, 'w, 's> {
        FilteredSteeringQuery::new(self)
    }

    /// Whether an obstacle still exists and is not hidden.
    pub(super) fn stands(&self, obstacle: Entity) -> bool {
        self.standing.contains(obstacle)
    }

    /// Answers `question` from the indices of a refresh; else of the last tick; else, after a load,
    /// of the saved game.
    pub(super) fn ask<A>(&self, question: impl FnOnce(&AgentIndex, &ObstacleIndex) -> A) -> A {
        if let Some(indices) = self.restored.refreshed(&self.tick) {
            return question(&indices.agents, &indices.obstacles);
        }
        if self.agents.is_current(&self.tick) {
            return question(&self.agents, &self.obstacles);
        }
        let restored = self.restored.get(&self.tick, |indices| {
            let known = self.states.iter();
            // Queries use neither ids nor ranges; only the rules about neighbors do.
            let known = known.map(|(entity, state)| {
                let perception = Perception {
                    memberships: state.memberships,
                    ..default()
                };
                (entity, AgentId::default(), *state, perception)
            });
            indices
                .agents
                .restore(known, &self.tick, SimdLevel::default());
            indices.obstacles.restore(self.standing.iter(), *self.space);
        });
        question(&restored.agents, &restored.obstacles)
    }
}
