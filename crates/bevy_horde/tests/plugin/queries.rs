//! `SteeringQuery` answers in the coordinates of its question, and leaves out what filters reject.

use crate::harness::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_horde::perception::{AgentHit, FilteredSteeringQuery};
use bevy_horde::prelude::*;

/// The answer to a question.
fn ask<T: 'static>(
    app: &mut App,
    question: impl Fn(&SteeringQuery) -> T + Send + Sync + 'static,
) -> T {
    app.world_mut()
        .run_system_once(move |query: SteeringQuery| question(&query))
        .expect("the system runs")
}

/// An agent that stays where it is.
fn body() -> SteeringAgent {
    SteeringAgent::default().non_solid()
}

fn member(memberships: u32) -> Perception {
    Perception {
        memberships,
        ..default()
    }
}

fn entities<P>(hits: &[AgentHit<P>]) -> Vec<Entity> {
    hits.iter().map(|hit| hit.entity).collect()
}

#[test]
fn a_question_in_the_world_has_an_answer_in_the_world() {
    let mut app = app_with(SteeringPlugin::default().in_space(MovementSpace::Xz), 60.0);
    // An agent at (3, -4) in the plane, and a disc of radius 1 about (5, 0).
    let agent = (Transform::from_xyz(3.0, 9.0, -4.0), body());
    let agent = app.world_mut().spawn(agent).id();
    let disc = (Transform::from_xyz(5.0, 0.5, 0.0), Obstacle::circle(1.0));
    let disc = app.world_mut().spawn(disc).id();
    app.update();
    ask(&mut app, move |query| {
        let origin = Vec3::new(0.0, 2.0, 0.0);
        // Heights are those of the question.
        let hit = query.nearest_agent(origin).unwrap();
        assert_eq!((hit.entity, hit.distance), (agent, 5.0));
        assert_eq!(hit.position, Vec3::new(3.0, 2.0, -4.0));
        assert_eq!(query.agents_within(origin, 6.0), [hit]);
        assert_eq!(query.nearest_agents(origin, 2), [hit]);
        let hit = query
            .first_obstacle(origin, Vec3::new(10.0, 7.0, 0.0))
            .unwrap();
        assert_eq!((hit.entity, hit.distance), (disc, 4.0));
        assert_eq!(hit.position, Vec3::new(4.0, 2.0, 0.0));
        assert_eq!(hit.normal, Vec3::NEG_X);
        let hit = query.first_obstacle_for_circle(origin, Vec2::new(10.0, 0.0), 1.0);
        assert_eq!(hit.map(|hit| hit.position), Some(Vec3::new(3.0, 2.0, 0.0)));
        let near = query.nearest_obstacle(Vec3::new(5.0, 2.0, -4.0)).unwrap();
        assert_eq!((near.entity, near.distance), (disc, 3.0));
        assert_eq!(near.point, Vec3::new(5.0, 2.0, -1.0));
        assert_eq!(near.normal, Vec3::NEG_Z);
    });
    ask(&mut app, move |query| {
        let hit = query.nearest_agent(Vec2::ZERO).unwrap();
        assert_eq!(hit.position, Vec2::new(3.0, -4.0));
        let hit = query
            .first_obstacle(Vec2::ZERO, Vec2::new(10.0, 0.0))
            .unwrap();
        assert_eq!(
            (hit.position, hit.normal),
            (Vec2::new(4.0, 0.0), Vec2::NEG_X)
        );
        let near = query.nearest_obstacle(Vec2::new(5.0, -4.0)).unwrap();
        assert_eq!(
            (near.point, near.normal),
            (Vec2::new(5.0, -1.0), Vec2::NEG_Y)
        );
    });
}

#[test]
fn in_two_dimensions_an_answer_has_the_layer_of_the_question() {
    let mut app = app();
    app.world_mut()
        .spawn((Transform::from_xyz(3.0, 4.0, 7.0), body()));
    app.update();
    let hit = ask(&mut app, |query| {
        query.nearest_agent(Vec3::new(0.0, 0.0, 2.0))
    });
    assert_eq!(hit.unwrap().position, Vec3::new(3.0, 4.0, 2.0));
}

#[test]
fn the_nearest_that_fits_is_found_behind_a_thousand_that_do_not() {
    let mut app = app();
    for number in 0..1000_u16 {
        let place = Vec2::from_angle(f32::from(number)) * 0.01 * f32::from(number);
        app.world_mut().spawn((at(place.x, place.y), body()));
    }
    let far = [900.0, 800.0].map(|x| {
        let agent = (at(x, 0.0), body(), member(0b100));
        app.world_mut().spawn(agent).id()
    });
    app.update();
    ask(&mut app, move |query| {
        let origin = Vec2::ZERO;
        let nearest = |query: FilteredSteeringQuery| entities(&query.nearest_agents(origin, 3));
        assert_eq!(nearest(query.in_groups(0b110)), [far[1], far[0]]);
        assert_eq!(nearest(query.matching(|it| it == far[0])), [far[0]]);
        assert_eq!(nearest(query.matching(|_| false)), []);
        let first = query.in_groups(0b100).nearest_agent(origin).unwrap();
        assert_eq!((first.entity, first.distance), (far[1], 800.0));
        assert_eq!(query.in_groups(0b10).nearest_agent(origin), None);
        let within = query.in_groups(0b100).agents_within(origin, 850.0);
        assert_eq!(entities(&within), [far[1]]);
    });
}

