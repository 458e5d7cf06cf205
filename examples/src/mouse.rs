//! The mouse, and what stands in for it.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_horde::prelude::*;

/// An entity that is wherever the mouse points; with no mouse over the window it goes along a figure of eight.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Transform, Velocity)]
pub struct FollowsMouse;

/// Where the mouse points in a 2D world, or where the figure of eight is.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct MousePlace(pub Vec2);

/// Farther than this in one tick is a jump of the pointer, which has no velocity worth a prediction.
const LARGEST_STEP: f32 = 60.0;

pub(crate) struct MousePlugin;

impl Plugin for MousePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<MousePlace>()
            .add_systems(FixedPreUpdate, (find_mouse, follow_mouse).chain());
    }
}

fn find_mouse(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<(&Camera, &GlobalTransform), With<Camera2d>>>,
    time: Res<Time>,
    mut place: ResMut<MousePlace>,
) {
    let pointed_at = window.zip(camera).and_then(|(window, camera)| {
        let (camera, transform) = *camera;
        let cursor = window.cursor_position()?;
        camera.viewport_to_world_2d(transform, cursor).ok()
    });
    let angle = 0.45 * time.elapsed_secs();
    let figure_of_eight = Vec2::new(400.0 * angle.sin(), 190.0 * (2.0 * angle).sin());
    place.0 = pointed_at.unwrap_or(figure_of_eight);
}

fn follow_mouse(
    place: Res<MousePlace>,
    time: Res<Time>,
    mut followers: Query<(&mut Transform, &mut Velocity), With<FollowsMouse>>,
) {
    for (mut transform, mut velocity) in &mut followers {
        let goal = place.0.extend(transform.translation.z);
        let step = goal - transform.translation;
        velocity.0 = if step.length() < LARGEST_STEP && time.delta_secs() > 0.0 {
            step / time.delta_secs()
        } else {
            Vec3::ZERO
        };
        transform.translation = goal;
    }
}
