//! What the search for neighbours reads, packed by what is read together.

use super::rules::{Avoidance, NeighborRules};
use crate::arbitration::Goal;
use crate::behaviors::AvoidanceModel;
use crate::kernel::agent_avoidance::readiness;
use crate::kernel::pursuit::Ability;
use crate::kernel::traffic::way_ahead;
use crate::kernel::vector::direction;
use crate::perception::{AgentState, Looker, Perception};
use bevy::prelude::*;

/// The push at the moment of a collision, as a part of the largest force: several times that, lest it come too late.
const URGENCY: f32 = 3.0;

/// How an agent deals with those whom it meets. By slot, and so in no order in space: whoever waits for one waits once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Manners {
    pub(super) courtesy: Courtesy,
    pub(super) avoider: Avoider,
}

const _: () = assert!(size_of::<Manners>() == 64, "one cache line");

impl Manners {
    pub(super) const NONE: Self = Self {
        courtesy: Courtesy::NONE,
        avoider: Avoider::NONE,
    };

    #[inline(always)]
    pub(super) fn new(
        rules: &NeighborRules,
        (perception, looker): (&Perception, &Looker),
        state: &AgentState,
        goal: Option<&Goal>,
        is_traced: bool,
        tick: f32,
    ) -> Self {
        // One that goes on with what it has decided is as courteous as one that thinks.
        if !state.is_moving() {
            return Self::NONE;
        }
        let rule = rules.avoidance.as_ref();
        Self {
            courtesy: Courtesy::new(rule, perception, state, goal),
            avoider: match rule {
                Some(rule) if looker.most_neighbors() > 0 => {
                    let mut avoider = Avoider::new(rule, &state.ability(tick), state, goal);
                    if is_traced {
                        avoider.most_change = f32::INFINITY;
                    }
                    avoider
                }
                _ => Avoider::NONE,
            },
        }
    }
}

/// How an agent avoids others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avoider {
    /// 0 when the rule is off.
    pub(super) range: f32,
    /// How far ahead traffic matters.
    pub(super) way: f32,
    pub(super) margin: f32,
    pub(super) horizon: f32,
    pub(super) braking_time: f32,
    pub(super) shove: f32,
    /// The force for a whole push, or for a change of velocity by 1.
    pub(super) force: f32,
    /// By how much its velocity may change in this tick; infinite when somebody watches its limits.
    pub(super) most_change: f32,
}

/// What others need to know of an agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Courtesy {
    /// The velocity that it wants: its goal's, or without one its own.
    pub(super) wanted: Vec2,
    /// The direction of that; zero where there is none.
    pub(super) direction: Vec2,
    pub(super) readiness: f32,
    /// In the order of the priorities.
    pub(super) priority: u32,
    /// The groups that it avoids; none without the rule.
    pub(super) heeds: u32,
    pub(super) model: AvoidanceModel,
}

impl Avoider {
    pub(super) const NONE: Self = Self {
        range: 0.0,
        way: 0.0,
        margin: 0.0,
        horizon: 0.0,
        braking_time: 0.0,
        shove: 0.0,
        force: 0.0,
        most_change: 0.0,
    };

    #[inline(always)]
    pub(super) fn new(
        rule: &Avoidance,
        ability: &Ability,
        state: &AgentState,
        goal: Option<&Goal>,
    ) -> Self {
        let goal_distance =
            goal.map_or(f32::INFINITY, |goal| goal.position.distance(state.position));
        Self {
            range: rule.range,
            way: way_ahead(rule.range, goal_distance, state.body_radius),
            margin: rule.margin,
            horizon: rule.horizon,
            braking_time: rule.braking_time,
            shove: rule.shove,
            force: rule.weight
                * match rule.model {
                    AvoidanceModel::VelocityLimits => ability.force_per_change(),
                    AvoidanceModel::ClosestApproach => URGENCY * ability.max_force,
                },
            most_change: ability.max_acceleration * ability.tick,
        }
    }
}

impl Courtesy {
    /// Whether it limits its own velocity against others, as far as they share the work.
    pub(super) fn keeps_limits(&self) -> bool {
        self.readiness > 0.0 && self.model == AvoidanceModel::VelocityLimits
    }

    pub(super) const NONE: Self = Self {
        wanted: Vec2::ZERO,
        direction: Vec2::ZERO,
        readiness: 0.0,
        priority: 0,
        heeds: 0,
        model: AvoidanceModel::VelocityLimits,
    };

    #[inline(always)]
    pub(super) fn new(
        rule: Option<&Avoidance>,
        perception: &Perception,
        state: &AgentState,
        goal: Option<&Goal>,
    ) -> Self {
        let wanted = goal.map_or(state.velocity, |goal| goal.preferred_velocity);
        let wish = Self {
            wanted,
            direction: direction(wanted).unwrap_or(Vec2::ZERO),
            model: rule.map_or_else(AvoidanceModel::default, |rule| rule.model),
            ..Self::NONE
        };
        match rule {
            Some(rule) if rule.range > 0.0 && perception.max_neighbors > 0 => {
                let speed = state.velocity.length();
                let readiness = readiness(speed, state.max_speed, rule.standing_readiness);
                Self {
                    readiness,
                    priority: rule.priority.cast_unsigned() ^ (1 << 31),
                    heeds: perception.perceives,
                    ..wish
                }
            }
            _ => wish,
        }
    }
}
