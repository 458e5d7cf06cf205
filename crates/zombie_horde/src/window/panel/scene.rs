//! The scene, the number of agents, and the clock.

use crate::presets::{self, Preset};
use crate::scene::{SceneName, SceneSettings};
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_egui::input::EguiWantsInput;
use bevy_horde_inspector::time_ui;

/// The largest number of agents on the slider.
const MAX_AGENTS: u32 = 20_000;

/// The settings in the widgets, before they are applied.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
struct PendingSettings(SceneSettings);

/// Requests a restart of the scene.
#[derive(Resource, Default)]
struct RestartRequest(bool);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(PendingSettings(SceneSettings::default()))
        .init_resource::<RestartRequest>()
        .add_systems(PreUpdate, (read_keys, follow_settings));
}

fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    egui: Res<EguiWantsInput>,
    mut request: ResMut<RestartRequest>,
) {
    if keys.just_pressed(KeyCode::KeyR) && !egui.wants_keyboard_input() {
        request.0 = true;
    }
}

fn follow_settings(settings: Res<SceneSettings>, mut pending: ResMut<PendingSettings>) {
    if settings.is_changed() {
        pending.0 = *settings;
    }
}

pub(super) fn show(ui: &mut egui::Ui, world: &mut World) {
    let now = *world.resource::<SceneSettings>();
    let mut pending = world.resource::<PendingSettings>().0;
    let mut apply = false;
    egui::ComboBox::from_id_salt("scene")
        .selected_text(now.scene.name())
        .width(ui.available_width())
        .show_ui(ui, |ui| {
            let is_listed = |scene: &SceneName| !scene.is_test() || *scene == now.scene;
            for scene in SceneName::ALL.into_iter().filter(is_listed) {
                let chosen = ui
                    .selectable_label(now.scene == scene, scene.name())
                    .on_hover_text(scene.description());
                if chosen.clicked() {
                    pending.scene = scene;
                    pending.agents = scene.default_agents();
                    apply = true;
                }
            }
        });
    ui.weak(now.scene.description());
    ui.label(now.scene.what_to_try());
    ui.horizontal(|ui| {
        let agents = ui.add(
            egui::Slider::new(&mut pending.agents, 1..=MAX_AGENTS)
                .logarithmic(true)
                .clamping(egui::SliderClamping::Never)
                .text("agents"),
        );
        // A scene for every number during the drag would be slow.
        apply |= agents.drag_stopped() || (agents.lost_focus() && !agents.dragged());
    });
    pending.agents = pending.agents.clamp(1, presets::MAX_AGENTS);
    ui.horizontal(|ui| {
        let seed = ui.add(egui::DragValue::new(&mut pending.seed).speed(0.1));
        apply |= seed.drag_stopped() || seed.lost_focus();
        ui.label("seed");
        if ui.button("another").clicked() {
            pending.seed = pending.seed.wrapping_add(1);
            apply = true;
        }
        if ui
            .button("restart")
            .on_hover_text("restarts the same run (R)")
            .clicked()
        {
            world.resource_mut::<RestartRequest>().0 = true;
        }
    });
    if pending.scene.has_bait() && pending.scene != SceneName::Maze {
        apply |= ui
            .checkbox(&mut pending.by_field, "by field")
            .on_hover_text("zombies find the bait by a flow field, round every wall")
            .changed();
    }
    time_ui(ui, world);
    world.resource_mut::<PendingSettings>().0 = pending;
    let restart = core::mem::take(&mut world.resource_mut::<RestartRequest>().0);
    if restart || (apply && pending != now) {
        begin(world, pending);
    }
}

/// Rebuilds the scene. The settings of the groups stay only if the scene and `by_field` are the
/// same. With another scene or `by_field`, the agents have other behaviors.
fn begin(world: &mut World, settings: SceneSettings) {
    let now = *world.resource::<SceneSettings>();
    if settings.scene == now.scene && settings.by_field == now.by_field {
        let preset = Preset {
            agents: settings.agents,
            seed: settings.seed,
            ..Preset::of(world)
        };
        preset.apply(world);
    } else {
        world.insert_resource(settings);
    }
}
