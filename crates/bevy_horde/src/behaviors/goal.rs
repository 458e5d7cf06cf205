//! Shared parts of the plugin's and a game's behaviors: targets, goals, settings.

use super::nearest_target::{Chooser, LastGroup};
use super::targets::{Chases, LastFound, Seekers, Targets};
use crate::arbitration::{BehaviorForces, ForceOutput, Goal, SettlingPlace, SteeringGoal, Tier};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::{AgentIndex, AgentState, NO_SLOT};
use crate::tables::{Tables, for_each_batch};
use crate::target::Target;
use crate::trace::SteeringTrace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::ecs::component::StorageType;
use bevy::prelude::*;
use bevy::reflect::TypePath;

/// A target is at rest below this part of the agent's largest speed.
const AT_REST: f32 = 0.05;

/// A behavior with a target, of the plugin or of a game.
///
/// Implement it for a component, and add the system [`steer_for_target`] for that component to
/// [`SteeringSystems::Goals`](crate::SteeringSystems::Goals). Such a behavior has all features of
/// [`Seek`](super::Seek):
///
/// - Its target is looked up once for all agents that share it, on all threads.
/// - [`LineOfSight`](crate::perception::LineOfSight) hides the target, and
///   [`LastSeen`](crate::perception::LastSeen) remembers it.
/// - A target that is gone, and an illegal weight, are reported by the component's name (see
///   [`SteeringWarnings`]).
/// - Avoidance turns its goal and plans with it.
///
/// The component has to require [`BehaviorForces`]. An agent without it is reported once and does
/// not steer for the target.
///
/// An agent with two of a game's behaviors heads for the goal of the system that runs first; order
/// the systems. The component must lie in tables, which is Bevy's default.
///
/// ```
/// use bevy::prelude::*;
/// use bevy::reflect::TypePath;
/// use bevy_horde::prelude::*;
///
/// /// Goes where its target goes, two units behind it.
/// #[derive(Component, TypePath)]
/// #[require(BehaviorForces)]
/// struct Tail { of: Entity }
///
/// impl TargetBehavior for Tail {
///     const TARGET_FIELD: &'static str = "of";
///
///     fn target(&self) -> Target {
///         self.of.into()
///     }
///
///     fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
///         let place = target.position - 2.0 * target.heading;
///         agent.head_for(Goal::arrive(agent.state, agent.tick, place, target.velocity));
///     }
/// }
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .add_systems(FixedUpdate, steer_for_target::<Tail>.in_set(SteeringSystems::Goals))
///     .update();
/// ```
pub trait TargetBehavior: Component + TypePath {
    /// The field that holds the target, for warnings.
    const TARGET_FIELD: &'static str = "target";
    /// Whether the agent closes in on its target. Then it does not avoid a target that is an agent
    /// (see [`AvoidAgents::avoid_target`](super::AvoidAgents::avoid_target)).
    const CLOSES_IN: bool = true;
    /// Whether the agent stays at the place where it last saw a target that is out of sight.
    const STAYS: bool = false;

    /// The target to head for, or away from.
    fn target(&self) -> Target;

    /// Factor on its goal and forces.
    fn weight(&self) -> f32 {
        1.0
    }

    /// Steers an agent that knows the place of the target.
    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState);
}

/// An agent that a [`TargetBehavior`] steers.
pub struct SteeredAgent<'a> {
    /// Its state at the start of the tick.
    pub state: &'a AgentState,
    /// The length of the tick, seconds.
    pub tick: f32,
    /// The weight of the behavior.
    pub(super) weight: f32,
    pub(super) check: FieldCheck<'a>,
    pub(super) forces: ForceOutput<'a>,
}

impl SteeredAgent<'_> {
    /// Sets its goal, multiplied by the behavior's weight; `None` for none.
    pub fn head_for(&mut self, goal: impl Into<Option<Goal>>) {
        if let Some(goal) = goal.into().and_then(|goal| usable(goal, self.check)) {
            self.head_for_place(goal, None);
        }
    }

    /// Adds a force in steering coordinates, multiplied by the behavior's weight.
    pub fn add(&mut self, tier: Tier, force: Vec2) {
        if force.is_finite() {
            self.forces.add(tier, force * self.weight);
        } else {
            self.check.unusable("force", "is not finite; it is dropped");
        }
    }

    /// A setting of the behavior if it is finite and at least 0; else 0, which is reported once.
    pub fn setting(&self, field: &'static str, value: f32) -> f32 {
        self.check.at_least_zero(field, value, 0.0)
    }

    /// Sets its goal from checked numbers, and the place where it may settle, if any.
    #[inline(always)]
    pub(super) fn head_for_place(&mut self, goal: Goal, place: Option<SettlingPlace>) {
        let weight = goal.weight * self.weight;
        self.forces.head_for_place(goal.with_weight(weight), place);
    }
}

