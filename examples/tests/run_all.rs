//! Every example runs without a window and shows what it promises.
//!
//! The sources in `examples/` are the list, so new examples are covered.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The report of an example about its last tick.
struct Report {
    line: String,
    readout: String,
}

impl Report {
    /// The number after `words`.
    fn number_after(&self, words: &str) -> f32 {
        let text = format!("{}\n{}", self.line, self.readout);
        let (_, rest) = text
            .split_once(words)
            .unwrap_or_else(|| panic!("no {words:?} in {text:?}"));
        let number: String = rest
            .trim_start()
            .chars()
            .take_while(|character| character.is_ascii_digit() || ".-".contains(*character))
            .collect();
        number
            .trim_end_matches('.')
            .parse()
            .unwrap_or_else(|_| panic!("no number after {words:?} in {text:?}"))
    }
}

fn example_names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the examples folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let stem = path.file_stem().expect("a source has a name");
            stem.to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    names
}

/// `cargo test` builds a package's examples next to its tests.
fn built_example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let profile = test
        .parent()
        .and_then(Path::parent)
        .expect("tests lie in target/PROFILE/deps");
    profile
        .join("examples")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn run(name: &str, ticks: u32) -> Report {
    let path = built_example(name);
    assert!(
        path.exists(),
        "{name} is not built: `cargo test` without `--test` builds it, and so does `cargo build \
         --examples`"
    );
    let output = Command::new(path)
        .args(["--ticks", &ticks.to_string()])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("it starts");
    read_report(name, ticks, &output)
}

fn read_report(name: &str, ticks: u32, output: &Output) -> Report {
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{name}: {}\n{printed}\n{errors}",
        output.status
    );
    for word in ["WARN", "ERROR", "panicked"] {
        assert!(
            !printed.contains(word) && !errors.contains(word),
            "{name}:\n{printed}\n{errors}"
        );
    }
    let start = format!("{name}: {ticks} ticks, ");
    let mut lines = printed.lines().skip_while(|line| !line.starts_with(&start));
    let report = Report {
        line: lines
            .next()
            .unwrap_or_else(|| panic!("{name} printed no line that starts {start:?}:\n{printed}"))
            .to_owned(),
        readout: lines.collect::<Vec<_>>().join("\n"),
    };
    assert!(
        report.line.contains("all positions finite"),
        "{}",
        report.line
    );
    report
}

#[test]
fn every_example_runs_without_a_window() {
    let names = example_names();
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        let report = run(&name, 120);
        let agents: u32 = report
            .line
            .split(", ")
            .find_map(|part| part.strip_suffix(" agents")?.parse().ok())
            .expect("the line says how many agents there are");
        assert!(agents > 0, "{}", report.line);
        let in_obstacles = report.number_after("in obstacles");
        assert!(in_obstacles < 1.0, "{}", report.line);
        // Bodies that the game moves may overlap.
        if name != "own_movement" {
            assert!(report.number_after("overlap") < 5.0, "{}", report.line);
        }
    }
}

#[test]
fn arrive_comes_to_rest() {
    let report = run("arrive", 400);
    assert!(report.line.contains("4 standing"), "{}", report.line);
}

#[test]
fn a_restored_game_continues_bit_for_bit() {
    let report = run("save_restore", 250);
    assert!(
        report.readout.contains("the same bits: 41 of 41"),
        "{}",
        report.readout
    );
}

#[test]
fn alignment_falls_into_step() {
    let report = run("alignment", 900);
    assert!(report.number_after("at best") > 0.9, "{}", report.readout);
}

#[test]
fn pursuit_catches_what_seeking_does_not() {
    let report = run("pursue", 800);
    let [pursue, seek] = ["reach: pursue", ", seek"].map(|words| report.number_after(words));
    assert!(pursue > 0.0 && seek < 0.5 * pursue, "{}", report.readout);
}

