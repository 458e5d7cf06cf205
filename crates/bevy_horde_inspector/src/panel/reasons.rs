//! What moves, turns and stops an agent, in words.

use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::behaviors::{DetourState, FormationSlot, JourneyState, Settled, YieldState};
use bevy_horde::trace::SteeringTrace;

/// Shows the [`reasons`] of the agent's last tick, and those in its memories.
pub(super) fn reasons_ui(ui: &mut egui::Ui, world: &World, agent: Entity) {
    let Some(trace) = world.get::<SteeringTrace>(agent) else {
        return;
    };
    for reason in reasons(trace, |entity| name(world, entity)) {
        ui.label(reason);
    }
    for reason in remembered_reasons(world, agent) {
        ui.label(reason);
    }
}

/// Sentences about what the agent remembers, and its trace does not hold: that it has settled, has
/// no way, keeps a slot of a formation, or makes room.
pub(crate) fn remembered_reasons(world: &World, agent: Entity) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(settled) = world.get::<Settled>(agent) {
        if settled.is_settled {
            reasons.push("It has settled in the crowd at its goal.".to_owned());
        } else if settled.passes_through {
            reasons.push("It goes on to a free place, to keep a doorway clear.".to_owned());
        }
    }
    let detour = world.get::<DetourState>(agent);
    let journey = world.get::<JourneyState>(agent);
    if detour.is_some_and(|detour| detour.unreachable_goal.is_some()) {
        reasons.push("AvoidObstacles sees no way to its goal: it waits near by.".to_owned());
    } else if journey.is_some_and(|journey| journey.is_unreachable) {
        reasons.push("No way leads to its goal.".to_owned());
    }
    if let Some(slot) = world.get::<FormationSlot>(agent) {
        reasons.push(match slot.slot {
            Some(number) => format!("It keeps slot {number}, which is {:.2} u away.", slot.lag),
            None => "It has no slot: its leader has no formation.".to_owned(),
        });
    }
    if let Some(yields) = world.get::<YieldState>(agent) {
        if yields.is_yielding() {
            reasons.push("It makes room for agents that go first.".to_owned());
        } else if yields.right_of_way > 0.0 {
            reasons.push("It has waited long, and now has the right of way.".to_owned());
        }
    }
    reasons
}

fn name(world: &World, entity: Entity) -> String {
    match world.get::<Name>(entity) {
        Some(name) => format!("{name} ({entity})"),
        None => format!("entity {entity}"),
    }
}

/// Sentences about a tick: what slows, turns, pushes or stops the agent, apart from the forces of
/// its behaviors.
pub(crate) fn reasons(trace: &SteeringTrace, name: impl Fn(Entity) -> String) -> Vec<String> {
    let mut reasons = Vec::new();
    if trace.is_disabled {
        reasons.push("SteeringDisabled stops it.".to_owned());
    } else if trace.is_thrown {
        reasons.push("Impulse throws it; its behaviors rest.".to_owned());
    } else if trace.is_holding {
        reasons.push("UpdateInterval lets it keep its last decision.".to_owned());
    } else if trace.contributions.is_empty() {
        reasons.push("No behavior adds a force.".to_owned());
    }
    if let Some(neighbor) = trace.limiting_neighbor()
        && let mut limits = trace.approach_limits.iter()
        && let Some(limit) = limits.find(|limit| limit.neighbor == neighbor)
    {
        reasons.push(format!(
            "AvoidAgents lets it approach {} with {:.2} u/s, not {:.2}.",
            name(neighbor),
            limit.max_speed,
            limit.unlimited_speed
        ));
    }
    if let Some(other) = trace.waits_for {
        reasons.push(format!("It waits for {}.", name(other)));
    }
    if let Some(obstacle) = trace.obstacle {
        reasons.push(format!("AvoidObstacles heeds {}.", name(obstacle)));
    }
    if let Some(slide) = trace.slide {
        reasons.push(format!(
            "It slides along {}, which takes {:.3} u from its way.",
            name(slide.obstacle),
            slide.removed.length()
        ));
    }
    let pushed = trace.overlap_correction.length();
    if pushed > 0.0 {
        reasons.push(format!("Other bodies push it by {pushed:.3} u."));
    }
    if trace.is_squeezed {
        reasons.push("It overlaps a solid obstacle, and is not out.".to_owned());
    }
    reasons
}
