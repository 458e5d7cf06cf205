//! Moves walkers along their waypoint paths.

use super::waypoint_path::WaypointPath;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An agent with a waypoint path.
#[derive(Component, Clone, PartialEq, Debug)]
pub(super) struct Walker {
    pub waypoint_path: WaypointPath,
    /// Its position at the end of the last tick, meters.
    pub position: Vec2,
    /// Whether it stops at its last waypoint.
    pub stops: bool,
}

impl Walker {
    /// Whether it brakes for the current waypoint.
    pub fn brakes(&self) -> bool {
        self.stops && self.waypoint_path.is_at_last()
    }
}

/// Advances each path by the step of this tick, and sets the target for the next tick.
pub(super) fn move_walkers(
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
        let position = transform.translation.truncate();
        let from = core::mem::replace(&mut walker.position, position);
        walker.waypoint_path.walk(from, position);
        let aim = Target::from(walker.waypoint_path.aim(position));
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
