//! The mouse, and a replacement without one.

use crate::palette;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An entity at the mouse, drawn as a ring. Without a mouse over the window it follows a figure
/// eight.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Transform, Velocity)]
pub struct FollowsMouse;

/// The position of the mouse in a 2D world, or on the figure eight.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct MousePosition(pub Vec2);

/// A longer step in one tick is a jump of the pointer. Its velocity is useless for predictions.
const MAX_STEP: f32 = 60.0;

pub(crate) struct MousePlugin;

impl Plugin for MousePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<MousePosition>()
            .add_systems(FixedPreUpdate, (find_mouse, follow_mouse).chain())
            .add_systems(Update, draw_mouse);
    }
}

fn find_mouse(
    window: Option<Single<&Window>>,
    camera: Option<Single<(&Camera, &GlobalTransform), With<Camera2d>>>,
    time: Res<Time>,
    mut position: ResMut<MousePosition>,
) {
    let pointed_at = window.zip(camera).and_then(|(window, camera)| {
        let (camera, transform) = *camera;
        let cursor = window.cursor_position()?;
        camera.viewport_to_world_2d(transform, cursor).ok()
    });
    let angle = 0.45 * time.elapsed_secs();
    let figure_eight = Vec2::new(400.0 * angle.sin(), 190.0 * (2.0 * angle).sin());
    position.0 = pointed_at.unwrap_or(figure_eight);
}

fn follow_mouse(
    position: Res<MousePosition>,
    time: Res<Time>,
    mut followers: Query<(&mut Transform, &mut Velocity), With<FollowsMouse>>,
) {
    for (mut transform, mut velocity) in &mut followers {
        let goal = position.0.extend(transform.translation.z);
        let step = goal - transform.translation;
        velocity.0 = if step.length() < MAX_STEP && time.delta_secs() > 0.0 {
            step / time.delta_secs()
        } else {
            Vec3::ZERO
        };
        transform.translation = goal;
    }
}

fn draw_mouse(followers: Query<&Transform, With<FollowsMouse>>, mut gizmos: Gizmos) {
    for transform in &followers {
        for radius in [2.0, 10.0] {
            gizmos.circle_2d(transform.translation.truncate(), radius, palette::RED);
        }
    }
}
