//! Limits on how fast a body may close in on its neighbours, and the velocity that keeps within them.

use bevy::math::{Vec2, ops};

/// Neighbours whose limits are kept at once: six of its size touch a body, and some are larger or smaller.
const MOST_LIMITS: usize = 8;
/// How often the limits are gone through; each time one that is broken takes away what is too much.
const ROUNDS: usize = 8;
/// A limit that is broken by less than this part of the largest speed is kept.
const TOLERANCE: f32 = 1e-4;

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
    /// speed; or close in as fast as they can and still miss each other. Of that each has half, and what the other leaves. Nobody but who is shoved retreats from one that keeps its half; an overlap
    /// is left as fast as it is deep.
    pub fn most(&self) -> f32 {
        let braking = self.gap / self.braking_time;
        let together = if self.gap > 0.0 {
            braking.max(self.passing_speed)
        } else {
            braking
        };
        let rest = together - self.their_speed;
        if !self.is_shared {
            return rest;
        }
        let own = 0.5 * together + self.shove;
        if together >= 0.0 { own.max(rest) } else { own }
    }
}

/// How fast two may come nearer to each other and still miss, by how fast they move across.
///
/// `distance` is that of their centres, `contact` the one at which they touch, `lateral` the part of their relative velocity
/// across the line between them. 0 when they touch. Source: the cone of velocities that collide (Fiorini and Shiller 1998).
pub fn passing_speed(distance: f32, contact: f32, lateral: f32) -> f32 {
    let free = ops::sqrt((distance * distance - contact * contact).max(0.0));
    let speed = lateral.abs() * (free / contact);
    if speed.is_finite() { speed } else { 0.0 }
}

/// The tightest few limits of one body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct VelocityLimits {
    limits: [VelocityLimit; MOST_LIMITS],
    count: usize,
}

impl VelocityLimits {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The limits that are kept, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &VelocityLimit> {
        self.limits[..self.count].iter()
    }

    /// Adds a limit; when there are too many the loosest goes, of equal ones the one that was added last.
    ///
    /// One that is not finite is ignored.
    pub fn add(&mut self, limit: VelocityLimit) {
        if !(limit.toward.is_finite() && limit.most.is_finite()) {
            return;
        }
        if self.count < MOST_LIMITS {
            self.limits[self.count] = limit;
            self.count += 1;
            return;
        }
        let mut loosest = 0;
        for index in 1..MOST_LIMITS {
            if self.limits[index].most >= self.limits[loosest].most {
                loosest = index;
            }
        }
        if limit.most < self.limits[loosest].most {
            self.limits.copy_within(loosest + 1.., loosest);
            self.limits[MOST_LIMITS - 1] = limit;
        }
    }

    /// A velocity near `wanted` that keeps within all limits, or nearly when they contradict each other.
    pub fn keep_within(&self, wanted: Vec2, max_speed: f32) -> Vec2 {
        let mut velocity = wanted;
        for _ in 0..ROUNDS {
            let mut is_within = true;
            for limit in self.iter() {
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
}

#[cfg(test)]
mod tests;
