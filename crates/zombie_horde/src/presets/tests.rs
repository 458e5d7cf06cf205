use super::file::parse;
use super::*;
use crate::simulation::SimulationPlugin;
use bevy::diagnostic::DiagnosticsPlugin;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use std::path::{Path, PathBuf};

fn app(settings: SceneSettings) -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        DiagnosticsPlugin,
        SimulationPlugin { settings },
        plugin,
    ))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn small(scene: SceneName) -> SceneSettings {
    SceneSettings {
        agents: 12,
        ..SceneSettings::new(scene)
    }
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("zombie_horde_{}", std::process::id()));
    folder.join(name)
}

#[test]
fn every_scene_survives_saving_and_loading() {
    for scene in SceneName::ALL {
        let mut first = app(small(scene));
        let preset = Preset::of(first.world_mut());
        assert!(!preset.groups.is_empty(), "{scene:?} has agents");
        let path = scratch(&format!("{}.ron", scene.name()));
        save(&preset, &path).expect("it is written");
        let loaded = load(&path).expect("what was written is read");
        assert_eq!(loaded, preset);
        let mut second = app(small(SceneName::Zombies));
        loaded.apply(second.world_mut());
        second.update();
        assert_eq!(Preset::of(second.world_mut()), preset, "{scene:?}");
    }
}

#[test]
fn a_horde_by_field_survives_saving_and_loading() {
    let settings = SceneSettings {
        by_field: true,
        ..small(SceneName::Graveyard)
    };
    let preset = Preset::of(app(settings).world_mut());
    let mut second = app(small(SceneName::Zombies));
    preset.apply(second.world_mut());
    second.update();
    assert_eq!(Preset::of(second.world_mut()), preset);
    let mut zombies = second.world_mut().query::<(&FollowField, Has<Seek>)>();
    let seeking: Vec<bool> = zombies.iter(second.world()).map(|has| has.1).collect();
    assert_eq!(seeking, [false; 12]);
}

#[test]
fn a_preset_changes_only_what_it_lists() {
    let mut app = app(small(SceneName::Zombies));
    let before = Preset::of(app.world_mut());
    let text = r#"(version: 1, scene: "zombies", agents: 12, groups: {
        "zombies": (max_speed: (10, 20), flock: (cohesion: (weight: 3)), wander: (), without: [AvoidAgents]),
    })"#;
    let preset = parse(text).expect("a short preset is one too");
    preset.apply(app.world_mut());
    app.update();
    let after = Preset::of(app.world_mut());
    let (was, is) = (&before.groups["zombies"], &after.groups["zombies"]);
    assert_eq!(is.max_speed, Some(ValueRange(10.0, 20.0)));
    assert_eq!(is.max_force, was.max_force);
    assert_eq!(is.seek, was.seek);
    assert_eq!(is.avoid_agents, None);
    assert_eq!(is.wander, Some(Wander::default()));
    let flock = is.flock.expect("zombies flock");
    assert_eq!(flock.cohesion.weight, 3.0);
    assert_eq!(flock.separation, Flock::default().separation);
}

