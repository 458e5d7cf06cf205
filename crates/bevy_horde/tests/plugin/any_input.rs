//! Whatever a game writes into a component: no panic, no NaN, nobody lost, nobody else changed, one warning.

use crate::harness::*;
use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::{PartialReflect, ReflectMut, TypeRegistry};
use bevy_horde::behaviors::{WanderAngle, WhiskerMemory};
use bevy_horde::prelude::*;
use bevy_horde::validation::{BadInput, InputWarnings};
use std::sync::Mutex;

const ODD_NUMBERS: [f32; 11] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    -1.0,
    -1e30,
    -0.0,
    0.0,
    f32::MIN_POSITIVE,
    1e-42,
    1e30,
    f32::MAX,
];

/// Whether the documentation allows `value` there.
fn is_legal(component: &str, path: &str, value: f32) -> bool {
    let is_any_finite = matches!(component, "Velocity" | "Heading" | "WanderAngle")
        || path.starts_with("target")
        || path.starts_with("threat");
    if is_any_finite {
        return value.is_finite();
    }
    if path == "panic_distance" || path == "max_turn_rate" {
        return value >= 0.0;
    }
    if matches!(path, "shove" | "standing_readiness") {
        return (0.0..=1.0).contains(&value);
    }
    let least_is_legal = !matches!(path, "mass" | "horizon" | "braking_time" | "deceleration");
    value.is_finite() && (value > 0.0 || (value == 0.0 && least_is_legal))
}

/// How the warning about a number names its place.
fn warned_place(component: &'static str, path: &str) -> (&'static str, String) {
    let strip = |prefix: &str| path.strip_prefix(prefix).map(str::to_owned);
    if let Some(field) = strip("separation.") {
        return ("Flock.separation", field);
    }
    if let Some(field) = strip("alignment.") {
        return ("Flock.alignment", field);
    }
    if let Some(field) = strip("cohesion.") {
        return ("Flock.cohesion", field);
    }
    let vector = ["target", "threat", "0"]
        .into_iter()
        .find(|name| path.starts_with(name));
    (component, vector.unwrap_or(path).to_owned())
}

/// Calls `visit` with every `f32` inside `value`, in a fixed order, and where it is.
fn visit_numbers(
    path: &str,
    value: &mut dyn PartialReflect,
    visit: &mut dyn FnMut(&str, &mut f32),
) {
    if let Some(number) = value.try_downcast_mut::<f32>() {
        visit(path, number);
        return;
    }
    let join = |name: &str| {
        if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}.{name}")
        }
    };
    match value.reflect_mut() {
        ReflectMut::Struct(fields) => {
            for index in 0..fields.field_len() {
                let name = fields.name_at(index).unwrap_or_default().to_owned();
                if let Some(field) = fields.field_at_mut(index) {
                    visit_numbers(&join(&name), field, visit);
                }
            }
        }
        ReflectMut::TupleStruct(fields) => {
            for index in 0..fields.field_len() {
                if let Some(field) = fields.field_mut(index) {
                    visit_numbers(&join(&index.to_string()), field, visit);
                }
            }
        }
        ReflectMut::Enum(variant) => {
            for index in 0..variant.field_len() {
                if let Some(field) = variant.field_at_mut(index) {
                    visit_numbers(path, field, visit);
                }
            }
        }
        ReflectMut::Array(items) => {
            for index in 0..items.len() {
                if let Some(item) = items.get_mut(index) {
                    visit_numbers(&join(&index.to_string()), item, visit);
                }
            }
        }
        _ => {}
    }
}

