//! Heaps: too many bodies in one place to separate in pairs.
//!
//! The number of pairs in a wave spawned at one point grows with the square of its size. Pairwise
//! rounds pass a push on from body to body, which is slow. So the bodies of a heap ignore each
//! other. Cells with a crowded body and too many other bodies are dense. Adjacent dense cells form
//! a heap. Each cell of a heap is a source of pressure. The sources push every body of the heap
//! outward until the heap is as dense as a packed crowd. The result depends on the bodies and their
//! numbers alone, without state between ticks.

mod islands;
mod mirrors;
mod moments;

pub use mirrors::Wall;

use super::DepenetratingBodies;
use super::pressure::Source;
use crate::math::lanes::{Vec2Lanes, VectorColumn, VectorLanes};
use crate::math::portable::unit_at;
use crate::math::random::agent_stream;
use crate::math::vector::truncate;
use crate::search::grid::CellGrid;
use core::cmp::Ordering;
use core::f32::consts::{PI, TAU};
use core::ops::Range;
use glam::Vec2;
use islands::{Cell, cell, islands, merged};
use mirrors::mirror;
use moments::Moments;
use pulp::Simd;
use rand::RngExt;
use rand_xoshiro::SplitMix64;

/// The side of the cells of a heap, in mean radii of the crowded bodies.
const CELL_SIZE: f32 = 14.0;
/// In a slightly dense cell, each body moves by contacts instead of pressure once in this many
/// seconds on average. Otherwise a heap enclosed by other heaps would never end.
const CONTACT_TIME: f32 = 0.4;
/// The scale of the spiral that separates coincident bodies, in mean radii. Body `n` is about
/// `sqrt(n)` times this from the center of the spiral.
const SPIRAL: f32 = 0.02;
/// The angle between successive bodies on the spiral, radians. No two of 100 000 successive
/// directions are equal.
const GOLDEN_ANGLE: f32 = 2.399_963_2;
/// The speed of the random motion that lets bodies leave a straight line, radii per second.
const JITTER: f32 = 3.0;
/// The largest random displacement in a tick, radii.
const MOST_JITTER: f32 = 0.25;

/// The heaps of a tick.
#[derive(Debug, Default)]
pub struct Heaps {
    members: Vec<HeapBody>,
    /// Indexed by rank, with one entry per body; empty without heaps.
    is_member: Vec<bool>,
    heaps: Vec<Heap>,
    sources: Vec<Source>,
    jitter: f32,
    // Scratch memory.
    crowded: Vec<Crowded>,
    cells: Vec<Cell>,
    moments: Vec<Moments>,
}

/// A group of adjacent dense cells.
#[derive(Clone, Debug)]
struct Heap {
    sources: Range<usize>,
    /// The largest displacement of a body by pressure and random motion in a tick, world units.
    longest: f32,
}

#[derive(Clone, Copy, Debug)]
struct Crowded {
    number: u32,
    position: Vec2,
    radius: f32,
}

#[derive(Clone, Copy, Debug)]
struct HeapBody {
    /// The number of its cell during the search, and of its heap afterwards.
    group: u32,
    number: u32,
    rank: u32,
    radius: f32,
    gives_way: bool,
    was_at: Vec2,
    position: Vec2,
}

impl Heaps {
    /// The number of bodies in heaps.
    #[inline]
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Whether a heap contains the body at this rank of the index.
    #[inline]
    pub fn holds(&self, rank: u32) -> bool {
        self.is_member.get(rank as usize) == Some(&true)
    }

    /// Removes all heaps.
    #[inline]
    pub fn clear(&mut self) {
        self.members.clear();
        self.is_member.clear();
    }

