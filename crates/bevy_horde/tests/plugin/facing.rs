//! Where agents look that stand or are slow: see [`Facing::slow_speed`].

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use proptest::prelude::*;

/// The largest turn of an agent at rest, radians per second.
const CALM: f32 = 0.5;

/// Where an agent is drawn to look, and its heading.
fn looks(app: &App, agent: Entity) -> [Vec2; 2] {
    let drawn = get::<Transform>(app, agent).rotation * Vec3::X;
    [drawn, get::<Heading>(app, agent).0].map(Vec3::truncate)
}

/// The fastest turn of any agent in `seconds`, drawn or of its heading, radians per second.
fn fastest_turn(app: &mut App, agents: &[Entity], hertz: f64, seconds: f64) -> f32 {
    let all = |app: &App| -> Vec<[Vec2; 2]> {
        let looks = agents.iter().map(|agent| looks(app, *agent));
        looks.collect()
    };
    let (mut fastest, mut last) = (0.0_f32, all(app));
    for _ in 0..(seconds * hertz) as usize {
        app.update();
        let now = all(app);
        for (before, after) in last.iter().flatten().zip(now.iter().flatten()) {
            fastest = fastest.max(before.angle_to(*after).abs() * hertz as f32);
        }
        last = now;
    }
    fastest
}

/// The mean angle between where agents look and a place, degrees.
fn mean_error(app: &App, agents: &[Entity], target: Vec2) -> f32 {
    let errors = agents.iter().map(|agent| {
        let [drawn, _] = looks(app, *agent);
        drawn.angle_to(target - place(app, *agent)).abs()
    });
    (errors.sum::<f32>() / agents.len() as f32).to_degrees()
}

/// A zombie without a target.
fn zombie(start: Vec2, body: SteeringAgent) -> impl Bundle {
    let rules = (
        Flock::default(),
        AvoidObstacles::default(),
        AvoidAgents::default(),
    );
    (at(start.x, start.y), body, rules)
}

/// Spawns zombies on a spiral about a player that stands. Returns the player and the zombies.
fn ring(
    app: &mut App,
    count: usize,
    chase: fn(&mut EntityWorldMut, Entity),
) -> (Entity, Vec<Entity>) {
    let player = SteeringAgent::new(10.0, 110.0);
    let player = app.world_mut().spawn((at(3.0, 5.0), player)).id();
    let zombies = (0..count).map(|number| {
        let start = Vec2::from_angle(2.4 * number as f32) * (300.0 + number as f32);
        let body = SteeringAgent::new(8.0, 90.0);
        let mut zombie = app.world_mut().spawn(zombie(start, body));
        chase(&mut zombie, player);
        zombie.id()
    });
    let zombies = zombies.collect();
    (player, zombies)
}

#[test]
fn a_ring_about_an_agent_at_rest_stands_and_looks_at_it() {
    let chases: [fn(&mut EntityWorldMut, Entity); 3] = [
        |zombie, player| _ = zombie.insert(Seek::entity(player)),
        |zombie, player| _ = zombie.insert(Pursue::entity(player)),
        |zombie, player| _ = zombie.insert(Arrive::entity(player)),
    ];
    for (number, count) in [1, 3, 40, 200].into_iter().enumerate() {
        for hertz in [30.0, 144.0] {
            let mut app = app_with(SteeringPlugin::default(), hertz);
            let (player, zombies) = ring(&mut app, count, chases[number % 3]);
            let start = place(&app, player);
            run(&mut app, (20.0 * hertz) as usize);
            let turn = fastest_turn(&mut app, &zombies, hertz, 3.0);
            assert!(turn < CALM, "{count} at {hertz} Hz: {turn} rad/s");
            let error = mean_error(&app, &zombies, place(&app, player));
            assert!(error < 20.0, "{count} at {hertz} Hz: {error} degrees");
            for zombie in &zombies {
                let speed = velocity(&app, *zombie).length();
                assert!(speed < 0.1, "{count} at {hertz} Hz: {speed}");
                assert!(get::<Settled>(&app, *zombie).is_settled);
            }
            let pushed = place(&app, player).distance(start);
            assert!(pushed < 1.0, "{count} at {hertz} Hz: pushed by {pushed}");
        }
    }
}

#[test]
fn a_ring_follows_when_its_target_goes_on() {
    let mut app = app();
    let (player, zombies) = ring(&mut app, 8, |zombie, player| {
        zombie.insert(Seek::entity(player));
    });
    run(&mut app, 20 * 60);
    for _ in 0..5 * 60 {
        app.world_mut().entity_mut(player).insert(moving(60.0, 0.0));
        app.update();
    }
    // Half of the ring is in its way.
    let player = place(&app, player);
    assert!(player.x > 100.0, "{player}");
    for zombie in zombies {
        assert!(place(&app, zombie).distance(player) < 100.0);
    }
}

#[test]
fn an_agent_that_seeks_a_place_swings_to_rest() {
    for hertz in [30.0, 64.0, 144.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let body = (at(200.0, 3.0), SteeringAgent::new(8.0, 90.0));
        let agent = app.world_mut().spawn((body, Seek::new(Vec2::ZERO))).id();
        run(&mut app, (10.0 * hertz) as usize);
        let turn = fastest_turn(&mut app, &[agent], hertz, 2.0);
        assert!(turn < CALM, "{hertz} Hz: {turn} rad/s");
        assert_close(place(&app, agent), Vec2::ZERO, 0.1);
    }
}

