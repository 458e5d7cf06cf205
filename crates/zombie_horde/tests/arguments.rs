//! What the command line understands, and what it says to what it does not understand.

mod common;

use common::{SCENES, command, run};
use horde_command::trial::Folder;
use std::fs;
use std::process::Stdio;

/// What the command gives up with.
fn complaint(arguments: &[&str]) -> String {
    run(arguments).complaint()
}

#[test]
fn list_of_scenes_has_one_name_per_line() {
    let said = run(["--list-scenes"]);
    assert_eq!(said.status, 0);
    assert_eq!(said.stdout.lines().collect::<Vec<_>>(), SCENES);
    assert_eq!(said.stderr, "");
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
        "--preset",
        "--overlay",
        "blocked",
        "--headless",
        "--ticks",
        "--threads",
        "--json",
        "--picture",
        "--screenshot",
        "--at",
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
fn wrong_arguments_are_named_in_one_line() {
    let wrong: [(&[&str], &str); 28] = [
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
        (&["--agents", "-5"], "-5"),
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
        (&["--overlay", "ghosts"], "--overlay"),
        (&["--headless", "--overlay", "feelers"], "--overlay"),
        (&["--headless", "--screenshot", "a.png"], "--screenshot"),
        (&["--headless", "--preset", "no/such/file.ron"], "--preset"),
    ];
    for (arguments, name) in wrong {
        let complaint = complaint(arguments);
        assert!(complaint.contains(name), "{arguments:?}: {complaint}");
    }
}

#[test]
fn unknown_scene_is_told_the_known_ones() {
    let complaint = complaint(&["--scene", "vampires"]);
    assert!(
        complaint.contains("--scene") && complaint.contains("vampires"),
        "{complaint}"
    );
    for scene in SCENES {
        assert!(complaint.contains(scene), "{scene} is missing: {complaint}");
    }
}

#[cfg(unix)]
#[test]
fn argument_that_is_no_text_is_named() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let said = run([
        OsString::from("--agents"),
        OsString::from_vec(vec![b'z', 0xff]),
    ]);
    assert_eq!(said.status, 2);
    assert_eq!(
        said.stderr,
        "error: argument \"z\\xFF\" is not valid text\n"
    );
}

#[test]
fn file_that_cannot_be_written_is_found_before_the_run() {
    let folder = Folder::new("unwritable");
    let missing = folder.file("no/such/folder/a.png");
    for file in [missing.as_path(), folder.0.as_path()] {
        let file = file.to_str().expect("text");
        // So long a run would not end before the test is given up.
        let ticks = ["--headless", "--ticks", "1000000", "--picture", file];
        assert!(complaint(&ticks).contains("--picture"));
        assert!(complaint(&["--screenshot", file]).contains("--screenshot"));
    }
}

#[test]
fn file_is_left_alone_until_there_is_a_picture() {
    let folder = Folder::new("untouched");
    let (old, new) = (folder.file("old.png"), folder.file("new.png"));
    fs::write(&old, "precious").expect("a file");
    for file in [&old, &new] {
        let file = file.to_str().expect("text");
        complaint(&[
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

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_a_failure_and_no_wrong_argument() {
    let said = run([
        "--headless",
        "--ticks",
        "2",
        "--agents",
        "3",
        "--picture",
        "/dev/full",
    ]);
    assert_eq!(said.status, 1, "{}", said.stderr);
    assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    assert!(said.stderr.contains("/dev/full"), "{}", said.stderr);

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
fn reader_that_leaves_early_is_no_failure() {
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
