//! Keeps bodies inside a border.
//!
//! [`Border::containment`] extrapolates the motion at the present velocity. Where the motion comes
//! too near to the border, the force removes the part of the velocity that leads there. The sooner
//! the approach, the larger that part. The rest of the motion slides along the border, and may meet
//! another part of it. The force also pushes a body out of the margin.

use crate::behaviors::pursuit::MotionLimits;
use crate::math::vector::{direction, direction_and_length};
use crate::obstacles::bounds::Bounds;
use crate::obstacles::circle::CastHit;
use crate::obstacles::edge::Edge;
use crate::obstacles::outline::Outline;
use glam::Vec2;

/// The most meetings with the border that one extrapolated motion follows; a corner has two.
const MOST_MEETINGS: usize = 4;
/// The largest rounding error of a distance to the core, relative to the largest coordinate.
const CORE_ROUNDING: f32 = 8.0 * f32::EPSILON;

/// The border of a region.
#[derive(Clone, Debug)]
pub struct Border {
    /// A box inside the region; a single point for a polygon. Deep within the box the border makes
    /// no force.
    core: Bounds,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Circle {
        center: Vec2,
        radius: f32,
    },
    /// A closed outline; the region is on the left of its edges.
    Ring(Outline),
}

/// A body that the border keeps inside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ContainedBody {
    /// The center of the body.
    pub position: Vec2,
    /// The velocity, world units per second.
    pub velocity: Vec2,
    /// The distance from the center to the border at contact, world units.
    pub body_radius: f32,
    /// The gap to keep between body and border, world units.
    pub margin: f32,
    /// The look-ahead, seconds.
    pub look_ahead: f32,
}

/// The change that the border requires of a body inside.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Demand {
    /// The change of velocity that keeps the motion ahead inside, world units per second.
    change: Vec2,
    /// The sum of the inward normals, each times the relative depth in the margin, 0 to 1.
    push: Vec2,
}

impl Border {
    /// A circle; `None` when it is not finite, is too large to square or has no extent.
    #[inline]
    pub fn circle(center: Vec2, radius: f32) -> Option<Self> {
        let size = center.length_squared() + radius * radius;
        (radius > 0.0 && size.is_finite()).then(|| Self {
            // Slightly smaller than the inscribed square.
            core: Bounds::of_disc(center, 0.7 * radius),
            form: Form::Circle { center, radius },
        })
    }

    /// A polygon with points in either orientation.
    ///
    /// `None` when it is not finite, is too large to square, has no area or touches itself.
    pub fn polygon(points: &[Vec2]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let outline = Outline::polygon(points)?;
        let bounds = outline.bounds();
        // Distances overflow where the squares of the coordinates do.
        let size = bounds.min.length_squared() + bounds.max.length_squared();
        let is_usable = size.is_finite() && !outline.touches_itself();
        is_usable.then(|| Self {
            core: Bounds::of_disc(points[0], 0.0),
            form: Form::Ring(outline),
        })
    }

    /// An axis-aligned rectangle; `None` when it is not finite, is too large to square or has no
    /// extent.
    #[inline]
    pub fn rectangle(center: Vec2, half_size: Vec2) -> Option<Self> {
        let core = Bounds {
            min: center - half_size,
            max: center + half_size,
        };
        let border = Self::polygon(&core.corners())?;
        (half_size.min_element() > 0.0).then_some(Self { core, ..border })
    }

    /// The inward unit normal at the nearest point of the border, and the signed distance to that
    /// point.
    ///
    /// The distance is negative outside.
    pub fn nearest(&self, position: Vec2) -> (Vec2, f32) {
        match &self.form {
            Form::Circle { center, radius } => {
                let (outward, from_center) =
                    direction_and_length(position - center).unwrap_or((Vec2::X, 0.0));
                (-outward, radius - from_center)
            }
            Form::Ring(outline) => {
                let surface = outline.nearest(position);
                (-surface.normal, -surface.distance)
            }
        }
    }

    /// The force that keeps a body inside, or brings it back inside. `None` if no force is
    /// necessary or possible.
    ///
    /// Inside, the force acts along the inward normals alone, so the body slides along the border.
    /// In one tick the force removes at most the excess velocity and the depth in the margin, so it
    /// never reverses the body. `weight` multiplies the force; at 1 it acts as quickly as that of a
    /// goal. Outside, the force steers to the nearest point inside.
    pub fn containment(
        &self,
        body: &ContainedBody,
        motion_limits: &MotionLimits,
        weight: f32,
    ) -> Option<Vec2> {
        if self.is_deep_inside(body) {
            return None;
        }
        let (inward, inside) = self.nearest(body.position);
        if inside < 0.0 {
            let desired = inward * motion_limits.max_speed;
            return Some(motion_limits.force_toward_velocity(body.velocity, desired) * weight);
        }
        let is_able = motion_limits.tick > 0.0 && motion_limits.max_acceleration > 0.0;
        let demand = self.demand(body).filter(|_| is_able)?;
        let mass = motion_limits.max_force / motion_limits.max_acceleration;
        let rate = (weight / motion_limits.response_time()).min(1.0 / motion_limits.tick);
        let push = weight * motion_limits.max_acceleration;
        let stiffness = match body.margin / (motion_limits.tick * motion_limits.tick) {
            in_one_tick if in_one_tick > 0.0 => push.min(in_one_tick),
            _ => push,
        };
        Some((demand.change * rate + demand.push * stiffness) * mass)
    }

