//! Heaps: so many bodies on one spot that pairs of them cannot part in time.
//!
//! A wave that is spawned on one point has as many pairs as the square of its bodies. Rounds that
//! part pairs pass a push on from body to body. So the bodies of a heap do not look at each other.
//! Cells that hold a crowded body and too many others are sources of pressure. The sources push
//! every body in these cells outward, until the density is that of a packed crowd. The result
//! depends on the bodies and their numbers alone. The system keeps nothing from tick to tick.

use super::PartingBodies;
use super::contacts::MOST_CONTACTS;
use super::pressure::Source;
use crate::kernel::grid::CellGrid;
use crate::kernel::lanes::{VectorColumn, Vectors};
use crate::kernel::random::agent_stream;
use crate::kernel::vector::truncate;
use bevy::math::{Vec2, ops};
use core::cmp::Ordering;
use core::f32::consts::{PI, TAU};
use core::ops::Range;
use pulp::Simd;
use rand::RngExt;
use rand_xoshiro::SplitMix64;

/// The side of a heap's cells, in mean radii of the crowded bodies.
const CELL_SIZE: f32 = 14.0;
/// With more cells than this they are made larger: each of them pushes every body of a heap.
const MOST_CELLS: usize = 128;
/// By how much they are made larger.
const LARGER: f32 = 1.5;
/// Bodies that cover more than this part of their room are a heap, if one of them is crowded.
const DENSE: f32 = 0.85;
/// Where they cover no more than this part, each of them is left to its contacts now and then.
/// Else a heap among others that give no room would not end.
const MILD: f32 = 1.2;
/// That is once in so many seconds, in the mean.
const CONTACT_TIME: f32 = 0.4;
/// The part of the room that they cover in the end: more fits only in perfect order.
const SPREAD: f32 = 0.78;
/// A heap takes so many seconds to spread.
const SPREADING_TIME: f32 = 0.7;
/// Bodies that coincide are put on a spiral of this width, in mean radii.
const SPIRAL: f32 = 0.02;
/// The angle between one body on the spiral and the next: no two ever point the same way.
const GOLDEN_ANGLE: f32 = 2.399_963_2;
/// How fast bodies leave a straight line, radii per second.
const JITTER: f32 = 3.0;
/// How far they do in a tick at most, radii.
const MOST_JITTER: f32 = 0.25;
/// Directions in which walls round a cell are looked for.
const RAYS: usize = 16;
/// Walls of a cell that count, at most.
const MOST_WALLS: usize = 4;

/// A flat wall: a place on it, and the unit vector out of it.
pub type Wall = (Vec2, Vec2);

/// The heaps of a tick.
#[derive(Debug, Default)]
pub struct Heaps {
    members: Vec<Member>,
    /// By place; as many as there are bodies, or none.
    is_member: Vec<bool>,
    sources: Vec<Source>,
    /// No body goes farther than this in a tick.
    longest: f32,
    jitter: f32,
    // Scratch, kept for its memory.
    crowded: Vec<Crowded>,
    cells: Vec<Cell>,
}

/// A row and a column of the plane.
type Cell = (i32, i32);

#[derive(Clone, Copy, Debug)]
struct Crowded {
    number: u32,
    position: Vec2,
    radius: f32,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    /// Which of the cells it is in.
    cell: u32,
    number: u32,
    place: u32,
    radius: f32,
    gives_way: bool,
    was_at: Vec2,
    position: Vec2,
}

impl Heaps {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// How many bodies they hold.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether they hold the body at this place of the index.
    pub fn holds(&self, place: u32) -> bool {
        self.is_member.get(place as usize) == Some(&true)
    }

    /// There is none in this tick.
    pub fn clear(&mut self) {
        self.members.clear();
        self.is_member.clear();
    }

