//! Which plane of the world agents move in.

use crate::kernel::motion::half_of;
use bevy::prelude::*;

/// The plane in which agents move, chosen once on the plugin.
///
/// Components hold world-space [`Vec3`], like [`Transform`]. The plugin maps them to two *steering* coordinates at the
/// start of a tick and back at the end; the coordinate outside the plane (a sprite's z layer, a walker's height) is
/// neither read nor written.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub enum MovementSpace {
    /// 2D games: x to the right, y up; z is the layer. A sprite faces along its local +x. The default.
    #[default]
    Xy,
    /// 3D ground games: x to the right, -z ahead; y is the height. A model faces along its local -z, as Bevy's do.
    Xz,
}

impl MovementSpace {
    /// The steering coordinates of a world position or direction.
    #[inline]
    pub fn to_plane(self, world: Vec3) -> Vec2 {
        match self {
            Self::Xy => Vec2::new(world.x, world.y),
            // Seen from above, so that left of a heading is left.
            Self::Xz => Vec2::new(world.x, -world.z),
        }
    }

    /// The world vector of steering coordinates; 0 outside the plane.
    #[inline]
    pub fn to_world(self, plane: Vec2) -> Vec3 {
        match self {
            Self::Xy => Vec3::new(plane.x, plane.y, 0.0),
            Self::Xz => Vec3::new(plane.x, 0.0, -plane.y),
        }
    }

    /// `world` with its coordinates in the plane replaced, and the one outside kept.
    #[inline]
    pub fn with_plane(self, world: Vec3, plane: Vec2) -> Vec3 {
        match self {
            Self::Xy => Vec3::new(plane.x, plane.y, world.z),
            Self::Xz => Vec3::new(plane.x, world.y, -plane.y),
        }
    }

    /// The rotation of something that faces along the unit vector `heading`.
    pub fn rotation(self, heading: Vec2) -> Quat {
        self.turned_by_half(half_of(self.seen_unturned(heading)))
    }

    /// `heading` as seen by something that is not turned, which looks along +x of what it sees.
    #[inline]
    pub(crate) fn seen_unturned(self, heading: Vec2) -> Vec2 {
        match self {
            Self::Xy => heading,
            // Models face along -z, a quarter turn to the left of +x.
            Self::Xz => Vec2::new(heading.y, -heading.x),
        }
    }

    /// Cosine and sine of half the angle by which a rotation turns in the plane, and whether it does nothing else; they mean
    /// nothing where it does.
    #[inline(always)]
    pub(crate) fn half_turn(self, rotation: Quat) -> (Vec2, bool) {
        /// Rotations are unit quaternions, to rounding.
        const ROUNDING: f32 = 1e-3;
        let (sine, out_of_plane) = match self {
            Self::Xy => (rotation.z, Vec2::new(rotation.x, rotation.y)),
            Self::Xz => (rotation.y, Vec2::new(rotation.x, rotation.z)),
        };
        let half = Vec2::new(rotation.w, sine);
        let is_unit = (half.length_squared() - 1.0).abs() < ROUNDING;
        // No early end: hardly any rotation leaves the plane.
        let is_in_plane = (out_of_plane.x == 0.0) & (out_of_plane.y == 0.0);
        (half, is_unit & is_in_plane)
    }

    /// The rotation that turns in the plane by an angle of whose half these are cosine and sine.
    #[inline]
    pub(crate) fn turned_by_half(self, half: Vec2) -> Quat {
        match self {
            Self::Xy => Quat::from_xyzw(0.0, 0.0, half.y, half.x),
            Self::Xz => Quat::from_xyzw(0.0, half.y, 0.0, half.x),
        }
    }

    /// The unit vector along which something with this rotation faces. `None` when it faces out of
    /// the plane, and when the rotation is zero or not finite.
    pub fn heading(self, rotation: Quat) -> Option<Vec2> {
        let rotation = unit_rotation(rotation)?;
        let forward = match self {
            Self::Xy => rotation * Vec3::X,
            Self::Xz => rotation * Vec3::NEG_Z,
        };
        crate::kernel::vector::direction(self.to_plane(forward))
    }
}

/// `rotation` as it is when it is a unit quaternion, up to rounding; else scaled to one. `None`
/// when it is zero or not finite.
pub(crate) fn unit_rotation(rotation: Quat) -> Option<Quat> {
    if rotation.is_normalized() {
        return Some(rotation);
    }
    let given = Vec4::from(rotation);
    if !given.is_finite() {
        return None;
    }
    // Neither too large nor too small to square.
    let scaled = given / given.abs().max_element();
    let unit = Quat::from_vec4(scaled / scaled.length());
    unit.is_normalized().then_some(unit)
}

/// A place given in the world ([`Vec3`]) or in steering coordinates ([`Vec2`]).
pub trait IntoPlane {
    /// The steering coordinates of this place in `space`.
    fn into_plane(self, space: MovementSpace) -> Vec2;
}

impl IntoPlane for Vec2 {
    fn into_plane(self, _space: MovementSpace) -> Vec2 {
        self
    }
}

impl IntoPlane for Vec3 {
    fn into_plane(self, space: MovementSpace) -> Vec2 {
        space.to_plane(self)
    }
}
