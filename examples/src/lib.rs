//! Parts that the examples share: captions, obstacle shapes, trails, and the mouse.
//!
//! Nothing here steers agents. Each example spawns its own camera and sprites. Without these parts
//! the agents move in the same way, as long as their targets do.

mod captions;
mod mouse;
mod obstacles;
pub mod palette;
mod trail;

pub use captions::{Panel, Readout};
pub use mouse::{FollowsMouse, MousePosition};
pub use trail::Trail;

use bevy::prelude::*;

/// Draws the caption of an example, its [`Panel`]s, [`Readout`], obstacles and [`Trail`]s, and
/// moves the entities that have [`FollowsMouse`].
///
/// The text of the plugin is the caption: what to watch, in one line of ASCII.
pub struct ExamplePlugin(pub &'static str);

impl Plugin for ExamplePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            captions::CaptionsPlugin(self.0),
            mouse::MousePlugin,
            obstacles::ObstacleShapesPlugin,
            trail::TrailPlugin,
        ));
    }
}

/// The pages with code, which `cargo test` compiles.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../docs/guide.md")]
    mod guide {}
    #[doc = include_str!("../../docs/cost.md")]
    mod cost {}
    #[doc = include_str!("../../docs/debugging.md")]
    mod debugging {}
}