    /// Finds the heaps around the crowded bodies at these ranks.
    ///
    /// `wall_between` returns the wall between two positions, if there is one.
    pub fn find(
        &mut self,
        // Inputs
        crowded: impl Iterator<Item = u32>,
        bodies: &DepenetratingBodies,
        index: &CellGrid,
        tick: f32,
        wall_between: impl Fn(Vec2, Vec2) -> Option<Wall>,
    ) {
        self.clear();
        let numbers = index.order();
        self.crowded.clear();
        self.crowded.extend(crowded.map(|rank| {
            let body = &bodies.sorted[rank as usize];
            Crowded {
                number: numbers[rank as usize],
                position: body.position,
                radius: body.radius,
            }
        }));
        self.crowded.sort_unstable_by_key(|body| body.number);
        let radii = self.crowded.iter().map(|body| f64::from(body.radius));
        let radius = (radii.sum::<f64>() / self.crowded.len().max(1) as f64) as f32;
        if !(radius > 0.0 && radius.is_finite()) {
            return;
        }
        let side = CELL_SIZE * radius;
        self.find_cells(side);
        self.find_members(side, bodies, index);
        self.members.sort_unstable_by(HeapBody::order);
        self.keep_dense_cells(side, tick);
        self.connect_cells(side, tick, wall_between);
        self.jitter = (JITTER * tick).min(MOST_JITTER);
        if !self.members.is_empty() {
            self.is_member.resize(bodies.sorted.len(), false);
            for member in &self.members {
                self.is_member[member.rank as usize] = true;
            }
        }
    }

    /// Writes the displacements in this tick of a range of the heap bodies, each with the rank of
    /// its body.
    #[inline(always)]
    pub fn moves<S: Simd>(&self, simd: S, run: Range<usize>, moves: &mut Vec<(u32, Vec2)>) {
        moves.clear();
        for members in self.members[run].chunk_by(|one, other| one.group == other.group) {
            let heap = &self.heaps[members[0].group as usize];
            for together in members.chunks(S::F32_LANES) {
                self.moves_together(simd, heap, together, moves);
            }
        }
    }

    /// Adds the displacements of bodies of one heap, at most one per lane.
    #[inline(always)]
    fn moves_together<S: Simd>(
        &self,
        // Inputs
        simd: S,
        heap: &Heap,
        together: &[HeapBody],
        // Output
        moves: &mut Vec<(u32, Vec2)>,
    ) {
        let mut position = <VectorColumn>::default();
        for (lane, member) in together.iter().enumerate() {
            position.set(lane, member.position);
        }
        let position = position.lanes(simd);
        let mut push = Vec2Lanes::splat(simd, Vec2::ZERO);
        for source in &self.sources[heap.sources.clone()] {
            push += source.push(simd, position);
        }
        let push = push.to_column();
        for (lane, member) in together.iter().enumerate() {
            if member.gives_way {
                let push = push.get(lane) + member.jitter() * self.jitter;
                let moved = member.position - member.was_at + truncate(push, heap.longest);
                if moved.is_finite() {
                    moves.push((member.rank, moved));
                }
            }
        }
    }

    /// Lists the cells with a crowded body.
    fn find_cells(&mut self, side: f32) {
        self.cells.clear();
        let cells = self.crowded.iter().map(|body| cell(body.position, side));
        self.cells.extend(cells);
        self.cells.sort_unstable();
        self.cells.dedup();
    }

    /// Lists all bodies in these cells.
    fn find_members(&mut self, side: f32, bodies: &DepenetratingBodies, index: &CellGrid) {
        let (members, numbers) = (&mut self.members, index.order());
        let mut add = |number: usize, own: Cell, rank: usize| {
            let body = &bodies.sorted[rank];
            if body.radius >= 0.0 && cell(body.position, side) == own {
                // Adding zero turns -0 into +0; otherwise positions that compare equal would differ
                // in their bits.
                let position = body.position + Vec2::ZERO;
                members.push(HeapBody {
                    group: number as u32,
                    number: numbers[rank],
                    rank: rank as u32,
                    radius: body.radius,
                    gives_way: body.inverse_weight > 0.0,
                    was_at: body.position,
                    position,
                });
            }
        };
        let slack = bodies.common_reach + 1e-3 * side + 8.0 * f32::EPSILON * bodies.whole.farthest;
        for (number, own) in self.cells.iter().enumerate() {
            let low = Vec2::new(own.1 as f32, own.0 as f32) * side;
            index.visit_box_runs(low - slack, low + side + slack, |run| {
                for rank in run {
                    if bodies.large_bodies.binary_search(&(rank as u32)).is_err() {
                        add(number, *own, rank);
                    }
                }
            });
            for large in &bodies.large_bodies {
                add(number, *own, *large as usize);
            }
        }
    }

