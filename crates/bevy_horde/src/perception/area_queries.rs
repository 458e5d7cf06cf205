//! Queries of agents in areas, and of the first agent on a way.

use super::agent_index::AgentIndex;
use super::{AgentHit, FilteredSteeringQuery, SteeringQuery};
use crate::space::{IntoPlane, MovementSpace};
use bevy::prelude::*;
use core::f32::consts::PI;
use horde_kernel::crowd::body::Body;
use horde_kernel::math::portable;
use horde_kernel::math::vector::{direction, direction_and_length};
use horde_kernel::obstacles::circle::{CastHit, Circle};

/// The body of an agent that a moving circle meets first, as of a bullet.
///
/// Vectors are in the coordinates of the question: steering [`Vec2`] or world [`Vec3`]. A world
/// position has the height, or layer, of the start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BodyHit<P = Vec2> {
    /// The agent.
    pub entity: Entity,
    /// The distance traveled until the hit, world units. That of an
    /// [`ObstacleHit`](crate::obstacle::ObstacleHit) on the same way tells which comes first.
    pub distance: f32,
    /// The center of the moving circle at the hit.
    pub position: P,
    /// The outward unit normal of the body there.
    pub normal: P,
}

impl SteeringQuery<'_, '_> {
    /// Returns the first agent with a body that the straight line from `from` to `to` meets, and
    /// where. See [`first_agent_for_circle`](Self::first_agent_for_circle).
    pub fn first_agent<P: IntoPlane>(&self, from: P, to: impl IntoPlane) -> Option<BodyHit<P>> {
        self.all().first_agent(from, to)
    }

    /// Returns the first agent with a body that a circle of `radius` meets on its straight way from
    /// `from` to `to`, and where: a bullet of this size.
    ///
    /// A circle that starts in a body meets it at distance 0. Leave out the agent that shoots by
    /// [`without`](Self::without). Walls do not stop the circle: compare the distance with that of
    /// [`first_obstacle_for_circle`](Self::first_obstacle_for_circle).
    ///
    /// ```
    /// # use bevy::prelude::*;
    /// # use bevy_horde::prelude::*;
    /// /// What a bullet hits first: the agent, or none if a wall is before it.
    /// fn shot(query: &SteeringQuery, shooter: Entity, from: Vec3, to: Vec3) -> Option<Entity> {
    ///     let wall = query.first_obstacle_for_circle(from, to, 0.1);
    ///     let hit = query.without(shooter).first_agent_for_circle(from, to, 0.1)?;
    ///     wall.is_none_or(|wall| hit.distance < wall.distance).then_some(hit.entity)
    /// }
    /// ```
    pub fn first_agent_for_circle<P: IntoPlane>(
        &self,
        from: P,
        to: impl IntoPlane,
        radius: f32,
    ) -> Option<BodyHit<P>> {
        self.all().first_agent_for_circle(from, to, radius)
    }

    /// Returns every agent with its center in a cone, nearest to its tip first: within `range` of
    /// `tip`, and within `half_angle` radians of `direction`, a vector of any length. A center on
    /// the tip is in the cone.
    pub fn agents_in_cone<P: IntoPlane>(
        &self,
        tip: P,
        direction: impl IntoPlane,
        half_angle: f32,
        range: f32,
    ) -> Vec<AgentHit<P>> {
        self.all().agents_in_cone(tip, direction, half_angle, range)
    }

    /// Returns every agent with its center in the rectangle between two opposite corners, nearest
    /// to its middle first. The sides are parallel to the axes of the plane, as of a selection box.
    /// The distance of each hit is from the middle.
    pub fn agents_in_rectangle<P: IntoPlane>(
        &self,
        corner: P,
        opposite: impl IntoPlane,
    ) -> Vec<AgentHit<P>> {
        self.all().agents_in_rectangle(corner, opposite)
    }

    /// Returns every agent with its center in a ring about `place`, from `inner` to `outer` world
    /// units away, nearest first.
    pub fn agents_in_ring<P: IntoPlane>(
        &self,
        place: P,
        inner: f32,
        outer: f32,
    ) -> Vec<AgentHit<P>> {
        self.all().agents_in_ring(place, inner, outer)
    }
}

