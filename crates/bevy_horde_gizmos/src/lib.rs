//! Debug drawing for `bevy_horde` with Bevy's gizmos: shows perception and decisions of agents in
//! the game.
//!
//! Add [`SteeringDebugPlugin`]. Its gizmo group, [`SteeringGizmos`], has a color for each layer.
//! `None` switches a layer off; `false` in
//! [`GizmoConfig::enabled`](bevy::gizmos::config::GizmoConfig) switches all layers off.
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
//! | to switch layers from a panel | `bevy_horde_inspector`, or [`LayerSwitch`] |
//! | to draw a few agents only | [`WatchSteering`] on them, or [`SteeringGizmos::max_agents`] |
//! | to draw your own things for the same agents | [`WatchedAgents`] |
//! | to draw at another time, or other things | [`GizmoPainter`], and the functions of [`bevy_horde::debug`] |
//!
//! This is a separate crate, not a feature of `bevy_horde`, because Bevy's gizmos depend on
//! windows, cameras and assets, which a server does not need. It does not depend on a renderer.

mod group;
mod orders;
mod painter;
mod plugin;
mod watched;

pub use group::SteeringGizmos;
pub use painter::GizmoPainter;
pub use plugin::{LayerSwitch, SteeringDebugPlugin, SteeringDebugSystems};
pub use watched::{WatchSteering, WatchedAgents};

/// Compiles the code of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
