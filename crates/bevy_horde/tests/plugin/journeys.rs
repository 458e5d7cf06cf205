//! Events about the ways of agents: each once for each cause, in the same order on any threads.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// What the observers saw: the name of the event, and the agent.
#[derive(Resource, Default)]
struct Seen(Vec<(String, Entity)>);

fn watched(threads: usize) -> App {
    let pools = TaskPoolPlugin {
        task_pool_options: TaskPoolOptions::with_num_threads(threads),
    };
    let mut app = app_on(pools, SteeringPlugin::default(), 60.0);
    app.init_resource::<Seen>();
    app.add_observer(|it: On<Arrived>, mut seen: ResMut<Seen>| {
        seen.0.push(("arrived".into(), it.entity));
    });
    app.add_observer(|it: On<HasSettled>, mut seen: ResMut<Seen>| {
        seen.0.push(("settled".into(), it.entity));
    });
    app.add_observer(|it: On<Stuck>, mut seen: ResMut<Seen>| {
        seen.0.push((format!("stuck by {:?}", it.by), it.entity));
    });
    app.add_observer(|it: On<Unreachable>, mut seen: ResMut<Seen>| {
        seen.0.push(("unreachable".into(), it.entity));
    });
    app
}

fn traveler(app: &mut App, place: Vec2, goal: impl Component) -> Entity {
    let body = (at(place.x, place.y), SteeringAgent::default());
    app.world_mut().spawn((body, goal, Journey::default())).id()
}

fn names(app: &App, agent: Entity) -> Vec<&str> {
    let seen = &app.world().resource::<Seen>().0;
    let own = seen.iter().filter(|(_, entity)| *entity == agent);
    own.map(|(name, _)| name.as_str()).collect()
}

#[test]
fn an_agent_arrives_and_settles_once_for_each_goal() {
    let mut app = watched(1);
    // The first agent has no `Journey`, so it reports nothing.
    let silent = (
        at(0.0, 9.0),
        SteeringAgent::default(),
        Arrive::new(vec2(9.0, 9.0)),
    );
    let silent = app.world_mut().spawn(silent).id();
    let agent = traveler(&mut app, Vec2::ZERO, Arrive::new(vec2(9.0, 0.0)));
    run(&mut app, 300);
    assert_eq!(names(&app, agent), ["arrived", "settled"]);
    app.world_mut()
        .entity_mut(agent)
        .insert(Arrive::new(vec2(9.0, 2.0)));
    run(&mut app, 300);
    assert_eq!(
        names(&app, agent),
        ["arrived", "settled", "arrived", "settled"]
    );
    // The agent is at its next goal from the start.
    app.world_mut()
        .entity_mut(agent)
        .insert((at(20.0, 0.0), Arrive::new(vec2(20.0, 0.0))));
    run(&mut app, 2);
    assert_eq!(names(&app, agent)[4], "arrived");
    // A seeker passes its goal and comes back, and arrives once.
    let seeker = traveler(&mut app, vec2(0.0, -9.0), Seek::new(vec2(9.0, -9.0)));
    run(&mut app, 600);
    assert_eq!(names(&app, seeker), ["arrived"]);
    assert_eq!(names(&app, silent), [""; 0]);
}

#[test]
fn an_agent_that_is_knocked_off_its_place_arrives_once_more() {
    let mut app = watched(1);
    let agents = [1.0, 5.0].map(|radii| {
        let home = vec2(0.0, 20.0 * radii);
        (traveler(&mut app, home, Arrive::new(home)), home, radii)
    });
    run(&mut app, 60);
    for (agent, home, radii) in agents {
        let away = home + Vec2::X * (radii * SteeringAgent::default().body_radius);
        app.world_mut().entity_mut(agent).insert(at(away.x, away.y));
    }
    run(&mut app, 600);
    let [near, far] = agents.map(|(agent, ..)| names(&app, agent));
    assert_eq!(near, ["arrived", "settled"]);
    assert_eq!(far, ["arrived", "settled", "arrived"]);
}

