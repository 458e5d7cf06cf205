//! Agents that search together.

use crate::crowd::columns::{ChunkColumn, ChunkVectors, InLanes};
use crate::math::lanes::{F32Lanes, U32Lanes, VectorLanes};
use crate::math::vector::Vector;
use glam::Vec2;
use pulp::Simd;

/// The largest extent of a group in x, in multiples of its smallest range.
const LONGEST: f32 = 6.0;
/// The largest range in a group is at most this many times the smallest.
const MOST_UNLIKE: f32 = 1.5;

/// Consecutive agents of a chunk that search together, and the box round their first two
/// coordinates.
pub struct Group {
    /// The number of the group's first agent within the chunk.
    pub first: usize,
    /// How many agents the group has.
    pub count: usize,
    low: Vec2,
    high: Vec2,
    least_range: f32,
    /// The largest range of its agents, world units.
    pub range: f32,
}

impl Group {
    /// The group of the agent number `first` and the agents after it that can search with it, at
    /// most one for each lane. `is_alone` marks agents that search alone; `None` without any.
    #[inline(always)]
    pub fn starting_with<S: Simd, V: Vector>(
        simd: S,
        first: usize,
        (positions, ranges): (&ChunkVectors<V>, &ChunkColumn<f32>),
        is_alone: Option<&ChunkColumn<u32>>,
    ) -> Self {
        if is_alone.is_none() {
            let all = Self::of_all_lanes::<S, V>(simd, first, positions, ranges);
            if all.fits() {
                return all;
            }
        }
        let is_alone = |number: usize| is_alone.is_some_and(|alone| alone.get(number) != 0);
        let mut group = Self::of_one(first, V::get_from(positions, first), ranges.get(first));
        let most = if is_alone(first) { 1 } else { S::F32_LANES };
        while group.count < most {
            let next = first + group.count;
            let next_position = V::get_from(positions, next).on_plane();
            let larger = group.with(next_position, ranges.get(next));
            if is_alone(next) || !larger.fits() {
                break;
            }
            group = larger;
        }
        group
    }

    /// The group of one agent alone.
    #[inline(always)]
    pub fn of_one<V: Vector>(number: usize, position: V, range: f32) -> Self {
        Self {
            first: number,
            count: 1,
            low: position.on_plane(),
            high: position.on_plane(),
            least_range: range,
            range,
        }
    }

    #[inline(always)]
    fn of_all_lanes<S: Simd, V: Vector>(
        simd: S,
        first: usize,
        positions: &ChunkVectors<V>,
        ranges: &ChunkColumn<f32>,
    ) -> Self {
        let [x, y] = V::load_from(positions, simd, first).on_plane();
        let ranges = f32::load(ranges, simd, first);
        Self {
            first,
            count: S::F32_LANES,
            low: Vec2::new(x.least(), y.least()),
            high: Vec2::new(x.largest(), y.largest()),
            least_range: ranges.least(),
            range: ranges.largest(),
        }
    }

    /// The same group with one more agent.
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

    /// Whether all agents of the group search, and are near and similar enough to search together.
    /// Lanes behind the last agent of a chunk do not fit: their ranges are 0.
    #[inline(always)]
    fn fits(&self) -> bool {
        let size = self.high - self.low;
        self.least_range > 0.0
            && size.x <= LONGEST * self.least_range
            && size.y <= self.least_range
            && self.range <= MOST_UNLIKE * self.least_range
    }

    /// The box that holds every place within `reach` of any agent of the group.
    pub fn surroundings(&self, reach: f32) -> (Vec2, Vec2) {
        (self.low - reach, self.high + reach)
    }

    /// The squared ranges of the agents of the group; negative where a range is 0, and in lanes
    /// behind the group.
    #[inline(always)]
    pub fn squared_ranges<S: Simd>(&self, simd: S, ranges: &ChunkColumn<f32>) -> F32Lanes<S> {
        let count = U32Lanes::splat(simd, self.count as u32);
        let is_in_group = U32Lanes::counting_from(simd, 0).is_below(count);
        let range = is_in_group.or_zero(f32::load(ranges, simd, self.first));
        let looks = range.is_above(range.splat_like(0.0));
        looks.select(range * range, range.splat_like(-1.0))
    }
}
