//! Bodies never end a tick inside an obstacle, and part from each other.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use proptest::prelude::*;

/// How deep a body is in a circle, reckoned in double precision; negative when it is outside.
fn depth(body: Vec2, radius: f32, center: Vec2, obstacle_radius: f32) -> f64 {
    f64::from(radius) + f64::from(obstacle_radius) - body.as_dvec2().distance(center.as_dvec2())
}

#[track_caller]
fn assert_outside(app: &App, agent: Entity, circles: &[(Vec2, f32)]) {
    let radius = get::<SteeringAgent>(app, agent).body_radius;
    let body = place(app, agent);
    for (center, obstacle_radius) in circles {
        let depth = depth(body, radius, *center, *obstacle_radius);
        assert!(
            depth <= 0.0,
            "{agent} at {body} is {depth} deep in the circle {obstacle_radius} at {center}"
        );
    }
}

fn spawn_circle(app: &mut App, center: Vec2, radius: f32) -> Entity {
    app.world_mut()
        .spawn((at(center.x, center.y), Obstacle::circle(radius)))
        .id()
}

prop_compose! {
    fn point(reach: f32)(x in -reach..reach, y in -reach..reach) -> Vec2 {
        Vec2::new(x, y)
    }
}

prop_compose! {
    fn circle()(center in point(15.0), radius in 0.2_f32..5.0) -> (Vec2, f32) {
        (center, radius)
    }
}

#[derive(Clone, Debug)]
struct Runner {
    start: Vec2,
    goal: Vec2,
    radius: f32,
    /// Body radii per tick.
    pace: f32,
    heading: f32,
}

prop_compose! {
    fn runner()(
        start in point(20.0),
        goal in point(20.0),
        radius in 0.05_f32..1.5,
        pace in 0.01_f32..100.0,
        heading in 0.0_f32..core::f32::consts::TAU,
    ) -> Runner {
        Runner { start, goal, radius, pace, heading }
    }
}

fn spawn_runner(app: &mut App, runner: &Runner) -> Entity {
    let speed = runner.pace * runner.radius * HERTZ;
    let velocity = Vec2::from_angle(runner.heading) * speed;
    app.world_mut()
        .spawn((
            at(runner.start.x, runner.start.y),
            moving(velocity.x, velocity.y),
            SteeringAgent::new(runner.radius, speed),
            Seek::new(runner.goal),
        ))
        .id()
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn no_solid_agent_ends_a_tick_inside_a_solid_circle(
        circles in prop::collection::vec(circle(), 1..12),
        runners in prop::collection::vec(runner(), 1..8),
    ) {
        let mut app = app();
        for (center, radius) in &circles {
            spawn_circle(&mut app, *center, *radius);
        }
        let agents: Vec<_> = runners.iter().map(|runner| spawn_runner(&mut app, runner)).collect();
        for _ in 0..25 {
            app.update();
            for agent in &agents {
                assert_outside(&app, *agent, &circles);
            }
        }
    }

    #[test]
    fn no_solid_agent_leaves_a_ring_of_posts(
        start in point(10.0),
        goal in point(100.0),
        pace in 0.5_f32..100.0,
        angle in 0.0_f32..core::f32::consts::TAU,
        radius in 0.25_f32..1.0,
    ) {
        // Posts so near to each other that no body fits between them.
        let mut app = app();
        for post in 0..105 {
            let angle = post as f32 / 105.0 * core::f32::consts::TAU;
            spawn_circle(&mut app, Vec2::from_angle(angle) * 20.0, 0.4);
        }
        let speed = pace * radius * HERTZ;
        let velocity = Vec2::from_angle(angle) * speed;
        let agent = app.world_mut().spawn((
            at(start.x, start.y),
            moving(velocity.x, velocity.y),
            SteeringAgent::new(radius, speed),
            Seek::new(goal),
        )).id();
        for _ in 0..30 {
            app.update();
            let now = place(&app, agent);
            prop_assert!(now.length() < 20.0, "at {now}");
        }
    }

    #[test]
    fn no_solid_agent_ends_a_tick_inside_a_circle_that_dwarfs_it(
        size in 10.0_f32..3000.0,
        angle in 0.0_f32..core::f32::consts::TAU,
        runners in prop::collection::vec(runner(), 1..4),
    ) {
        // The circle's edge passes through the origin, near which the agents are.
        let mut app = app();
        let center = Vec2::from_angle(angle) * size;
        spawn_circle(&mut app, center, size);
        let agents: Vec<_> = runners.iter().map(|runner| spawn_runner(&mut app, runner)).collect();
        for _ in 0..25 {
            app.update();
            for agent in &agents {
                assert_outside(&app, *agent, &[(center, size)]);
            }
        }
    }

    #[test]
    fn what_is_spawned_inside_comes_out_at_once(
        circles in prop::collection::vec((point(2.0), 1.0_f32..6.0), 1..8),
        start in point(3.0),
        radius in 0.0_f32..1.0,
    ) {
        let mut app = app();
        for (center, radius) in &circles {
            spawn_circle(&mut app, *center, *radius);
        }
        let agent = app.world_mut().spawn((at(start.x, start.y), SteeringAgent::new(radius, 5.0))).id();
        app.update();
        assert_outside(&app, agent, &circles);
    }

    #[test]
    fn an_obstacle_that_is_moved_onto_a_body_pushes_it_out(
        from in point(3.0),
        to in point(1.0),
    ) {
        let mut app = app();
        let radius = 1.5;
        let obstacle = spawn_circle(&mut app, from + Vec2::new(8.0, 0.0), radius);
        let agent = app.world_mut().spawn(SteeringAgent::new(0.5, 5.0)).id();
        for step in 0..10 {
            let center = (from + Vec2::new(8.0, 0.0)).lerp(to, step as f32 / 9.0);
            app.world_mut().get_mut::<Transform>(obstacle).unwrap().translation = center.extend(0.0);
            app.update();
            assert_outside(&app, agent, &[(center, radius)]);
        }
    }
}

