//! What the command understands, what it writes, and what it says to what it does not understand.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

/// What the command said.
struct Said {
    status: i32,
    stdout: String,
    stderr: String,
}

/// Runs the command as a user would, in a folder outside the workspace.
fn run<Argument: AsRef<OsStr>>(arguments: impl IntoIterator<Item = Argument>) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_horde_scenarios"));
    let output = command
        .args(arguments)
        .current_dir(env::temp_dir())
        .output();
    let output = output.expect("the command starts");
    Said {
        status: output.status.code().expect("it exits by itself"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// The one line on stderr after which the command gives up with status 2.
fn complaint(arguments: &[&str]) -> String {
    let said = run(arguments);
    assert_eq!(said.status, 2, "{arguments:?}: {}", said.stderr);
    assert_eq!(said.stdout, "", "{arguments:?}");
    assert_eq!(
        said.stderr.lines().count(),
        1,
        "{arguments:?}: {}",
        said.stderr
    );
    assert!(said.stderr.starts_with("error: "), "{}", said.stderr);
    said.stderr
}

/// A new empty folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("horde_scenarios-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary one does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
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
    let expected = [(60, "plain"), (30, "plain"), (60, "mirrored")];
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
    let said = run([
        folder.file("mine.ron").as_str(),
        "--output",
        &output,
        "--trajectories",
        &rows,
        "--check",
    ]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(
        said.stderr.ends_with("motion.md and 2 pictures\n"),
        "{}",
        said.stderr
    );
    assert!(
        fs::read_to_string(folder.file("results/motion.md"))
            .expect("the page")
            .contains("Mine")
    );
    assert!(
        fs::read_to_string(folder.file("results/motion/mine-velocity-limits.svg"))
            .expect("the picture")
            .contains("<svg")
    );
    let rows = fs::read_to_string(rows).expect("the rows");
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
    assert_eq!(run([&late, "--check"]).status, 1);
}

#[test]
fn wrong_use_is_one_line() {
    assert!(complaint(&["no-such"]).contains("there is no scenario \"no-such\""));
    assert!(complaint(&["nowhere.ron"]).contains("cannot read scenario nowhere.ron: "));
    assert!(complaint(&["--rates", "0"]).contains("--rates"));
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
    assert!(complaint(&["antipodal-250", "--output", &file]).contains("--output"));
    let below = format!("{file}/rows.csv");
    assert!(complaint(&["antipodal-250", "--trajectories", &below]).contains("--trajectories"));
}
