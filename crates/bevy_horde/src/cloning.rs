//! Cloning of components that belong to one entity alone.

use bevy::ecs::entity::{ComponentCloneCtx, SourceComponent};
use bevy::prelude::*;

/// Gives a clone the default value. A component that is moved to another entity keeps its value.
///
/// `Ignore` would not do: scenes leave out components that clones ignore.
pub(crate) fn clone_as_new<C: Component + Clone + Default>(
    source: &SourceComponent,
    context: &mut ComponentCloneCtx,
) {
    let moved = source.read::<C>().filter(|_| context.moving());
    context.write_target_component(moved.cloned().unwrap_or_default());
}
