//! Drawing of agents: views, velocity, force, and the record of the last tick.

use super::pen::{Pen, arc, turn_between, turned};
use super::{DebugLayer, SteeringPainter};
use crate::agent::{Heading, Steering, SteeringAgent, Velocity};
use crate::arbitration::Tier;
use crate::length::Length;
use crate::perception::View;
use crate::space::MovementSpace;
use crate::trace::{ApproachLimit, BlockedBearings, Feeler, SteeringTrace};
use bevy::prelude::*;
use core::f32::consts::{PI, TAU};
use horde_kernel::math::vector::{direction, left};

/// The radius of the ring round a hit, body radii.
const HIT_RING: f32 = 0.25;
/// The length of the normal at a hit, body radii.
const HIT_NORMAL: f32 = 0.75;
/// Half the length of the bar of a velocity limit, body radii.
const LIMIT_BAR: f32 = 0.5;
/// A limit nearly binds a speed that is less than this below it, in largest speeds.
const NEARLY: f32 = 0.1;

/// The data of an agent that drawing needs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DebugAgent {
    /// The agent's position in the world. The drawing is at its height, or on its z layer.
    pub position: Vec3,
    /// The unit vector along which the agent looks, in the plane. Zero when it is not
    /// known: then only views all round are drawn.
    pub heading: Vec2,
    /// Radius of the body, world units.
    pub body_radius: f32,
    /// Largest speed, world units per second.
    pub max_speed: f32,
    /// Largest steering force, mass times world units per second squared.
    pub max_force: f32,
    /// Length of the arrows of `max_force`, of `max_speed`, and of the chosen bearing, world units.
    /// Other forces, velocities and limits are in proportion.
    pub arrow_length: f32,
}

impl DebugAgent {
    /// Reads the data of the agent with these components.
    pub fn new(
        space: MovementSpace,
        position: Vec3,
        heading: &Heading,
        agent: &SteeringAgent,
        arrow_length: Length,
    ) -> Self {
        Self {
            position,
            heading: direction(space.to_plane(heading.0)).unwrap_or(Vec2::ZERO),
            body_radius: agent.body_radius,
            max_speed: agent.max_speed,
            max_force: agent.max_force,
            arrow_length: arrow_length.resolve(agent.body_radius),
        }
    }

    /// Scales `vector` to the length of its arrow, where `full` is `arrow_length` long. Zero when
    /// `full` is not above 0.
    fn arrow(&self, vector: Vec2, full: f32) -> Vec2 {
        if full > 0.0 {
            vector / full * self.arrow_length
        } else {
            Vec2::ZERO
        }
    }
}

/// Draws the edge of each of an agent's views, its velocity, and its combined force.
///
/// The views are those of [`AgentViews`](super::AgentViews). A range that is not above 0 draws
/// nothing. An illegal angle counts as all round, as in a tick.
pub fn draw_agent(
    painter: &mut (impl SteeringPainter + ?Sized),
    space: MovementSpace,
    agent: &DebugAgent,
    views: impl IntoIterator<Item = (DebugLayer, View)>,
    velocity: &Velocity,
    steering: &Steering,
) {
    let place = space.to_plane(agent.position);
    let mut pen = pen(painter, space, agent);
    for (layer, view) in views {
        if pen.draws(layer) {
            let range = view.range.resolve(agent.body_radius);
            if range > 0.0 {
                pen.polyline(layer, &sector(place, agent.heading, range, view.half_angle));
            }
        }
    }
    let velocity = agent.arrow(space.to_plane(velocity.0), agent.max_speed);
    pen.arrow(DebugLayer::Velocity, place, velocity);
    let force = agent.arrow(space.to_plane(steering.force), agent.max_force);
    pen.arrow(DebugLayer::Force, place, force);
}

