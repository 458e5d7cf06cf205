//! Every system that iterates over agents, with two agents. The first opts out, and the second is
//! not affected.
//!
//! The tests catch a `return` where the loop needs a `continue`.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// How the first agent opts out.
type OptOut = fn(&mut World, Entity);

/// Adds a behavior to the second agent, and spawns what the behavior needs.
type Behave = fn(&mut World, Entity);

const OPT_OUTS: [(&str, OptOut); 9] = [
    ("waits for its next update", |world, agent| {
        world
            .entity_mut(agent)
            .insert(UpdateInterval { ticks: 200 });
    }),
    ("is disabled", |world, agent| {
        world.entity_mut(agent).insert(SteeringDisabled);
    }),
    ("never had a finite position", |world, agent| {
        world.entity_mut(agent).insert(at(f32::NAN, 0.0));
    }),
    ("has a velocity that is not finite", |world, agent| {
        world.entity_mut(agent).insert(moving(f32::NAN, 0.0));
    }),
    ("is moved by the game", |world, agent| {
        world.entity_mut(agent).insert(ExternalLocomotion);
    }),
    ("has invalid limits", |world, agent| {
        world.entity_mut(agent).insert(SteeringAgent {
            body_radius: -1.0,
            max_speed: f32::NAN,
            max_force: f32::INFINITY,
            mass: 0.0,
            max_turn_rate: -1.0,
            ..default()
        });
    }),
    ("is not solid", |world, agent| {
        let ghost = SteeringAgent::default().non_solid();
        world.entity_mut(agent).insert(ghost);
    }),
    ("perceives no agent", |world, agent| {
        let blind = Perception {
            max_neighbors: 0,
            memberships: 0,
            filters: 0,
        };
        world.entity_mut(agent).insert(blind);
    }),
    ("has a despawned target", |world, agent| {
        let gone = world.spawn(Transform::default()).id();
        world.despawn(gone);
        world.entity_mut(agent).insert((
            Seek::entity(gone),
            Flee::new(gone),
            Arrive::new(gone),
            Gather::new(gone),
            Pursue::new(gone),
            Evade::new(gone),
        ));
    }),
];

/// An agent without neighbors and far from threats, so that only some behaviors opt out.
const ISOLATED: OptOut = |world, agent| {
    world.entity_mut(agent).insert((
        Flee::new(Vec2::ZERO).within(1.0),
        Evade::new(Vec2::ZERO).within(1.0),
        Seek::new(Vec2::new(-500.0, 0.0)),
    ));
};

fn beside(world: &World, agent: Entity, offset: Vec2) -> Transform {
    let place = world
        .get::<Transform>(agent)
        .map_or(Vec2::ZERO, |transform| transform.translation.truncate());
    at(place.x + offset.x, place.y + offset.y)
}

fn mate(world: &mut World, agent: Entity, offset: Vec2) {
    let place = beside(world, agent, offset);
    world.spawn((place, moving(-1.0, 0.5), SteeringAgent::default()));
}

