//! An agent's rules about its neighbours, resolved from its components.

use super::super::{Alignment, AvoidAgents, AvoidanceModel, Cohesion, Flock, Separation};
use crate::kernel::agent_avoidance::readiness;
use crate::kernel::pursuit::Ability;
use crate::kernel::view::ViewCone;
use crate::perception::AgentState;
use crate::validation::FieldCheck;
use bevy::prelude::*;

/// How an agent avoids others, as the others see it.
#[derive(Clone, Copy, Default)]
pub(super) struct Courtesy {
    pub(super) readiness: f32,
    pub(super) priority: i32,
    /// The groups that it avoids; none without the rule.
    pub(super) heeds: u32,
    /// Whether it limits its own velocity against others, as far as they share the work.
    pub(super) keeps_limits: bool,
}

/// One agent's rules, in world units.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) separation: (ViewCone, f32),
    pub(super) alignment: (ViewCone, f32),
    pub(super) cohesion: (ViewCone, f32),
    pub(super) avoidance: Option<Avoidance>,
    pub(super) perceives: u32,
    pub(super) flockmates: u32,
    pub(super) max_neighbors: u32,
    pub(super) heading: Vec2,
    pub(super) ability: Ability,
    /// How far away its goal is; infinite without one.
    pub(super) goal_distance: f32,
    /// Whether neighbours must be in sight.
    pub(super) needs_sight: bool,
    pub(super) is_traced: bool,
    /// The farthest that any rule looks; 0 when there is none.
    pub(super) range: f32,
}

#[derive(Clone, Copy)]
pub(super) struct Avoidance {
    pub(super) model: AvoidanceModel,
    pub(super) horizon: f32,
    pub(super) braking_time: f32,
    pub(super) shove: f32,
    pub(super) range: f32,
    pub(super) margin: f32,
    pub(super) weight: f32,
    pub(super) readiness: f32,
    pub(super) priority: i32,
}

/// Nobody brakes in less time than it takes to cover so many radii at full speed: slow and large bodies are patient.
const BRAKING_RADII: f32 = 2.5;

const NO_RULE: (ViewCone, f32) = (ViewCone::NONE, 0.0);

impl Rules {
    pub(super) const NONE: Self = Self {
        separation: NO_RULE,
        alignment: NO_RULE,
        cohesion: NO_RULE,
        avoidance: None,
        perceives: 0,
        flockmates: 0,
        max_neighbors: 0,
        heading: Vec2::X,
        ability: Ability {
            max_speed: 0.0,
            max_force: 0.0,
            max_acceleration: 0.0,
            tick: 0.0,
        },
        goal_distance: f32::INFINITY,
        needs_sight: false,
        is_traced: false,
        range: 0.0,
    };

    /// What others need to know of these rules.
    pub(super) fn courtesy(&self) -> Courtesy {
        match &self.avoidance {
            Some(rule) if rule.weight > 0.0 && rule.range > 0.0 && self.max_neighbors > 0 => {
                Courtesy {
                    readiness: rule.readiness,
                    priority: rule.priority,
                    heeds: self.perceives,
                    keeps_limits: rule.model == AvoidanceModel::VelocityLimits
                        && rule.readiness > 0.0,
                }
            }
            _ => Courtesy::default(),
        }
    }
}

/// Resolves every rule that an agent has; a component of its own counts instead of the flock's.
pub(super) fn resolve<'a>(
    state: &AgentState,
    flock: Option<&Flock>,
    own: (Option<&Separation>, Option<&Alignment>, Option<&Cohesion>),
    avoid: Option<&AvoidAgents>,
    check: impl Fn(&'static str) -> FieldCheck<'a>,
) -> Rules {
    let radius = state.body_radius;
    // A component of its own counts instead of the flock's; a warning names the one that holds the number.
    let separation = match (own.0, flock) {
        (Some(rule), _) => rule.resolve(radius, check("Separation")),
        (None, Some(flock)) => flock.separation.resolve(radius, check("Flock.separation")),
        (None, None) => NO_RULE,
    };
    let alignment = match (own.1, flock) {
        (Some(rule), _) => rule.resolve(radius, check("Alignment")),
        (None, Some(flock)) => flock.alignment.resolve(radius, check("Flock.alignment")),
        (None, None) => NO_RULE,
    };
    let cohesion = match (own.2, flock) {
        (Some(rule), _) => rule.resolve(radius, check("Cohesion")),
        (None, Some(flock)) => flock.cohesion.resolve(radius, check("Flock.cohesion")),
        (None, None) => NO_RULE,
    };
    let avoidance = avoid.map(|avoid| {
        let check = check("AvoidAgents");
        let usual = AvoidAgents::default();
        let standing = check.part("standing_readiness", avoid.standing_readiness, 0.0);
        let braking_time = check.above_zero("braking_time", avoid.braking_time, usual.braking_time);
        let shove = check.part("shove", avoid.shove, 0.0);
        Avoidance {
            model: avoid.model,
            horizon: check.above_zero("horizon", avoid.horizon, usual.horizon),
            braking_time: braking_time_of(braking_time, radius, state.max_speed),
            shove,
            range: check.at_least_zero("range", avoid.range.resolve(radius), 0.0),
            margin: check.at_least_zero("margin", avoid.margin.resolve(radius), 0.0),
            weight: check.at_least_zero("weight", avoid.weight, 0.0),
            readiness: readiness(state.velocity.length(), state.max_speed, standing),
            priority: avoid.priority,
        }
    });
    let used = |(cone, weight): (ViewCone, f32)| if weight > 0.0 { cone.range } else { 0.0 };
    let range = used(separation)
        .max(used(alignment))
        .max(used(cohesion))
        .max(avoidance.map_or(0.0, |rule| if rule.weight > 0.0 { rule.range } else { 0.0 }));
    Rules {
        separation,
        alignment,
        cohesion,
        avoidance,
        range,
        ..Rules::NONE
    }
}

fn braking_time_of(asked: f32, radius: f32, max_speed: f32) -> f32 {
    let crossing = BRAKING_RADII * radius / max_speed;
    if crossing.is_finite() {
        asked.max(crossing)
    } else {
        asked
    }
}
