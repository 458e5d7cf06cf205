//! Wrapping ground: agents leave it on one side and enter on the other.

use crate::scenario::Symmetry;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The ground in the file's coordinates, and its symmetry.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub(super) struct WrappingGround {
    pub size: Vec2,
    pub symmetry: Symmetry,
}

impl WrappingGround {
    /// The new position of an agent that left the ground; `None` if it has not left.
    ///
    /// An agent has left when its whole body and one more radius are outside.
    pub fn wrap(self, position: Vec2, radius: f32) -> Option<Vec2> {
        let half = self.size / 2.0 + 2.0 * radius;
        let in_file = self.symmetry.position_in_file(position);
        let wrapped = Vec2::new(wrap(in_file.x, half.x), wrap(in_file.y, half.y));
        (wrapped != in_file).then(|| self.symmetry.position(wrapped))
    }
}

pub(super) fn wrap_around(
    ground: Option<Res<WrappingGround>>,
    mut agents: Query<(Entity, &SteeringAgent, &mut Transform)>,
) {
    let Some(ground) = ground else {
        return;
    };
    let leaving: Vec<(Entity, Vec2, f32)> = agents
        .iter()
        .filter_map(|(entity, agent, transform)| {
            let position = transform.translation.truncate();
            let wrapped = ground.wrap(position, agent.body_radius)?;
            Some((entity, wrapped, agent.body_radius))
        })
        .collect();
    for (leaver, position, radius) in leaving {
        // An agent that would overlap another continues outward, and tries again in the next tick.
        let has_room = agents.iter().all(|(entity, agent, transform)| {
            let distance = transform.translation.truncate().distance(position);
            entity == leaver || distance > agent.body_radius + radius
        });
        if has_room && let Ok((.., mut transform)) = agents.get_mut(leaver) {
            transform.translation = position.extend(transform.translation.z);
        }
    }
}

fn wrap(coordinate: f32, half: f32) -> f32 {
    if coordinate > half {
        -half
    } else if coordinate < -half {
        half
    } else {
        coordinate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaving_agents_return_on_the_other_side() {
        let ground = |symmetry| WrappingGround {
            size: vec2(20.0, 10.0),
            symmetry,
        };
        // Half the size and two radii: 11 and 6.
        assert_eq!(ground(Symmetry::Plain).wrap(vec2(10.9, 3.0), 0.5), None);
        assert_eq!(
            ground(Symmetry::Plain).wrap(vec2(11.1, 3.0), 0.5),
            Some(vec2(-11.0, 3.0))
        );
        assert_eq!(
            ground(Symmetry::Plain).wrap(vec2(0.0, -6.1), 0.5),
            Some(vec2(0.0, 6.0))
        );
        let shifted = ground(Symmetry::Shifted).wrap(vec2(1011.1, -1997.0), 0.5);
        assert_eq!(shifted, Some(vec2(989.0, -1997.0)));
    }

    #[test]
    fn no_agent_returns_onto_another() {
        let mut world = World::new();
        world.insert_resource(WrappingGround {
            size: vec2(20.0, 10.0),
            symmetry: Symmetry::Plain,
        });
        let agent = |x, y| (SteeringAgent::new(0.5, 1.0), Transform::from_xyz(x, y, 0.0));
        let leaver = world.spawn(agent(11.2, 3.0)).id();
        // 0.9 m from the return position at (-11, 3); two radii are 1 m.
        let other = world.spawn(agent(-10.1, 3.0)).id();
        let position = |world: &World| {
            world
                .get::<Transform>(leaver)
                .map(|position| position.translation.x)
        };
        world.run_system_cached(wrap_around).expect("it runs");
        assert_eq!(position(&world), Some(11.2));
        world
            .entity_mut(other)
            .insert(Transform::from_xyz(-9.9, 3.0, 0.0));
        world.run_system_cached(wrap_around).expect("it runs");
        assert_eq!(position(&world), Some(-11.0));
    }
}
