//! What the command understands, what it writes, and what it says to what it does not understand.

use horde_command::trial::{Folder, Said};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::process::Command;

/// Runs the command as a user would.
fn run<Argument: AsRef<OsStr>>(arguments: impl IntoIterator<Item = Argument>) -> Said {
    Said::by(Command::new(env!("CARGO_BIN_EXE_horde_bench")).args(arguments))
}

/// What the command gives up with.
fn complaint(arguments: &[&str]) -> String {
    run(arguments).complaint()
}

/// The rows that are printed for some names.
fn rows(names: &str) -> Vec<Value> {
    let said = run(["--quick", "--json", "--row", names]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    serde_json::from_str(&said.stdout).expect("a list")
}

#[test]
fn the_list_has_one_name_per_line_each_once() {
    let said = run(["--list"]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    let mut names: Vec<&str> = said.stdout.lines().collect();
    for name in [
        "flock-8",
        "zombie-8-large",
        "tree-30-over-plugin",
        "by-threads-flock-1",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_row_is_measured_with_one_thread_and_with_two() {
    let rows = rows("flock-thousand");
    let threads: Vec<_> = rows.iter().map(|row| row["threads"].as_u64()).collect();
    assert_eq!(threads, [Some(1), Some(2)]);
    for row in &rows {
        assert_eq!(row["row"], "flock-thousand");
        assert_eq!(row["agents"], 1_000);
        assert_eq!((&row["bar"], &row["stretch"]), (&0.15.into(), &0.08.into()));
        let neighbors = row["neighbours"].as_f64().expect("a number");
        assert!((6.0..9.0).contains(&neighbors), "{neighbors}");
        let nanoseconds = row["ns_per_agent"].as_f64().expect("a number");
        let milliseconds = row["figure"].as_f64().expect("a number");
        assert!(nanoseconds > 0.0);
        assert!((milliseconds * 1e3 - nanoseconds).abs() < 1e-6 * nanoseconds);
    }
}

#[test]
fn a_ratio_is_measured_with_what_it_is_made_of() {
    let rows = rows("brute-force-thousand,brute-force-thousand-over-plugin,flock-thousand");
    let of = |name: &str| rows.iter().find(|row| row["row"] == name).expect("a row");
    let nanoseconds = |name: &str| of(name)["ns_per_agent"].as_f64().expect("a number");
    let ratio = of("brute-force-thousand-over-plugin");
    let expected = nanoseconds("brute-force-thousand") / nanoseconds("flock-thousand");
    assert!((ratio["figure"].as_f64().expect("a number") / expected - 1.0).abs() < 1e-9);
    assert_eq!(
        (&ratio["ns_per_agent"], &ratio["bar"]),
        (&Value::Null, &Value::Null)
    );
}

/// A command whose allocator counts nothing would meet every bar.
#[test]
fn the_allocator_counts() {
    let figure = |name: &str, threads: u64| {
        let rows = rows(name);
        let row = rows.iter().find(|row| row["threads"] == threads);
        row.expect("a row")["figure"].as_f64().expect("a number")
    };
    let bytes = figure("flock-memory", 2);
    assert!(bytes > 8.0, "{bytes} bytes are less than a position");
    assert!(
        figure("empty-allocations", 2) > 0.0,
        "Bevy's tasks allocate"
    );
    // On a busy machine threads may start while others are measured, and what that takes counts: not every time.
    let is_nothing = (0..5).any(|_| figure("empty-allocations", 1) == 0.0);
    assert!(is_nothing, "nobody does anything");
}

#[test]
fn the_table_names_the_machine_the_row_and_its_bar() {
    let said = run(["--quick", "--row", "flock-thousand"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(said.stdout.contains(" core"), "{}", said.stdout);
    let line = said
        .stdout
        .lines()
        .find(|line| line.contains("flock-thousand"));
    let line = line.expect("the row is there");
    assert!(line.contains("0.15") && line.contains("0.08"), "{line}");
}

/// Asserts that nothing went wrong, and that a build is told of whose figures are of no use.
fn assert_measured(said: &Said) {
    assert_eq!(said.status, 0, "{}", said.stderr);
    let warnings = if cfg!(debug_assertions) {
        ["DEBUG build, whose figures mean nothing"].as_slice()
    } else {
        &[]
    };
    assert_eq!(
        said.stderr.lines().count(),
        warnings.len(),
        "{}",
        said.stderr
    );
    for warning in warnings {
        assert!(said.stderr.contains(warning), "{}", said.stderr);
    }
}

#[test]
fn a_crowd_of_ones_own_is_measured() {
    let said = run([
        "measure",
        "--duty",
        "zombie",
        "--agents",
        "200",
        "--neighbors",
        "4",
        "--most",
        "8",
        "--threads",
        "2",
        "--think",
        "2",
        "--in-turn",
        "--ticks",
        "3",
    ]);
    assert_measured(&said);
    assert!(
        said.stdout.starts_with("zombie, 200 agents, "),
        "{}",
        said.stdout
    );
    assert!(
        said.stdout
            .contains("the nearest 8 count, 64 circles, thinking in one of 2 ticks, systems in turn, 2 threads: "),
        "{}",
        said.stdout
    );
    assert!(said.stdout.contains(" ms a tick (best "), "{}", said.stdout);
    assert!(said.stdout.contains(" ns/agent (best "), "{}", said.stdout);
}

#[test]
fn a_crowd_of_ones_own_is_an_object_for_machines() {
    let said = run(["measure", "--duty", "seek", "--agents", "50", "--json"]);
    assert_measured(&said);
    let measured: Value = serde_json::from_str(&said.stdout).expect("an object");
    assert_eq!(
        (&measured["most"], &measured["think"]),
        (&64.into(), &1.into())
    );
    assert_eq!(measured["neighbours_asked"], 8.0);
    assert_eq!(measured["duty"], "seek");
    assert_eq!(measured["in_turn"], false);
    assert_eq!(measured["agents"], 50);
    let number = |name: &str| measured[name].as_f64().expect(name);
    let tick = number("ms_per_tick") * 1e6 / 50.0;
    assert!((tick / number("ns_per_agent") - 1.0).abs() < 1e-9);
    assert!(number("best_ns_per_agent") <= number("ns_per_agent"));
}

#[test]
fn wrong_use_is_one_line() {
    assert!(complaint(&["--list", "--json"]).contains("--list"));
    let too_many = complaint(&["measure", "--agents", "9", "--neighbors", "9"]);
    assert!(
        too_many.contains("9 agents have fewer others"),
        "{too_many}"
    );
    assert!(complaint(&["measure", "--warm-up", "0"]).contains("legal is 1 to"));
    let unknown = complaint(&["--row", "flok"]);
    assert!(unknown.contains("there is no row \"flok\""), "{unknown}");
    assert!(complaint(&["--bogus"]).contains("--bogus"));
    assert!(complaint(&["measure", "--duty", "fly"]).contains("zombie"));
    assert!(complaint(&["measure", "--agents", "0"]).contains("legal is 1 to"));
    assert!(complaint(&["measure", "--neighbors", "-1"]).contains("legal is a number above 0"));
    assert!(complaint(&["measure", "--neighbors", "NaN"]).contains("above 0"));
    assert!(complaint(&["measure", "--threads", "0"]).contains("--threads"));
    assert!(complaint(&["measure", "--ticks", "0"]).contains("--ticks"));
    for wrong in ["-1", "0", "256", "abc"] {
        let said = complaint(&["measure", "--think", wrong]);
        assert!(
            said.contains("--think") && said.contains("legal is 1 to 255"),
            "{said}"
        );
    }
    assert!(complaint(&["--output", "x", "--row", "flock-8"]).contains("--output"));
    let none = complaint(&["--instructions", "--row", "flock-memory"]);
    assert!(none.contains("none of those is chosen"), "{none}");
    assert!(complaint(&["child", "{}"]).contains("the task cannot be read"));
}

#[test]
fn a_page_that_cannot_be_written_is_said_before_the_run() {
    let folder = Folder::new("bench-unwritable");
    let file = folder.file("a-file");
    fs::write(&file, "").expect("written");
    let path = file.to_str().expect("text");
    assert!(complaint(&["--output", path]).contains("cannot be written to"));
    fs::write(folder.file("performance.md"), "No marks.\n").expect("written");
    let path = folder.0.to_str().expect("text");
    assert!(complaint(&["--output", path]).contains("no place for what is measured"));
}
