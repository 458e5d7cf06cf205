//! The forces of behaviors, gathered by tier.

use super::{ArrivalPlace, Goal, Refinement, SettlingPlace};
use crate::perception::AgentState;
use crate::tier::Tier;
use crate::trace::SteeringTrace;
use bevy::prelude::*;
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::motion::combine::TIER_COUNT;

/// The accumulator for a game's own behaviors.
///
/// A component of the game requires it, as in the example. Agents without such a component do not
/// carry it.
///
/// A plain system in [`SteeringSystems::Behave`](crate::SteeringSystems::Behave) adds forces to it.
/// [`SteeringSystems::Arbitrate`](crate::SteeringSystems::Arbitrate) combines them with the
/// plugin's own, tier by tier, and clears it. No system of the plugin writes it before that, so a
/// single system of the game needs no ordering. Order two such systems, because sums of floats
/// depend on the order.
///
/// A force that is added elsewhere counts in the next tick, once for every call. A system in
/// `Update` runs once for every frame, and the plugin in `FixedUpdate` runs zero, one or several
/// times. So the force would depend on the frame rate. The first agent with such a force gets a
/// warning (see [`SteeringWarnings`](crate::validation::SteeringWarnings)).
///
/// Forces for an agent that does not update in this tick are dropped. With an
/// [`UpdateInterval`](crate::update_interval::UpdateInterval) check
/// [`AgentState::is_updating`](crate::perception::AgentState::is_updating) first to save the work.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// #[derive(Component)]
/// #[require(SteeringContributions)]
/// struct Windblown;
///
/// fn blow_wind(mut agents: Query<&mut SteeringContributions, With<Windblown>>) {
///     for mut contributions in &mut agents {
///         contributions.add(Tier::Goal, Vec3::new(3.0, 0.0, 0.0));
///     }
/// }
/// # App::new().add_plugins((MinimalPlugins, SteeringPlugin::default()))
/// .add_systems(FixedUpdate, blow_wind.in_set(SteeringSystems::Behave))
/// # ;
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct SteeringContributions {
    tiers: [Vec3; TIER_COUNT],
    has_contribution: bool,
}

impl SteeringContributions {
    /// Adds a force (world space; mass times world units per second squared) to a tier.
    ///
    /// Multiply by a weight first if the behavior has one. A zero force is a contribution, too: it
    /// keeps the velocity. A behavior that adds nothing does not call this. A force that is not
    /// finite invalidates this agent's contributions of this tick. The plugin drops all of them,
    /// with a warning that names the entity. Writes that bypass Bevy's change detection are not
    /// seen.
    pub fn add(&mut self, tier: Tier, force: Vec3) {
        self.tiers[tier as usize] += force;
        self.has_contribution = true;
    }

    /// The sum of the forces of a tier in this tick, world space.
    pub fn tier(&self, tier: Tier) -> Vec3 {
        self.tiers[tier as usize]
    }

    /// Whether any force has been added in this tick.
    pub fn has_contribution(&self) -> bool {
        self.has_contribution
    }