#[test]
fn a_crowd_packed_against_obstacles_stays_out_of_them() {
    let circles = [
        (Vec2::new(0.0, 0.0), 2.0),
        (Vec2::new(3.5, 0.5), 1.0),
        (Vec2::new(-1.0, 3.2), 1.5),
    ];
    let mut app = app();
    for (center, radius) in circles {
        spawn_circle(&mut app, center, radius);
    }
    let agents: Vec<_> = (0..150)
        .map(|number| {
            let start = Vec2::from_angle(number as f32 * 0.7) * (4.0 + number as f32 * 0.05);
            let agent = SteeringAgent::new(0.3, 6.0);
            app.world_mut()
                .spawn((at(start.x, start.y), agent, Seek::default()))
                .id()
        })
        .collect();
    for _ in 0..240 {
        app.update();
        for agent in &agents {
            assert_outside(&app, *agent, &circles);
        }
    }
}

#[test]
fn a_fast_body_that_meets_a_post_squarely_stays_on_its_side() {
    for pace in [1.0, 10.0, 100.0] {
        let mut app = app();
        spawn_circle(&mut app, Vec2::new(5.0, 0.0), 0.05);
        let speed = pace * 0.5 * HERTZ;
        let agent = SteeringAgent::new(0.5, speed);
        let agent = app.world_mut().spawn((agent, moving(speed, 0.0))).id();
        run(&mut app, 30);
        let now = place(&app, agent);
        assert!(now.x < 5.0, "pace {pace}: at {now}");
        assert_near(now.y, 0.0, 1e-4);
    }
}

#[test]
fn a_wall_takes_only_the_part_of_the_velocity_that_runs_into_it() {
    let mut app = app();
    // From so near, a circle so large is a straight wall: the half-plane x > 0.
    let radius = 1e4;
    spawn_circle(&mut app, Vec2::new(radius, 0.0), radius);
    let agent = SteeringAgent::new(0.5, 10.0);
    let agent = app
        .world_mut()
        .spawn((at(-0.6, 0.0), moving(3.0, 4.0), agent))
        .id();
    run(&mut app, 5);
    let after = velocity(&app, agent);
    assert_near(after.x, 0.0, 0.01);
    assert_near(after.y, 4.0, 0.01);
    assert_near(place(&app, agent).y, 4.0 * 5.0 / HERTZ, 0.01);
}

#[test]
fn a_body_that_leaves_an_obstacle_is_not_held_back() {
    let mut app = app();
    spawn_circle(&mut app, Vec2::ZERO, 1.0);
    let agent = SteeringAgent::new(0.5, 10.0);
    let agent = app
        .world_mut()
        .spawn((at(1.5, 0.0), moving(6.0, 0.0), agent))
        .id();
    app.update();
    assert_near(velocity(&app, agent).x, 6.0, 1e-5);
    assert_near(place(&app, agent).x, 1.5 + 6.0 / HERTZ, 2e-3);
}

