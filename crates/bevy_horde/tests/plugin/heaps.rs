//! Crowds that spawn at one point: the bodies separate soon, and every tick costs about the same.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;

const RADIUS: f32 = 0.5;
const SPEED: f32 = 3.0;

/// Spawns one solid body at each position.
fn spawn(app: &mut App, places: impl IntoIterator<Item = Vec2>) -> Vec<Entity> {
    let places = places.into_iter();
    places
        .map(|place| {
            let agent = SteeringAgent::new(RADIUS, SPEED);
            app.world_mut().spawn((at(place.x, place.y), agent)).id()
        })
        .collect()
}

/// The remaining overlap and the extent of a heap.
struct Rest {
    /// The part of the bodies with an overlap of more than a twentieth of the sum of the radii.
    overlapping: f32,
    /// The deepest overlap, as a part of the sum of the radii.
    deepest: f32,
    /// The largest distance from the middle, in radii.
    farthest: f32,
}

fn rest(app: &App, bodies: &[Entity]) -> Rest {
    let places: Vec<(Vec2, f32)> = bodies
        .iter()
        .map(|body| {
            let radius = get::<SteeringAgent>(app, *body).body_radius;
            (place(app, *body), radius)
        })
        .collect();
    let middle = places.iter().map(|(place, _)| *place).sum::<Vec2>() / places.len() as f32;
    let (mut overlapping, mut deepest, mut farthest) = (0, 0.0_f32, 0.0_f32);
    for (number, (own, radius)) in places.iter().enumerate() {
        let mut deepest_own = 0.0_f32;
        for (other_number, (other, other_radius)) in places.iter().enumerate() {
            if other_number != number {
                let overlap = 1.0 - own.distance(*other) / (radius + other_radius);
                deepest_own = deepest_own.max(overlap);
            }
        }
        overlapping += usize::from(deepest_own > 0.05);
        deepest = deepest.max(deepest_own);
        farthest = farthest.max(own.distance(middle) / RADIUS);
    }
    Rest {
        overlapping: overlapping as f32 / places.len() as f32,
        deepest,
        farthest,
    }
}

#[track_caller]
fn assert_apart(rest: &Rest, what: &str) {
    assert!(
        rest.overlapping < 0.01 && rest.deepest < 0.1,
        "{what}: {} overlapping, deepest {}",
        rest.overlapping,
        rest.deepest
    );
}

/// The radius of the disc that the bodies fill in the densest packing, in radii.
fn packed_disc(bodies: usize) -> f32 {
    (bodies as f32 / 0.9069).sqrt()
}

#[test]
fn a_crowd_at_one_point_separates_within_two_seconds_at_a_bounded_cost_per_tick() {
    const CROWD: usize = 1500;
    for hertz in [30.0, 60.0, 240.0] {
        let mut app = counting_app(hertz);
        let bodies = spawn(&mut app, [Vec2::new(40.0, -20.0); CROWD]);
        for tick in 0..(2.0 * hertz) as usize {
            app.update();
            let contacts = count(&app, &SteeringDiagnosticsPlugin::CONTACTS);
            assert!(
                contacts <= 16.0 * CROWD as f64,
                "tick {tick} at {hertz} Hz: {contacts}"
            );
            for body in &bodies {
                assert!(velocity(&app, *body).length() <= SPEED * 1.000_001);
            }
        }
        let rest = rest(&app, &bodies);
        assert_apart(&rest, &format!("{hertz} Hz"));
        assert!(
            rest.farthest < 1.2 * packed_disc(CROWD),
            "{}",
            rest.farthest
        );
    }
}

#[test]
fn no_body_of_a_heap_jumps_or_turns_back() {
    const CROWD: usize = 1500;
    let mut app = app();
    let bodies = spawn(&mut app, [Vec2::ZERO; CROWD]);
    let mut farthest = 0.0_f32;
    for _ in 0..180 {
        let before: Vec<Vec2> = bodies.iter().map(|body| place(&app, *body)).collect();
        app.update();
        let after = bodies.iter().map(|body| place(&app, *body));
        let steps = before.iter().zip(after.clone());
        let longest = steps.map(|(before, after)| before.distance(after));
        // The heap fills its packed disc in 0.7 s. Bodies at its edge still overlap.
        let fastest = packed_disc(CROWD) * RADIUS / 0.7 / HERTZ;
        assert!(longest.fold(0.0, f32::max) < 3.0 * fastest + RADIUS);
        let now = after.map(|place| place.length()).fold(0.0, f32::max);
        assert!(now > farthest - 0.5 * RADIUS, "{now} after {farthest}");
        farthest = farthest.max(now);
    }
}

