//! The search: whom an agent's rules count, and for which of them.

use super::rules::{Avoidance, Courtesy, Rules};
use crate::kernel::agent_avoidance::responsibility;
use crate::kernel::nearest::{Neighbor, keep_nearest, keep_nearest_seen};
use crate::kernel::vector::Side;
use crate::kernel::view::{Bearing, ViewCone};
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, Body, is_in_sight};
use crate::trace::SightLine;
use bevy::prelude::*;
use core::cmp::Ordering;

// The rules for which a neighbour counts, one bit each.
pub(super) const SEPARATES: u8 = 1;
pub(super) const ALIGNS: u8 = 2;
pub(super) const COHERES: u8 = 4;
pub(super) const AVOIDS: u8 = 8;

/// Everything that an agent's rules look at.
pub(super) struct Surroundings<'a> {
    pub(super) rules: &'a [Rules],
    pub(super) courtesies: &'a [Courtesy],
    pub(super) wanted: &'a [Vec2],
    pub(super) index: &'a AgentIndex,
    pub(super) obstacles: &'a ObstacleIndex,
    pub(super) hand: Side,
}

impl Surroundings<'_> {
    /// Whom the agent in a place of the cell order counts, in `found`, and for which rules; `None` when it has none.
    pub(super) fn look_round(
        &self,
        place: usize,
        found: &mut Vec<Neighbor>,
        lines: &mut Vec<(Entity, SightLine)>,
    ) -> Option<(&Body, &Rules)> {
        let index = self.index;
        let body = &index.bodies()[place];
        let own = &self.rules[body.slot as usize];
        if own.range <= 0.0 || own.max_neighbors == 0 {
            return None;
        }
        found.clear();
        index.visit_within(
            body.position,
            own.range,
            |other_place, other, distance_squared| {
                if other_place == place || own.perceives & other.memberships == 0 {
                    return;
                }
                let counts_for = rules_that_see(own, other, other.position - body.position);
                if counts_for != 0 {
                    found.push(Neighbor {
                        distance_squared,
                        index: other.slot,
                        rules: counts_for,
                    });
                }
            },
        );
        let most = own.max_neighbors as usize;
        if own.needs_sight {
            let entity = |slot: u32| index.entities()[slot as usize];
            let looker = entity(body.slot);
            keep_nearest_seen(found, most, |neighbor| {
                let (from, to) = (body.position, body_in(index, neighbor).position);
                let other = entity(neighbor.index);
                let is_clear = is_in_sight(self.obstacles, (looker, from), (other, to));
                if own.is_traced {
                    lines.push((looker, SightLine { from, to, is_clear }));
                }
                is_clear
            });
        } else if found.len() > most {
            keep_nearest(found, most);
        } else {
            // The order of the search depends on who else is where, and so would the sums.
            found.sort_unstable_by_key(|neighbor| neighbor.index);
        }
        Some((body, own))
    }

    /// The part of the work that a body takes on against another, and whether the other keeps its half of the gap.
    pub(super) fn share(&self, body: &Body, rule: &Avoidance, other: &Body) -> (f32, bool) {
        let theirs = &self.courtesies[other.slot as usize];
        if theirs.heeds & body.memberships == 0 {
            // One that does not heed this agent leaves it all the work.
            return (1.0, false);
        }
        match theirs.priority.cmp(&rule.priority) {
            Ordering::Greater => (1.0, false),
            Ordering::Less => (0.0, false),
            Ordering::Equal => (
                responsibility(rule.readiness, theirs.readiness),
                theirs.keeps_limits,
            ),
        }
    }
}

/// The rules of an agent for which a neighbour at `offset` counts.
#[inline]
fn rules_that_see(own: &Rules, other: &Body, offset: Vec2) -> u8 {
    let bearing = Bearing::new(own.heading, offset);
    let sees = |(cone, weight): &(ViewCone, f32)| *weight > 0.0 && cone.admits(&bearing);
    let is_flockmate = own.flockmates & other.memberships != 0;
    let mut bits = 0;
    if sees(&own.separation) {
        bits |= SEPARATES;
    }
    if is_flockmate && sees(&own.alignment) {
        bits |= ALIGNS;
    }
    if is_flockmate && sees(&own.cohesion) {
        bits |= COHERES;
    }
    if own.avoidance.is_some_and(|rule| {
        rule.weight > 0.0 && bearing.distance_squared <= rule.range * rule.range
    }) {
        bits |= AVOIDS;
    }
    bits
}

pub(super) fn body_in<'a>(index: &'a AgentIndex, neighbor: &Neighbor) -> &'a Body {
    &index.bodies()[index.place(neighbor.index as usize)]
}
