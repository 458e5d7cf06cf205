//! The bait: it follows the mouse or a scripted path.

use super::{Arena, Look, SceneEntity};
use bevy::prelude::*;
use bevy_horde::schedule::SteeringTick;

/// Seconds for one lap of the scripted path.
const ROUND: f32 = 75.0;

/// The target of the horde.
#[derive(Component, Clone, Copy, Debug)]
pub struct Bait;

/// What moves the bait.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub enum BaitControl {
    /// A scripted path, a figure eight. It replaces the mouse where there is none.
    #[default]
    Scripted,
    /// The bait follows the mouse.
    At(Vec2),
}

/// The scripted path: a figure eight around the middle of the arena.
pub fn scripted_position(arena: &Arena, seconds: f32) -> Vec2 {
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
    let position = match *control {
        BaitControl::Scripted => scripted_position(&arena, tick.0 as f32 * time.delta_secs()),
        BaitControl::At(position) => position,
    };
    for mut transform in &mut baits {
        transform.translation = position.extend(transform.translation.z);
    }
}
