//! Records in traces how agents came to their forces.

use super::CrowdStep;
use super::scatter::Forces;
use crate::arbitration::{Reach, Tier};
use crate::avoidance::AvoidAgents;
use crate::obstacle::entity_of;
use crate::perception::{AgentIndex, AgentState};
use crate::space::MovementSpace;
use crate::trace::{ApproachLimit, Reason, SightLine, Slide, SteeringTrace};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use horde_kernel::motion::combine::TIER_COUNT;
use horde_kernel::step::decide::ForceReport;
use horde_kernel::step::{NeighborReport, Note};

/// What the kernel reports of the agents with traces.
pub(super) struct Tracing<'a> {
    pub(super) index: &'a AgentIndex,
    /// The slots of the agents, in rising order.
    pub(super) watched: &'a [usize],
    pub(super) reports: Vec<(ForceReport, NeighborReport)>,
    pub(super) space: MovementSpace,
}

impl Tracing<'_> {
    /// Records the forces of an agent by tier, and what its neighbors meant to it.
    pub(super) fn record(
        &self,
        (entity, is_agent): (Entity, bool),
        state: &AgentState,
        ((own, user), row): (&Forces, usize),
        trace: &mut SteeringTrace,
    ) {
        let own = own.as_ref().filter(|own| own.is_changed(row));
        let own = own.map(|own| own.get(row));
        if let Some(forces) = own.filter(|forces| forces.has_contribution) {
            trace.goal = forces.goal.map(|goal| goal.position);
            if forces.reach == Reach::NoWay {
                trace.reasons.push(Reason::NoWay { nearest: None });
            }
        }
        let slot = self.index.slot_of(entity, state);
        if let Some(slot) = slot.filter(|_| !state.is_holding()) {
            self.explain(slot, state, trace);
            if !is_agent {
                trace.approach_limits.clear();
            }
        }
        let added = user.as_ref().filter(|user| user.is_changed(row));
        if let Some(added) = added.map(|user| user.get(row).tiers()) {
            record_added(&added.map(|force| self.space.to_plane(force)), trace);
        }
    }

    fn explain(&self, slot: usize, state: &AgentState, trace: &mut SteeringTrace) {
        let Ok(number) = self.watched.binary_search(&slot) else {
            return;
        };
        let (report, neighbors) = &self.reports[number];
        trace.tiers = report.tiers;
        for (rule, force) in &neighbors.flocking {
            trace.add(rule, Tier::Flocking, *force);
        }
        if let Some(force) = report.avoidance.filter(|_| state.is_updating()) {
            trace.add(AvoidAgents::short_type_path(), Tier::Avoidance, force);
        }
        let lines = neighbors.sight_lines.iter().copied();
        let lines = lines.map(|(from, to, is_clear)| SightLine { from, to, is_clear });
        trace.sight_lines.extend(lines);
        let limits = neighbors.constraints.iter().copied();
        trace
            .approach_limits
            .extend(limits.map(|(slot, constraint)| ApproachLimit {
                neighbor: self.index.entities()[slot as usize],
                toward: constraint.toward,
                max_speed: constraint.max_speed,
                unlimited_speed: constraint.toward.dot(report.unlimited_velocity),
                speed: constraint.toward.dot(report.velocity),
            }));
    }
}

/// Records the forces that a game has added. If any is not finite, all of them are dropped.
fn record_added(added: &[Vec2; TIER_COUNT], trace: &mut SteeringTrace) {
    if !added.iter().all(|force| force.is_finite()) {
        return;
    }
    for (tier, force) in [Tier::Avoidance, Tier::Flocking, Tier::Goal]
        .into_iter()
        .zip(added)
    {
        if *force != Vec2::ZERO {
            trace.add("SteeringContributions", tier, *force);
        }
    }
}

/// Records what happened to the body of one agent.
pub(super) fn record_body(slot: usize, step: &CrowdStep, trace: &mut SteeringTrace) {
    let first = step.notes().partition_point(|(of, _)| *of < slot);
    let notes = step.notes()[first..].iter();
    for (_, note) in notes.take_while(|(of, _)| *of == slot) {
        match note {
            Note::Slide(slide) => {
                trace.slide = Some(Slide {
                    obstacle: entity_of(slide.obstacle),
                    removed: slide.removed,
                });
            }
            Note::Correction(moved_by) => trace.overlap_correction = *moved_by,
        }
    }
}