#[test]
fn the_agent_that_asks_and_its_friends_are_left_out() {
    let mut app = app();
    let agents = [0.0, 1.0, 2.0, 3.0].map(|x| app.world_mut().spawn((at(x, 0.0), body())).id());
    app.update();
    ask(&mut app, move |query| {
        let origin = Vec2::ZERO;
        let nearest = query.nearest_agent(origin).unwrap();
        assert_eq!(nearest.entity, agents[0]);
        let others = query.without(agents[0]);
        assert_eq!(entities(&others.agents_within(origin, 9.0)), agents[1..]);
        assert_eq!(others.nearest_agent(origin).unwrap().entity, agents[1]);
        let strangers = query.without(agents[0]).without(agents[2]);
        assert_eq!(
            entities(&strangers.nearest_agents(origin, 9)),
            [agents[1], agents[3]]
        );
        // All filters count.
        let last = query.without(agents[0]).matching(|it| it != agents[1]);
        let last = last.matching(|it| it != agents[2]).in_groups(1);
        assert_eq!(entities(&last.agents_within(origin, 9.0)), agents[3..]);
    });
}

#[test]
fn groups_are_those_of_the_last_tick_and_obstacles_have_none() {
    let mut app = app();
    let [one, other] = [1.0, 2.0].map(|x| app.world_mut().spawn((at(x, 0.0), body())).id());
    app.world_mut().entity_mut(one).insert(member(0b1000));
    let disc = app
        .world_mut()
        .spawn((at(5.0, 0.0), Obstacle::circle(1.0)))
        .id();
    app.update();
    let found = |app: &mut App| {
        ask(app, |query| {
            let nearest = |groups| query.in_groups(groups).nearest_agent(Vec2::ZERO);
            let obstacle = query.in_groups(0).nearest_obstacle(Vec2::ZERO);
            let agents = [0, 1, 0b1000].map(|groups| nearest(groups).map(|hit| hit.entity));
            (agents, obstacle.map(|found| found.entity))
        })
    };
    assert_eq!(
        found(&mut app),
        ([None, Some(other), Some(one)], Some(disc))
    );
    app.world_mut().entity_mut(other).insert(member(0b1000));
    app.world_mut().entity_mut(one).insert(member(0));
    assert_eq!(
        found(&mut app),
        ([None, Some(other), Some(one)], Some(disc))
    );
    app.update();
    assert_eq!(found(&mut app), ([None, None, Some(other)], Some(disc)));
    // A query without groups still finds an agent without any group.
    let nearest = ask(&mut app, |query| query.nearest_agent(Vec2::ZERO));
    assert_eq!(nearest.unwrap().entity, one);
}

#[test]
fn searches_for_obstacles_leave_out_those_that_do_not_fit() {
    let mut app = app();
    let discs = [3.0, 6.0, 9.0].map(|x| {
        let disc = (at(x, 0.0), Obstacle::circle(1.0));
        app.world_mut().spawn(disc).id()
    });
    app.update();
    ask(&mut app, move |query| {
        let (from, to) = (Vec2::ZERO, Vec2::new(20.0, 0.0));
        let beyond = query.without(discs[0]);
        assert_eq!(beyond.first_obstacle(from, to).unwrap().entity, discs[1]);
        assert_eq!(beyond.nearest_obstacle(from).unwrap().entity, discs[1]);
        let last = query.matching(|it| it == discs[2]);
        assert_eq!(last.first_obstacle(from, to).unwrap().distance, 8.0);
        let wide = last.first_obstacle_for_circle(from, to, 0.5).unwrap();
        assert_eq!((wide.entity, wide.distance), (discs[2], 7.5));
        assert_eq!(last.nearest_obstacle(from).unwrap().distance, 8.0);
        assert_eq!(query.matching(|_| false).first_obstacle(from, to), None);
        assert_eq!(query.matching(|_| false).nearest_obstacle(from), None);
        let behind = Vec2::new(4.5, 0.0);
        assert!(!query.line_of_sight(from, behind));
        assert!(query.without(discs[0]).line_of_sight(from, behind));
        assert!(!query.without(discs[1]).line_of_sight(from, behind));
    });
}
