//! Which scene, with how many agents, and its clock.

use super::super::time::{PACES, StepRequest};
use crate::presets::{self, Preset};
use crate::scene::{SceneName, SceneSettings};
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_egui::input::EguiWantsInput;

/// The most agents that the slider offers.
const MOST_AGENTS: u32 = 20_000;

/// What the widgets say, before it is asked for.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
struct Draft(SceneSettings);

/// Asks for the scene anew.
#[derive(Resource, Default)]
struct RestartRequest(bool);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Draft(SceneSettings::default()))
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

fn follow_settings(settings: Res<SceneSettings>, mut draft: ResMut<Draft>) {
    if settings.is_changed() {
        draft.0 = *settings;
    }
}

pub(super) fn show(ui: &mut egui::Ui, world: &mut World) {
    let now = *world.resource::<SceneSettings>();
    let mut draft = world.resource::<Draft>().0;
    let mut apply = false;
    egui::ComboBox::from_id_salt("scene")
        .selected_text(now.scene.name())
        .width(ui.available_width())
        .show_ui(ui, |ui| {
            for scene in SceneName::ALL {
                let chosen = ui
                    .selectable_label(now.scene == scene, scene.name())
                    .on_hover_text(scene.description());
                if chosen.clicked() {
                    draft.scene = scene;
                    draft.agents = scene.default_agents();
                    apply = true;
                }
            }
        });
    ui.weak(now.scene.description());
    ui.horizontal(|ui| {
        let agents = ui.add(
            egui::Slider::new(&mut draft.agents, 1..=MOST_AGENTS)
                .logarithmic(true)
                .clamping(egui::SliderClamping::Never)
                .text("agents"),
        );
        // While it is dragged, every number on the way would build a scene.
        apply |= agents.drag_stopped() || (agents.lost_focus() && !agents.dragged());
    });
    draft.agents = draft.agents.clamp(1, presets::MOST_AGENTS);
    ui.horizontal(|ui| {
        let seed = ui.add(egui::DragValue::new(&mut draft.seed).speed(0.1));
        apply |= seed.drag_stopped() || seed.lost_focus();
        ui.label("seed");
        if ui.button("another").clicked() {
            draft.seed = draft.seed.wrapping_add(1);
            apply = true;
        }
        if ui
            .button("restart")
            .on_hover_text("the same run again (R)")
            .clicked()
        {
            world.resource_mut::<RestartRequest>().0 = true;
        }
    });
    show_clock(ui, world);
    world.resource_mut::<Draft>().0 = draft;
    let restart = core::mem::take(&mut world.resource_mut::<RestartRequest>().0);
    if restart || (apply && draft != now) {
        begin(world, draft);
    }
}

fn show_clock(ui: &mut egui::Ui, world: &mut World) {
    ui.horizontal(|ui| {
        let mut clock = world.resource_mut::<Time<Virtual>>();
        let label = if clock.is_paused() { "play" } else { "pause" };
        if ui.button(label).on_hover_text("Space").clicked() {
            if clock.is_paused() {
                clock.unpause();
            } else {
                clock.pause();
            }
        }
        if ui.button("step").on_hover_text("one tick (.)").clicked() {
            clock.pause();
            world.resource_mut::<StepRequest>().0 = true;
        }
        let mut clock = world.resource_mut::<Time<Virtual>>();
        let mut pace = clock.relative_speed();
        let slider = egui::Slider::new(&mut pace, PACES)
            .logarithmic(true)
            .max_decimals(2)
            .suffix(" x")
            .text("pace");
        if ui.add(slider).changed() {
            clock.set_relative_speed(pace);
        }
    });
}

/// Builds the scene anew; in the same scene the numbers stay as they were set.
fn begin(world: &mut World, settings: SceneSettings) {
    let now = *world.resource::<SceneSettings>();
    if settings.scene == now.scene {
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
