//! Limits on how fast a body may close in on its neighbours, and the velocity that keeps within them.

mod columns;

pub use columns::TightestLimits;

use super::lanes::{Lanes, Mask};
use bevy::math::Vec2;
use pulp::Simd;

/// Neighbours whose limits are kept at once: six of its size touch a body, and some are larger or smaller.
const MOST_LIMITS: usize = 8;
/// How often the limits are gone through; each time one that is broken takes away what is too much.
const ROUNDS: usize = 8;
/// A limit that is broken by less than this part of the largest speed is kept.
const TOLERANCE: f32 = 1e-4;
/// Much more than a few operations are rounded by, as a part of the numbers.
const ROUNDING: f32 = 1e-5;

/// Along the unit vector `toward` no faster than `most`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct VelocityLimit {
    /// A unit vector.
    pub toward: Vec2,
    /// World units per second; below 0 the body has to retreat.
    pub most: f32,
}

/// How one body closes in on another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Approach {
    /// What is free between the two bodies, world units; negative when they overlap.
    pub gap: f32,
    /// How fast they may close in because they pass beside each other, see [`passing_speed`]; 0 when they may not.
    pub passing_speed: f32,
    /// How fast the other comes nearer by itself, world units per second.
    pub their_speed: f32,
    /// The time in which a gap may be closed, seconds.
    pub braking_time: f32,
    /// How much faster this body presses on than the other presses back, world units per second: the one advances, the
    /// other falls back.
    pub shove: f32,
    /// Whether the other keeps its half of the gap.
    pub is_shared: bool,
}

impl Approach {
    /// How fast this body may come nearer; negative when it has to retreat.
    ///
    /// The two together may close the gap in the braking time, so that they slow down as they meet and never touch at a
    /// speed; or close in as fast as they can and still miss each other. Of that each has half, and what the other leaves.
    /// Nobody but who is shoved retreats from one that keeps its half; an overlap is left as fast as it is deep.
    pub fn most(&self) -> f32 {
        let one = Lanes::one;
        let approaches = Approaches {
            gap: one(self.gap),
            passing_speed: one(self.passing_speed),
            their_speed: one(self.their_speed),
            braking_time: one(self.braking_time),
            shove: one(self.shove),
            is_shared: one(if self.is_shared { 1.0 } else { 0.0 }).is_above(one(0.0)),
        };
        approaches.most().only()
    }
}

/// How several bodies close in on another, one in each lane; see [`Approach`].
#[derive(Clone, Copy, Debug)]
pub struct Approaches<S: Simd> {
    /// What is free between the bodies, world units.
    pub gap: Lanes<S>,
    /// How fast they may close in because they pass beside each other.
    pub passing_speed: Lanes<S>,
    /// How fast the others come nearer by themselves, world units per second.
    pub their_speed: Lanes<S>,
    /// The times in which a gap may be closed, seconds.
    pub braking_time: Lanes<S>,
    /// How much faster these bodies press on than the others press back, world units per second.
    pub shove: Lanes<S>,
    /// Whether the others keep their half of the gap.
    pub is_shared: Mask<S>,
}

impl<S: Simd> Approaches<S> {
    /// Where [`most`](Self::most) may be below `speed`, whatever the passing speed and the shove; elsewhere it is not. Cheaper
    /// to ask.
    #[inline(always)]
    pub fn may_be_below(
        speed: Lanes<S>,
        gap: Lanes<S>,
        their_speed: Lanes<S>,
        braking_time: Lanes<S>,
    ) -> Mask<S> {
        // Rounding must not rule out a limit.
        let slack = (speed + their_speed.abs()) * ROUNDING;
        let needed = (speed + their_speed + slack) * braking_time;
        !(gap.is_above(gap.like(0.0)) & gap.is_at_least(needed))
    }

