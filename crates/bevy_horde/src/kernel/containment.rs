//! Staying inside of a border.
//!
//! A body that keeps its velocity is followed ahead. Where it would come too near to the border, the part of its velocity
//! that leads there is one to be lost, the more of it the sooner; the rest of the way slides along the border, and may meet
//! another part of it. Beyond the place where it should have stopped, the border pushes it back.

use super::edge::Edge;
use super::hierarchy::Bounds;
use super::outline::Outline;
use super::pursuit::Ability;
use super::vector::{direction, direction_and_length};
use bevy::math::Vec2;

/// How many parts of the border a way may meet; a corner has two.
const MOST_MEETINGS: usize = 4;
/// How often the size of the core is halved in between.
const CORE_HALVINGS: u32 = 8;
/// What rounding may take from a distance to the core, as a part of the largest coordinate.
const CORE_ROUNDING: f32 = 8.0 * f32::EPSILON;

/// The border of a region.
#[derive(Clone, Debug)]
pub struct Border {
    /// A box that is inside; deep within it nothing is asked. Empty when none was found.
    core: Bounds,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Circle {
        center: Vec2,
        radius: f32,
    },
    /// Filled with the region: its inside is on the left of its edges.
    Ring(Outline),
}

/// A body that is to stay inside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inmate {
    /// Where its centre is.
    pub position: Vec2,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
    /// How near to the border its centre may come before it touches, world units.
    pub body_radius: f32,
    /// The gap to keep between body and border, world units.
    pub margin: f32,
    /// How far ahead it looks, seconds.
    pub look_ahead: f32,
}

/// A part of the border at which a way comes too near.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Meeting {
    /// How far along the way.
    distance: f32,
    /// The inward unit normal.
    normal: Vec2,
}

/// What the border asks of a body that is inside.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Demand {
    /// The change of velocity that leaves the way ahead inside, world units per second.
    change: Vec2,
    /// How deep the body is in the margin, as a part of it, along the inward normals.
    push: Vec2,
    /// Whether there is any.
    is_opinion: bool,
}

impl Border {
    /// A circle; `None` when it is not finite or has no extent.
    pub fn circle(center: Vec2, radius: f32) -> Option<Self> {
        let size = center.length_squared() + radius * radius;
        (radius > 0.0 && size.is_finite()).then(|| Self {
            // The square in it, or a little less.
            core: Bounds::of_disc(center, 0.7 * radius),
            form: Form::Circle { center, radius },
        })
    }

    /// A polygon, its points in either direction of turn; `None` when it is not finite, has no area or touches itself.
    pub fn polygon(points: &[Vec2]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let outline = Outline::polygon(points)?;
        let bounds = outline.bounds();
        // What is too large to square has no distances.
        let size = bounds.min.length_squared() + bounds.max.length_squared();
        let is_usable = size.is_finite() && !outline.touches_itself();
        is_usable.then(|| Self {
            core: core_of(&outline),
            form: Form::Ring(outline),
        })
    }

    /// An upright rectangle; `None` when it is not finite or has no extent.
    pub fn rectangle(center: Vec2, half_size: Vec2) -> Option<Self> {
        let (right, up) = (half_size.with_y(0.0), half_size.with_x(0.0));
        let corners = [right + up, up - right, -right - up, right - up];
        (half_size.min_element() > 0.0)
            .then(|| Self::polygon(&corners.map(|corner| center + corner)))
            .flatten()
    }

    /// The inward unit normal at the nearest place of the border and the distance to it, negative outside.
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

    /// The force that keeps a body inside, or brings it back; `None` while it stays inside by itself.
    ///
    /// Inside it acts along the inward normals alone, so that the body glides along the border, and never turns it round:
    /// within one tick it takes the velocity that is too much, and the depth in the margin, and no more. `weight` is how
    /// many times sooner than a goal's force it does so. Outside it heads for the nearest inside place.
    pub fn containment(&self, inmate: &Inmate, ability: &Ability, weight: f32) -> Option<Vec2> {
        if self.is_deep_inside(inmate) {
            return None;
        }
        let (inward, inside) = self.nearest(inmate.position);
        if inside < 0.0 {
            let desired = inward * ability.max_speed;
            return Some(ability.force_toward_velocity(inmate.velocity, desired) * weight);
        }
        let demand = self.demand(inmate);
        let is_usable = ability.tick > 0.0 && ability.max_acceleration > 0.0;
        if !(demand.is_opinion && is_usable) {
            return None;
        }
        let mass = ability.max_force / ability.max_acceleration;
        let rate = (weight / ability.response_time()).min(1.0 / ability.tick);
        let push = weight * ability.max_acceleration;
        let stiffness = if inmate.margin > 0.0 {
            push.min(inmate.margin / (ability.tick * ability.tick))
        } else {
            push
        };
        Some((demand.change * rate + demand.push * stiffness) * mass)
    }

