//! Targets that walk a closed path.

use crate::closed_path;
use crate::scenario::MovingTarget;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The path of a target.
#[derive(Component, Clone, PartialEq, Debug)]
pub(super) struct TargetPath(pub MovingTarget);

impl TargetPath {
    /// The position and velocity of the target at this time after the start, seconds.
    pub fn at(&self, seconds: f64) -> (Vec2, Vec2) {
        let Self(MovingTarget { path, speed, .. }) = self;
        let round = f64::from(closed_path::length(path));
        let walked = (seconds * f64::from(*speed)).rem_euclid(round) as f32;
        let (position, direction) = closed_path::along(path, walked);
        (position, *speed * direction)
    }
}

pub(super) fn move_targets(
    time: Res<Time>,
    mut targets: Query<(&TargetPath, &mut Transform, &mut Velocity)>,
) {
    for (path, mut transform, mut velocity) in &mut targets {
        let (position, speed) = path.at(time.elapsed_secs_f64());
        transform.translation = position.extend(0.0);
        velocity.0 = speed.extend(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_circulates() {
        let path = TargetPath(MovingTarget {
            name: "bait".into(),
            path: vec![vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 3.0)],
            speed: 2.0,
        });
        // Legs of 4, 3 and 5 m: 12 m, 6 s per lap. After 2.5 s it is 1 m up the second leg.
        assert_eq!(path.at(0.0), (vec2(0.0, 0.0), vec2(2.0, 0.0)));
        assert_eq!(path.at(2.5), (vec2(4.0, 1.0), vec2(0.0, 2.0)));
        assert_eq!(path.at(62.5), (vec2(4.0, 1.0), vec2(0.0, 2.0)));
    }
}
