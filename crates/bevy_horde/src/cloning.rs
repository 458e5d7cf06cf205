//! What becomes of components that belong to one entity alone when the entity is cloned.

use bevy::ecs::entity::{ComponentCloneCtx, SourceComponent};
use bevy::prelude::*;

/// A clone begins anew; what is moved to another entity stays what it is.
///
/// Not `Ignore`, for scenes leave out what clones ignore.
pub(crate) fn clone_as_new<C: Component + Clone + Default>(
    source: &SourceComponent,
    context: &mut ComponentCloneCtx,
) {
    let moved = source.read::<C>().filter(|_| context.moving());
    context.write_target_component(moved.cloned().unwrap_or_default());
}
