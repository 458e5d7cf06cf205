//! Which member of a formation takes which slot: the assignment with the least total way.
//!
//! Source: the auction of Bertsekas (1988), in rounds with smaller and smaller increments. The
//! sum of all ways exceeds the least by at most 1 % or, per member, 1e-5 of the longest way. An
//! exact method takes a hundred times as long for 1 000 members that come from afar.
//!
//! The auction compares every member with every slot. [`halves`] and [`swaps`] assign larger
//! formations.

pub mod halves;
pub mod swaps;

use glam::Vec2;

/// The most members that the auction assigns: a millisecond of one thread.
pub const MOST_IN_AUCTION: usize = 256;
/// Longer ways count as this long, world units, so that no sum overflows.
const LONGEST: f32 = 1e30;
/// The increment of the last round, as a part of the mean way.
const LAST_INCREMENT: f32 = 0.01;
/// The least increment, as a part of the longest way. Rounding swallows smaller ones.
const LEAST_INCREMENT: f32 = 1e-5;
/// The increment of the first round, as a part of the longest way.
const FIRST_INCREMENT: f32 = 0.1;
/// Each round's increments are smaller by this factor.
const ROUND_FACTOR: f32 = 5.0;
/// The most bids of a round, divided by the number of members.
const MOST_BIDS: usize = 200;
/// How many slots are compared at once.
const LANES: usize = 8;
/// Stands for "no member".
const NONE: u32 = u32::MAX;

/// Returns the slot of each member, so that the sum of all ways is nearly the least. There must be
/// as many slots as members.
///
/// A way counts as `hypot(way, softness) - softness`. So of assignments with equal sums, many short
/// ways beat one long way.
pub fn assign(members: &[Vec2], slots: &[Vec2], softness: f32) -> Vec<u32> {
    debug_assert!(members.len() == slots.len());
    let count = members.len();
    let costs = costs(members, slots, softness);
    let longest = costs.iter().copied().fold(0.0, f32::max);
    let mean = mean_way(members, slots, &costs, softness);
    let last = (LAST_INCREMENT * mean).max(LEAST_INCREMENT * longest);
    if longest <= 0.0 {
        return (0..count as u32).collect();
    }
    let mut increment = (FIRST_INCREMENT * longest).max(last);
    let mut prices = vec![0.0; count];
    loop {
        let owners = auction(&costs, &mut prices, increment);
        if increment <= last {
            let mut assigned = vec![0; count];
            for (slot, owner) in (0..).zip(owners) {
                assigned[owner as usize] = slot;
            }
            return assigned;
        }
        increment = (increment / ROUND_FACTOR).max(last);
    }
}

/// The sum of the ways of an assignment, as [`assign`] counts them.
#[inline]
pub fn total_way(members: &[Vec2], slots: &[Vec2], assigned: &[u32], softness: f32) -> f32 {
    let pairs = members.iter().zip(assigned);
    let costs = pairs.map(|(member, slot)| cost(*member, slots[*slot as usize], softness));
    costs.sum()
}

fn cost(member: Vec2, slot: Vec2, softness: f32) -> f32 {
    let square = member.distance_squared(slot) + softness * softness;
    (square.sqrt() - softness).min(LONGEST)
}

/// The cost of each slot for each member, member by member.
fn costs(members: &[Vec2], slots: &[Vec2], softness: f32) -> Vec<f32> {
    let mut costs = Vec::with_capacity(members.len() * slots.len());
    for member in members {
        costs.extend(slots.iter().map(|slot| cost(*member, *slot, softness)));
    }
    costs
}

/// A lower bound of the mean way of any assignment.
fn mean_way(members: &[Vec2], slots: &[Vec2], costs: &[f32], softness: f32) -> f32 {
    let count = members.len().max(1);
    let least = |costs: &[f32]| costs.iter().copied().fold(LONGEST, f32::min);
    let shortest: f32 = costs.chunks_exact(count).map(least).sum();
    let middle = |places: &[Vec2]| places.iter().sum::<Vec2>() / count as f32;
    // The cost is a convex function of the way, so the mean cost is at least that of the mean way.
    let apart = cost(middle(members), middle(slots), softness);
    (shortest / count as f32).max(apart).min(LONGEST)
}

/// Auctions the slots: each member without a slot bids for the slot with the least sum of cost and
/// price. Returns the owner of each slot.
fn auction(costs: &[f32], prices: &mut [f32], increment: f32) -> Vec<u32> {
    let count = prices.len();
    let mut owners = vec![NONE; count];
    let mut waiting: Vec<u32> = (0..count as u32).rev().collect();
    let mut bids = 0;
    while let Some(member) = waiting.pop() {
        let costs = &costs[member as usize * count..][..count];
        bids += 1;
        let slot = if bids <= MOST_BIDS * count {
            let (slot, least, second) = best_two(costs, prices);
            let raise = if second.is_finite() {
                second - least
            } else {
                0.0
            };
            prices[slot] += raise + increment;
            slot
        } else {
            // Rounding keeps prices from rising, so the remaining members take the free slots.
            let is_free = |slot: &usize| owners[*slot] == NONE;
            (0..count).find(is_free).unwrap_or_default()
        };
        let before = core::mem::replace(&mut owners[slot], member);
        if before != NONE {
            waiting.push(before);
        }
    }
    owners
}

/// The slot with the least sum of cost and price, that sum, and the second least sum.
fn best_two(costs: &[f32], prices: &[f32]) -> (usize, f32, f32) {
    let (whole_costs, last_costs) = costs.as_chunks::<LANES>();
    let (whole_prices, last_prices) = prices.as_chunks::<LANES>();
    let (mut least, mut second) = ([f32::INFINITY; LANES], [f32::INFINITY; LANES]);
    let mut chunk_of_least = [0; LANES];
    // Selections instead of branches let the compiler use vectors.
    for (chunk, (costs, prices)) in (0_u32..).zip(whole_costs.iter().zip(whole_prices)) {
        for lane in 0..LANES {
            let sum = costs[lane] + prices[lane];
            let is_least = sum < least[lane];
            let larger = if is_least { least[lane] } else { sum };
            second[lane] = if larger < second[lane] {
                larger
            } else {
                second[lane]
            };
            chunk_of_least[lane] = if is_least {
                chunk
            } else {
                chunk_of_least[lane]
            };
            least[lane] = if is_least { sum } else { least[lane] };
        }
    }
    let mut best = (0, f32::INFINITY, f32::INFINITY);
    let mut compare = |slot: usize, sum: f32| {
        if sum < best.1 {
            best = (slot, sum, best.1);
        } else if sum < best.2 {
            best.2 = sum;
        }
    };
    for lane in 0..LANES {
        compare(chunk_of_least[lane] as usize * LANES + lane, least[lane]);
        compare(0, second[lane]);
    }
    let first_last = whole_costs.len() * LANES;
    for (slot, (cost, price)) in (first_last..).zip(last_costs.iter().zip(last_prices)) {
        compare(slot, cost + price);
    }
    best
}

#[cfg(test)]
mod tests;
