//! Spawns a crowd.

use super::member::{BODY_RADIUS, MAX_SPEED, Member, Rule, members, obstacles};
use super::{Crowd, Workload, maze};
use bevy::ecs::bundle::NoBundleEffect;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Spawns the agents, their obstacles and their goal.
pub(super) fn spawn(world: &mut World, crowd: &Crowd) {
    let half = crowd.half_side();
    let goal = world.spawn(at(Vec2::new(0.3 * half, 0.2 * half))).id();
    let border = Vec2::splat(half);
    match crowd.workload {
        Workload::Rest => spawn_ghosts(world, crowd, |_| ()),
        Workload::Solid => spawn_bodies(world, crowd, |_| ()),
        Workload::Seek => spawn_ghosts(world, crowd, |_| Seek::entity(goal)),
        Workload::Arrive => spawn_ghosts(world, crowd, |_| Arrive::entity(goal)),
        Workload::Pursue => spawn_ghosts(world, crowd, |_| Pursue::entity(goal)),
        Workload::Flee => spawn_ghosts(world, crowd, |_| Flee::entity(goal)),
        Workload::Evade => spawn_ghosts(world, crowd, |_| Evade::entity(goal)),
        Workload::Wander => spawn_ghosts(world, crowd, |_| Wander::default()),
        Workload::Separation => spawn_ghosts(world, crowd, |member| separation(&member.rules[0])),
        Workload::Alignment => spawn_ghosts(world, crowd, |member| alignment(&member.rules[1])),
        Workload::Cohesion => spawn_ghosts(world, crowd, |member| cohesion(&member.rules[2])),
        Workload::Flock => spawn_ghosts(world, crowd, flock),
        Workload::AvoidAgents => spawn_ghosts(world, crowd, |_| AvoidAgents::default()),
        Workload::StepsAside => spawn_ghosts(world, crowd, |_| AvoidAgents {
            braking_time: 0.0,
            ..default()
        }),
        Workload::AvoidObstacles => spawn_ghosts(world, crowd, |_| {
            (Seek::entity(goal), AvoidObstacles::default())
        }),
        Workload::Whiskers => {
            spawn_ghosts(world, crowd, |_| (Seek::entity(goal), Whiskers::default()))
        }
        Workload::FollowWall => spawn_ghosts(world, crowd, |_| FollowWall::default()),
        Workload::Contain => {
            spawn_ghosts(world, crowd, |_| {
                Contain::rectangle(Vec2::ZERO, 2.0 * border)
            });
        }
        Workload::Zombie => spawn_bodies(world, crowd, |_| (Seek::entity(goal), zombie())),
        Workload::Maze => {
            let goal = spawn_maze(world, half);
            spawn_bodies(world, crowd, |_| (Seek::new(goal), zombie()));
        }
        Workload::MazeField => {
            let goal = spawn_maze(world, half);
            let area = Rect::from_center_half_size(Vec2::ZERO, border);
            let field = world.spawn(FlowField::new(area).to(goal)).id();
            spawn_bodies(world, crowd, |_| (FollowField::new(field), zombie()));
        }
    }
    for (position, radius) in obstacles(crowd) {
        world.spawn((at(position), crowd.ground.obstacle(radius)));
    }
}

/// The components of a zombie besides the behavior that leads it.
fn zombie() -> (Flock, AvoidObstacles, AvoidAgents) {
    default()
}

/// Spawns the walls of a maze. Returns its goal.
fn spawn_maze(world: &mut World, half: f32) -> Vec2 {
    for [start, end] in maze::walls(half) {
        world.spawn((Transform::default(), Obstacle::segment(start, end)));
    }
    maze::goal(half)
}

/// Spawns agents that are not solid.
fn spawn_ghosts<B: Bundle<Effect: NoBundleEffect>>(
    world: &mut World,
    crowd: &Crowd,
    workload: impl Fn(&Member) -> B,
) {
    let agent = SteeringAgent::new(BODY_RADIUS, MAX_SPEED).non_solid();
    spawn_agents(world, crowd, agent, workload);
}

/// Spawns agents with solid bodies.
fn spawn_bodies<B: Bundle<Effect: NoBundleEffect>>(
    world: &mut World,
    crowd: &Crowd,
    workload: impl Fn(&Member) -> B,
) {
    spawn_agents(
        world,
        crowd,
        SteeringAgent::new(BODY_RADIUS, MAX_SPEED),
        workload,
    );
}

fn spawn_agents<B: Bundle<Effect: NoBundleEffect>>(
    world: &mut World,
    crowd: &Crowd,
    agent: SteeringAgent,
    workload: impl Fn(&Member) -> B,
) {
    let perception = Perception {
        max_neighbors: crowd.max_neighbors,
        ..default()
    };
    let ticks = crowd.update_interval;
    let agents = members(crowd).map(|member| {
        (
            at(member.position),
            Velocity(member.velocity.extend(0.0)),
            perception,
            agent,
            workload(&member),
        )
    });
    // One batch, so that the tables grow only once.
    if ticks > 1 {
        world.spawn_batch(agents.map(|agent| (agent, UpdateInterval { ticks })));
    } else {
        world.spawn_batch(agents);
    }
}

fn at(position: Vec2) -> Transform {
    Transform::from_translation(position.extend(0.0))
}

fn view(rule: &Rule) -> View {
    View::custom(Length::World(rule.range), rule.half_angle)
}

fn separation(rule: &Rule) -> Separation {
    Separation {
        view: view(rule),
        weight: rule.weight,
    }
}

fn alignment(rule: &Rule) -> Alignment {
    Alignment {
        view: view(rule),
        weight: rule.weight,
    }
}

fn cohesion(rule: &Rule) -> Cohesion {
    Cohesion {
        view: view(rule),
        weight: rule.weight,
    }
}

fn flock(member: &Member) -> Flock {
    let [first, second, third] = &member.rules;
    Flock {
        separation: separation(first),
        alignment: alignment(second),
        cohesion: cohesion(third),
        ..default()
    }
}
