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
//! | to pick an agent with a click | [`PickingPlugin`], [`Picking`], [`agent_at`] |
//! | presets, and the differences from the defaults | [`SteeringPreset`], [`PresetFormat`], [`presets_ui`], [`differences_from_default`], [`as_rust`] |
//! | undo and redo | [`UndoPlugin`], [`undo_edit`], [`redo_edit`], [`undo_ui`] |
//! | pause, step and slow motion | [`TimeControlPlugin`], [`TimeKeys`], [`time_ui`] |
//! | the cost of a tick | [`StageHistory`], [`stage_times_plot`], [`Status`], [`status_line`] |
//! | one agent or the crowd over time | [`HistoryPlugin`], [`agent_plots`], [`crowd_plots`], [`crowd_ui`] |
//! | where the crowd is dense | [`HeatMapPlugin`], [`HeatMap`], [`heat_map_ui`] |
//! | seed, tick, counts, invalid settings | [`globals_ui`], [`warnings_ui`] |
//! | switches for the debug drawing | [`Overlay`], [`overlays_ui`]; for your own drawing: [`LayerSwitch`] |
//! | your own behavior in the panel | [`InspectComponent`], [`ComponentDocumentation`] |
//! | to edit groups without a panel | [`agent_groups`], [`apply_edit`], [`reset_component`], [`set_behavior`] |
//!
//! [`InspectorPlugin`] adds all parts. To take only some, add their plugins alone.
//!
//! There is no widget code per component: fields are found by reflection and documented in a table.

mod catalog;
mod context;
mod documentation;
mod editing;
mod groups;
mod heat_map;
mod histories;
mod inspected;
mod overlays;
mod panel;
mod picking;
mod plots;
mod plugin;
mod presets;
mod search;
mod stage_history;
mod status;
mod switches;
#[cfg(test)]
mod tests;
mod time_control;
mod undo;
mod widgets;

pub use context::primary_context;
pub use documentation::{
    ComponentDocumentation, FieldDocumentation, Role, SteeringDocumentation, Unit,
};
pub use editing::{Edit, apply_edit, reset_component};
pub use groups::{AgentGroup, InspectorGroup, agent_groups};
pub use heat_map::{DrawHeatMap, HeatMap, HeatMapPlugin, heat_map_ui};
pub use histories::{AgentHistory, AgentSample, CrowdHistory, CrowdSample, HistoryPlugin};
pub use inspected::InspectedAgent;
pub use overlays::{LayerSwitch, Overlay, WatchInspectedPlugin, has_overlays, overlays_ui};
pub use panel::{agent_groups_ui, crowd_ui, globals_ui, inspected_agent_ui, panel_ui, warnings_ui};
pub use picking::{Picking, PickingPlugin, agent_at};
pub use plots::{agent_plots, crowd_plots};
pub use plugin::{InspectComponent, InspectorPlugin, InspectorSettings};
pub use presets::{
    Difference, GroupPreset, PresetFormat, PresetValue, SteeringPreset, as_rust,
    differences_from_default, preset_text, presets_ui,
};
pub use search::PanelSearch;
pub use stage_history::{StageHistory, stage_times_plot};
pub use status::{Status, status_line};
pub use switches::{SuspendedBehaviors, set_behavior};
pub use time_control::{StepRequest, TimeControlPlugin, TimeKeys, time_ui};
pub use undo::{UndoHistory, UndoPlugin, redo_edit, undo_edit, undo_ui};

/// Compiles the code of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