#[test]
fn a_chaser_arrives_where_it_touches() {
    let mut app = watched(1);
    let target = (at(12.0, 0.0), SteeringAgent::default(), SteeringDisabled);
    let target = app.world_mut().spawn(target).id();
    let chaser = traveler(&mut app, Vec2::ZERO, Seek::entity(target));
    run(&mut app, 600);
    assert_eq!(names(&app, chaser), ["arrived", "settled"]);
}

#[test]
fn a_chaser_arrives_where_it_touches_a_target_that_stands_or_walks() {
    for speed in [0.0, 2.0] {
        let mut app = watched(1);
        let target = (at(12.0, 0.0), SteeringAgent::default(), moving(speed, 0.0));
        let target = app.world_mut().spawn(target).id();
        let chasers = [
            traveler(&mut app, vec2(0.0, 0.0), Seek::entity(target)),
            traveler(&mut app, vec2(6.0, 9.0), Pursue::entity(target)),
            traveler(&mut app, vec2(6.0, -9.0), Arrive::entity(target)),
        ];
        for chaser in chasers {
            let mut chaser = app.world_mut().entity_mut(chaser);
            chaser.insert(AvoidAgents::default());
        }
        run(&mut app, 600);
        for chaser in chasers {
            let names = names(&app, chaser);
            let arrived = names.iter().filter(|name| **name == "arrived").count();
            assert_eq!(arrived, 1, "{names:?} at {speed}");
            let stuck = names.iter().any(|name| name.starts_with("stuck"));
            assert!(!stuck, "{names:?} at {speed}");
        }
    }
}

/// Stays two units above its target, toward +y.
#[derive(Component, bevy::reflect::TypePath)]
#[require(BehaviorForces)]
struct Attend(Entity);

impl TargetBehavior for Attend {
    fn target(&self) -> Target {
        self.0.into()
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let place = target.position + vec2(0.0, 2.0);
        agent.head_for(Goal::arrive(
            agent.state,
            agent.tick,
            place,
            target.velocity,
        ));
    }
}

#[test]
fn an_agent_arrives_beside_the_target_of_a_behavior_that_goes_there() {
    let mut app = watched(1);
    app.add_systems(
        FixedUpdate,
        steer_for_target::<Attend>.in_set(SteeringSystems::Goals),
    );
    let target = (at(12.0, 0.0), SteeringAgent::default(), SteeringDisabled);
    let target = app.world_mut().spawn(target).id();
    let agent = traveler(&mut app, vec2(0.0, 2.0), Attend(target));
    run(&mut app, 600);
    assert_eq!(names(&app, agent), ["arrived"]);
    assert_close(place(&app, agent), vec2(12.0, 2.0), 0.01);
}

#[test]
fn an_agent_arrives_once_at_a_fast_one_that_passes() {
    let mut app = watched(1);
    let passer = (at(-20.0, 0.0), SteeringAgent::new(0.5, 20.0));
    let passer = app.world_mut().spawn((passer, moving(20.0, 0.0))).id();
    let slow = (at(0.0, 1.1), SteeringAgent::new(0.5, 0.01));
    let slow = (slow, Seek::entity(passer), Journey::default());
    let slow = app.world_mut().spawn(slow).id();
    // The seeker is within half a radius of a touch for four ticks.
    run(&mut app, 120);
    assert_eq!(names(&app, slow), ["arrived"]);
}

#[test]
fn a_guard_does_not_arrive_at_its_target_behind_a_wall() {
    let mut app = watched(1);
    let target = (at(12.0, 0.0), SteeringAgent::default(), SteeringDisabled);
    let target = app.world_mut().spawn(target).id();
    let guard = traveler(&mut app, Vec2::ZERO, Seek::entity(target));
    let mut looking = app.world_mut().entity_mut(guard);
    looking.insert(LineOfSight::default());
    run(&mut app, 10);
    // The guard passes the target within half a radius, with a wall between.
    let wall = Obstacle::segment(vec2(3.0, -0.55), vec2(90.0, -0.55));
    app.world_mut().spawn((at(0.0, 0.0), wall));
    app.world_mut().entity_mut(target).insert(at(6.0, -1.1));
    run(&mut app, 300);
    assert!(place(&app, guard).x > 10.0);
    assert_eq!(names(&app, guard), [""; 0]);
}

