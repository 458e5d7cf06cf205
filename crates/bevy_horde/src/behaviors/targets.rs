//! Where targets are.

use crate::agent::{SteeringDisabled, Velocity};
use crate::space::MovementSpace;
use crate::target::Target;
use crate::validation::FieldCheck;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Looks targets up as they are at the start of the tick; nothing moves before `Locomote`.
#[derive(SystemParam)]
pub(super) struct Targets<'w, 's> {
    space: Res<'w, MovementSpace>,
    entities: Query<
        'w,
        's,
        (
            &'static Transform,
            Option<&'static Velocity>,
            Has<SteeringDisabled>,
        ),
    >,
}

/// A target that was found.
#[derive(Clone, Copy)]
pub(super) struct Sighting {
    pub(super) position: Vec2,
    pub(super) velocity: Vec2,
}

impl Targets<'_, '_> {
    /// Where `target`, which is `field` of what `check` checks, is for `seeker`; `None` when it is gone, not finite, or
    /// the seeker itself.
    pub(super) fn find(
        &self,
        seeker: Entity,
        target: Target,
        check: FieldCheck<'_>,
        field: &'static str,
    ) -> Option<Sighting> {
        let sighting = match target {
            Target::Entity(entity) if entity == seeker => return None,
            Target::Entity(entity) => {
                let (transform, velocity, is_disabled) = self.entities.get(entity).ok()?;
                let velocity = velocity
                    .filter(|_| !is_disabled)
                    .map_or(Vec2::ZERO, |velocity| self.space.to_plane(velocity.0));
                Sighting {
                    position: self.space.to_plane(transform.translation),
                    velocity: if velocity.is_finite() {
                        velocity
                    } else {
                        Vec2::ZERO
                    },
                }
            }
            Target::Point(_) | Target::PlanePoint(_) => {
                let position = target.fixed_place(*self.space)?;
                if !position.is_finite() {
                    check.unusable(field, "is not finite; it counts as gone");
                }
                Sighting {
                    position,
                    velocity: Vec2::ZERO,
                }
            }
        };
        sighting.position.is_finite().then_some(sighting)
    }
}
