//! Presets, and differences from the defaults.

use super::{app, spawn_with_everything};
use crate::{
    GroupPreset, InspectorGroup, PresetFormat, PresetValue, SteeringPreset, as_rust,
    differences_from_default, preset_text, redo_edit, set_behavior, undo_edit,
};
use bevy::prelude::*;
use bevy_horde::prelude::*;

fn spawn_walkers(world: &mut World, speeds: [f32; 3]) -> [Entity; 3] {
    let target = Target::Point(Vec3::new(7.0, 0.0, 0.0));
    speeds.map(|speed| {
        let seek = Seek {
            target,
            weight: 2.0,
        };
        let group = InspectorGroup("walkers".into());
        world
            .spawn((SteeringAgent::new(8.0, speed), seek, group))
            .id()
    })
}

fn speeds(world: &World, agents: [Entity; 3]) -> [f32; 3] {
    agents.map(|agent| {
        let agent = world.get::<SteeringAgent>(agent);
        agent.map_or(0.0, |agent| agent.max_speed)
    })
}

fn group(text: &str) -> String {
    format!("(version: 1, groups: {{ \"walkers\": ({text}) }})")
}

fn error(world: &World, settings: &str) -> String {
    let text = group(&format!("components: {{ {settings} }}"));
    let error = SteeringPreset::parse(world, &text).expect_err("it is broken");
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn every_setting_survives_saving_and_loading() {
    let mut app = app();
    let world = app.world_mut();
    let agent = spawn_with_everything(world);
    world.entity_mut(agent).insert((
        Contain {
            region: Region::Circle {
                center: Vec2::new(1.0, -2.5),
                radius: 3.5,
            },
            ..default()
        },
        AvoidAgents {
            range: Length::World(0.1),
            ..default()
        },
        Perception {
            filters: 0x8000_0001,
            ..default()
        },
    ));
    let preset = SteeringPreset::of(world);
    let text = preset.text().expect("it can be written");
    let fresh = spawn_with_everything(world);
    world.despawn(agent);
    let loaded = SteeringPreset::parse(world, &text).expect("what was written is read");
    assert_eq!(loaded, preset);
    assert_eq!(loaded.apply(world), [""; 0]);
    assert_eq!(SteeringPreset::of(world), preset);
    let avoid = world.get::<AvoidAgents>(fresh).map(|avoid| avoid.range);
    assert_eq!(avoid, Some(Length::World(0.1)));
    let filters = world.get::<Perception>(fresh).map(|it| it.filters);
    assert_eq!(filters, Some(0x8000_0001));
}

#[test]
fn a_preset_changes_only_what_it_lists_and_can_be_undone() {
    let mut app = app();
    let world = app.world_mut();
    let walkers = spawn_walkers(world, [20.0, 30.0, 60.0]);
    let before = SteeringPreset::of(world);
    let text = group(
        r#"components: {
            "SteeringAgent": {"max_speed": (100, 180)},
            "Flock": {"cohesion.weight": 3, "separation.view.range": "4 units"},
            "Arrive": {},
        }, without: ["Seek"]"#,
    );
    let preset = SteeringPreset::parse(world, &text).expect("a short preset is one too");
    assert_eq!(preset.apply(world), [""; 0]);
    assert_eq!(speeds(world, walkers), [100.0, 120.0, 180.0]);
    let flock = world.get::<Flock>(walkers[0]).copied();
    let flock = flock.expect("the preset gives it");
    assert_eq!(flock.cohesion.weight, 3.0);
    assert_eq!(flock.separation.view.range, Length::World(4.0));
    assert_eq!(flock.alignment, Flock::default().alignment);
    // The added `Arrive` has the target of the agent's `Seek`.
    let arrive = world.get::<Arrive>(walkers[2]).map(|arrive| arrive.target);
    assert_eq!(arrive, Some(Target::Point(Vec3::new(7.0, 0.0, 0.0))));
    assert!(world.get::<Seek>(walkers[1]).is_none());
    assert_eq!(undo_edit(world).as_deref(), Some("the preset"));
    assert_eq!(SteeringPreset::of(world), before);
    assert_eq!(speeds(world, walkers), [20.0, 30.0, 60.0]);
}

#[test]
fn equal_ranges_leave_every_bit() {
    let mut app = app();
    let world = app.world_mut();
    let numbers = [0.1, 0.7, 33.333_332];
    let walkers = spawn_walkers(world, numbers);
    let preset = SteeringPreset::of(world);
    let text = preset.text().expect("it can be written");
    let preset = SteeringPreset::parse(world, &text).expect("and read");
    let speed = &preset.groups["walkers"].components["SteeringAgent"]["max_speed"];
    assert_eq!(*speed, PresetValue::Range(0.1, 33.333332));
    preset.apply(world);
    assert_eq!(speeds(world, walkers), numbers);
}

