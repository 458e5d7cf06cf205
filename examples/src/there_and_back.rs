//! Travelers between two positions.

use crate::Readout;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Moves between two positions forever, and counts the arrivals.
///
/// It moves the target of the agent's [`Arrive`]. The readout shows the arrivals of all agents, and
/// the number of ticks in which any agent touched an obstacle.
#[derive(Component)]
#[require(Arrive)]
pub struct ThereAndBack {
    positions: [Vec2; 2],
    arrivals: usize,
}

impl ThereAndBack {
    /// From `here` to `there` first.
    pub const fn between(here: Vec2, there: Vec2) -> Self {
        Self {
            positions: [there, here],
            arrivals: 0,
        }
    }
}

pub(crate) struct ThereAndBackPlugin;

impl Plugin for ThereAndBackPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedUpdate, turn_back.before(SteeringSystems::Perceive))
            .add_systems(FixedUpdate, report.after(SteeringSystems::Locomote));
    }
}

fn turn_back(mut travelers: Query<(&Transform, &SteeringAgent, &mut ThereAndBack, &mut Arrive)>) {
    for (transform, agent, mut journey, mut arrive) in &mut travelers {
        let goal = journey.positions[journey.arrivals % 2];
        if transform.translation.truncate().distance(goal) < agent.body_radius {
            journey.arrivals += 1;
        }
        arrive.target = journey.positions[journey.arrivals % 2].into();
    }
}

fn report(
    travelers: Query<(&Transform, &SteeringAgent, &ThereAndBack)>,
    obstacles: SteeringQuery,
    mut touches: Local<u32>,
    readout: Option<ResMut<Readout>>,
) {
    let Some(mut readout) = readout.filter(|_| !travelers.is_empty()) else {
        return;
    };
    for (transform, agent, _) in &travelers {
        let nearest = obstacles.nearest_obstacle(transform.translation);
        let is_near = |distance: f32| distance < 1.02 * agent.body_radius;
        *touches += u32::from(nearest.is_some_and(|nearest| is_near(nearest.distance)));
    }
    let arrivals: usize = travelers
        .iter()
        .map(|(_, _, journey)| journey.arrivals)
        .sum();
    readout.0 = format!(
        "arrivals: {arrivals}, ticks in touch with an obstacle: {}",
        *touches
    );
}
