//! Spatial queries for games.

use super::restored::{Indices, RestoredIndices};
use super::{AgentIndex, AgentState, Perception};
use crate::agent_id::AgentId;
use crate::obstacle::{NearestObstacle, Obstacle, ObstacleHit, ObstacleIndex, ObstacleState};
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::{IntoPlane, MovementSpace};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// An agent that a search found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentHit {
    /// The agent.
    pub entity: Entity,
    /// Distance from the position of the query to the agent's center, world units.
    pub distance: f32,
}

/// Spatial queries about agents and obstacles, answered from the plugin's own indices.
///
/// Agents and obstacles are where they were at the start of the last tick. Before the first tick
/// there are none. A query does not find an entity that was despawned or hidden since. It does not
/// yet find an entity that was hidden at that time. Right after a load, the answers are those of
/// the saved game, see [`AgentState`] and [`ObstacleState`]. Positions are world [`Vec3`] or
/// steering [`Vec2`]. A position or a radius that is not finite finds nothing.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// fn explode(query: SteeringQuery, mut commands: Commands) {
///     for hit in query.agents_within(Vec3::new(3.0, 4.0, 0.0), 2.5) {
///         commands.entity(hit.entity).despawn();
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
    space: Res<'w, MovementSpace>,
    states: Query<'w, 's, (Entity, &'static AgentState)>,
    standing: Query<'w, 's, (Entity, &'static ObstacleState), With<Obstacle>>,
}

impl SteeringQuery<'_, '_> {
    /// Returns every agent with its center within `radius` of `place`, nearest first.
    pub fn agents_within(&self, place: impl IntoPlane, radius: f32) -> Vec<AgentHit> {
        let center = place.into_plane(*self.space);
        if !center.is_finite() || !radius.is_finite() {
            return Vec::new();
        }
        self.ask(|agents, _| {
            let mut hits = Vec::new();
            agents.visit_within(center, radius, |_, body, distance_squared| {
                if self.states.contains(agents.entities()[body.slot as usize]) {
                    hits.push((distance_squared, body.slot));
                }
            });
            hits.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let hits = hits.into_iter();
            hits.map(|(distance_squared, slot)| hit(agents, distance_squared, slot))
                .collect()
        })
    }

    /// Returns the `count` agents nearest to `place`, nearest first; fewer when there are fewer.
    pub fn nearest_agents(&self, place: impl IntoPlane, count: usize) -> Vec<AgentHit> {
        let center = place.into_plane(*self.space);
        if !center.is_finite() || count == 0 {
            return Vec::new();
        }
        self.ask(|agents, _| {
            let is_there = |entity| self.states.contains(entity);
            let found = agents.nearest(center, count, is_there).into_iter();
            found
                .map(|(distance_squared, slot)| hit(agents, distance_squared, slot))
                .collect()
        })
    }

    /// Returns the first obstacle that the straight line from `from` to `to` meets, and where.
    pub fn first_obstacle(&self, from: impl IntoPlane, to: impl IntoPlane) -> Option<ObstacleHit> {
        self.first_obstacle_for_circle(from, to, 0.0)
    }

    /// Returns the first obstacle that a circle of `radius` meets on its straight way from `from`
    /// to `to`, and where.
    ///
    /// A circle that starts inside an obstacle meets it at distance 0.
    pub fn first_obstacle_for_circle(
        &self,
        from: impl IntoPlane,
        to: impl IntoPlane,
        radius: f32,
    ) -> Option<ObstacleHit> {
        let (from, to) = (from.into_plane(*self.space), to.into_plane(*self.space));
        self.ask(|_, obstacles| {
            obstacles.first_hit(from, to, radius, |obstacle| self.stands(obstacle.entity))
        })
    }

    /// Returns the obstacle with its surface nearest to `place`, and where. Inside an obstacle the
    /// distance is negative.
    pub fn nearest_obstacle(&self, place: impl IntoPlane) -> Option<NearestObstacle> {
        let place = place.into_plane(*self.space);
        self.ask(|_, obstacles| {
            obstacles.nearest(place, f32::INFINITY, |obstacle| {
                self.stands(obstacle.entity)
            })
        })
    }

    /// Whether no opaque obstacle is between the two positions. An obstacle that the line only
    /// touches is between them, and so is an obstacle that contains either position.
    pub fn line_of_sight(&self, from: impl IntoPlane, to: impl IntoPlane) -> bool {
        let (from, to) = (from.into_plane(*self.space), to.into_plane(*self.space));
        self.ask(|_, obstacles| {
            obstacles.line_of_sight_past(from, to, |obstacle| !self.stands(obstacle))
        })
    }

    /// Whether an obstacle still exists.
    fn stands(&self, obstacle: Entity) -> bool {
        self.standing.contains(obstacle)
    }

    /// Answers `question` from the indices of the last tick or, after a load, of the saved game.
    fn ask<A>(&self, question: impl FnOnce(&AgentIndex, &ObstacleIndex) -> A) -> A {
        if self.agents.is_of(&self.tick) {
            return question(&self.agents, &self.obstacles);
        }
        let restored = self.restored.get(&self.tick, || {
            let mut indices = Indices::default();
            let known = self.states.iter();
            // Only the rules about neighbors use ids and groups.
            let known = known
                .map(|(entity, state)| (entity, AgentId::default(), *state, Perception::default()));
            indices
                .agents
                .restore(known, &self.tick, SimdLevel::default());
            indices.obstacles.restore(self.standing.iter(), *self.space);
            indices
        });
        question(&restored.agents, &restored.obstacles)
    }
}

fn hit(agents: &AgentIndex, distance_squared: f32, slot: u32) -> AgentHit {
    AgentHit {
        entity: agents.entities()[slot as usize],
        distance: distance_squared.sqrt(),
    }
}
