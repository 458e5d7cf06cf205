//! The plugin.

use crate::context::{pressed_keys, primary_context};
use crate::documentation::{ComponentDocumentation, SteeringDocumentation};
use crate::editing::ScanCache;
use crate::heat_map::{DrawHeatMap, HeatMapPlugin};
use crate::histories::HistoryPlugin;
use crate::inspected::InspectedAgent;
use crate::overlays::WatchInspectedPlugin;
use crate::panel::panel_ui;
use crate::picking::{Picking, PickingPlugin};
use crate::presets::{PresetFormat, PresetPanel};
use crate::search::PanelSearch;
use crate::stage_history::{StageHistory, record_stages};
use crate::status::{FrameTimes, measure_frames};
use crate::time_control::TimeControlPlugin;
use crate::undo::UndoPlugin;
use bevy::camera::RenderTarget;
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::prelude::*;
use bevy::reflect::GetTypeRegistration;
use bevy::time::TimeSystems;
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext, egui};
use bevy_horde::SteeringSystems;

const PANEL_WIDTH: f32 = 400.0;

/// The panel and its parts, such as the time control, picking, undo, the plots and the heat map.
///
/// Adds [`EguiPlugin`] unless the game has added it before. The panel is on the camera with
/// [`PrimaryEguiContext`]. That is the game's first camera; once it is despawned, another one that
/// draws into a window. To choose the camera, set `EguiGlobalSettings::auto_create_primary_context`
/// to false before the first camera is spawned, and insert the component.
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
    /// Leaves out the crate's own panel, for a game that shows the parts in another one.
    pub const fn without_panel(mut self) -> Self {
        self.panel = false;
        self
    }

    /// Sets the schedule of the [`SteeringPlugin`](bevy_horde::SteeringPlugin), if it is not
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
            .init_resource::<PanelSearch>()
            .init_resource::<StageHistory>()
            .init_resource::<SteeringDocumentation>()
            .init_resource::<ScanCache>()
            .init_resource::<FrameTimes>()
            .init_resource::<PresetFormat>()
            .init_resource::<PresetPanel>()
            .add_systems(First, (measure_frames.after(TimeSystems), keep_context))
            // The times of a tick are recorded as the next tick begins, so that no tick of a frame
            // is missed.
            .add_systems(
                self.schedule,
                record_stages.before(SteeringSystems::Perceive),
            );
        add(app, TimeControlPlugin::new(self.schedule));
        add(app, HistoryPlugin::new(self.schedule));
        add(app, PickingPlugin);
        add(app, UndoPlugin);
        add(app, WatchInspectedPlugin);
        add(app, HeatMapPlugin);
        if self.panel {
            app.add_systems(EguiPrimaryContextPass, show_panel.after(DrawHeatMap));
        }
    }
}

/// Adds a part that the game has not added before.
fn add<P: Plugin>(app: &mut App, plugin: P) {
    if !app.is_plugin_added::<P>() {
        app.add_plugins(plugin);
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

/// Gives egui another camera when its camera is gone, because `bevy_egui` chooses one only once.
/// Does nothing if the game chooses the camera itself.
pub(crate) fn keep_context(
    // Inputs
    settings: Option<Res<EguiGlobalSettings>>,
    contexts: Query<(), With<PrimaryEguiContext>>,
    cameras: Query<(Entity, &RenderTarget), With<Camera>>,
    // Local
    mut had_context: Local<bool>,
    // Output
    mut commands: Commands,
) {
    if !contexts.is_empty() {
        *had_context = true;
    } else if *had_context && settings.is_some_and(|it| it.auto_create_primary_context) {
        let mut cameras = cameras.iter();
        if let Some((camera, _)) =
            cameras.find(|(_, target)| matches!(target, RenderTarget::Window(_)))
        {
            commands.entity(camera).insert(PrimaryEguiContext);
        }
    }
}

pub(crate) fn show_panel(world: &mut World) -> Result {
    let context = primary_context(world)?;
    let toggle_key = world.resource::<InspectorSettings>().toggle_key;
    let [toggled] = pressed_keys(world, [Some(toggle_key)]);
    let mut settings = world.resource_mut::<InspectorSettings>();
    settings.open ^= toggled;
    if !settings.open {
        set_picking_area(world, None);
        return Ok(());
    }
    let mut root = egui::Ui::new(
        context.clone(),
        "bevy_horde_inspector".into(),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(context.viewport_rect()),
    );
    let shown = egui::Panel::right("bevy_horde_inspector panel")
        .default_size(PANEL_WIDTH)
        .show(&mut root, |ui| {
            egui::ScrollArea::vertical().show(ui, |ui| panel_ui(ui, world));
        });
    let screen = context.viewport_rect();
    let free = Rect::new(
        screen.left(),
        screen.top(),
        shown.response.rect.left(),
        screen.bottom(),
    );
    let zoom = context.zoom_factor();
    set_picking_area(
        world,
        Some(Rect::from_corners(free.min * zoom, free.max * zoom)),
    );
    Ok(())
}

/// Sets the area of picking, so that a click on the panel picks no agent behind it.
fn set_picking_area(world: &mut World, area: Option<Rect>) {
    if let Some(mut picking) = world.get_resource_mut::<Picking>() {
        picking.area = area;
    }
}
