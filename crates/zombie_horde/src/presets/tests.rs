use super::file::parse;
use super::*;
use crate::simulation::SimulationPlugin;
use bevy::diagnostic::DiagnosticsPlugin;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use std::path::Path;

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

#[test]
fn every_scene_survives_saving_and_loading() {
    for scene in SceneName::ALL {
        let mut first = app(small(scene));
        let preset = Preset::of(first.world_mut());
        assert!(!preset.groups.is_empty(), "{scene:?} has agents");
        let written = text(&preset).expect("it can be written");
        let loaded = read(&written).expect("what was written is read");
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
        "zombies": (components: {
            "SteeringAgent": {"max_speed": (10, 20)},
            "Flock": {"cohesion.weight": 3},
            "Wander": {},
        }, without: ["AvoidAgents"]),
    })"#;
    let preset = parse(text).expect("a short preset is one too");
    preset.apply(app.world_mut());
    app.update();
    let after = Preset::of(app.world_mut());
    let changed: Vec<_> = differences(&before, &after);
    let expected = [
        "Flock.cohesion.weight",
        "SteeringAgent.max_speed",
        "Wander.rate",
        "Wander.spread",
        "Wander.weight",
    ];
    assert_eq!(changed, expected);
    assert!(after.groups["zombies"].without.contains("AvoidAgents"));
}

/// The settings of zombies whose values in the second preset differ from the first.
fn differences(first: &Preset, second: &Preset) -> Vec<String> {
    let settings = |preset: &Preset| {
        let components = &preset.groups["zombies"].components;
        let settings = components.iter().flat_map(|(name, values)| {
            let path = move |path: &String| format!("{name}.{path}");
            values
                .iter()
                .map(move |(field, value)| (path(field), value.clone()))
        });
        settings.collect::<BTreeMap<_, _>>()
    };
    let before = settings(first);
    let after = settings(second).into_iter();
    let changed = after.filter(|(path, value)| before.get(path) != Some(value));
    changed.map(|(path, _)| path).collect()
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
    let text = r#"(version: 1, scene: "zombies", agents: 12, groups: { "zombies": (components: { "SteeringAgent": {"max_speed": (100, 300)} }) })"#;
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
        "(\n version: 1,\n scene: \"zombies\",\n agents: 5,\n groups: { \"zombies\": (\n  wait: 2,\n ) })",
    );
    assert_eq!(line, Some(6));
    assert!(what.contains("`wait`"), "{what}");

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
        r#"(version: 1, scene: "zombies", agents: 5, groups: { "zombies": (components: {
            "Seek": {"weight": NaN},
        }) })"#,
    );
    let expected = "group `zombies`: field `Seek.weight` is NaN, and must be a number";
    assert_eq!(what, expected);
}

#[test]
fn a_preset_of_another_version_is_refused() {
    for version in [0, 2, 70] {
        let text = format!("(version: {version}, scene: \"zombies\", agents: 5)");
        let (_, what) = error(&text);
        let named = format!("`version` is {version}");
        assert!(what.contains(&named), "{what}");
    }
    let (_, what) = error("(version: 2, scene: \"zombies\", agents: 5, weather: \"rain\")");
    assert!(what.contains("`version`"), "{what}");
}

#[test]
fn a_missing_file_is_named() {
    let error = load(Path::new("no/such/preset.ron")).expect_err("it is not there");
    assert!(error.contains("no/such/preset.ron"), "{error}");
}

#[test]
fn every_shipped_preset_loads_and_applies() {
    let folder = Path::new("src").join(env!("ASSETS")).join("presets");
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
            let before = GroupPreset::of(app.world(), members);
            settings.apply(app.world_mut(), members);
            assert_eq!(
                GroupPreset::of(app.world(), members),
                before,
                "{}",
                path.display()
            );
        }
        count += 1;
    }
    assert!(count >= 2);
}