/// An agent that has every component there is.
fn spawn_complete_agent(world: &mut World, at: Transform, target: Entity) -> Entity {
    let velocity = moving(1.0, 0.5);
    let agent = world
        .spawn((
            at,
            velocity,
            SteeringAgent::new(0.5, 5.0),
            Heading(Vec3::X),
            Facing::default(),
            Perception::default(),
            (
                Seek::entity(target),
                Flee::new(Vec3::new(3.0, 4.0, 0.0)),
                Arrive::new(Vec2::new(7.0, 1.0)),
                Pursue::new(target),
                Evade::new(target).within(30.0),
                Wander::default(),
            ),
            (
                Flock::default(),
                AvoidAgents::default(),
                AvoidObstacles::default(),
                Whiskers::default(),
            ),
        ))
        .id();
    world.entity_mut(agent).insert((
        Separation::default(),
        Alignment::default(),
        Cohesion::default(),
    ));
    agent
}

struct Scene {
    app: App,
    victim: Entity,
    mates: Vec<Entity>,
    obstacle: Entity,
    others: Vec<Entity>,
}

/// A victim among mates and an obstacle, and out of its reach the same again.
fn scene() -> Scene {
    let mut app = app();
    let world = app.world_mut();
    let far = 4000.0;
    let mut others = Vec::new();
    let target = world.spawn((at(far + 9.0, 3.0), moving(-1.0, 0.0))).id();
    for number in 0..12 {
        let place = at(far + number as f32 * 0.7, (number % 5) as f32 * 0.8);
        others.push(spawn_complete_agent(world, place, target));
    }
    world.spawn((at(far + 5.0, 5.0), Obstacle::circle(1.0)));
    let near_target = world.spawn((at(9.0, 3.0), moving(-1.0, 0.0))).id();
    let mates = (0..4)
        .map(|number| spawn_complete_agent(world, at(1.0 + number as f32, 0.9), near_target))
        .collect();
    let obstacle = world.spawn((at(3.0, 4.0), Obstacle::circle(1.0))).id();
    let victim = spawn_complete_agent(world, at(0.0, 0.0), near_target);
    Scene {
        app,
        victim,
        mates,
        obstacle,
        others,
    }
}

#[track_caller]
fn assert_finite(app: &App, agent: Entity, what: &str) {
    let transform = get::<Transform>(app, agent);
    assert!(transform.is_finite(), "{what}: {transform:?}");
    let velocity = get::<Velocity>(app, agent);
    assert!(velocity.0.is_finite(), "{what}: {velocity:?}");
    let heading = get::<Heading>(app, agent);
    assert!(heading.0.is_finite(), "{what}: {heading:?}");
    let steering = get::<Steering>(app, agent);
    assert!(
        steering.force.is_finite() && steering.desired_velocity.is_finite(),
        "{what}: {steering:?}"
    );
    if let Some(angle) = app.world().get::<WanderAngle>(agent) {
        assert!(angle.0.is_finite(), "{what}: {angle:?}");
    }
    if let Some(memory) = app.world().get::<WhiskerMemory>(agent) {
        assert!(memory.time_left.is_finite(), "{what}: {memory:?}");
    }
}

fn others_bits(scene: &Scene) -> Vec<Vec<u32>> {
    scene
        .others
        .iter()
        .map(|other| bits(&scene.app, *other))
        .collect()
}

/// The names of the components that hold numbers, by type path.
const COMPONENTS: [&str; 19] = [
    "SteeringAgent",
    "Velocity",
    "Heading",
    "Facing",
    "Perception",
    "Seek",
    "Flee",
    "Arrive",
    "Pursue",
    "Evade",
    "Wander",
    "WanderAngle",
    "Separation",
    "Alignment",
    "Cohesion",
    "Flock",
    "AvoidAgents",
    "AvoidObstacles",
    "Whiskers",
];

fn reflect_component<'a>(registry: &'a TypeRegistry, name: &str) -> &'a ReflectComponent {
    registry
        .get_with_short_type_path(name)
        .unwrap_or_else(|| panic!("{name} is not registered"))
        .data::<ReflectComponent>()
        .unwrap_or_else(|| panic!("{name} does not reflect as a component"))
}

