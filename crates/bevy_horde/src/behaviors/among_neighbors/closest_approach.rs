//! Avoiding by a push away from the closest approach.

use super::rules::{Avoidance, Rules};
use super::surroundings::{AVOIDS, Surroundings, body_in};
use crate::kernel::agent_avoidance::Encounter;
use crate::kernel::nearest::Neighbor;
use crate::perception::Body;
use bevy::prelude::*;

/// The push at the moment of a collision, as a part of the largest force: several times that, lest it come too late.
const URGENCY: f32 = 3.0;

/// Is pushed away from where the others will pass.
pub(super) fn evade(
    surroundings: &Surroundings,
    body: &Body,
    own: &Rules,
    rule: &Avoidance,
    found: &[Neighbor],
) -> Option<Vec2> {
    let mut evasion: Option<Vec2> = None;
    for neighbor in found.iter().filter(|neighbor| neighbor.rules & AVOIDS != 0) {
        let other = body_in(surroundings.index, neighbor);
        let (share, _) = surroundings.share(body, rule, other);
        if share <= 0.0 {
            continue;
        }
        let encounter = Encounter {
            offset: other.position - body.position,
            relative_velocity: other.velocity - body.velocity,
            clearance: body.radius + other.radius + rule.margin,
            horizon: rule.horizon,
            hand: surroundings.hand,
        };
        let parting = || surroundings.index.parting_direction(body.slot, other.slot);
        if let Some(push) = encounter.push(own.heading, parting) {
            evasion = Some(evasion.unwrap_or(Vec2::ZERO) + push * (URGENCY * share * rule.weight));
        }
    }
    evasion.map(|push| push * own.ability.max_force)
}
