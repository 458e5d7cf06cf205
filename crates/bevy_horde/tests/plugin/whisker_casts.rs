//! Whiskers with a physics engine behind their casts. The engines here give good and bad answers.

use crate::harness::{at, get, run};
use crate::repeatable_runs::{
    app_on_threads, bits_by_id, fingerprint, fingerprint_of_child, is_child,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_horde::behaviors::{ObstacleCasts, WhiskerState};
use bevy_horde::prelude::*;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};
use core::sync::atomic::{AtomicU32, Ordering};

/// The engine's world: everything from this x coordinate on is solid.
#[derive(Resource)]
struct Wall {
    x: f32,
}

/// The number of casts so far.
#[derive(Resource, Default)]
struct CastCount(AtomicU32);

/// An engine with a query of several parameters, like those of real engines.
#[derive(SystemParam)]
struct WallQuery<'w, 's> {
    wall: Res<'w, Wall>,
    casts: Res<'w, CastCount>,
    bodies: Query<'w, 's, &'static Transform>,
}

struct WallCasts;

impl WhiskerCasts for WallCasts {
    type Param = WallQuery<'static, 'static>;

    fn first_hit(query: &WallQuery, cast: &WhiskerCast) -> Option<WhiskerHit> {
        query.casts.0.fetch_add(1, Ordering::Relaxed);
        // The cast starts at the agent's world position, including its height.
        let body = query.bodies.get(cast.agent).ok()?.translation;
        assert_eq!(cast.from, body);
        assert!((cast.direction.length() - 1.0).abs() < 1e-5);
        let distance = (query.wall.x - cast.radius - cast.from.x) / cast.direction.x;
        (cast.direction.x > 0.0 && distance <= cast.length).then(|| WhiskerHit {
            distance: distance.max(0.0),
            normal: Vec3::NEG_X,
        })
    }
}

/// An engine that gives the same answer to every cast.
#[derive(Resource, Clone, Copy)]
struct Answer(WhiskerHit);

struct AnyAnswer;

impl WhiskerCasts for AnyAnswer {
    type Param = Res<'static, Answer>;

    fn first_hit(answer: &Res<Answer>, _cast: &WhiskerCast) -> Option<WhiskerHit> {
        Some(answer.0)
    }
}

/// An app with the resources of every engine here.
fn app(plugin: SteeringPlugin) -> App {
    let mut app = app_on_threads(plugin);
    app.insert_resource(Wall { x: 5.0 })
        .insert_resource(Answer(WhiskerHit {
            distance: 1.0,
            normal: Vec3::NEG_X,
        }))
        .init_resource::<CastCount>();
    app
}

fn with_walls() -> App {
    app(SteeringPlugin::default().with_whisker_casts::<WallCasts>())
}

/// Spawns an agent of radius 0.5 that moves along x at 2, so that its whiskers are 2 long.
fn spawn(app: &mut App, place: Vec3, count: u32) -> Entity {
    let body = (SteeringAgent::new(0.5, 2.0), Velocity(Vec3::X * 2.0));
    let place = Transform::from_translation(place);
    let mut world = app.world_mut().spawn((body, place));
    world.insert(Whiskers::new(count)).id()
}

fn force(app: &App, agent: Entity) -> Vec3 {
    get::<Steering>(app, agent).force
}

fn warnings(app: &App) -> Vec<InvalidSetting> {
    app.world().resource::<SteeringWarnings>().reported()
}

#[test]
fn whiskers_sense_the_walls_of_the_engine_instead_of_the_obstacles_of_the_plugin() {
    let mut app = with_walls();
    // From 3.5, the whisker of 0.5 + 2 reaches the wall at 5. From 0.5, the whisker ends inside the
    // obstacle of the plugin.
    let near = spawn(&mut app, vec3(3.5, 40.0, 7.0), 1);
    let far = spawn(&mut app, vec3(0.5, 0.0, 7.0), 1);
    app.world_mut().spawn((at(2.5, 0.0), Obstacle::circle(0.5)));
    app.update();
    assert_eq!(
        app.world()
            .resource::<CastCount>()
            .0
            .load(Ordering::Relaxed),
        2
    );
    // The force points away from the wall and along it, to the left.
    assert!(force(&app, near).x < 0.0 && force(&app, near).y > 0.0);
    assert_eq!(force(&app, far), Vec3::ZERO);
    assert!(warnings(&app).is_empty());
}

