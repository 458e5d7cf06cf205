//! Whiskers whose casts something else answers: an engine of this file's own, honest and otherwise.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPoolBuilder};
use bevy::time::TimeUpdateStrategy;
use bevy_horde::behaviors::{ObstacleCasts, WhiskerMemory};
use bevy_horde::prelude::*;
use bevy_horde::validation::{BadInput, InputWarnings};
use core::sync::atomic::{AtomicU32, Ordering};

/// The engine's world: everything at x and beyond is solid.
#[derive(Resource)]
struct Wall {
    x: f32,
}

/// How often the engine was asked.
#[derive(Resource, Default)]
struct Asked(AtomicU32);

/// An engine with a query of several parts, as engines' are.
#[derive(SystemParam)]
struct WallQuery<'w, 's> {
    wall: Res<'w, Wall>,
    asked: Res<'w, Asked>,
    bodies: Query<'w, 's, &'static Transform>,
}

struct WallCasts;

impl WhiskerCasts for WallCasts {
    type Param = WallQuery<'static, 'static>;

    fn first_hit(query: &WallQuery, cast: &WhiskerCast) -> Option<WhiskerHit> {
        query.asked.0.fetch_add(1, Ordering::Relaxed);
        // The agent is there, where the engine knows its body to be, height and all.
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

/// An engine that gives the same answer to everything.
#[derive(Resource, Clone, Copy)]
struct Answer(WhiskerHit);

struct AnyAnswer;

impl WhiskerCasts for AnyAnswer {
    type Param = Res<'static, Answer>;

    fn first_hit(answer: &Res<Answer>, _cast: &WhiskerCast) -> Option<WhiskerHit> {
        Some(answer.0)
    }
}

/// An app in which one update is one tick of a sixtieth of a second.
fn app(plugin: SteeringPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, plugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(Wall { x: 5.0 })
        .init_resource::<Asked>();
    app.finish();
    app.cleanup();
    // The clock's first reading has no length, or no resource of an engine would be there in time.
    app.insert_resource(Answer(WhiskerHit {
        distance: 1.0,
        normal: Vec3::NEG_X,
    }));
    app.update();
    app
}

fn with_walls() -> App {
    app(SteeringPlugin::default().with_whisker_casts::<WallCasts>())
}

/// An agent of radius 0.5 at `place` that moves along x at 2, so that its whiskers are 2 long.
fn spawn(app: &mut App, place: Vec3, count: u32) -> Entity {
    let body = (SteeringAgent::new(0.5, 2.0), Velocity(Vec3::X * 2.0));
    let place = Transform::from_translation(place);
    let mut world = app.world_mut().spawn((body, place));
    world.insert(Whiskers::new(count)).id()
}

fn force(app: &App, agent: Entity) -> Vec3 {
    let steering = app.world().get::<Steering>(agent);
    steering.expect("agents steer").force
}

fn warnings(app: &App) -> Vec<BadInput> {
    app.world().resource::<InputWarnings>().reported()
}

#[test]
fn an_engines_wall_is_felt_and_the_plugins_obstacles_are_not() {
    let mut app = with_walls();
    // 3.5 + 0.5 + 2 reach beyond 5; 0.5 + 0.5 + 2 do not, and end in the obstacle.
    let near = spawn(&mut app, vec3(3.5, 40.0, 7.0), 1);
    let far = spawn(&mut app, vec3(0.5, 0.0, 7.0), 1);
    app.world_mut()
        .spawn((Transform::from_xyz(2.5, 0.0, 0.0), Obstacle::circle(0.5)));
    app.update();
    assert_eq!(app.world().resource::<Asked>().0.load(Ordering::Relaxed), 2);
    // Away from the wall and along it, to the left.
    assert!(force(&app, near).x < 0.0 && force(&app, near).y > 0.0);
    assert_eq!(force(&app, far), Vec3::ZERO);
    assert!(warnings(&app).is_empty());
}

#[test]
fn who_has_no_whiskers_asks_nothing_and_the_one_after_him_does() {
    let mut app = with_walls();
    let first = spawn(&mut app, vec3(3.5, 0.0, 0.0), 0);
    let second = spawn(&mut app, vec3(3.5, 40.0, 0.0), 3);
    app.update();
    assert_eq!(app.world().resource::<Asked>().0.load(Ordering::Relaxed), 3);
    assert_eq!(force(&app, first), Vec3::ZERO);
    assert_ne!(force(&app, second), Vec3::ZERO);
}

#[test]
fn obstacles_answer_when_nothing_else_is_said() {
    let run = |plugin: SteeringPlugin| {
        let mut app = app(plugin);
        let agent = spawn(&mut app, Vec3::ZERO, 3);
        app.world_mut()
            .spawn((Transform::from_xyz(2.0, 0.2, 0.0), Obstacle::circle(0.5)));
        app.update();
        let first = force(&app, agent);
        for _ in 0..60 {
            app.update();
        }
        let place = app.world().get::<Transform>(agent).map(|at| at.translation);
        (first, place.expect("agents have a place"))
    };
    let (first, place) = run(SteeringPlugin::default());
    assert!(first.y < 0.0, "{first}");
    let said = run(SteeringPlugin::default().with_whisker_casts::<ObstacleCasts>());
    assert_eq!(said, (first, place));
}

/// The plane of the ground, with an agent at a height, and the way it is asked about.
struct GroundCasts;

impl WhiskerCasts for GroundCasts {
    type Param = ();

    fn first_hit((): &(), cast: &WhiskerCast) -> Option<WhiskerHit> {
        assert_eq!(cast.from.y, 1.5);
        assert_eq!(*cast.direction, Vec3::NEG_Z);
        // A slope of 45 degrees that faces the agent.
        Some(WhiskerHit {
            distance: 1.0,
            normal: vec3(0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()),
        })
    }
}

#[test]
fn on_the_ground_whiskers_have_a_height_and_slopes_are_walls() {
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

/// The force on an agent whose engine answers so, and what was reported after three ticks.
fn force_after(distance: f32, normal: Vec3) -> (Vec3, Vec<BadInput>) {
    let mut app = app(SteeringPlugin::default().with_whisker_casts::<AnyAnswer>());
    app.insert_resource(Answer(WhiskerHit { distance, normal }));
    let agent = spawn(&mut app, Vec3::ZERO, 1);
    app.update();
    let first = force(&app, agent);
    for _ in 0..2 {
        app.update();
        assert!(force(&app, agent).is_finite());
    }
    let memory = app.world().get::<WhiskerMemory>(agent);
    assert!(memory.is_some_and(|memory| memory.time_left.is_finite()));
    for warning in warnings(&app) {
        assert_eq!(warning.entity, agent);
        assert_eq!((warning.component, warning.field), ("Whiskers", "cast"));
    }
    (first, warnings(&app))
}

#[test]
fn answers_that_cannot_be_are_put_right_and_reported_once() {
    const NAN: f32 = f32::NAN;
    const INFINITE: f32 = f32::INFINITY;
    let (wall, reported) = force_after(1.0, Vec3::NEG_X);
    assert!(wall.x < 0.0 && reported.is_empty());
    let (touch, reported) = force_after(0.0, Vec3::NEG_X);
    assert!(touch.x < 0.0 && touch != wall && reported.is_empty());

    // The whisker is 2 long.
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
        // Of a wrong length.
        Vec3::NEG_X * 3.0,
        Vec3::NEG_X * 1e-6,
        Vec3::NEG_X * 1e30,
        // None at all.
        Vec3::ZERO,
        Vec3::NAN,
        vec3(-1.0, NAN, 0.0),
        Vec3::NEG_X * INFINITE,
        // That of the cast body instead of the wall's.
        Vec3::X,
    ] {
        let (force, reported) = force_after(1.0, normal);
        assert!(force.distance(wall) < 1e-4, "{normal}: {force}, not {wall}");
        assert_eq!(reported.len(), 1, "{normal}");
    }
    // The ground.
    let (force, reported) = force_after(1.0, Vec3::Z);
    assert_eq!(force, Vec3::ZERO);
    assert_eq!(reported.len(), 1);
}

#[test]
fn an_engines_rounding_is_no_news() {
    let (wall, _) = force_after(1.0, Vec3::NEG_X);
    for (distance, normal) in [
        (1.0, vec3(-1.0002, 0.0, 0.0)),
        (1.0, vec3(-0.9998, 1e-4, -1e-4)),
    ] {
        let (force, reported) = force_after(distance, normal);
        assert!(force.distance(wall) < 1e-2, "{force}, not {wall}");
        assert!(reported.is_empty(), "{normal}");
    }
    // A hair before the start, and a hair beyond the end, where nothing is urgent yet.
    for distance in [-1e-5, 2.0 + 1e-5] {
        let (_, reported) = force_after(distance, Vec3::NEG_X);
        assert!(reported.is_empty(), "{distance}");
    }
}

/// Places and velocities, to the last bit, of agents that feel an engine's wall for two seconds.
fn bits_of_a_crowd() -> Vec<u32> {
    let mut app = with_walls();
    let agents: Vec<_> = (0..300)
        .map(|number| {
            let place = vec3(-0.01 * number as f32, number as f32, 0.0);
            let agent = spawn(&mut app, place, 1 + number % 4);
            let goal = Seek::new(place + vec3(9.0, 3.0, 0.0));
            app.world_mut().entity_mut(agent).insert(goal);
            agent
        })
        .collect();
    for _ in 0..120 {
        app.update();
    }
    let bits = |agent: &Entity| {
        let entity = app.world().entity(*agent);
        let place = entity.get::<Transform>().expect("a place").translation;
        let velocity = entity.get::<Velocity>().expect("a velocity").0;
        [place.to_array(), velocity.to_array()].concat()
    };
    let numbers: Vec<f32> = agents.iter().flat_map(bits).collect();
    assert!(numbers.iter().all(|number| number.is_finite()));
    numbers.into_iter().map(f32::to_bits).collect()
}

/// The name of the test below, and the environment variable that makes it print its bits and return.
const CROWD: &str = "any_number_of_threads_gives_the_same_crowd";
const THREADS: &str = "HORDE_TEST_THREADS";

#[test]
fn any_number_of_threads_gives_the_same_crowd() {
    if let Ok(threads) = std::env::var(THREADS) {
        let threads = threads.parse().expect("a number of threads");
        ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(threads).build());
        println!("bits: {:?}", bits_of_a_crowd());
        return;
    }
    // The pool of a process is made once: every number of threads needs its own.
    let [one, four] = ["1", "4"].map(|threads| {
        let test = std::env::current_exe().expect("a test knows its own path");
        let output = std::process::Command::new(test)
            .args([CROWD, "--exact", "--nocapture"])
            .env(THREADS, threads)
            .output()
            .expect("it starts");
        assert!(output.status.success(), "{output:?}");
        let printed = String::from_utf8(output.stdout).expect("it prints text");
        let bits = printed
            .split("bits: ")
            .nth(1)
            .and_then(|rest| rest.lines().next());
        bits.expect("it prints its bits").to_owned()
    });
    assert_eq!(one, four);
}
