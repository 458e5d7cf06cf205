//! What the horde is after: it stands under the mouse, or walks a path of its own.

use super::{Arena, Look, SceneEntity};
use bevy::prelude::*;
use bevy_horde::schedule::SteeringTick;

/// Seconds for one round of the scripted path.
const ROUND: f32 = 75.0;

/// The thing that the horde is after.
#[derive(Component, Clone, Copy, Debug)]
pub struct Bait;

/// Who moves the bait.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub enum BaitControl {
    /// A path of its own, a lying eight; stands for the mouse where there is none.
    #[default]
    Scripted,
    /// It is where the mouse is.
    At(Vec2),
}

/// The scripted path: a lying eight about the middle of the arena.
pub fn scripted_place(arena: &Arena, seconds: f32) -> Vec2 {
    let angle = seconds / ROUND * core::f32::consts::TAU;
    arena.half_size * Vec2::new(0.45 * angle.sin(), 0.3 * (2.0 * angle).sin())
}

pub(super) fn spawn(commands: &mut Commands) -> Entity {
    commands
        .spawn((
            SceneEntity,
            Bait,
            Look::Bait,
            Transform::from_xyz(0.0, 0.0, 2.0),
        ))
        .id()
}

pub(super) fn move_bait(
    control: Res<BaitControl>,
    arena: Res<Arena>,
    time: Res<Time>,
    tick: Res<SteeringTick>,
    mut baits: Query<&mut Transform, With<Bait>>,
) {
    let place = match *control {
        BaitControl::Scripted => scripted_place(&arena, tick.0 as f32 * time.delta_secs()),
        BaitControl::At(place) => place,
    };
    for mut transform in &mut baits {
        transform.translation = place.extend(transform.translation.z);
    }
}
