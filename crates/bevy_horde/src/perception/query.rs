//! Questions that a game asks the indices.

use super::AgentIndex;
use crate::obstacle::{NearestObstacle, ObstacleHit, ObstacleIndex};
use crate::space::{IntoPlane, MovementSpace};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// An agent that a search found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentHit {
    /// The agent.
    pub entity: Entity,
    /// Distance from the place asked about to its centre, world units.
    pub distance: f32,
}

/// Questions about who and what is where, answered from the plugin's own indices.
///
/// Agents are where they were at the start of the last tick, obstacles likewise: before the first tick there is nothing, and
/// what has been despawned since the last one is still found. Places are given as world [`Vec3`] or as
/// steering [`Vec2`]. A place or a radius that is not finite finds nothing.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// fn explode(query: SteeringQuery, mut commands: Commands) {
///     for hit in query.agents_within(Vec3::new(3.0, 4.0, 0.0), 2.5) {
///         commands.entity(hit.entity).try_despawn(); // found until the next tick, dead or not
///     }
/// }
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default())).add_systems(Update, explode);
/// # app.update();
/// ```
#[derive(SystemParam)]
pub struct SteeringQuery<'w> {
    agents: Res<'w, AgentIndex>,
    obstacles: Res<'w, ObstacleIndex>,
    space: Res<'w, MovementSpace>,
}

impl SteeringQuery<'_> {
    /// Every agent whose centre is within `radius` of `place`, nearest first.
    pub fn agents_within(&self, place: impl IntoPlane, radius: f32) -> Vec<AgentHit> {
        let center = place.into_plane(*self.space);
        if !center.is_finite() || !radius.is_finite() {
            return Vec::new();
        }
        let mut hits = Vec::new();
        self.agents
            .visit_within(center, radius, |_, body, distance_squared| {
                hits.push((distance_squared, body.slot));
            });
        hits.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        hits.into_iter()
            .map(|(distance_squared, slot)| self.hit(distance_squared, slot))
            .collect()
    }

    /// The `count` agents nearest to `place`, nearest first; fewer when there are fewer.
    pub fn nearest_agents(&self, place: impl IntoPlane, count: usize) -> Vec<AgentHit> {
        let center = place.into_plane(*self.space);
        if !center.is_finite() || count == 0 {
            return Vec::new();
        }
        self.agents
            .nearest(center, count)
            .into_iter()
            .map(|found| self.hit(found.distance_squared, found.index))
            .collect()
    }

    /// The first obstacle that the straight line from `from` to `to` meets, and where.
    pub fn first_obstacle(&self, from: impl IntoPlane, to: impl IntoPlane) -> Option<ObstacleHit> {
        self.first_obstacle_for_circle(from, to, 0.0)
    }

    /// The first obstacle that a circle of `radius` meets on its straight way from `from` to `to`, and where.
    ///
    /// One that starts inside an obstacle meets it at distance 0.
    pub fn first_obstacle_for_circle(
        &self,
        from: impl IntoPlane,
        to: impl IntoPlane,
        radius: f32,
    ) -> Option<ObstacleHit> {
        self.obstacles.first_hit(
            from.into_plane(*self.space),
            to.into_plane(*self.space),
            radius,
            |_| true,
        )
    }

    /// The obstacle whose surface is nearest to `place`, and where; inside of one the distance is negative.
    pub fn nearest_obstacle(&self, place: impl IntoPlane) -> Option<NearestObstacle> {
        self.obstacles
            .nearest(place.into_plane(*self.space), f32::INFINITY, |_| true)
    }

    /// Whether no opaque obstacle stands between the two places; one that the line only touches counts, and so
    /// does one that either place is in.
    pub fn line_of_sight(&self, from: impl IntoPlane, to: impl IntoPlane) -> bool {
        self.obstacles
            .line_of_sight(from.into_plane(*self.space), to.into_plane(*self.space))
    }

    fn hit(&self, distance_squared: f32, slot: u32) -> AgentHit {
        AgentHit {
            entity: self.agents.entities()[slot as usize],
            distance: distance_squared.sqrt(),
        }
    }
}
