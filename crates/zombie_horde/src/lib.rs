//! A zombie horde that chases the mouse: the demo of [`bevy_horde`].
//!
//! [`scene`] builds the scenes and [`simulation`] runs them. [`window`] shows them. On a desktop
//! `desktop` reads the command line, and `headless` runs scenes without a window. In a browser
//! `web` reads the address of the page.

pub mod address;
pub mod art;
pub mod command;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(not(target_arch = "wasm32"))]
pub mod display;
pub mod flocking;
#[cfg(not(target_arch = "wasm32"))]
pub mod headless;
pub mod log;
pub mod obstacle_art;
pub mod options;
pub mod presets;
pub mod scene;
pub mod simulation;
pub mod state_hash;
#[cfg(target_arch = "wasm32")]
mod web;
pub mod window;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::run;
#[cfg(target_arch = "wasm32")]
pub use web::run;