/// Writes `bad` into number `index` of component `name` and says which one that was; `None` when there are fewer.
fn spoil(app: &mut App, entity: Entity, name: &str, index: usize, bad: f32) -> Option<String> {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let reflect = reflect_component(&registry, name);
    let mut entity = app.world_mut().entity_mut(entity);
    let mut component = reflect
        .reflect_mut(&mut entity)
        .unwrap_or_else(|| panic!("{name} is missing"));
    let mut count = 0;
    let mut spoilt = None;
    visit_numbers(
        "",
        component.as_partial_reflect_mut(),
        &mut |path, number| {
            if count == index {
                *number = bad;
                spoilt = Some(path.to_owned());
            }
            count += 1;
        },
    );
    spoilt
}

/// Takes away what hides numbers of the component from the plugin.
fn uncover(app: &mut App, entity: Entity, component: &str) {
    if component == "Flock" {
        app.world_mut()
            .entity_mut(entity)
            .remove::<(Separation, Alignment, Cohesion)>();
    }
    if component == "Heading" {
        // The heading of a body that moves is that of its velocity.
        app.world_mut()
            .entity_mut(entity)
            .insert(Velocity::default());
    }
}

fn reported(app: &App) -> Vec<BadInput> {
    app.world().resource::<InputWarnings>().reported()
}

#[test]
fn no_number_does_any_harm() {
    let mut reference = scene();
    run(&mut reference.app, 5);
    let expected = others_bits(&reference);
    let mut tried = 0;
    for component in COMPONENTS {
        for odd in ODD_NUMBERS {
            for index in 0.. {
                let mut scene = scene();
                run(&mut scene.app, 1);
                uncover(&mut scene.app, scene.victim, component);
                let Some(path) = spoil(&mut scene.app, scene.victim, component, index, odd) else {
                    break;
                };
                tried += 1;
                run(&mut scene.app, 4);
                let what = format!("{component}.{path} = {odd}");
                let is_out_of_plane = path.ends_with(".z");
                if !is_out_of_plane {
                    assert_finite(&scene.app, scene.victim, &what);
                }
                for mate in &scene.mates {
                    assert_finite(&scene.app, *mate, &what);
                }
                if is_out_of_plane {
                    assert_eq!(reported(&scene.app), [], "{what}");
                } else if is_legal(component, &path, odd) {
                    let is_modest = odd.abs() < 1.0;
                    if is_modest {
                        assert_eq!(reported(&scene.app), [], "{what}");
                    }
                    continue;
                } else {
                    let (component, field) = warned_place(component, &path);
                    let reported = reported(&scene.app);
                    let [warning] = reported[..] else {
                        panic!("{what}: {reported:?}");
                    };
                    assert_eq!(warning.entity, scene.victim, "{what}");
                    assert_eq!(warning.component, component, "{what}");
                    assert_eq!(warning.field, field, "{what}");
                }
                assert_eq!(others_bits(&scene), expected, "{what} changes others");
            }
        }
    }
    // As many numbers as the components have, and the visitor has not lost them.
    assert_eq!(tried, ODD_NUMBERS.len() * 69);
}

#[test]
fn a_bad_place_or_rotation_loses_nobody() {
    let mut reference = scene();
    run(&mut reference.app, 6);
    let expected = others_bits(&reference);
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let spoils: [(&str, fn(&mut Transform, f32)); 5] = [
            ("x", |transform, odd| transform.translation.x = odd),
            ("y", |transform, odd| transform.translation.y = odd),
            ("rotation", |transform, odd| {
                transform.rotation = Quat::from_xyzw(odd, odd, odd, odd);
            }),
            ("rotation.w", |transform, odd| transform.rotation.w = odd),
            ("rotation.z", |transform, odd| transform.rotation.z = odd),
        ];
        for (what, spoil) in spoils {
            let mut scene = scene();
            run(&mut scene.app, 2);
            let last_good = place(&scene.app, scene.victim);
            let mut transform = scene
                .app
                .world_mut()
                .get_mut::<Transform>(scene.victim)
                .unwrap();
            spoil(&mut transform, odd);
            run(&mut scene.app, 4);
            assert_finite(&scene.app, scene.victim, what);
            let now = place(&scene.app, scene.victim);
            assert!(now.distance(last_good) < 1.0, "{what}: {last_good} {now}");
            assert_eq!(
                others_bits(&scene),
                expected,
                "{what} = {odd} changes others"
            );
            if what.len() == 1 {
                let warning = BadInput {
                    entity: scene.victim,
                    component: "Transform",
                    field: "translation",
                };
                assert_eq!(reported(&scene.app), [warning]);
            }
        }
    }
}

