//! Puts agents into groups that the panel edits together.

use crate::presets::group_of;
use crate::scene::Look;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_inspector::InspectorGroup;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, name_groups);
}

fn name_groups(
    mut commands: Commands,
    agents: Query<(Entity, &Look), (With<SteeringAgent>, Added<Look>)>,
) {
    for (entity, look) in &agents {
        if let Some(group) = group_of(*look) {
            commands.entity(entity).insert(InspectorGroup(group.into()));
        }
    }
}
