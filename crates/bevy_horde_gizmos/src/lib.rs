//! Debug drawing for `bevy_horde` with Bevy's gizmos: what agents see and want, over the game itself.
//!
//! Add [`SteeringDebugPlugin`]. It has a gizmo group of its own, [`SteeringGizmos`], with a colour for each layer; `None`
//! switches a layer off, and [`GizmoConfig::enabled`](bevy::gizmos::config::GizmoConfig) all of them.
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
//! | layers and their colours | [`SteeringGizmos`] |
//! | to watch a few agents only | [`WatchSteering`] on them, or [`SteeringGizmos::most_agents`] |
//! | to draw something of your own over the same agents | [`WatchedAgents`] |
//! | to draw when you choose, or something else | [`GizmoPainter`], and the functions of [`bevy_horde::debug`] |
//!
//! It is a crate of its own and not a feature of `bevy_horde` because Bevy's gizmos bring the types of windows, cameras and
//! assets with them, of which a server wants none. No renderer comes with it.

mod group;
mod painter;
mod plugin;
mod watched;

pub use group::SteeringGizmos;
pub use painter::GizmoPainter;
pub use plugin::{SteeringDebugPlugin, SteeringDebugSystems};
pub use watched::{WatchSteering, WatchedAgents};
