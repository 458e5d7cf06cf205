//! Spawns the agents, the targets and the guides of a layout.

use super::moving_target::TargetPath;
use super::walkers::Walker;
use super::waypoint_path::WaypointPath;
use crate::flocking::UNIT_TURN_RATE;
use crate::frame::Participant;
use crate::scenario::{AfterArrival, Guide, Layout, Settings, Task, Waypoint, area_about};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Maximum force per mass, relative to the maximum speed, per second: the plugin's default.
const AGILITY: f32 = 3.0;
/// Margin of a flow field about all obstacles, starts and goals, meters.
const FIELD_MARGIN: f32 = 15.0;

/// Spawns the targets of hunters; returns each with its first position.
pub(super) fn spawn_targets(world: &mut World, layout: &Layout) -> Vec<(Vec2, Entity)> {
    let spawn = |target| {
        let path = TargetPath(target);
        let (position, velocity) = path.at(0.0);
        let body = (at(position, Vec2::X), Velocity(velocity.extend(0.0)));
        (position, world.spawn((path, body)).id())
    };
    layout.targets.iter().cloned().map(spawn).collect()
}

/// Spawns what leads groups; returns one entity per group, or `None` for a group without a guide.
pub(super) fn spawn_guides(world: &mut World, layout: &Layout) -> Vec<Option<Entity>> {
    let barriers = layout
        .barriers
        .iter()
        .chain(layout.doors.iter().map(|door| &door.shape));
    let corners = barriers.flat_map(|barrier| barrier.positions());
    let corners = corners.map(|corner| corner.as_vec2());
    let agents = layout.participants.iter();
    let places = agents.flat_map(|agent| [&[agent.start], agent.goals.as_slice()].concat());
    let area = area_about(corners.chain(places), FIELD_MARGIN);
    let members = |group| {
        let all = layout.participants.iter();
        all.filter(move |member| member.group == group)
    };
    let spawn = |(group, settings): (usize, &Settings)| {
        Some(match settings.guide.as_ref()? {
            Guide::Path { points, width } => {
                let path = Path::new(points.iter().copied()).with_width(*width);
                world.spawn(path).id()
            }
            Guide::Formation { shape, points } => {
                let radius = members(group).map(|member| member.radius);
                let speed = members(group).map(|member| member.speed);
                let march = Formation::new(shape.clone()).on_marching_point(
                    radius.fold(0.0, f32::max),
                    speed.fold(f32::INFINITY, f32::min),
                );
                let walk = (Path::new(points.iter().copied()), FollowPath::default());
                let start = at(points[0], points[1] - points[0]);
                let id = AgentId((layout.tasks.len() + group) as u64);
                world
                    .spawn((march, walk, start, id, AvoidObstacles::default()))
                    .id()
            }
            Guide::Field { to, cell } => {
                let mut radii: Vec<f32> = members(group).map(|member| member.radius).collect();
                radii.sort_by(f32::total_cmp);
                radii.dedup();
                let field = FlowField::new(area)
                    .to(*to)
                    .with_cell_size(*cell)
                    .with_body_radii(radii);
                world.spawn(field).id()
            }
        })
    };
    layout.settings.iter().enumerate().map(spawn).collect()
}

/// Spawns the agent of this number.
pub(super) fn spawn(
    world: &mut World,
    layout: &Layout,
    number: usize,
    (targets, guides): (&[(Vec2, Entity)], &[Option<Entity>]),
) -> Entity {
    let (participant, task) = (&layout.participants[number], &layout.tasks[number]);
    let settings = &layout.settings[participant.group];
    let body = body(participant, settings);
    let avoidance = (
        settings.avoid_obstacles.unwrap_or_default(),
        settings.avoid_agents.unwrap_or_default(),
    );
    let mut agent = world.spawn((body, Facing::NONE, AgentId(number as u64)));
    let radius = participant.radius;
    match task {
        Task::Walk { waypoints } => {
            let arrival = layout.arrival;
            let way = WaypointPath::new(waypoints.clone(), arrival.within, radius);
            let stops = arrival.then == AfterArrival::Stay;
            walk(&mut agent, participant, way, stops);
            agent.insert(avoidance);
            lead(&mut agent, settings, guides[participant.group]);
        }
        Task::Circulate { path, within } => {
            let way = WaypointPath::endless(path, *within, radius);
            walk(&mut agent, participant, way, false);
            agent.insert(avoidance);
        }
        Task::Stand => {
            let position = vec![Waypoint::Position(participant.start)];
            let way = WaypointPath::new(position, 0.0, radius);
            walk(&mut agent, participant, way, true);
            agent.insert(avoidance);
        }
        Task::Hunt { target } => {
            let (position, target) = targets[*target];
            agent.insert((
                at(participant.start, position - participant.start),
                Seek::entity(target),
                crate::flocking::zombie(),
                avoidance,
            ));
        }
        Task::Flock { view, velocity } => {
            agent.insert((
                at(participant.start, *velocity),
                Velocity(velocity.extend(0.0)),
                body.with_max_turn_rate(UNIT_TURN_RATE),
                crate::flocking::unit(*view),
                avoidance.0,
            ));
        }
    }
    agent.id()
}

/// Makes a walker follow its guide, if any, instead of its goals.
fn lead(agent: &mut EntityWorldMut<'_>, settings: &Settings, guide: Option<Entity>) {
    let Some((own, guide)) = settings.guide.as_ref().zip(guide) else {
        return;
    };
    agent.remove::<(Seek, Arrive)>();
    match own {
        Guide::Path { .. } => agent.insert(FollowPath::along(guide)),
        Guide::Field { .. } => agent.insert(FollowField::new(guide)),
        Guide::Formation { .. } => agent.insert(InFormation(guide)),
    };
}

fn body(participant: &Participant, settings: &Settings) -> SteeringAgent {
    let usual = AGILITY * participant.speed * participant.mass;
    let force = settings.max_force.unwrap_or(usual);
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
    agent.insert((at(position, aim - position), walker));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::shipped;

    #[test]
    fn a_guide_leads_walkers_instead_of_their_goals() {
        let guided = ["path-corner-20", "field-corner-20", "formation-gate-100"];
        for (kind, name) in guided.into_iter().enumerate() {
            let (_, layout) = shipped(name)
                .expect("it comes with the suite")
                .expect("it is legal");
            let mut world = World::new();
            let guides = spawn_guides(&mut world, &layout);
            let guide = guides[0].expect("the group has a guide");
            let agent = spawn(&mut world, &layout, 0, (&[], &guides));
            let agent = world.entity(agent);
            assert!(!agent.contains::<Seek>() && !agent.contains::<Arrive>());
            let path = agent.get::<FollowPath>().and_then(|follow| follow.path);
            let field = agent.get::<FollowField>().map(|follow| follow.field);
            let formation = agent.get::<InFormation>().map(|member| member.0);
            let mut expected = [None; 3];
            expected[kind] = Some(guide);
            assert_eq!([path, field, formation], expected, "{name}");
        }
    }

    #[test]
    fn walkers_look_where_they_go_and_have_the_usual_force() {
        let (_, layout) = shipped("head-on-aligned")
            .expect("it comes with the suite")
            .expect("it is legal");
        let mut world = World::new();
        let spawn = |number| spawn(&mut world, &layout, number, (&[], &[None; 2]));
        let agents = [0, 1].map(spawn);
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
