//! What the command understands, what it writes, and what it says to what it does not understand.

use horde_command::trial::{Folder, Said, short_of_room};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Runs the command as a user would, in a folder outside the workspace.
fn run<Argument: AsRef<OsStr>>(arguments: impl IntoIterator<Item = Argument>) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_horde_scenarios"));
    Said::by(command.args(arguments).current_dir(env::temp_dir()))
}

/// What the command gives up with.
fn complaint<Argument: AsRef<OsStr>>(arguments: &[Argument]) -> String {
    run(arguments).complaint()
}

const MINE: &str = r#"(
    title: "Mine",
    about: "One crosses an empty place.",
    groups: [
        (start: Points([(0, 0)]), moves: Walks([Point((3, 0))]), radius: 0.3, speed: 1.3),
    ],
    ends: EveryoneArrived(within: 20),
)"#;

#[test]
fn the_list_has_one_name_per_line() {
    let said = run(["--list"]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for name in said.stdout.lines() {
        assert!(folder.join(format!("{name}.ron")).is_file(), "{name}");
    }
    assert!(said.stdout.lines().count() > 20);
}

#[test]
fn a_table_of_two_has_their_rows_and_writes_nothing() {
    let said = run([
        "head-on-aligned",
        "wall-12",
        "--rates",
        "60",
        "--poses",
        "plain",
    ]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    for name in ["head-on-aligned", "wall-12"] {
        assert!(said.stdout.contains(name), "{}", said.stdout);
    }
    assert!(!said.stdout.contains("corridor"), "{}", said.stdout);
}

#[test]
fn json_holds_every_run() {
    let said = run([
        "head-on-aligned",
        "--json",
        "--rates",
        "30,60",
        "--poses",
        "plain,mirrored",
    ]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    let accounts: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    let runs = accounts[0]["runs"].as_array().expect("runs");
    let variants: Vec<_> = runs
        .iter()
        .map(|run| (run["rate"].as_u64(), run["pose"].as_str()))
        .collect();
    let expected = [
        (60, "plain"),
        (30, "plain"),
        (30, "mirrored"),
        (60, "mirrored"),
    ];
    assert_eq!(
        variants,
        expected.map(|(rate, pose)| (Some(rate), Some(pose)))
    );
    assert_eq!(runs[0]["measures"]["arrivals"]["arrived"], 2);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let with = |threads| run(["antipodal-10", "corner", "--json", "--threads", threads]).stdout;
    assert_eq!(with("1"), with("4"));
}

#[test]
fn a_scenario_of_ones_own_is_run_and_drawn() {
    let folder = Folder::new("mine");
    fs::write(folder.file("mine.ron"), MINE).expect("written");
    let (output, rows) = (folder.file("results"), folder.file("rows.csv"));
    let mut arguments = vec![folder.file("mine.ron").into_os_string()];
    arguments.extend(["--check", "--output"].map(OsString::from));
    arguments.push(output.clone().into());
    arguments.extend(["--trajectories".into(), rows.clone().into()]);
    let said = run(arguments);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(
        said.stderr.ends_with("motion.md and 2 pictures\n"),
        "{}",
        said.stderr
    );
    let read = |file: &Path| fs::read_to_string(file).expect("it was written");
    assert!(read(&output.join("motion.md")).contains("Mine"));
    assert!(read(&output.join("motion/mine-velocity-limits.svg")).contains("<svg"));
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
fn unmet_requirements_are_a_failure_only_when_checked() {
    let folder = Folder::new("unmet");
    let late = folder.file("late.ron");
    fs::write(&late, MINE.replace("within: 20", "within: 1")).expect("written");
    let said = run([&late]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(
        said.stdout.contains("NOT met: everybody arrives: 0 of 1"),
        "{}",
        said.stdout
    );
    assert_eq!(run([late, "--check".into()]).status, 1);
}

#[test]
fn no_terminal_obeys_a_scenario() {
    let folder = Folder::new("escapes");
    let file = folder.file("\u{1b}[31mmine\u{9b}2J.ron");
    let title = "Mine\u{1b}[2J";
    fs::write(&file, format!("\u{feff}{}", MINE.replace("Mine", title))).expect("written");
    let output = folder.file("results");
    let mut arguments = vec![
        file.into_os_string(),
        "--output".into(),
        output.clone().into(),
    ];
    arguments.extend(["--rates", "60", "--poses", "plain"].map(OsString::from));
    let said = run(&arguments);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(
        said.stdout.contains(r"\u001b[31mmine\u009b2J"),
        "{}",
        said.stdout
    );
    let is_obeyed =
        |text: &str| text.contains(|letter: char| letter.is_control() && letter != '\n');
    assert!(
        !is_obeyed(&said.stdout) && !is_obeyed(&said.stderr),
        "{said:?}"
    );
    let page = fs::read_to_string(output.join("motion.md")).expect("it was written");
    assert!(page.contains(r"### Mine\u001b[2J") && !is_obeyed(&page));
    for picture in fs::read_dir(output.join("motion")).expect("pictures") {
        let picture = fs::read_to_string(picture.expect("an entry").path()).expect("text");
        assert!(picture.contains(r"Mine\u001b[2J") && !is_obeyed(&picture));
    }
    arguments.push("--json".into());
    let said = run(&arguments);
    let accounts: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    assert_eq!(accounts[0]["title"], title);
    assert_eq!(accounts[0]["scenario"], "\u{1b}[31mmine\u{9b}2J");
    assert!(!is_obeyed(&said.stdout));
}

#[cfg(unix)]
#[test]
fn rows_without_room_leave_the_old_ones() {
    let folder = Folder::new("rows-no-room");
    let rows = folder.file("rows.csv");
    fs::write(&rows, "precious").expect("written");
    let mut command = short_of_room(env!("CARGO_BIN_EXE_horde_scenarios"));
    command.args([
        "head-on-aligned",
        "--rates",
        "60",
        "--poses",
        "plain",
        "--trajectories",
    ]);
    let said = Said::by(command.arg(&rows).current_dir(&folder.0));
    assert_eq!(
        (said.status, said.stdout.as_str()),
        (1, ""),
        "{}",
        said.stderr
    );
    let shown = format!("error: cannot write {}: ", rows.display());
    assert!(said.stderr.starts_with(&shown), "{}", said.stderr);
    assert_eq!(fs::read_to_string(&rows).expect("still there"), "precious");
    assert_eq!(folder.names(), ["rows.csv"]);
}

#[test]
fn a_scenario_too_large_is_said_at_once() {
    let folder = Folder::new("too-large");
    let file = folder.file("large.ron");
    for (from, to, expected) in [
        (
            "Points([(0, 0)])",
            "Grid(corner: (0, 0), columns: 4294967295, rows: 4294967295, step: (1, 1))",
            "groups[0].start: columns is 4294967295, and must be at most 20000",
        ),
        (
            "EveryoneArrived(within: 20)",
            "After(1e9)",
            "ends is 1000000000, and must be at most 86400",
        ),
    ] {
        fs::write(&file, MINE.replace(from, to)).expect("written");
        let complaint = complaint(&[&file]);
        assert!(complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn wrong_use_is_one_line() {
    assert!(complaint(&["no-such"]).contains("there is no scenario \"no-such\""));
    assert!(complaint(&["nowhere.ron"]).contains("cannot read scenario nowhere.ron: "));
    assert!(complaint(&["--rates", "0"]).contains("--rates"));
    assert!(complaint(&["--rates", "-5"]).contains("--rates"));
    assert!(complaint(&["--threads", "-1"]).contains("--threads"));
    let long = complaint(&["x".repeat(100_000)]);
    assert!(
        long.contains("there is no scenario \"xxx") && long.len() < 1000,
        "{long}"
    );
    assert!(complaint(&["--poses", "upside"]).contains("mirrored"));
    assert!(complaint(&["--quick", "--rates", "60"]).contains("--quick"));
    assert!(complaint(&["--trajectories", "t.csv"]).contains("exactly one scenario"));
    assert!(complaint(&["corner", "corner"]).contains("another one that is called \"corner\""));
    assert!(complaint(&["--bogus"]).contains("--bogus"));
}

#[test]
fn a_broken_file_is_named() {
    let folder = Folder::new("broken");
    let file = folder.file("broken.ron");
    let complaint_about = |text: &str| {
        fs::write(&file, text).expect("written");
        let complaint = complaint(&[&file]);
        assert!(complaint.contains("broken.ron"), "{complaint}");
        complaint
    };
    assert!(
        complaint_about(&MINE.replace("0.3", "-0.3"))
            .contains("groups[0].radius is -0.3, and must be above 0")
    );
    assert!(complaint_about(&MINE.replace("radius", "raduis")).contains("line 5: "));
    assert!(
        complaint_about(&MINE.replace("[(0, 0)]", "[(0, 0), (0, 0)]")).contains("overlaps agent 0")
    );
    complaint_about("");
    complaint_about("(((((");
}

#[test]
fn what_cannot_be_written_is_said_before_the_run() {
    let folder = Folder::new("unwritable");
    let file = folder.file("a-file");
    fs::write(&file, "").expect("written");
    let complaint = |option: &str, path: &Path| {
        complaint(&["antipodal-250".as_ref(), option.as_ref(), path.as_os_str()])
    };
    assert!(complaint("--output", &file).contains("--output"));
    assert!(complaint("--trajectories", &file.join("rows.csv")).contains("--trajectories"));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStringExt;
    let no_text = OsString::from_vec(vec![b'z', 0xff]);
    assert_eq!(
        complaint(&[no_text]),
        "error: argument \"z\\xFF\" is not valid text\n"
    );
}