    pub(crate) fn tiers(&self) -> &[Vec3; TIER_COUNT] {
        &self.tiers
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// The accumulator of the plugin's own behaviors, in steering space.
///
/// Every behavior of the plugin requires it. A [`TargetBehavior`](crate::behaviors::TargetBehavior)
/// and a [`NeighborRule`](crate::behaviors::NeighborRule) of a game have to require it as well. The
/// plugin fills and empties it in every tick.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[reflect(Component, Default)]
pub struct BehaviorForces {
    pub(crate) tiers: [Vec2; TIER_COUNT],
    pub(crate) has_contribution: bool,
    /// Whether the goal is a place before the end of a way. The agent can arrive only at the end.
    pub(crate) goal_is_on_the_way: bool,
    /// Whether the agent has settled: it keeps its spot, whatever its flock does.
    pub(crate) is_settled: bool,
    /// Whether the agent steps aside of an obstacle that moves. It leaves its spot for that.
    pub(crate) steps_aside: bool,
    /// What the behavior that set the goal knows of a way to it.
    pub(crate) reach: Reach,
    /// Whether the goal is the slot in a formation that does not march.
    pub(crate) goal_is_slot: bool,
    /// Whether the behavior that set the goal heads for `target`, and sees it.
    pub(crate) goal_is_of_target: bool,
    /// The agent's goal. The kernel turns it into a force, which is not in the tiers.
    pub(crate) goal: Option<Goal>,
    /// The place of the goal when it was set. Settling and waiting move the goal, but not this; a
    /// redirection does.
    pub(crate) heads_for: Option<Vec2>,
    /// The largest speed on the way to the goal, also round obstacles; infinite without a limit.
    pub(crate) pace: f32,
    /// The slot of the agent for which this agent heads; [`NO_SLOT`] without a target.
    pub(crate) target: u32,
    /// The place where the agent may settle; `None` if its goal is no such place.
    pub(crate) place: Option<SettlingPlace>,
}

/// What a behavior, or a search, knows of a way to a goal.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Reach {
    /// It has not searched for one, or not as far as the goal.
    #[default]
    Unknown,
    /// A way leads there.
    Open,
    /// No way leads there.
    NoWay,
}

impl Default for BehaviorForces {
    fn default() -> Self {
        Self {
            tiers: [Vec2::ZERO; TIER_COUNT],
            has_contribution: false,
            goal_is_on_the_way: false,
            is_settled: false,
            steps_aside: false,
            reach: Reach::Unknown,
            goal_is_slot: false,
            goal_is_of_target: false,
            goal: None,
            heads_for: None,
            pace: f32::INFINITY,
            target: NO_SLOT,
            place: None,
        }
    }
}

impl BehaviorForces {
    fn add(&mut self, tier: Tier, force: Vec2) {
        self.tiers[tier as usize] += force;
        self.has_contribution = true;
    }

    /// The output of the behavior with this name, in a tick of this length in seconds. `trace` is
    /// the agent's, if it has one.
    #[inline(always)]
    pub(crate) fn of<'a>(
        &'a mut self,
        behavior: &'static str,
        (state, tick): (&'a AgentState, f32),
        trace: Option<&'a mut SteeringTrace>,
    ) -> ForceOutput<'a> {
        ForceOutput {
            behavior,
            state,
            tick,
            forces: self,
            trace,
        }
    }

    /// Notes the slot of the agent for which a behavior heads. `goal_is_of_target`: the behavior
    /// set the goal of this tick, and sees that agent. The first call in a tick counts.
    pub(crate) fn head_for_agent(&mut self, slot: u32, goal_is_of_target: bool) {
        if self.target == NO_SLOT {
            (self.target, self.goal_is_of_target) = (slot, goal_is_of_target);
        }
    }

    /// Sets where the agent arrives and settles after a change of its goal.
    fn arrive(&mut self, arrival: ArrivalPlace, position: Vec2) {
        match arrival {
            ArrivalPlace::Unchanged => {}
            ArrivalPlace::Nowhere => (self.goal_is_on_the_way, self.place) = (true, None),
            ArrivalPlace::AtGoal => {
                self.goal_is_on_the_way = false;
                self.goal_is_slot = false;
                (self.target, self.goal_is_of_target) = (NO_SLOT, false);
                self.reach = Reach::Unknown;
                self.heads_for = Some(position);
                self.place = self.place.map(|known| SettlingPlace {
                    position,
                    goal: position,
                    slot: NO_SLOT,
                    crowd: NO_SLOT,
                    begins: true,
                    touches: false,
                    is_nearest: false,
                    surface: None,
                    ..known
                });
            }
        }
    }

    /// Whether the agent settles at its goal if the place is free.
    pub(crate) fn begins_to_settle(&self) -> bool {
        self.place.is_some_and(|place| place.begins)
    }

    /// Whether the agent heads for the place nearest to a goal to which no way leads.
    pub(crate) fn heads_for_nearest_place(&self) -> bool {
        self.place.is_some_and(|place| place.is_nearest)
    }

    /// Whether the agent settles in a crowd, and is near it.
    pub(crate) fn is_in_crowd(&self) -> bool {
        self.place.is_some_and(|place| place.crowd != NO_SLOT)
    }
}

