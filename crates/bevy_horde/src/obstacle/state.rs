//! The saved state of an obstacle.

use super::Obstacle;
use crate::cloning::clone_as_new;
use crate::space::MovementSpace;
use bevy::prelude::*;

/// An obstacle at the start of the last tick, as the index holds it until the next tick.
///
/// [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive) writes it. It is part of a saved
/// game: between two ticks it holds the obstacles that
/// [`SteeringQuery`](crate::perception::SteeringQuery) finds.
#[derive(Component, Reflect, Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
#[component(clone_behavior = Custom(clone_as_new::<ObstacleState>))]
pub struct ObstacleState {
    /// The obstacle and where it stood; `None` while it is not in the index.
    pub(crate) known: Option<(Obstacle, Transform)>,
    /// The tick since which it stands there in this shape; 0 if there were no agents then.
    pub(crate) standing_since: u64,
    /// Its velocity in the plane, world units per second.
    pub(crate) velocity: Vec2,
}

impl ObstacleState {
    /// How far the obstacle is now from its place in the last tick; zero for a new one.
    pub(super) fn moved_to(&self, transform: &Transform, space: MovementSpace) -> Vec2 {
        let in_plane = |transform: &Transform| space.to_plane(transform.translation);
        let known = self.known.as_ref().map(|(_, placed)| in_plane(placed));
        known.map_or(Vec2::ZERO, |known| in_plane(transform) - known)
    }

    /// Stores the obstacle as the index holds it. An unchanged shape is not copied again.
    pub(super) fn set(
        &mut self,
        obstacle: &Obstacle,
        is_reshaped: bool,
        transform: &Transform,
        space: MovementSpace,
        tick: u64,
    ) {
        let stands = self.known.as_ref().is_some_and(|(known, placed)| {
            let is_same = known.shape == obstacle.shape && known.solid == obstacle.solid;
            // To change the layer of a sprite does not move the obstacle.
            let in_plane = |transform: &Transform| space.to_plane(transform.translation);
            in_plane(placed) == in_plane(transform)
                && placed.rotation == transform.rotation
                && placed.scale == transform.scale
                && (!is_reshaped || is_same)
        });
        if !stands {
            self.standing_since = tick;
        }
        match &mut self.known {
            Some((_, known)) if !is_reshaped => *known = *transform,
            known => *known = Some((obstacle.clone(), *transform)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_obstacle_stands_until_it_moves_in_the_plane_or_changes_its_shape() {
        for (space, up) in [(MovementSpace::Xy, Vec3::Z), (MovementSpace::Xz, Vec3::Y)] {
            let (circle, square) = (Obstacle::circle(1.0), Obstacle::rectangle(1.0, 1.0));
            let at = |place: Vec3| Transform::from_translation(place);
            let mut state = ObstacleState::default();
            let mut since = |obstacle: &Obstacle, transform: Transform, tick: u64| {
                state.set(obstacle, true, &transform, space, tick);
                state.standing_since
            };
            assert_eq!(since(&circle, at(Vec3::ZERO), 3), 3);
            assert_eq!(since(&circle, at(Vec3::ZERO), 4), 3);
            // Another layer is no other place.
            assert_eq!(since(&circle, at(5.0 * up), 5), 3);
            assert_eq!(since(&circle, at(5.0 * up + Vec3::X), 6), 6);
            assert_eq!(since(&square, at(5.0 * up + Vec3::X), 7), 7);
            let larger = at(5.0 * up + Vec3::X).with_scale(Vec3::splat(2.0));
            assert_eq!(since(&square, larger, 8), 8);
        }
    }
}
