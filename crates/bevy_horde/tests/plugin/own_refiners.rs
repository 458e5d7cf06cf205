//! A game's own refiner changes goals before agents settle and avoid obstacles.

use crate::harness::*;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, SteeringTrace};
use bevy_horde::validation::SteeringWarnings;

/// Sends its agent to another place, or lets it wait there.
#[derive(Component, TypePath, Clone, Copy)]
struct Redirect {
    to: Vec2,
    waits: bool,
    asked: usize,
}

impl Redirect {
    fn to(to: Vec2) -> Self {
        Self {
            to,
            waits: false,
            asked: 0,
        }
    }
}

impl GoalRefiner for Redirect {
    type Inputs = Res<'static, Time>;
    type Data = &'static mut Self;

    fn refine(
        agent: &mut RefinedAgent,
        mut redirect: Mut<Self>,
        time: &Res<Time>,
    ) -> Option<Refinement> {
        assert_eq!(agent.tick, time.delta_secs());
        redirect.asked += 1;
        let goal = Goal::arrive(agent.state, agent.tick, redirect.to, Vec2::ZERO);
        Some(if redirect.waits {
            Refinement::wait_at(goal, "waits")
        } else {
            Refinement::redirect(goal, "redirected")
        })
    }
}

#[derive(Resource, Default)]
struct Arrivals(Vec<Entity>);

fn own_app() -> App {
    let mut app = app();
    app.add_systems(
        FixedUpdate,
        refine_goals::<Redirect>.in_set(SteeringSystems::Refine),
    );
    app.init_resource::<Arrivals>();
    app.add_observer(|arrived: On<Arrived>, mut arrivals: ResMut<Arrivals>| {
        arrivals.0.push(arrived.entity);
    });
    app
}

/// A walker to (30, 0) that tells when it arrives.
fn spawn(app: &mut App, start: Vec2) -> Entity {
    let walker = (
        at(start.x, start.y),
        SteeringAgent::new(0.5, 5.0),
        Arrive::new(vec2(30.0, 0.0)),
        Journey::default(),
        SteeringTrace::default(),
    );
    app.world_mut().spawn(walker).id()
}

#[test]
fn a_refiner_changes_the_goals_of_agents_with_its_data_alone() {
    let mut app = own_app();
    let without = spawn(&mut app, Vec2::ZERO);
    let with = spawn(&mut app, vec2(0.0, 2.0));
    let redirect = Redirect::to(vec2(0.0, 12.0));
    app.world_mut().entity_mut(with).insert(redirect);
    app.update();
    let trace = get::<SteeringTrace>(&app, with);
    assert_eq!(trace.goal, Some(vec2(0.0, 12.0)));
    assert!(trace.reasons.contains(&Reason::OfGame("redirected")));
    // From (15, 0), the force of the first goal, to (0, 15), that of the second.
    assert_close(trace.tier(Tier::Goal), vec2(0.0, 15.0), 1e-3);
    assert_close(
        trace.force_of("Redirect") + trace.force_of("Arrive"),
        vec2(0.0, 15.0),
        1e-3,
    );
    let trace = get::<SteeringTrace>(&app, without);
    assert_eq!(trace.goal, Some(vec2(30.0, 0.0)));
    assert!(
        !trace
            .reasons
            .iter()
            .any(|it| matches!(it, Reason::OfGame(_)))
    );
    run(&mut app, 300);
    assert_close(place(&app, with), vec2(0.0, 12.0), 0.1);
}

#[test]
fn a_refined_goal_is_turned_round_obstacles() {
    let mut app = own_app();
    let walker = spawn(&mut app, Vec2::ZERO);
    let redirect = (Redirect::to(vec2(0.0, 12.0)), AvoidObstacles::default());
    app.world_mut().entity_mut(walker).insert(redirect);
    let wall = Obstacle::segment(vec2(-3.0, 0.0), vec2(4.0, 0.0));
    let wall = app.world_mut().spawn((at(0.0, 6.0), wall)).id();
    run(&mut app, 10);
    let reasons = &get::<SteeringTrace>(&app, walker).reasons;
    assert!(
        reasons.contains(&Reason::Detours { around: wall }),
        "{reasons:?}"
    );
    run(&mut app, 400);
    assert_close(place(&app, walker), vec2(0.0, 12.0), 0.1);
}

