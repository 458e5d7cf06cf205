//! The component that makes an entity an obstacle.

use super::ObstacleState;
use super::shape::{Flaw, flaw, place};
use crate::space::MovementSpace;
use bevy::math::primitives::{
    Capsule2d, Circle, ConvexPolygon, Polygon, Polyline2d, Rectangle, RegularPolygon, Segment2d,
    Triangle2d,
};
use bevy::prelude::*;
use horde_kernel::obstacles::outline::Outline;

/// An obstacle in the plane.
///
/// It stands where the entity's `Transform` and those of its parents put it, turned and scaled by
/// them, without shear. A child that loses its parent stands where its own `Transform` puts it. If
/// the parent loses its `Transform`, the child moves only once a `Transform` of either changes. No
/// setting says whether an obstacle is static or moving. A static obstacle costs one change check
/// per tick. A moved, turned, scaled or reshaped obstacle costs its own update in that tick.
///
/// [`AvoidObstacles`](crate::behaviors::AvoidObstacles) steps aside of an obstacle that moves. The
/// obstacle's velocity is that of its [`Velocity`](crate::agent::Velocity), or without one the
/// change of its place since the last tick. A change by more than its own length does not count.
/// An obstacle on an agent is avoided as that agent is, without a step aside.
///
/// An obstacle that is placed onto an agent pushes it out at once, to the nearest free place that
/// no wall and no older obstacle closes off. This may be behind an obstacle that moved over the
/// agent. Without such a place the agent stays, squeezed. [`PushOut`](crate::PushOut) limits how
/// fast it comes out. An agent does not meet an obstacle on its own entity; others do. An obstacle
/// that is a *child* of an agent blocks that agent too, and a warning names it. To open a door,
/// remove this component: agents far off then notice the way. Bevy's `Disabled` hides the whole
/// entity. A door that closes again pushes out the agents inside. In 3D ground games
/// ([`MovementSpace::Xz`](crate::space::MovementSpace::Xz)) the shape lies in the ground plane: its
/// points are x and z in the entity's own space.
///
/// | field | meaning | default |
/// |---|---|---|
/// | `shape` | the shape, about the entity's place | - |
/// | `solid` | whether solid agents are kept out of it | true |
/// | `opaque` | whether it blocks the line of sight | true |
///
/// Avoidance and whiskers heed every obstacle, solid or not: agents avoid a pond that is not solid,
/// but can get into it. A shape that is not finite or has no extent is reported once and ignored;
/// see [`ObstacleShape`] for what else can be wrong with one.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// // A tomb, a crate that stands askew, a wall, and a house with a courtyard open to one side.
/// world.spawn((Transform::from_xyz(80.0, 0.0, 0.0), Obstacle::from(Circle::new(24.0))));
/// let askew = Transform::from_rotation(Quat::from_rotation_z(0.5));
/// world.spawn((askew, Obstacle::rectangle(30.0, 20.0)));
/// world.spawn(Obstacle::polyline([vec2(-100.0, 50.0), vec2(100.0, 50.0)]));
/// world.spawn(Obstacle::polygon([
///     vec2(0.0, 0.0), vec2(60.0, 0.0), vec2(60.0, 60.0), vec2(40.0, 60.0),
///     vec2(40.0, 20.0), vec2(20.0, 20.0), vec2(20.0, 60.0), vec2(0.0, 60.0),
/// ]));
/// ```
#[derive(Component, Reflect, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[reflect(Component)]
#[require(Transform, ObstacleState)]
pub struct Obstacle {
    /// The shape, about the entity's place.
    pub shape: ObstacleShape,
    /// Whether solid agents are kept out of it.
    pub solid: bool,
    /// Whether it blocks the line of sight.
    pub opaque: bool,
}

/// The shape of an obstacle, in the entity's own space: world units before the `Transform`'s scale.
///
/// Walls (a segment, a polyline) have two sides and no thickness; everything else has an inside. A
/// point that repeats the one before it is left out. A polygon that touches or crosses itself has
/// no certain inside: it is reported, and stands there as the wall along its edges. A round shape
/// that is scaled unevenly takes the larger scale for its radius.
#[derive(Reflect, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ObstacleShape {
    /// A disc about the entity's place.
    Circle {
        /// World units; above 0.
        radius: f32,
    },
    /// A straight wall.
    Segment {
        /// One end.
        start: Vec2,
        /// The other end, at another place.
        end: Vec2,
    },
    /// A wall along points; at least two different ones.
    Polyline {
        /// The corners, in order.
        points: Vec<Vec2>,
        /// Whether the last point joins the first. The inside of the ring is free ground.
        closed: bool,
    },
    /// A box about the entity's place.
    Rectangle {
        /// Half the width and half the height; both above 0.
        half_size: Vec2,
    },
    /// A filled polygon, convex or not. Its edges do not touch each other; the last point joins the
    /// first.
    Polygon {
        /// The corners, in either direction of turn; at least three that are not on one line.
        points: Vec<Vec2>,
    },
    /// Everything within `radius` of a straight line.
    Capsule {
        /// One end of the line.
        start: Vec2,
        /// The other end.
        end: Vec2,
        /// World units; above 0.
        radius: f32,
    },
}