/// Draws the record of an agent's last tick.
///
/// These are its feelers, the blocked bearings and the chosen bearing, its goal, lines of sight,
/// limits toward neighbors, and the contributions of each tier.
pub fn draw_trace(
    painter: &mut (impl SteeringPainter + ?Sized),
    space: MovementSpace,
    agent: &DebugAgent,
    trace: &SteeringTrace,
) {
    let place = space.to_plane(agent.position);
    let mut pen = pen(painter, space, agent);
    for feeler in &trace.feelers {
        draw_feeler(&mut pen, feeler, agent.body_radius);
    }
    if pen.draws(DebugLayer::BlockedBearings) {
        for blocked in &trace.blocked {
            draw_blocked(&mut pen, place, blocked, agent.body_radius);
        }
    }
    if let Some(bearing) = trace.bearing {
        let along = bearing * agent.arrow_length;
        pen.arrow(DebugLayer::ChosenBearing, place, along);
    }
    if let Some(goal) = trace.goal {
        pen.line(DebugLayer::Goal, place, goal);
    }
    for sight in &trace.sight_lines {
        let layer = if sight.is_clear {
            DebugLayer::ClearSight
        } else {
            DebugLayer::BlockedSight
        };
        pen.line(layer, sight.from, sight.to);
    }
    for limit in &trace.approach_limits {
        draw_limit(&mut pen, place, limit, agent);
    }
    for tier in [Tier::Avoidance, Tier::Flocking, Tier::Goal] {
        let along = agent.arrow(trace.tier(tier), agent.max_force);
        pen.arrow(DebugLayer::of_tier(tier), place, along);
    }
}

fn pen<'a, P: SteeringPainter + ?Sized>(
    painter: &'a mut P,
    space: MovementSpace,
    agent: &DebugAgent,
) -> Pen<'a, P> {
    Pen {
        painter,
        space,
        level: agent.position,
    }
}

/// Returns the outline of a circular sector, or of the whole circle.
fn sector(tip: Vec2, heading: Vec2, range: f32, half_angle: f32) -> Vec<Vec2> {
    if !(0.0..PI).contains(&half_angle) {
        return arc(tip, Vec2::new(range, 0.0), TAU);
    }
    if heading == Vec2::ZERO {
        return Vec::new();
    }
    let mut points = vec![tip];
    let start = turned(heading * range, -half_angle);
    points.extend(arc(tip, start, 2.0 * half_angle));
    points.push(tip);
    points
}

/// Draws the path of a feeler at its width, up to its hit.
fn draw_feeler(pen: &mut Pen<impl SteeringPainter + ?Sized>, feeler: &Feeler, body_radius: f32) {
    if let Some(along) = direction(feeler.to - feeler.from)
        && pen.draws(DebugLayer::Feelers)
    {
        let end = feeler.hit.map_or(feeler.to, |(place, _)| place);
        let side = left(along) * feeler.radius;
        let mut points = vec![feeler.from - side];
        points.extend(arc(end, -side, PI));
        points.push(feeler.from + side);
        pen.polyline(DebugLayer::Feelers, &points);
    }
    if let Some((place, normal)) = feeler.hit {
        let touch = place - normal * feeler.radius;
        pen.circle(DebugLayer::Hits, touch, HIT_RING * body_radius);
        let away = touch + normal * (HIT_NORMAL * body_radius);
        pen.line(DebugLayer::Hits, touch, away);
    }
}

/// Draws an arc from the first free bearing on the right to that on the left, at least a body
/// radius away.
fn draw_blocked(
    pen: &mut Pen<impl SteeringPainter + ?Sized>,
    place: Vec2,
    blocked: &BlockedBearings,
    body_radius: f32,
) {
    let distance = if blocked.distance < body_radius {
        body_radius
    } else {
        blocked.distance
    };
    // `turn_between` may return minus half a turn for half a turn.
    let angle = turn_between(blocked.right, blocked.left).rem_euclid(TAU);
    let points = arc(place, blocked.right * distance, angle);
    pen.polyline(DebugLayer::BlockedBearings, &points);
}

/// Draws a bar across the way to the neighbor, at the end of the arrow of the largest velocity
/// allowed. Draws nothing unless the limit binds or nearly does.
fn draw_limit(
    pen: &mut Pen<impl SteeringPainter + ?Sized>,
    place: Vec2,
    limit: &ApproachLimit,
    agent: &DebugAgent,
) {
    let binds = limit.speed >= limit.max_speed - NEARLY * agent.max_speed;
    if !binds || agent.max_speed <= 0.0 || agent.arrow_length <= 0.0 {
        return;
    }
    let middle = place + agent.arrow(limit.toward * limit.max_speed, agent.max_speed);
    let side = left(limit.toward) * (LIMIT_BAR * agent.body_radius);
    pen.line(
        DebugLayer::VelocityConstraints,
        middle - side,
        middle + side,
    );
}