#[test]
fn an_agent_that_keeps_up_with_a_fast_one_arrives_once() {
    let mut app = watched(1);
    let leader = (at(0.0, 0.0), SteeringAgent::default(), moving(4.5, 0.0));
    let leader = app.world_mut().spawn(leader).id();
    let wingman = OffsetPursue::new(leader, vec2(0.0, 3.0));
    let wingman = traveler(&mut app, vec2(-2.0, 3.0), wingman);
    app.world_mut()
        .entity_mut(wingman)
        .insert(UpdateInterval { ticks: 4 });
    run(&mut app, 1_200);
    assert_eq!(names(&app, wingman), ["arrived"]);
}

#[test]
fn a_goal_after_an_unreachable_one_counts_without_avoid_obstacles_too() {
    let mut app = watched(1);
    let fence = [(5.0, -2.0), (9.0, -2.0), (9.0, 2.0), (5.0, 2.0)].map(Vec2::from);
    app.world_mut().spawn(Obstacle::closed_polyline(fence));
    let agent = traveler(&mut app, Vec2::ZERO, Arrive::new(vec2(7.0, 0.0)));
    let mut walker = app.world_mut().entity_mut(agent);
    walker.insert(AvoidObstacles::default());
    run(&mut app, 600);
    assert_eq!(names(&app, agent)[0], "unreachable");
    let before = names(&app, agent).len();
    let mut walker = app.world_mut().entity_mut(agent);
    walker.insert(AvoidObstacles {
        weight: 0.0,
        ..default()
    });
    walker.insert(Arrive::new(vec2(0.0, 9.0)));
    run(&mut app, 600);
    assert_eq!(names(&app, agent)[before..], ["arrived", "settled"]);
}

#[test]
fn an_agent_that_waits_in_a_queue_has_not_arrived() {
    let mut app = watched(1);
    let till = app.world_mut().spawn(at(20.0, 0.0)).id();
    let queue = Queue::at(Vec2::ZERO);
    let slow = SteeringAgent::new(0.5, 0.01);
    let slow = (at(-2.0, 0.0), slow, Seek::entity(till), queue);
    app.world_mut().spawn(slow);
    let second = traveler(&mut app, vec2(-6.0, 0.0), Pursue::entity(till));
    app.world_mut().entity_mut(second).insert(queue);
    run(&mut app, 600);
    assert_close(place(&app, second), vec2(-3.2, 0.0), 0.1);
    assert_eq!(names(&app, second), [""; 0]);
}

#[test]
fn a_member_arrives_once_where_its_formation_stands() {
    let mut app = watched(1);
    let march = Formation::new(FormationShape::Line).on_marching_point(0.5, 5.0);
    let leader = (at(0.0, 0.0), march, Arrive::new(Vec2::ZERO));
    let leader = app.world_mut().spawn(leader).id();
    let members: Vec<Entity> = [-1.0, 1.0]
        .map(|y| traveler(&mut app, vec2(-3.0, y), InFormation(leader)))
        .into();
    for goal in [vec2(30.0, 0.0), vec2(30.0, 25.0)] {
        app.world_mut().entity_mut(leader).insert(Arrive::new(goal));
        run(&mut app, 900);
    }
    for member in members {
        assert_eq!(names(&app, member), ["arrived"; 2]);
    }
}

#[test]
fn a_guard_arrives_where_it_last_saw_its_target_as_at_any_place() {
    let mut app = watched(1);
    let target = (at(12.0, 0.0), SteeringAgent::default(), SteeringDisabled);
    let target = app.world_mut().spawn(target).id();
    let guard = traveler(&mut app, Vec2::ZERO, Arrive::entity(target));
    app.world_mut()
        .entity_mut(guard)
        .insert(LineOfSight::default());
    run(&mut app, 10);
    let wall = Obstacle::rectangle(1.0, 4.0);
    app.world_mut().spawn((at(20.0, 0.0), wall));
    app.world_mut().entity_mut(target).insert(at(24.0, 0.0));
    run(&mut app, 300);
    assert_eq!(names(&app, guard), ["arrived", "settled"]);
    // If the guard stopped where it touches a body at that place, it would stop at x = 11.
    assert_close(place(&app, guard), vec2(12.0, 0.0), 0.01);
}