#[test]
fn an_agent_arrives_at_a_changed_goal_but_not_where_it_waits() {
    for waits in [false, true] {
        let mut app = own_app();
        let walker = spawn(&mut app, Vec2::ZERO);
        let redirect = Redirect {
            waits,
            ..Redirect::to(vec2(0.0, 8.0))
        };
        app.world_mut().entity_mut(walker).insert(redirect);
        run(&mut app, 300);
        assert_close(place(&app, walker), vec2(0.0, 8.0), 0.1);
        let arrived = app.world().resource::<Arrivals>().0.contains(&walker);
        assert_eq!(arrived, !waits);
        if waits {
            // The agent goes on when the refiner lets it.
            app.world_mut().entity_mut(walker).remove::<Redirect>();
            run(&mut app, 600);
            assert_close(place(&app, walker), vec2(30.0, 0.0), 0.1);
            assert!(app.world().resource::<Arrivals>().0.contains(&walker));
        }
    }
}

#[test]
fn an_agent_without_a_goal_gets_the_force_alone() {
    let mut app = own_app();
    let redirect = (Redirect::to(vec2(0.0, 8.0)), BehaviorForces::default());
    let idle = (at(0.0, 0.0), SteeringAgent::new(0.5, 5.0), redirect);
    let idle = app.world_mut().spawn((idle, SteeringTrace::default())).id();
    app.update();
    assert_close(force(&app, idle), vec2(0.0, 15.0), 1e-3);
    assert_eq!(get::<SteeringTrace>(&app, idle).goal, None);
    assert_eq!(get::<Steering>(&app, idle).heads_for, None);
}

#[test]
fn a_redirected_pursuer_avoids_its_prey() {
    let mut app = own_app();
    let prey = (at(6.0, 0.0), SteeringAgent::new(0.5, 5.0));
    let prey = app.world_mut().spawn(prey).id();
    let pursuers = [0.0, 20.0].map(|y| {
        let body = SteeringAgent::new(0.5, 5.0);
        let pursuer = (at(0.0, y), body, Pursue::new(prey), AvoidAgents::default());
        app.world_mut().spawn(pursuer).id()
    });
    let past = Redirect::to(vec2(30.0, 0.1));
    app.world_mut().entity_mut(pursuers[0]).insert(past);
    let mut nearest = f32::INFINITY;
    for _ in 0..400 {
        app.update();
        nearest = nearest.min(place(&app, pursuers[0]).distance(place(&app, prey)));
    }
    assert!(nearest > 1.0, "{nearest}");
    assert_close(place(&app, pursuers[0]), vec2(30.0, 0.1), 0.1);
    // The other one touches the prey.
    assert!(place(&app, pursuers[1]).distance(place(&app, prey)) < 1.1);
}

#[test]
fn an_agent_that_waits_does_not_settle_beside_a_crowd() {
    let mut app = own_app();
    let goal = vec2(10.0, 0.0);
    let spawn = |app: &mut App, x: f32, y: f32| {
        let agent = (at(x, y), SteeringAgent::new(0.5, 5.0), Gather::new(goal));
        app.world_mut().spawn(agent).id()
    };
    let crowd: Vec<Entity> = (0..7_u8)
        .map(|number| spawn(&mut app, 9.0 + f32::from(number % 3), f32::from(number / 3)))
        .collect();
    run(&mut app, 300);
    let waiting = spawn(&mut app, 0.0, 0.0);
    let redirect = Redirect {
        waits: true,
        ..Redirect::to(vec2(7.0, 0.0))
    };
    app.world_mut().entity_mut(waiting).insert(redirect);
    run(&mut app, 300);
    assert!(crowd.iter().all(|it| get::<Settled>(&app, *it).is_settled));
    assert!(!get::<Settled>(&app, waiting).is_settled);
    app.world_mut().entity_mut(waiting).remove::<Redirect>();
    run(&mut app, 300);
    assert!(get::<Settled>(&app, waiting).is_settled);
}

#[test]
fn a_refined_goal_that_is_not_finite_is_reported_and_dropped() {
    let mut app = own_app();
    let walker = spawn(&mut app, Vec2::ZERO);
    app.world_mut()
        .entity_mut(walker)
        .insert(Redirect::to(vec2(f32::NAN, 0.0)));
    run(&mut app, 480);
    assert_close(place(&app, walker), vec2(30.0, 0.0), 0.1);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let names: Vec<_> = reported.iter().map(|it| (it.component, it.field)).collect();
    assert_eq!(names, [("Redirect", "goal")]);
}

