//! Runs the command like a user.

use horde_fuzz::command::test_support::CommandOutput;
use std::process::Command;

fn fuzz(arguments: &str) -> CommandOutput {
    let program = env!("CARGO_BIN_EXE_horde_fuzz");
    CommandOutput::of(Command::new(program).args(arguments.split_whitespace()))
}

/// The counts without the elapsed time.
fn counts(output: &CommandOutput) -> String {
    let line = output.stdout.lines().find(|line| line.starts_with("seed "));
    let line = line.unwrap_or_else(|| panic!("no counts in {output:?}"));
    line.rsplit_once(" in ").expect("a time").0.to_owned()
}

#[test]
fn a_seed_gives_the_same_run_every_time() {
    let arguments = "--runs 6 --seed 4 --family walls,carriers --minimize 0 --untimed";
    let (first, second) = (fuzz(arguments), fuzz(arguments));
    assert_eq!(counts(&first), counts(&second));
    assert!(counts(&first).starts_with("seed 4: 6 apps, "), "{first:?}");
    let has_failed = !counts(&first).ends_with(" 0 failures");
    assert_eq!(first.status, i32::from(has_failed), "{first:?}");
}

#[test]
fn threads_are_compared_in_child_processes() {
    let output = fuzz("--runs 1 --seed 1 --family threads --minimize 0 --untimed");
    assert!(output.stdout.contains("compared: threads 1"), "{output:?}");
    assert!(!output.stdout.contains("Bits"), "{output:?}");
}

#[test]
fn wrong_arguments_are_reported_in_one_line() {
    assert!(fuzz("--seed -1").error_line().contains("--seed"));
    assert!(fuzz("--family wals").error_line().contains("walls"));
    assert!(
        fuzz("--script /nowhere/at/all")
            .error_line()
            .contains("/nowhere/at/all")
    );
    assert!(fuzz("--failures 0").error_line().contains("--failures"));
    // A file is no folder, and no folder can be made below it.
    for folder in ["/dev/null", "/dev/null/failures"] {
        let output = fuzz(&format!("--runs 1 --write {folder}"));
        assert_eq!(output.status, 2, "{output:?}");
        assert!(output.error_line().contains(folder));
    }
    assert!(fuzz("--app 3").error_line().contains("--family"));
    assert!(fuzz("--seconds 1 --runs 1").error_line().contains("--runs"));
}
