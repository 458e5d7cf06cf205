//! A game's own refiner changes goals before agents settle and avoid obstacles.

use crate::harness::*;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, SteeringTrace};

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