#[test]
fn a_refiner_is_asked_only_in_the_ticks_of_updates() {
    let mut app = own_app();
    let always = spawn(&mut app, Vec2::ZERO);
    let seldom = spawn(&mut app, vec2(0.0, 5.0));
    let redirect = Redirect::to(vec2(0.0, 8.0));
    app.world_mut().entity_mut(always).insert(redirect);
    let redirect = (redirect, UpdateInterval { ticks: 4 });
    app.world_mut().entity_mut(seldom).insert(redirect);
    run(&mut app, 40);
    assert_eq!(get::<Redirect>(&app, always).asked, 40);
    assert_eq!(get::<Redirect>(&app, seldom).asked, 10);
}

/// Slows agents down in the first 20 units.
#[derive(TypePath)]
struct Mud;

impl GoalRefiner for Mud {
    type Inputs = ();
    type Data = ();

    fn refine(agent: &mut RefinedAgent, (): (), (): &()) -> Option<Refinement> {
        let goal = agent.goal()?;
        let is_in_mud = agent.state.position().x < 20.0;
        is_in_mud.then(|| Refinement::slow_down(goal, 1.5, "walks in mud"))
    }
}

#[test]
fn agents_are_slowed_down_round_an_obstacle_too() {
    let hertz = 30.0;
    for count in [1, 2, 5_u8] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        app.add_systems(
            FixedUpdate,
            refine_goals::<Mud>.in_set(SteeringSystems::Refine),
        );
        app.world_mut()
            .spawn((at(10.0, 0.1), Obstacle::circle(2.0)));
        let walkers: Vec<Entity> = (0..count)
            .map(|number| {
                let start = vec2(-1.2 * f32::from(number / 5), 1.2 * f32::from(number % 5));
                let walker = spawn(&mut app, start);
                let avoids = (AvoidObstacles::default(), AvoidAgents::default());
                app.world_mut().entity_mut(walker).insert(avoids);
                walker
            })
            .collect();
        let mut goes_round = false;
        let mut ticks = 0;
        while place(&app, walkers[0]).x < 19.0 {
            app.update();
            ticks += 1;
            assert!(ticks < 40 * hertz as usize, "{count} at {hertz} Hz");
            for walker in &walkers {
                let is_in_mud = place(&app, *walker).x < 19.0;
                let speed = velocity(&app, *walker).length();
                assert!(speed < 1.6 || !is_in_mud, "{speed}: {count} at {hertz} Hz");
            }
            let reasons = &get::<SteeringTrace>(&app, walkers[0]).reasons;
            goes_round |= reasons
                .iter()
                .any(|it| matches!(it, Reason::Detours { .. }));
        }
        assert!(goes_round);
    }
}

/// A change with a largest speed that is illegal.
#[derive(TypePath)]
struct Backward;

impl GoalRefiner for Backward {
    type Inputs = ();
    type Data = ();

    fn refine(agent: &mut RefinedAgent, (): (), (): &()) -> Option<Refinement> {
        let refinement = Refinement::new(agent.goal()?, "goes on");
        Some(Refinement {
            max_speed: -1.0,
            ..refinement
        })
    }
}

#[test]
fn an_illegal_largest_speed_is_reported_by_its_name() {
    let mut app = app();
    app.add_systems(
        FixedUpdate,
        refine_goals::<Backward>.in_set(SteeringSystems::Refine),
    );
    let walker = spawn(&mut app, Vec2::ZERO);
    run(&mut app, 480);
    assert_close(place(&app, walker), vec2(30.0, 0.0), 0.1);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let names: Vec<_> = reported.iter().map(|it| (it.component, it.field)).collect();
    assert_eq!(names, [("Backward", "max_speed")]);
}

#[test]
fn an_agent_on_slow_ground_stays_slow_round_an_obstacle() {
    let mut app = app();
    let field = FlowField {
        slow_areas: vec![SlowArea {
            area: Rect::new(-2.0, -20.0, 20.0, 20.0),
            cost: 3.0,
        }],
        slows_agents: true,
        ..FlowField::new(Rect::new(-10.0, -20.0, 50.0, 20.0)).to(vec2(40.0, 0.0))
    };
    let field = app.world_mut().spawn(field).id();
    app.world_mut()
        .spawn((at(10.0, 0.1), Obstacle::circle(2.0)));
    let body = SteeringAgent::new(0.5, 5.0);
    let follows = (FollowField::new(field), AvoidObstacles::default());
    let walker = (at(0.0, 0.0), body, follows);
    let walker = app.world_mut().spawn(walker).id();
    run(&mut app, 60);
    while place(&app, walker).x < 18.0 {
        app.update();
        // A third of 5 units per second.
        let speed = velocity(&app, walker).length();
        assert!(speed < 1.8, "{speed} at {}", place(&app, walker));
    }
}

/// Heads for a place of the game.
#[derive(Component)]
#[require(SteeringGoal, Settled)]
struct Errand;

