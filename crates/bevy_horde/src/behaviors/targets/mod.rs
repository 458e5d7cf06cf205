//! The lookup of targets for agents.

mod behavior;
mod chosen;
mod groups;
mod lookup;
mod nearest;

pub(super) use behavior::{AT_REST, usable, weight_of};
pub use behavior::{SteeredAgent, TargetBehavior, TargetState};
pub use chosen::{ChosenTarget, ChosenTargets};
pub(crate) use groups::TargetGroups;
pub(super) use nearest::{Chooser, LastGroup};

use super::LookAt;
use crate::agent::{Heading, SteeringDisabled, Velocity};
use crate::arbitration::BehaviorForces;
use crate::behaviors::AvoidObstacles;
use crate::obstacle::ObstacleIndex;
use crate::parents::Parents;
use crate::perception::{AgentIndex, AgentState, LastSeen, LineOfSight, NEAR_ENOUGH, is_in_sight};
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::target::Target;
use crate::trace::{SightLine, SteeringTrace};
use crate::validation::SteeringWarnings;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::math::vector::direction;

/// Looks targets up as they are at the start of the tick; nothing moves before `Arbitrate`.
#[derive(SystemParam)]
pub struct Targets<'w, 's> {
    pub(super) time: Res<'w, Time>,
    pub(super) tick: Res<'w, SteeringTick>,
    pub(super) warnings: Res<'w, SteeringWarnings>,
    pub(super) simd_level: Res<'w, SimdLevel>,
    pub(super) space: Res<'w, MovementSpace>,
    pub(super) obstacles: Res<'w, ObstacleIndex>,
    pub(super) agents: Res<'w, AgentIndex>,
    pub(super) groups: Res<'w, TargetGroups>,
    pub(super) entities: Query<
        'w,
        's,
        (
            &'static Transform,
            Option<&'static Velocity>,
            Has<SteeringDisabled>,
            Option<&'static AgentState>,
            Option<&'static ChildOf>,
        ),
    >,
    pub(super) parents: Parents<'w, 's>,
}

/// An agent that looks for a target, with the data for its line of sight.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Seeker {
    pub(super) entity: Entity,
    pub(super) state: &'static AgentState,
    pub(super) avoid: Option<&'static AvoidObstacles>,
    pub(super) line_of_sight: Option<&'static LineOfSight>,
    pub(super) last_seen: Option<&'static mut LastSeen>,
    pub(super) chosen: Option<&'static mut ChosenTargets>,
    pub(super) trace: Option<&'static mut SteeringTrace>,
    pub(super) look: Option<(&'static LookAt, &'static Heading)>,
}

/// The agents that have a certain behavior with a target.
#[derive(SystemParam)]
pub struct Seekers<'w, 's, B: TargetBehavior> {
    /// The agents that see through obstacles, as most do. This query reads no data about sight.
    pub(super) all_seeing: Query<
        'w,
        's,
        (
            Entity,
            &'static B,
            &'static AgentState,
            Option<&'static AvoidObstacles>,
            &'static mut BehaviorForces,
            Option<&'static mut ChosenTargets>,
            Option<&'static mut SteeringTrace>,
        ),
        (Without<LineOfSight>, Without<LastSeen>),
    >,
    pub(super) looking: Query<
        'w,
        's,
        (&'static B, Seeker, &'static mut BehaviorForces),
        Or<(With<LineOfSight>, With<LastSeen>)>,
    >,
    /// Agents without the behavior, which lose their memory of its target.
    pub(super) former: Query<'w, 's, &'static mut LastSeen, (Without<B>, With<AgentState>)>,
    pub(super) without_forces:
        Query<'w, 's, Entity, (With<B>, With<AgentState>, Without<BehaviorForces>)>,
}

/// The last lookup: many agents have the same target.
pub(super) struct LastFound {
    target: Target,
    found: Option<TargetState>,
}

impl Default for LastFound {
    fn default() -> Self {
        Self {
            // NaN is equal to no target, not even itself.
            target: Target::PlanePoint(Vec2::NAN),
            found: None,
        }
    }
}

impl LastFound {
    /// The state of `target`; calls `find` when the target differs from the last one.
    #[inline(always)]
    pub(super) fn or_find(
        &mut self,
        target: Target,
        find: impl FnOnce() -> Option<TargetState>,
    ) -> Option<&TargetState> {
        if target != self.target {
            (self.target, self.found) = (target, find());
        }
        self.found.as_ref()
    }
}

impl Targets<'_, '_> {
    /// The last seen place of the target, and the time since, seconds. `None` without a memory of
    /// this target, once that is too old, and at the place unless the behavior waits there.
    pub(super) fn recall<B: TargetBehavior>(
        &self,
        seeker: &SeekerItem,
        sight: &LineOfSight,
        entity: Entity,
        slot: u32,
    ) -> Option<(TargetState, f32)> {
        let state = seeker.state;
        let seen = seeker.last_seen.as_ref()?.of::<B>()?;
        if seen.entity != entity {
            return None;
        }
        if !seen.position.is_finite() {
            let check = self.warnings.of(seeker.entity, "LastSeen");
            check.unusable(B::short_type_path(), "is not finite; it is forgotten");
            return None;
        }
        let time = state.update_time(self.time.delta_secs());
        let check = self.warnings.of(seeker.entity, "LineOfSight");
        let memory_time = check.at_least_zero_or_infinite("memory_time", sight.memory_time, 0.0);
        let age = seen.age.max(0.0) + time;
        // At least a step: a fast agent in long ticks would step over a smaller reach for ever.
        let step = state.max_speed * time;
        let reach = (NEAR_ENOUGH * state.body_radius).max(step);
        let is_there = state.position.distance(seen.position) <= reach;
        let is_of_use = age <= memory_time && (B::WAITS_AT_LAST_SEEN || !is_there);
        is_of_use.then_some((
            TargetState {
                slot,
                is_remembered: true,
                ..TargetState::at(seen.position)
            },
            age,
        ))
    }

    /// Whether a target is in view, and no obstacle hides it. `slot` is that of a target that is an
    /// agent, else `NO_SLOT`.
    pub(super) fn sees<B: TargetBehavior>(
        &self,
        seeker: &mut SeekerItem,
        sight: &LineOfSight,
        (target, slot): (Entity, u32),
        to: Vec2,
    ) -> bool {
        let is_agent = slot != NO_SLOT;
        let radius = if is_agent {
            self.agents.body_of(slot).radius
        } else {
            0.0
        };
        let check = self.warnings.of(seeker.entity, "LineOfSight");
        let seen = seeker.last_seen.as_ref().and_then(|it| it.of::<B>());
        let is_seen_already = seen.is_some_and(|seen| seen.entity == target && seen.age == 0.0);
        let turned = seeker
            .look
            .map(|(_, heading)| self.space.to_plane(heading.0));
        let look = turned.and_then(direction);
        let look = look.unwrap_or(seeker.state.heading);
        if !sight.has_in_view(seeker.state, look, (to, radius), is_seen_already, check) {
            return false;
        }
        let from = seeker.state.position;
        let is_clear = is_in_sight(&self.obstacles, (seeker.entity, from), (target, to));
        if let Some(trace) = &mut seeker.trace {
            trace.sight_lines.push(SightLine { from, to, is_clear });
        }
        is_clear
    }
}
