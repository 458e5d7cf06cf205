//! Separation, alignment and cohesion with the neighbours that count.

use super::Neighborhood;
use super::block::Block;
use super::search::{Counted, is_self};
use crate::arbitration::NO_FORCE;
use crate::kernel::flock;
use crate::kernel::lanes::{Lanes, MOST_LANES, Mask, Vectors, Words};
use crate::kernel::vector::SAFE_SQUARES;
use crate::kernel::view::Bearings;
use crate::perception::Body;
use bevy::prelude::*;
use pulp::Simd;

/// The forces; [`NO_FORCE`] where nobody counts.
#[inline(always)]
pub(super) fn society<S: Simd>(
    block: &Block<S>,
    hood: &Neighborhood,
    candidates: &[Body],
    counted: &Counted<S>,
) -> Vectors<S> {
    if !flocks(block).any() {
        return Vectors::splat(block.simd, NO_FORCE);
    }
    let sums = match (counted.is_everybody, block.common.has_no_groups) {
        (true, true) => sum_up::<S, false, false>(block, hood, candidates, counted),
        (true, false) => sum_up::<S, false, true>(block, hood, candidates, counted),
        (false, true) => sum_up::<S, true, false>(block, hood, candidates, counted),
        (false, false) => sum_up::<S, true, true>(block, hood, candidates, counted),
    };
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
}

/// `CAPPED`: not everybody in view counts. `GROUPED`: not everybody is of the flock, or perceived.
#[inline(always)]
fn sum_up<S: Simd, const CAPPED: bool, const GROUPED: bool>(
    block: &Block<S>,
    hood: &Neighborhood,
    candidates: &[Body],
    counted: &Counted<S>,
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
    };
    let closeness = splat(1.0) / block.separation.range;
    // Who is seen is no farther than the range: only where that cannot be squared everybody is looked at closely.
    let range = block.separation.range;
    let has_usual_range = (range * range).is_below(splat(SAFE_SQUARES.end));
    let least_usual = has_usual_range.select(splat(SAFE_SQUARES.start), splat(f32::INFINITY));
    for other in candidates {
        let offset = Vectors::splat(simd, other.position) - block.position;
        let bearings = Bearings::new(block.heading, offset).except(is_self(block, other));
        let distance_squared = bearings.distance_squared;
        let mut separates = block.separation.view.admits(&bearings);
        let mut aligns = block.alignment.view.admits(&bearings);
        let mut coheres = block.cohesion.view.admits(&bearings);
        if CAPPED {
            let counts = counted.counts(distance_squared, Words::splat(simd, other.slot));
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

        let is_usual = distance_squared.is_at_least(least_usual);
        let pull = flock::separation_pulls(offset, bearings.distance, closeness);
        sums.pushes = sums.pushes - (separates & is_usual).keep_vectors(pull);
        sums.separates = sums.separates | separates;
        let is_odd = separates & !is_usual;
        if is_odd.any() {
            sums.pushes += odd_pushes(block, hood, is_odd, offset, other);
        }
        sums.velocities += aligns.keep_vectors(Vectors::splat(simd, other.velocity));
        sums.aligned = sums.aligned.count(aligns);
        sums.offsets += coheres.keep_vectors(offset);
        sums.cohering = sums.cohering.count(coheres);
    }
    sums
}

/// The pushes away from one that coincides, or whose distance cannot be squared.
#[cold]
#[inline(never)]
fn odd_pushes<S: Simd>(
    block: &Block<S>,
    hood: &Neighborhood,
    lanes: Mask<S>,
    offset: Vectors<S>,
    other: &Body,
) -> Vectors<S> {
    let (x, y) = (offset.x.to_array(), offset.y.to_array());
    let (places, ranges) = (block.places.to_array(), block.separation.range.to_array());
    let (mut push_x, mut push_y) = ([0.0; MOST_LANES], [0.0; MOST_LANES]);
    lanes.for_each_lane(|lane| {
        let own = &hood.bodies[places[lane] as usize];
        let parting = || hood.index.parting_direction(own.slot, other.slot);
        let push = flock::separation_push(Vec2::new(x[lane], y[lane]), ranges[lane], parting);
        (push_x[lane], push_y[lane]) = (push.x, push.y);
    });
    Vectors::load(block.simd, &push_x, &push_y)
}
