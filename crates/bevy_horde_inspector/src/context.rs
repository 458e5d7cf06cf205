//! The egui context of the main window, and the keys pressed in it.

use bevy::prelude::*;
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};

/// The egui context of the main window.
pub fn primary_context(world: &mut World) -> Result<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    Ok(contexts.single_mut(world)?.get_mut().clone())
}

/// Whether each key was pressed in this frame; all false while a widget has the keyboard focus.
pub(crate) fn pressed_keys<const N: usize>(
    world: &mut World,
    keys: [Option<egui::Key>; N],
) -> [bool; N] {
    let Ok(context) = primary_context(world) else {
        return [false; N];
    };
    if context.egui_wants_keyboard_input() {
        return [false; N];
    }
    // A key that is held down counts once.
    let is_press = |event: &egui::Event, asked: egui::Key| match event {
        egui::Event::Key {
            key,
            pressed: true,
            repeat: false,
            ..
        } => *key == asked,
        _ => false,
    };
    let is_pressed = |key| context.input(|input| input.events.iter().any(|it| is_press(it, key)));
    keys.map(|key| key.is_some_and(is_pressed))
}
