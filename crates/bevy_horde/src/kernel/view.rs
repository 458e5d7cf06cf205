//! Who is in view: a range and a cone about the heading.

use bevy::math::Vec2;

/// The shortest offset that still has a bearing, as a part of the view's range.
const BEARING_FLOOR: f32 = 1e-6;

/// A view with its numbers resolved: a disc sector about the heading.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ViewCone {
    /// How far the view reaches, centre to centre, in world units.
    pub range: f32,
    /// Cosine of the half angle: 1 sees only dead ahead, 0 the front half, -1 all round.
    pub cos_half_angle: f32,
}

impl ViewCone {
    /// A view that sees nothing.
    pub const NONE: Self = Self {
        range: 0.0,
        cos_half_angle: 1.0,
    };

    /// Whether a neighbour at `offset` from the eye is seen by someone who looks along the unit vector `heading`.
    ///
    /// `|offset| <= range`, and either the two coincide or `offset . heading >= |offset| cos(half angle)`. The test is on
    /// the cosine, so that neighbours exactly abeam and coincident ones are not lost, as they are with the published
    /// tests on rotated coordinates.
    pub fn contains(&self, heading: Vec2, offset: Vec2) -> bool {
        let distance_squared = offset.length_squared();
        let in_range = self.range > 0.0 && distance_squared <= self.range * self.range;
        if !in_range {
            return false;
        }
        if self.cos_half_angle <= -1.0 {
            return true;
        }
        let floor = BEARING_FLOOR * self.range;
        if distance_squared < floor * floor {
            return true;
        }
        let distance = distance_squared.sqrt();
        // Rounding must not lose a neighbour that stands exactly on the edge of the cone.
        offset.dot(heading) >= distance * (self.cos_half_angle - 4.0 * f32::EPSILON)
    }
}