#[test]
fn an_agent_without_whiskers_casts_nothing_and_the_next_agent_still_casts() {
    let mut app = with_walls();
    let first = spawn(&mut app, vec3(3.5, 0.0, 0.0), 0);
    let second = spawn(&mut app, vec3(3.5, 40.0, 0.0), 3);
    app.update();
    assert_eq!(
        app.world()
            .resource::<CastCount>()
            .0
            .load(Ordering::Relaxed),
        3
    );
    assert_eq!(force(&app, first), Vec3::ZERO);
    assert_ne!(force(&app, second), Vec3::ZERO);
}

#[test]
fn obstacles_answer_the_casts_by_default() {
    let outcome = |plugin: SteeringPlugin| {
        let mut app = app(plugin);
        let agent = spawn(&mut app, Vec3::ZERO, 3);
        app.world_mut().spawn((at(2.0, 0.2), Obstacle::circle(0.5)));
        app.update();
        let first = force(&app, agent);
        run(&mut app, 60);
        (first, get::<Transform>(&app, agent).translation)
    };
    let (first, place) = outcome(SteeringPlugin::default());
    assert!(first.y < 0.0, "{first}");
    let explicit = outcome(SteeringPlugin::default().with_whisker_casts::<ObstacleCasts>());
    assert_eq!(explicit, (first, place));
}

/// An engine for the ground plane that checks the height and the direction of each cast.
struct GroundCasts;

impl WhiskerCasts for GroundCasts {
    type Param = ();

    fn first_hit((): &(), cast: &WhiskerCast) -> Option<WhiskerHit> {
        assert_eq!(cast.from.y, 1.5);
        assert_eq!(*cast.direction, Vec3::NEG_Z);
        // A slope of 45 degrees toward the agent.
        Some(WhiskerHit {
            distance: 1.0,
            normal: vec3(0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()),
        })
    }
}

#[test]
fn in_the_ground_plane_casts_keep_the_height_and_slopes_count_as_walls() {
    let plugin = SteeringPlugin::default().in_space(MovementSpace::Xz);
    let mut app = app(plugin.with_whisker_casts::<GroundCasts>());
    let agent = spawn(&mut app, vec3(3.0, 1.5, -4.0), 1);
    app.world_mut()
        .entity_mut(agent)
        .insert(Velocity(Vec3::NEG_Z * 2.0));
    app.update();
    let force = force(&app, agent);
    assert!(force.z > 0.0 && force.y == 0.0, "{force}");
    assert!(warnings(&app).is_empty());
}

/// The force on an agent if the engine gives this answer, and the warnings after three ticks.
fn force_after(distance: f32, normal: Vec3) -> (Vec3, Vec<InvalidSetting>) {
    let mut app = app(SteeringPlugin::default().with_whisker_casts::<AnyAnswer>());
    app.insert_resource(Answer(WhiskerHit { distance, normal }));
    let agent = spawn(&mut app, Vec3::ZERO, 1);
    app.update();
    let first = force(&app, agent);
    for _ in 0..2 {
        app.update();
        assert!(force(&app, agent).is_finite());
    }
    assert!(get::<WhiskerState>(&app, agent).time_left.is_finite());
    for warning in warnings(&app) {
        assert_eq!(warning.entity, agent);
        assert_eq!((warning.component, warning.field), ("Whiskers", "cast"));
    }
    (first, warnings(&app))
}

