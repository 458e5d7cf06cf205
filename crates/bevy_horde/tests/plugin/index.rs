//! The queries of the indexes give the answers of a full search.

use crate::harness::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_horde::obstacle::NearestObstacle;
use bevy_horde::prelude::*;
use proptest::prelude::*;

/// A scene of agents and circles in one plane.
#[derive(Clone, Debug)]
struct Scene {
    agents: Vec<Vec2>,
    circles: Vec<Ring>,
    is_ground: bool,
}

#[derive(Clone, Copy, Debug)]
struct Ring {
    center: Vec2,
    radius: f32,
    is_opaque: bool,
}

prop_compose! {
    fn point(reach: f32)(x in -reach..reach, y in -reach..reach) -> Vec2 {
        Vec2::new(x, y)
    }
}

prop_compose! {
    fn ring()(center in point(20.0), radius in 0.1_f32..6.0, is_opaque: bool) -> Ring {
        Ring { center, radius, is_opaque }
    }
}

prop_compose! {
    fn scene()(
        agents in prop::collection::vec(point(20.0), 0..80),
        circles in prop::collection::vec(ring(), 0..40),
        is_ground: bool,
    ) -> Scene {
        Scene { agents, circles, is_ground }
    }
}

struct World {
    app: App,
    agents: Vec<Entity>,
    circles: Vec<Entity>,
}

fn world(scene: &Scene) -> World {
    let space = if scene.is_ground {
        MovementSpace::Xz
    } else {
        MovementSpace::Xy
    };
    let mut app = app_with(SteeringPlugin::default().in_space(space), 60.0);
    let place = |at: Vec2| Transform::from_translation(space.to_world(at));
    let agents = scene
        .agents
        .iter()
        .map(|at| {
            let ghost = SteeringAgent::default().non_solid();
            app.world_mut().spawn((place(*at), ghost)).id()
        })
        .collect();
    let circles = scene
        .circles
        .iter()
        .map(|ring| {
            let circle = Obstacle::circle(ring.radius);
            let circle = if ring.is_opaque {
                circle
            } else {
                circle.transparent()
            };
            app.world_mut().spawn((place(ring.center), circle)).id()
        })
        .collect();
    app.update();
    World {
        app,
        agents,
        circles,
    }
}

impl World {
    fn ask<T: Send + Sync + 'static>(
        &mut self,
        question: impl Fn(&SteeringQuery) -> T + Send + Sync + 'static,
    ) -> T {
        self.app
            .world_mut()
            .run_system_once(move |query: SteeringQuery| question(&query))
            .expect("the system runs")
    }
}

/// The distance along the way at which a disc first touches a circle, in double precision.
fn meeting(ring: &Ring, from: Vec2, to: Vec2, radius: f32) -> Option<f64> {
    let (from, to, center) = (from.as_dvec2(), to.as_dvec2(), ring.center.as_dvec2());
    let reach = f64::from(ring.radius + radius);
    let way = to - from;
    let length = way.length();
    let offset = from - center;
    if offset.length() <= reach {
        return Some(0.0);
    }
    let along = -offset.dot(way) / length;
    let lateral_squared = offset.length_squared() - along * along;
    let half_chord_squared = reach * reach - lateral_squared;
    if half_chord_squared < 0.0 || along < 0.0 {
        return None;
    }
    let entry = along - half_chord_squared.sqrt();
    (entry <= length).then_some(entry)
}

/// Whether rounding decides between a contact and a pass.
fn is_close_call(ring: &Ring, from: Vec2, to: Vec2, radius: f32) -> bool {
    let by = 1e-3;
    let narrow = Ring {
        radius: ring.radius - by,
        ..*ring
    };
    let wide = Ring {
        radius: ring.radius + by,
        ..*ring
    };
    let narrow = meeting(&narrow, from, to, radius);
    let wide = meeting(&wide, from, to, radius);
    narrow.is_some() != wide.is_some()
}

