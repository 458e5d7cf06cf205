//! Avoidance by stepping aside and by constraints of the velocity.

use crate::avoidance::avoided::Avoided;
use crate::avoidance::context::AvoidanceContext;
use crate::avoidance::pairs::{LoadedPair, Pair, list_pairs};
use crate::avoidance::steps_aside::StepsAside;
use crate::avoidance::traffic::jam;
use crate::avoidance::velocity_constraint::{TightestConstraints, VelocityConstraint};
use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, Vec2Lanes, VectorLanes};
use glam::Vec2;
use pulp::{Scalar, Simd};

/// The result of avoiding others in a block of agents.
pub(super) struct Clearance<S: Simd> {
    /// The changes of velocity for steps aside, agent by agent; `None` for an agent without a step.
    pub(super) steps: [Option<Vec2>; MOST_LANES],
    /// The agents that could break a constraint before their next update.
    pub(super) binds: Mask<S>,
    /// How much the bodies keep of their velocity when others push them back, 0 to 1.
    pub(super) push_strength: F32Lanes<S>,
}

/// Computes the steps aside. Writes the constraints of the approach speed in the lanes where one
/// binds.
#[inline(always)]
pub(super) fn keep_clear<S: Simd>(
    // Inputs
    context: &AvoidanceContext<S>,
    // Local
    pairs: &mut Vec<Pair>,
    // Output
    constraints: &mut TightestConstraints,
) -> Clearance<S> {
    let simd = context.block.simd;
    let max_speed = context.block.observer.max_speed;
    let zero = F32Lanes::splat(simd, 0.0);
    let has_constraints = context.own_state.has_constraints;
    if !has_constraints.any() {
        return Clearance {
            steps: step_aside(context),
            binds: Mask::none(simd),
            push_strength: zero,
        };
    }
    let traffic = has_constraints.or_zero(list_pairs(context, pairs));
    let mut steps = StepsAside::none(context, traffic);
    let mut binds = Mask::none(simd);
    for listed in &*pairs {
        let pair = LoadedPair::again(listed, context);
        let passes = pair.avoided.passes(pair.their_velocity, context, traffic);
        let collides =
            pair.avoided.avoiders & passes.collides() & passes.may_come_in_time(pair.distance);
        let closes =
            has_constraints & pair.may_close_in_at(pair.soonest(pair.toward, context), context);
        if !(collides | closes).any() {
            continue;
        }
        let (share, is_shared) = pair.avoided.share(context);
        let collides = collides & share.is_above(zero);
        if collides.any() {
            steps.add(simd, collides, &passes, share);
        }
        let closes = closes & share.is_above(zero);
        if closes.any() {
            let (toward, most) = pair.approach(is_shared, traffic, context);
            // An agent needs its constraints only if a force can break one of them before its next
            // update.
            let soonest = pair.soonest(toward, context);
            binds = binds | (closes & most.is_below(max_speed) & !most.is_at_least(soonest));
        }
    }
    if binds.any() {
        for listed in &*pairs {
            add_constraints(listed, context, traffic, binds, constraints);
        }
    }
    Clearance {
        steps: steps.finish(simd),
        binds,
        push_strength: (has_constraints & context.avoider.assertiveness.is_above(zero))
            .or_zero(jam(traffic)),
    }
}

/// The steps aside of agents without constraints. They do not look for traffic.
#[inline(always)]
fn step_aside<S: Simd>(context: &AvoidanceContext<S>) -> [Option<Vec2>; MOST_LANES] {
    let simd = context.block.simd;
    let zero = F32Lanes::splat(simd, 0.0);
    let mut steps = StepsAside::none(context, zero);
    for body in context.candidates {
        let Some(avoided) = Avoided::new(body, context) else {
            continue;
        };
        let passes = avoided.passes(Vec2Lanes::splat(simd, body.velocity), context, zero);
        let collides = avoided.avoiders & passes.collides();
        if !collides.any() {
            continue;
        }
        let (_, distance, has_direction) = avoided.offset.direction_and_length_where(collides);
        let distance = has_direction.or_zero(distance);
        let collides = collides & passes.may_come_in_time(distance);
        let (share, _) = avoided.share(context);
        let collides = collides & share.is_above(zero);
        if collides.any() {
            steps.add(simd, collides, &passes, share);
        }
    }
    steps.finish(simd)
}

/// The tightest constraints of one agent, each with the slot of the neighbor that sets it.
#[cold]
pub fn constraints_by_neighbor(
    context: &AvoidanceContext<Scalar>,
    pairs: &mut Vec<Pair>,
) -> Vec<(u32, VelocityConstraint)> {
    let agent = context.own_state.has_constraints;
    let traffic = agent.or_zero(list_pairs(context, pairs));
    let mut tightest = TightestConstraints::default();
    let mut by_neighbor = Vec::new();
    for listed in &*pairs {
        add_constraints(listed, context, traffic, agent, &mut tightest);
        let mut own = TightestConstraints::default();
        add_constraints(listed, context, traffic, agent, &mut own);
        let neighbor = LoadedPair::again(listed, context).avoided.other.slot;
        by_neighbor.extend(own.kept(0).map(|constraint| (neighbor, constraint)));
    }
    let is_kept =
        |constraint: &VelocityConstraint| tightest.kept(0).any(|kept| kept == *constraint);
    by_neighbor.retain(|(_, constraint)| is_kept(constraint));
    by_neighbor
}

/// Adds the velocity constraints toward the neighbor of a pair, for the agents in `lanes`.
#[inline(always)]
fn add_constraints<S: Simd>(
    listed: &Pair,
    context: &AvoidanceContext<S>,
    traffic: F32Lanes<S>,
    lanes: Mask<S>,
    constraints: &mut TightestConstraints,
) {
    let max_speed = context.block.observer.max_speed;
    let pair = LoadedPair::again(listed, context);
    let closes = lanes & pair.may_close_in_at(max_speed, context);
    if !closes.any() {
        return;
    }
    let (share, is_shared) = pair.avoided.share(context);
    let (toward, most) = pair.approach(is_shared, traffic, context);
    let constrained = closes & share.is_above(share.splat_like(0.0)) & most.is_below(max_speed);
    if constrained.any() {
        constraints.add(constrained, toward, most, pair.distance);
    }
}
