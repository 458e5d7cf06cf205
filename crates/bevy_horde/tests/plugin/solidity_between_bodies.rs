//! Bodies that overlap separate from each other.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

#[test]
fn two_overlapping_bodies_separate_and_keep_their_center() {
    let mut app = app();
    let agent = SteeringAgent::new(0.5, 5.0);
    let a = app.world_mut().spawn((at(-0.1, 0.0), agent)).id();
    let b = app.world_mut().spawn((at(0.1, 0.0), agent)).id();
    run(&mut app, 10);
    let (a, b) = (place(&app, a), place(&app, b));
    assert!(a.distance(b) > 0.999, "{a} {b}");
    assert_close(a + b, Vec2::ZERO, 1e-5);
}

#[test]
fn coincident_bodies_separate() {
    let mut app = app();
    let agent = SteeringAgent::new(0.5, 5.0);
    let bodies: Vec<_> = (0..4).map(|_| app.world_mut().spawn(agent).id()).collect();
    run(&mut app, 60);
    for (number, a) in bodies.iter().enumerate() {
        for b in &bodies[number + 1..] {
            let apart = place(&app, *a).distance(place(&app, *b));
            assert!(apart > 0.99, "{apart}");
        }
    }
}

/// The deepest overlap of bodies of this radius, in radii.
fn deepest_overlap(app: &App, bodies: &[Entity], radius: f32) -> f32 {
    let places: Vec<Vec2> = bodies.iter().map(|body| place(app, *body)).collect();
    let pairs = places.iter().enumerate();
    let pairs =
        pairs.flat_map(|(number, own)| places[..number].iter().map(move |other| (own, other)));
    let depths = pairs.map(|(own, other)| 2.0 - own.distance(*other) / radius);
    depths.fold(0.0, f32::max)
}

#[test]
fn a_wall_at_the_back_leaves_no_overlap_after_a_tick() {
    let mut app = app();
    let wall = Obstacle::segment(Vec2::new(0.0, -5.0), Vec2::new(0.0, 5.0));
    app.world_mut().spawn(wall);
    // The left body touches the wall and overlaps the other by 0.2. So it cannot move by its half
    // of the overlap.
    let agent = SteeringAgent::new(0.5, 5.0);
    let bodies = [0.501, 1.301].map(|x| app.world_mut().spawn((at(x, 0.0), agent)).id());
    run(&mut app, 1);
    assert!(deepest_overlap(&app, &bodies, 0.5) < 1e-3);
    assert_close(place(&app, bodies[0]), Vec2::new(0.501, 0.0), 1e-3);
    assert_close(place(&app, bodies[1]), Vec2::new(1.501, 0.0), 1e-3);
}

#[test]
fn a_push_goes_through_a_row_within_a_tick() {
    let mut app = app();
    // The first two overlap by 0.2; the others touch.
    let agent = SteeringAgent::new(0.5, 5.0);
    let bodies = [0.0, 0.8, 1.8, 2.8].map(|x| app.world_mut().spawn((at(x, 0.0), agent)).id());
    run(&mut app, 1);
    let overlap = deepest_overlap(&app, &bodies[..3], 0.5);
    assert!(overlap < 1e-3, "{overlap}");
}

#[test]
fn the_heavier_body_moves_less() {
    let mut app = app();
    let light = SteeringAgent::new(0.5, 5.0);
    let a = app.world_mut().spawn((at(-0.25, 0.0), light)).id();
    let b = app
        .world_mut()
        .spawn((at(0.25, 0.0), light.with_mass(4.0)))
        .id();
    run(&mut app, 20);
    let (moved_a, moved_b) = (place(&app, a).x + 0.25, place(&app, b).x - 0.25);
    assert!(moved_a < -0.3 && moved_b > 0.05, "{moved_a} {moved_b}");
    assert_near(moved_a / moved_b, -4.0, 0.05);
}

#[test]
fn of_two_bodies_of_one_mass_the_larger_moves_less() {
    let mut app = app();
    let a = (at(-0.9, 0.0), SteeringAgent::new(0.5, 5.0));
    let b = (at(0.9, 0.0), SteeringAgent::new(1.5, 5.0));
    let [a, b] = [a, b].map(|body| app.world_mut().spawn(body).id());
    run(&mut app, 20);
    let (moved_a, moved_b) = (place(&app, a).x + 0.9, place(&app, b).x - 0.9);
    // The bodies overlap by 0.2. Three times the radius is nine times the weight.
    assert!(moved_a < -0.17 && moved_b > 0.01, "{moved_a} {moved_b}");
    assert_near(moved_a / moved_b, -9.0, 0.2);
}

#[test]
fn colliding_bodies_do_not_keep_overlapping() {
    let mut app = app();
    let agent = SteeringAgent::new(0.5, 10.0);
    let a = app
        .world_mut()
        .spawn((at(-2.0, 0.05), agent, Seek::new(Vec2::new(20.0, 0.0))))
        .id();
    let b = app
        .world_mut()
        .spawn((at(2.0, -0.05), agent, Seek::new(Vec2::new(-20.0, 0.0))))
        .id();
    for tick in 0..600 {
        app.update();
        let overlap = 1.0 - place(&app, a).distance(place(&app, b));
        assert!(overlap < 0.2, "tick {tick}: {overlap}");
    }
    assert!(place(&app, a).x > 2.0 && place(&app, b).x < -2.0);
}

