//! A live panel for `bevy_horde` that edits every steering setting of every group of agents while
//! the game runs.
//!
//! Add [`InspectorPlugin`]; F1 shows and hides the panel. Or show its parts in your own panel:
//!
//! ```no_run
//! use bevy::prelude::*;
//! use bevy_egui::{EguiPrimaryContextPass, egui};
//! use bevy_horde_inspector::{InspectorPlugin, agent_groups_ui, primary_context};
//!
//! fn side_panel(world: &mut World) -> Result {
//!     let context = primary_context(world)?;
//!     egui::Window::new("Horde").show(&context, |ui| agent_groups_ui(ui, world));
//!     Ok(())
//! }
//!
//! App::new()
//!     .add_plugins((DefaultPlugins, InspectorPlugin::default().without_panel()))
//!     .add_systems(EguiPrimaryContextPass, side_panel)
//!     .run();
//! ```
//!
//! | you want | you use |
//! |---|---|
//! | the whole panel | [`InspectorPlugin`], [`InspectorSettings`]; in your own: [`panel_ui`] |
//! | the settings of groups of agents | [`agent_groups_ui`], with your own names: [`InspectorGroup`] |
//! | the settings of one agent | [`InspectedAgent`], [`inspected_agent_ui`] |
//! | the cost of a tick | [`StageHistory`], [`stage_times_plot`], [`Status`], [`status_line`] |
//! | seed, tick, counts, invalid settings | [`globals_ui`], [`warnings_ui`] |
//! | switches for your own drawing | [`Overlays`], [`overlays_ui`] |
//! | your own behavior in the panel | [`InspectComponent`], [`ComponentDocumentation`] |
//! | to edit groups without a panel | [`agent_groups`], [`apply_edit`], [`reset_component`], [`set_behavior`] |
//!
//! There is no widget code per component: fields are found by reflection and documented in a table.

mod catalog;
mod documentation;
mod editing;
mod groups;
mod overlays;
mod panel;
mod plugin;
mod stage_history;
mod status;
mod switches;
#[cfg(test)]
mod tests;
mod widgets;

pub use documentation::{
    ComponentDocumentation, FieldDocumentation, Role, SteeringDocumentation, Unit,
};
pub use editing::{Edit, apply_edit, reset_component};
pub use groups::{AgentGroup, InspectorGroup, agent_groups};
pub use overlays::{Overlays, overlays_ui};
pub use panel::{
    InspectedAgent, agent_groups_ui, globals_ui, inspected_agent_ui, panel_ui, warnings_ui,
};
pub use plugin::{InspectComponent, InspectorPlugin, InspectorSettings, primary_context};
pub use stage_history::{StageHistory, stage_times_plot};
pub use status::{Status, status_line};
pub use switches::{SuspendedBehaviors, set_behavior};

/// Compiles the code of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
