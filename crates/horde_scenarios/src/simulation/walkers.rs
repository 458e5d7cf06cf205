//! Leads walkers along their itineraries.

use super::itinerary::Itinerary;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Somebody with an itinerary.
#[derive(Component, Clone, PartialEq, Debug)]
pub(super) struct Walker {
    pub itinerary: Itinerary,
    /// Where it was at the end of the last tick, metres.
    pub place: Vec2,
    /// Whether it stops at its last waypoint.
    pub stops: bool,
}

impl Walker {
    /// Whether it brakes for what it heads for, rather than go through.
    pub fn brakes(&self) -> bool {
        self.stops && self.itinerary.is_at_last()
    }
}

/// Looks where each has got to in this tick, and says where it goes in the next.
pub(super) fn lead_walkers(
    mut walkers: Query<(
        Entity,
        &Transform,
        &mut Walker,
        Option<&mut Seek>,
        Option<&mut Arrive>,
    )>,
    mut commands: Commands,
) {
    for (entity, transform, mut walker, seek, arrive) in &mut walkers {
        let place = transform.translation.truncate();
        let from = core::mem::replace(&mut walker.place, place);
        walker.itinerary.walk(from, place);
        let aim = Target::from(walker.itinerary.aim(place));
        match (walker.brakes(), seek, arrive) {
            (true, Some(_), _) => {
                commands
                    .entity(entity)
                    .remove::<Seek>()
                    .insert(Arrive::new(aim));
            }
            (_, _, Some(mut arrive)) => arrive.target = aim,
            (_, Some(mut seek), _) => seek.target = aim,
            _ => {}
        }
    }
}
