//! What the command writes.

use horde_command::trial::{Folder, Said};
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_horde_art");

#[test]
fn what_is_no_folder_is_not_written_into() {
    let folder = Folder::new("art-help");
    let run = |argument| Said::by(Command::new(PROGRAM).arg(argument).current_dir(&folder.0));
    assert_eq!(run("--help").status, 0);
    assert!(run("--hlep").complaint().contains("--hlep"));
    assert!(folder.names().is_empty());
}

#[cfg(unix)]
#[test]
fn a_picture_without_room_leaves_the_old_one() {
    use horde_command::trial::short_of_room;
    let folder = Folder::new("art-no-room");
    let picture = folder.file("zombies.png");
    std::fs::write(&picture, "precious").expect("written");
    let said = Said::by(short_of_room(PROGRAM).arg(&folder.0));
    assert_eq!(
        (said.status, said.stdout.as_str()),
        (1, ""),
        "{}",
        said.stderr
    );
    assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    assert_eq!(
        std::fs::read_to_string(&picture).expect("still there"),
        "precious"
    );
    assert_eq!(folder.names(), ["zombies.png"]);
}
