//! The command, run as a user would.

use horde_command::trial::Said;
use std::process::Command;

fn fuzz(arguments: &str) -> Said {
    let program = env!("CARGO_BIN_EXE_horde_fuzz");
    Said::by(Command::new(program).args(arguments.split_whitespace()))
}

/// The counts without the time that it took.
fn counts(said: &Said) -> String {
    let line = said.stdout.lines().find(|line| line.starts_with("seed "));
    let line = line.unwrap_or_else(|| panic!("no counts in {said:?}"));
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
fn threads_are_compared_in_processes_of_their_own() {
    let said = fuzz("--runs 1 --seed 1 --family threads --minimize 0 --untimed");
    assert!(said.stdout.contains("compared: threads 1"), "{said:?}");
    assert!(!said.stdout.contains("Bits"), "{said:?}");
}

#[test]
fn what_is_wrong_with_the_arguments_is_said_in_one_line() {
    assert!(fuzz("--seed -1").complaint().contains("--seed"));
    assert!(fuzz("--family wals").complaint().contains("walls"));
    assert!(
        fuzz("--script /nowhere/at/all")
            .complaint()
            .contains("/nowhere/at/all")
    );
    assert!(fuzz("--app 3").complaint().contains("--family"));
    assert!(fuzz("--seconds 1 --runs 1").complaint().contains("--runs"));
}
