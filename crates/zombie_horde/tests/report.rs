//! The report of a headless run.

mod common;

use common::{SCENES, run};
use serde_json::Value;
use zombie_horde::command::test_support::{CommandOutput, Folder};

/// Scenes without random numbers.
const UNCHANGING: [&str; 6] = [
    "patrol-one-ray",
    "patrol-three-rays",
    "wall",
    "cul-de-sac",
    "long-wall",
    "crossing-sight",
];

/// The report of a run that prints nothing else.
fn report(arguments: &str) -> Value {
    let output = run(["--headless", "--json"]
        .into_iter()
        .chain(arguments.split(' ')));
    assert_eq!(
        (output.status, output.stderr.as_str()),
        (0, ""),
        "{arguments}"
    );
    assert_eq!(output.stdout.lines().count(), 1, "{}", output.stdout);
    serde_json::from_str(&output.stdout).expect("one JSON object")
}

/// The keys of an object, sorted.
fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

fn check_spread(spread: &Value) {
    assert_eq!(keys(spread), ["median", "p95", "worst"]);
    let [median, p95, worst] = ["median", "p95", "worst"].map(|key| number(&spread[key]));
    assert!(
        0.0 <= median && median <= p95 && p95 <= worst && worst < 60_000.0,
        "{spread}"
    );
}

#[test]
fn report_of_every_scene_has_exactly_its_keys() {
    for scene in SCENES {
        let report = report(&format!(
            "--scene {scene} --agents 7 --ticks 30 --hz 50 --seed 5 --threads 2"
        ));
        assert_eq!(
            keys(&report),
            [
                "agents",
                "agents_per_second",
                "arrivals",
                "hz",
                "nearest_clearance",
                "non_finite",
                "penetrations",
                "scene",
                "seed",
                "stages_ms",
                "state_hash",
                "steering_ms",
                "target_distance",
                "threads",
                "ticks",
            ]
        );
        assert_eq!(report["scene"], scene);
        for (key, expected) in [
            ("agents", 7),
            ("ticks", 30),
            ("hz", 50),
            ("seed", 5),
            ("threads", 2),
        ] {
            assert_eq!(report[key], expected, "{scene}: {key}");
        }
        check_spread(&report["steering_ms"]);
        assert_eq!(
            keys(&report["stages_ms"]),
            ["arbitrate", "behave", "locomote", "perceive"]
        );
        for stage in ["perceive", "behave", "arbitrate", "locomote"] {
            check_spread(&report["stages_ms"][stage]);
            assert!(
                number(&report["stages_ms"][stage]["median"])
                    <= number(&report["steering_ms"]["worst"])
            );
        }
        assert!(number(&report["agents_per_second"]) > 1.0);
        assert_eq!(
            (&report["penetrations"], &report["non_finite"]),
            (&0.into(), &0.into()),
            "{scene}"
        );
        let hash = report["state_hash"].as_str().expect("text");
        assert!(
            hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()),
            "{hash}"
        );

        let has_obstacles = scene != "crossing";
        assert_eq!(
            report["nearest_clearance"].is_f64(),
            has_obstacles,
            "{scene}"
        );
        let has_targets = !scene.starts_with("flock") && scene != "parade";
        assert_eq!(
            report["target_distance"].is_object(),
            has_targets,
            "{scene}"
        );
        let has_ends = has_targets && !["zombies", "graveyard", "maze", "orders"].contains(&scene);
        assert_eq!(report["arrivals"].is_u64(), has_ends, "{scene}");
        if has_targets {
            assert_eq!(keys(&report["target_distance"]), ["end", "start"]);
            let [start, end] = ["start", "end"].map(|key| number(&report["target_distance"][key]));
            // Squads form up before they march, and zombies go round the wall to a gate.
            let most = if ["orders", "graveyard"].contains(&scene) {
                1.1 * start
            } else {
                start
            };
            assert!(
                0.0 < end && end < most && start < 10_000.0,
                "{scene}: {start} {end}"
            );
        }
    }
}

#[test]
fn missing_arguments_get_the_scene_defaults() {
    let report = report("--scene patrol-one-ray --hz 2");
    assert_eq!(report["agents"], 3);
    assert_eq!(report["seed"], 0);
    assert_eq!(report["ticks"], 120, "60 seconds");
}

#[test]
fn same_run_ends_the_same_on_any_number_of_threads() {
    for scene in SCENES {
        let agents = if scene.starts_with("patrol") { 3 } else { 150 };
        let end = |rest: &str| {
            let report = report(&format!(
                "--scene {scene} --agents {agents} --ticks 200 {rest}"
            ));
            report["state_hash"].as_str().expect("text").to_owned()
        };
        let first = end("--seed 1 --threads 1");
        assert_eq!(first, end("--seed 1 --threads 1"), "{scene}: run to run");
        assert_eq!(
            first,
            end("--seed 1 --threads 2"),
            "{scene}: one thread and two"
        );
        if !UNCHANGING.contains(&scene) {
            assert_ne!(first, end("--seed 2 --threads 2"), "{scene}: another seed");
        }
    }
}