    /// Drops the cells that are not dense, with their bodies. Also drops the bodies that move by
    /// contacts.
    fn keep_dense_cells(&mut self, side: f32, tick: f32) {
        self.moments.clear();
        let (mut first, mut kept) = (0, 0);
        while first < self.members.len() {
            let number = self.members[first].group as usize;
            let members = &mut self.members[first..];
            let count = members.partition_point(|member| member.group as usize == number);
            let members = &mut members[..count];
            separate_coincident(members);
            let moments = Moments::of(members);
            let density = moments.density(side);
            if density.is_dense {
                for member in first..first + count {
                    let member = self.members[member];
                    if !(density.is_mild && member.is_left_to_contacts(tick)) {
                        let group = self.moments.len() as u32;
                        self.members[kept] = HeapBody { group, ..member };
                        kept += 1;
                    }
                }
                // The target entry belongs to a cell that is dropped or already moved, or is the
                // same entry.
                self.cells[self.moments.len()] = self.cells[number];
                self.moments.push(moments);
            }
            first += count;
        }
        self.members.truncate(kept);
        self.cells.truncate(self.moments.len());
    }

    /// Makes a heap of each group of adjacent cells, and a source of each of its cells.
    fn connect_cells(
        &mut self,
        side: f32,
        tick: f32,
        wall_between: impl Fn(Vec2, Vec2) -> Option<Wall>,
    ) {
        self.sources.clear();
        self.heaps.clear();
        let mut heap_of = vec![0; self.cells.len()];
        for island in islands(&self.cells) {
            let first = self.sources.len();
            let (scale, cells) = merged(&island, &self.cells, &self.moments);
            let mut target_area = 0.0;
            for moments in cells {
                self.sources.push(moments.source(side * scale as f32, tick));
                target_area += moments.target_area();
            }
            let longest = f32::sqrt(target_area / PI);
            mirror(&mut self.sources, first, 2.0 * longest, &wall_between);
            for cell in island {
                heap_of[cell as usize] = self.heaps.len() as u32;
            }
            self.heaps.push(Heap {
                sources: first..self.sources.len(),
                longest,
            });
        }
        for member in &mut self.members {
            member.group = heap_of[member.group as usize];
        }
        self.members.sort_by_key(|member| member.group);
    }
}

impl HeapBody {
    /// Orders by cell, then by position; coincident bodies by number.
    fn order(&self, other: &Self) -> Ordering {
        let (own, others) = (self.position, other.position);
        (self.group.cmp(&other.group))
            .then(own.x.total_cmp(&others.x))
            .then(own.y.total_cmp(&others.y))
            .then(self.number.cmp(&other.number))
    }

    /// A random step as long as the radius.
    fn jitter(&self) -> Vec2 {
        let angle: f32 = self.stream(0).random_range(0.0..TAU);
        unit_at(angle) * self.radius
    }

    /// Whether the body moves by contacts in this tick.
    fn is_left_to_contacts(&self, tick: f32) -> bool {
        self.stream(1).random::<f32>() < tick / CONTACT_TIME
    }

    /// Random numbers as a function of the body's number and position.
    fn stream(&self, purpose: u64) -> SplitMix64 {
        let (x, y) = (self.position.x.to_bits(), self.position.y.to_bits());
        let place = (u64::from(x) << 32) | u64::from(y);
        agent_stream(place, self.number.into(), purpose)
    }
}

/// Puts coincident bodies on a spiral, in the order of their numbers.
fn separate_coincident(members: &mut [HeapBody]) {
    let radii: f32 = members.iter().map(|member| member.radius).sum();
    let radius = radii / members.len() as f32;
    let mut first = 0;
    while first < members.len() {
        let place = members[first].position;
        let count = members[first..].partition_point(|member| member.position == place);
        // Far from the origin, the spiral must exceed the rounding error.
        let width = (SPIRAL * radius).max(8.0 * f32::EPSILON * place.abs().max_element());
        if count > 1 {
            for (number, member) in members[first..first + count].iter_mut().enumerate() {
                let angle = GOLDEN_ANGLE * (number % 100_000) as f32;
                let out = width * f32::sqrt(number as f32 + 0.5);
                member.position = place + unit_at(angle) * out;
            }
        }
        first += count;
    }
}

#[cfg(test)]
mod tests;