/// An agent that is blocked by a wall between it and its goal, and drifts at `speed` along it.
fn looks_along(speed: f32, facing: Facing) -> Vec2 {
    let mut app = app();
    let body = SteeringAgent::new(0.5, 5.0);
    let goal = Seek {
        weight: 1e-9,
        ..Seek::new(Vec2::new(50.0, 0.0))
    };
    let agent = (at(0.0, 0.0), body, facing, goal);
    let agent = app.world_mut().spawn(agent).id();
    for _ in 0..120 {
        app.world_mut().entity_mut(agent).insert(moving(0.0, speed));
        app.update();
    }
    looks(&app, agent)[1]
}

#[test]
fn below_the_slow_speed_an_agent_turns_toward_what_it_heads_for() {
    let default = Facing::default();
    // A tenth of the largest speed is 0.5. The goal is almost along +x; the motion is along +y.
    assert_close(looks_along(0.51, default), Vec2::Y, 1e-4);
    assert_close(looks_along(0.0, default), Vec2::X, 1e-3);
    // Half of it: a quarter along the motion, three quarters toward the goal.
    let mixed = Vec2::new(3.0, 1.0).normalize();
    assert_close(looks_along(0.25, default), mixed, 0.02);
    let never = Facing {
        slow_speed: 0.0,
        ..default
    };
    assert_close(looks_along(0.02, never), Vec2::Y, 1e-4);
    let always = Facing {
        slow_speed: 1.0,
        ..default
    };
    assert_close(looks_along(2.5, always), mixed, 0.12);
}

#[test]
fn without_a_goal_a_slow_agent_keeps_its_heading() {
    let mut app = app();
    let body = (at(0.0, 0.0), SteeringAgent::new(0.5, 5.0));
    let agent = app.world_mut().spawn((body, moving(0.0, 3.0))).id();
    app.update();
    app.world_mut().entity_mut(agent).insert(moving(0.0, 0.0));
    run(&mut app, 60);
    assert_eq!(looks(&app, agent)[1], Vec2::Y);
    // On its goal, too.
    app.world_mut()
        .entity_mut(agent)
        .insert(Arrive::new(Vec2::new(0.0, 0.3)));
    run(&mut app, 120);
    assert_close(looks(&app, agent)[1], Vec2::Y, 1e-3);
}

#[test]
fn an_agent_with_a_limited_turn_rate_turns_where_it_stands() {
    let mut app = app();
    let wall = (at(3.0, 0.0), SteeringAgent::new(1.0, 5.0), SteeringDisabled);
    let other = app.world_mut().spawn(wall).id();
    let body = SteeringAgent::new(0.5, 5.0).with_max_turn_rate(2.0);
    let agent = app
        .world_mut()
        .spawn((at(0.0, 0.0), body, Seek::entity(other)))
        .id();
    run(&mut app, 600);
    let turn = fastest_turn(&mut app, &[agent], f64::from(HERTZ), 2.0);
    assert!(turn < CALM, "{turn}");
    assert_close(looks(&app, agent)[1], Vec2::X, 0.05);
}

#[test]
fn a_view_cone_does_not_swing_between_two_members_that_push() {
    // Heading is what agents see along, so a guard that stands keeps its target in view.
    let mut app = app();
    let (player, zombies) = ring(&mut app, 3, |zombie, player| {
        zombie.insert((
            Seek::entity(player),
            LineOfSight {
                half_angle: 0.6,
                ..default()
            },
        ));
    });
    for zombie in &zombies {
        let toward = place(&app, player) - place(&app, *zombie);
        app.world_mut()
            .entity_mut(*zombie)
            .insert(Heading(toward.extend(0.0)));
    }
    run(&mut app, 20 * 60);
    assert!(mean_error(&app, &zombies, place(&app, player)) < 20.0);
    assert!(fastest_turn(&mut app, &zombies, f64::from(HERTZ), 3.0) < CALM);
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn any_ring_comes_to_rest(
        starts in prop::collection::vec((0.0..core::f32::consts::TAU, 60.0..400.0_f32), 1..12),
        radii in (4.0_f32..12.0, 4.0_f32..20.0),
        speed in 40.0_f32..140.0,
        hertz in 30.0..144.0,
    ) {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let player = app.world_mut().spawn((at(0.0, 0.0), SteeringAgent::new(radii.1, 110.0))).id();
        let zombies: Vec<Entity> = starts
            .into_iter()
            .map(|(angle, distance)| {
                let start = Vec2::from_angle(angle) * distance;
                let body = SteeringAgent::new(radii.0, speed);
                let zombie = (zombie(start, body), Seek::entity(player));
                app.world_mut().spawn(zombie).id()
            })
            .collect();
        run(&mut app, (30.0 * hertz) as usize);
        let turn = fastest_turn(&mut app, &zombies, hertz, 2.0);
        let of_each = zombies.iter().map(|zombie| {
            let speed = velocity(&app, *zombie).length();
            let gap = place(&app, *zombie).distance(place(&app, player));
            (speed, gap, *get::<Settled>(&app, *zombie))
        });
        let of_each: Vec<_> = of_each.filter(|(speed, ..)| *speed > 0.0).collect();
        prop_assert!(turn < CALM, "{} rad/s, {:?}", turn, of_each);
        let error = mean_error(&app, &zombies, place(&app, player));
        prop_assert!(error < 20.0, "{} degrees", error);
    }
}
