//! Puts a crowd into a world.

use super::member::{BODY_RADIUS, MAX_SPEED, Member, Rule, members, obstacles};
use super::{Crowd, Duty};
use bevy::ecs::bundle::NoBundleEffect;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Spawns the agents, their obstacles and their goal.
pub(super) fn spawn(world: &mut World, crowd: &Crowd) {
    let half = crowd.half_side();
    let goal = world.spawn(at(Vec2::new(0.3 * half, 0.2 * half))).id();
    let border = Vec2::splat(half);
    match crowd.duty {
        Duty::Rest => spawn_ghosts(world, crowd, |_| ()),
        Duty::Solid => spawn_bodies(world, crowd, |_| ()),
        Duty::Seek => spawn_ghosts(world, crowd, |_| Seek::entity(goal)),
        Duty::Arrive => spawn_ghosts(world, crowd, |_| Arrive::entity(goal)),
        Duty::Pursue => spawn_ghosts(world, crowd, |_| Pursue::entity(goal)),
        Duty::Flee => spawn_ghosts(world, crowd, |_| Flee::entity(goal)),
        Duty::Evade => spawn_ghosts(world, crowd, |_| Evade::entity(goal)),
        Duty::Wander => spawn_ghosts(world, crowd, |_| Wander::default()),
        Duty::Separation => spawn_ghosts(world, crowd, |member| separation(&member.rules[0])),
        Duty::Alignment => spawn_ghosts(world, crowd, |member| alignment(&member.rules[1])),
        Duty::Cohesion => spawn_ghosts(world, crowd, |member| cohesion(&member.rules[2])),
        Duty::Flock => spawn_ghosts(world, crowd, flock),
        Duty::AvoidAgents => spawn_ghosts(world, crowd, |_| AvoidAgents::default()),
        Duty::ClosestApproach => spawn_ghosts(world, crowd, |_| AvoidAgents {
            model: AvoidanceModel::ClosestApproach,
            ..default()
        }),
        Duty::AvoidObstacles => spawn_ghosts(world, crowd, |_| {
            (Seek::entity(goal), AvoidObstacles::default())
        }),
        Duty::Whiskers => spawn_ghosts(world, crowd, |_| (Seek::entity(goal), Whiskers::default())),
        Duty::FollowWall => spawn_ghosts(world, crowd, |_| FollowWall::default()),
        Duty::Contain => {
            spawn_ghosts(world, crowd, |_| Contain::rectangle(Vec2::ZERO, border));
        }
        Duty::Zombie => spawn_bodies(world, crowd, |_| {
            (
                Seek::entity(goal),
                Flock::default(),
                AvoidObstacles::default(),
                AvoidAgents::default(),
            )
        }),
    }
    for (position, radius) in obstacles(crowd) {
        world.spawn((at(position), crowd.ground.obstacle(radius)));
    }
}

/// Agents that nothing keeps out of anything.
fn spawn_ghosts<B: Bundle<Effect: NoBundleEffect>>(
    world: &mut World,
    crowd: &Crowd,
    duty: impl Fn(&Member) -> B,
) {
    let agent = SteeringAgent::new(BODY_RADIUS, MAX_SPEED).without_solidity();
    spawn_agents(world, crowd, agent, duty);
}

/// Agents with solid bodies.
fn spawn_bodies<B: Bundle<Effect: NoBundleEffect>>(
    world: &mut World,
    crowd: &Crowd,
    duty: impl Fn(&Member) -> B,
) {
    spawn_agents(
        world,
        crowd,
        SteeringAgent::new(BODY_RADIUS, MAX_SPEED),
        duty,
    );
}

fn spawn_agents<B: Bundle<Effect: NoBundleEffect>>(
    world: &mut World,
    crowd: &Crowd,
    agent: SteeringAgent,
    duty: impl Fn(&Member) -> B,
) {
    let perception = Perception {
        max_neighbors: crowd.most_neighbors,
        ..default()
    };
    let ticks = crowd.think_ticks;
    let agents = members(crowd).map(|member| {
        (
            at(member.position),
            Velocity(member.velocity.extend(0.0)),
            perception,
            agent,
            duty(&member),
        )
    });
    // In one batch, so that the tables have their size at once.
    if ticks > 1 {
        world.spawn_batch(agents.map(|agent| (agent, ThinkInterval { ticks })));
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
