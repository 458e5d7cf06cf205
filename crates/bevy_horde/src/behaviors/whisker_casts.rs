//! The casts of [`Whiskers`](super::Whiskers), by the plugin's obstacles or a physics engine.

use crate::obstacle::{ObstacleIndex, PlacedObstacle, obstacle_of};
use crate::perception::AgentState;
use crate::space::MovementSpace;
use bevy::ecs::system::{ReadOnlySystemParam, SystemParamItem};
use bevy::prelude::*;
use horde_kernel::math::vector::SHORTEST_LENGTH;
use horde_kernel::obstacles::circle::CastHit;

/// An answer may be off by this part of a length without a report, because engines round.
const ROUNDING: f32 = 1e-3;
/// A normal with less than this of its length in the plane belongs to the ground or a ceiling.
const FLAT: f32 = 0.05;
/// A normal whose part along the whisker is more than this is reversed.
const INWARD: f32 = 0.1;

/// Answers the casts of [`Whiskers`](super::Whiskers): the interface to a physics engine.
///
/// Implement it for a type of your own and pass that type to
/// [`SteeringPlugin::with_whisker_casts`](crate::SteeringPlugin::with_whisker_casts). Whiskers then
/// feel the engine's colliders and not the plugin's [`Obstacle`](crate::obstacle::Obstacle)s.
/// [`AvoidObstacles`](super::AvoidObstacles) and solidity use those as before. Without the call the
/// casts go to [`ObstacleCasts`].
///
/// `Param` is any read-only system parameter: an engine's query, resources, a tuple of both.
/// Threads share it, because whiskers are cast at the same time. `first_hit` must depend on its
/// arguments alone, or the runs of a game differ. The calling system writes
/// [`WhiskerState`](super::WhiskerState) and [`SteeringTrace`](crate::trace::SteeringTrace), which
/// `Param` must not read.
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
///     .add_plugins((
///         MinimalPlugins,
///         SteeringPlugin::default().with_whisker_casts::<EndOfTheWorld>(),
///     ))
///     .update();
/// ```
pub trait WhiskerCasts: 'static {
    /// The system parameter that answers casts, with `'static` for its lifetimes.
    type Param: ReadOnlySystemParam + 'static;

    /// The first hit of the whisker within its length, or `None`.
    ///
    /// The function leaves out the agent's own body and the ground. It also leaves out the bodies
    /// of other agents, unless whiskers are to feel these like walls.
    fn first_hit(param: &SystemParamItem<Self::Param>, cast: &WhiskerCast) -> Option<WhiskerHit>;
}

/// A whisker: a ball (in 2D a disc) that moves along a straight line.
///
/// Everything is in world space and finite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WhiskerCast {
    /// The agent of the whisker.
    pub agent: Entity,
    /// Where the ball starts: the agent's place, its height or layer included.
    pub from: Vec3,
    /// The direction in which the ball moves, within the plane of movement.
    pub direction: Dir3,
    /// How far the ball moves, world units.
    pub length: f32,
    /// The radius of the ball and of the body, world units.
    pub radius: f32,
}

impl WhiskerCast {
    /// A whisker of an agent along a unit vector of the plane.
    pub(super) fn new(
        agent: Entity,
        state: &AgentState,
        transform: &Transform,
        space: MovementSpace,
        along: Vec2,
        length: f32,
    ) -> Self {
        let start = transform.translation;
        // Only the part outside the plane is unchecked, and may be NaN.
        let start = if start.is_finite() { start } else { Vec3::ZERO };
        Self {
            agent,
            from: space.with_plane(start, state.position),
            direction: Dir3::new_unchecked(space.to_world(along)),
            length,
            radius: state.body_radius,
        }
    }
}

/// The hit of a whisker.
///
/// The plugin corrects impossible values and reports them once for the agent as `Whiskers.cast`:
///
/// | answer | taken for |
/// |---|---|
/// | a distance that is not a number, or beyond the whisker's length | no hit |
/// | a negative distance | 0 |
/// | a normal of another length than 1 | the same, normalized |
/// | a normal that is zero or not finite | the way back along the whisker |
/// | a normal along the whisker, of a hit on the way | its opposite |
/// | a normal across the plane of movement, as the ground has | no hit |
///
/// A slope's normal is projected into the plane without a report.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WhiskerHit {
    /// How far the ball moves until it touches, world units; 0 when it touches from the start.
    pub distance: f32,
    /// The outward unit normal of the surface that the ball touches.
    pub normal: Vec3,
}

/// The default casts, against the plugin's [`Obstacle`](crate::obstacle::Obstacle)s.
pub struct ObstacleCasts;

impl WhiskerCasts for ObstacleCasts {
    type Param = (Res<'static, ObstacleIndex>, Res<'static, MovementSpace>);

    fn first_hit(
        (index, space): &SystemParamItem<Self::Param>,
        cast: &WhiskerCast,
    ) -> Option<WhiskerHit> {
        let from = space.to_plane(cast.from);
        let to = from + space.to_plane(*cast.direction) * cast.length;
        let is_other = |obstacle: &PlacedObstacle| obstacle.id != obstacle_of(cast.agent);
        let hit = index.first_hit(from, to, cast.radius, is_other)?;
        Some(WhiskerHit {
            // Far from the origin, the length between the two ends differs a little from that of
            // the whisker.
            distance: hit.distance.min(cast.length),
            normal: space.to_world(hit.normal),
        })
    }
}

impl WhiskerHit {
    /// The corrected hit of a whisker along the unit vector `along`, in the plane, and the problem
    /// if it had one.
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
        let mut problem = None;
        if self.distance < length - reach {
            problem = Some("has met something at a negative distance; 0 is used instead");
        }
        let distance = self.distance.clamp(0.0, length);

        let size = self.normal.abs().max_element();
        if !(self.normal.is_finite() && size >= SHORTEST_LENGTH) {
            let problem = "has met something without a normal; the way back is used instead";
            let normal = -along;
            return (Some(CastHit { distance, normal }), Some(problem));
        }
        let mut unit = self.normal;
        // A unit vector stays bit-identical.
        if (unit.length_squared() - 1.0).abs() > 2.0 * ROUNDING {
            problem =
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
            problem =
                Some("has met something with a normal that points inward; it is turned round");
            normal = -normal;
        }
        (Some(CastHit { distance, normal }), problem)
    }
}
