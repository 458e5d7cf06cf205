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
    let (block, avoiders, hood) = (crowd.block, crowd.avoiders, crowd.hood);
    let simd = block.simd;
    let zero = Lanes::splat(simd, 0.0);
    let mut evasion = Vectors::splat(simd, Vec2::ZERO);
    let mut evades = Mask::none(simd);
    for candidate in crowd.candidates {
        let lanes = !avoiders.keeps_limits;
        let Some(avoided) = Avoided::new(candidate, lanes, crowd) else {
            continue;
        };
        let (offset, other) = (avoided.offset, avoided.other);
        let relative_velocity = Vectors::splat(simd, other.velocity) - block.velocity;
        let clearance = avoiders.radius + Lanes::splat(simd, other.radius) + avoiders.margin;
        let collides = avoided.by & Encounters::collides(offset, relative_velocity, clearance);
        if !collides.any() {
            continue;
        }
        let (share, _) = avoided.share(simd, avoiders);
        let (toward, distance, has_direction) = offset.direction_and_length_where(collides);
        let parting = avoided.partings(collides & !has_direction, block, hood);
        let encounters = Encounters {
            offset,
            toward,
            distance,
            has_direction,
            relative_velocity,
            clearance,
            horizon: avoiders.horizon,
            hand: hood.hand,
        };
        let (push, pushes) = encounters.push(block.heading, parting);
        let pushes = pushes & collides & share.is_above(zero);
        evasion += pushes.keep_vectors(push * share);
        evades = evades | pushes;
    }
    (evasion * avoiders.force, evades)
}