#[test]
fn whoever_never_had_a_place_waits_for_one() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((
            at(f32::NAN, 1.0),
            moving(1.0, 0.0),
            SteeringAgent::default(),
        ))
        .id();
    run(&mut app, 3);
    app.world_mut().entity_mut(agent).insert(at(4.0, 1.0));
    run(&mut app, 60);
    assert_close(place(&app, agent), Vec2::new(5.0, 1.0), 1e-4);
}

#[test]
fn the_layer_is_nobodys_business_even_when_it_is_no_number() {
    let mut app = app();
    let mut start = at(0.0, 0.0);
    start.translation.z = f32::NAN;
    let agent = app
        .world_mut()
        .spawn((
            start,
            Velocity(Vec3::new(1.0, 0.0, f32::NAN)),
            SteeringAgent::default(),
        ))
        .id();
    run(&mut app, 60);
    assert_close(place(&app, agent), Vec2::X, 1e-4);
    assert!(get::<Transform>(&app, agent).translation.z.is_nan());
    assert_eq!(reported(&app), []);
}

#[test]
fn a_bad_obstacle_is_named_once_and_ignored() {
    let mut reference = scene();
    run(&mut reference.app, 5);
    let expected = others_bits(&reference);
    let bad: [(&str, Transform, f32); 9] = [
        ("radius NaN", at(0.0, 2.0), f32::NAN),
        ("radius infinite", at(0.0, 2.0), f32::INFINITY),
        ("radius negative", at(0.0, 2.0), -1.0),
        ("radius 0", at(0.0, 2.0), 0.0),
        ("x NaN", at(f32::NAN, 2.0), 1.0),
        ("y infinite", at(0.0, f32::INFINITY), 1.0),
        ("scale NaN", at(0.0, 2.0).with_scale(Vec3::NAN), 1.0),
        (
            "scale.x NaN",
            at(0.0, 2.0).with_scale(Vec3::new(f32::NAN, 1.0, 1.0)),
            1.0,
        ),
        (
            "scale.y NaN",
            at(0.0, 2.0).with_scale(Vec3::new(1.0, f32::NAN, 1.0)),
            1.0,
        ),
    ];
    for (what, transform, radius) in bad {
        let mut scene = scene();
        run(&mut scene.app, 1);
        scene
            .app
            .world_mut()
            .entity_mut(scene.obstacle)
            .insert((transform, Obstacle::circle(radius)));
        run(&mut scene.app, 4);
        for agent in scene.mates.iter().chain([&scene.victim]) {
            assert_finite(&scene.app, *agent, what);
        }
        let warning = BadInput {
            entity: scene.obstacle,
            component: "Obstacle",
            field: "shape",
        };
        assert_eq!(reported(&scene.app), [warning], "{what}");
        assert_eq!(others_bits(&scene), expected, "{what} changes others");
        let index = scene
            .app
            .world()
            .resource::<bevy_horde::obstacle::ObstacleIndex>();
        assert_eq!(index.obstacles().len(), 1, "{what}");
    }
}

#[test]
fn an_obstacle_as_large_as_numbers_go_does_no_harm() {
    for radius in [1e7, 1e18, 1e30, f32::MAX] {
        let mut app = app();
        app.world_mut()
            .spawn((at(3.0, 0.0), Obstacle::circle(radius)));
        let target = app.world_mut().spawn(at(9.0, 0.0)).id();
        let agent = spawn_complete_agent(app.world_mut(), at(0.0, 0.0), target);
        run(&mut app, 5);
        assert_finite(&app, agent, &format!("an obstacle of {radius}"));
    }
}

