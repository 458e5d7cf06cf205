//! Everybody and everything on the stage.

use super::Model;
use super::itinerary::Itinerary;
use super::moving_target::TargetPath;
use super::obstacles::obstacle;
use super::walkers::Walker;
use crate::frame::Participant;
use crate::scenario::{AfterArrival, Errand, Layout, Waypoint};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use horde_flocking::{FlockView, UNIT_TURN_RATE};

/// The part of the largest speed that the force adds in one second: the plugin's own default.
const NIMBLENESS: f32 = 3.0;

/// Puts a layout on the stage; returns the agents, by number.
pub(super) fn spawn(world: &mut World, layout: &Layout, model: Model) -> Vec<Entity> {
    for barrier in &layout.barriers {
        world.spawn(obstacle(barrier));
    }
    let spawn_target = |target| {
        let path = TargetPath(target);
        let (place, velocity) = path.at(0.0);
        let body = (at(place, Vec2::X), Velocity(velocity.extend(0.0)));
        (place, world.spawn((path, body)).id())
    };
    let targets: Vec<(Vec2, Entity)> = layout.targets.iter().cloned().map(spawn_target).collect();
    let everybody = layout.participants.iter().zip(&layout.errands);
    let numbered = everybody.zip(0..);
    numbered
        .map(|((participant, errand), number)| {
            let mut agent = world.spawn((body(participant), Facing::NONE, AgentId(number)));
            let entity = agent.id();
            match errand {
                Errand::Walk { waypoints } => {
                    let arrival = layout.arrival;
                    let way = Itinerary::new(waypoints.clone(), arrival.within, participant.radius);
                    let stops = arrival.then == AfterArrival::Stay;
                    walk(&mut agent, participant, way, stops, model);
                }
                Errand::Circulate { path, within } => {
                    let way = Itinerary::endless(path, *within, participant.radius);
                    walk(&mut agent, participant, way, false, model);
                }
                Errand::Stand => {
                    let place = vec![Waypoint::Place(participant.start)];
                    let way = Itinerary::new(place, 0.0, participant.radius);
                    walk(&mut agent, participant, way, true, model);
                }
                Errand::Hunt { target } => {
                    let (place, target) = targets[*target];
                    agent.insert((
                        at(participant.start, place - participant.start),
                        hunter(target, model),
                    ));
                }
                Errand::Flock { view, velocity } => {
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
    let force = NIMBLENESS * participant.speed * participant.mass;
    SteeringAgent::new(participant.radius, participant.speed)
        .with_mass(participant.mass)
        .with_max_force(force)
}

/// At a place, and looking along a direction.
fn at(place: Vec2, direction: Vec2) -> Transform {
    let angle = direction.try_normalize().unwrap_or(Vec2::X).to_angle();
    Transform::from_translation(place.extend(0.0)).with_rotation(Quat::from_rotation_z(angle))
}

fn walk(
    agent: &mut EntityWorldMut<'_>,
    participant: &Participant,
    itinerary: Itinerary,
    stops: bool,
    model: Model,
) {
    let place = participant.start;
    let aim = itinerary.aim(place);
    let walker = Walker {
        itinerary,
        place,
        stops,
    };
    if walker.brakes() {
        agent.insert(Arrive::new(aim));
    } else {
        agent.insert(Seek::new(aim));
    }
    agent.insert((
        at(place, aim - place),
        walker,
        AvoidObstacles::default(),
        model.avoid_agents(),
    ));
}

/// One of the demo's horde.
fn hunter(target: Entity, model: Model) -> impl Bundle {
    (
        Seek::entity(target),
        horde_flocking::zombie(),
        AvoidObstacles::default(),
        model.avoid_agents(),
    )
}

/// One of the demo's flocks.
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
        let cast = spawn(&mut world, &layout, Model::default());
        // The first goes from (2, 0) to (-2, 0), the second the other way.
        for (entity, ahead) in cast.iter().zip([Vec3::NEG_X, Vec3::X]) {
            let transform = world.get::<Transform>(*entity).expect("it has a place");
            assert!((transform.rotation * Vec3::X).distance(ahead) < 1e-5);
            let agent = world.get::<SteeringAgent>(*entity).expect("it steers");
            let usual = SteeringAgent::new(0.2, 1.34);
            let acceleration = agent.max_force / agent.mass;
            assert!((acceleration - usual.max_force / usual.mass).abs() < 1e-4);
        }
    }
}