impl Obstacle {
    /// A solid, opaque obstacle of any shape.
    pub const fn new(shape: ObstacleShape) -> Self {
        Self {
            shape,
            solid: true,
            opaque: true,
        }
    }

    /// The shape as `transform` places it; `None` if it is not finite or has no extent.
    pub(crate) fn outline(&self, transform: &Transform, space: MovementSpace) -> Option<Outline> {
        let outline = place(&self.shape, transform, space)?;
        let is_hollow = flaw(&self.shape) == Some(Flaw::TouchesItself);
        Some(if is_hollow { outline.hollow() } else { outline })
    }

    /// A disc of the given radius (world units).
    pub const fn circle(radius: f32) -> Self {
        Self::new(ObstacleShape::Circle { radius })
    }

    /// A straight wall.
    pub const fn segment(start: Vec2, end: Vec2) -> Self {
        Self::new(ObstacleShape::Segment { start, end })
    }

    /// A wall along points.
    pub fn polyline(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::new(ObstacleShape::Polyline {
            points: points.into_iter().collect(),
            closed: false,
        })
    }

    /// A wall that closes: a fence round free ground.
    pub fn closed_polyline(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::new(ObstacleShape::Polyline {
            points: points.into_iter().collect(),
            closed: true,
        })
    }

    /// A box of the given whole width and height about the entity's place.
    pub const fn rectangle(width: f32, height: f32) -> Self {
        Self::new(ObstacleShape::Rectangle {
            half_size: Vec2::new(0.5 * width, 0.5 * height),
        })
    }

    /// A filled polygon, convex or not.
    pub fn polygon(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::new(ObstacleShape::Polygon {
            points: points.into_iter().collect(),
        })
    }

    /// Everything within `radius` of the line from `start` to `end`.
    pub const fn capsule(start: Vec2, end: Vec2, radius: f32) -> Self {
        Self::new(ObstacleShape::Capsule { start, end, radius })
    }

    /// The same obstacle, passable: avoided, and not solid.
    pub fn passable(mut self) -> Self {
        self.solid = false;
        self
    }

    /// The same obstacle, see-through.
    pub fn transparent(mut self) -> Self {
        self.opaque = false;
        self
    }
}

impl From<ObstacleShape> for Obstacle {
    fn from(shape: ObstacleShape) -> Self {
        Self::new(shape)
    }
}

impl From<Circle> for Obstacle {
    fn from(circle: Circle) -> Self {
        Self::circle(circle.radius)
    }
}

impl From<Segment2d> for Obstacle {
    fn from(segment: Segment2d) -> Self {
        let [start, end] = segment.vertices;
        Self::segment(start, end)
    }
}

impl From<Polyline2d> for Obstacle {
    fn from(polyline: Polyline2d) -> Self {
        Self::polyline(polyline.vertices)
    }
}

impl From<Rectangle> for Obstacle {
    fn from(rectangle: Rectangle) -> Self {
        Self::new(ObstacleShape::Rectangle {
            half_size: rectangle.half_size,
        })
    }
}

impl From<Polygon> for Obstacle {
    fn from(polygon: Polygon) -> Self {
        Self::polygon(polygon.vertices)
    }
}

impl From<ConvexPolygon> for Obstacle {
    fn from(polygon: ConvexPolygon) -> Self {
        Self::polygon(polygon.vertices().iter().copied())
    }
}

impl From<RegularPolygon> for Obstacle {
    fn from(polygon: RegularPolygon) -> Self {
        Self::polygon(polygon.vertices(0.0))
    }
}

impl From<Triangle2d> for Obstacle {
    fn from(triangle: Triangle2d) -> Self {
        Self::polygon(triangle.vertices)
    }
}

impl From<Capsule2d> for Obstacle {
    /// Upright along local `y`, as Bevy's capsules are.
    fn from(capsule: Capsule2d) -> Self {
        let half = Vec2::new(0.0, capsule.half_length);
        Self::capsule(-half, half, capsule.radius)
    }
}
