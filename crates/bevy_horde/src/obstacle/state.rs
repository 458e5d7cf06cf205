//! The saved state of an obstacle.

use super::Obstacle;
use crate::cloning::clone_as_new;
use crate::space::MovementSpace;
use bevy::prelude::*;

/// How much the place of an obstacle with parents is rounded when the origin moves, units in the
/// last place.
const ROUNDING: f32 = 8.0;

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
    /// How far rounding may have moved it since the last tick because the origin moved, world
    /// units; else 0.
    pub(crate) rounding: f32,
}

impl ObstacleState {
    /// How far the obstacle is now from its place in the last tick; zero for a new one.
    pub(super) fn moved_to(&self, transform: &Transform, space: MovementSpace) -> Vec2 {
        let in_plane = |transform: &Transform| space.to_plane(transform.translation);
        let known = self.known.as_ref().map(|(_, placed)| in_plane(placed));
        let moved = known.map_or(Vec2::ZERO, |known| in_plane(transform) - known);
        if self.is_rounding(moved) {
            Vec2::ZERO
        } else {
            moved
        }
    }

    /// Whether a move is no more than what a new origin rounds.
    fn is_rounding(&self, moved: Vec2) -> bool {
        self.rounding > 0.0 && moved.length() <= self.rounding
    }

    /// Moves along with the origin. The obstacle has not moved, and stands as long as before.
    pub(crate) fn shift(&mut self, by: Vec3) {
        if let Some((_, placed)) = &mut self.known {
            let before = placed.translation;
            placed.translation += by;
            let largest = before.abs().max(placed.translation.abs()).max_element();
            self.rounding = self.rounding.max(ROUNDING * f32::EPSILON * largest);
        }
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
            let (before, now) = (in_plane(placed), in_plane(transform));
            (before == now || self.is_rounding(now - before))
                && placed.rotation == transform.rotation
                && placed.scale == transform.scale
                && (!is_reshaped || is_same)
        });
        if !stands {
            self.standing_since = tick;
        }
        self.rounding = 0.0;
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
            let since =
                |state: &mut ObstacleState, obstacle: &Obstacle, at: Transform, tick: u64| {
                    state.set(obstacle, true, &at, space, tick);
                    state.standing_since
                };
            assert_eq!(since(&mut state, &circle, at(Vec3::ZERO), 3), 3);
            assert_eq!(since(&mut state, &circle, at(Vec3::ZERO), 4), 3);
            // Another layer is no other place.
            assert_eq!(since(&mut state, &circle, at(5.0 * up), 5), 3);
            assert_eq!(since(&mut state, &circle, at(5.0 * up + Vec3::X), 6), 6);
            assert_eq!(since(&mut state, &square, at(5.0 * up + Vec3::X), 7), 7);
            // A new origin is no other place either, rounding included.
            let elsewhere = Vec3::splat(-1000.7);
            state.shift(elsewhere);
            let moved = at(5.0 * up + Vec3::X + elsewhere + Vec3::splat(1e-4));
            assert_eq!(state.moved_to(&moved, space), Vec2::ZERO);
            state.set(&square, true, &moved, space, 8);
            assert_eq!(state.standing_since, 7);
            let farther = at(moved.translation + Vec3::splat(1e-4));
            assert_ne!(state.moved_to(&farther, space), Vec2::ZERO);
            let larger = at(5.0 * up + Vec3::X).with_scale(Vec3::splat(2.0));
            assert_eq!(since(&mut state, &square, larger, 9), 9);
        }
    }
}
