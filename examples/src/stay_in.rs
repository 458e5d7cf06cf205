//! Keeps agents in the picture.

use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Turns an agent back at the edges of a rectangle in the XY plane.
///
/// A behavior like the one in `own_behavior.rs`: a force that grows near the edge.
#[derive(Component, Clone, Copy, Debug)]
#[require(SteeringContributions)]
pub struct StayIn(pub Rect);

impl StayIn {
    /// The window of the examples without the captions.
    pub fn window() -> Self {
        Self(Rect::new(-620.0, -340.0, 620.0, 262.0))
    }
}

/// Distance from the edge at which the force starts, in body radii.
const STRETCH: f32 = 8.0;

pub(crate) struct StayInPlugin;

impl Plugin for StayInPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedUpdate, turn_back.in_set(SteeringSystems::Behave));
    }
}

fn turn_back(
    mut agents: Query<(
        &StayIn,
        &SteeringAgent,
        &Transform,
        &mut SteeringContributions,
    )>,
) {
    for (area, agent, transform, mut contributions) in &mut agents {
        let position = transform.translation.truncate();
        let inner = area.0.inflate(-STRETCH * agent.body_radius);
        let back = position.clamp(inner.min, inner.max) - position;
        if back != Vec2::ZERO {
            let depth = back / (STRETCH * agent.body_radius);
            let force = depth.clamp_length_max(1.0) * agent.max_force;
            contributions.add(Tier::Avoidance, force.extend(0.0));
        }
    }
}
