//! A snapshot of the scene for drawing.

use crate::obstacle_art::{self, Drawing};
use crate::scene::{Arena, Look, Patrol, SceneSettings, Soldier};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The scene at one moment.
#[derive(Clone, Debug, Default)]
pub struct Still {
    /// The arena, whose ground is drawn.
    pub arena: Arena,
    /// Whether the ground is plain.
    pub is_on_plain_ground: bool,
    /// The agents, ordered by id.
    pub agents: Vec<Thing>,
    /// Everything else that has a sprite.
    pub others: Vec<Thing>,
    /// The drawings of obstacles without a sprite.
    pub obstacle_art: Vec<Drawing>,
    /// The points between which agents walk, and the places to which soldiers are sent.
    pub waypoints: Vec<Vec2>,
}

impl Still {
    /// The baits.
    pub fn baits(&self) -> impl Iterator<Item = &Thing> {
        self.others.iter().filter(|thing| thing.look == Look::Bait)
    }

    /// The positions of agents and baits, and the waypoints of agents.
    pub fn moving_things(&self) -> impl Iterator<Item = Vec2> {
        let moving = self.agents.iter().chain(self.baits());
        moving
            .map(|thing| thing.position)
            .chain(self.waypoints.iter().copied())
    }
}

/// Something to draw.
#[derive(Clone, Copy, Debug)]
pub struct Thing {
    /// Its look.
    pub look: Look,
    /// The position of the center.
    pub position: Vec2,
    /// Facing, radians, counterclockwise from the right.
    pub angle: f32,
    /// Radius, world units; 0 if it has none.
    pub radius: f32,
    /// The agent's id; 0 for other things.
    pub number: u64,
}

/// Collects what there is to draw.
pub fn take_still(
    arena: Res<Arena>,
    settings: Res<SceneSettings>,
    things: Query<(
        &Look,
        &Transform,
        Option<(&SteeringAgent, &AgentId)>,
        Option<&Obstacle>,
        Option<&Patrol>,
        Option<&Soldier>,
    )>,
) -> Still {
    let mut still = Still {
        arena: *arena,
        is_on_plain_ground: settings.scene.is_on_plain_ground(),
        ..default()
    };
    for (&look, transform, agent, obstacle, patrol, soldier) in &things {
        if let Some(obstacle) =
            obstacle.filter(|obstacle| !obstacle_art::has_picture(look, obstacle))
        {
            still
                .obstacle_art
                .push(obstacle_art::draw(look, obstacle, transform));
            continue;
        }
        let position = transform.translation.truncate();
        let facing = transform.rotation * Vec3::X;
        if !position.is_finite() || !facing.is_finite() {
            continue;
        }
        let obstacle_radius = match obstacle.map(|obstacle| &obstacle.shape) {
            Some(ObstacleShape::Circle { radius }) => {
                radius * transform.scale.truncate().abs().max_element()
            }
            _ => 0.0,
        };
        let thing = Thing {
            look,
            position,
            angle: facing.y.atan2(facing.x),
            radius: agent.map_or(obstacle_radius, |(agent, _)| agent.body_radius),
            number: agent.map_or(0, |(_, id)| id.0),
        };
        if agent.is_some() {
            still.agents.push(thing);
        } else {
            still.others.push(thing);
        }
        still
            .waypoints
            .extend(patrol.iter().flat_map(|patrol| patrol.ends));
        still.waypoints.extend(soldier.map(|soldier| soldier.place));
    }
    still.agents.sort_unstable_by_key(|agent| agent.number);
    // Several soldiers may have the same place.
    (still.waypoints)
        .sort_unstable_by(|one, other| (one.x.total_cmp(&other.x)).then(one.y.total_cmp(&other.y)));
    still.waypoints.dedup();
    still
}
