//! Who answers the casts of [`Whiskers`](super::Whiskers): the plugin's own obstacles, or a physics engine.

use crate::math::circle::CastHit;
use crate::math::vector::SHORTEST_LENGTH;
use crate::obstacle::{ObstacleIndex, PlacedObstacle};
use crate::space::MovementSpace;
use bevy::ecs::system::{ReadOnlySystemParam, SystemParamItem};
use bevy::prelude::*;

/// The part of a length by which an answer may be off without a word: engines round.
const ROUNDING: f32 = 1e-3;
/// A normal with less than this of its length in the plane is that of the ground, or of a ceiling.
const FLAT: f32 = 0.05;
/// A normal that points the way the whisker goes by more than this is turned inside out.
const INWARD: f32 = 0.1;

/// Answers the casts of [`Whiskers`](super::Whiskers): the seam to a physics engine.
///
/// Implement it for a type of your own and hand that to
/// [`SteeringPlugin::with_whisker_casts`](crate::SteeringPlugin::with_whisker_casts). From then on whiskers feel what the
/// engine's colliders are, and the plugin's [`Obstacle`](crate::obstacle::Obstacle)s no longer;
/// [`AvoidObstacles`](super::AvoidObstacles) and solidity heed those as before. Without the call the casts go to
/// [`ObstacleCasts`].
///
/// `Param` is whatever a system can ask for to read: an engine's query, resources, a tuple of both. It is shared by threads, for
/// agents feel at the same time; and `first_hit` has to depend on nothing but what it is given, or the runs of a game
/// differ. The system that calls it writes [`WhiskerState`](super::WhiskerState) and
/// [`SteeringTrace`](crate::trace::SteeringTrace), which `Param` must not read.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
///
/// /// A world that ends at a wall along x = 10.
/// struct EndOfTheWorld;
///
/// #[derive(Resource)]
/// struct Wall { x: f32 }
///
/// impl WhiskerCasts for EndOfTheWorld {
///     type Param = Res<'static, Wall>;
///
///     fn first_hit(wall: &Res<Wall>, cast: &WhiskerCast) -> Option<WhiskerHit> {
///         let distance = (wall.x - cast.radius - cast.from.x) / cast.direction.x;
///         (cast.direction.x > 0.0 && distance <= cast.length)
///             .then(|| WhiskerHit { distance: distance.max(0.0), normal: Vec3::NEG_X })
///     }
/// }
///
/// App::new()
///     .insert_resource(Wall { x: 10.0 })
///     .add_plugins((MinimalPlugins, SteeringPlugin::default().with_whisker_casts::<EndOfTheWorld>()))
///     .update();
/// ```
pub trait WhiskerCasts: 'static {
    /// What answering takes, with `'static` for its lifetimes.
    type Param: ReadOnlySystemParam + 'static;

    /// The first thing that the whisker meets, and `None` when it meets nothing within its length.
    ///
    /// The agent's own body is for the engine to leave out; so are the ground, and bodies that are agents, unless
    /// these are to be felt like walls.
    fn first_hit(param: &SystemParamItem<Self::Param>, cast: &WhiskerCast) -> Option<WhiskerHit>;
}

/// A whisker: a ball (in a 2D engine a disc) that moves along a straight line. Everything is in world space and finite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WhiskerCast {
    /// Whose whisker it is.
    pub agent: Entity,
    /// Where the ball starts: the agent's place, its height or layer included.
    pub from: Vec3,
    /// Whither it moves, within the plane of movement.
    pub direction: Dir3,
    /// How far, world units.
    pub length: f32,
    /// Its radius, which is the body's, world units.
    pub radius: f32,
}

/// What a whisker has met.
///
/// Whatever cannot be is put right as far as that goes, and reported once for the agent as `Whiskers.cast`:
///
/// | answer | taken for |
/// |---|---|
/// | a distance that is not a number, or beyond the whisker's length | no hit |
/// | a negative distance | 0 |
/// | a normal of another length than 1 | the same, normalized |
/// | a normal that is zero or not finite | the way back along the whisker |
/// | a normal that points the way the whisker goes, met on the way | its opposite |
/// | a normal across the plane of movement, as the ground has | no hit |
///
/// A slope's normal is laid into the plane, and nothing is said about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WhiskerHit {
    /// How far the ball moves until it touches, world units; 0 when it touches from the start.
    pub distance: f32,
    /// The outward unit normal of the surface that it touches.
    pub normal: Vec3,
}

/// The plugin's own answers, from its [`Obstacle`](crate::obstacle::Obstacle)s; what whiskers ask when nothing else is said.
pub struct ObstacleCasts;

impl WhiskerCasts for ObstacleCasts {
    type Param = (Res<'static, ObstacleIndex>, Res<'static, MovementSpace>);

    fn first_hit(
        (index, space): &SystemParamItem<Self::Param>,
        cast: &WhiskerCast,
    ) -> Option<WhiskerHit> {
        let from = space.to_plane(cast.from);
        let to = from + space.to_plane(*cast.direction) * cast.length;
        let is_other = |obstacle: &PlacedObstacle| obstacle.entity != cast.agent;
        let hit = index.first_hit(from, to, cast.radius, is_other)?;
        Some(WhiskerHit {
            // Far from the origin the length between two places is not quite that of the whisker.
            distance: hit.distance.min(cast.length),
            normal: space.to_world(hit.normal),
        })
    }
}

impl WhiskerHit {
    /// This answer to a whisker along the unit vector `along`, in the plane and put right, and what was wrong with it.
    pub(super) fn checked(
        self,
        space: MovementSpace,
        along: Vec2,
        length: f32,
    ) -> (Option<CastHit>, Option<&'static str>) {
        let reach = length * (1.0 + ROUNDING);
        let not_felt = |why| (None, Some(why));
        if !self.distance.is_finite() {
            return not_felt("has met something at no distance; it is not felt");
        }
        if self.distance > reach {
            return not_felt("has met something beyond its length; it is not felt");
        }
        let mut fault = None;
        if self.distance < length - reach {
            fault = Some("has met something at a negative distance; 0 is used instead");
        }
        let distance = self.distance.clamp(0.0, length);

        let size = self.normal.abs().max_element();
        if !(self.normal.is_finite() && size >= SHORTEST_LENGTH) {
            let fault = "has met something without a normal; the way back is used instead";
            let normal = -along;
            return (Some(CastHit { distance, normal }), Some(fault));
        }
        let mut unit = self.normal;
        // A unit vector stays what it is to the last bit.
        if (unit.length_squared() - 1.0).abs() > 2.0 * ROUNDING {
            fault =
                Some("has met something with a normal that is not of length 1; it is normalized");
            unit = (unit / size).normalize();
        }
        let in_plane = space.to_plane(unit);
        let part = in_plane.length();
        if part < FLAT {
            return not_felt("has met the ground or a ceiling, by its normal; it is not felt");
        }
        let mut normal = in_plane;
        if (part - 1.0).abs() > ROUNDING {
            normal /= part;
        }
        if distance > 0.0 && normal.dot(along) > INWARD {
            fault = Some("has met something with a normal that points inward; it is turned round");
            normal = -normal;
        }
        (Some(CastHit { distance, normal }), fault)
    }
}
