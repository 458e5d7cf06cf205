//! Arguments and error messages of the command.

mod common;

use common::{SCENES, command, run};
use std::fs;
use std::process::Stdio;
use zombie_horde::command::test_support::{CommandOutput, Folder, with_full_disk};

/// The error message of the command with these arguments.
fn error_line(arguments: &[&str]) -> String {
    run(arguments).error_line()
}

#[test]
fn list_of_scenes_has_one_name_per_line() {
    // The last scenes only test one behavior.
    for (arguments, names) in [
        (&["--list-scenes"][..], &SCENES[..8]),
        (&["--list-scenes", "--all"], &SCENES),
    ] {
        let output = run(arguments);
        assert_eq!(output.status, 0);
        assert_eq!(output.stdout.lines().collect::<Vec<_>>(), names);
        assert_eq!(output.stderr, "");
    }
}

#[test]
fn help_and_version_are_results() {
    let help = run(["--help"]);
    assert_eq!((help.status, help.stderr.as_str()), (0, ""));
    for argument in [
        "--scene",
        "--list-scenes",
        "--agents",
        "--seed",
        "--hz",
        "--by-field",
        "--follow",
        "--all",
        "--preset",
        "--overlay",
        "blocked",
        "--headless",
        "--ticks",
        "--threads",
        "--json",
        "--picture",
        "--screenshot",
        "--film",
        "--at",
        "--seconds",
        "Examples:",
    ] {
        assert!(
            help.stdout.contains(argument),
            "{argument} is missing from the help"
        );
    }
    let version = run(["--version"]);
    assert_eq!(
        version.stdout,
        format!("zombie_horde {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn wrong_arguments_are_reported_in_one_line() {
    let wrong: [(&[&str], &str); 41] = [
        (&["--nonsense"], "--nonsense"),
        (&["--head"], "--head"),
        (&["-x"], "-x"),
        (&["zombies"], "zombies"),
        (&["--scene"], "--scene"),
        (&["--scene", ""], "--scene"),
        (&["--agents"], "--agents"),
        (&["--agents", "0"], "--agents"),
        (&["--agents", "2000001"], "--agents"),
        (&["--agents", "many"], "--agents"),
        (&["--agents", "-5"], "--agents"),
        (
            &["--seed", "-1"],
            "'--seed <N>': legal is 0 to 18446744073709551615",
        ),
        (&["--hz", "-60"], "--hz"),
        (&["--headless", "--ticks", "-1"], "--ticks"),
        (&["--headless", "--threads", "-1"], "--threads"),
        (&["--screenshot", "a.png", "--at", "-1"], "--at"),
        (&["--seed", "1.5"], "--seed"),
        (&["--hz", "0"], "--hz"),
        (&["--hz", "1001"], "--hz"),
        (&["--hz", "60", "--hz", "30"], "--hz"),
        (&["--headless", "--ticks", "0"], "--ticks"),
        (&["--headless", "--threads", "0"], "--threads"),
        (&["--ticks", "5"], "--ticks"),
        (&["--threads", "2"], "--threads"),
        (&["--json"], "--json"),
        (&["--picture", "a.png"], "--picture"),
        (&["--headless", "--picture", "a.jpg"], "ends in .png"),
        (&["--screenshot", "a.webp"], "ends in .png"),
        (&["--at", "5"], "--at"),
        (&["--film", "a.png"], "ends in .gif"),
        (&["--film", "a.gif", "--seconds", "0"], "--seconds"),
        (&["--film", "a.gif", "--screenshot", "a.png"], "--film"),
        (&["--headless", "--film", "a.gif"], "--film"),
        (&["--seconds", "5"], "--seconds needs --film"),
        (&["--overlay", "ghosts"], "--overlay"),
        (&["--headless", "--overlay", "feelers"], "--overlay"),
        (&["--headless", "--screenshot", "a.png"], "--screenshot"),
        (&["--headless", "--preset", "no/such/file.ron"], "--preset"),
        (
            &["--follow", "--scene", "orders"],
            "--follow needs a scene with a bait, and orders has none",
        ),
        (
            &["--by-field", "--scene", "crossing"],
            "--by-field needs a scene with a bait, and crossing has none",
        ),
        (
            &["--by-field", "--preset", "no/such/file.ron"],
            "--by-field cannot be used with --preset",
        ),
    ];
    for (arguments, name) in wrong {
        let error_line = error_line(arguments);
        assert!(error_line.contains(name), "{arguments:?}: {error_line}");
    }
}

#[test]
fn an_unknown_scene_lists_the_known_ones() {
    let error_line = error_line(&["--scene", "vampires"]);
    assert!(
        error_line.contains("--scene") && error_line.contains("vampires"),
        "{error_line}"
    );
    for scene in SCENES {
        assert!(
            error_line.contains(scene),
            "{scene} is missing: {error_line}"
        );
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_invalid_text_is_named() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let output = run([
        OsString::from("--agents"),
        OsString::from_vec(vec![b'z', 0xff]),
    ]);
    assert_eq!(output.status, 2);
    assert_eq!(
        output.stderr,
        "error: argument \"z\\xFF\" is not valid text\n"
    );
}

#[test]
fn an_unwritable_file_is_reported_before_the_run() {
    let folder = Folder::new("check_writable");
    let missing = folder.file("no/such/folder/a.png");
    for file in [missing.as_path(), folder.0.as_path()] {
        let file = file.to_str().expect("text");
        // A run of this length would not end before the test's time limit.
        let ticks = ["--headless", "--ticks", "1000000", "--picture", file];
        assert!(error_line(&ticks).contains("--picture"));
        assert!(error_line(&["--screenshot", file]).contains("--screenshot"));
    }
}

#[test]
fn an_old_file_stays_until_the_picture_is_complete() {
    let folder = Folder::new("untouched");
    let (old, new) = (folder.file("old.png"), folder.file("new.png"));
    fs::write(&old, "precious").expect("a file");
    for file in [&old, &new] {
        let file = file.to_str().expect("text");
        error_line(&[
            "--headless",
            "--preset",
            "no/such/file.ron",
            "--picture",
            file,
        ]);
    }
    assert_eq!(fs::read_to_string(&old).expect("still there"), "precious");
    assert!(!new.exists());
}

#[test]
fn messages_are_short_and_escaped() {
    let long = "x".repeat(100_000);
    for arguments in [
        ["--scene", &long],
        ["--overlay", &long],
        ["--preset", &long],
    ] {
        let error_line = error_line(&arguments);
        assert!(error_line.len() < 1000, "{error_line}");
        assert!(error_line.contains("xxx...(99"), "{error_line}");
        assert!(error_line.contains(arguments[0]), "{error_line}");
    }
    let error_line = error_line(&["--preset", "\u{1b}]0;title\u{7}\u{9b}2J\n.ron"]);
    let shown = r"preset \u001b]0;title\u0007\u009b2J\u000a.ron";
    assert!(error_line.contains(shown), "{error_line}");
}

/// The groups of a preset that changes a setting of walkers.
fn walkers(setting: &str) -> String {
    format!("groups: {{\"walkers\": (components: {{\"SteeringAgent\": {{{setting}}}}})}}")
}

#[test]
fn preset_is_text_with_or_without_a_byte_order_mark() {
    let folder = Folder::new("byte-order-mark");
    let file = folder.file("marked.ron");
    let preset = "(version: 1, scene: \"crossing\", agents: 3)";
    fs::write(&file, format!("\u{feff}{preset}")).expect("written");
    let path = file.to_str().expect("text");
    let arguments = ["--headless", "--ticks", "1", "--preset", path];
    let output = run(arguments);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let utf16: Vec<u8> = preset.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&file, [b"\xff\xfe", &utf16[..]].concat()).expect("written");
    assert!(error_line(&arguments).contains("not UTF-8 text"));
    fs::write(
        &file,
        preset.replace("3)", &format!("3, {})", walkers(r#""mass": NaN"#))),
    )
    .expect("written");
    let error_line = error_line(&arguments);
    assert!(
        error_line.contains("group `walkers`: field `SteeringAgent.mass` is NaN, and must be"),
        "{error_line}"
    );
}

#[test]
fn warnings_have_no_colors_without_a_terminal() {
    let folder = Folder::new("warning");
    let file = folder.file("backwards.ron");
    // A radius of 0 is legal, and most likely a mistake.
    let groups = walkers(r#""body_radius": 0"#);
    let preset = format!("(version: 1, scene: \"crossing\", agents: 3, {groups})");
    fs::write(&file, preset).expect("written");
    let mut command = command();
    command
        .env_remove("NO_COLOR")
        .args(["--headless", "--ticks", "1", "--preset"]);
    let output = CommandOutput::of(command.arg(&file));
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(
        output.stderr.contains("SteeringAgent.body_radius"),
        "{}",
        output.stderr
    );
    assert!(!output.stderr.contains('\u{1b}'), "{:?}", output.stderr);
}

#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_old_picture() {
    let folder = Folder::new("no-room");
    let file = folder.file("old.png");
    fs::write(&file, "precious").expect("written");
    let mut command = with_full_disk(env!("CARGO_BIN_EXE_zombie_horde"));
    command.args(["--headless", "--ticks", "2", "--agents", "3", "--picture"]);
    let output = CommandOutput::of(command.arg(&file));
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    let shown = format!("error: cannot write {}: ", file.display());
    assert!(output.stderr.starts_with(&shown), "{}", output.stderr);
    assert_eq!(fs::read_to_string(&file).expect("still there"), "precious");
    assert_eq!(folder.names(), ["old.png"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_a_failure_and_no_wrong_argument() {
    let output = run([
        "--headless",
        "--ticks",
        "2",
        "--agents",
        "3",
        "--picture",
        "/dev/full",
    ]);
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    assert!(output.stderr.contains("/dev/full"), "{}", output.stderr);

    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let output = command()
        .arg("--list-scenes")
        .stdout(full)
        .output()
        .expect("the command starts");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    for arguments in [
        &["--list-scenes"][..],
        &["--help"],
        &["--headless", "--ticks", "2", "--agents", "3"],
    ] {
        let mut child = command()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}
