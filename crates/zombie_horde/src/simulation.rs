//! A running scene without a window. The headless run and the windowed demo share it.

use crate::scene::{self, SceneSettings};
use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;

/// Steering, the scenes, and the systems that keep a scene running.
///
/// Requires `TaskPoolPlugin` and `TimePlugin`. Changing [`SceneSettings`] rebuilds the scene.
pub struct SimulationPlugin {
    /// The first scene.
    pub settings: SceneSettings,
}

impl Plugin for SimulationPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            SteeringPlugin::new(FixedUpdate),
            SteeringDiagnosticsPlugin::new(FixedUpdate),
            scene::ScenePlugin {
                settings: self.settings,
            },
        ))
        .insert_resource(Time::<Fixed>::from_hz(f64::from(self.settings.hz)));
    }
}