#[test]
fn places_as_far_as_numbers_go_do_no_harm() {
    for far in [1.1e6, 1e9, 1e18, 3e19, 1e30, f32::MAX] {
        let mut app = app();
        let world = app.world_mut();
        let target = world.spawn(at(-far, far)).id();
        let agents: Vec<_> = [(0.0, 0.0), (far, 0.0), (far, -far), (-far, far), (far, 0.0)]
            .map(|(x, y)| spawn_complete_agent(world, at(x, y), target))
            .to_vec();
        world.spawn((at(far, far), Obstacle::circle(1.0)));
        world.spawn((at(far, 0.0), Obstacle::circle(0.25 * far)));
        run(&mut app, 5);
        for agent in agents {
            assert_finite(&app, agent, &format!("at {far}"));
        }
    }
}

#[test]
fn agents_walk_about_a_million_units_from_the_origin() {
    let far = 1_000_000.0;
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((
            at(far, far),
            SteeringAgent::new(8.0, 120.0),
            Arrive::new(Vec2::new(far + 300.0, far)),
        ))
        .id();
    run(&mut app, 600);
    assert_close(place(&app, agent), Vec2::new(far + 300.0, far), 0.2);
    assert!(velocity(&app, agent).length() < 1.0);
}

#[test]
fn thousands_on_one_spot_come_to_no_harm() {
    let mut app = app();
    let agents: Vec<_> = (0..3000)
        .map(|number| {
            let place = if number % 2 == 0 {
                at(0.0, 0.0)
            } else {
                at(number as f32 * 1e-4, 0.1)
            };
            app.world_mut()
                .spawn((
                    place,
                    SteeringAgent::new(0.5, 5.0),
                    Seek::new(Vec2::new(50.0, 0.0)),
                    Flock::default(),
                    AvoidAgents::default(),
                ))
                .id()
        })
        .collect();
    run(&mut app, 4);
    let mut farthest = 0.0_f32;
    for agent in agents {
        assert_finite(&app, agent, "in a heap");
        farthest = farthest.max(place(&app, agent).length());
    }
    assert!(farthest > 0.5, "the heap does not spread: {farthest}");
    assert!(
        farthest < 20.0,
        "somebody is thrown out of the heap: {farthest}"
    );
}

#[test]
fn a_paused_clock_changes_nothing() {
    for mut app in [app(), app_in(Update, 0.02)] {
        let target = app.world_mut().spawn(at(9.0, 3.0)).id();
        let agents: Vec<_> = (0..5)
            .map(|number| spawn_complete_agent(app.world_mut(), at(number as f32, 0.0), target))
            .collect();
        run(&mut app, 3);
        let ticks = *app.world().resource::<bevy_horde::schedule::SteeringTick>();
        let before: Vec<_> = agents.iter().map(|agent| bits(&app, *agent)).collect();
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        run(&mut app, 3);
        let after: Vec<_> = agents.iter().map(|agent| bits(&app, *agent)).collect();
        assert_eq!(before, after);
        assert_eq!(
            *app.world().resource::<bevy_horde::schedule::SteeringTick>(),
            ticks
        );
        app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        run(&mut app, 1);
        assert_ne!(bits(&app, agents[0]), before[0]);
    }
}

#[test]
fn a_hitch_of_five_seconds_in_a_variable_schedule_does_no_harm() {
    let mut app = app_in(Update, 5.0);
    app.world_mut().spawn((at(6.0, 0.0), Obstacle::circle(1.5)));
    let target = app.world_mut().spawn(at(30.0, 1.0)).id();
    let agents: Vec<_> = (0..6)
        .map(|number| spawn_complete_agent(app.world_mut(), at(0.0, number as f32), target))
        .collect();
    let arriving = app
        .world_mut()
        .spawn((
            at(0.0, 50.0),
            SteeringAgent::default(),
            Arrive::new(Vec2::new(60.0, 50.0)),
        ))
        .id();
    for _ in 0..8 {
        app.update();
        for agent in &agents {
            assert_finite(&app, *agent, "after a hitch");
            let distance = place(&app, *agent).distance(Vec2::new(6.0, 0.0));
            assert!(distance >= 2.0, "{distance}");
            let moved = velocity(&app, *agent).length();
            assert!(moved <= 5.001, "{moved}");
        }
    }
    assert_close(place(&app, arriving), Vec2::new(60.0, 50.0), 1e-3);
}

