//! Bodies never end a tick inside a round obstacle.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use proptest::prelude::*;

/// The depth of a body in a circle, in double precision; negative outside.
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
        // The gaps between the posts are narrower than any body.
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
    fn no_solid_agent_ends_a_tick_inside_a_much_larger_circle(
        size in 10.0_f32..3000.0,
        angle in 0.0_f32..core::f32::consts::TAU,
        runners in prop::collection::vec(runner(), 1..4),
    ) {
        // The edge of the circle passes through the origin, near the agents.
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
    fn an_agent_that_spawns_inside_comes_out_in_one_tick(
        circles in prop::collection::vec((point(2.0), 1.0_f32..6.0), 1..8),
        start in point(3.0),
        radius in 0.0_f32..1.0,
    ) {
        let mut app = app();
        for (center, radius) in &circles {
            spawn_circle(&mut app, *center, *radius);
        }
        let agent = (at(start.x, start.y), SteeringAgent::new(radius, 5.0));
        let agent = app.world_mut().spawn(agent).id();
        app.update();
        assert_outside(&app, agent, &circles);
    }

    #[test]
    fn an_obstacle_that_moves_onto_a_body_pushes_it_out(
        from in point(3.0),
        to in point(1.0),
    ) {
        let mut app = app();
        let radius = 1.5;
        let obstacle = spawn_circle(&mut app, from + Vec2::new(8.0, 0.0), radius);
        let agent = app.world_mut().spawn(SteeringAgent::new(0.5, 5.0)).id();
        for step in 0..10 {
            let center = (from + Vec2::new(8.0, 0.0)).lerp(to, step as f32 / 9.0);
            app.world_mut().entity_mut(obstacle).insert(at(center.x, center.y));
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
fn a_fast_body_before_a_thin_post_stays_on_its_side() {
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
fn a_wall_removes_only_the_velocity_into_it() {
    let mut app = app();
    // At this scale, the circle is almost a straight wall: the half-plane x > 0.
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
fn a_body_that_leaves_an_obstacle_keeps_its_velocity() {
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
fn non_solid_agents_pass_through_obstacles_and_bodies() {
    let mut app = app();
    spawn_circle(&mut app, Vec2::new(3.0, 0.0), 1.0);
    let body = app
        .world_mut()
        .spawn((at(6.0, 0.0), SteeringAgent::new(0.5, 5.0)))
        .id();
    let ghost = SteeringAgent::new(0.5, 6.0).non_solid();
    let ghost = app.world_mut().spawn((ghost, moving(6.0, 0.0))).id();
    run(&mut app, 120);
    assert_near(place(&app, ghost).x, 12.0, 1e-3);
    assert_eq!(place(&app, body), Vec2::new(6.0, 0.0));
}

#[test]
fn agents_pass_through_passable_obstacles() {
    let mut app = app();
    app.world_mut()
        .spawn((at(3.0, 0.0), Obstacle::circle(1.0).passable()));
    let agent = SteeringAgent::new(0.5, 6.0);
    let agent = app.world_mut().spawn((agent, moving(6.0, 0.0))).id();
    run(&mut app, 120);
    assert_close(place(&app, agent), Vec2::new(12.0, 0.0), 1e-3);
}

#[test]
fn a_scaled_obstacle_has_its_scaled_size() {
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
fn no_body_passes_a_wall_with_an_overflowing_squared_length() {
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
                assert!(now.y <= -0.5, "{now} is beyond a wall of half length {far}");
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
