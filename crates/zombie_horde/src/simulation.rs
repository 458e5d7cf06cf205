//! A scene that moves, without a window: what the headless run and the windowed demo share.

use crate::scene::{self, SceneSettings};
use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;

/// Steering, the scenes, and the systems that keep a scene going.
///
/// Wants `TaskPoolPlugin` and `TimePlugin` beside it. Changing [`SceneSettings`] rebuilds the scene.
pub struct SimulationPlugin {
    /// The scene to begin with.
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
