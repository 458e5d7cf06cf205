//! The pictures: repeatable, equal to the committed files, and without unused atlas frames.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use horde_art::{FOLDER, PICTURES, flock, graveyard, zombie};
use tiny_skia::{IntRect, Pixmap};

fn committed(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

fn bytes(picture: &Pixmap) -> Vec<u8> {
    picture.encode_png().expect("a picture can be encoded")
}

#[test]
fn drawing_twice_gives_the_same_bytes() {
    for picture in PICTURES {
        let (first, second) = ((picture.draw)(), (picture.draw)());
        assert!(bytes(&first) == bytes(&second), "{}", picture.name);
    }
}

/// Sine and cosine come from the platform's mathematics library, so another machine may round an
/// edge pixel differently: a thousandth of the channels may differ by more than three levels.
#[test]
fn committed_files_show_what_is_drawn_now() {
    for picture in PICTURES {
        let drawn = Pixmap::decode_png(&bytes(&(picture.draw)())).expect("just encoded");
        let stored = Pixmap::load_png(committed(picture.name))
            .unwrap_or_else(|error| panic!("{}: {error}", picture.name));
        assert_eq!(
            (drawn.width(), drawn.height()),
            (stored.width(), stored.height()),
            "{}",
            picture.name
        );
        let different = drawn
            .data()
            .iter()
            .zip(stored.data())
            .filter(|(now, then)| now.abs_diff(**then) > 3)
            .count();
        assert!(
            different * 1000 <= drawn.data().len(),
            "{} is out of date: run `cargo run --manifest-path crates/art/Cargo.toml`",
            picture.name
        );
    }
}

#[test]
fn files_stay_small() {
    let total: u64 = PICTURES
        .iter()
        .map(|picture| {
            std::fs::metadata(committed(picture.name))
                .expect("every picture is committed")
                .len()
        })
        .sum();
    assert!(total < 3_000_000, "{total} bytes");
}

/// Every frame of an atlas: its visible share and its pixels.
fn frames(atlas: &Pixmap, size: u32) -> Vec<(f32, Vec<u8>)> {
    let mut found = Vec::new();
    for row in 0..atlas.height() / size {
        for column in 0..atlas.width() / size {
            let corner = ((column * size) as i32, (row * size) as i32);
            let area = IntRect::from_xywh(corner.0, corner.1, size, size).expect("inside");
            let frame = atlas.clone_rect(area).expect("inside the atlas");
            let visible = frame.pixels().iter().filter(|pixel| pixel.alpha() > 0);
            let share = visible.count() as f32 / (size * size) as f32;
            found.push((share, frame.take()));
        }
    }
    found
}

#[test]
fn atlas_frames_are_neither_blank_nor_alike() {
    for (atlas, size, count) in [
        (zombie::atlas(), zombie::FRAME_SIZE, 48),
        (graveyard::atlas(), graveyard::FRAME_SIZE, 8),
        (flock::atlas(), flock::FRAME_SIZE, 3),
    ] {
        let frames = frames(&atlas, size);
        assert_eq!(frames.len(), count);
        assert!(frames.iter().all(|(share, _)| *share > 0.2));
        let distinct: HashSet<&Vec<u8>> = frames.iter().map(|(_, pixels)| pixels).collect();
        assert_eq!(distinct.len(), count);
    }
}

#[test]
fn sprites_do_not_touch_the_edges_of_their_frames() {
    for (atlas, size) in [
        (zombie::atlas(), zombie::FRAME_SIZE),
        (flock::atlas(), flock::FRAME_SIZE),
    ] {
        let edge = |position: u32| position.is_multiple_of(size) || position % size == size - 1;
        for y in 0..atlas.height() {
            for x in 0..atlas.width() {
                let alpha = atlas.pixel(x, y).map_or(0, |pixel| pixel.alpha());
                assert!(alpha == 0 || !(edge(x) || edge(y)), "{x}, {y}");
            }
        }
    }
}