#[test]
fn an_agent_before_a_wall_is_stuck_and_says_by_what() {
    let mut app = watched(1);
    let wall = Obstacle::rectangle(1.0, 20.0);
    app.world_mut().spawn((at(6.0, 0.0), wall));
    let agent = traveler(&mut app, Vec2::ZERO, Seek::new(vec2(20.0, 0.0)));
    // The free agent has no reason to wait.
    let free = traveler(&mut app, vec2(0.0, 30.0), Seek::new(vec2(2_000.0, 30.0)));
    run(&mut app, 900);
    assert_eq!(names(&app, agent), ["stuck by Obstacle"]);
    assert_eq!(names(&app, free), [""; 0]);
    // The agent is put back, walks to the wall, and is stuck again.
    app.world_mut().entity_mut(agent).insert(at(-5.0, 0.0));
    run(&mut app, 600);
    assert_eq!(names(&app, agent), ["stuck by Obstacle"; 2]);
}

#[test]
fn bodies_without_a_size_arrive_and_settle_once() {
    let mut app = watched(1);
    let agents: Vec<Entity> = (0..9_u8)
        .map(|number| {
            let agent = traveler(&mut app, vec2(8.0, f32::from(number)), Gather::default());
            let point = SteeringAgent::new(0.0, 2.0);
            app.world_mut().entity_mut(agent).insert(point);
            agent
        })
        .collect();
    run(&mut app, 1800);
    for agent in agents {
        assert_eq!(names(&app, agent), ["arrived", "settled"]);
    }
}

#[test]
fn an_agent_gives_a_goal_up_that_an_idle_body_covers() {
    let mut app = watched(1);
    // The idle body is 1.2 radii beyond the goal, and cannot be pushed.
    let idle = SteeringAgent::default().with_mass(1e9);
    app.world_mut().spawn((at(10.6, 0.0), idle));
    let agent = traveler(&mut app, Vec2::ZERO, Arrive::new(vec2(10.0, 0.0)));
    run(&mut app, 600);
    assert_eq!(names(&app, agent), ["arrived", "settled"]);
}

#[test]
fn a_body_of_another_size_is_in_the_way_if_it_is_near() {
    let giant = SteeringAgent::new(5.0, 5.0);
    // A giant in touch holds the agent up.
    let mut app = watched(1);
    app.world_mut().spawn((at(10.0, 0.0), giant.with_mass(1e9)));
    let agent = traveler(&mut app, Vec2::ZERO, Seek::new(vec2(40.0, 0.0)));
    run(&mut app, 600);
    assert_eq!(names(&app, agent), ["stuck by Agents"]);
    // A wall holds the giant up, and not the small body 6.5 m beside it.
    let mut app = watched(1);
    let wall = Obstacle::rectangle(1.0, 40.0);
    app.world_mut().spawn((at(10.0, 0.0), wall));
    app.world_mut()
        .spawn((at(4.5, 12.0), SteeringAgent::default()));
    let agent = traveler(&mut app, Vec2::ZERO, Seek::new(vec2(40.0, 0.0)));
    app.world_mut().entity_mut(agent).insert(giant);
    run(&mut app, 600);
    assert_eq!(names(&app, agent), ["stuck by Obstacle"]);
}

#[test]
fn a_goal_without_a_way_is_unreachable_and_not_stuck() {
    let mut app = watched(1);
    let room = [
        vec2(-5.0, -5.0),
        vec2(5.0, -5.0),
        vec2(5.0, 5.0),
        vec2(-5.0, 5.0),
    ];
    app.world_mut().spawn(Obstacle::closed_polyline(room));
    let agent = traveler(&mut app, Vec2::ZERO, Arrive::new(vec2(20.0, 0.0)));
    app.world_mut()
        .entity_mut(agent)
        .insert(AvoidObstacles::default());
    run(&mut app, 900);
    assert_eq!(names(&app, agent), ["unreachable", "settled"]);
    // A new goal is a new cause.
    let elsewhere = Arrive::new(vec2(-20.0, 0.0));
    app.world_mut().entity_mut(agent).insert(elsewhere);
    run(&mut app, 900);
    let unreachable = names(&app, agent);
    let unreachable = unreachable.iter().filter(|name| **name == "unreachable");
    assert_eq!(unreachable.count(), 2);
}

