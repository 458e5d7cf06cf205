//! Spawns the agents, obstacles and targets of a layout.

use super::Model;
use super::moving_target::TargetPath;
use super::obstacles::obstacle;
use super::walkers::Walker;
use super::waypoint_path::WaypointPath;
use crate::frame::Participant;
use crate::scenario::{AfterArrival, Layout, Task, Waypoint};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use horde_flocking::{FlockView, UNIT_TURN_RATE};

/// Maximum force per mass, relative to the maximum speed, per second: the plugin's default.
const AGILITY: f32 = 3.0;

/// Spawns a layout; returns the agents, by number.
pub(super) fn spawn(world: &mut World, layout: &Layout, model: Model) -> Vec<Entity> {
    for barrier in &layout.barriers {
        world.spawn(obstacle(barrier));
    }
    let spawn_target = |target| {
        let path = TargetPath(target);
        let (position, velocity) = path.at(0.0);
        let body = (at(position, Vec2::X), Velocity(velocity.extend(0.0)));
        (position, world.spawn((path, body)).id())
    };
    let targets: Vec<(Vec2, Entity)> = layout.targets.iter().cloned().map(spawn_target).collect();
    let agents = layout.participants.iter().zip(&layout.tasks);
    let numbered = agents.zip(0..);
    numbered
        .map(|((participant, task), number)| {
            let mut agent = world.spawn((body(participant), Facing::NONE, AgentId(number)));
            let entity = agent.id();
            match task {
                Task::Walk { waypoints } => {
                    let arrival = layout.arrival;
                    let way =
                        WaypointPath::new(waypoints.clone(), arrival.within, participant.radius);
                    let stops = arrival.then == AfterArrival::Stay;
                    walk(&mut agent, participant, way, stops, model);
                }
                Task::Circulate { path, within } => {
                    let way = WaypointPath::endless(path, *within, participant.radius);
                    walk(&mut agent, participant, way, false, model);
                }
                Task::Stand => {
                    let position = vec![Waypoint::Position(participant.start)];
                    let way = WaypointPath::new(position, 0.0, participant.radius);
                    walk(&mut agent, participant, way, true, model);
                }
                Task::Hunt { target } => {
                    let (position, target) = targets[*target];
                    agent.insert((
                        at(participant.start, position - participant.start),
                        hunter(target, model),
                    ));
                }
                Task::Flock { view, velocity } => {
                    agent.insert((
                        at(participant.start, *velocity),
                        Velocity(velocity.extend(0.0)),
                        flocker(participant, *view),
                    ));
                }
            }
            entity
        })
        .collect()
}

fn body(participant: &Participant) -> SteeringAgent {
    let force = AGILITY * participant.speed * participant.mass;
    SteeringAgent::new(participant.radius, participant.speed)
        .with_mass(participant.mass)
        .with_max_force(force)
}

/// A transform at a position, facing a direction.
fn at(position: Vec2, direction: Vec2) -> Transform {
    let angle = direction.try_normalize().unwrap_or(Vec2::X).to_angle();
    Transform::from_translation(position.extend(0.0)).with_rotation(Quat::from_rotation_z(angle))
}

fn walk(
    agent: &mut EntityWorldMut<'_>,
    participant: &Participant,
    waypoint_path: WaypointPath,
    stops: bool,
    model: Model,
) {
    let position = participant.start;
    let aim = waypoint_path.aim(position);
    let walker = Walker {
        waypoint_path,
        position,
        stops,
    };
    if walker.brakes() {
        agent.insert(Arrive::new(aim));
    } else {
        agent.insert(Seek::new(aim));
    }
    agent.insert((
        at(position, aim - position),
        walker,
        AvoidObstacles::default(),
        model.avoid_agents(),
    ));
}

/// A zombie with the demo's settings.
fn hunter(target: Entity, model: Model) -> impl Bundle {
    (
        Seek::entity(target),
        horde_flocking::zombie(),
        AvoidObstacles::default(),
        model.avoid_agents(),
    )
}

/// A flock unit with the demo's settings.
fn flocker(participant: &Participant, view: FlockView) -> impl Bundle {
    (
        body(participant).with_max_turn_rate(UNIT_TURN_RATE),
        horde_flocking::unit(view),
        AvoidObstacles::default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::shipped;

    #[test]
    fn walkers_look_where_they_go_and_have_the_usual_force() {
        let (_, layout) = shipped("head-on-aligned")
            .expect("it comes with the suite")
            .expect("it is legal");
        let mut world = World::new();
        let agents = spawn(&mut world, &layout, Model::default());
        // The first agent goes from (2, 0) to (-2, 0), the second one the other way.
        for (entity, ahead) in agents.iter().zip([Vec3::NEG_X, Vec3::X]) {
            let transform = world.get::<Transform>(*entity).expect("it has a place");
            assert!((transform.rotation * Vec3::X).distance(ahead) < 1e-5);
            let agent = world.get::<SteeringAgent>(*entity).expect("it steers");
            let usual = SteeringAgent::new(0.2, 1.34);
            let acceleration = agent.max_force / agent.mass;
            assert!((acceleration - usual.max_force / usual.mass).abs() < 1e-4);
        }
    }
}