#[test]
fn an_empty_world_runs() {
    let mut app = app();
    run(&mut app, 3);
    assert!(
        app.world()
            .resource::<bevy_horde::perception::AgentIndex>()
            .is_empty()
    );
}

#[test]
fn a_world_of_obstacles_alone_runs() {
    let mut app = app();
    for number in 0..20 {
        app.world_mut()
            .spawn((at(number as f32, 0.0), Obstacle::circle(1.0)));
    }
    run(&mut app, 3);
    let index = app
        .world()
        .resource::<bevy_horde::obstacle::ObstacleIndex>();
    assert_eq!(index.obstacles().len(), 20);
}

#[test]
fn a_world_of_one_agent_with_everything_runs() {
    let mut app = app();
    let agent = spawn_complete_agent(app.world_mut(), at(0.0, 0.0), Entity::PLACEHOLDER);
    run(&mut app, 10);
    assert_finite(&app, agent, "alone");
}

#[test]
fn the_last_of_all_numbers_may_be_given_away() {
    let mut app = app();
    let given = AgentId(u64::MAX - 1);
    let agents = [
        app.world_mut()
            .spawn((SteeringAgent::default(), given))
            .id(),
        app.world_mut()
            .spawn((at(3.0, 0.0), SteeringAgent::default()))
            .id(),
        app.world_mut()
            .spawn((at(6.0, 0.0), SteeringAgent::default()))
            .id(),
    ];
    run(&mut app, 3);
    for agent in agents {
        assert_finite(&app, agent, "with the last number");
    }
}

#[test]
fn two_agents_may_share_a_number() {
    let mut app = app();
    let agents = [0, 1].map(|_| {
        app.world_mut()
            .spawn((
                SteeringAgent::default(),
                AgentId(7),
                Wander::default(),
                Flock::default(),
            ))
            .id()
    });
    run(&mut app, 30);
    for agent in agents {
        assert_finite(&app, agent, "with a shared number");
    }
    let apart = place(&app, agents[0]).distance(place(&app, agents[1]));
    assert!(apart > 0.5, "{apart}");
}

/// Keeps what is logged, for whoever asks.
struct Listener(Mutex<Vec<String>>);

static LISTENER: Listener = Listener(Mutex::new(Vec::new()));

impl log::Log for Listener {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }

    fn log(&self, record: &log::Record) {
        let line = format!("{} {}", record.level(), record.args());
        self.0.lock().expect("nobody panics here").push(line);
    }

    fn flush(&self) {}
}

#[test]
fn a_warning_is_logged_once_and_names_its_place() {
    log::set_logger(&LISTENER).expect("nobody else listens");
    log::set_max_level(log::LevelFilter::Warn);
    let mut app = app();
    // Other tests log too; none of them has an entity of so high a number.
    for _ in 0..9000 {
        app.world_mut().spawn_empty();
    }
    let agent = SteeringAgent::default().with_mass(-2.0);
    let agent = app.world_mut().spawn((agent, Wander::default())).id();
    for _ in 0..10 {
        // Changed settings are looked at again, and not reported again.
        app.world_mut()
            .get_mut::<SteeringAgent>(agent)
            .expect("it is there")
            .max_speed += 1.0;
        app.update();
    }
    let lines = LISTENER.0.lock().expect("nobody panics here");
    let about: Vec<_> = lines
        .iter()
        .filter(|line| line.contains(&agent.to_string()))
        .collect();
    let expected = format!(
        "WARN SteeringAgent.mass of entity {agent} is -2, which is not legal; \
         1 is used until it changes"
    );
    assert_eq!(about, [&expected]);
}