#[test]
fn heaps_of_every_shape_separate_within_two_seconds() {
    let spiral = |number: usize| Vec2::from_angle(2.4 * number as f32) * (number as f32).sqrt();
    let shapes: [(&str, Vec<Vec2>); 4] = [
        (
            "disc",
            (0..1000).map(|number| spiral(number) * 0.2).collect(),
        ),
        (
            "line",
            (0..1000)
                .map(|number| Vec2::X * number as f32 * 0.05)
                .collect(),
        ),
        (
            "two",
            (0..1000)
                .map(|number| Vec2::X * (number % 2) as f32 * 12.0)
                .collect(),
        ),
        (
            "square",
            (0..1024)
                .map(|number| Vec2::new((number % 32) as f32, (number / 32) as f32) * 0.3)
                .collect(),
        ),
    ];
    for (shape, places) in shapes {
        let mut app = app();
        let bodies = spawn(&mut app, places);
        run(&mut app, 120);
        assert_apart(&rest(&app, &bodies), shape);
    }
}

#[test]
fn a_heap_of_almost_coincident_bodies_does_not_explode() {
    for width in [1e-6, 1e-4, 1e-2] {
        let mut app = app();
        let places = (0..1500)
            .map(|number| Vec2::new((number % 2) as f32 * 0.1, number as f32 / 1500.0) * width);
        let bodies = spawn(&mut app, places);
        // The heap fills its packed disc in 0.7 s.
        for tick in 1..30 {
            app.update();
            let rest = rest(&app, &bodies);
            let grown = packed_disc(1500) * tick as f32 / HERTZ / 0.7;
            assert!(
                rest.farthest < 1.5 * grown + 4.0,
                "{width}, tick {tick}: {}",
                rest.farthest
            );
        }
    }
}

#[test]
fn bodies_of_many_sizes_and_masses_separate_too() {
    let mut app = counting_app(60.0);
    let bodies: Vec<Entity> = (0..1200)
        .map(|number| {
            let radius = RADIUS * (0.3 + 0.7 * (number % 13) as f32 / 12.0);
            let agent = SteeringAgent::new(radius, SPEED).with_mass(0.5 + (number % 7) as f32);
            app.world_mut().spawn(agent).id()
        })
        .collect();
    for tick in 0..120 {
        app.update();
        let contacts = count(&app, &SteeringDiagnosticsPlugin::CONTACTS);
        assert!(contacts <= 32.0 * 1200.0, "tick {tick}: {contacts}");
    }
    let rest = rest(&app, &bodies);
    // Pairs with masses that differ by a factor of 13 separate more slowly.
    assert!(rest.overlapping < 0.1, "{}", rest.overlapping);
    assert!(rest.deepest < 0.2, "{}", rest.deepest);
}

#[test]
fn a_heap_separates_around_an_immovable_body() {
    let mut app = app();
    let post = app
        .world_mut()
        .spawn((SteeringAgent::new(1.5, SPEED), SteeringDisabled))
        .id();
    let mut bodies = spawn(&mut app, [Vec2::ZERO; 600]);
    run(&mut app, 120);
    assert_eq!(place(&app, post), Vec2::ZERO);
    bodies.push(post);
    assert_apart(&rest(&app, &bodies), "around a post");
}

#[test]
fn a_heap_in_a_corner_separates_without_entering_the_walls() {
    let mut app = counting_app(60.0);
    for (x, y, width, height) in [(-5.0, 40.0, 8.0, 120.0), (40.0, -5.0, 120.0, 8.0)] {
        let wall = Obstacle::from(Rectangle::new(width, height));
        app.world_mut().spawn((at(x, y), wall));
    }
    let bodies = spawn(&mut app, [Vec2::splat(-0.4); 800]);
    for tick in 0..150 {
        app.update();
        for body in &bodies {
            let least = place(&app, *body).min_element();
            assert!(least >= -1.0 + RADIUS, "tick {tick}: {least}");
        }
        let contacts = count(&app, &SteeringDiagnosticsPlugin::CONTACTS);
        assert!(contacts <= 32.0 * 800.0, "tick {tick}: {contacts}");
    }
    let rest = rest(&app, &bodies);
    assert!(rest.overlapping < 0.1, "{}", rest.overlapping);
}

