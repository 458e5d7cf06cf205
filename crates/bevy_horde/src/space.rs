//! The plane of the world in which agents move.

use bevy::prelude::*;
use horde_kernel::math::vector::{Side, left, right};
use horde_kernel::motion::integrate::half_of;

/// The plane in which agents move. The game sets it once, on the plugin.
///
/// The plugin neither reads nor writes the coordinate outside of the plane: the z layer of a
/// sprite, or the height of a walker. A place is a [`Vec3`] of the world, like [`Transform`], or a
/// [`Vec2`] of its two coordinates in the plane: `x` and `y` of the world in [`Xy`](Self::Xy), `x`
/// and `z` in [`Xz`](Self::Xz). Left and right, where a game sets them, are those of an agent that
/// stands on the plane and looks along its heading. Memories and traces that name a side say which
/// they mean.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// // On the ground of a 3D game. `points` and `area` drop the height.
/// const GROUND: MovementSpace = MovementSpace::Xz;
/// let (low, high) = (vec3(-50.0, 0.0, -30.0), vec3(50.0, 0.0, 30.0));
/// world.spawn(Path::new([vec2(0.0, 4.0), vec2(9.0, 4.0)])); // (x, z)
/// world.spawn(Obstacle::polyline(GROUND.points([low, vec3(50.0, 0.0, -30.0), high])));
/// world.spawn(FlowField::new(GROUND.area(low, high)).to(vec3(40.0, 0.0, 20.0)));
/// world.spawn(Contain::circle(GROUND.to_plane(high), 20.0));
/// ```
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub enum MovementSpace {
    /// 2D games: x to the right, y up; z is the layer. A sprite faces along its local +x. The
    /// default.
    #[default]
    Xy,
    /// 3D ground games: x to the right, -z ahead; y is the height. A model faces along its local
    /// -z, as in Bevy.
    Xz,
}

impl MovementSpace {
    /// Returns the coordinates of a world position or direction in the plane.
    #[inline]
    pub fn to_plane(self, world: Vec3) -> Vec2 {
        match self {
            Self::Xy => Vec2::new(world.x, world.y),
            Self::Xz => Vec2::new(world.x, world.z),
        }
    }

    /// Returns world positions in the plane: of a path, or the corners of a shape.
    pub fn points(self, world: impl IntoIterator<Item = Vec3>) -> impl Iterator<Item = Vec2> {
        world.into_iter().map(move |point| self.to_plane(point))
    }

    /// Returns the upright rectangle between two opposite corners in the world, in the plane.
    pub fn area(self, corner: Vec3, opposite: Vec3) -> Rect {
        Rect::from_corners(self.to_plane(corner), self.to_plane(opposite))
    }

    /// Returns the world vector of coordinates in the plane; 0 outside of it.
    #[inline]
    pub fn to_world(self, plane: Vec2) -> Vec3 {
        match self {
            Self::Xy => Vec3::new(plane.x, plane.y, 0.0),
            Self::Xz => Vec3::new(plane.x, 0.0, plane.y),
        }
    }

    /// Returns `world` with its coordinates in the plane replaced by `plane`; the third stays.
    #[inline]
    pub fn with_plane(self, world: Vec3, plane: Vec2) -> Vec3 {
        match self {
            Self::Xy => Vec3::new(plane.x, plane.y, world.z),
            Self::Xz => Vec3::new(plane.x, world.y, plane.y),
        }
    }

    /// Returns the direction to the left of `heading`, as an agent on the plane sees it.
    #[inline]
    pub fn left(self, heading: Vec2) -> Vec2 {
        match self {
            Self::Xy => left(heading),
            Self::Xz => right(heading),
        }
    }

    /// Returns coordinates in the plane from `x` ahead and `y` to the left, for a heading along x.
    #[inline]
    pub(crate) fn turned_left(self, place: Vec2) -> Vec2 {
        Vec2::new(place.x, place.y * self.left(Vec2::X).y)
    }

    /// Returns the side of the plane's coordinates, in which y is to the left of x, that an agent
    /// on the plane sees as `side`; and the other way round.
    #[inline]
    pub(crate) fn side(self, side: Side) -> Side {
        match self {
            Self::Xy => side,
            Self::Xz => side.opposite(),
        }
    }

    /// Returns the rotation of a body that faces along the unit vector `heading`.
    pub fn rotation(self, heading: Vec2) -> Quat {
        self.turned_by_half(half_of(self.seen_unturned(heading)))
    }

