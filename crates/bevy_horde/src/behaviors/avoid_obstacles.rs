//! AvoidObstacles: look ahead and steer round what is in the way.

use crate::arbitration::{BehaviorForces, Tier};
use crate::kernel::circle_avoidance::{CircleThreat, Corridor};
use crate::kernel::vector::Side;
use crate::length::Length;
use crate::obstacle::{ObstacleIndex, PlacedShape};
use crate::perception::AgentState;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Steers round the most threatening obstacle ahead.
///
/// Acts while the corridor that the body sweeps, `look_ahead` seconds long at the current speed and as wide as the body and
/// its margin, enters an obstacle that is not behind the goal. The force acts across the heading, stronger the nearer the
/// obstacle; it brakes when there is no room to turn, and pushes straight out of one that it is too near to. The side is
/// remembered until the obstacle is out of the way. Alone it lets the agent coast past. It is not path finding: it comes
/// round any round thing, and is caught by dead ends. Source: Reynolds (1999) and two published forms of it, with their
/// defects mended (see `docs/behaviors.md`).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `look_ahead` | how far to look, s at the current speed | 1.5 | 0 and up | turns earlier, wider | 0 |
/// | `min_look_ahead` | how far to look at least, at any speed | 2 radii | 0 and up | slow agents turn earlier | 0 |
/// | `margin` | gap to keep to the obstacle | 0.35 radii | 0 and up | wider berth | 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | stronger; about 5 for [`Combine::WeightedSum`](crate::agent::Combine) | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(PassingSide)]
pub struct AvoidObstacles {
    /// How far to look, seconds at the current speed.
    pub look_ahead: f32,
    /// How far to look at least, at any speed.
    pub min_look_ahead: Length,
    /// Gap to keep to the obstacle.
    pub margin: Length,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for AvoidObstacles {
    fn default() -> Self {
        Self {
            look_ahead: 1.5,
            min_look_ahead: Length::Radii(2.0),
            margin: Length::Radii(0.35),
            weight: 1.0,
        }
    }
}

/// The obstacle that an agent is passing, and on which side. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct PassingSide {
    /// The obstacle, while there is one in the way.
    pub obstacle: Option<Entity>,
    /// Whether the agent turns left to pass it.
    pub left: bool,
}

pub(super) fn avoid_obstacles(
    // Inputs
    time: Res<Time>,
    warnings: Res<InputWarnings>,
    index: Res<ObstacleIndex>,
    // Output
    mut agents: Query<(
        Entity,
        &AvoidObstacles,
        &AgentState,
        &mut PassingSide,
        &mut BehaviorForces,
    )>,
) {
    let tick = time.delta_secs();
    agents
        .par_iter_mut()
        .for_each(|(entity, avoid, state, mut memory, mut forces)| {
            if !state.is_thinking() {
                return;
            }
            let check = warnings.of(entity, "AvoidObstacles");
            let weight = check.at_least_zero("weight", avoid.weight, 0.0);
            if weight <= 0.0 {
                return;
            }
            let look_ahead = check.at_least_zero("look_ahead", avoid.look_ahead, 0.0);
            let min_look_ahead = check.at_least_zero(
                "min_look_ahead",
                avoid.min_look_ahead.resolve(state.body_radius),
                0.0,
            );
            let margin =
                check.at_least_zero("margin", avoid.margin.resolve(state.body_radius), 0.0);
            let speed = state.velocity.length();
            let goal_offset = forces.goal.map(|goal| goal - state.position);
            let corridor = Corridor {
                position: state.position,
                heading: state.heading,
                speed,
                half_width: state.body_radius + margin,
                look_ahead: (look_ahead * speed).max(min_look_ahead),
                goal_distance: goal_offset.map_or(f32::INFINITY, Vec2::length),
            };
            let Some((number, threat)) = most_threatening(&corridor, &index) else {
                memory.set_if_neq(PassingSide::default());
                return;
            };
            let obstacle = index.obstacles()[number as usize].entity;
            let remembered = (memory.obstacle == Some(obstacle)).then_some(if memory.left {
                Side::Left
            } else {
                Side::Right
            });
            let side = corridor.passing_side(&threat, remembered, goal_offset);
            memory.set_if_neq(PassingSide {
                obstacle: Some(obstacle),
                left: side == Side::Left,
            });
            let ability = state.ability(tick);
            let force =
                corridor.avoidance(&threat, side, ability.max_force, ability.max_acceleration);
            forces.add(Tier::Avoidance, force * weight);
        });
}

/// The threat with the nearest entry; on a tie the first in the index's own order.
fn most_threatening(corridor: &Corridor, index: &ObstacleIndex) -> Option<(u32, CircleThreat)> {
    let mut worst: Option<(u32, CircleThreat)> = None;
    let end = corridor.position + corridor.heading * corridor.look_ahead;
    index.visit_sweep(corridor.position, end, corridor.half_width, |number| {
        let threat = match &index.obstacles()[number as usize].shape {
            PlacedShape::Circle(circle) => corridor.threat(circle),
        };
        if let Some(threat) = threat {
            // One that is being left matters only when nothing lies ahead.
            let rank = |threat: &CircleThreat| {
                let is_left = threat.to_center.dot(corridor.heading) <= 0.0;
                (is_left, threat.entry)
            };
            let worse = worst.is_none_or(|(first, most)| {
                let (new, old) = (rank(&threat), rank(&most));
                new < old || (new == old && number < first)
            });
            if worse {
                worst = Some((number, threat));
            }
        }
    });
    worst
}
