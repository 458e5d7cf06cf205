//! Arguments, output files and error messages of the command.

use horde_scenarios::command::test_support::{CommandOutput, Folder, with_full_disk};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Runs the command in a folder outside the workspace.
fn run<Argument: AsRef<OsStr>>(arguments: impl IntoIterator<Item = Argument>) -> CommandOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_horde_scenarios"));
    CommandOutput::of(command.args(arguments).current_dir(env::temp_dir()))
}

/// The error message of the command with these arguments.
fn error_line<Argument: AsRef<OsStr>>(arguments: &[Argument]) -> String {
    run(arguments).error_line()
}

const MINE: &str = r#"(
    title: "Mine",
    about: "One agent crosses empty ground.",
    groups: [
        (start: Points([(0, 0)]), moves: Walks([Point((3, 0))]), radius: 0.3, speed: 1.3),
    ],
    ends: AllArrived(within: 20),
)"#;

#[test]
fn the_list_has_one_name_per_line() {
    let output = run(["--list"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for name in output.stdout.lines() {
        assert!(folder.join(format!("{name}.ron")).is_file(), "{name}");
    }
    assert!(output.stdout.lines().count() > 20);
}

#[test]
fn a_table_of_two_has_their_rows_and_writes_nothing() {
    let output = run([
        "head-on-aligned",
        "wall-12",
        "--rates",
        "60",
        "--symmetries",
        "plain",
    ]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    for name in ["head-on-aligned", "wall-12"] {
        assert!(output.stdout.contains(name), "{}", output.stdout);
    }
    assert!(!output.stdout.contains("corridor"), "{}", output.stdout);
}

#[test]
fn json_holds_every_run() {
    let output = run([
        "head-on-aligned",
        "--json",
        "--rates",
        "30,60",
        "--symmetries",
        "plain,mirrored",
    ]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let reports: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    let runs = reports[0]["runs"].as_array().expect("runs");
    let variants: Vec<_> = runs
        .iter()
        .map(|run| (run["rate"].as_u64(), run["symmetry"].as_str()))
        .collect();
    let expected = [
        (60, "plain"),
        (30, "plain"),
        (30, "mirrored"),
        (60, "mirrored"),
    ];
    assert_eq!(
        variants,
        expected.map(|(rate, symmetry)| (Some(rate), Some(symmetry)))
    );
    let measures = &runs[0]["measures"];
    assert_eq!(measures["arrivals"]["arrived"], 2);
    let second = &measures["results"][1];
    assert_eq!((&second["agent"], &second["group"]), (&1.into(), &1.into()));
    assert!(
        second["arrived"]
            .as_f64()
            .is_some_and(|time| (3.0..5.0).contains(&time)),
        "{second}"
    );
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let with = |threads| run(["antipodal-10", "corner", "--json", "--threads", threads]).stdout;
    assert_eq!(with("1"), with("4"));
}

#[test]
fn a_user_scenario_is_run_and_drawn() {
    let folder = Folder::new("mine");
    fs::write(folder.file("mine.ron"), MINE).expect("written");
    let (results, rows) = (folder.file("results"), folder.file("rows.csv"));
    let mut arguments = vec![folder.file("mine.ron").into_os_string()];
    arguments.extend(["--check", "--output"].map(OsString::from));
    arguments.push(results.clone().into());
    arguments.extend(["--trajectories".into(), rows.clone().into()]);
    let output = run(arguments);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(
        output.stderr.ends_with("tables.md and 1 picture\n"),
        "{}",
        output.stderr
    );
    let read = |file: &Path| fs::read_to_string(file).expect("it was written");
    assert!(read(&results.join("tables.md")).contains("Mine"));
    assert!(read(&results.join("pictures/mine.svg")).contains("<svg"));
    let rows = read(&rows);
    assert!(
        rows.starts_with("time,agent,x,y,vx,vy\n0.000000,0,0.0,0.0,"),
        "{rows:.80}"
    );
    assert!(
        rows.lines().last().expect("a row").contains(",0,2."),
        "it ends within 0.25 m of 3"
    );
}

#[test]
fn the_trajectories_of_every_run_are_files_of_a_folder() {
    let folder = Folder::new("all-rows");
    fs::write(folder.file("mine.ron"), MINE).expect("written");
    let all = folder.file("all");
    let mut arguments = vec![folder.file("mine.ron").into_os_string()];
    arguments.extend(["--rates", "30,60", "--symmetries", "mirrored"].map(OsString::from));
    arguments.extend(["--rival", "straight", "--all-trajectories"].map(OsString::from));
    arguments.push(all.clone().into());
    let output = run(&arguments);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let rows = [30, 60].map(|rate| {
        let file = all.join(format!("mine-mirrored-{rate}.csv"));
        fs::read_to_string(file)
            .expect("it was written")
            .lines()
            .count()
    });
    assert!(rows[0] > 60 && rows[1] > 120, "{rows:?}");
    assert!(all.join("mine-plain-60-straight.csv").exists());
    assert_eq!(fs::read_dir(&all).expect("a folder").count(), 3);
    arguments.pop();
    arguments.push(folder.file("mine.ron").into());
    assert!(error_line(&arguments).contains("--all-trajectories"));
}

#[test]
fn a_known_shortfall_does_not_fail_a_check() {
    let folder = Folder::new("known");
    let late = folder.file("late.ron");
    let known = "within: 1), requires: (not_yet: [all_arrive])";
    fs::write(&late, MINE.replace("within: 20)", known)).expect("written");
    let output = run([late, "--check".into()]);
    assert_eq!(output.status, 0, "{}", output.stdout);
    let expected = "not met yet: all agents arrive: 0 of 1";
    assert!(output.stdout.contains(expected), "{}", output.stdout);
    assert!(output.stdout.contains("not yet (1)"), "{}", output.stdout);
}

#[test]
fn unmet_requirements_are_a_failure_only_when_checked() {
    let folder = Folder::new("unmet");
    let late = folder.file("late.ron");
    fs::write(&late, MINE.replace("within: 20", "within: 1")).expect("written");
    let output = run([&late]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(
        output.stdout.contains("NOT met: all agents arrive: 0 of 1"),
        "{}",
        output.stdout
    );
    assert_eq!(run([late, "--check".into()]).status, 1);
}

#[test]
fn control_characters_of_a_scenario_are_escaped() {
    let folder = Folder::new("escapes");
    let file = folder.file("\u{1b}[31mmine\u{9b}2J.ron");
    let title = "Mine\u{1b}[2J";
    fs::write(&file, format!("\u{feff}{}", MINE.replace("Mine", title))).expect("written");
    let results = folder.file("results");
    let mut arguments = vec![
        file.into_os_string(),
        "--output".into(),
        results.clone().into(),
    ];
    arguments.extend(["--rates", "60", "--symmetries", "plain"].map(OsString::from));
    let output = run(&arguments);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(
        output.stdout.contains(r"\u001b[31mmine\u009b2J"),
        "{}",
        output.stdout
    );
    let is_obeyed =
        |text: &str| text.contains(|letter: char| letter.is_control() && letter != '\n');
    assert!(
        !is_obeyed(&output.stdout) && !is_obeyed(&output.stderr),
        "{output:?}"
    );
    let page = fs::read_to_string(results.join("tables.md")).expect("it was written");
    assert!(page.contains(r"### Mine\u001b[2J") && !is_obeyed(&page));
    for picture in fs::read_dir(results.join("pictures")).expect("pictures") {
        let picture = fs::read_to_string(picture.expect("an entry").path()).expect("text");
        assert!(picture.contains(r"Mine\u001b[2J") && !is_obeyed(&picture));
    }
    arguments.push("--json".into());
    let output = run(&arguments);
    let reports: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    assert_eq!(reports[0]["title"], title);
    assert_eq!(reports[0]["scenario"], "\u{1b}[31mmine\u{9b}2J");
    assert!(!is_obeyed(&output.stdout));
}

#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_old_rows() {
    let folder = Folder::new("rows-no-room");
    let rows = folder.file("rows.csv");
    fs::write(&rows, "precious").expect("written");
    let mut command = with_full_disk(env!("CARGO_BIN_EXE_horde_scenarios"));
    command.args([
        "head-on-aligned",
        "--rates",
        "60",
        "--symmetries",
        "plain",
        "--trajectories",
    ]);
    let output = CommandOutput::of(command.arg(&rows).current_dir(&folder.0));
    assert_eq!(
        (output.status, output.stdout.as_str()),
        (1, ""),
        "{}",
        output.stderr
    );
    let shown = format!("error: cannot write {}: ", rows.display());
    assert!(output.stderr.starts_with(&shown), "{}", output.stderr);
    assert_eq!(fs::read_to_string(&rows).expect("still there"), "precious");
    assert_eq!(folder.names(), ["rows.csv"]);
}

#[test]
fn a_scenario_that_is_too_large_is_reported_at_once() {
    let folder = Folder::new("too-large");
    let file = folder.file("large.ron");
    for (from, to, expected) in [
        (
            "Points([(0, 0)])",
            "Grid(corner: (0, 0), columns: 4294967295, rows: 4294967295, step: (1, 1))",
            "groups[0].start: columns is 4294967295, and must be at most 20000",
        ),
        (
            "AllArrived(within: 20)",
            "After(1e9)",
            "ends is 1000000000, and must be at most 86400",
        ),
    ] {
        fs::write(&file, MINE.replace(from, to)).expect("written");
        let error_line = error_line(&[&file]);
        assert!(error_line.contains(expected), "{error_line}");
    }
}

#[test]
fn wrong_arguments_are_reported_in_one_line() {
    assert!(error_line(&["no-such"]).contains("there is no scenario \"no-such\""));
    assert!(error_line(&["nowhere.ron"]).contains("cannot read scenario nowhere.ron: "));
    assert!(error_line(&["--rates", "0"]).contains("--rates"));
    assert!(error_line(&["--rates", "-5"]).contains("--rates"));
    assert!(error_line(&["--threads", "-1"]).contains("--threads"));
    let long = error_line(&["x".repeat(100_000)]);
    assert!(
        long.contains("there is no scenario \"xxx") && long.len() < 1000,
        "{long}"
    );
    assert!(error_line(&["--symmetries", "upside"]).contains("mirrored"));
    assert!(error_line(&["--quick", "--rates", "60"]).contains("--quick"));
    assert!(error_line(&["--trajectories", "t.csv"]).contains("exactly one scenario"));
    assert!(error_line(&["corner", "corner"]).contains("another one that is called \"corner\""));
    assert!(error_line(&["--bogus"]).contains("--bogus"));
}

#[test]
fn a_broken_file_is_named() {
    let folder = Folder::new("broken");
    let file = folder.file("broken.ron");
    let error_about = |text: &str| {
        fs::write(&file, text).expect("written");
        let error_line = error_line(&[&file]);
        assert!(error_line.contains("broken.ron"), "{error_line}");
        error_line
    };
    assert!(
        error_about(&MINE.replace("0.3", "-0.3"))
            .contains("groups[0].radius is -0.3, and must be above 0")
    );
    assert!(error_about(&MINE.replace("radius", "raduis")).contains("line 5: "));
    assert!(
        error_about(&MINE.replace("[(0, 0)]", "[(0, 0), (0, 0)]")).contains("overlaps agent 0")
    );
    error_about("");
    error_about("(((((");
}

#[test]
fn unwritable_files_are_reported_before_the_run() {
    let folder = Folder::new("unwritable");
    let file = folder.file("a-file");
    fs::write(&file, "").expect("written");
    let error_line = |option: &str, path: &Path| {
        error_line(&["antipodal-250".as_ref(), option.as_ref(), path.as_os_str()])
    };
    assert!(error_line("--output", &file).contains("--output"));
    assert!(error_line("--trajectories", &file.join("rows.csv")).contains("--trajectories"));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_invalid_text_is_named() {
    use std::os::unix::ffi::OsStringExt;
    let no_text = OsString::from_vec(vec![b'z', 0xff]);
    assert_eq!(
        error_line(&[no_text]),
        "error: argument \"z\\xFF\" is not valid text\n"
    );
}

#[test]
fn random_scenarios_are_replayed_by_their_seed() {
    let solved = |arguments: &[&str]| {
        let output = run([arguments, &["--json"]].concat());
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        let reports: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
        let report = reports[0].clone();
        let unsolved = report["unsolved"].as_array().expect("a list").len() as u64;
        let all = report["scenarios"].as_u64().expect("a number");
        assert_eq!(report["solved"], all - unsolved);
        report
    };
    let seeds = ["2", "3", "4"];
    let together = solved(&["--random", "3", "--seed", "2", "--threads", "3"]);
    assert_eq!(together["scenarios"], 3);
    let alone = seeds.map(|seed| solved(&["--random", "1", "--seed", seed]));
    let unsolved = |report: &serde_json::Value| report["unsolved"].as_array().cloned();
    let mut apart: Vec<_> = alone.iter().filter_map(unsolved).flatten().collect();
    let mut listed = unsolved(&together).expect("a list");
    for list in [&mut apart, &mut listed] {
        list.sort_by_key(|result| result["seed"].as_u64());
    }
    assert_eq!(listed, apart);
}

#[test]
fn a_single_random_scenario_is_drawn_and_written() {
    let folder = Folder::new("random");
    let (pictures, rows) = (folder.file("pictures"), folder.file("rows.csv"));
    let mut arguments = ["--random", "1", "--seed", "3", "--output"]
        .map(OsString::from)
        .to_vec();
    arguments.push(pictures.clone().into());
    arguments.extend(["--trajectories".into(), rows.clone().into()]);
    let output = run(&arguments);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let picture = fs::read_to_string(pictures.join("random-3.svg")).expect("it was drawn");
    assert!(picture.contains("Random scenario 3"), "{picture:.400}");
    let rows = fs::read_to_string(rows).expect("it was written");
    assert!(rows.starts_with("time,agent,x,y,vx,vy\n0.000000,0,"));
}

#[test]
fn options_that_do_not_fit_random_scenarios_are_reported() {
    assert!(error_line(&["--seed", "3"]).contains("--random"));
    assert!(error_line(&["corridor", "--seed", "3"]).contains("--random"));
    let all = ["--random", "1", "--all-trajectories", "out"];
    assert!(error_line(&all).contains("no --all-trajectories"));
    assert!(error_line(&["--random", "0"]).contains("--random"));
    assert!(error_line(&["--random", "-1"]).contains("--random"));
    assert!(error_line(&["--random", "2", "corridor"]).contains("--random"));
    assert!(error_line(&["--random", "2", "--rates", "30,60"]).contains("one --rates"));
    let trajectories = ["--random", "2", "--trajectories", "t.csv"];
    assert!(error_line(&trajectories).contains("exactly one scenario"));
}

#[test]
fn a_rival_walks_the_same_scenario_and_has_its_column() {
    let folder = Folder::new("rival");
    let mut arguments = ["antipodal-10", "flock-wide-20", "--rival", "dodgy,straight"]
        .map(OsString::from)
        .to_vec();
    arguments.extend(["--rates", "30", "--symmetries", "plain", "--output"].map(OsString::from));
    arguments.push(folder.0.clone().into());
    let output = run(arguments);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let row = |name: &str| {
        let mut lines = output.stdout.lines();
        lines.find(|line| line.contains("antipodal-10") && line.contains(name))
    };
    assert!(row("dodgy").is_some() && row("straight").is_some());
    assert!(output.stdout.contains("\ndodgy: `dodgy_2d` 0.5.5"));
    let page = fs::read_to_string(folder.file("tables.md")).expect("it was written");
    let own = page
        .split("## Compared with dodgy")
        .nth(1)
        .expect("a section");
    assert!(
        own.contains("| antipodal-10 | 10 of 10 | 10 of 10 |"),
        "{own:.900}"
    );
    // A flock has no goals that a rival could head for.
    assert!(!own.split("\n## ").next().expect("text").contains("flock"));
}

#[test]
fn random_scenarios_are_walked_by_rivals_too() {
    let output = run([
        "--random", "2", "--seed", "3", "--rival", "straight", "--json",
    ]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let reports: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    assert_eq!(reports[1]["method"], "straight");
    assert_eq!(reports[1]["scenarios"], 2);
}
