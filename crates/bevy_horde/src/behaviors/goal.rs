//! The system of behaviors with a target, and the goals that games set.

use super::AvoidObstacles;
use super::targets::{
    Chooser, LastFound, LastGroup, Seekers, SteeredAgent, TargetBehavior, TargetState, Targets,
    usable, weight_of,
};
use crate::arbitration::{BehaviorForces, SteeringGoal};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::{AgentIndex, AgentState};
use crate::tables::{Tables, for_each_batch};
use crate::target::Target;
use crate::trace::SteeringTrace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::ecs::component::StorageType;
use bevy::prelude::*;
use horde_kernel::crowd::body::NO_SLOT;

/// The system of a [`TargetBehavior`].
pub fn steer_for_target<B: TargetBehavior>(targets: Targets, mut agents: Seekers<B>) {
    const {
        let is_in_tables = matches!(B::STORAGE_TYPE, StorageType::Table);
        assert!(is_in_tables, "a behavior with a target must lie in tables");
    }
    for entity in &agents.without_forces {
        let check = targets.warnings.of(entity, B::short_type_path());
        check.unusable("BehaviorForces", "is missing; let the component require it");
    }
    // Bevy's list of removals does not serve: it covers two frames, which may have no tick.
    for mut last_seen in &mut agents.former {
        if last_seen.of::<B>().is_some() {
            last_seen.set::<B>(None);
        }
    }
    let mut tables = Tables::new(agents.all_seeing.contiguous_iter_mut());
    for_each_batch(
        targets.simd_level.arch(),
        Cost::Low,
        tables.columns(),
        #[inline(always)]
        |(entities, behaviors, states, avoiders, mut forces, mut memories, mut traces)| {
            let (mut last, mut group) = (LastFound::default(), LastGroup::default());
            let agents = entities.iter().zip(behaviors).zip(states).enumerate();
            for (row, ((entity, behavior), state)) in agents {
                let target = behavior.target();
                if !is_wanted::<B>(state, target) {
                    continue;
                }
                let check = targets.warnings.of(*entity, B::short_type_path());
                if target == Target::Entity(*entity) {
                    check.is_itself(B::TARGET_FIELD);
                    continue;
                }
                let nearest;
                let found = if let Target::NearestOf(groups) = target {
                    let memory = memories.as_mut().map(|memories| memories.get_mut(row));
                    let chooser = Chooser {
                        entity: *entity,
                        state,
                        groups,
                        check,
                        field: B::TARGET_FIELD,
                    };
                    nearest = targets.choose::<B>(chooser, &mut group, memory);
                    nearest.as_ref()
                } else {
                    let find = || targets.find(*entity, target, check, B::TARGET_FIELD);
                    last.or_find(target, find)
                };
                if let Some(target) = found {
                    let mut trace = traces.as_mut().map(|traces| traces.get_mut(row));
                    let (mut forces, trace) = (forces.get_mut(row), trace.as_deref_mut());
                    let avoid = avoiders.map(|avoiders| &avoiders[row]);
                    let agent = (*entity, state, avoid);
                    targets.steer(behavior, agent, target, check, &mut forces, trace);
                }
            }
        },
    );
    for_each_agent(
        &mut agents.looking,
        Cost::Low,
        |(behavior, mut seeker, mut forces)| {
            let (state, target) = (seeker.state, behavior.target());
            if !is_wanted::<B>(state, target) {
                return;
            }
            let check = targets.warnings.of(seeker.entity, B::short_type_path());
            let is_group = matches!(target, Target::NearestOf(_));
            let found = if state.is_updating() || is_group {
                targets.look_for::<B>(&mut seeker, target, check)
            } else {
                targets.find(seeker.entity, target, check, B::TARGET_FIELD)
            };
            if let Some(target) = &found {
                let trace = seeker.trace.as_deref_mut();
                let agent = (seeker.entity, state, seeker.avoid);
                targets.steer(behavior, agent, target, check, &mut forces, trace);
            }
        },
    );
}

impl Targets<'_, '_> {
    /// Lets a behavior steer an agent that knows its target. Notes the chase of an agent.
    #[inline(always)]
    fn steer<'a, B: TargetBehavior>(
        &self,
        behavior: &B,
        (entity, state, avoid): (Entity, &'a AgentState, Option<&AvoidObstacles>),
        target: &TargetState,
        check: FieldCheck<'a>,
        forces: &'a mut BehaviorForces,
        trace: Option<&'a mut SteeringTrace>,
    ) {
        let Some(weight) = weight_of(behavior.weight(), check) else {
            return;
        };
        if B::APPROACHES && target.slot != NO_SLOT {
            let is_first = forces.goal.is_none();
            forces.head_for_agent(target.slot, is_first && !target.is_remembered);
        }
        if state.is_updating() {
            let mut agent = SteeredAgent {
                state,
                tick: self.time.delta_secs(),
                space: *self.space,
                entity,
                obstacles: &self.obstacles,
                avoids_obstacles: avoid.is_some_and(AvoidObstacles::is_on),
                weight,
                check,
                forces: forces.of(check.component(), (state, self.time.delta_secs()), trace),
            };
            behavior.steer(&mut agent, target);
        }
    }
}

/// Whether an agent needs its target in this tick. An agent that holds its decision needs a target
/// that it may chase: the agents around read which agent it chases.
#[inline(always)]
fn is_wanted<B: TargetBehavior>(state: &AgentState, target: Target) -> bool {
    let is_body = matches!(target, Target::Entity(_) | Target::NearestOf(_));
    let may_chase = B::APPROACHES && is_body;
    state.is_updating() || (may_chase && state.is_holding())
}

/// The checker of a behavior's settings, and its weight. `None` for an agent that does not update
/// in this tick, and for a behavior that is switched off.
#[inline(always)]
pub(super) fn active<'a>(
    warnings: &'a SteeringWarnings,
    entity: Entity,
    state: &AgentState,
    component: &'static str,
    weight: f32,
) -> Option<(FieldCheck<'a>, f32)> {
    if !state.is_updating() {
        return None;
    }
    let check = warnings.of(entity, component);
    Some((check, weight_of(weight, check)?))
}

/// Takes the goals that a game has set, and clears their components.
pub(crate) fn take_goals(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    index: Res<AgentIndex>,
    states: Query<&AgentState>,
    // Output
    mut agents: Query<(
        Entity,
        &AgentState,
        &mut SteeringGoal,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = time.delta_secs();
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(entity, state, mut given, mut forces, mut trace)| {
            if given.goal.is_none() {
                return;
            }
            let SteeringGoal { goal, agent } = core::mem::take(&mut *given);
            let check = warnings.of(entity, "SteeringGoal");
            let goal = goal.filter(|_| state.is_moving());
            let Some(goal) = goal.and_then(|goal| usable(goal, check)) else {
                return;
            };
            if state.is_updating() {
                let trace = trace.as_deref_mut();
                forces
                    .of(check.component(), (state, tick), trace)
                    .head_for(goal);
            }
            let other = agent.filter(|agent| *agent != entity);
            let slot = other.and_then(|other| index.slot_of(other, states.get(other).ok()?));
            if let Some(slot) = slot {
                forces.head_for_agent(slot as u32, true);
            }
        },
    );
}
