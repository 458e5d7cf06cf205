//! Separation, alignment and cohesion with the neighbours that count.

use super::Neighborhood;
use super::block::Block;
use super::columns::ChunkColumns;
use super::group::Group;
use super::search::{Counted, is_self};
use crate::arbitration::NO_FORCE;
use crate::kernel::flock;
use crate::kernel::lanes::{Lanes, Mask, Vectors, Words};
use crate::kernel::vector::SAFE_SQUARES;
use crate::kernel::view::Bearings;
use crate::perception::Body;
use bevy::prelude::*;
use pulp::{Scalar, Simd};

/// What separation, alignment and cohesion ask of the agents of a block.
pub(super) struct Society<S: Simd> {
    /// The forces; [`NO_FORCE`] where nobody counts.
    pub(super) forces: Vectors<S>,
    /// Where they may not be right: see [`odd_society`].
    pub(super) is_odd: Mask<S>,
}

/// The forces on the agents of a block.
#[inline(always)]
pub(super) fn society<S: Simd>(
    block: &Block<S>,
    candidates: &[Body],
    counted: &Counted<S>,
) -> Society<S> {
    if !flocks(block).any() {
        return Society {
            forces: Vectors::splat(block.simd, NO_FORCE),
            is_odd: Mask::none(block.simd),
        };
    }
    let push = |_: &Body| Vec2::ZERO;
    let is_usual = (counted.is_everybody, block.common.has_no_groups);
    let sums = match is_usual {
        _ if block.chases.is_some() => {
            sum_up::<S, true, true, true, false>(block, candidates, counted, push)
        }
        (true, true) => sum_up::<S, false, false, false, false>(block, candidates, counted, push),
        (true, false) => sum_up::<S, false, true, false, false>(block, candidates, counted, push),
        (false, true) => sum_up::<S, true, false, false, false>(block, candidates, counted, push),
        (false, false) => sum_up::<S, true, true, false, false>(block, candidates, counted, push),
    };
    Society {
        forces: forces(block, &sums),
        is_odd: sums.is_odd,
    }
}

/// The force on one agent that coincides with a neighbour, or sees so far that distances cannot be squared: seldom, and to ask at
/// every neighbour who it is would make all others pay.
#[cold]
#[inline(never)]
pub(super) fn odd_society(
    number: usize,
    agents: &ChunkColumns,
    hood: &Neighborhood,
    candidates: &[Body],
    counted: &Counted<Scalar>,
) -> Vec2 {
    let block = Block::load(Scalar, &Group::of_one(number, agents), agents);
    let slot = agents.slots(number, 1)[0];
    let (position, range) = (block.position.only(), block.separation.range.only());
    let push = |other: &Body| {
        let parting = || hood.index.parting_direction(slot, other.slot);
        flock::separation_push(other.position - position, range, parting)
    };
    let sums = sum_up::<Scalar, true, true, true, true>(&block, candidates, counted, push);
    forces(&block, &sums).only()
}

#[inline(always)]
fn forces<S: Simd>(block: &Block<S>, sums: &Sums<S>) -> Vectors<S> {
    let zero = block.max_force.like(0.0);
    let apart = flock::separations(sums.pushes, block.max_force) * block.separation.weight;
    let (aligned, cohering) = (sums.aligned.to_lanes(), sums.cohering.to_lanes());
    // The mean of nobody is of no use, but it is a number.
    let one = zero.like(1.0);
    let mean = sums.velocities / aligned.max(one);
    let along = flock::alignments(mean, block.velocity, block.max_speed, block.max_force);
    let centre = sums.offsets / cohering.max(one);
    let together = flock::cohesions(centre, block.cohesion.range, block.max_force);
    let (aligns, coheres) = (aligned.is_above(zero), cohering.is_above(zero));
    let force = sums.separates.keep_vectors(apart)
        + aligns.keep_vectors(along * block.alignment.weight)
        + coheres.keep_vectors(together * block.cohesion.weight);
    let is_social = sums.separates | aligns | coheres;
    is_social.select_vectors(force, Vectors::splat(block.simd, NO_FORCE))
}

/// Those who have any rule of a flock.
#[inline(always)]
fn flocks<S: Simd>(block: &Block<S>) -> Mask<S> {
    let zero = block.max_force.like(0.0);
    block.separation.range.is_above(zero)
        | block.alignment.range.is_above(zero)
        | block.cohesion.range.is_above(zero)
}

