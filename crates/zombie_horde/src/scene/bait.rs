//! The bait: it follows the mouse, the stops of its scene, or a scripted path.

use super::angle::unit_at;
use super::{Arena, Look, SceneEntity};
use bevy::prelude::*;
use bevy_horde::schedule::SteeringTick;

/// The height of a view that shows the bait near by: some twelve zombies, world units.
pub const NEAR_VIEW: f32 = 300.0;
/// Seconds for one lap of the scripted path.
const ROUND: f32 = 75.0;

/// The target of the horde.
#[derive(Component, Clone, Copy, Debug)]
pub struct Bait;

/// The places where the bait appears in turn, instead of the scripted path.
#[derive(Component, Clone, PartialEq, Debug)]
pub(super) struct Stops {
    pub(super) places: Vec<Vec2>,
    /// Seconds that the bait stays at each place.
    pub(super) stay: f32,
}

impl Stops {
    fn position(&self, seconds: f32) -> Option<Vec2> {
        let number = (seconds / self.stay) as usize;
        self.places.get(number % self.places.len().max(1)).copied()
    }
}

/// What moves the bait.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub enum BaitControl {
    /// The stops of the scene in turn, or a figure eight in a scene without stops.
    #[default]
    Scripted,
    /// The position of the mouse, which the bait follows.
    At(Vec2),
}

/// The scripted path: a figure eight around the middle of the arena.
pub fn scripted_position(arena: &Arena, seconds: f32) -> Vec2 {
    let angle = seconds / ROUND * core::f32::consts::TAU;
    arena.half_size * Vec2::new(0.45 * unit_at(angle).y, 0.3 * unit_at(2.0 * angle).y)
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
    mut baits: Query<(&mut Transform, Option<&Stops>), With<Bait>>,
) {
    let seconds = tick.0 as f32 * time.delta_secs();
    for (mut transform, stops) in &mut baits {
        let position = match *control {
            BaitControl::Scripted => stops
                .and_then(|stops| stops.position(seconds))
                .unwrap_or_else(|| scripted_position(&arena, seconds)),
            BaitControl::At(position) => position,
        };
        transform.translation = position.extend(transform.translation.z);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bait_stays_at_each_stop_and_begins_again() {
        let stops = Stops {
            places: vec![Vec2::X, Vec2::Y],
            stay: 20.0,
        };
        let at = |seconds| stops.position(seconds);
        assert_eq!([at(0.0), at(19.9)], [Some(Vec2::X); 2]);
        assert_eq!([at(20.1), at(39.9)], [Some(Vec2::Y); 2]);
        assert_eq!(at(40.1), Some(Vec2::X));
    }
}
