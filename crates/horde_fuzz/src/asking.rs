//! A system of the game that queries the plugin's indices before they are updated.

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Adds the system to `schedule`, before the plugin.
pub fn add_to(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_systems(schedule, turn_by_answers.before(SteeringSystems::Perceive));
}

/// Turns each agent to the left, or not, by the results of queries around it.
fn turn_by_answers(
    query: SteeringQuery,
    space: Res<MovementSpace>,
    mut agents: Query<(&Transform, &SteeringAgent, &mut Velocity)>,
) {
    for (transform, agent, mut velocity) in &mut agents {
        let place = transform.translation;
        let radius = agent.body_radius;
        let count = query.agents_within(place, 6.0 * radius).len();
        let ahead = place + velocity.0;
        let nearest = query.nearest_obstacle(place);
        let is_near = nearest.is_some_and(|nearest| nearest.distance < 4.0 * radius);
        let is_blocked = query.first_obstacle(place, ahead).is_some();
        let turns = count % 2 == 1;
        if turns != (is_near || is_blocked) {
            let along = space.to_plane(velocity.0);
            let aside = Vec2::new(along.x - 0.25 * along.y, along.y + 0.25 * along.x);
            velocity.0 = space.with_plane(velocity.0, 0.9 * aside);
        }
    }
}