fn first_meeting<'a>(
    circles: impl Iterator<Item = &'a Ring>,
    from: Vec2,
    to: Vec2,
    radius: f32,
) -> Option<f64> {
    circles
        .filter_map(|ring| meeting(ring, from, to, radius))
        .min_by(f64::total_cmp)
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn agents_within_a_radius_come_nearest_first(
        scene in scene(),
        center in point(25.0),
        radius in 0.0_f32..30.0,
    ) {
        let mut world = world(&scene);
        let hits = world.ask(move |query| query.agents_within(center, radius));
        let agents = scene.agents.iter();
        let within = agents.filter(|agent| agent.distance_squared(center) <= radius * radius);
        prop_assert_eq!(hits.len(), within.count());
        for hit in &hits {
            let number = world.agents.iter().position(|agent| *agent == hit.entity).unwrap();
            prop_assert!((scene.agents[number].distance(center) - hit.distance).abs() < 1e-4);
        }
        prop_assert!(hits.is_sorted_by_key(|hit| hit.distance));
        let mut entities: Vec<_> = hits.iter().map(|hit| hit.entity).collect();
        entities.sort();
        entities.dedup();
        prop_assert_eq!(entities.len(), hits.len());
    }

    #[test]
    fn the_nearest_agents_equal_those_of_a_full_search(
        scene in scene(),
        center in point(200.0),
        count in 0_usize..100,
    ) {
        let mut world = world(&scene);
        let hits = world.ask(move |query| query.nearest_agents(center, count));
        let distances = scene.agents.iter().map(|agent| agent.distance(center));
        let mut distances: Vec<_> = distances.collect();
        distances.sort_by(f32::total_cmp);
        distances.truncate(count);
        prop_assert_eq!(hits.len(), distances.len());
        for (hit, distance) in hits.iter().zip(distances) {
            prop_assert!((hit.distance - distance).abs() < 1e-3);
        }
    }

    #[test]
    fn the_nearest_agents_that_fit_equal_those_of_a_full_search(
        scene in scene(),
        center in point(200.0),
        count in 1_usize..6,
        every in 2_usize..40,
    ) {
        let mut world = world(&scene);
        let fit: Vec<Entity> = world.agents.iter().copied().step_by(every).collect();
        let hits = world.ask(move |query| {
            query.matching(|agent| fit.contains(&agent)).nearest_agents(center, count)
        });
        let fitting = scene.agents.iter().step_by(every);
        let mut distances: Vec<_> = fitting.map(|agent| agent.distance(center)).collect();
        distances.sort_by(f32::total_cmp);
        distances.truncate(count);
        prop_assert_eq!(hits.len(), distances.len());
        for (hit, distance) in hits.iter().zip(distances) {
            prop_assert!((hit.distance - distance).abs() < 1e-3);
            let number = world.agents.iter().position(|agent| *agent == hit.entity).unwrap();
            prop_assert_eq!(hit.position, scene.agents[number]);
        }
    }

    #[test]
    fn the_first_obstacle_equals_that_of_a_full_search(
        scene in scene(),
        from in point(25.0),
        to in point(25.0),
        radius in prop_oneof![Just(0.0_f32), 0.0_f32..3.0],
    ) {
        let mut world = world(&scene);
        let hit = if radius == 0.0 {
            world.ask(move |query| query.first_obstacle(from, to))
        } else {
            world.ask(move |query| query.first_obstacle_for_circle(from, to, radius))
        };
        prop_assume!(!scene.circles.iter().any(|ring| is_close_call(ring, from, to, radius)));
        let expected = first_meeting(scene.circles.iter(), from, to, radius);
        prop_assert_eq!(hit.is_some(), expected.is_some());
        if let (Some(hit), Some(distance)) = (hit, expected) {
            prop_assert!((f64::from(hit.distance) - distance).abs() < 5e-3, "{hit:?} {distance}");
            let number = world.circles.iter().position(|circle| *circle == hit.entity).unwrap();
            let ring = scene.circles[number];
            let way = (to - from).normalize();
            prop_assert!(hit.position.distance(from + way * hit.distance) < 1e-3);
            prop_assert!((hit.normal.length() - 1.0).abs() < 1e-4);
            if hit.distance > 0.0 {
                let out = (hit.position - ring.center).normalize();
                prop_assert!(out.distance(hit.normal) < 1e-2);
            }
        }
    }

    #[test]
    fn exactly_the_opaque_obstacles_in_between_block_the_sight(
        scene in scene(),
        from in point(25.0),
        to in point(25.0),
    ) {
        let mut world = world(&scene);
        let sees = world.ask(move |query| query.line_of_sight(from, to));
        prop_assume!(!scene.circles.iter().any(|ring| is_close_call(ring, from, to, 0.0)));
        let opaque = scene.circles.iter().filter(|ring| ring.is_opaque);
        prop_assert_eq!(sees, first_meeting(opaque, from, to, 0.0).is_none());
        let sees_back = world.ask(move |query| query.line_of_sight(to, from));
        prop_assert_eq!(sees, sees_back);
    }

    #[test]
    fn the_nearest_obstacle_equals_that_of_a_full_search(scene in scene(), place in point(30.0)) {
        let mut world = world(&scene);
        let nearest = world.ask(move |query| query.nearest_obstacle(place));
        let expected = scene
            .circles
            .iter()
            .map(|ring| ring.center.distance(place) - ring.radius)
            .min_by(f32::total_cmp);
        prop_assert_eq!(nearest.is_some(), expected.is_some());
        if let (Some(nearest), Some(expected)) = (nearest, expected) {
            let NearestObstacle { entity, distance, .. } = nearest;
            prop_assert!((distance - expected).abs() < 1e-3);
            let number = world.circles.iter().position(|circle| *circle == entity).unwrap();
            let ring = scene.circles[number];
            prop_assert!((ring.center.distance(place) - ring.radius - distance).abs() < 1e-3);
        }
    }

    #[test]
    fn clusters_far_apart_are_not_confused(
        cells in prop::collection::vec((-4_i32..4, -4_i32..4), 1..60),
        spacing in 1e3_f32..1e5,
        number in 0_usize..60,
    ) {
        // The cells of the index wrap, so distant positions share memory.
        let agents: Vec<_> = cells
            .iter()
            .map(|(x, y)| Vec2::new(*x as f32, *y as f32) * spacing)
            .collect();
        let center = agents[number % agents.len()];
        let scene = Scene { agents: agents.clone(), circles: Vec::new(), is_ground: false };
        let mut world = world(&scene);
        let hits = world.ask(move |query| query.agents_within(center, 1.0));
        prop_assert_eq!(hits.len(), agents.iter().filter(|agent| **agent == center).count());
    }
}