#[test]
fn the_fastest_stays_the_fastest() {
    let mut app = app(small(SceneName::Zombies));
    let speeds = |app: &mut App| {
        let mut agents = app.world_mut().query::<(&AgentId, &SteeringAgent)>();
        let mut speeds: Vec<_> = agents
            .iter(app.world())
            .map(|(id, agent)| (*id, agent.max_speed))
            .collect();
        speeds.sort_by(|a, b| a.1.total_cmp(&b.1));
        speeds.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    let before = speeds(&mut app);
    let text = r#"(version: 1, scene: "zombies", agents: 12, groups: { "zombies": (max_speed: (100, 300)) })"#;
    parse(text)
        .expect("it is a preset")
        .apply_settings(app.world_mut());
    assert_eq!(speeds(&mut app), before);
}

#[test]
fn targets_stay_the_scenes_own() {
    let mut app = app(small(SceneName::Zombies));
    let preset = Preset::of(app.world_mut());
    preset.apply(app.world_mut());
    app.update();
    let mut baits = app
        .world_mut()
        .query_filtered::<Entity, With<crate::scene::Bait>>();
    let bait = baits.single(app.world()).expect("there is one bait");
    let mut seeks = app.world_mut().query::<&Seek>();
    assert!(
        seeks
            .iter(app.world())
            .all(|seek| seek.target == bait.into())
    );
}

fn error(text: &str) -> (Option<usize>, String) {
    let error = parse(text).expect_err("it is broken");
    assert!(!error.problem.contains('\n'), "{}", error.problem);
    (error.line, error.problem)
}

#[test]
fn a_broken_preset_names_the_line_and_the_field() {
    let (line, what) = error("(\n  version: 1,\n  scene: \"zombies\",\n  agents: many,\n)");
    assert_eq!(line, Some(4));
    assert!(what.contains("`agents`"), "{what}");

    let (line, what) = error(
        "(\n version: 1,\n scene: \"zombies\",\n agents: 5,\n groups: { \"zombies\": (\n  seek: (wait: 2),\n ) })",
    );
    assert_eq!(line, Some(6));
    assert!(what.contains("`wait`"), "{what}");

    let (line, what) = error(
        "(\n version: 1,\n scene: \"zombies\",\n agents: 5,\n groups: { \"zombies\": (\n  flock: (cohesion: (weight: \"much\")),\n ) })",
    );
    assert_eq!(line, Some(6));
    assert!(what.contains("`weight`"), "{what}");

    let (line, what) = error("(\n version: 1,\n scene: \"zombie\",\n agents: 5)");
    assert_eq!(line, Some(3));
    assert!(
        what.contains("`zombie`") && what.contains("flock-wide"),
        "{what}"
    );

    let (line, what) = error("(version: 1, scene: \"zombies\")");
    assert_eq!(line, Some(1));
    assert!(what.contains("`agents`"), "{what}");

    let (line, _) = error("(version: 1,\n scene: \"zombies\",\n agents: 5");
    assert_eq!(line, Some(3));
}

#[test]
fn illegal_numbers_and_groups_are_named() {
    let (_, what) = error("(version: 1, scene: \"zombies\", agents: 0)");
    assert!(what.contains("`agents`"), "{what}");
    let (_, what) =
        error("(version: 1, scene: \"zombies\", agents: 5, groups: { \"ghouls\": () })");
    assert!(
        what.contains("`ghouls`") && what.contains("zombies"),
        "{what}"
    );
    let (_, what) = error(
        "(version: 1, scene: \"zombies\", agents: 5, groups: { \"zombies\": (max_speed: (9, 3)) })",
    );
    assert!(what.contains("`max_speed`"), "{what}");
}

#[test]
fn numbers_that_are_not_finite_are_named() {
    let error_of = |settings: &str| {
        let text = format!(
            "(version: 1, scene: \"zombies\", agents: 5, groups: {{ \"zombies\": ({settings}) }})"
        );
        error(&text).1
    };
    for (settings, expected) in [
        ("mass: NaN", "field `mass` is NaN"),
        ("mass: inf", "field `mass` is inf"),
        ("max_turn_rate: NaN", "field `max_turn_rate` is NaN"),
        ("max_turn_rate: -inf", "field `max_turn_rate` is -inf"),
        ("max_speed: (1, NaN)", "field `max_speed` is (1, NaN)"),
        ("seek: (weight: NaN)", "field `seek.weight` is NaN"),
        (
            "flock: (cohesion: (weight: inf))",
            "field `flock.cohesion.weight` is inf",
        ),
        (
            "avoid_agents: (range: Radii(NaN))",
            "field `avoid_agents.range` is NaN",
        ),
        (
            "facing: (smoothing_time: inf)",
            "field `facing.smoothing_time` is inf",
        ),
        (
            "evade: (panic_distance: NaN)",
            "field `evade.panic_distance` is NaN",
        ),
    ] {
        let what = error_of(settings);
        let expected = format!("group `zombies`: {expected}, and must be");
        assert!(what.starts_with(&expected), "{what}");
    }
    let no_limits = r#"(version: 1, scene: "zombies", agents: 5, groups: {
        "zombies": (max_turn_rate: inf, flee: (panic_distance: inf), facing: (max_turn_rate: inf)),
    })"#;
    assert!(parse(no_limits).is_ok());
}

#[test]
fn a_newer_preset_says_so() {
    let (_, what) = error("(version: 2, scene: \"zombies\", agents: 5, weather: \"rain\")");
    assert!(what.contains("`version`") && what.contains('2'), "{what}");
}

#[test]
fn a_missing_file_is_named() {
    let error = load(Path::new("no/such/preset.ron")).expect_err("it is not there");
    assert!(error.contains("no/such/preset.ron"), "{error}");
}

#[test]
fn a_failed_save_names_the_file_and_keeps_the_old_one() {
    let mut app = app(small(SceneName::Zombies));
    let preset = Preset::of(app.world_mut());
    let path = scratch("kept.ron");
    save(&preset, &path).expect("it is written");
    for illegal in [path.join("new.ron"), path.join("new/folder.ron")] {
        let error = save(&preset, &illegal).expect_err("a file is no folder");
        assert!(error.contains("kept.ron"), "{error}");
    }
    assert_eq!(load(&path), Ok(preset));
}

#[test]
fn every_shipped_preset_loads_and_applies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/presets");
    let files = std::fs::read_dir(folder).expect("presets are shipped");
    let mut count = 0;
    for file in files {
        let path = file.expect("the folder is readable").path();
        let preset = load(&path).expect("a shipped preset is sound");
        let mut app = app(small(SceneName::Zombies));
        preset.apply(app.world_mut());
        app.update();
        let now = Preset::of(app.world_mut());
        assert_eq!((now.scene, now.agents), (preset.scene, preset.agents));
        for (group, settings) in &preset.groups {
            let members = members_by_group(app.world_mut());
            let members = members
                .get(group.as_str())
                .expect("the scene has the group");
            let before = GroupSettings::of(app.world(), members);
            settings.apply(app.world_mut(), members);
            assert_eq!(
                GroupSettings::of(app.world(), members),
                before,
                "{}",
                path.display()
            );
        }
        count += 1;
    }
    assert!(count >= 2);
}
