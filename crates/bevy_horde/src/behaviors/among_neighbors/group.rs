//! Agents that look round together.

use super::columns::ChunkColumns;
use bevy::prelude::*;
use pulp::Simd;

/// Agents that look round together are within so many of their ranges of each other.
const LONGEST: f32 = 6.0;
/// The farthest-seeing of them sees so many times as far as the others, at most.
const MOST_UNLIKE: f32 = 1.5;

/// Agents of a chunk that follow each other and look round together, and the box round them.
pub(super) struct Group {
    /// The number of the first of them.
    pub(super) first: usize,
    pub(super) count: usize,
    low: Vec2,
    high: Vec2,
    least_range: f32,
    /// The farthest that any of them looks.
    pub(super) range: f32,
}

impl Group {
    /// The agent with this number and those after it that can look round with it, as many as there are lanes at most.
    #[inline(always)]
    pub(super) fn starting_with<S: Simd>(simd: S, first: usize, agents: &ChunkColumns) -> Self {
        if !agents.common.needs_sight {
            let all = Self::of_all_lanes(simd, first, agents);
            if all.fits() {
                return all;
            }
        }
        // Whom obstacles may hide from an agent is its own affair.
        let is_alone = |number: usize| agents.needs_sight.get(number);
        let mut group = Self::of_one(first, agents);
        let most = if is_alone(first) { 1 } else { S::F32_LANES };
        while group.count < most {
            let next = first + group.count;
            let larger = group.with(agents.position.get(next), agents.range.get(next));
            if is_alone(next) || !larger.fits() {
                break;
            }
            group = larger;
        }
        group
    }

    /// The agent with this number alone.
    #[inline(always)]
    pub(super) fn of_one(number: usize, agents: &ChunkColumns) -> Self {
        let (position, range) = (agents.position.get(number), agents.range.get(number));
        Self {
            first: number,
            count: 1,
            low: position,
            high: position,
            least_range: range,
            range,
        }
    }

    #[inline(always)]
    fn of_all_lanes<S: Simd>(simd: S, first: usize, agents: &ChunkColumns) -> Self {
        let positions = agents.position.lanes(simd, first);
        let ranges = agents.range.lanes(simd, first);
        Self {
            first,
            count: S::F32_LANES,
            low: Vec2::new(positions.x.least(), positions.y.least()),
            high: Vec2::new(positions.x.largest(), positions.y.largest()),
            least_range: ranges.least(),
            range: ranges.largest(),
        }
    }

    /// The same and one more.
    #[inline(always)]
    fn with(&self, position: Vec2, range: f32) -> Self {
        Self {
            first: self.first,
            count: self.count + 1,
            low: self.low.min(position),
            high: self.high.max(position),
            least_range: self.least_range.min(range),
            range: self.range.max(range),
        }
    }

    /// Whether they all look round, which those behind the last one do not, and are so near and so much alike that they do it
    /// together.
    #[inline(always)]
    fn fits(&self) -> bool {
        let size = self.high - self.low;
        self.least_range > 0.0
            && size.x <= LONGEST * self.least_range
            && size.y <= self.least_range
            && self.range <= MOST_UNLIKE * self.least_range
    }

    /// The box that holds everybody within `reach` of any of them.
    pub(super) fn surroundings(&self, reach: f32) -> (Vec2, Vec2) {
        (self.low - reach, self.high + reach)
    }
}
