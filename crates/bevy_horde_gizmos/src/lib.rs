//! Debug drawing for `bevy_horde` with Bevy's gizmos: what agents see and do, over the game itself.
//!
//! Add [`SteeringDebugPlugin`]. Its gizmo group, [`SteeringGizmos`], has a color for each layer;
//! `None` switches a layer off. [`GizmoConfig::enabled`](bevy::gizmos::config::GizmoConfig)
//! switches all layers.
//!
//! ```no_run
//! use bevy::gizmos::config::GizmoConfigStore;
//! use bevy::prelude::*;
//! use bevy_horde::debug::DebugLayer;
//! use bevy_horde::prelude::*;
//! use bevy_horde_gizmos::{SteeringDebugPlugin, SteeringGizmos};
//!
//! fn main() {
//!     App::new()
//!         .add_plugins((DefaultPlugins, SteeringPlugin::default(), SteeringDebugPlugin))
//!         .add_systems(Startup, choose_layers)
//!         .run();
//! }
//!
//! fn choose_layers(mut store: ResMut<GizmoConfigStore>) {
//!     let (config, gizmos) = store.config_mut::<SteeringGizmos>();
//!     config.line.width = 2.0;
//!     gizmos.show(DebugLayer::SeparationView);
//!     gizmos.hide(DebugLayer::Velocity);
//! }
//! ```
//!
//! | you want | you use |
//! |---|---|
//! | layers and their colors | [`SteeringGizmos`] |
//! | to watch a few agents only | [`WatchSteering`] on them, or [`SteeringGizmos::most_agents`] |
//! | to draw your own lines over the same agents | [`WatchedAgents`] |
//! | to draw at another time, or other lines | [`GizmoPainter`], and the functions of [`bevy_horde::debug`] |
//!
//! It is a crate and not a feature of `bevy_horde`, because Bevy's gizmos bring the types of
//! windows, cameras and assets with them. A server needs none of these. The crate brings no
//! renderer.

mod group;
mod painter;
mod plugin;
mod watched;

pub use group::SteeringGizmos;
pub use painter::GizmoPainter;
pub use plugin::{SteeringDebugPlugin, SteeringDebugSystems};
pub use watched::{WatchSteering, WatchedAgents};
