//! Avoiding by stepping aside and by limits on the velocity.

use super::Neighborhood;
use super::avoided::Avoided;
use super::block::{AvoiderBlock, Block};
use super::search::Counted;
use crate::kernel::lanes::{Lanes, MOST_LANES, Mask, Vectors};
use crate::kernel::passing::Passes;
use crate::kernel::traffic::{Traffic, Wishes, jams, oncoming_each, pressures};
use crate::kernel::velocity_limit::{Approaches, VelocityLimit, VelocityLimits, passing_speeds};
use crate::perception::Body;
use bevy::prelude::*;
use pulp::Simd;

/// What bodies keep free between them when they stand in a crowd, in radii: rounding is not to make them touch.
const CONTACT_GAP: f32 = 0.05;

/// What keeps bodies clear of others.
pub(super) struct Clearance<S: Simd> {
    /// The forces that step aside.
    pub(super) aside: Vectors<S>,
    pub(super) steps: Mask<S>,
    /// Where any limit can be broken in this tick.
    pub(super) binds: Mask<S>,
    /// How much the bodies keep of their velocity when others push them back, 0 to 1.
    pub(super) presses_on: Lanes<S>,
}

/// Steps aside, and closes in on nobody faster than the gap allows: that goes to `limits`, lane by lane.
#[inline(always)]
pub(super) fn keep_clear<S: Simd>(
    block: &Block<S>,
    avoiders: &AvoiderBlock<S>,
    hood: &Neighborhood,
    candidates: &[Body],
    counted: &Counted<S>,
    limits: &mut [VelocityLimits; MOST_LANES],
) -> Clearance<S> {
    let simd = block.simd;
    let splat = |value: f32| Lanes::splat(simd, value);
    let (zero, one) = (splat(0.0), splat(1.0));
    let traffic = meet_traffic(block, avoiders, hood, candidates, counted);
    let mut aside = Vectors::splat(simd, Vec2::ZERO);
    let mut steps = Mask::none(simd);
    let mut binds = Mask::none(simd);
    let contact_gap = avoiders.radius * CONTACT_GAP;
    for candidate in candidates {
        let lanes = avoiders.keeps_limits;
        let Some(avoided) = Avoided::new(candidate, lanes, block, avoiders, hood, counted) else {
            continue;
        };
        let (share, is_shared) = avoided.share(simd, avoiders);
        let by = avoided.by & share.is_above(zero);
        let (other, offset) = (avoided.other, avoided.offset);
        let their_velocity = Vectors::splat(simd, other.velocity);
        let radii = avoiders.radius + splat(other.radius);
        let passes = Passes {
            offset,
            relative_velocity: their_velocity - avoiders.wishes.velocity,
            clearance: radii + avoiders.margin,
            horizon: avoiders.horizon,
            max_speed: block.max_speed,
            shortest_time: avoiders.braking_time,
            insistence: traffic,
            hand: hood.hand,
        };
        let collides = by & passes.collides();
        if collides.any() {
            let (change, has_change) = passes.step_aside();
            let has_change = has_change & collides;
            aside += has_change.keep_vectors(change * share);
            steps = steps | has_change;
        }

        let (toward, distance, has_direction) = offset.direction_and_length_where(avoided.by);
        let parting = avoided.partings(by & !has_direction, block, hood);
        let toward = has_direction.select_vectors(toward, -parting);
        let distance = has_direction.keep(distance);
        let contact = radii + contact_gap;
        let gap = distance - contact;
        let their_speed = -toward.dot(their_velocity);
        let at_least = Approaches::at_least(gap, their_speed, avoiders.braking_time);
        let limited = by & !at_least.is_at_least(block.max_speed);
        if !limited.any() {
            continue;
        }
        let theirs = wishes_of(simd, &avoided);
        let pressure = pressures(&avoiders.wishes, &theirs, toward, traffic, hood.hand);
        // Not into each other: in full until they touch, and no more once they overlap by a twentieth.
        let room = (splat(2.0) + gap / contact_gap).max(zero).min(one);
        let lateral = toward.perp_dot(their_velocity - block.velocity);
        let approaches = Approaches {
            gap,
            passing_speed: passing_speeds(distance, contact, lateral),
            their_speed,
            braking_time: avoiders.braking_time,
            shove: avoiders.shove * pressure * room,
            is_shared,
        };
        let most = approaches.most();
        let limited = limited & most.is_below(block.max_speed);
        // What no force can break in this tick does not bind, unless another limit does.
        let soonest = (toward.dot(block.velocity) + avoiders.most_change).max(zero);
        binds = binds | (limited & !most.is_at_least(soonest));
        if limited.any() {
            let (x, y) = (toward.x.to_array(), toward.y.to_array());
            let (most, distance) = (most.to_array(), distance.to_array());
            limited.for_each_lane(|lane| {
                let limit = VelocityLimit {
                    toward: Vec2::new(x[lane], y[lane]),
                    most: most[lane],
                };
                limits[lane].add(limit, distance[lane]);
            });
        }
    }
    Clearance {
        aside: aside * avoiders.force,
        steps,
        binds,
        presses_on: (avoiders.keeps_limits & avoiders.shove.is_above(zero)).keep(jams(traffic)),
    }
}

/// How much traffic comes the other way.
#[inline(always)]
fn meet_traffic<S: Simd>(
    block: &Block<S>,
    avoiders: &AvoiderBlock<S>,
    hood: &Neighborhood,
    candidates: &[Body],
    counted: &Counted<S>,
) -> Lanes<S> {
    let mut traffic = Traffic::none(block.simd);
    for candidate in candidates {
        let lanes = avoiders.keeps_limits;
        let Some(avoided) = Avoided::new(candidate, lanes, block, avoiders, hood, counted) else {
            continue;
        };
        let (toward, distance, has_direction) =
            avoided.offset.direction_and_length_where(avoided.by);
        let toward = has_direction.keep_vectors(toward);
        let theirs = wishes_of(block.simd, &avoided);
        let counts = oncoming_each(&avoiders.wishes, &theirs, toward, distance, avoiders.way);
        traffic.meet(avoided.by.keep(counts));
    }
    traffic.amount()
}

#[inline(always)]
fn wishes_of<S: Simd>(simd: S, avoided: &Avoided<S>) -> Wishes<S> {
    Wishes {
        velocity: Vectors::splat(simd, avoided.courtesy.wanted),
        direction: Vectors::splat(simd, avoided.courtesy.direction),
    }
}
