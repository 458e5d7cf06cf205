//! Agents in areas, and the first agent on a way, against a slow search.

use crate::harness::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_horde::perception::AgentHit;
use bevy_horde::prelude::*;
use core::f32::consts::PI;
use proptest::prelude::*;

/// The answer to a question.
fn ask<T: 'static>(
    app: &mut App,
    question: impl Fn(&SteeringQuery) -> T + Send + Sync + 'static,
) -> T {
    app.world_mut()
        .run_system_once(move |query: SteeringQuery| question(&query))
        .expect("the system runs")
}

/// Agents with these places and radii, which stay where they are.
fn app_with_bodies(bodies: &[(Vec2, f32)]) -> (App, Vec<Entity>) {
    let mut app = app();
    let spawned = bodies.iter().map(|(place, radius)| {
        let body = SteeringAgent::new(*radius, 1.0).non_solid();
        app.world_mut().spawn((at(place.x, place.y), body)).id()
    });
    let spawned = spawned.collect();
    app.update();
    (app, spawned)
}

fn entities<P>(hits: &[AgentHit<P>]) -> Vec<Entity> {
    hits.iter().map(|hit| hit.entity).collect()
}

#[test]
fn a_bullet_hits_the_first_body_and_filters_count() {
    let bodies = [
        (vec2(10.0, 0.3), 0.5),
        (vec2(20.0, -0.4), 0.5),
        (vec2(5.0, 3.0), 0.5),
        (vec2(-4.0, 0.0), 0.5),
    ];
    let (mut app, agents) = app_with_bodies(&bodies);
    ask(&mut app, move |query| {
        let (from, to) = (Vec2::ZERO, vec2(100.0, 0.0));
        let hit = query.first_agent(from, to).unwrap();
        // Half a chord before the middle: 10 - sqrt(0.25 - 0.09).
        assert_eq!(hit.entity, agents[0]);
        assert_near(hit.distance, 9.6, 1e-4);
        assert_close(hit.position, vec2(9.6, 0.0), 1e-4);
        assert_close(hit.normal, vec2(-0.8, -0.6), 1e-4);
        let beyond = query.without(agents[0]).first_agent(from, to).unwrap();
        assert_eq!(beyond.entity, agents[1]);
        // A wide one hits the third first: 5 - sqrt(3.1^2 - 3^2).
        let wide = query.first_agent_for_circle(from, to, 2.6).unwrap();
        assert_eq!(wide.entity, agents[2]);
        assert_near(wide.distance, 5.0 - 0.61_f32.sqrt(), 1e-3);
        assert_eq!(query.first_agent(from, vec2(9.5, 0.0)), None);
        assert_eq!(query.in_groups(2).first_agent(from, to), None);
        // In a body, without a way.
        let inside = query.first_agent(vec2(-4.0, 0.2), vec2(-4.0, 0.2)).unwrap();
        assert_eq!((inside.entity, inside.distance), (agents[3], 0.0));
        for odd in [f32::NAN, f32::INFINITY, -1.0] {
            assert_eq!(query.first_agent_for_circle(from, to, odd), None);
        }
        assert_eq!(query.first_agent(from, vec2(f32::NAN, 0.0)), None);
        let far = query.first_agent(vec2(-1e9, 0.0), vec2(1e9, 0.0));
        assert!(far.is_some());
    });
}

#[test]
fn areas_are_those_of_the_plane_in_a_3d_game() {
    let mut app = app_with(SteeringPlugin::default().in_space(MovementSpace::Xz), 60.0);
    let spawn = |app: &mut App, x: f32, z: f32| {
        let body = SteeringAgent::default().non_solid();
        let place = Transform::from_xyz(x, 4.0, z);
        app.world_mut().spawn((place, body)).id()
    };
    let (ahead, behind) = (spawn(&mut app, 0.5, -6.0), spawn(&mut app, 0.0, 5.0));
    app.update();
    ask(&mut app, move |query| {
        let here = Vec3::new(0.0, 1.0, 0.0);
        let cone = query.agents_in_cone(here, Vec3::NEG_Z, 0.3, 10.0);
        assert_eq!(entities(&cone), [ahead]);
        assert_eq!(cone[0].position, Vec3::new(0.5, 1.0, -6.0));
        let corners = (Vec3::new(-1.0, 1.0, 6.0), Vec3::new(1.0, 9.0, 0.0));
        let rectangle = query.agents_in_rectangle(corners.0, corners.1);
        assert_eq!(entities(&rectangle), [behind]);
        let hit = query.first_agent(here, Vec3::new(0.5, 3.0, -12.0)).unwrap();
        assert_eq!((hit.entity, hit.position.y), (ahead, 1.0));
        assert!(hit.normal.z > 0.8);
        let ring = query.agents_in_ring(here, 5.5, 8.0);
        assert_eq!(entities(&ring), [ahead]);
    });
}

