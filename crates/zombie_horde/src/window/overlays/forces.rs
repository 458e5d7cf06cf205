//! Arrows: the velocity and the steering force.

use super::{DrawnAgents, HordeGizmos};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The arrow of the largest force, and that of the largest speed, in body radii.
const LONGEST: f32 = 4.0;
/// Velocity.
const VELOCITY: Color = Color::srgb(0.4, 0.85, 1.0);
/// Force.
const FORCE: Color = Color::srgb(1.0, 0.72, 0.2);

pub(super) fn draw(
    agents: DrawnAgents<()>,
    steerings: Query<&Steering>,
    mut gizmos: Gizmos<HordeGizmos>,
) {
    for agent in agents.iter() {
        let mut arrow = |vector: Vec2, most: f32, color: Color| {
            let length = LONGEST * agent.radius * vector.length() / most.max(f32::MIN_POSITIVE);
            if length > 0.2 * agent.radius {
                let tip = agent.place + vector.normalize_or_zero() * length;
                gizmos
                    .arrow_2d(agent.place, tip, color)
                    .with_tip_length(0.7 * agent.radius);
            }
        };
        arrow(agent.velocity, agent.max_speed, VELOCITY);
        if let Ok(steering) = steerings.get(agent.entity) {
            arrow(steering.force.truncate(), agent.max_force, FORCE);
        }
    }
}
