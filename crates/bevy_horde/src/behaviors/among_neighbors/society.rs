//! Separation, alignment and cohesion with the neighbours that count.

use super::rules::Rules;
use super::surroundings::{ALIGNS, COHERES, SEPARATES, body_in};
use crate::kernel::flock;
use crate::kernel::nearest::Neighbor;
use crate::kernel::pursuit::Ability;
use crate::perception::{AgentIndex, Body};
use bevy::prelude::*;

/// Separation, alignment and cohesion; none when nobody counts.
pub(super) fn society(
    body: &Body,
    own: &Rules,
    index: &AgentIndex,
    found: &[Neighbor],
) -> Option<Vec2> {
    let mut pushes = Vec2::ZERO;
    let (mut velocities, mut aligned) = (Vec2::ZERO, 0.0);
    let (mut offsets, mut cohering) = (Vec2::ZERO, 0.0);
    let mut separates = false;
    for neighbor in found {
        let other = body_in(index, neighbor);
        let offset = other.position - body.position;
        let parting = || index.parting_direction(body.slot, other.slot);
        if neighbor.rules & SEPARATES != 0 {
            separates = true;
            pushes += flock::separation_push(offset, own.separation.0.range, parting);
        }
        if neighbor.rules & ALIGNS != 0 {
            velocities += other.velocity;
            aligned += 1.0;
        }
        if neighbor.rules & COHERES != 0 {
            offsets += offset;
            cohering += 1.0;
        }
    }

    let Ability {
        max_speed,
        max_force,
        ..
    } = own.ability;
    let mut society: Option<Vec2> = None;
    let mut join = |force: Vec2| society = Some(society.unwrap_or(Vec2::ZERO) + force);
    if separates {
        join(flock::separation(pushes, max_force) * own.separation.1);
    }
    if aligned > 0.0 {
        let mean = velocities / aligned;
        join(flock::alignment(mean, body.velocity, max_speed, max_force) * own.alignment.1);
    }
    if cohering > 0.0 {
        let centre = offsets / cohering;
        join(flock::cohesion(centre, own.cohesion.0.range, max_force) * own.cohesion.1);
    }
    society
}
