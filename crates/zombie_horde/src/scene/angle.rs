//! Angles, with the same bits on every machine, so that a scene is the same on every machine.

use bevy::math::{Quat, Vec2};

/// The unit vector at an angle, radians.
pub(super) fn unit_at(angle: f32) -> Vec2 {
    let (sine, cosine) = libm::sincosf(angle);
    Vec2::new(cosine, sine)
}

/// The angle of a vector, radians.
pub(super) fn angle_of(vector: Vec2) -> f32 {
    libm::atan2f(vector.y, vector.x)
}

/// The rotation in the plane by an angle, radians.
pub(super) fn turned_by(angle: f32) -> Quat {
    let half = unit_at(0.5 * angle);
    Quat::from_xyzw(0.0, 0.0, half.y, half.x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec3;

    #[test]
    fn a_vector_turned_by_its_angle_is_itself() {
        for angle in [-3.0, -0.5, 0.0, 0.7, 3.1] {
            assert!((angle_of(unit_at(angle)) - angle).abs() < 1e-6, "{angle}");
            let turned = turned_by(angle) * Vec3::X;
            assert!(
                turned.distance(unit_at(angle).extend(0.0)) < 1e-6,
                "{angle}"
            );
        }
    }
}