#[test]
fn five_hundred_zombies_reach_the_bait_before_it_jumps_and_touch_nothing() {
    let report = report("--scene zombies --agents 500 --ticks 1190");
    assert_eq!(
        (&report["penetrations"], &report["non_finite"]),
        (&0.into(), &0.into()),
        "{report}"
    );
    let [start, end] = ["start", "end"].map(|key| number(&report["target_distance"][key]));
    assert!(end < 0.5 * start, "from {start} to {end} units");
}

#[test]
fn five_hundred_zombies_stream_into_the_graveyard_and_touch_nothing() {
    let report = report("--scene graveyard --agents 500 --ticks 1790");
    assert_eq!(
        (&report["penetrations"], &report["non_finite"]),
        (&0.into(), &0.into()),
        "{report}"
    );
    let [start, end] = ["start", "end"].map(|key| number(&report["target_distance"][key]));
    assert!(end < 0.6 * start, "from {start} to {end} units");
}

#[test]
fn five_hundred_zombies_find_the_bait_by_field_and_touch_nothing() {
    // At the end of the run in the maze, the bait has been in its room for 18 seconds.
    for (arguments, share) in [
        ("maze --ticks 2280", 0.6),
        ("graveyard --by-field --ticks 1790", 0.5),
    ] {
        let report = report(&format!("--agents 500 --scene {arguments}"));
        assert_eq!(
            (&report["penetrations"], &report["non_finite"]),
            (&0.into(), &0.into()),
            "{report}"
        );
        let [start, end] = ["start", "end"].map(|key| number(&report["target_distance"][key]));
        assert!(
            end < share * start,
            "{arguments}: from {start} to {end} units"
        );
    }
}

#[test]
fn squads_gather_in_the_middle_and_touch_nothing() {
    // The run ends just before the timetable ends the gathering.
    let report = report("--scene orders --ticks 5270");
    assert_eq!(
        (&report["penetrations"], &report["non_finite"]),
        (&0.into(), &0.into()),
        "{report}"
    );
    // 144 bodies at a packing of 0.6 are 124 units from the middle, on average.
    let end = number(&report["target_distance"]["end"]);
    assert!(end < 150.0, "{end} units");
}

#[test]
fn walkers_get_past_walls_and_dead_ends_and_touch_nothing() {
    // The fewest arrivals of all agents together in two minutes.
    for (scene, agents, arrivals) in [
        ("wall", 6, 100),
        ("cul-de-sac", 16, 70),
        ("long-wall", 10, 70),
        ("crossing-sight", 24, 150),
    ] {
        let report = report(&format!("--scene {scene} --agents {agents} --ticks 7200"));
        assert_eq!(
            (&report["penetrations"], &report["non_finite"]),
            (&0.into(), &0.into()),
            "{report}"
        );
        let counted = report["arrivals"].as_u64().expect("they have ends");
        assert!(counted >= arrivals, "{scene}: {counted}");
    }
}

/// `script` provides a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_large_scene_shows_its_progress_on_a_terminal() {
    let demo = env!("CARGO_BIN_EXE_zombie_horde");
    let run = format!("'{demo}' --headless --agents 50000 --ticks 1");
    let mut script = std::process::Command::new("script");
    script
        .args(["-qec", &run, "/dev/null"])
        .env("TERM", "xterm");
    let output = CommandOutput::of(script.stdin(std::process::Stdio::null()));
    assert_eq!(output.status, 0, "{}", output.stdout);
    let shown = "building a scene of 50,000 agents";
    assert!(output.stdout.contains(shown), "{:?}", output.stdout);
}

#[test]
fn the_lowest_tick_rate_works() {
    let report = report("--scene crossing --hz 1 --ticks 4");
    let [start, end] = ["start", "end"].map(|key| number(&report["target_distance"][key]));
    assert!(
        start - end > 50.0,
        "in four seconds from {start} to {end} units"
    );
}

#[test]
fn the_readable_report_has_the_same_content() {
    let output = run("--headless --scene crossing --ticks 60 --threads 1".split(' '));
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    for part in [
        "Scene crossing: 24 agents",
        "60 ticks at 60 Hz",
        "1 thread\n",
        "perceive",
        "all four",
        "Arrivals",
        "Final state",
    ] {
        assert!(
            output.stdout.contains(part),
            "{part:?} is missing:\n{}",
            output.stdout
        );
    }
    assert!(output.stdout.is_ascii() && output.stdout.lines().all(|line| line.len() < 120));
}

#[test]
fn arguments_override_the_preset() {
    let folder = Folder::new("preset");
    let file = folder.file("slow.ron");
    let text = r#"(version: 1, scene: "crossing", agents: 9, seed: 4,
        groups: {"walkers": (components: {"SteeringAgent": {"max_speed": 1.0}})})"#;
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("text");
    let slow = report(&format!("--preset {file} --ticks 60"));
    assert_eq!(
        (&slow["scene"], &slow["agents"], &slow["seed"]),
        (&"crossing".into(), &9.into(), &4.into())
    );
    let usual = report("--scene crossing --agents 9 --seed 4 --ticks 60");
    let distance = |report: &Value| number(&report["target_distance"]["end"]);
    assert!(distance(&slow) > distance(&usual) + 10.0, "{slow}\n{usual}");
    let more = report(&format!("--preset {file} --ticks 2 --agents 12 --seed 6"));
    assert_eq!((&more["agents"], &more["seed"]), (&12.into(), &6.into()));
}