const BEHAVIORS: [(&str, Behave); 25] = [
    ("Seek", |world, agent| {
        world
            .entity_mut(agent)
            .insert(Seek::new(Vec2::new(40.0, 7.0)));
    }),
    ("Flee", |world, agent| {
        world
            .entity_mut(agent)
            .insert(Flee::new(Vec2::new(1.0, 2.0)));
    }),
    ("Arrive", |world, agent| {
        world
            .entity_mut(agent)
            .insert(Arrive::new(Vec2::new(3.0, 2.0)));
    }),
    ("Gather", |world, agent| {
        world
            .entity_mut(agent)
            .insert(Gather::new(Vec2::new(3.0, 2.0)));
    }),
    ("Pursue", |world, agent| {
        let prey = world.spawn((at(8.0, 0.0), moving(0.0, 3.0))).id();
        world.entity_mut(agent).insert(Pursue::new(prey));
    }),
    ("Evade", |world, agent| {
        let hunter = world.spawn((at(8.0, 0.0), moving(-3.0, 0.5))).id();
        world.entity_mut(agent).insert(Evade::new(hunter));
    }),
    ("OffsetPursue", |world, agent| {
        let leader = world.spawn((at(8.0, 0.0), moving(0.0, 1.0))).id();
        let wingman = OffsetPursue::new(leader, Vec2::new(-2.0, 3.0));
        world.entity_mut(agent).insert(wingman);
    }),
    ("FollowLeader", |world, agent| {
        let leader = world.spawn((at(8.0, 3.0), moving(0.0, 1.0))).id();
        world.entity_mut(agent).insert(FollowLeader::new(leader));
    }),
    ("Formation", |world, agent| {
        let march = (Formation::default(), Seek::new(Vec2::new(40.0, 7.0)));
        world.entity_mut(agent).insert(march);
        let start = beside(world, agent, Vec2::new(-4.0, 3.0));
        world.spawn((start, SteeringAgent::default(), InFormation(agent)));
    }),
    ("InFormation", |world, agent| {
        let start = beside(world, agent, Vec2::new(8.0, 3.0));
        let captain = (start, moving(0.0, 1.0), SteeringAgent::default());
        let captain = world.spawn((captain, Formation::default())).id();
        world.entity_mut(agent).insert(InFormation(captain));
    }),
    ("Interpose", |world, agent| {
        let between = Interpose::new(Vec2::new(8.0, 2.0), Vec2::new(0.0, 9.0));
        world.entity_mut(agent).insert(between);
    }),
    ("Hide", |world, agent| {
        world
            .entity_mut(agent)
            .insert(Hide::new(Vec2::new(0.0, 9.0)));
        world.spawn((at(4.0, 3.2), Obstacle::circle(1.0)));
    }),
    ("Queue", |world, agent| {
        let doorway = Vec2::new(9.0, 1.0);
        world
            .entity_mut(agent)
            .insert((Seek::new(Vec2::new(40.0, 7.0)), Queue::at(doorway)));
        world.spawn((
            at(5.0, 4.0),
            SteeringAgent::default(),
            Seek::new(Vec2::new(40.0, 7.0)),
            Queue::at(doorway),
        ));
    }),
    ("FollowField", |world, agent| {
        let field = FlowField::default().to(Vec2::new(30.0, 9.0));
        let field = world.spawn(field).id();
        world.entity_mut(agent).insert(FollowField::new(field));
    }),
    ("FollowPath", |world, agent| {
        let path = Path::new([Vec2::new(2.0, 5.0), Vec2::new(30.0, 9.0)]);
        let follow = FollowPath::default();
        world.entity_mut(agent).insert((path, follow));
    }),
    ("FollowWall", |world, agent| {
        world.entity_mut(agent).insert(FollowWall::default());
        world.spawn((at(0.0, 2.0), Obstacle::rectangle(20.0, 1.0)));
    }),
    ("Contain", |world, agent| {
        let region = Contain::rectangle(Vec2::new(-1.5, 0.0), Vec2::new(4.0, 8.0));
        world.entity_mut(agent).insert(region);
    }),
    ("Wander", |world, agent| {
        world.entity_mut(agent).insert(Wander::default());
    }),
    ("Separation", |world, agent| {
        world.entity_mut(agent).insert(Separation::default());
        mate(world, agent, Vec2::new(1.2, 0.3));
    }),
    ("Alignment", |world, agent| {
        world.entity_mut(agent).insert(Alignment::default());
        mate(world, agent, Vec2::new(1.2, 0.3));
    }),
    ("Cohesion", |world, agent| {
        world.entity_mut(agent).insert(Cohesion::default());
        mate(world, agent, Vec2::new(3.2, 0.3));
    }),
    ("Flock", |world, agent| {
        world.entity_mut(agent).insert(Flock::default());
        mate(world, agent, Vec2::new(1.2, 0.3));
    }),
    ("AvoidObstacles", |world, agent| {
        world.entity_mut(agent).insert(AvoidObstacles::default());
        world.spawn((at(4.0, 0.2), Obstacle::circle(1.0)));
    }),
    ("AvoidAgents", |world, agent| {
        world.entity_mut(agent).insert(AvoidAgents::default());
        mate(world, agent, Vec2::new(3.0, -1.0));
    }),
    ("Whiskers", |world, agent| {
        world.entity_mut(agent).insert(Whiskers::default());
        world.spawn((at(3.0, 0.2), Obstacle::circle(1.0)));
    }),
];

fn first_of_two(world: &mut World) -> Entity {
    world
        .spawn((
            at(-300.0, 0.0),
            moving(1.0, 0.0),
            SteeringAgent::default(),
            bevy_horde::agent_id::AgentId(0),
        ))
        .id()
}

fn second_of_two(world: &mut World) -> Entity {
    world
        .spawn((
            moving(2.0, 0.0),
            SteeringAgent::default(),
            bevy_horde::agent_id::AgentId(1),
        ))
        .id()
}

struct Outcome {
    bits: Vec<u32>,
    force: Vec2,
    has_contribution: bool,
}

fn outcome(behave: Behave, opt_out: Option<OptOut>, first_has_behavior: bool) -> Outcome {
    let mut app = app();
    let world = app.world_mut();
    let first = opt_out.map(|_| first_of_two(world));
    let second = second_of_two(world);
    behave(world, second);
    if let (Some(first), Some(opt_out)) = (first, opt_out) {
        if first_has_behavior {
            behave(world, first);
        }
        opt_out(world, first);
    }
    run(&mut app, 3);
    Outcome {
        bits: bits(&app, second),
        force: force(&app, second),
        has_contribution: has_contribution(&app, second),
    }
}

