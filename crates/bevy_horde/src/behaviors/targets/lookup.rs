//! The lookup of a target: its state, and what an agent knows of it.

use super::{Chooser, LastGroup, SeekerItem, TargetBehavior, TargetState, Targets};
use crate::obstacle::{entity_of, obstacle_of};
use crate::perception::HiddenTarget;
use crate::target::Target;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::crowd::body::NO_SLOT;

impl Targets<'_, '_> {
    /// The state of a behavior's target as `seeker` knows it. Updates the memory of the seeker.
    /// `None` for a hidden target without a known place, and where [`find`](Self::find) returns
    /// `None`.
    pub(crate) fn look_for<B: TargetBehavior>(
        &self,
        seeker: &mut SeekerItem,
        target: Target,
        check: FieldCheck<'_>,
    ) -> Option<TargetState> {
        if let Target::NearestOf(groups) = target {
            return self.look_for_nearest::<B>(seeker, groups, check);
        }
        let found = self.find(seeker.entity, target, check, B::TARGET_FIELD);
        let (known, memory) = match (target, found, seeker.line_of_sight) {
            (Target::Entity(entity), Some(found), Some(sight)) => {
                let is_known = sight.hidden_target == HiddenTarget::KeepTracking
                    || self.sees::<B>(seeker, sight, (entity, found.slot), found.position);
                let known = match sight.hidden_target {
                    _ if is_known => Some((found, 0.0)),
                    HiddenTarget::LastSeen => self.recall::<B>(seeker, sight, entity, found.slot),
                    HiddenTarget::GiveUp | HiddenTarget::KeepTracking => None,
                };
                let memory = known.map(|(known, age)| (entity, known.position, age));
                (known.map(|(known, _)| known), memory)
            }
            _ => (found, None),
        };
        if let Some(last_seen) = &mut seeker.last_seen {
            last_seen.set::<B>(memory);
        }
        known
    }

    /// Like [`look_for`](Self::look_for), for the nearest of some groups.
    fn look_for_nearest<B: TargetBehavior>(
        &self,
        seeker: &mut SeekerItem,
        groups: u32,
        check: FieldCheck<'_>,
    ) -> Option<TargetState> {
        let chooser = Chooser {
            entity: seeker.entity,
            state: seeker.state,
            groups,
            check,
            field: B::TARGET_FIELD,
        };
        if !seeker.state.is_updating() {
            let chosen = seeker.chosen.as_mut().map(Mut::reborrow);
            return self.choose::<B>(chooser, &mut LastGroup::default(), chosen);
        }
        let sight = seeker.line_of_sight;
        let needs_sight = sight.filter(|sight| sight.hidden_target != HiddenTarget::KeepTracking);
        if let Some(sight) = needs_sight {
            return self.choose_in_sight::<B>(seeker, chooser, sight);
        }
        let chosen = seeker.chosen.as_mut().map(Mut::reborrow);
        let found = self.choose::<B>(chooser, &mut LastGroup::default(), chosen);
        if let Some(last_seen) = &mut seeker.last_seen {
            let known = found.filter(|_| sight.is_some());
            last_seen.set::<B>(known.map(|known| {
                let entity = self.agents.entities()[known.slot as usize];
                (entity, known.position, 0.0)
            }));
        }
        found
    }

    /// The state of `target`. `check` and `field` name the component and its field in warnings.
    /// `None` if the target is gone, not finite, or the seeker itself.
    pub(crate) fn find(
        &self,
        seeker: Entity,
        target: Target,
        check: FieldCheck<'_>,
        field: &'static str,
    ) -> Option<TargetState> {
        let found = match target {
            Target::Entity(entity) if entity == seeker => {
                check.is_itself(field);
                return None;
            }
            Target::Entity(entity) => {
                let Ok(found) = self.entities.get(entity) else {
                    check.gone(field, entity);
                    return None;
                };
                let (transform, velocity, is_disabled, state, parent) = found;
                let place = parent.map(|parent| self.parents.in_world(transform, parent));
                let transform = place.as_ref().unwrap_or(transform);
                let velocity = velocity.filter(|_| !is_disabled);
                let velocity = velocity.map(|velocity| self.space.to_plane(velocity.0));
                let slot = state.and_then(|state| self.agents.slot_of(entity, state));
                // The state of a former agent is stale.
                let heading = match state.filter(|_| slot.is_some()) {
                    Some(state) => Some(state.heading),
                    None => self.space.heading(transform.rotation),
                };
                let position = self.space.to_plane(transform.translation);
                if !position.is_finite() {
                    check.report_not_finite(field, entity);
                }
                TargetState {
                    position,
                    velocity: velocity.filter(|it| it.is_finite()).unwrap_or_default(),
                    heading: heading.unwrap_or_default(),
                    slot: slot.map_or(NO_SLOT, |slot| slot as u32),
                    is_remembered: false,
                    is_solid: slot.is_some() && state.is_some_and(|state| state.solid),
                    body_radius: state.map_or(0.0, |state| state.body_radius),
                    obstacle: match slot {
                        Some(_) => None,
                        None if self.obstacles.is_solid(obstacle_of(entity)) => Some(entity),
                        None => self.obstacles.solid_at(position).map(entity_of),
                    },
                }
            }
            Target::NearestOf(groups) => {
                let (.., state, _) = self.entities.get(seeker).ok()?;
                self.nearest_of(Chooser {
                    entity: seeker,
                    state: state?,
                    groups,
                    check,
                    field,
                })?
            }
            Target::Point(_) | Target::PlanePoint(_) => {
                let position = target.fixed_place(*self.space)?;
                if !position.is_finite() {
                    check.unusable(field, "is not finite; it counts as gone");
                }
                TargetState {
                    obstacle: self.obstacles.solid_at(position).map(entity_of),
                    ..TargetState::at(position)
                }
            }
        };
        found.position.is_finite().then_some(found)
    }
}