#[test]
fn evading_agents_leave_the_lane_and_fleeing_ones_do_not() {
    let report = run("evade", 600);
    let [flee, evade] = ["over: flee", ", evade"].map(|words| report.number_after(words));
    assert!(flee >= 5.0 && evade < 0.3 * flee, "{}", report.readout);
}

#[test]
fn avoid_obstacles_prevents_nearly_all_contacts() {
    let report = run("avoid_obstacles", 900);
    let touches = report.number_after("boulder:");
    // 14 agents for 900 ticks.
    assert!(touches < 0.01 * 14.0 * 900.0, "{}", report.readout);
}

#[test]
fn travelers_arrive_past_every_shape() {
    for shape in ["segment", "polyline", "rectangle", "polygon", "capsule"] {
        let report = run(&format!("obstacle_{shape}"), 1800);
        // Five travelers, 30 s, about 9 s from one position to the other.
        let arrivals = report.number_after("arrivals:");
        assert!(arrivals >= 8.0, "{shape}: {}", report.readout);
        // 5 travelers for 1800 ticks: some push each other; some meet at a corner.
        let touches = report.number_after("obstacle:");
        assert!(touches < 0.01 * 5.0 * 1800.0, "{shape}: {}", report.readout);
    }
}

#[test]
fn whiskers_lead_around_colliders_of_a_physics_engine() {
    let report = run("whiskers_avian", 1200);
    // All are across.
    assert!(report.line.contains("10 standing"), "{}", report.line);
    assert_eq!(report.number_after("stone:"), 0.0, "{}", report.readout);
}

#[test]
fn a_character_controller_takes_all_across_and_pushes_barrels_aside() {
    let report = run("character_avian", 1_500);
    let [across, pushes] = ["settled:", "pushed:"].map(|words| report.number_after(words));
    assert!(across >= 14.0 && pushes > 0.0, "{}", report.readout);
    assert_eq!(report.number_after("in obstacles"), 0.0, "{}", report.line);
}

#[test]
fn avoid_agents_prevents_a_jam() {
    let report = run("avoid_agents", 500);
    let [without, with] = ["touch: without", ", with"].map(|words| report.number_after(words));
    assert!(with < 0.1 * without, "{}", report.readout);
}

#[test]
fn followers_keep_their_offsets_round_what_is_in_the_way() {
    let report = run("own_goal", 900);
    let off = report.number_after("places by");
    assert!(off < 40.0, "{}", report.readout);
}

#[test]
fn a_crowd_settles_at_the_end_of_its_road() {
    let report = run("follow_path", 1_500);
    assert!(report.number_after("path,") >= 12.0, "{}", report.readout);
}

#[test]
fn a_horde_goes_through_a_maze_by_a_flow_field() {
    let report = run("flow_field", 3_000);
    assert!(
        report.number_after("settled:") >= 60.0,
        "{}",
        report.readout
    );
}

#[test]
fn priorities_keep_a_crowd_off_the_boulders() {
    let report = run("combine", 900);
    let [sum, tiers] = ["weighted sum", "prioritized"].map(|words| report.number_after(words));
    assert!(sum > 1.0 && tiers < 0.5 * sum, "{}", report.readout);
}

#[test]
fn disabled_agents_stand() {
    let report = run("disable", 120);
    assert!(report.number_after("finite,") >= 20.0, "{}", report.line);
}

#[test]
fn every_example_is_short_and_documents_its_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(folder.join("README.md")).expect("there is a README");
    for name in example_names() {
        let path = folder.join("examples").join(format!("{name}.rs"));
        let source = std::fs::read_to_string(path).expect("it can be read");
        assert!(
            source.contains(&format!("--example {name}`")),
            "{name}: no command"
        );
        assert!(source.contains("//! Watch: "), "{name}: what to watch?");
        assert!(source.lines().count() <= 125, "{name} is long");
        assert!(
            table.contains(&format!("[{name}](examples/{name}.rs)")),
            "{name} is not in the README's table"
        );
    }
}
