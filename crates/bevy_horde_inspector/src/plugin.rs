//! The plugin.

use crate::documentation::{ComponentDocumentation, SteeringDocumentation};
use crate::editing::ScanCache;
use crate::overlays::Overlays;
use crate::panel::{InspectedAgent, panel_ui};
use crate::stage_history::{StageHistory, record_stages};
use crate::status::{FrameTimes, measure_frames};
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::prelude::*;
use bevy::reflect::GetTypeRegistration;
use bevy::time::TimeSystems;
use bevy_egui::{EguiContext, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext, egui};
use bevy_horde::SteeringSystems;

const PANEL_WIDTH: f32 = 400.0;

/// The panel and its data: the history of stage times, the inspected agent, the documentation.
///
/// Adds [`EguiPlugin`] if the game has not added it before.
///
/// ```no_run
/// use bevy::prelude::*;
/// use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
/// use bevy_horde::prelude::*;
/// use bevy_horde_inspector::InspectorPlugin;
///
/// App::new()
///     .add_plugins((DefaultPlugins, SteeringPlugin::default()))
///     .add_plugins((SteeringDiagnosticsPlugin::default(), InspectorPlugin::default()))
///     .run();
/// ```
pub struct InspectorPlugin {
    panel: bool,
    schedule: InternedScheduleLabel,
}

impl InspectorPlugin {
    /// Without its own panel, for a game that shows the parts in another one.
    pub const fn without_panel(mut self) -> Self {
        self.panel = false;
        self
    }

    /// For a [`SteeringPlugin`](bevy_horde::SteeringPlugin) in another schedule than
    /// [`FixedUpdate`].
    pub fn recording_in(mut self, schedule: impl ScheduleLabel) -> Self {
        self.schedule = schedule.intern();
        self
    }
}

impl Default for InspectorPlugin {
    /// A panel on the right, and stage times recorded in [`FixedUpdate`].
    fn default() -> Self {
        Self {
            panel: true,
            schedule: FixedUpdate.intern(),
        }
    }
}

/// Settings of the panel.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct InspectorSettings {
    /// The key that shows and hides the panel. Default F1.
    pub toggle_key: egui::Key,
    /// Whether the panel is shown. Default true.
    pub open: bool,
}

impl Default for InspectorSettings {
    fn default() -> Self {
        Self {
            toggle_key: egui::Key::F1,
            open: true,
        }
    }
}

impl Plugin for InspectorPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        app.init_resource::<InspectorSettings>()
            .init_resource::<InspectedAgent>()
            .init_resource::<Overlays>()
            .init_resource::<StageHistory>()
            .init_resource::<SteeringDocumentation>()
            .init_resource::<ScanCache>()
            .init_resource::<FrameTimes>()
            .add_systems(First, measure_frames.after(TimeSystems))
            // The times are recorded one tick late, so that every tick of a frame is recorded.
            .add_systems(
                self.schedule,
                record_stages.before(SteeringSystems::Perceive),
            );
        if self.panel {
            app.add_systems(EguiPrimaryContextPass, show_panel);
        }
    }
}

/// Adds components of the game to the panel.
pub trait InspectComponent {
    /// Shows a component of the game in the panel, with this documentation.
    ///
    /// The component needs `#[reflect(Component, Default)]`. The name in the documentation is the
    /// type name without its path.
    fn inspect_component<T: Component + GetTypeRegistration>(
        &mut self,
        documentation: ComponentDocumentation,
    ) -> &mut Self;
}

impl InspectComponent for App {
    fn inspect_component<T: Component + GetTypeRegistration>(
        &mut self,
        documentation: ComponentDocumentation,
    ) -> &mut Self {
        self.register_type::<T>();
        self.init_resource::<SteeringDocumentation>();
        let mut table = self.world_mut().resource_mut::<SteeringDocumentation>();
        table.0.push(documentation);
        self
    }
}

/// The egui context of the main window.
pub fn primary_context(world: &mut World) -> Result<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    Ok(contexts.single_mut(world)?.get_mut().clone())
}

pub(crate) fn show_panel(world: &mut World) -> Result {
    let context = primary_context(world)?;
    let mut settings = world.resource_mut::<InspectorSettings>();
    let key = settings.toggle_key;
    if !context.egui_wants_keyboard_input() && context.input(|input| input.key_pressed(key)) {
        settings.open = !settings.open;
    }
    if !settings.open {
        return Ok(());
    }
    let mut root = egui::Ui::new(
        context.clone(),
        "bevy_horde_inspector".into(),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(context.viewport_rect()),
    );
    egui::Panel::right("bevy_horde_inspector panel")
        .default_size(PANEL_WIDTH)
        .show(&mut root, |ui| {
            egui::ScrollArea::vertical().show(ui, |ui| panel_ui(ui, world));
        });
    Ok(())
}
