//! What the examples share: a window, a camera, looks, a mouse, and a way to run without any of them.
//!
//! Nothing here steers, except for [`StayIn`], which keeps agents in the picture, and [`ThereAndBack`], which moves their goal. An example's own file shows the steering;
//! this crate is only how it looks. In a game of your own, put `DefaultPlugins` where an example says [`ExamplePlugins`].
//!
//! `--ticks N` on the command line, or `HORDE_EXAMPLE_TICKS=N` in the environment, runs an example for N ticks without a
//! window or a GPU and prints one line about what it found; see [`headless`].

pub mod headless;
mod looks;
mod meadow;
mod mouse;
pub mod palette;
mod picture;
mod stay_in;
mod stone;
mod there_and_back;
mod trail;

pub use looks::{Paint, Panel, Readout};
pub use meadow::MeadowPlugin;
pub use mouse::{FollowsMouse, MousePlace};
pub use stay_in::StayIn;
pub use there_and_back::ThereAndBack;
pub use trail::Trail;

use bevy::app::PluginGroupBuilder;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::window::{ExitCondition, WindowPlugin, WindowResolution};
use bevy::winit::WinitPlugin;

/// Bevy's default plugins with a titled window, and the looks of the examples.
pub struct ExamplePlugins {
    name: &'static str,
    caption: &'static str,
    looks: bool,
}

impl ExamplePlugins {
    /// For the example of this name, with a caption that says what to watch.
    pub const fn new(name: &'static str, caption: &'static str) -> Self {
        Self {
            name,
            caption,
            looks: true,
        }
    }

    /// The same without a camera, meshes and caption: the example draws itself.
    pub const fn without_looks(mut self) -> Self {
        self.looks = false;
        self
    }
}

impl PluginGroup for ExamplePlugins {
    fn build(self) -> PluginGroupBuilder {
        let plugins = DefaultPlugins.build();
        let plugins = match headless::ticks_asked_for() {
            Some(ticks) => plugins
                .disable::<WinitPlugin>()
                .set(LogPlugin {
                    // The renderer complains that there is none, which is the point.
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
        if self.looks {
            plugins.add(trail::TrailPlugin).add(looks::LooksPlugin {
                title: self.name,
                caption: self.caption,
            })
        } else {
            plugins
        }
    }
}
