//! The settings of avoidance, from the component to the lanes, and the state that others read.

use super::AvoidAgents;
use super::held_up::{Precedence, rank_of};
use super::traffic::{PreferredVelocity, way_ahead};
use crate::arbitration::Goal;
use crate::perception::{AgentState, Perception};
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::crowd::columns::in_lanes;
use horde_kernel::math::vector::direction;
use pulp::Simd;

/// The braking time is at least the time for this many radii at full speed, so that slow and large
/// bodies brake early.
const BRAKING_RADII: f32 = 2.5;
/// An agent is at its goal within this many of its radii.
const AT_GOAL: f32 = 2.0;

in_lanes! {
    /// How an agent avoids others; the default avoids none.
    #[derive(Default)]
    pub(crate) struct Avoider / AvoiderColumns / AvoiderLanes {
        /// The range of the avoidance, world units; 0 when the rule is off.
        range: f32,
        margin: f32,
        horizon: f32,
        braking_time: f32,
        assertiveness: f32,
        /// The force for a change of velocity by 1 world unit per second.
        force_per_speed: f32,
        /// How far ahead traffic matters, world units.
        traffic_range: f32,
        /// The largest change of velocity until the next update, world units per second.
        max_change: f32,
    }
}

in_lanes! {
    /// The avoidance state of an agent that others read; the default avoids none.
    #[derive(Default)]
    pub(crate) struct SharedAvoidanceState / SharedAvoidanceColumns / SharedAvoidanceLanes {
        /// The preferred velocity of the goal, or without a goal the present velocity.
        preferred_velocity: Vec2,
        /// The direction of the preferred velocity; zero where there is none.
        direction: Vec2,
        /// How much of the avoidance the agent takes on, 0 to 1.
        responsibility: f32,
        /// The priority and the precedence in one number, see [`rank_of`].
        rank: u32,
        /// The groups that the agent avoids, one bit each; 0 without the rule.
        filters: u32,
        /// Whether it limits its speed of approach.
        has_constraints: bool,
    }
}

in_lanes! {
    /// The avoidance of an agent. Indexed by slot, so access is random; one cache line holds it.
    #[derive(Default)]
    #[repr(align(64))]
    pub(crate) struct AvoidanceRecord / AvoidanceRecordColumns / AvoidanceRecordLanes {
        shared_avoidance_state: SharedAvoidanceState,
        avoider: Avoider,
    }
}

const _: () = assert!(size_of::<AvoidanceRecord>() == 64, "one cache line");

/// The settings of avoidance of one agent, in world units.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Avoidance {
    /// The distance within which the agent avoids others, world units; 0 when the rule is off.
    pub(crate) range: f32,
    margin: f32,
    horizon: f32,
    braking_time: f32,
    assertiveness: f32,
    weight: f32,
    /// Whether it limits its speed of approach.
    has_constraints: bool,
    idle_responsibility: f32,
    priority: i32,
    /// Whether it avoids the agent for which it heads.
    pub(crate) avoids_target: bool,
}

impl Avoidance {
    /// Resolves and checks the settings of a component.
    pub(crate) fn resolve(avoid: &AvoidAgents, state: &AgentState, check: FieldCheck) -> Self {
        let radius = state.body_radius;
        let usual = AvoidAgents::default();
        let braking_time =
            check.at_least_zero("braking_time", avoid.braking_time, usual.braking_time);
        let range = check.at_least_zero("range", avoid.range.resolve(radius), 0.0);
        let weight = check.at_least_zero("weight", avoid.weight, 0.0);
        Self {
            range: if weight > 0.0 { range } else { 0.0 },
            margin: check.at_least_zero("margin", avoid.margin.resolve(radius), 0.0),
            horizon: check.above_zero("horizon", avoid.horizon, usual.horizon),
            braking_time: braking_time_of(braking_time, radius, state.max_speed),
            assertiveness: check.part("assertiveness", avoid.assertiveness, 0.0),
            weight,
            has_constraints: braking_time > 0.0,
            idle_responsibility: check.part("idle_responsibility", avoid.idle_responsibility, 0.0),
            priority: avoid.priority,
            avoids_target: avoid.avoid_target,
        }
    }
}

impl Avoidance {
    /// The priority of an agent that limits its speed of approach; `None` for other agents.
    pub(crate) fn limiting_priority(&self) -> Option<i32> {
        self.has_constraints.then_some(self.priority)
    }
}

