//! Orders: an inserted component that sets a goal begins a new journey.

use super::JourneyState;
use super::journey_events::JourneyEvents;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

/// An order less than this after another one repeats it, seconds.
pub(super) const REPEATS: f32 = 0.25;

/// Begins a new journey of an agent that gets an order.
///
/// A memory that a game has put back since the last tick stays: a load inserts orders, too, in any
/// order of the components.
pub(super) fn begin_journey(mut world: DeferredWorld, inserted: HookContext) {
    let Some(events) = world.get_resource::<JourneyEvents>() else {
        return;
    };
    let (written_at, now) = (events.written_at, world.read_change_tick());
    if let Some(mut memory) = world.get_mut::<JourneyState>(inserted.entity)
        && !memory.last_changed().is_newer_than(written_at, now)
    {
        *memory = if memory.ordered_before < REPEATS {
            JourneyState {
                ordered_before: 0.0,
                ..*memory
            }
        } else {
            JourneyState {
                is_off_path: memory.is_off_path,
                ..default()
            }
        };
    }
}