    /// How fast these bodies may come nearer: see [`Approach::most`].
    #[inline(always)]
    pub fn most(&self) -> Lanes<S> {
        let zero = self.gap.like(0.0);
        let braking = self.gap / self.braking_time;
        let is_apart = self.gap.is_above(zero);
        let together = is_apart.select(braking.max(self.passing_speed), braking);
        let rest = together - self.their_speed;
        let own = together * 0.5 + self.shove;
        let shared = together.is_at_least(zero).select(own.max(rest), own);
        self.is_shared.select(shared, rest)
    }
}

/// How fast two may come nearer to each other and still miss, by how fast they move across.
///
/// `distance` is that of their centres, `contact` the one at which they touch, `lateral` the part of their relative velocity
/// across the line between them. 0 when they touch. Source: the cone of velocities that collide (Fiorini and Shiller 1998).
pub fn passing_speed(distance: f32, contact: f32, lateral: f32) -> f32 {
    passing_speeds(
        Lanes::one(distance),
        Lanes::one(contact),
        Lanes::one(lateral),
    )
    .only()
}

/// See [`passing_speed`].
#[inline(always)]
pub fn passing_speeds<S: Simd>(
    distance: Lanes<S>,
    contact: Lanes<S>,
    lateral: Lanes<S>,
) -> Lanes<S> {
    let free = (distance * distance - contact * contact)
        .max(distance.like(0.0))
        .sqrt();
    let speed = lateral.abs() * (free / contact);
    speed.is_finite().keep(speed)
}

/// The tightest few limits of one body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct VelocityLimits {
    limits: [VelocityLimit; MOST_LIMITS],
    distances: [f32; MOST_LIMITS],
    count: usize,
}

impl VelocityLimits {
    /// The limits that are kept, those of the farthest neighbours first.
    ///
    /// The order matters where limits contradict each other: what is gone through last holds best, and that is to be the
    /// nearest neighbour's, or bodies overlap. (The tightest last: quicker through a jam, and thirty times the overlaps at 30
    /// ticks a second. The nearest first: as quick in the mean, and now and then a tenth slower.) It must not depend on where the bodies are in
    /// the world, either: a crowd in which everybody's limits came from south to north took a tenth longer to dissolve.
    pub fn kept(&self) -> &[VelocityLimit] {
        &self.limits[..self.count]
    }

    /// Adds the limit of a neighbour at a distance, after those at the same; when there are too many the loosest goes, of equal
    /// ones the last.
    ///
    /// One that is not finite is ignored.
    pub fn add(&mut self, limit: VelocityLimit, distance: f32) {
        if !(limit.toward.is_finite() && limit.most.is_finite()) {
            return;
        }
        if self.count == MOST_LIMITS {
            let mut loosest = 0;
            for index in 1..MOST_LIMITS {
                if self.limits[index].most >= self.limits[loosest].most {
                    loosest = index;
                }
            }
            if limit.most >= self.limits[loosest].most {
                return;
            }
            self.limits.copy_within(loosest + 1.., loosest);
            self.distances.copy_within(loosest + 1.., loosest);
            self.count -= 1;
        }
        let mut place = self.count;
        while place > 0 && self.distances[place - 1] < distance {
            self.limits[place] = self.limits[place - 1];
            self.distances[place] = self.distances[place - 1];
            place -= 1;
        }
        self.limits[place] = limit;
        self.distances[place] = distance;
        self.count += 1;
    }
}

/// A velocity near `wanted` that keeps within all limits, or nearly when they contradict each other.
pub fn keep_within(limits: &[VelocityLimit], wanted: Vec2, max_speed: f32) -> Vec2 {
    let mut velocity = wanted;
    for _ in 0..ROUNDS {
        let mut is_within = true;
        for limit in limits {
            let too_much = limit.toward.dot(velocity) - limit.most;
            if too_much > TOLERANCE * max_speed {
                velocity -= limit.toward * too_much;
                is_within = false;
            }
        }
        if is_within {
            break;
        }
    }
    velocity
}

#[cfg(test)]
mod tests;