#[test]
fn invalid_answers_are_corrected_and_reported_once() {
    const NAN: f32 = f32::NAN;
    const INFINITE: f32 = f32::INFINITY;
    let (wall, reported) = force_after(1.0, Vec3::NEG_X);
    assert!(wall.x < 0.0 && reported.is_empty());
    let (touch, reported) = force_after(0.0, Vec3::NEG_X);
    assert!(touch.x < 0.0 && touch != wall && reported.is_empty());

    // The distance is not finite, or larger than the length of the whisker, 2.
    for distance in [NAN, INFINITE, -INFINITE, 2.1, 1e30] {
        let (force, reported) = force_after(distance, Vec3::NEG_X);
        assert_eq!(force, Vec3::ZERO, "{distance}");
        assert_eq!(reported.len(), 1, "{distance}");
    }
    for distance in [-0.1, -1e30] {
        let (force, reported) = force_after(distance, Vec3::NEG_X);
        assert_eq!(force, touch, "{distance}");
        assert_eq!(reported.len(), 1, "{distance}");
    }
    for normal in [
        // A normal of the wrong length.
        Vec3::NEG_X * 3.0,
        Vec3::NEG_X * 1e-6,
        Vec3::NEG_X * 1e30,
        // A normal of zero length, or a normal that is not finite.
        Vec3::ZERO,
        Vec3::NAN,
        vec3(-1.0, NAN, 0.0),
        Vec3::NEG_X * INFINITE,
        // The normal of the cast body instead of the wall.
        Vec3::X,
    ] {
        let (force, reported) = force_after(1.0, normal);
        assert!(force.distance(wall) < 1e-4, "{normal}: {force}, not {wall}");
        assert_eq!(reported.len(), 1, "{normal}");
    }
    // The normal of the ground.
    let (force, reported) = force_after(1.0, Vec3::Z);
    assert_eq!(force, Vec3::ZERO);
    assert_eq!(reported.len(), 1);
}

#[test]
fn rounding_errors_of_the_engine_are_not_reported() {
    let (wall, _) = force_after(1.0, Vec3::NEG_X);
    for (distance, normal) in [
        (1.0, vec3(-1.0002, 0.0, 0.0)),
        (1.0, vec3(-0.9998, 1e-4, -1e-4)),
    ] {
        let (force, reported) = force_after(distance, normal);
        assert!(force.distance(wall) < 1e-2, "{force}, not {wall}");
        assert!(reported.is_empty(), "{normal}");
    }
    // Slightly before the start, and slightly beyond the end, where the force is zero.
    for distance in [-1e-5, 2.0 + 1e-5] {
        let (_, reported) = force_after(distance, Vec3::NEG_X);
        assert!(reported.is_empty(), "{distance}");
    }
}

/// The fingerprint of agents that sense the wall of an engine for two seconds.
fn fingerprint_of_a_crowd() -> String {
    let mut app = with_walls();
    for number in 0..300 {
        let place = vec3(-0.01 * number as f32, number as f32, 0.0);
        let agent = spawn(&mut app, place, 1 + number % 4);
        let goal = Seek::new(place + vec3(9.0, 3.0, 0.0));
        app.world_mut().entity_mut(agent).insert(goal);
    }
    run(&mut app, 120);
    let agents = bits_by_id(&mut app);
    let mut numbers = agents.iter().flat_map(|(_, bits)| bits);
    assert!(numbers.all(|bits| f32::from_bits(*bits).is_finite()));
    fingerprint(&agents)
}

#[test]
fn whisker_casts_give_the_same_bits_on_any_number_of_threads() {
    let test = "whisker_casts::whisker_casts_give_the_same_bits_on_any_number_of_threads";
    let expected = fingerprint_of_a_crowd();
    // This test reads the line from its child processes.
    println!("fingerprint {expected}");
    if is_child() {
        return;
    }
    for threads in ["1", "8"] {
        let found = fingerprint_of_child(test, threads);
        assert_eq!(found, expected, "{threads} threads");
    }
}
