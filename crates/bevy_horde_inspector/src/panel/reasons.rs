//! Why an agent stands, or is slower than it wants, in words.

use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::trace::{Reason, SteeringTrace};

/// Shows the reasons of the agent's last tick, and the obstacle that it heeds.
pub(super) fn reasons_ui(ui: &mut egui::Ui, world: &World, agent: Entity) {
    let Some(trace) = world.get::<SteeringTrace>(agent) else {
        return;
    };
    for reason in &trace.reasons {
        ui.label(sentence(*reason, |entity| name(world, entity)));
    }
    if let Some(obstacle) = trace.obstacle {
        ui.label(format!("AvoidObstacles heeds {}.", name(world, obstacle)));
    }
}

fn name(world: &World, entity: Entity) -> String {
    match world.get::<Name>(entity) {
        Some(name) => format!("{name} ({entity})"),
        None => format!("entity {entity}"),
    }
}

/// A sentence about a reason; `name` names the entities in it.
pub(crate) fn sentence(reason: Reason, name: impl Fn(Entity) -> String) -> String {
    match reason {
        Reason::Disabled => "SteeringDisabled stops it.".into(),
        Reason::Thrown => "Impulse throws it; its behaviors rest.".into(),
        Reason::Holding => "UpdateInterval lets it keep its last decision.".into(),
        Reason::NoBehavior => "No behavior adds a force.".into(),
        Reason::Settled { place } => {
            format!("It has settled in the crowd at its goal, at {}.", at(place))
        }
        Reason::ComesUp { place } => format!(
            "It comes up to what stands at {}, and looks for room there.",
            at(place)
        ),
        Reason::Detours { around } => format!("It goes round {}.", name(around)),
        Reason::PassesOn { place } => format!(
            "It goes on to a free place at {}, to keep a doorway clear.",
            at(place)
        ),
        Reason::NoWay {
            nearest: Some(place),
        } => format!("No way leads to its goal: it waits at {}.", at(place)),
        Reason::NoWay { nearest: None } => "No way leads to its goal.".into(),
        Reason::WaitsForField { field } => {
            format!("The flow field of {} is not ready.", name(field))
        }
        Reason::OffItsSlot { slot, lag } => {
            format!("Its slot {slot} in the formation is {lag:.2} u away.")
        }
        Reason::NoSlot => "It has no slot: its leader has no formation.".into(),
        Reason::KeepsPace { max_speed } => {
            format!("Its formation follows with {max_speed:.2} u/s at most.")
        }
        Reason::Queues { behind } => format!("It waits in a queue behind {}.", name(behind)),
        Reason::OfGame(reason) => format!("The game says: {reason}."),
        Reason::MakesRoom { agent: Some(agent) } => format!("It makes room for {}.", name(agent)),
        Reason::MakesRoom { agent: None } => "It makes room for agents that go first.".into(),
        Reason::HeldUp {
            by,
            max_speed,
            unlimited_speed,
        } => format!(
            "AvoidAgents lets it approach {} with {max_speed:.2} u/s, not {unlimited_speed:.2}.",
            name(by)
        ),
        Reason::Slides { obstacle, removed } => format!(
            "It slides along {}, which takes {removed:.3} u from its way.",
            name(obstacle)
        ),
        Reason::Pushed { distance } => format!("Other bodies push it by {distance:.3} u."),
        Reason::Squeezed => "It overlaps a solid obstacle, and is not out.".into(),
        other => format!("{other:?}"),
    }
}

fn at(place: Vec2) -> String {
    format!("({:.1}, {:.1})", place.x, place.y)
}