fn run_errands(time: Res<Time>, mut agents: Query<(&AgentState, &mut SteeringGoal), With<Errand>>) {
    for (state, mut goal) in &mut agents {
        goal.set(Goal::seek(state, time.delta_secs(), vec2(90.0, 0.0)));
    }
}

#[test]
fn redirected_agents_settle_together_whatever_their_goal_was() {
    let mut app = own_app();
    app.add_systems(FixedUpdate, run_errands.in_set(SteeringSystems::Goals));
    let agents: Vec<Entity> = (0..8_u8)
        .map(|number| {
            let start = 6.0 * Vec2::from_angle(f32::from(number));
            let body = (SteeringAgent::new(0.5, 5.0), AvoidAgents::default());
            let agent = (at(start.x, start.y), body, Errand, Redirect::to(Vec2::ZERO));
            app.world_mut().spawn(agent).id()
        })
        .collect();
    run(&mut app, 900);
    for agent in agents {
        assert!(get::<Settled>(&app, agent).is_settled);
        assert!(velocity(&app, agent).length() < 0.01);
        assert!(place(&app, agent).length() < 2.5);
    }
}

#[test]
fn an_agent_on_a_path_arrives_where_a_refiner_sends_it() {
    let mut app = own_app();
    let walker = |app: &mut App, y: f32| {
        let body = (SteeringAgent::new(0.5, 5.0), Journey::default());
        let path = Path::new([vec2(0.0, y), vec2(40.0, y), vec2(40.0, 40.0)]);
        let walker = (at(0.0, y), body, path, FollowPath::default());
        app.world_mut().spawn(walker).id()
    };
    let (goes_on, leaves) = (walker(&mut app, 1.0), walker(&mut app, -1.0));
    let redirect = Redirect::to(vec2(0.0, -9.0));
    app.world_mut().entity_mut(leaves).insert(redirect);
    run(&mut app, 300);
    assert_close(place(&app, leaves), vec2(0.0, -9.0), 0.1);
    assert!(place(&app, goes_on).x > 20.0);
    assert_eq!(app.world().resource::<Arrivals>().0, [leaves]);
}

#[test]
fn a_redirected_member_of_a_formation_arrives_where_it_was_sent() {
    let mut app = own_app();
    let leader = (
        at(0.0, 0.0),
        SteeringAgent::new(0.5, 5.0),
        Formation::new(FormationShape::Line),
    );
    let leader = app.world_mut().spawn(leader).id();
    let member = |app: &mut App, y: f32| {
        let body = (SteeringAgent::new(0.5, 5.0), Journey::default());
        let member = (at(-4.0, y), body, InFormation(leader));
        app.world_mut().spawn(member).id()
    };
    let (keeps, leaves) = (member(&mut app, 2.0), member(&mut app, -2.0));
    let redirect = Redirect::to(vec2(-12.0, 0.0));
    app.world_mut().entity_mut(leaves).insert(redirect);
    run(&mut app, 300);
    assert_close(place(&app, leaves), vec2(-12.0, 0.0), 0.1);
    assert!(place(&app, keeps).length() < 6.0);
    let mut arrivals = app.world().resource::<Arrivals>().0.clone();
    arrivals.sort_unstable();
    let mut expected = [keeps, leaves];
    expected.sort_unstable();
    assert_eq!(arrivals, expected);
}

#[test]
fn a_redirected_agent_does_not_say_that_its_field_has_no_way() {
    let mut app = own_app();
    let corners = [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)];
    let room = Obstacle::closed_polyline(corners.map(Vec2::from));
    app.world_mut().spawn((at(0.0, 0.0), room));
    let field = FlowField::new(Rect::new(-20.0, -20.0, 20.0, 20.0)).to(Vec2::ZERO);
    let field = app.world_mut().spawn(field).id();
    let follower = |app: &mut App, y: f32| {
        let body = (SteeringAgent::new(0.5, 5.0), SteeringTrace::default());
        let follower = (at(10.0, y), body, FollowField::new(field));
        app.world_mut().spawn(follower).id()
    };
    let (stays, leaves) = (follower(&mut app, 2.0), follower(&mut app, -2.0));
    let redirect = Redirect::to(vec2(12.0, -12.0));
    app.world_mut().entity_mut(leaves).insert(redirect);
    run(&mut app, 60);
    let says_no_way = |entity: Entity| {
        let reasons = &get::<SteeringTrace>(&app, entity).reasons;
        reasons.contains(&Reason::NoWay { nearest: None })
    };
    assert!(says_no_way(stays) && !says_no_way(leaves));
}
