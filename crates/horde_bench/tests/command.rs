//! Arguments, output and error messages of the command.

use horde_bench::command::test_support::{CommandOutput, Folder};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::process::Command;

/// Runs the command like a user.
fn run<Argument: AsRef<OsStr>>(arguments: impl IntoIterator<Item = Argument>) -> CommandOutput {
    CommandOutput::of(Command::new(env!("CARGO_BIN_EXE_horde_bench")).args(arguments))
}

/// The error message of the command with these arguments.
fn error_line(arguments: &[&str]) -> String {
    run(arguments).error_line()
}

/// The printed rows with these names.
fn rows(names: &str) -> Vec<Value> {
    let output = run(["--quick", "--json", "--row", names]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    serde_json::from_str(&output.stdout).expect("a list")
}

#[test]
fn the_list_has_one_name_per_line_each_once() {
    let output = run(["--list"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let mut names: Vec<&str> = output.stdout.lines().collect();
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
fn worst_cases_are_listed_and_unknown_ones_are_refused() {
    let output = run(["worst-cases", "--list"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.stdout.starts_with("walls: 100"), "{}", output.stdout);
    assert_eq!(
        error_line(&["worst-cases", "nothing"]),
        "error: no set-up begins with 'nothing'; see --list\n"
    );
}

#[test]
fn a_row_is_measured_with_one_thread_and_with_two() {
    let rows = rows("flock-thousand");
    let threads: Vec<_> = rows.iter().map(|row| row["threads"].as_u64()).collect();
    assert_eq!(threads, [Some(1), Some(2)]);
    for row in &rows {
        assert_eq!(row["row"], "flock-thousand");
        assert_eq!(row["agents"], 1_000);
        assert_eq!((&row["target"], &row["goal"]), (&0.15.into(), &0.08.into()));
        let neighbors = row["neighbors"].as_f64().expect("a number");
        assert!((6.0..9.0).contains(&neighbors), "{neighbors}");
        let nanoseconds = row["ns_per_agent"].as_f64().expect("a number");
        let milliseconds = row["figure"].as_f64().expect("a number");
        assert!(nanoseconds > 0.0);
        assert!((milliseconds * 1e3 - nanoseconds).abs() < 1e-6 * nanoseconds);
    }
}

#[test]
fn a_ratio_is_measured_with_both_of_its_rows() {
    let rows = rows("brute-force-thousand,brute-force-thousand-over-plugin,flock-thousand");
    let of = |name: &str| rows.iter().find(|row| row["row"] == name).expect("a row");
    let nanoseconds = |name: &str| of(name)["ns_per_agent"].as_f64().expect("a number");
    let ratio = of("brute-force-thousand-over-plugin");
    let expected = nanoseconds("brute-force-thousand") / nanoseconds("flock-thousand");
    assert!((ratio["figure"].as_f64().expect("a number") / expected - 1.0).abs() < 1e-9);
    assert_eq!(
        (&ratio["ns_per_agent"], &ratio["target"]),
        (&Value::Null, &Value::Null)
    );
}

/// If the allocator counted nothing, every target for allocations would be met.
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
    // On a busy machine threads may start during a measurement and allocate, but not every time.
    let is_nothing = (0..5).any(|_| figure("empty-allocations", 1) == 0.0);
    assert!(is_nothing, "an idle tick allocates");
}

#[test]
fn the_table_names_the_machine_the_row_and_its_target() {
    let output = run(["--quick", "--row", "flock-thousand"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.stdout.contains(" core"), "{}", output.stdout);
    let line = output
        .stdout
        .lines()
        .find(|line| line.contains("flock-thousand"));
    let line = line.expect("the row is there");
    assert!(line.contains("0.15") && line.contains("0.08"), "{line}");
}

/// Asserts success, and that only a debug build prints a warning.
fn assert_measured(output: &CommandOutput) {
    assert_eq!(output.status, 0, "{}", output.stderr);
    let warnings = if cfg!(debug_assertions) {
        ["DEBUG build, whose figures mean nothing"].as_slice()
    } else {
        &[]
    };
    assert_eq!(
        output.stderr.lines().count(),
        warnings.len(),
        "{}",
        output.stderr
    );
    for warning in warnings {
        assert!(output.stderr.contains(warning), "{}", output.stderr);
    }
}

#[test]
fn measure_prints_a_line() {
    let output = run([
        "measure",
        "--workload",
        "zombie",
        "--agents",
        "200",
        "--neighbors",
        "4",
        "--max-neighbors",
        "8",
        "--threads",
        "2",
        "--update-interval",
        "2",
        "--single-threaded-executor",
        "--ticks",
        "3",
    ]);
    assert_measured(&output);
    assert!(
        output.stdout.starts_with("zombie, 200 agents, "),
        "{}",
        output.stdout
    );
    assert!(
        output.stdout
            .contains("the nearest 8 count, 64 circles, updating in one of 2 ticks, single-threaded executor, 2 threads: "),
        "{}",
        output.stdout
    );
    assert!(
        output.stdout.contains(" ms a tick (best "),
        "{}",
        output.stdout
    );
    assert!(
        output.stdout.contains(" ns/agent (best "),
        "{}",
        output.stdout
    );
}

#[test]
fn measure_prints_json() {
    let output = run(["measure", "--workload", "seek", "--agents", "50", "--json"]);
    assert_measured(&output);
    let measured: Value = serde_json::from_str(&output.stdout).expect("an object");
    assert_eq!(
        (&measured["max_neighbors"], &measured["update_interval"]),
        (&64.into(), &1.into())
    );
    assert_eq!(measured["neighbors_requested"], 8.0);
    assert_eq!(measured["workload"], "seek");
    assert_eq!(measured["single_threaded_executor"], false);
    assert_eq!(measured["agents"], 50);
    let number = |name: &str| measured[name].as_f64().expect(name);
    let tick = number("ms_per_tick") * 1e6 / 50.0;
    assert!((tick / number("ns_per_agent") - 1.0).abs() < 1e-9);
    assert!(number("best_ns_per_agent") <= number("ns_per_agent"));
}

#[test]
fn wrong_arguments_are_reported_in_one_line() {
    assert!(error_line(&["--list", "--json"]).contains("--list"));
    let too_many = error_line(&["measure", "--agents", "9", "--neighbors", "9"]);
    assert!(
        too_many.contains("9 agents have fewer neighbors"),
        "{too_many}"
    );
    assert!(error_line(&["measure", "--warm-up", "0"]).contains("legal is 1 to"));
    let unknown = error_line(&["--row", "flok"]);
    assert!(unknown.contains("there is no row \"flok\""), "{unknown}");
    assert!(error_line(&["--bogus"]).contains("--bogus"));
    assert!(error_line(&["measure", "--workload", "fly"]).contains("zombie"));
    assert!(error_line(&["measure", "--agents", "0"]).contains("legal is 1 to"));
    assert!(error_line(&["measure", "--neighbors", "-1"]).contains("legal is a number above 0"));
    assert!(error_line(&["measure", "--neighbors", "NaN"]).contains("above 0"));
    assert!(error_line(&["measure", "--threads", "0"]).contains("--threads"));
    assert!(error_line(&["measure", "--ticks", "0"]).contains("--ticks"));
    for wrong in ["-1", "0", "256", "abc"] {
        let output = error_line(&["measure", "--update-interval", wrong]);
        assert!(
            output.contains("--update-interval") && output.contains("legal is 1 to 255"),
            "{output}"
        );
    }
    assert!(error_line(&["--output", "x", "--row", "flock-8"]).contains("--output"));
    let none = error_line(&["--instructions", "--row", "flock-memory"]);
    assert!(none.contains("none of these is selected"), "{none}");
    assert!(error_line(&["child", "{}"]).contains("the task cannot be read"));
}

#[test]
fn an_unwritable_page_is_reported_before_the_run() {
    let folder = Folder::new("bench-unwritable");
    let file = folder.file("a-file");
    fs::write(&file, "").expect("written");
    let path = file.to_str().expect("text");
    assert!(error_line(&["--output", path]).contains("cannot be written to"));
    fs::write(folder.file("performance.md"), "No marks.\n").expect("written");
    let path = folder.0.to_str().expect("text");
    assert!(error_line(&["--output", path]).contains("no marks for the measured part"));
}
