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
        let (share, _) = avoided.share(simd, avoiders);
        let other = avoided.other;
        let (toward, distance, has_direction) =
            avoided.offset.direction_and_length_where(avoided.by);
        let parting = avoided.partings(avoided.by & !has_direction, block, hood);
        let encounters = Encounters {
            offset: avoided.offset,
            toward,
            distance,
            has_direction,
            relative_velocity: Vectors::splat(simd, other.velocity) - block.velocity,
            clearance: avoiders.radius + Lanes::splat(simd, other.radius) + avoiders.margin,
            horizon: avoiders.horizon,
            hand: hood.hand,
        };
        let (push, pushes) = encounters.push(block.heading, parting);
        let pushes = pushes & avoided.by & share.is_above(zero);
        evasion += pushes.keep_vectors(push * share);
        evades = evades | pushes;
    }
    (evasion * avoiders.force, evades)
}
