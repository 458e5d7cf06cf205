//! Presets in the panel: the scene, and the settings of the inspector's presets.

use crate::presets::{self, Preset, shipped};
use bevy::prelude::*;
use bevy_horde_inspector::PresetFormat;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(PresetFormat {
        write: |world| presets::text(&Preset::of(world)),
        read: |world, text| {
            presets::read(text)?.apply(world);
            Ok(String::new())
        },
        shipped: shipped::ALL,
        contents: "Scene, seed and all steering settings.",
    });
}