impl FilteredSteeringQuery<'_, '_, '_> {
    /// Returns the first agent that fits and has a body that the straight line from `from` to `to`
    /// meets, and where. See [`SteeringQuery::first_agent_for_circle`].
    pub fn first_agent<P: IntoPlane>(&self, from: P, to: impl IntoPlane) -> Option<BodyHit<P>> {
        self.first_agent_for_circle(from, to, 0.0)
    }

    /// Returns the first agent that fits and has a body that a circle of `radius` meets on its
    /// straight way from `from` to `to`, and where. See [`SteeringQuery::first_agent_for_circle`].
    pub fn first_agent_for_circle<P: IntoPlane>(
        &self,
        from: P,
        to: impl IntoPlane,
        radius: f32,
    ) -> Option<BodyHit<P>> {
        let space = self.space();
        let (start, end) = (from.into_plane(space), to.into_plane(space));
        self.ask(|agents| {
            let accepts = |body: &Body| self.accepts_agent(agents, body);
            let (hit, slot) = agents.first_hit(start, end, radius, accepts)?;
            let along = direction(end - start).unwrap_or(Vec2::ZERO);
            let position = start + along * hit.distance;
            Some(BodyHit {
                entity: agents.entities()[slot as usize],
                distance: hit.distance,
                position: from.with_plane(position, space),
                normal: P::direction(hit.normal, space),
            })
        })
    }

    /// Returns every agent that fits, with its center in a cone, nearest to its tip first. See
    /// [`SteeringQuery::agents_in_cone`].
    pub fn agents_in_cone<P: IntoPlane>(
        &self,
        tip: P,
        direction: impl IntoPlane,
        half_angle: f32,
        range: f32,
    ) -> Vec<AgentHit<P>> {
        let space = self.space();
        let Some(cone) = Cone::new(tip, direction, half_angle, space) else {
            return Vec::new();
        };
        self.agents_where(tip, cone.tip, range, |center| cone.contains(center))
    }

    /// Returns every agent that fits, with its center in the rectangle between two opposite
    /// corners, nearest to its middle first. See [`SteeringQuery::agents_in_rectangle`].
    pub fn agents_in_rectangle<P: IntoPlane>(
        &self,
        corner: P,
        opposite: impl IntoPlane,
    ) -> Vec<AgentHit<P>> {
        let space = self.space();
        let (corner_in_plane, opposite) = (corner.into_plane(space), opposite.into_plane(space));
        let low = corner_in_plane.min(opposite);
        let high = corner_in_plane.max(opposite);
        let middle = low.midpoint(high);
        // A little more than half the diagonal, so that rounding loses no corner.
        let reach = 0.5 * (high - low).length() * (1.0 + 4.0 * f32::EPSILON)
            + 4.0 * f32::EPSILON * middle.abs().max_element();
        self.agents_where(corner, middle, reach, |center| {
            center.cmpge(low).all() && center.cmple(high).all()
        })
    }

    /// Returns every agent that fits, with its center in a ring about `place`, nearest first. See
    /// [`SteeringQuery::agents_in_ring`].
    pub fn agents_in_ring<P: IntoPlane>(
        &self,
        place: P,
        inner: f32,
        outer: f32,
    ) -> Vec<AgentHit<P>> {
        let center = place.into_plane(self.space());
        self.agents_where(place, center, outer, |position| {
            position.distance(center) >= inner
        })
    }
}

/// A cone without an end.
#[derive(Clone, Copy, Debug)]
struct Cone {
    tip: Vec2,
    along: Vec2,
    least_cosine: f32,
}

impl Cone {
    /// `None` for a direction or an angle without meaning.
    fn new(
        tip: impl IntoPlane,
        toward: impl IntoPlane,
        half_angle: f32,
        space: MovementSpace,
    ) -> Option<Self> {
        if !(half_angle >= 0.0 && half_angle.is_finite()) {
            return None;
        }
        Some(Self {
            tip: tip.into_plane(space),
            along: direction(toward.into_plane(space))?,
            // Below every cosine, for a cone all round.
            least_cosine: if half_angle >= PI {
                -2.0
            } else {
                portable::cos(half_angle) - 4.0 * f32::EPSILON
            },
        })
    }

    fn contains(&self, place: Vec2) -> bool {
        let offset = place - self.tip;
        direction(offset).is_none_or(|bearing| bearing.dot(self.along) >= self.least_cosine)
    }
}

impl AgentIndex {
    /// Returns the first body that counts and that a circle of `radius` meets from `from` to `to`,
    /// and the slot of its agent. Of several at the same distance the lowest slot counts.
    fn first_hit(
        &self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        counts: impl Fn(&Body) -> bool,
    ) -> Option<(CastHit, u32)> {
        /// A way is searched in at most this many pieces.
        const MOST_PIECES: f32 = 256.0;
        if !(from.is_finite() && to.is_finite() && radius >= 0.0 && radius.is_finite()) {
            return None;
        }
        let (heading, length) = direction_and_length(to - from).unwrap_or((Vec2::X, 0.0));
        let reach = radius + self.largest_radius();
        let piece = (length / MOST_PIECES)
            .max(2.0 * reach)
            .max(self.cell_size());
        let mut first: Option<(CastHit, u32)> = None;
        let mut start = 0.0;
        loop {
            let end = length.min(start + piece);
            let middle = from + heading * (0.5 * (start + end));
            let around = (0.5 * (end - start) + reach) * (1.0 + 4.0 * f32::EPSILON)
                + 4.0 * f32::EPSILON * middle.abs().max_element();
            self.bodies().visit_within(middle, around, |_, body, _| {
                let circle = Circle {
                    center: body.position,
                    radius: body.radius + radius,
                };
                let Some(hit) = circle.cast(from, heading, length) else {
                    return;
                };
                let is_first = first
                    .is_none_or(|(known, slot)| (hit.distance, body.slot) < (known.distance, slot));
                if is_first && counts(body) {
                    first = Some((hit, body.slot));
                }
            });
            let is_found = first.is_some_and(|(hit, _)| hit.distance <= end);
            if is_found || end >= length {
                return first;
            }
            start = end;
        }
    }
}
