//! Closed paths: the last corner joins the first.

use bevy::math::Vec2;

/// The legs between consecutive corners.
pub(crate) fn legs(path: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..path.len()).map(|index| (path[index], path[(index + 1) % path.len()]))
}

/// The length of one lap, meters.
pub(crate) fn length(path: &[Vec2]) -> f32 {
    legs(path).map(|(from, to)| from.distance(to)).sum()
}

/// The position at `distance` meters along the path from its first corner, and the direction there.
/// From a full lap on, the position is the first corner, without a direction.
pub(crate) fn along(path: &[Vec2], distance: f32) -> (Vec2, Vec2) {
    let mut left = distance;
    for (from, to) in legs(path) {
        let length = from.distance(to);
        if left < length {
            let direction = (to - from) / length;
            return (from + left * direction, direction);
        }
        left -= length;
    }
    (path[0], Vec2::ZERO)
}

#[cfg(test)]
mod tests {
    use super::{along, length};
    use bevy::math::{Vec2, vec2};

    #[test]
    fn the_last_leg_leads_back_to_the_first_corner() {
        let path = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 3.0)];
        assert_eq!(length(&path), 12.0);
        assert_eq!(along(&path, 5.0), (vec2(4.0, 1.0), Vec2::Y));
        // 2.5 m along the last leg of 5 m, from (4, 3) to the origin.
        let (position, direction) = along(&path, 9.5);
        assert!(position.distance(vec2(2.0, 1.5)) < 1e-6);
        assert!(direction.distance(vec2(-0.8, -0.6)) < 1e-6);
        assert_eq!(along(&path, 12.0).0, path[0]);
    }
}