    /// Whether the border is too far away to matter, for every direction of the velocity.
    fn is_deep_inside(&self, body: &ContainedBody) -> bool {
        let ahead = body.velocity.length() * body.look_ahead;
        let reach = body.body_radius + body.margin + ahead;
        let Bounds { min, max } = self.core;
        let rounding = CORE_ROUNDING * min.abs().max(max.abs()).max_element();
        let inside = (body.position - min).min(max - body.position);
        inside.min_element() > reach + rounding
    }

    /// The change that the border requires, or `None` where it requires nothing.
    fn demand(&self, body: &ContainedBody) -> Option<Demand> {
        let mut demand: Option<Demand> = None;
        let clearance = body.body_radius + body.margin;
        self.visit_too_near(body.position, clearance, |normal, short_by| {
            let depth = short_by / body.margin;
            // Without a margin, any overlap counts as full depth.
            let depth = if depth < 1.0 { depth } else { 1.0 };
            demand.get_or_insert_default().push += normal * depth;
        });
        let (mut position, mut velocity) = (body.position, body.velocity);
        let mut time_left = body.look_ahead;
        for _ in 0..MOST_MEETINGS {
            let Some((heading, speed)) = direction_and_length(velocity) else {
                break;
            };
            let length = speed * time_left;
            let meeting = self.first_meeting(position, heading, length, clearance);
            let Some(CastHit { distance, normal }) = meeting else {
                break;
            };
            let part = if length > 0.0 { distance / length } else { 0.0 };
            let part_left = 1.0 - part;
            let outward_speed = -velocity.dot(normal);
            let share = part_left * time_left / body.look_ahead;
            if share > 0.0 {
                demand.get_or_insert_default().change += normal * (outward_speed * share);
            }
            position += heading * distance;
            velocity += normal * outward_speed;
            time_left *= part_left;
        }
        demand
    }

    /// Calls `visit` for every part of the border that faces `position` and is nearer than
    /// `clearance`.
    ///
    /// The arguments are the inward normal and the missing distance.
    fn visit_too_near(&self, position: Vec2, clearance: f32, mut visit: impl FnMut(Vec2, f32)) {
        match &self.form {
            Form::Circle { center, radius } => {
                let outward = direction_and_length(position - center);
                let allowed = (radius - clearance).max(0.0);
                if let Some((outward, distance)) = outward
                    && distance > allowed
                {
                    visit(-outward, distance - allowed);
                }
            }
            Form::Ring(outline) => {
                for edge in outline.edges() {
                    let nearest = edge.nearest(position);
                    // A corner belongs to the edge that starts there.
                    if nearest == edge.end || !faces(edge, position) {
                        continue;
                    }
                    if let Some((normal, distance)) = direction_and_length(position - nearest)
                        && distance < clearance
                    {
                        visit(normal, clearance - distance);
                    }
                }
            }
        }
    }

    /// The first point where a motion comes nearer to the border than `clearance`.
    ///
    /// A motion that starts nearer meets the border at once if it comes nearer still.
    fn first_meeting(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        clearance: f32,
    ) -> Option<CastHit> {
        match &self.form {
            Form::Circle { center, radius } => {
                let offset = from - center;
                let allowed = (radius - clearance).max(0.0);
                let (outward, distance) = direction_and_length(offset)?;
                if distance >= allowed {
                    return (outward.dot(heading) > 0.0).then_some(CastHit {
                        distance: 0.0,
                        normal: -outward,
                    });
                }
                let along = offset.dot(heading);
                let inside_squared = (allowed - distance) * (allowed + distance);
                let exit = (along * along + inside_squared).sqrt() - along;
                let normal = direction(-(offset + heading * exit))?;
                (exit <= length).then_some(CastHit {
                    distance: exit,
                    normal,
                })
            }
            Form::Ring(outline) => outline
                .edges()
                .iter()
                .filter(|edge| faces(edge, from))
                .filter_map(|edge| edge.block(from, heading, length, clearance))
                .reduce(|a, b| if b.distance < a.distance { b } else { a }),
        }
    }
}

/// Whether `position` is on the inner side of an edge.
fn faces(edge: &Edge, position: Vec2) -> bool {
    (edge.end - edge.start).perp_dot(position - edge.start) >= 0.0
}

#[cfg(test)]
mod tests;