/// What is summed up over the neighbours.
struct Sums<S: Simd> {
    pushes: Vectors<S>,
    separates: Mask<S>,
    velocities: Vectors<S>,
    aligned: Words<S>,
    offsets: Vectors<S>,
    cohering: Words<S>,
    /// Those who have pushes, and coincide with somebody or cannot square how far one is: whether that one counts is not asked.
    is_odd: Mask<S>,
}

/// `CAPPED`: not every agent in view counts. `GROUPED`: not every one is of the flock, or
/// perceived. `CHASING`: some agents head for agents, from which they do not keep off. `ODD`: there
/// is one agent, and `odd_push` gives the pushes of odd neighbors. Otherwise those pushes are
/// missing.
#[inline(always)]
fn sum_up<
    S: Simd,
    const CAPPED: bool,
    const GROUPED: bool,
    const CHASING: bool,
    const ODD: bool,
>(
    block: &Block<S>,
    candidates: &[Body],
    counted: &Counted<S>,
    odd_push: impl Fn(&Body) -> Vec2,
) -> Sums<S> {
    let simd = block.simd;
    let splat = |value: f32| Lanes::splat(simd, value);
    let mut sums = Sums {
        pushes: Vectors::splat(simd, Vec2::ZERO),
        separates: Mask::none(simd),
        velocities: Vectors::splat(simd, Vec2::ZERO),
        aligned: Words::splat(simd, 0),
        offsets: Vectors::splat(simd, Vec2::ZERO),
        cohering: Words::splat(simd, 0),
        is_odd: Mask::none(simd),
    };
    let closeness = splat(1.0) / block.separation.range;
    // Who is seen is no farther than the range: only where that cannot be squared everybody is looked at closely.
    let range = block.separation.range;
    let has_usual_range = (range * range).is_below(splat(SAFE_SQUARES.end));
    let mut nearest = splat(f32::INFINITY);
    for other in candidates {
        let offset = Vectors::splat(simd, other.position) - block.position;
        let bearings = Bearings::new(block.heading, offset).except(is_self(block, other));
        let distance_squared = bearings.distance_squared;
        let counts = if CAPPED {
            counted.counts(distance_squared, Words::splat(simd, other.slot))
        } else {
            !Mask::none(simd)
        };
        if ODD && !counts.any() {
            continue;
        }
        let mut separates = block.separation.view.admits(&bearings);
        let mut aligns = block.alignment.view.admits(&bearings);
        let mut coheres = block.cohesion.view.admits(&bearings);
        if CAPPED {
            separates = separates & counts;
            (aligns, coheres) = (aligns & counts, coheres & counts);
        }
        if GROUPED {
            let memberships = Words::splat(simd, other.memberships);
            let perceived = block.perceives.overlaps(memberships);
            let mates = perceived & block.flockmates.overlaps(memberships);
            separates = separates & perceived;
            (aligns, coheres) = (aligns & mates, coheres & mates);
        }

        if CHASING && let Some(chases) = block.chases {
            let is_target = chases.targets.is_equal(Words::splat(simd, other.slot));
            separates = separates & !is_target;
        }

        nearest = distance_squared.min(nearest);
        sums.separates = sums.separates | separates;
        if ODD {
            let is_usual =
                has_usual_range & distance_squared.is_at_least(splat(SAFE_SQUARES.start));
            if (separates & !is_usual).any() {
                sums.pushes += Vectors::splat(simd, odd_push(other));
            }
            separates = separates & is_usual;
        }
        // Where it is odd this is nonsense, and is not used.
        let pull = flock::separation_pulls(offset, bearings.distance, closeness);
        sums.pushes = sums.pushes - separates.keep_vectors(pull);
        sums.velocities += aligns.keep_vectors(Vectors::splat(simd, other.velocity));
        sums.aligned = sums.aligned.count(aligns);
        sums.offsets += coheres.keep_vectors(offset);
        sums.cohering = sums.cohering.count(coheres);
    }
    let is_usual = has_usual_range & nearest.is_at_least(splat(SAFE_SQUARES.start));
    sums.is_odd = sums.separates & !is_usual;
    sums
}