#[test]
fn a_packed_crowd_makes_space_for_a_few_new_bodies() {
    let mut app = app();
    let packed = (0..900).map(|number| {
        let (column, row) = ((number % 30) as f32, (number / 30) as f32);
        Vec2::new(column + 0.5 * (row % 2.0), row * 0.866) * 2.0 * RADIUS
    });
    let mut bodies = spawn(&mut app, packed);
    for body in &bodies {
        let goal = Seek::new(Vec2::new(15.0, 13.0));
        app.world_mut().entity_mut(*body).insert(goal);
    }
    run(&mut app, 120);
    let middle = Vec2::new(15.0, 13.0);
    bodies.extend(spawn(&mut app, [middle; 30]));
    run(&mut app, 180);
    let rest = rest(&app, &bodies);
    assert!(rest.deepest < 0.25, "{}", rest.deepest);
}

/// Spawns zombies with the components of a first game.
fn spawn_zombies(app: &mut App, places: impl IntoIterator<Item = Vec2>) -> Vec<Entity> {
    let player = app.world_mut().spawn(at(300.0, 0.0)).id();
    let bodies = spawn(app, places);
    for body in &bodies {
        app.world_mut().entity_mut(*body).insert((
            Seek::entity(player),
            Flock::default(),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        ));
    }
    bodies
}

#[test]
fn zombies_at_one_point_examine_a_bounded_number_of_candidates() {
    const CROWD: usize = 2000;
    let mut app = counting_app(60.0);
    // The width of the vector instructions changes the count.
    app.insert_resource(SimdLevel::Scalar);
    let bodies = spawn_zombies(&mut app, [Vec2::ZERO; CROWD]);
    for tick in 0..120 {
        app.update();
        let candidates_examined = count(&app, &SteeringDiagnosticsPlugin::CANDIDATES);
        assert!(
            candidates_examined <= 600.0 * CROWD as f64,
            "tick {tick}: {candidates_examined}"
        );
        let contacts = count(&app, &SteeringDiagnosticsPlugin::CONTACTS);
        assert!(contacts <= 16.0 * CROWD as f64, "tick {tick}: {contacts}");
        for body in &bodies {
            assert!(velocity(&app, *body).length() <= SPEED * 1.000_001);
        }
    }
    assert_apart(&rest(&app, &bodies), "zombies");
}

#[test]
fn boids_at_one_point_examine_a_bounded_number_of_candidates() {
    const CROWD: usize = 3000;
    // Points see as far as bodies do by default.
    let view = View::wide(Length::World(10.0 * RADIUS));
    let points = Flock {
        separation: Separation { view, ..default() },
        alignment: Alignment { view, ..default() },
        cohesion: Cohesion { view, ..default() },
        ..default()
    };
    for (place, radius, flock) in [
        (Vec2::ZERO, RADIUS, Flock::default()),
        (Vec2::new(40.0, -20.0), RADIUS, Flock::default()),
        (Vec2::ZERO, 0.0, points),
    ] {
        let mut app = counting_app(60.0);
        // The width of the vector instructions changes the count.
        app.insert_resource(SimdLevel::Scalar);
        for _ in 0..CROWD {
            let boid = SteeringAgent::new(radius, SPEED).non_solid();
            app.world_mut().spawn((at(place.x, place.y), boid, flock));
        }
        for tick in 0..30 {
            app.update();
            let candidates_examined = count(&app, &SteeringDiagnosticsPlugin::CANDIDATES);
            assert!(
                candidates_examined <= 600.0 * CROWD as f64,
                "tick {tick} at {place}, radius {radius}: {candidates_examined}"
            );
        }
    }
}

#[test]
fn of_hundreds_of_coincident_agents_those_with_the_lowest_ids_are_neighbors() {
    // Each of 700 coincident agents has 3 neighbors, those with the lowest ids. So all agents align
    // with these.
    let mut app = app();
    let agents: Vec<Entity> = (0..700)
        .map(|number| {
            let way = if number < 4 { 1.0 } else { -1.0 };
            let agent = SteeringAgent::new(RADIUS, SPEED).non_solid();
            let alignment = Alignment {
                view: View::wide(Length::World(4.0)),
                ..default()
            };
            let perception = Perception {
                max_neighbors: 3,
                ..default()
            };
            app.world_mut()
                .spawn((agent, moving(0.0, way), alignment, perception))
                .id()
        })
        .collect();
    app.update();
    for agent in &agents {
        assert!(force(&app, *agent).y > 0.0 || velocity(&app, *agent).y >= 1.0);
    }
}
