//! The settings of avoidance in lanes, and the state that others read.

use crate::avoidance::precedence::{Precedence, rank_of};
use crate::avoidance::rule::AvoidanceRule;
use crate::avoidance::traffic::{PreferredVelocity, way_ahead};
use crate::behaviors::pursuit::MotionLimits;
use crate::crowd::columns::in_lanes;
use crate::math::vector::direction;
use glam::Vec2;
use pulp::Simd;

/// An agent is at its goal within this many of its radii.
const AT_GOAL: f32 = 2.0;

in_lanes! {
    /// How an agent avoids others; the default avoids none.
    #[derive(Default)]
    pub struct Avoider / AvoiderColumns / AvoiderLanes {
        /// The range of the avoidance, world units; 0 when the rule is off.
        range: f32,
        /// The gap to leave when the agent passes, world units.
        margin: f32,
        /// How far ahead the agent steps aside, seconds.
        horizon: f32,
        /// The time in which the agent brakes before others, seconds.
        braking_time: f32,
        /// How much the agent pushes on in a jam, 0 to 1.
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
    pub struct SharedAvoidanceState / SharedAvoidanceColumns / SharedAvoidanceLanes {
        /// The preferred velocity of the goal, or without a goal the present velocity.
        preferred_velocity: Vec2,
        /// The direction of the preferred velocity; zero where there is none.
        direction: Vec2,
        /// How much of the avoidance the agent takes on, 0 to 1.
        responsibility: f32,
        /// The priority and the precedence in one number, see `rank_of`.
        rank: u32,
        /// The groups that the agent avoids, one bit each; 0 without the rule.
        filters: u32,
        /// Whether it limits its speed of approach.
        has_constraints: bool,
    }
}

in_lanes! {
    /// The avoidance of an agent. Indexed by slot, so access is random. Its 64 bytes are one cache
    /// line; more take two.
    #[derive(Default)]
    #[repr(align(64))]
    pub struct AvoidanceRecord / AvoidanceRecordColumns / AvoidanceRecordLanes {
        /// What others read.
        shared_avoidance_state: SharedAvoidanceState,
        /// How the agent avoids others.
        avoider: Avoider,
    }
}

/// The other data of an agent that its record follows from.
pub struct AvoidingAgent {
    /// Its position.
    pub position: Vec2,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
    /// The radius of its body.
    pub radius: f32,
    /// The limits of its motion until its next update.
    pub limits: MotionLimits,
    /// Where it goes, and the velocity with which it wants to go there.
    pub goal: Option<(Vec2, Vec2)>,
    /// The groups that it perceives, one bit each.
    pub filters: u32,
    /// Whether neighbors may count for it.
    pub perceives: bool,
    /// Whether it decides in this tick. An agent that holds its decision shares avoidance like an
    /// agent that updates.
    pub updates: bool,
    /// Its right of way.
    pub precedence: Precedence,
}

impl AvoidanceRecord {
    /// The avoidance record of an agent in this tick.
    #[inline(always)]
    pub fn new(rule: Option<&AvoidanceRule>, agent: &AvoidingAgent) -> Self {
        let searches = agent.updates && agent.perceives;
        let rule_of_search = rule.filter(|_| searches);
        Self {
            shared_avoidance_state: SharedAvoidanceState::new(rule, agent),
            avoider: rule_of_search.map_or_else(Avoider::default, |rule| Avoider::new(rule, agent)),
        }
    }
}

impl Avoider {
    #[inline(always)]
    fn new(rule: &AvoidanceRule, agent: &AvoidingAgent) -> Self {
        let limits = &agent.limits;
        let goal_distance = agent
            .goal
            .map_or(f32::INFINITY, |(goal, _)| goal.distance(agent.position));
        Self {
            range: rule.range,
            margin: rule.margin,
            horizon: rule.horizon,
            braking_time: rule.braking_time,
            assertiveness: rule.assertiveness,
            force_per_speed: rule.weight * limits.force_per_change(),
            traffic_range: way_ahead(rule.range, goal_distance, agent.radius),
            max_change: limits.max_acceleration * limits.tick,
        }
    }
}

impl SharedAvoidanceState {
    #[inline(always)]
    fn new(rule: Option<&AvoidanceRule>, agent: &AvoidingAgent) -> Self {
        let preferred_velocity = agent.goal.map_or(agent.velocity, |(_, velocity)| velocity);
        let preference = Self {
            preferred_velocity,
            direction: direction(preferred_velocity).unwrap_or(Vec2::ZERO),
            has_constraints: rule.is_some_and(|rule| rule.has_constraints),
            ..Self::default()
        };
        match rule {
            Some(rule) if rule.range > 0.0 && agent.perceives => {
                let (speed, max_speed) = (agent.velocity.length(), agent.limits.max_speed);
                Self {
                    responsibility: responsibility(speed, max_speed, rule.idle_responsibility),
                    rank: rank_of(rule.priority, agent.precedence, is_there(agent)),
                    filters: agent.filters,
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
fn is_there(agent: &AvoidingAgent) -> bool {
    match agent.goal {
        Some((goal, _)) => {
            let near = AT_GOAL * agent.radius;
            goal.distance_squared(agent.position) <= near * near
        }
        None => agent.velocity.length() < 0.25 * agent.limits.max_speed,
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
