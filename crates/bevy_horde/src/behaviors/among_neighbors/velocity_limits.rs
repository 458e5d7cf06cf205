//! Avoiding by stepping aside and by limits on the velocity.

use super::rules::{Avoidance, Rules};
use super::surroundings::{AVOIDS, Surroundings, body_in};
use crate::kernel::nearest::Neighbor;
use crate::kernel::passing::Pass;
use crate::kernel::traffic::{Traffic, jam, oncoming, pressure, way_ahead};
use crate::kernel::vector::direction_and_length;
use crate::kernel::velocity_limit::{Approach, VelocityLimit, VelocityLimits, passing_speed};
use crate::perception::Body;
use bevy::prelude::*;

/// What bodies keep free between them when they stand in a crowd, in radii: rounding is not to make them touch.
const CONTACT_GAP: f32 = 0.05;

/// What keeps a body clear of others.
#[derive(Default)]
pub(super) struct Clearance {
    /// The force that steps aside.
    pub(super) aside: Option<Vec2>,
    pub(super) limits: VelocityLimits,
    /// How much the body keeps of its velocity when others push it back, 0 to 1.
    pub(super) presses_on: f32,
}

/// Steps aside, and closes in on nobody faster than the gap allows.
pub(super) fn keep_clear(
    surroundings: &Surroundings,
    body: &Body,
    own: &Rules,
    rule: &Avoidance,
    found: &[Neighbor],
) -> Clearance {
    let ability = own.ability;
    let wanted = surroundings.wanted[body.slot as usize];
    let avoided = || found.iter().filter(|neighbor| neighbor.rules & AVOIDS != 0);
    let way = way_ahead(rule.range, own.goal_distance, body.radius);
    let mut traffic = Traffic::default();
    for neighbor in avoided() {
        let offset = body_in(surroundings.index, neighbor).position - body.position;
        let theirs = surroundings.wanted[neighbor.index as usize];
        traffic.meet(oncoming(wanted, theirs, offset, way));
    }
    let traffic = traffic.amount();
    let mut limits = VelocityLimits::default();
    let mut aside: Option<Vec2> = None;
    for neighbor in avoided() {
        let other = body_in(surroundings.index, neighbor);
        let (share, is_shared) = surroundings.share(body, rule, other);
        if share <= 0.0 {
            continue;
        }
        let offset = other.position - body.position;
        let pass = Pass {
            offset,
            relative_velocity: other.velocity - wanted,
            clearance: body.radius + other.radius + rule.margin,
            horizon: rule.horizon,
            max_speed: ability.max_speed,
            shortest_time: rule.braking_time,
            insistence: traffic,
            hand: surroundings.hand,
        };
        if let Some(change) = pass.step_aside() {
            aside = Some(aside.unwrap_or(Vec2::ZERO) + change * share);
        }
        let (toward, distance) = direction_and_length(offset).unwrap_or_else(|| {
            (
                -surroundings.index.parting_direction(body.slot, other.slot),
                0.0,
            )
        });
        let theirs = surroundings.wanted[neighbor.index as usize];
        let contact = body.radius + other.radius + CONTACT_GAP * body.radius;
        let gap = distance - contact;
        let pressure = pressure(wanted, theirs, toward, traffic, surroundings.hand);
        // Not into each other: in full until they touch, and no more once they overlap by a twentieth.
        let room = (2.0 + gap / (CONTACT_GAP * body.radius)).clamp(0.0, 1.0);
        let lateral = toward.perp_dot(other.velocity - body.velocity);
        let approach = Approach {
            gap,
            passing_speed: passing_speed(distance, contact, lateral),
            their_speed: -toward.dot(other.velocity),
            braking_time: rule.braking_time,
            shove: rule.shove * pressure * if room.is_nan() { 0.0 } else { room },
            is_shared,
        };
        let most = approach.most();
        if most < ability.max_speed {
            limits.add(VelocityLimit { toward, most });
        }
    }
    let step = |change: Vec2| ability.force_toward_velocity(Vec2::ZERO, change * rule.weight);
    Clearance {
        aside: aside.map(step),
        limits,
        presses_on: if rule.shove > 0.0 { jam(traffic) } else { 0.0 },
    }
}