    /// Whether wherever its velocity leads it is too far from the border to be asked for anything.
    fn is_deep_inside(&self, inmate: &Inmate) -> bool {
        let ahead = inmate.velocity.length() * inmate.look_ahead;
        let reach = inmate.body_radius + inmate.margin + ahead;
        let Bounds { min, max } = self.core;
        let rounding = CORE_ROUNDING * min.abs().max(max.abs()).max_element();
        let inside = (inmate.position - min).min(max - inmate.position);
        inside.min_element() > reach + rounding
    }

    fn demand(&self, inmate: &Inmate) -> Demand {
        let mut demand = Demand::default();
        let clearance = inmate.body_radius + inmate.margin;
        self.visit_too_near(inmate.position, clearance, |normal, short_by| {
            let depth = short_by / inmate.margin;
            // Without a margin whatever sticks out is all the way out.
            demand.push += normal * if depth < 1.0 { depth } else { 1.0 };
            demand.is_opinion = true;
        });
        let (mut position, mut velocity) = (inmate.position, inmate.velocity);
        let mut time_left = inmate.look_ahead;
        for _ in 0..MOST_MEETINGS {
            let Some((heading, speed)) = direction_and_length(velocity) else {
                break;
            };
            let length = speed * time_left;
            let Some(meeting) = self.first_meeting(position, heading, length, clearance) else {
                break;
            };
            let part_left = if length > 0.0 {
                1.0 - meeting.distance / length
            } else {
                1.0
            };
            let outward_speed = -velocity.dot(meeting.normal);
            let share = part_left * time_left / inmate.look_ahead;
            if share > 0.0 {
                demand.change += meeting.normal * (outward_speed * share);
                demand.is_opinion = true;
            }
            position += heading * meeting.distance;
            velocity += meeting.normal * outward_speed;
            time_left *= part_left;
        }
        demand
    }

    /// Calls `visit` with the inward normal of every part of the border that is nearer than `clearance`, and by how much.
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
                    // A corner belongs to the edge that begins there.
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

    /// Where a way first comes nearer to the border than `clearance`; one that is near already must lead nearer still.
    fn first_meeting(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        clearance: f32,
    ) -> Option<Meeting> {
        match &self.form {
            Form::Circle { center, radius } => {
                let offset = from - center;
                let allowed = (radius - clearance).max(0.0);
                let (outward, distance) = direction_and_length(offset)?;
                if distance >= allowed {
                    return (outward.dot(heading) > 0.0).then_some(Meeting {
                        distance: 0.0,
                        normal: -outward,
                    });
                }
                let along = offset.dot(heading);
                let inside_squared = (allowed - distance) * (allowed + distance);
                let exit = (along * along + inside_squared).sqrt() - along;
                let normal = direction(-(offset + heading * exit))?;
                (exit <= length).then_some(Meeting {
                    distance: exit,
                    normal,
                })
            }
            Form::Ring(outline) => outline
                .edges()
                .iter()
                .filter(|edge| faces(edge, from))
                .filter_map(|edge| edge.block(from, heading, length, clearance))
                .reduce(|first, second| {
                    if second.distance < first.distance {
                        second
                    } else {
                        first
                    }
                })
                .map(|hit| Meeting {
                    distance: hit.distance,
                    normal: hit.normal,
                }),
        }
    }
}

/// A box inside of a filled outline, in the middle of the box round it and as large as can be; empty where that is outside.
fn core_of(outline: &Outline) -> Bounds {
    let whole = outline.bounds();
    let center = whole.min * 0.5 + whole.max * 0.5;
    let half_size = whole.max * 0.5 - whole.min * 0.5;
    let scaled = |part: f32| Bounds {
        min: center - half_size * part,
        max: center + half_size * part,
    };
    let is_inside = |core: &Bounds| {
        let mut edges = outline.edges().iter();
        edges.all(|edge| !core.meets_sweep(edge.start, edge.end, 0.0))
    };
    let mut largest = 0.0;
    if outline.encloses(center) {
        let mut step = 1.0;
        for _ in 0..CORE_HALVINGS {
            step *= 0.5;
            if is_inside(&scaled(largest + step)) {
                largest += step;
            }
        }
    }
    scaled(largest)
}

/// Whether `position` is on the inner side of an edge.
fn faces(edge: &Edge, position: Vec2) -> bool {
    (edge.end - edge.start).perp_dot(position - edge.start) >= 0.0
}

#[cfg(test)]
mod tests;