#[test]
fn a_field_without_a_way_is_reported_once_for_each_time() {
    let mut app = watched(1);
    let area = Rect::new(-20.0, -20.0, 20.0, 20.0);
    let goal = FlowField::new(area).with_cell_size(0.5).to(vec2(15.0, 0.0));
    let field = app.world_mut().spawn(goal).id();
    let wall = || Obstacle::segment(vec2(0.0, -30.0), vec2(0.0, 30.0));
    let gate = app.world_mut().spawn(wall()).id();
    let reached = traveler(&mut app, vec2(5.0, 0.0), FollowField::new(field));
    let agent = traveler(&mut app, vec2(-9.0, 0.0), FollowField::new(field));
    run(&mut app, 300);
    assert_eq!(names(&app, agent), ["unreachable"]);
    assert_eq!(names(&app, reached), ["arrived", "settled"]);
    app.world_mut().despawn(gate);
    run(&mut app, 60);
    app.world_mut().spawn(wall());
    run(&mut app, 300);
    assert_eq!(names(&app, agent), ["unreachable"; 2]);
}

#[test]
fn a_crowd_reports_each_agent_once_in_the_same_order_on_any_threads() {
    let seen = |threads: usize| {
        let mut app = watched(threads);
        let agents: Vec<Entity> = (0..40_u16)
            .map(|number| {
                let place = Vec2::from_angle(f32::from(number)) * (8.0 + 0.2 * f32::from(number));
                let agent = traveler(&mut app, place, Gather::new(Vec2::ZERO));
                app.world_mut()
                    .entity_mut(agent)
                    .insert(AvoidAgents::default());
                agent
            })
            .collect();
        run(&mut app, 1_800);
        for agent in &agents {
            let arrived = names(&app, *agent)
                .iter()
                .filter(|name| **name == "arrived")
                .count();
            assert_eq!(arrived, 1, "{:?}", names(&app, *agent));
        }
        app.world_mut().remove_resource::<Seen>().unwrap().0
    };
    assert_eq!(seen(1), seen(4));
}

#[test]
fn the_events_of_one_tick_come_in_the_order_of_ids() {
    let mut app = watched(1);
    let agents: Vec<Entity> = (0..6_u8)
        .map(|number| {
            let place = vec2(0.0, 5.0 * f32::from(number));
            let agent = traveler(&mut app, place, Arrive::new(place));
            // Every other agent lies in another table.
            if number % 2 == 0 {
                app.world_mut()
                    .entity_mut(agent)
                    .insert(AvoidAgents::default());
            }
            agent
        })
        .collect();
    app.update();
    let seen = &app.world().resource::<Seen>().0;
    let arrived = seen.iter().filter(|(name, _)| name == "arrived");
    let arrived: Vec<Entity> = arrived.map(|(_, agent)| *agent).collect();
    assert_eq!(arrived, agents);
}

#[test]
fn a_walker_on_a_path_arrives_at_the_end_of_it_and_at_no_corner() {
    let mut app = watched(1);
    let corners = [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0)].map(Vec2::from);
    let round = Path::new(corners).closed().with_width(4.0);
    let round = app.world_mut().spawn(round).id();
    let open = app.world_mut().spawn(Path::new(corners)).id();
    let [endless, ending] = [round, open].map(|path| {
        let follow = FollowPath::along(path);
        traveler(&mut app, Vec2::ZERO, follow)
    });
    run(&mut app, 60 * 60);
    assert_eq!(names(&app, endless), [""; 0]);
    assert_eq!(names(&app, ending), ["arrived", "settled"]);
}