#[test]
fn queries_in_world_and_in_plane_coordinates_have_the_same_answer() {
    let scene = Scene {
        agents: vec![Vec2::new(3.0, 4.0)],
        circles: vec![],
        is_ground: true,
    };
    let mut world = world(&scene);
    let (in_world, in_plane) = world.ask(|query| {
        (
            query.agents_within(Vec3::new(3.0, 77.0, 4.0), 0.1),
            query.agents_within(Vec2::new(3.0, 4.0), 0.1),
        )
    });
    let [in_world, in_plane] = [
        in_world
            .iter()
            .map(|hit| (hit.entity, hit.distance))
            .collect::<Vec<_>>(),
        in_plane
            .iter()
            .map(|hit| (hit.entity, hit.distance))
            .collect(),
    ];
    assert_eq!(in_world.len(), 1);
    assert_eq!(in_world, in_plane);
}

#[test]
fn queries_that_are_not_finite_find_nothing() {
    let scene = Scene {
        agents: vec![Vec2::ZERO, Vec2::ONE],
        circles: vec![Ring {
            center: Vec2::ZERO,
            radius: 1.0,
            is_opaque: true,
        }],
        is_ground: false,
    };
    let mut world = world(&scene);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        world.ask(move |query| {
            let nowhere = Vec2::new(bad, 0.0);
            assert_eq!(query.agents_within(nowhere, 1.0), []);
            let all = if bad == f32::INFINITY { 2 } else { 0 };
            assert_eq!(query.agents_within(Vec2::ZERO, bad).len(), all);
            assert_eq!(query.nearest_agents(nowhere, 3), []);
            assert_eq!(query.first_obstacle(nowhere, Vec2::ZERO), None);
            assert_eq!(query.first_obstacle(Vec2::ZERO, nowhere), None);
            assert_eq!(
                query.first_obstacle_for_circle(Vec2::ZERO, Vec2::ONE, bad),
                None
            );
            assert_eq!(query.nearest_obstacle(nowhere), None);
        });
    }
    world.ask(|query| {
        assert_eq!(query.agents_within(Vec2::ZERO, -1.0), []);
        assert_eq!(query.nearest_agents(Vec2::ZERO, 0), []);
        assert_eq!(query.nearest_agents(Vec2::ZERO, usize::MAX).len(), 2);
    });
}

#[test]
fn disabled_agents_and_agents_moved_by_the_game_are_found() {
    let mut app = app();
    app.world_mut()
        .spawn((SteeringAgent::default(), SteeringDisabled));
    app.world_mut()
        .spawn((at(1.0, 0.0), SteeringAgent::default(), ExternalLocomotion));
    app.update();
    let found = app
        .world_mut()
        .run_system_once(|query: SteeringQuery| query.agents_within(Vec2::ZERO, 2.0).len())
        .unwrap();
    assert_eq!(found, 2);
}
