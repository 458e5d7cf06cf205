//! The files that the command writes.

use horde_command::test_support::{CommandOutput, Folder};
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_horde_art");

#[test]
fn a_file_is_not_a_folder() {
    let folder = Folder::new("art-help");
    let run =
        |argument| CommandOutput::of(Command::new(PROGRAM).arg(argument).current_dir(&folder.0));
    assert_eq!(run("--help").status, 0);
    assert!(run("--hlep").error_line().contains("--hlep"));
    assert!(folder.names().is_empty());
}

#[cfg(unix)]
#[test]
fn a_picture_without_room_leaves_the_old_one() {
    use horde_command::test_support::with_full_disk;
    let folder = Folder::new("art-no-room");
    let picture = folder.file("zombies.png");
    std::fs::write(&picture, "precious").expect("written");
    let output = CommandOutput::of(with_full_disk(PROGRAM).arg(&folder.0));
    assert_eq!(
        (output.status, output.stdout.as_str()),
        (1, ""),
        "{}",
        output.stderr
    );
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    assert_eq!(
        std::fs::read_to_string(&picture).expect("still there"),
        "precious"
    );
    assert_eq!(folder.names(), ["zombies.png"]);
}
