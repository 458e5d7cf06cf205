//! Avoiding by a push away from the closest approach.

use super::avoided::Avoided;
use super::crowd::Crowd;
use crate::kernel::agent_avoidance::Encounters;
use crate::kernel::lanes::{Lanes, Mask, Vectors};
use bevy::prelude::*;
use pulp::Simd;

/// The forces that push away from where the others will pass, and where there is one.
#[inline(always)]
pub(super) fn evade<S: Simd>(crowd: &Crowd<S>) -> (Vectors<S>, Mask<S>) {
    let (block, own) = (crowd.block, &crowd.avoider);
    let simd = block.simd;
    let zero = Lanes::splat(simd, 0.0);
    let mut evasion = Vectors::splat(simd, Vec2::ZERO);
    let mut evades = Mask::none(simd);
    for candidate in crowd.candidates {
        let lanes = !crowd.courtesy.has_limits;
        let Some(avoided) = Avoided::new(candidate, lanes, crowd) else {
            continue;
        };
        let (offset, other) = (avoided.offset, avoided.other);
        let relative_velocity = Vectors::splat(simd, other.velocity) - block.body.velocity;
        let clearance = block.body.radius + Lanes::splat(simd, other.radius) + own.margin;
        let collides = avoided.by & Encounters::collides(offset, relative_velocity, clearance);
        if !collides.any() {
            continue;
        }
        let (share, _) = avoided.share(crowd);
        let (toward, distance, has_direction) = offset.direction_and_length_where(collides);
        let parting = avoided.partings(collides & !has_direction, crowd);
        let encounters = Encounters {
            offset,
            toward,
            distance,
            has_direction,
            relative_velocity,
            clearance,
            horizon: own.horizon,
            hand: crowd.hand,
        };
        let (push, pushes) = encounters.push(block.observer.heading, parting);
        let pushes = pushes & collides & share.is_above(zero);
        evasion += pushes.keep_vectors(push * share);
        evades = evades | pushes;
    }
    (evasion * own.force, evades)
}