/// A target as an agent knows it, in steering coordinates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetState {
    /// Where it is, or was last seen.
    pub position: Vec2,
    /// Its velocity; zero out of sight.
    pub velocity: Vec2,
    /// The unit vector of its heading; zero of a place, and out of sight.
    pub heading: Vec2,
    /// The slot of a target that is an agent, else [`NO_SLOT`].
    pub(super) slot: u32,
    /// Whether it is out of sight, and this is where it was last seen.
    pub(super) is_remembered: bool,
}

impl TargetState {
    /// The slot of the body at this place; [`NO_SLOT`] where the place is only remembered.
    #[inline(always)]
    pub(super) fn body_slot(&self) -> u32 {
        if self.is_remembered {
            NO_SLOT
        } else {
            self.slot
        }
    }

    /// The place where an agent may settle at this target; `None` while the target moves.
    #[inline(always)]
    pub(super) fn place(&self, agent: &AgentState, begins: bool) -> Option<SettlingPlace> {
        let slowest = AT_REST * agent.max_speed;
        let is_at_rest = self.velocity.length_squared() <= slowest * slowest;
        is_at_rest.then_some(SettlingPlace {
            slot: self.body_slot(),
            begins,
            ..SettlingPlace::at(self.position, agent.body_radius)
        })
    }
}

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
    // Bevy forgets what was removed after two frames, and these may have no tick.
    for mut last_seen in &mut agents.former {
        if last_seen.of::<B>().is_some() {
            last_seen.set::<B>(None);
        }
    }
    let mut tables = Tables::new(agents.all_seeing.contiguous_iter_mut());
    for_each_batch(
        *targets.simd_level,
        Cost::Low,
        tables.columns(),
        #[inline(always)]
        |(entities, behaviors, states, mut forces, mut memories, mut traces)| {
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
                    targets.steer(behavior, state, target, check, &mut forces, trace);
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
                targets.steer(behavior, state, target, check, &mut forces, trace);
            }
        },
    );
}

impl Targets<'_, '_> {
    /// Lets a behavior steer an agent that knows its target. Notes an agent that it closes in on.
    #[inline(always)]
    fn steer<'a, B: TargetBehavior>(
        &self,
        behavior: &B,
        state: &'a AgentState,
        target: &TargetState,
        check: FieldCheck<'a>,
        forces: &'a mut BehaviorForces,
        trace: Option<&'a mut SteeringTrace>,
    ) {
        let Some(weight) = weight_of(behavior.weight(), check) else {
            return;
        };
        if B::CLOSES_IN && target.slot != NO_SLOT {
            let is_first = forces.goal.is_none();
            forces.head_for_agent(target.slot, is_first && !target.is_remembered);
            self.chases.note();
        }
        if state.is_updating() {
            let mut agent = SteeredAgent {
                state,
                tick: self.time.delta_secs(),
                weight,
                check,
                forces: forces.of(check.component(), trace),
            };
            behavior.steer(&mut agent, target);
        }
    }
}

/// Whether an agent needs its target in this tick. An agent that holds its decision needs it, too,
/// because the agents around it read for which agent it heads.
#[inline(always)]
fn is_wanted<B: TargetBehavior>(state: &AgentState, target: Target) -> bool {
    let is_body = matches!(target, Target::Entity(_) | Target::NearestOf(_));
    let may_chase = B::CLOSES_IN && is_body;
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

/// A checked weight; `None` for a behavior that is switched off.
#[inline(always)]
fn weight_of(weight: f32, check: FieldCheck<'_>) -> Option<f32> {
    let weight = check.at_least_zero("weight", weight, 0.0);
    (weight > 0.0).then_some(weight)
}

/// A game's goal, if it is usable.
fn usable(goal: Goal, check: FieldCheck<'_>) -> Option<Goal> {
    if !goal.is_finite() {
        check.unusable("goal", "is not finite; it is dropped");
        return None;
    }
    Some(goal.with_weight(weight_of(goal.weight, check)?))
}

/// Takes the goals that a game has set, and clears their components.
pub(super) fn take_goals(
    // Inputs
    warnings: Res<SteeringWarnings>,
    index: Res<AgentIndex>,
    chases: Res<Chases>,
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
                forces.of(check.component(), trace).head_for(goal);
            }
            let other = agent.filter(|agent| *agent != entity);
            let slot = other.and_then(|other| index.slot_of(other, states.get(other).ok()?));
            if let Some(slot) = slot {
                forces.head_for_agent(slot as u32, true);
                chases.note();
            }
        },
    );
}