#[test]
fn a_broken_preset_names_the_thing_and_changes_nothing() {
    let mut app = app();
    let world = app.world_mut();
    for (settings, expected) in [
        (
            r#""Flok": {}"#,
            "group `walkers`: there is no component `Flok` that a preset can hold; there are ",
        ),
        (
            r#""Contain": {"region": "Polygon"}"#,
            "group `walkers`: field `Contain.region` is Polygon, and must be one of Rectangle, Circle",
        ),
        (
            r#""Seek": {"wait": 2}"#,
            "group `walkers`: `Seek` has no field `wait`; it has weight",
        ),
        (
            r#""Seek": {"weight": "much"}"#,
            "group `walkers`: field `Seek.weight` is much, and must be a number or a range of \
             numbers",
        ),
        (
            r#""Seek": {"weight": NaN}"#,
            "group `walkers`: field `Seek.weight` is NaN, and must be a number",
        ),
        (
            r#""Seek": {"weight": -1}"#,
            "group `walkers`: field `Seek.weight` is -1, and must be 0 or more",
        ),
        (
            r#""SteeringAgent": {"mass": 1e39}"#,
            "group `walkers`: field `SteeringAgent.mass` is 1000000000000000000000000000000000000000, \
             and must be a number up to 3.4028235e38",
        ),
        (
            r#""SteeringAgent": {"mass": inf}"#,
            "group `walkers`: field `SteeringAgent.mass` is inf, and must be a finite number",
        ),
        (
            r#""SteeringAgent": {"max_speed": (9, 3)}"#,
            "group `walkers`: field `SteeringAgent.max_speed` is 9 to 3, and must be its smallest",
        ),
        (
            r#""SteeringAgent": {"solid": 1}"#,
            "group `walkers`: field `SteeringAgent.solid` is 1, and must be `true` or `false`",
        ),
        (
            r#""SteeringAgent": {"combine": "Sum"}"#,
            "group `walkers`: field `SteeringAgent.combine` is Sum, and must be one of ",
        ),
        (
            r#""AvoidAgents": {"range": 3}"#,
            "group `walkers`: field `AvoidAgents.range` is 3, and must be a length such as \"0.5",
        ),
        (
            r#""AvoidAgents": {"range": "3 miles"}"#,
            "group `walkers`: field `AvoidAgents.range` is 3 miles, and must be a length",
        ),
        (
            r#""Perception": {"filters": 1.5}"#,
            "group `walkers`: field `Perception.filters` is 1.5, and must be a whole number",
        ),
        (
            r#""Seek": {"target": 1}"#,
            "group `walkers`: field `Seek.target` is 1, and must be left out",
        ),
    ] {
        let error = error(world, settings);
        assert!(error.starts_with(expected), "{error}");
    }
    let parse = |text: &str| SteeringPreset::parse(world, text).expect_err("it is broken");
    let unknown = parse(&group(r#"without: ["Perception"]"#));
    assert!(
        unknown.contains("`Perception` is in `without`"),
        "{unknown}"
    );
    let syntax = parse("(\n version: 1,\n groups: {\n  \"walkers\": (tint: 1),\n })");
    assert!(
        syntax.starts_with("line 4: ") && syntax.contains("tint"),
        "{syntax}"
    );
    let newer = parse("(version: 2, weather: \"rain\")");
    assert!(newer.starts_with("field `version` is 2"), "{newer}");
    let no_limit = group(r#"components: {"SteeringAgent": {"max_turn_rate": inf}}"#);
    assert!(SteeringPreset::parse(world, &no_limit).is_ok());

    let walkers = spawn_walkers(world, [20.0, 30.0, 60.0]);
    let read = PresetFormat::default().read;
    let half = r#""SteeringAgent": {"max_speed": 5}, "Seek": {"weight": NaN}"#;
    assert!(read(world, &group(&format!("components: {{ {half} }}"))).is_err());
    assert_eq!(speeds(world, walkers), [20.0, 30.0, 60.0]);
    let other = "(version: 1, groups: { \"sheep\": () })";
    assert!(read(world, other).is_err());
    let partly = other.replace("()", "(), \"walkers\": ()");
    let rest = read(world, &partly).expect("one group is there");
    assert_eq!(rest, "no group of agents is called `sheep`");
}

#[test]
fn a_preset_says_what_it_cannot_hold_and_leaves_it_alone() {
    let mut app = app();
    let world = app.world_mut();
    let walkers = spawn_walkers(world, [20.0, 30.0, 60.0]);
    let field = world.spawn_empty().id();
    for (walker, margin) in walkers.into_iter().zip([1.0, 2.0, 2.0]) {
        let region = Region::Polygon {
            points: vec![Vec2::ZERO, Vec2::X, Vec2::Y],
        };
        let avoid = AvoidObstacles {
            margin: Length::Radii(margin),
            ..default()
        };
        let contain = Contain {
            region,
            ..default()
        };
        let follow = FollowField {
            weight: 3.0,
            ..FollowField::new(field)
        };
        let path = FollowPath {
            path: Some(field),
            ..default()
        };
        world
            .entity_mut(walker)
            .insert((contain, avoid, follow, path));
    }
    world.entity_mut(walkers[0]).insert(Wander::default());
    let mut left_out = GroupPreset::left_out(world, &walkers);
    left_out.sort();
    let expected = [
        "AvoidObstacles.margin",
        "Contain.region",
        "Contain.region.points",
        "FollowField.field",
        "FollowPath.path",
        "Wander",
    ];
    assert_eq!(left_out, expected);
    let preset = SteeringPreset::of(world);
    assert_eq!(preset.groups["walkers"].components["FollowField"].len(), 1);
    for walker in walkers {
        let mut follow = world.get_mut::<FollowField>(walker).expect("it follows");
        follow.weight = 1.0;
    }
    // Loading adds no `FollowField` to an agent without one.
    let group = InspectorGroup("walkers".into());
    let other = world.spawn((SteeringAgent::default(), group)).id();
    assert_eq!(preset.apply(world), [""; 0]);
    assert!(world.get::<FollowField>(other).is_none());
    assert!(world.get::<Contain>(other).is_some());
    for walker in walkers {
        let follow = world.get::<FollowField>(walker).expect("it follows");
        assert_eq!((follow.field, follow.weight), (field, 3.0));
        let contain = world.get::<Contain>(walker).map(|it| it.region.clone());
        assert!(matches!(contain, Some(Region::Polygon { points }) if points.len() == 3));
        let path = world.get::<FollowPath>(walker).and_then(|it| it.path);
        assert_eq!(path, Some(field));
    }
}

#[test]
fn differences_are_those_from_the_default() {
    let mut app = app();
    let world = app.world_mut();
    let walkers = spawn_walkers(world, [20.0, 30.0, 60.0]);
    let differences = differences_from_default(world, &walkers);
    let shown: Vec<_> = differences
        .iter()
        .map(|it| {
            let default = it.default.as_ref().map(PresetValue::to_string);
            let default = default.unwrap_or_default();
            format!("{}.{} {} not {default}", it.component, it.path, it.value)
        })
        .filter(|line| !line.contains("max_force"))
        .collect();
    let SteeringAgent {
        body_radius,
        max_speed,
        ..
    } = SteeringAgent::default();
    assert_eq!(
        shown,
        [
            format!("SteeringAgent.body_radius 8 not {body_radius}"),
            format!("SteeringAgent.max_speed 20 to 60 not {max_speed}"),
            "Seek.weight 2 not 1".to_owned(),
        ]
    );
    let preset = GroupPreset::of_differences(&differences);
    assert_eq!(preset.components["Seek"].len(), 1);
    let text = preset_text(&preset).expect("it can be written");
    assert!(text.contains(r#""weight": 2.0"#), "{text}");
}

#[test]
fn rust_code_lists_what_differs() {
    let mut app = app();
    let world = app.world_mut();
    let flock = Flock {
        cohesion: Cohesion {
            view: View::narrow(Length::World(34.0)),
            weight: 0.25,
        },
        ..default()
    };
    let body = SteeringAgent {
        combine: Combine::WeightedSum,
        max_turn_rate: 2.5,
        ..SteeringAgent::new(8.0, 60.0)
    };
    let seek = Seek {
        weight: 2.0,
        target: Target::Point(Vec3::ONE),
    };
    let agent = world.spawn((body, flock, seek, Wander::default())).id();
    let of_agent = as_rust(world, agent, "SteeringAgent");
    assert_eq!(
        of_agent.expect("it has the component"),
        "SteeringAgent {\n    max_turn_rate: 2.5,\n    combine: Combine::WeightedSum,\n    \
         ..SteeringAgent::new(8.0, 60.0)\n}"
    );
    let plain = world.spawn(SteeringAgent::new(8.0, 60.0)).id();
    assert_eq!(
        as_rust(world, plain, "SteeringAgent").as_deref(),
        Some("SteeringAgent::new(8.0, 60.0)")
    );
    let fast = world.spawn(SteeringAgent::new(8.0, f32::INFINITY)).id();
    let code = as_rust(world, fast, "SteeringAgent");
    assert_eq!(
        code.as_deref(),
        Some("SteeringAgent::new(8.0, f32::INFINITY)")
    );
    let rust = |name: &str| as_rust(world, agent, name).expect("it has the component");
    assert_eq!(rust("Seek"), "Seek {\n    weight: 2.0,\n    ..default()\n}");
    assert_eq!(rust("Wander"), "Wander {\n    ..default()\n}");
    let half_angle = View::narrow(Length::ZERO).half_angle;
    let expected = format!(
        "Flock {{\n    cohesion: Cohesion {{\n        view: View {{\n            range: \
         Length::World(34.0),\n            half_angle: {half_angle:?},\n        }},\n        \
         weight: 0.25,\n    }},\n    ..default()\n}}"
    );
    assert_eq!(rust("Flock"), expected);
    assert_eq!(as_rust(world, agent, "Hide"), None);
    let sees_all = AvoidAgents {
        range: Length::Radii(f32::INFINITY),
        ..default()
    };
    let agent = world.spawn((body, sees_all)).id();
    assert_eq!(
        as_rust(world, agent, "AvoidAgents").as_deref(),
        Some("AvoidAgents {\n    range: Length::Radii(f32::INFINITY),\n    ..default()\n}")
    );
}

#[test]
fn a_range_spreads_finite_numbers_and_ends_with_infinite_ones() {
    let mut app = app();
    let world = app.world_mut();
    let walkers = spawn_walkers(world, [1.0; 3]);
    for (walker, rate) in walkers.into_iter().zip([1.0, 3.0, f32::INFINITY]) {
        let mut agent = world.get_mut::<SteeringAgent>(walker).expect("an agent");
        agent.max_turn_rate = rate;
    }
    let text = group(r#"components: {"SteeringAgent": {"max_turn_rate": (2, 4)}}"#);
    let preset = SteeringPreset::parse(world, &text).expect("a preset");
    preset.apply(world);
    let rates = walkers.map(|walker| {
        let agent = world.get::<SteeringAgent>(walker);
        agent.map(|agent| agent.max_turn_rate)
    });
    assert_eq!(rates, [Some(2.0), Some(4.0), Some(4.0)]);
}

#[test]
fn a_preset_that_fits_no_group_leaves_what_can_be_redone() {
    let mut app = app();
    let world = app.world_mut();
    let walkers = spawn_walkers(world, [20.0; 3]);
    let text = group(r#"components: {"SteeringAgent": {"max_speed": 50}}"#);
    let fits = SteeringPreset::parse(world, &text).expect("a preset");
    let text = text.replace("walkers", "riders");
    let fits_none = SteeringPreset::parse(world, &text).expect("a preset");
    fits.apply(world);
    undo_edit(world);
    assert_eq!(fits_none.apply(world), ["riders"]);
    redo_edit(world);
    assert_eq!(speeds(world, walkers), [50.0; 3]);
}

#[test]
fn a_preset_keeps_the_target_of_a_behavior_that_was_off() {
    let mut app = app();
    let world = app.world_mut();
    let walkers = spawn_walkers(world, [20.0; 3]);
    set_behavior(world, &walkers, "Seek", false);
    for walker in walkers {
        let arrive = Arrive::new(Vec2::new(-3.0, 0.0));
        world.entity_mut(walker).insert(arrive);
    }
    let text = group(r#"components: {"Seek": {}}"#);
    let preset = SteeringPreset::parse(world, &text).expect("a preset");
    preset.apply(world);
    let own = Some(Target::Point(Vec3::new(7.0, 0.0, 0.0)));
    for walker in walkers {
        assert_eq!(world.get::<Seek>(walker).map(|seek| seek.target), own);
    }
}

#[test]
fn the_preset_on_the_page_is_legal() {
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"));
    let (_, after) = page.split_once("```ron\n").expect("a preset");
    let (preset, _) = after.split_once("```").expect("its end");
    let app = app();
    let preset = SteeringPreset::parse(app.world(), preset).expect("it is legal");
    assert_eq!(preset.groups["sheep"].components.len(), 2);
}
