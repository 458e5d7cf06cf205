//! The side panel.

mod keys;
mod presets;
mod scene;
mod theme;
mod tools;

use super::camera::Screen;
use super::overlays::ShowGrid;
use super::trails::ShowTrails;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiPrimaryContextPass, egui};
use bevy_horde_inspector::{
    DrawHeatMap, InspectedAgent, Status, agent_groups_ui, crowd_ui, inspected_agent_ui,
    overlays_ui, presets_ui, primary_context, status_line, warnings_ui,
};

/// Initial width of the panel, logical pixels.
const WIDTH: f32 = 350.0;

/// Screens narrower than this many panels hide the panel until the user opens it.
const SMALL_SCREENS: f32 = 2.0;
/// Distance of the button that opens the panel from the corner, pixels.
const BUTTON_MARGIN: f32 = 8.0;

/// Whether the panel is shown.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
struct PanelOpen(bool);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(PanelOpen(true))
        .add_plugins((scene::plugin, presets::plugin))
        .add_systems(PreUpdate, (toggle, hide_on_small_screens))
        .add_systems(EguiPrimaryContextPass, show_panel.after(DrawHeatMap));
}

/// Hides the panel on a telephone, where it would cover the arena. The user can still open it.
fn hide_on_small_screens(
    windows: Query<&Window, (With<PrimaryWindow>, Changed<Window>)>,
    mut open: ResMut<PanelOpen>,
    mut was_small: Local<bool>,
) {
    for window in &windows {
        let is_small = window.width() < SMALL_SCREENS * WIDTH;
        if is_small && !*was_small {
            open.0 = false;
        }
        *was_small = is_small;
    }
}

fn toggle(keys: Res<ButtonInput<KeyCode>>, egui: Res<EguiWantsInput>, mut open: ResMut<PanelOpen>) {
    if keys.just_pressed(KeyCode::F1) && !egui.wants_keyboard_input() {
        open.0 = !open.0;
    }
}

fn show_panel(world: &mut World, mut styled: Local<bool>) -> Result {
    let context = primary_context(world)?;
    if !*styled {
        theme::apply(&context);
        *styled = true;
    }
    let screen = context.viewport_rect();
    let mut width = 0.0;
    let mut open = world.resource::<PanelOpen>().0;
    if !open {
        open = show_opener(&context);
    } else {
        let mut root = egui::Ui::new(
            context.clone(),
            "window".into(),
            egui::UiBuilder::new()
                .layer_id(egui::LayerId::background())
                .max_rect(screen),
        );
        width = egui::Panel::right("panel")
            .default_size(WIDTH)
            .frame(theme::frame())
            .show(&mut root, |ui| {
                open = !theme::title(ui);
                status_line(ui, &Status::of(world));
                ui.add_space(4.0);
                egui::ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .show(ui, |ui| show_sections(ui, world));
            })
            .response
            .rect
            .width();
    }
    world
        .resource_mut::<PanelOpen>()
        .set_if_neq(PanelOpen(open));
    let free = Rect::new(0.0, 0.0, (screen.width() - width).max(1.0), screen.height());
    let mut screen = world.resource_mut::<Screen>();
    if screen.free != free {
        screen.free = free;
    }
    Ok(())
}

/// The button that opens the panel. Returns whether it was clicked.
fn show_opener(context: &egui::Context) -> bool {
    let corner = egui::Align2::RIGHT_TOP;
    egui::Area::new("open panel".into())
        .anchor(corner, [-BUTTON_MARGIN, BUTTON_MARGIN])
        .show(context, |ui| {
            ui.button("panel").on_hover_text("F1").clicked()
        })
        .inner
}

fn show_sections(ui: &mut egui::Ui, world: &mut World) {
    section(ui, "Scene", true, |ui| scene::show(ui, world));
    section(ui, "Mouse", true, |ui| tools::show(ui, world));
    section(ui, "Show", true, |ui| {
        overlays_ui(ui, world);
        ui.horizontal(|ui| {
            let mut grid = *world.resource::<ShowGrid>();
            ui.checkbox(&mut grid.0, "grid")
                .on_hover_text("the cells of the index of agents");
            world.resource_mut::<ShowGrid>().set_if_neq(grid);
            let mut trails = *world.resource::<ShowTrails>();
            ui.checkbox(&mut trails.0, "trails")
                .on_hover_text("draws the past ways of walkers and flock units");
            world.resource_mut::<ShowTrails>().set_if_neq(trails);
        });
    });
    if world.resource::<InspectedAgent>().0.is_some() {
        section(ui, "Picked agent", true, |ui| inspected_agent_ui(ui, world));
    }
    section(ui, "Steering", true, |ui| agent_groups_ui(ui, world));
    section(ui, "Crowd", true, |ui| crowd_ui(ui, world));
    section(ui, "Presets", false, |ui| presets_ui(ui, world));
    section(ui, "Warnings", false, |ui| {
        if let Some(entity) = warnings_ui(ui, world) {
            world.insert_resource(InspectedAgent(Some(entity)));
        }
    });
    section(ui, "Keys", false, keys::show);
}

fn section(ui: &mut egui::Ui, title: &str, open: bool, contents: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(egui::RichText::new(title).strong())
        .default_open(open)
        .show_unindented(ui, contents);
    ui.add_space(2.0);
}