fn braking_time_of(braking_time: f32, radius: f32, max_speed: f32) -> f32 {
    let crossing = BRAKING_RADII * radius / max_speed;
    if crossing.is_finite() {
        braking_time.max(crossing)
    } else {
        braking_time
    }
}

impl AvoidanceRecord {
    /// The avoidance record of an agent in this tick. Without `searches` the agent avoids none.
    #[inline(always)]
    pub(crate) fn new(
        rule: Option<&Avoidance>,
        perception: &Perception,
        state: &AgentState,
        goal: Option<&Goal>,
        precedence: Precedence,
        searches: bool,
        tick: f32,
    ) -> Self {
        // An agent that holds its decision shares avoidance like an agent that updates. An agent
        // that an impulse throws cannot avoid.
        if !state.is_moving() || state.is_thrown() {
            return Self::default();
        }
        let avoider = rule
            .filter(|_| searches)
            .map_or_else(Avoider::default, |rule| {
                Avoider::new(rule, state, goal, tick)
            });
        Self {
            shared_avoidance_state: SharedAvoidanceState::new(
                rule, perception, state, goal, precedence,
            ),
            avoider,
        }
    }
}

impl Avoider {
    #[inline(always)]
    fn new(rule: &Avoidance, state: &AgentState, goal: Option<&Goal>, tick: f32) -> Self {
        let motion_limits = state.motion_limits(tick);
        let goal_distance =
            goal.map_or(f32::INFINITY, |goal| goal.position.distance(state.position));
        Self {
            range: rule.range,
            margin: rule.margin,
            horizon: rule.horizon,
            braking_time: rule.braking_time,
            assertiveness: rule.assertiveness,
            force_per_speed: rule.weight * motion_limits.force_per_change(),
            traffic_range: way_ahead(rule.range, goal_distance, state.body_radius),
            max_change: motion_limits.max_acceleration * motion_limits.tick,
        }
    }
}

impl SharedAvoidanceState {
    #[inline(always)]
    fn new(
        rule: Option<&Avoidance>,
        perception: &Perception,
        state: &AgentState,
        goal: Option<&Goal>,
        precedence: Precedence,
    ) -> Self {
        let preferred_velocity = goal.map_or(state.velocity, |goal| goal.preferred_velocity);
        let preference = Self {
            preferred_velocity,
            direction: direction(preferred_velocity).unwrap_or(Vec2::ZERO),
            has_constraints: rule.is_some_and(|rule| rule.has_constraints),
            ..default()
        };
        match rule {
            Some(rule) if rule.range > 0.0 && perception.max_neighbors > 0 => {
                let speed = state.velocity.length();
                Self {
                    responsibility: responsibility(
                        speed,
                        state.max_speed,
                        rule.idle_responsibility,
                    ),
                    rank: rank_of(rule.priority, precedence, is_there(state, goal)),
                    filters: perception.filters,
                    ..preference
                }
            }
            _ => preference,
        }
    }

    /// Whether the agent limits its speed of approach and takes on a part of the avoidance.
    pub(super) fn keeps_constraints(&self) -> bool {
        self.responsibility > 0.0 && self.has_constraints
    }
}

impl<S: Simd> SharedAvoidanceLanes<S> {
    #[inline(always)]
    pub(super) fn preferred_velocity(&self) -> PreferredVelocity<S> {
        PreferredVelocity {
            velocity: self.preferred_velocity,
            direction: self.direction,
        }
    }
}

/// Whether an agent is at its goal or, without a goal, slower than a quarter of its largest speed.
fn is_there(state: &AgentState, goal: Option<&Goal>) -> bool {
    match goal {
        Some(goal) => {
            let near = AT_GOAL * state.body_radius;
            goal.position.distance_squared(state.position) <= near * near
        }
        None => state.velocity.length() < 0.25 * state.max_speed,
    }
}

/// How much of the avoidance a body at `speed` takes on: `idle_responsibility` at rest, 1 from a
/// quarter of its largest speed on.
///
/// Standing bodies leave most of the work to moving ones.
pub(super) fn responsibility(speed: f32, max_speed: f32, idle_responsibility: f32) -> f32 {
    let quarter = 0.25 * max_speed;
    if quarter > 0.0 {
        idle_responsibility + (1.0 - idle_responsibility) * (speed / quarter).clamp(0.0, 1.0)
    } else {
        idle_responsibility
    }
}