#[test]
fn every_behavior_of_the_second_agent_acts_if_the_first_opts_out() {
    for (behavior, behave) in BEHAVIORS {
        let alone = outcome(behave, None, false);
        assert!(alone.has_contribution, "{behavior} is inactive even alone");
        assert!(alone.force.length() > 0.01, "{behavior}: {}", alone.force);
        for (what, opt_out) in OPT_OUTS.into_iter().chain([("is isolated", ISOLATED)]) {
            let beside = outcome(behave, Some(opt_out), true);
            assert_eq!(
                alone.bits, beside.bits,
                "{behavior} of the second agent changes when the first {what}"
            );
            assert_eq!(alone.force, beside.force, "{behavior}, {what}");
        }
    }
}

#[test]
fn contributions_to_the_second_agent_count_if_those_to_the_first_are_invalid() {
    let mut app = app();
    let first = first_of_two(app.world_mut());
    let second = second_of_two(app.world_mut());
    for (agent, force) in [(first, Vec3::NAN), (second, Vec3::new(0.0, 6.0, 0.0))] {
        let mut contributions = SteeringContributions::default();
        contributions.add(Tier::Goal, force);
        app.world_mut().entity_mut(agent).insert(contributions);
    }
    app.update();
    assert_eq!(force(&app, first), Vec2::ZERO);
    assert_eq!(force(&app, second), Vec2::new(0.0, 6.0));
}

#[test]
fn the_second_agent_moves_if_the_first_does_not() {
    for (what, opt_out) in OPT_OUTS {
        let mut app = app();
        let first = first_of_two(app.world_mut());
        let second = second_of_two(app.world_mut());
        opt_out(app.world_mut(), first);
        run(&mut app, 60);
        assert_near(place(&app, second).x, 2.0, 1e-4);
        assert_eq!(velocity(&app, second), Vec2::new(2.0, 0.0), "{what}");
    }
}

#[test]
fn the_second_agent_turns_if_the_first_does_not() {
    let still: OptOut = |world, agent| {
        world.entity_mut(agent).insert(Facing::NONE);
    };
    let bad: OptOut = |world, agent| {
        world.entity_mut(agent).insert(Facing {
            rotate: true,
            smoothing_time: f32::NAN,
            max_turn_rate: -1.0,
            slow_speed: f32::NAN,
        });
    };
    for (what, opt_out) in OPT_OUTS
        .into_iter()
        .chain([("does not turn", still), ("has an invalid facing", bad)])
    {
        let mut app = app();
        let first = first_of_two(app.world_mut());
        let second = second_of_two(app.world_mut());
        app.world_mut().entity_mut(second).insert(moving(0.0, 2.0));
        opt_out(app.world_mut(), first);
        run(&mut app, 120);
        let faces = get::<Transform>(&app, second).rotation * Vec3::X;
        assert!(
            faces.distance(Vec3::Y) < 1e-3,
            "{faces} when the first {what}"
        );
        assert_eq!(get::<Heading>(&app, second).0, Vec3::Y, "{what}");
    }
}

#[test]
fn the_second_agent_looks_at_its_target_if_the_first_does_not() {
    for (what, opt_out) in OPT_OUTS {
        let mut app = app();
        let agents = [
            first_of_two(app.world_mut()),
            second_of_two(app.world_mut()),
        ];
        for agent in agents {
            let above = place(&app, agent) + vec2(0.0, 50.0);
            app.world_mut().entity_mut(agent).insert(LookAt::new(above));
        }
        opt_out(app.world_mut(), agents[0]);
        app.update();
        let heading = get::<Heading>(&app, agents[1]).0;
        assert!(
            heading.distance(Vec3::Y) < 1e-2,
            "{heading} when the first {what}"
        );
    }
}

#[test]
fn the_second_agent_separates_from_a_third_if_the_first_has_no_body() {
    for (what, opt_out) in OPT_OUTS {
        let mut app = app();
        let first = first_of_two(app.world_mut());
        let world = app.world_mut();
        let second = world.spawn(SteeringAgent::default()).id();
        let third = world.spawn((at(0.4, 0.0), SteeringAgent::default())).id();
        opt_out(world, first);
        run(&mut app, 20);
        let apart = place(&app, second).distance(place(&app, third));
        assert!(apart > 0.999, "{apart} when the first {what}");
    }
}

#[test]
fn the_second_agent_leaves_an_obstacle_if_the_first_is_in_none() {
    for (what, opt_out) in OPT_OUTS {
        let mut app = app();
        let first = first_of_two(app.world_mut());
        let world = app.world_mut();
        let second = world.spawn(SteeringAgent::default()).id();
        world.spawn((at(0.4, 0.0), Obstacle::circle(1.0)));
        opt_out(world, first);
        app.update();
        assert!(place(&app, second).x < -1.0, "{what}");
    }
}
