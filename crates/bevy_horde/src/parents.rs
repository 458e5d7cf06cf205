//! The place in the world of an entity with parents.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The transforms of parents.
#[derive(SystemParam)]
pub(crate) struct Parents<'w, 's> {
    parents: Query<'w, 's, (Ref<'static, Transform>, Option<Ref<'static, ChildOf>>)>,
}

impl Parents<'_, '_> {
    /// The world transform of a child with the local transform `own`. A parent without a
    /// `Transform` ends the chain of parents, as in Bevy.
    pub(crate) fn in_world(&self, own: &Transform, parent: &ChildOf) -> Transform {
        let (mut place, mut next) = (GlobalTransform::from(*own), Some(parent.parent()));
        while let Some((transform, grandparent)) = next.and_then(|it| self.parents.get(it).ok()) {
            place = GlobalTransform::from(*transform) * place;
            next = grandparent.map(|it| it.parent());
        }
        place.compute_transform()
    }

    /// Whether any of these parents has moved, or got another parent, since the last run of the
    /// system.
    pub(crate) fn have_moved(&self, parent: &ChildOf) -> bool {
        let mut next = Some(parent.parent());
        while let Some((transform, grandparent)) = next.and_then(|it| self.parents.get(it).ok()) {
            if transform.is_changed() || grandparent.as_ref().is_some_and(Ref::is_changed) {
                return true;
            }
            next = grandparent.map(|it| it.parent());
        }
        false
    }
}
