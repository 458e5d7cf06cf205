//! A warning names each problem once, with its place.

use super::*;
use std::sync::Mutex;

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
        let warning = InvalidSetting {
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

/// Collects log messages.
struct Listener(Mutex<Vec<String>>);

static LISTENER: Listener = Listener(Mutex::new(Vec::new()));

impl log::Log for Listener {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }

    fn log(&self, record: &log::Record) {
        let line = format!("{} {}", record.level(), record.args());
        self.0.lock().expect("no test panics here").push(line);
    }

    fn flush(&self) {}
}

#[test]
fn a_warning_is_logged_once_and_names_its_place() {
    log::set_logger(&LISTENER).expect("no other logger is set");
    log::set_max_level(log::LevelFilter::Warn);
    let mut app = app();
    // Other tests log too; none of them has an entity of so high a number.
    for _ in 0..9000 {
        app.world_mut().spawn_empty();
    }
    let agent = SteeringAgent::default().with_mass(-2.0);
    let agent = app.world_mut().spawn((agent, Wander::default())).id();
    for _ in 0..10 {
        // The plugin checks changed settings again, and does not report them again.
        app.world_mut()
            .get_mut::<SteeringAgent>(agent)
            .expect("it is there")
            .max_speed += 1.0;
        app.update();
    }
    let horde: Vec<Entity> = (0..10_000)
        .map(|_| {
            let agent = SteeringAgent::new(f32::NAN, 1.0).with_mass(-3.0);
            app.world_mut().spawn(agent).id()
        })
        .collect();
    run(&mut app, 3);
    let lines = LISTENER.0.lock().expect("no test panics here");
    let first = horde[0].to_string();
    let about: Vec<_> = lines.iter().filter(|line| line.contains(&first)).collect();
    assert_eq!(about.len(), 2, "{about:?}");
    // The mass of one agent was illegal before.
    for count in ["9999 other entities", "10000 other entities"] {
        assert!(about.iter().any(|line| line.contains(count)), "{about:?}");
    }
    let last = horde[9_999].to_string();
    assert!(!lines.iter().any(|line| line.contains(&last)));
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

#[test]
fn an_offset_that_is_not_finite_is_named_and_adds_nothing() {
    let mut app = app();
    let agents = [vec2(f32::NAN, 1.0), vec2(0.0, 2.0)].map(|offset| {
        let pursue = OffsetPursue::new(Vec2::ZERO, offset);
        let agent = (at(9.0, 0.0), SteeringAgent::default().non_solid(), pursue);
        app.world_mut().spawn(agent).id()
    });
    run(&mut app, 300);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let [named] = reported[..] else {
        panic!("{reported:?}");
    };
    assert_eq!((named.entity, named.field), (agents[0], "offset"));
    assert_eq!(place(&app, agents[0]), vec2(9.0, 0.0));
    assert!(place(&app, agents[1]).distance(vec2(9.0, 0.0)) > 5.0);
}