/// The output for the forces of one behavior of one agent. All behaviors with forces of their own
/// use it.
pub(crate) struct ForceOutput<'a> {
    behavior: &'static str,
    state: &'a AgentState,
    /// The length of the tick, seconds.
    tick: f32,
    forces: &'a mut BehaviorForces,
    trace: Option<&'a mut SteeringTrace>,
}

impl ForceOutput<'_> {
    #[inline(always)]
    pub(crate) fn add(&mut self, tier: Tier, force: Vec2) {
        self.forces.add(tier, force);
        self.record(tier, force);
    }

    /// Adds a goal. The first goal in a tick is *the* goal; of later goals only the forces count.
    #[inline(always)]
    pub(crate) fn head_for(&mut self, goal: Goal) {
        if self.forces.goal.is_some() {
            self.add(Tier::Goal, goal.force(self.state, self.tick));
        } else {
            self.forces.goal = Some(goal);
            self.forces.heads_for = Some(goal.position);
            self.forces.has_contribution = true;
            if self.trace.is_some() {
                self.record(Tier::Goal, goal.force(self.state, self.tick));
            }
        }
    }

    /// Adds a goal, and the place where the agent may settle there, if any.
    #[inline(always)]
    pub(crate) fn head_for_place(&mut self, goal: Goal, place: Option<SettlingPlace>) {
        if self.forces.goal.is_none() {
            self.forces.place = place;
        }
        self.head_for(goal);
    }

    /// Adds a goal on a way. `end` is the place to settle if the goal is the end of the way; else
    /// `None`.
    #[inline(always)]
    pub(crate) fn head_along(&mut self, goal: Goal, end: Option<SettlingPlace>) {
        if self.forces.goal.is_none() {
            self.forces.goal_is_on_the_way = end.is_none();
        }
        self.head_for_place(goal, end);
    }

    /// Sets a goal to which the behavior knows no way, if the agent has no goal yet.
    pub(crate) fn wait_for_way(&mut self, goal: Goal) {
        if self.forces.goal.is_none() {
            self.forces.reach = Reach::NoWay;
            self.head_along(goal, None);
        }
    }

    /// Adds a goal on a way that the behavior knows. `end` as for [`head_along`](Self::head_along).
    pub(crate) fn head_along_known(&mut self, goal: Goal, end: Option<SettlingPlace>) {
        if self.forces.goal.is_none() {
            self.forces.reach = Reach::Open;
        }
        self.head_along(goal, end);
    }

    /// Adds the slot in a formation that does not march. `is_on_the_way`: the goal is a place on
    /// the way to the slot.
    pub(crate) fn head_for_slot(&mut self, goal: Goal, is_on_the_way: bool) {
        if self.forces.goal.is_none() {
            self.forces.goal_is_slot = true;
            self.forces.goal_is_on_the_way = is_on_the_way;
        }
        self.head_for(goal);
    }

    /// Replaces the agent's goal by another one with the same weight, for a reason. Of an agent
    /// without a goal only the force counts.
    pub(crate) fn refine(&mut self, refinement: Refinement) {
        let force = |goal: Goal| goal.force(self.state, self.tick);
        let goal = refinement.goal;
        let change = match self.forces.goal {
            Some(known) => {
                let goal = goal.with_weight(known.weight);
                self.forces.goal = Some(goal);
                self.forces.arrive(refinement.arrival, goal.position);
                self.forces.pace = self.forces.pace.min(refinement.max_speed);
                self.trace.as_ref().map(|_| force(goal) - force(known))
            }
            None => {
                self.forces.add(Tier::Goal, force(goal));
                Some(force(goal))
            }
        };
        if let Some((trace, change)) = self.trace.as_mut().zip(change) {
            trace.reasons.push(refinement.reason);
            trace.add(self.behavior, Tier::Goal, change);
        }
    }

    /// Drops all forces of a tier.
    pub(crate) fn drop_tier(&mut self, tier: Tier) {
        let dropped = core::mem::take(&mut self.forces.tiers[tier as usize]);
        self.record(tier, -dropped);
    }

    #[inline(always)]
    fn record(&mut self, tier: Tier, force: Vec2) {
        if let Some(trace) = &mut self.trace {
            trace.add(self.behavior, tier, force);
        }
    }
}