#[test]
fn a_crowd_that_pushes_toward_one_point_hardly_overlaps() {
    let mut app = app();
    let agents: Vec<_> = (0..100)
        .map(|number| {
            let start = Vec2::from_angle(number as f32 * 2.4) * (1.0 + 0.1 * number as f32);
            let agent = SteeringAgent::new(0.5, 3.0);
            app.world_mut()
                .spawn((at(start.x, start.y), agent, Arrive::default()))
                .id()
        })
        .collect();
    run(&mut app, 600);
    let places: Vec<_> = agents.iter().map(|agent| place(&app, *agent)).collect();
    let mut deepest = 0.0_f32;
    for (number, a) in places.iter().enumerate() {
        for b in &places[number + 1..] {
            deepest = deepest.max(1.0 - a.distance(*b));
        }
    }
    assert!(deepest < 0.15, "{deepest}");
}

#[test]
fn agents_move_away_from_disabled_agents_and_agents_moved_by_the_game() {
    let mut app = app();
    let agent = SteeringAgent::new(0.5, 5.0);
    let moved_by_game = app
        .world_mut()
        .spawn((at(0.3, 0.0), agent, ExternalLocomotion))
        .id();
    let disabled = app
        .world_mut()
        .spawn((at(10.3, 0.0), agent, SteeringDisabled))
        .id();
    let beside_game = app.world_mut().spawn((at(0.0, 0.0), agent)).id();
    let beside_disabled = app.world_mut().spawn((at(10.0, 0.0), agent)).id();
    run(&mut app, 20);
    assert_eq!(place(&app, moved_by_game), Vec2::new(0.3, 0.0));
    assert_eq!(place(&app, disabled), Vec2::new(10.3, 0.0));
    assert_close(place(&app, beside_game), Vec2::new(-0.7, 0.0), 2e-3);
    assert_close(place(&app, beside_disabled), Vec2::new(9.3, 0.0), 2e-3);
}

/// The positions of sixty by twenty overlapping bodies after some ticks.
fn packed(with_far_seeing_agent: bool) -> Vec<Vec2> {
    let mut app = app();
    let bodies: Vec<Entity> = (0..1200)
        .map(|number| {
            let place = Vec2::new((number % 60) as f32, (number / 60) as f32) * 0.8;
            let body = SteeringAgent::new(0.5, 5.0);
            app.world_mut().spawn((at(place.x, place.y), body)).id()
        })
        .collect();
    if with_far_seeing_agent {
        // The view of this agent makes the cells so large that one holds all bodies.
        app.world_mut().spawn((
            at(-3000.0, 0.0),
            SteeringAgent::new(0.5, 5.0).non_solid(),
            Separation {
                view: View::custom(Length::World(500.0), core::f32::consts::PI),
                weight: 1.0,
            },
            Perception {
                max_neighbors: u32::MAX,
                ..default()
            },
        ));
    }
    run(&mut app, 3);
    bodies.iter().map(|body| place(&app, *body)).collect()
}

#[test]
fn a_far_seeing_agent_does_not_change_how_a_packed_crowd_separates() {
    let alone = packed(false);
    let moved = alone.iter().enumerate().filter(|(number, place)| {
        place.distance(Vec2::new((number % 60) as f32, (number / 60) as f32) * 0.8) > 0.05
    });
    assert!(moved.count() > 100);
    assert_eq!(packed(true), alone);
}

#[test]
fn bodies_separate_only_while_they_are_solid() {
    let mut app = app();
    let ghost = SteeringAgent::new(0.5, 5.0).non_solid();
    let a = app.world_mut().spawn((at(-0.2, 0.0), ghost)).id();
    let b = app.world_mut().spawn((at(0.2, 0.0), ghost)).id();
    let turn = |app: &mut App, solid: bool| {
        for agent in [a, b] {
            let mut agent = app.world_mut().get_mut::<SteeringAgent>(agent).unwrap();
            agent.solid = solid;
        }
    };
    run(&mut app, 5);
    assert_eq!(place(&app, a), Vec2::new(-0.2, 0.0));
    turn(&mut app, true);
    run(&mut app, 10);
    assert!(place(&app, b).x - place(&app, a).x > 0.999);
    // The bodies pass through each other. No correction of earlier ticks is left.
    turn(&mut app, false);
    let (from_a, from_b) = (place(&app, a), place(&app, b));
    app.world_mut().get_mut::<Velocity>(a).unwrap().0 = Vec3::X * 2.0;
    app.world_mut().get_mut::<Velocity>(b).unwrap().0 = Vec3::X * -2.0;
    run(&mut app, 30);
    let way = Vec2::X * 2.0 * 30.0 / HERTZ;
    assert_close(place(&app, a), from_a + way, 1e-4);
    assert_close(place(&app, b), from_b - way, 1e-4);
}