    /// Returns `heading` seen so that the heading of a body without rotation is +x, and the left of
    /// it +y.
    #[inline]
    pub(crate) fn seen_unturned(self, heading: Vec2) -> Vec2 {
        match self {
            Self::Xy => heading,
            // Models face along -z, and x and z are the axes of a plane that is seen from below.
            Self::Xz => Vec2::new(-heading.y, -heading.x),
        }
    }

    /// Returns the cosine and sine of half the angle by which a rotation turns in the plane, and
    /// whether it is a unit quaternion that turns only there. If not, cosine and sine have no
    /// meaning.
    #[inline(always)]
    pub(crate) fn half_turn(self, rotation: Quat) -> (Vec2, bool) {
        /// Tolerance for rotations that are unit quaternions except for rounding.
        const ROUNDING: f32 = 1e-3;
        let (sine, out_of_plane) = match self {
            Self::Xy => (rotation.z, Vec2::new(rotation.x, rotation.y)),
            Self::Xz => (rotation.y, Vec2::new(rotation.x, rotation.z)),
        };
        let half = Vec2::new(rotation.w, sine);
        let is_unit = (half.length_squared() - 1.0).abs() < ROUNDING;
        // No early exit: hardly any rotation leaves the plane.
        let is_in_plane = (out_of_plane.x == 0.0) & (out_of_plane.y == 0.0);
        (half, is_unit & is_in_plane)
    }

    /// Returns the rotation in the plane by twice the angle with this cosine and sine.
    #[inline]
    pub(crate) fn turned_by_half(self, half: Vec2) -> Quat {
        match self {
            Self::Xy => Quat::from_xyzw(0.0, 0.0, half.y, half.x),
            Self::Xz => Quat::from_xyzw(0.0, half.y, 0.0, half.x),
        }
    }

    /// Returns the unit vector along which a body with this rotation faces. `None` when it faces
    /// out of the plane, or when the rotation is zero or not finite.
    pub fn heading(self, rotation: Quat) -> Option<Vec2> {
        let rotation = unit_rotation(rotation)?;
        let forward = match self {
            Self::Xy => rotation * Vec3::X,
            Self::Xz => rotation * Vec3::NEG_Z,
        };
        horde_kernel::math::vector::direction(self.to_plane(forward))
    }
}

/// Returns `rotation` if it is a unit quaternion except for rounding, else scaled to one. `None`
/// when it is zero or not finite.
pub(crate) fn unit_rotation(rotation: Quat) -> Option<Quat> {
    if rotation.is_normalized() {
        return Some(rotation);
    }
    let given = Vec4::from(rotation);
    if !given.is_finite() {
        return None;
    }
    // Scaled first, so that squares neither overflow nor vanish.
    let scaled = given / given.abs().max_element();
    let unit = Quat::from_vec4(scaled / scaled.length());
    unit.is_normalized().then_some(unit)
}

/// A position in the world ([`Vec3`]) or in the plane ([`Vec2`]).
///
/// A [`SteeringQuery`](crate::perception::SteeringQuery) answers in the coordinates of its
/// question.
pub trait IntoPlane: Copy {
    /// Returns the coordinates of this position in the plane of `space`.
    fn into_plane(self, space: MovementSpace) -> Vec2;

    /// Returns this position with its coordinates in the plane replaced. A world position keeps the
    /// coordinate outside the plane.
    fn with_plane(self, plane: Vec2, space: MovementSpace) -> Self;

    /// Returns a direction of the plane in the coordinates of this type.
    fn direction(plane: Vec2, space: MovementSpace) -> Self;
}

impl IntoPlane for Vec2 {
    fn into_plane(self, _space: MovementSpace) -> Vec2 {
        self
    }

    fn with_plane(self, plane: Vec2, _space: MovementSpace) -> Self {
        plane
    }

    fn direction(plane: Vec2, _space: MovementSpace) -> Self {
        plane
    }
}

impl IntoPlane for Vec3 {
    fn into_plane(self, space: MovementSpace) -> Vec2 {
        space.to_plane(self)
    }

    fn with_plane(self, plane: Vec2, space: MovementSpace) -> Self {
        space.with_plane(self, plane)
    }

    fn direction(plane: Vec2, space: MovementSpace) -> Self {
        space.to_world(plane)
    }
}
