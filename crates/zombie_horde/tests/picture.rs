//! Pictures that are drawn without a window.

mod common;

use common::{SCENES, command, run};
use std::collections::HashMap;
use std::path::Path;
use tiny_skia::Pixmap;
use zombie_horde::command::test_support::{CommandOutput, Folder};

/// Checks that a picture is 16 to 9, opaque, and shows something: it has many colors, and none
/// covers a tenth of it.
fn check_picture(file: &Path) {
    let picture = Pixmap::load_png(file).expect("a PNG file");
    assert_eq!(picture.width() * 9, picture.height() * 16);
    assert!(
        picture.pixels().iter().all(|pixel| pixel.is_opaque()),
        "{file:?}"
    );
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for pixel in picture.pixels() {
        let color = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
        *counts.entry(u32::from_le_bytes(color)).or_default() += 1;
    }
    let most = counts.values().max().copied().unwrap_or_default();
    assert!(counts.len() > 5000, "{file:?} has {} colors", counts.len());
    assert!(
        most < picture.pixels().len() / 10,
        "{file:?} is of one color"
    );
}

#[test]
fn every_scene_can_be_drawn_without_a_window() {
    let folder = Folder::new("pictures");
    for scene in SCENES {
        let file = folder.file(scene);
        let text = file.to_str().expect("text");
        let output = run([
            "--headless",
            "--scene",
            scene,
            "--ticks",
            "150",
            "--picture",
            text,
        ]);
        let wrote = format!("wrote {text}\n");
        assert_eq!((output.status, output.stderr), (0, wrote), "{scene}");
        check_picture(&file);
    }
}

#[test]
fn same_run_draws_the_same_picture() {
    let folder = Folder::new("same-picture");
    let draw = |name: &str| {
        let file = folder.file(name);
        let text = file.to_str().expect("text");
        assert_eq!(
            run([
                "--headless",
                "--ticks",
                "90",
                "--agents",
                "60",
                "--picture",
                text
            ])
            .status,
            0
        );
        std::fs::read(file).expect("a file")
    };
    assert!(draw("one.png") == draw("two.png"));
}

#[test]
fn huge_horde_can_be_drawn() {
    let folder = Folder::new("huge");
    let file = folder.file("huge.png");
    let text = file.to_str().expect("text");
    let output = run([
        "--headless",
        "--ticks",
        "2",
        "--agents",
        "60000",
        "--picture",
        text,
    ]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    check_picture(&file);
}

#[test]
fn without_a_display_it_runs_headless() {
    let folder = Folder::new("no-display");
    let output = command()
        .current_dir(&folder.0)
        .args(["--scene", "crossing", "--hz", "20"])
        .output();
    let output = CommandOutput::from(output.expect("the command starts"));
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    assert!(
        output.stderr.contains("no display") && output.stderr.contains("zombie_horde.png"),
        "{}",
        output.stderr
    );
    assert!(
        output.stdout.contains("Scene crossing: 24 agents"),
        "{}",
        output.stdout
    );
    check_picture(&folder.file("zombie_horde.png"));
}

/// Even root cannot create files in `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_and_a_writable_picture_nothing_runs() {
    let output = command().current_dir("/proc").output();
    let output = CommandOutput::from(output.expect("the command starts"));
    assert_eq!((output.status, output.stdout.as_str()), (1, ""));
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    for part in ["no display", "/proc/zombie_horde.png", "--headless"] {
        assert!(output.stderr.contains(part), "{}", output.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_unreachable_display_counts_as_none() {
    let folder = Folder::new("dead-display");
    let mut command = command();
    command
        .current_dir(&folder.0)
        .env("DISPLAY", ":4242")
        .args(["--scene", "crossing", "--hz", "5"]);
    let output = CommandOutput::from(command.output().expect("the command starts"));
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    assert!(output.stderr.contains("no display"), "{}", output.stderr);
}
