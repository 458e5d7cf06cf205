//! Shared parts of the examples: a window, a camera, agent meshes, the mouse, and runs without a
//! window.
//!
//! Nothing here steers, except [`StayIn`], which keeps agents in the picture, and [`ThereAndBack`],
//! which moves their target. The file of an example shows the steering; this crate only draws it.
//! In your own game, use `DefaultPlugins` instead of [`ExamplePlugins`].
//!
//! `--ticks N` runs an example for N ticks without a window or a GPU and prints a line of measures.
//! `HORDE_EXAMPLE_TICKS=N` in the environment does the same; see [`headless`].

pub mod headless;
mod meadow;
mod mouse;
pub mod palette;
mod picture;
mod stay_in;
mod stone;
mod there_and_back;
mod trail;
mod visuals;

pub use meadow::MeadowPlugin;
pub use mouse::{FollowsMouse, MousePosition};
pub use stay_in::StayIn;
pub use there_and_back::ThereAndBack;
pub use trail::Trail;
pub use visuals::{Paint, Panel, Readout};

use bevy::app::PluginGroupBuilder;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::window::{ExitCondition, WindowPlugin, WindowResolution};
use bevy::winit::WinitPlugin;

/// Bevy's default plugins with a titled window, and the drawing of the examples.
pub struct ExamplePlugins {
    name: &'static str,
    caption: &'static str,
    visuals: bool,
}

impl ExamplePlugins {
    /// For the example with this name; the caption says what to watch.
    pub const fn new(name: &'static str, caption: &'static str) -> Self {
        Self {
            name,
            caption,
            visuals: true,
        }
    }

    /// Without a camera, meshes and caption: the example draws by itself.
    pub const fn without_visuals(mut self) -> Self {
        self.visuals = false;
        self
    }
}

impl PluginGroup for ExamplePlugins {
    fn build(self) -> PluginGroupBuilder {
        let plugins = DefaultPlugins.build();
        let plugins = match headless::requested_ticks() {
            Some(ticks) => plugins
                .disable::<WinitPlugin>()
                .set(LogPlugin {
                    // The renderer warns that there is no renderer, which is intended.
                    filter: "warn,bevy_render=off,bevy_gizmos_render=off".to_owned(),
                    ..default()
                })
                .set(WindowPlugin {
                    primary_window: None,
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                })
                .set(RenderPlugin {
                    render_creation: WgpuSettings {
                        backends: None,
                        ..default()
                    }
                    .into(),
                    ..default()
                })
                .add(headless::HeadlessPlugin {
                    name: self.name,
                    ticks,
                }),
            None => plugins.set(WindowPlugin {
                primary_window: Some(Window {
                    title: format!("bevy_horde: {}", self.name),
                    resolution: WindowResolution::new(1280, 720),
                    ..default()
                }),
                ..default()
            }),
        };
        let plugins = plugins
            .add(mouse::MousePlugin)
            .add(stay_in::StayInPlugin)
            .add(there_and_back::ThereAndBackPlugin);
        if self.visuals {
            plugins.add(trail::TrailPlugin).add(visuals::VisualsPlugin {
                title: self.name,
                caption: self.caption,
            })
        } else {
            plugins
        }
    }
}

/// The pages with code, which `cargo test` compiles.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../docs/cost.md")]
    mod cost {}
    #[doc = include_str!("../../docs/debugging.md")]
    mod debugging {}
}
