//! Draws every picture of the demo, with the same bytes each time.

pub mod atlas;
pub mod blur;
pub mod brain;
pub mod canvas;
pub mod flock;
pub mod graveyard;
pub mod ground;
pub mod icon;
pub mod light;
pub mod noise;
pub mod palette;
pub mod relief;
pub mod shapes;
pub mod zombie;

use std::path::Path;
use std::{fs, io};

use tiny_skia::Pixmap;

/// The folder of the pictures, which the demo and the examples read.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");

/// A picture file and its drawing function.
pub struct Picture {
    /// Its file name.
    pub name: &'static str,
    /// The drawing function.
    pub draw: fn() -> Pixmap,
}

/// Every picture of the demo.
pub const PICTURES: &[Picture] = &[
    Picture {
        name: "zombies.png",
        draw: zombie::atlas,
    },
    Picture {
        name: "obstacles.png",
        draw: graveyard::atlas,
    },
    Picture {
        name: "ground.png",
        draw: ground::tile,
    },
    Picture {
        name: "shadow.png",
        draw: light::shadow,
    },
    Picture {
        name: "glow.png",
        draw: light::glow,
    },
    Picture {
        name: "vignette.png",
        draw: light::vignette,
    },
    Picture {
        name: "brain.png",
        draw: brain::bait,
    },
    Picture {
        name: "flock.png",
        draw: flock::atlas,
    },
    Picture {
        name: "agent.png",
        draw: flock::token,
    },
    Picture {
        name: "icon.png",
        draw: icon::icon,
    },
];

/// Writes the pictures into `directory`, which it creates if needed.
pub fn write_all(directory: &Path) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for picture in PICTURES {
        let bytes = (picture.draw)().encode_png().map_err(io::Error::other)?;
        fs::write(directory.join(picture.name), bytes)?;
    }
    Ok(())
}