#[test]
fn areas_without_meaning_are_empty() {
    let (mut app, agents) = app_with_bodies(&[(Vec2::ZERO, 0.5), (vec2(2.0, 0.0), 0.5)]);
    ask(&mut app, move |query| {
        let here = Vec2::ZERO;
        let cone = |direction, angle, range| {
            entities(&query.agents_in_cone(here, direction, angle, range))
        };
        // The tip is in the cone.
        assert_eq!(cone(Vec2::NEG_X, 0.1, 5.0), agents[..1]);
        assert_eq!(cone(Vec2::NEG_X, PI, 5.0), agents[..]);
        assert_eq!(cone(Vec2::X, 0.0, 2.0), agents[..]);
        assert_eq!(cone(Vec2::ZERO, 1.0, 5.0), []);
        assert_eq!(cone(Vec2::X, f32::NAN, 5.0), []);
        assert_eq!(cone(Vec2::X, -1.0, 5.0), []);
        assert_eq!(cone(Vec2::X, 1.0, f32::NAN), []);
        assert_eq!(cone(Vec2::X, 0.0, f32::INFINITY), agents[..]);
        assert_eq!(query.agents_in_ring(here, 3.0, 1.0), []);
        let beyond = query.agents_in_ring(here, 1.0, f32::INFINITY);
        assert_eq!(entities(&beyond), agents[1..]);
        assert_eq!(entities(&query.agents_in_ring(here, 0.0, 2.0)), agents[..]);
        assert_eq!(query.agents_in_rectangle(here, vec2(f32::NAN, 1.0)), []);
        assert_eq!(
            entities(&query.agents_in_rectangle(here, here)),
            agents[..1]
        );
    });
}

proptest! {
    #![proptest_config(cases(60))]
    #[test]
    fn answers_are_those_of_a_slow_search(
        bodies in prop::collection::vec(
            ((-40.0_f32..40.0, -40.0_f32..40.0), prop_oneof![4 => 0.1_f32..1.0, 1 => 5.0_f32..9.0]),
            1..120,
        ),
        from in (-60.0_f32..60.0, -60.0_f32..60.0),
        to in (-60.0_f32..60.0, -60.0_f32..60.0),
        radius in 0.0_f32..3.0,
        half_angle in 0.0_f32..3.0,
    ) {
        let bodies: Vec<_> = bodies.into_iter().map(|((x, y), r)| (vec2(x, y), r)).collect();
        let (from, to) = (Vec2::from(from), Vec2::from(to));
        let (mut app, agents) = app_with_bodies(&bodies);
        let (hit, cone, rectangle, ring) = ask(&mut app, move |query| {
            (
                query.first_agent_for_circle(from, to, radius),
                entities(&query.agents_in_cone(from, to - from, half_angle, 30.0)),
                entities(&query.agents_in_rectangle(from, to)),
                entities(&query.agents_in_ring(from, 10.0, 30.0)),
            )
        });
        // The least distance from a center to the way, less both radii.
        let gap = |center: Vec2, radius_of: f32, length: f32| {
            let way = (to - from).clamp_length_max(length);
            let along = (center - from).dot(way) / way.length_squared().max(1e-12);
            center.distance(from + way * along.clamp(0.0, 1.0)) - radius_of - radius
        };
        let touches = |length: f32| {
            bodies.iter().map(|(center, it)| gap(*center, *it, length)).fold(f32::MAX, f32::min)
        };
        match hit {
            None => prop_assert!(touches(f32::MAX) > -1e-3),
            Some(hit) => {
                prop_assert!(touches(hit.distance) < 1e-3);
                prop_assert!(touches(hit.distance - 0.01) > -0.05 || hit.distance < 0.02);
                let number = agents.iter().position(|it| *it == hit.entity).unwrap();
                let (center, it) = bodies[number];
                prop_assert!(hit.distance == 0.0
                    || (center.distance(hit.position) - it - radius).abs() < 1e-3);
            }
        }
        let sorted = |mut found: Vec<Entity>| {
            found.sort();
            found
        };
        let slowly = |contains: &dyn Fn(Vec2) -> bool| {
            let inside = agents.iter().zip(&bodies).filter(|(_, body)| contains(body.0));
            sorted(inside.map(|(agent, _)| *agent).collect())
        };
        let (low, high) = (from.min(to), from.max(to));
        prop_assert_eq!(sorted(rectangle), slowly(&|place| {
            place.cmpge(low).all() && place.cmple(high).all()
        }));
        prop_assert_eq!(sorted(ring), slowly(&|place| {
            (10.0..=30.0).contains(&place.distance(from))
        }));
        prop_assert_eq!(sorted(cone), slowly(&|place| {
            place.distance(from) <= 30.0 && (to - from).angle_to(place - from).abs() <= half_angle
        }));
    }
}