    /// Finds the heaps round the bodies at these places, each of which is crowded.
    ///
    /// `wall_between` returns the wall that stands between two places, if any does.
    pub fn find(
        &mut self,
        // Inputs
        crowded: impl Iterator<Item = u32>,
        bodies: &PartingBodies,
        index: &CellGrid,
        tick: f32,
        wall_between: impl Fn(Vec2, Vec2) -> Option<Wall>,
    ) {
        self.clear();
        let numbers = index.order();
        self.crowded.clear();
        self.crowded.extend(crowded.map(|place| {
            let body = &bodies.sorted[place as usize];
            Crowded {
                number: numbers[place as usize],
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
        let side = self.find_cells(CELL_SIZE * radius);
        self.find_members(side, bodies, index);
        self.members.sort_unstable_by(Member::order);
        self.find_sources(side, radius, tick);
        self.mirror_sources(wall_between);
        self.jitter = (JITTER * tick).min(MOST_JITTER);
        if !self.members.is_empty() {
            self.is_member.resize(bodies.sorted.len(), false);
            for member in &self.members {
                self.is_member[member.place as usize] = true;
            }
        }
    }

    /// How far the heaps' bodies of a run go in this tick, each with its place.
    #[inline(always)]
    pub fn moves<S: Simd>(&self, simd: S, run: Range<usize>, moves: &mut Vec<(u32, Vec2)>) {
        moves.clear();
        for together in self.members[run].chunks(S::F32_LANES) {
            let mut position = <VectorColumn>::default();
            for (lane, member) in together.iter().enumerate() {
                position.set(lane, member.position);
            }
            let position = position.lanes(simd);
            let mut push = Vectors::splat(simd, Vec2::ZERO);
            for source in &self.sources {
                push += source.push(simd, position);
            }
            let push = push.to_column();
            for (lane, member) in together
                .iter()
                .enumerate()
                .filter(|(_, body)| body.gives_way)
            {
                let push = push.get(lane) + member.jitter() * self.jitter;
                let moved = member.position - member.was_at + truncate(push, self.longest);
                if moved.is_finite() {
                    moves.push((member.place, moved));
                }
            }
        }
    }

    /// Lists the cells that hold a crowded body; returns the side of a cell.
    fn find_cells(&mut self, mut side: f32) -> f32 {
        loop {
            self.cells.clear();
            let cells = self.crowded.iter().map(|body| cell(body.position, side));
            self.cells.extend(cells);
            self.cells.sort_unstable();
            self.cells.dedup();
            if self.cells.len() <= MOST_CELLS {
                return side;
            }
            side *= LARGER;
        }
    }

    /// Lists all bodies in the cells.
    fn find_members(&mut self, side: f32, bodies: &PartingBodies, index: &CellGrid) {
        let (members, numbers) = (&mut self.members, index.order());
        let mut add = |number: usize, own: Cell, place: usize| {
            let body = &bodies.sorted[place];
            if body.radius >= 0.0 && cell(body.position, side) == own {
                // Plus zero, or what is not below zero would differ from what is not above.
                let position = body.position + Vec2::ZERO;
                members.push(Member {
                    cell: number as u32,
                    number: numbers[place],
                    place: place as u32,
                    radius: body.radius,
                    gives_way: body.inverse_mass > 0.0,
                    was_at: body.position,
                    position,
                });
            }
        };
        let slack = bodies.common_reach + 1e-3 * side + 8.0 * f32::EPSILON * bodies.whole.farthest;
        for (number, own) in self.cells.iter().enumerate() {
            let low = Vec2::new(own.1 as f32, own.0 as f32) * side;
            index.visit_box_runs(low - slack, low + side + slack, |run| {
                for place in run {
                    if bodies.giants.binary_search(&(place as u32)).is_err() {
                        add(number, *own, place);
                    }
                }
            });
            for giant in &bodies.giants {
                add(number, *own, *giant as usize);
            }
        }
    }

    /// Makes a source of every cell that is too dense, and drops the bodies of the others.
    fn find_sources(&mut self, side: f32, radius: f32, tick: f32) {
        self.sources.clear();
        let (mut first, mut kept) = (0, 0);
        let mut wanted = 0.0;
        while first < self.members.len() {
            let cell = self.members[first].cell;
            let count = self.members[first..].partition_point(|member| member.cell == cell);
            let own = first..first + count;
            first = own.end;
            part_coincident(&mut self.members[own.clone()], radius);
            let Some(dense) = dense_cell(&self.members[own.clone()], side, radius, tick) else {
                continue;
            };
            wanted += dense.wants;
            self.sources.push(dense.source);
            for number in own {
                let member = self.members[number];
                if !(dense.is_mild && member.is_left_to_contacts(tick)) {
                    self.members[kept] = member;
                    kept += 1;
                }
            }
        }
        self.members.truncate(kept);
        self.longest = ops::sqrt(wanted / PI);
    }

    /// Adds the mirror images of the sources in the walls round them, so that no push leads into a
    /// wall.
    fn mirror_sources(&mut self, wall_between: impl Fn(Vec2, Vec2) -> Option<Wall>) {
        for number in 0..self.sources.len() {
            let source = self.sources[number];
            let mut walls = [None; MOST_WALLS];
            let count = find_walls(source.center, 2.0 * self.longest, &wall_between, &mut walls);
            for (number, (point, normal)) in walls[..count].iter().flatten().enumerate() {
                let mirrored = source.mirrored(*point, *normal);
                self.sources.push(mirrored);
                // In the corner between two walls the image of one has an image in the other.
                for (other_point, other_normal) in walls[..number].iter().flatten() {
                    if normal.dot(*other_normal).abs() < 0.5 {
                        self.sources
                            .push(mirrored.mirrored(*other_point, *other_normal));
                    }
                }
            }
        }
    }
}

impl Member {
    /// By cell; those that coincide side by side, by number.
    fn order(&self, other: &Self) -> Ordering {
        let (own, others) = (self.position, other.position);
        (self.cell.cmp(&other.cell))
            .then(own.x.total_cmp(&others.x))
            .then(own.y.total_cmp(&others.y))
            .then(self.number.cmp(&other.number))
    }

    /// A step in a direction that is drawn, as long as its radius.
    fn jitter(&self) -> Vec2 {
        let angle: f32 = self.stream(0).random_range(0.0..TAU);
        Vec2::new(ops::cos(angle), ops::sin(angle)) * self.radius
    }

    /// Whether it is left to its contacts in this tick.
    fn is_left_to_contacts(&self, tick: f32) -> bool {
        self.stream(1).random::<f32>() < tick / CONTACT_TIME
    }

    /// Random numbers that follow from the number and from where the body is.
    fn stream(&self, purpose: u64) -> SplitMix64 {
        let (x, y) = (self.position.x.to_bits(), self.position.y.to_bits());
        let place = (u64::from(x) << 32) | u64::from(y);
        agent_stream(place, self.number.into(), purpose)
    }
}

fn cell(position: Vec2, side: f32) -> Cell {
    let scaled = (position / side).floor();
    (scaled.y as i32, scaled.x as i32)
}

/// Puts bodies that coincide on a spiral, in the order of their numbers.
fn part_coincident(members: &mut [Member], radius: f32) {
    let mut first = 0;
    while first < members.len() {
        let place = members[first].position;
        let count = members[first..].partition_point(|member| member.position == place);
        // Far from the origin so much is rounded away.
        let width = (SPIRAL * radius).max(8.0 * f32::EPSILON * place.abs().max_element());
        if count > 1 {
            for (number, member) in members[first..first + count].iter_mut().enumerate() {
                let angle = GOLDEN_ANGLE * (number % 100_000) as f32;
                let out = width * ops::sqrt(number as f32 + 0.5);
                member.position = place + Vec2::new(ops::cos(angle), ops::sin(angle)) * out;
            }
        }
        first += count;
    }
}

/// A cell of a heap.
struct DenseCell {
    source: Source,
    /// The room that its bodies need.
    wants: f32,
    /// Whether they cover little more than what a packed crowd does.
    is_mild: bool,
}

/// The bodies of a cell; `None` when they are not too dense.
fn dense_cell(members: &[Member], side: f32, radius: f32, tick: f32) -> Option<DenseCell> {
    if members.len() <= MOST_CONTACTS as usize {
        return None;
    }
    let origin = members[0].position;
    let (mut area, mut center) = (0.0, Vec2::ZERO);
    for member in members {
        let own = PI * member.radius * member.radius;
        area += own;
        center += (member.position - origin) * own;
    }
    let center = origin + center / area;
    let (mut squares, mut product) = (Vec2::ZERO, 0.0);
    for member in members {
        let own = PI * member.radius * member.radius;
        let offset = member.position - center;
        squares += offset * offset * own;
        product += offset.x * offset.y * own;
    }
    // The half axes of a full ellipse are twice as long as its bodies deviate.
    let (squares, product) = (squares * (4.0 / area), product * (4.0 / area));
    let (mean, half) = (squares.element_sum() * 0.5, (squares.x - squares.y) * 0.5);
    let differs = ops::sqrt(half * half + product * product);
    let axis = if half >= 0.0 {
        Vec2::new(half + differs, product)
    } else {
        Vec2::new(product, differs - half)
    };
    let least = 1e-6 * radius * radius;
    let [long, short] = [mean + differs, mean - differs].map(|square| square.max(0.0) + least);
    let has = PI * (ops::sqrt(long) + radius) * (ops::sqrt(short) + radius);
    let has = has.min(side * side);
    let is_dense = area > DENSE * has;
    if !is_dense {
        return None;
    }
    let wants = area / SPREAD;
    // An ellipse with both half axes longer by `lacking` would have the room that they want. It
    // grows evenly, and never beyond that in one tick.
    let (half_long, half_short) = (ops::sqrt(long), ops::sqrt(short));
    let (sum, difference) = (half_long + half_short, half_long - half_short);
    let lacking = 0.5 * (ops::sqrt(difference * difference + 4.0 * wants / PI) - sum).max(0.0);
    let growth = lacking.min((lacking + half_short) * (tick / SPREADING_TIME));
    let source = Source {
        center,
        axis: axis.normalize_or(Vec2::X),
        squares: [long, short],
        flow: growth * sum * PI,
        near: 4.0 * side * side,
    };
    Some(DenseCell {
        source,
        wants,
        is_mild: area <= MILD * has,
    })
}

/// Finds flat walls within `reach`; returns how many.
///
/// Two rays side by side that meet the same plane have met a wall. At a post, each of them meets
/// another plane.
fn find_walls(
    // Inputs
    center: Vec2,
    reach: f32,
    wall_between: &impl Fn(Vec2, Vec2) -> Option<Wall>,
    // Output
    walls: &mut [Option<Wall>; MOST_WALLS],
) -> usize {
    let ray = |number: usize| {
        let angle = number as f32 * (TAU / RAYS as f32);
        wall_between(
            center,
            center + Vec2::new(ops::cos(angle), ops::sin(angle)) * reach,
        )
    };
    let mut count = 0;
    let mut last = ray(0);
    for number in 1..=RAYS {
        let next = ray(number % RAYS);
        if let (Some(one), Some(other)) = (last, next)
            && is_same_plane(one, other, center)
            && !(walls.iter().flatten()).any(|wall| is_same_plane(*wall, one, center))
            && count < MOST_WALLS
        {
            walls[count] = Some(one);
            count += 1;
        }
        last = next;
    }
    count
}

fn is_same_plane(one: Wall, other: Wall, seen_from: Vec2) -> bool {
    let distance = (one.0 - seen_from).dot(one.1);
    let step = (other.0 - one.0).dot(one.1);
    distance < 0.0 && one.1.dot(other.1) > 0.999 && step.abs() < 1e-2 * -distance
}

#[cfg(test)]
mod tests;