#[test]
fn two_overlapping_bodies_part_and_keep_their_centre() {
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
fn coincident_bodies_part() {
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

#[test]
fn the_heavier_body_gives_way_less() {
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
fn bodies_that_collide_do_not_stay_in_each_other() {
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
fn a_crowd_pressed_to_one_point_hardly_overlaps() {
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
fn bodies_that_the_game_moves_are_given_way_to() {
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

#[test]
fn ghosts_pass_through_obstacles_and_bodies() {
    let mut app = app();
    spawn_circle(&mut app, Vec2::new(3.0, 0.0), 1.0);
    let body = app
        .world_mut()
        .spawn((at(6.0, 0.0), SteeringAgent::new(0.5, 5.0)))
        .id();
    let ghost = SteeringAgent::new(0.5, 6.0).without_solidity();
    let ghost = app.world_mut().spawn((ghost, moving(6.0, 0.0))).id();
    run(&mut app, 120);
    assert_near(place(&app, ghost).x, 12.0, 1e-3);
    assert_eq!(place(&app, body), Vec2::new(6.0, 0.0));
}

/// Where sixty by twenty bodies are after some ticks that stood closer than they fit.
fn packed(with_far_looker: bool) -> Vec<Vec2> {
    let mut app = app();
    let bodies: Vec<Entity> = (0..1200)
        .map(|number| {
            let place = Vec2::new((number % 60) as f32, (number / 60) as f32) * 0.8;
            let body = SteeringAgent::new(0.5, 5.0);
            app.world_mut().spawn((at(place.x, place.y), body)).id()
        })
        .collect();
    if with_far_looker {
        // Its cells hold them all.
        app.world_mut().spawn((
            at(-3000.0, 0.0),
            SteeringAgent::new(0.5, 5.0).without_solidity(),
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
fn one_that_sees_far_changes_nothing_about_how_a_packed_crowd_parts() {
    let alone = packed(false);
    let moved = alone.iter().enumerate().filter(|(number, place)| {
        place.distance(Vec2::new((number % 60) as f32, (number / 60) as f32) * 0.8) > 0.05
    });
    assert!(moved.count() > 100);
    assert_eq!(packed(true), alone);
}

#[test]
fn bodies_part_only_while_they_are_solid() {
    let mut app = app();
    let ghost = SteeringAgent::new(0.5, 5.0).without_solidity();
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
    // They run through each other, and nothing of the ticks before pushes them.
    turn(&mut app, false);
    let (from_a, from_b) = (place(&app, a), place(&app, b));
    app.world_mut().get_mut::<Velocity>(a).unwrap().0 = Vec3::X * 2.0;
    app.world_mut().get_mut::<Velocity>(b).unwrap().0 = Vec3::X * -2.0;
    run(&mut app, 30);
    let way = Vec2::X * 2.0 * 30.0 / HERTZ;
    assert_close(place(&app, a), from_a + way, 1e-4);
    assert_close(place(&app, b), from_b - way, 1e-4);
}

#[test]
fn passable_obstacles_are_passed() {
    let mut app = app();
    app.world_mut()
        .spawn((at(3.0, 0.0), Obstacle::circle(1.0).passable()));
    let agent = SteeringAgent::new(0.5, 6.0);
    let agent = app.world_mut().spawn((agent, moving(6.0, 0.0))).id();
    run(&mut app, 120);
    assert_close(place(&app, agent), Vec2::new(12.0, 0.0), 1e-3);
}

#[test]
fn a_scaled_obstacle_is_as_large_as_it_looks() {
    let mut app = app();
    app.world_mut().spawn((
        at(5.0, 0.0).with_scale(Vec3::splat(3.0)),
        Obstacle::circle(1.0),
    ));
    let agent = SteeringAgent::new(0.5, 6.0);
    let agent = app.world_mut().spawn((agent, moving(6.0, 0.0))).id();
    run(&mut app, 120);
    assert_near(place(&app, agent).x, 5.0 - 3.0 - 0.5, 2e-3);
}

#[test]
fn no_body_walks_through_a_wall_too_long_to_square() {
    for far in [1e6, 1e12, 1e18, 1e19] {
        for speed in [5.0, 300.0] {
            let mut app = app();
            let wall = Obstacle::segment(vec2(-far, 0.0), vec2(far, 0.0));
            app.world_mut().spawn(wall);
            let agent = SteeringAgent::new(0.5, speed);
            let agent = (at(0.0, -5.0), agent, Seek::new(vec2(0.0, 50.0)));
            let agent = app.world_mut().spawn(agent).id();
            for _ in 0..240 {
                app.update();
                let now = place(&app, agent);
                assert!(now.y <= -0.5, "{now} is through a wall of {far}");
            }
        }
    }
}

#[test]
fn solidity_holds_far_from_the_origin() {
    let far = Vec2::new(30_000.0, -20_000.0);
    let circles = [
        (far, 3.0),
        (far + Vec2::new(4.0, 1.0), 2.0),
        (far + Vec2::new(-3.0, 4.0), 1.0),
    ];
    let mut app = app();
    for (center, radius) in circles {
        spawn_circle(&mut app, center, radius);
    }
    let agents: Vec<_> = (0..24)
        .map(|number| {
            let start = far + Vec2::from_angle(number as f32) * 9.0;
            let agent = SteeringAgent::new(0.4, 12.0);
            app.world_mut()
                .spawn((at(start.x, start.y), agent, Seek::new(far)))
                .id()
        })
        .collect();
    for _ in 0..120 {
        app.update();
        for agent in &agents {
            assert_outside(&app, *agent, &circles);
        }
    }
}
