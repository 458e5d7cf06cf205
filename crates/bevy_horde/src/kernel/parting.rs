//! Overlapping bodies parted in rounds: who can touch whom is found once, and the rounds look at nobody else.
//!
//! Bodies are sorted by cell. One that overlaps nobody stays where it is, and most do; the others get a list of all that
//! they can touch before the rounds are over, in the order of the bodies' numbers, so that their sums depend on nothing
//! but the bodies.

use super::grid::CellGrid;
use super::vector::truncate;
use super::yielding::{give_way, yield_share};
use bevy::math::Vec2;
use core::ops::Range;

/// The part of an overlap that a round resolves: all bodies move at once, and more would make a packed crowd ring.
const RELAXATION: f32 = 0.8;
/// Who is near enough to be touched in some round: within so many times the sum of the radii at the start.
const REACH: f32 = 1.5;
/// Bodies larger than so many mean radii are looked up one by one, lest one of them make everybody's cells as large.
const GIANT: f32 = 4.0;
/// With more giants than this the cells are made for them after all.
const MOST_GIANTS: usize = 32;
/// The radius of a number without a body.
const ABSENT: f32 = -1.0;

/// A solid body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolidBody {
    /// Its centre.
    pub position: Vec2,
    /// Its radius.
    pub radius: f32,
    /// 0 for one that does not give way.
    pub inverse_mass: f32,
}

/// Bodies that part, by number.
#[derive(Debug, Default)]
pub struct PartingBodies {
    /// By number. Once the bodies are sorted, the position is what the body has been moved by.
    bodies: Vec<SolidBody>,
    grid: CellGrid,
    sorted: Vec<SortedBody>,
    /// Places of the giants.
    giants: Vec<u32>,
    /// The radius of the largest body that is no giant.
    common_radius: f32,
    /// Whether two bodies that are no giants overlap only in cells that touch.
    is_cell_enough: bool,
}

/// A body in cell order.
#[derive(Clone, Copy, Debug)]
struct SortedBody {
    position: Vec2,
    radius: f32,
    inverse_mass: f32,
    number: u32,
}

/// The bodies of a run of places that overlap somebody, and whom they can touch.
#[derive(Debug, Default)]
pub struct Contacts {
    touching: Vec<Touching>,
    /// Places of those who can be touched, one body's after the other's.
    others: Vec<u32>,
}

/// A body that overlaps somebody.
#[derive(Clone, Copy, Debug)]
struct Touching {
    place: u32,
    /// Where its list ends; it begins where that of the one before ends.
    last: u32,
    /// How far it moved in the last round.
    moved: Vec2,
}

impl Contacts {
    /// How many bodies overlap somebody.
    pub fn len(&self) -> usize {
        self.touching.len()
    }

    /// Whether nobody overlaps anybody.
    pub fn is_empty(&self) -> bool {
        self.touching.is_empty()
    }
}

impl PartingBodies {
    /// Forgets all bodies and makes room for so many numbers.
    pub fn clear(&mut self, count: usize) {
        const NOBODY: SolidBody = SolidBody {
            position: Vec2::ZERO,
            radius: ABSENT,
            inverse_mass: 0.0,
        };
        self.bodies.clear();
        self.bodies.resize(count, NOBODY);
        self.sorted.clear();
    }

    /// Puts in the body with this number.
    pub fn put(&mut self, number: usize, body: SolidBody) {
        self.bodies[number] = body;
    }

    /// Sorts the bodies and says how many there are.
    pub fn sort(&mut self) -> usize {
        let bodies = (0..).zip(&self.bodies);
        let present = bodies.filter(|(_, body)| body.radius >= 0.0);
        let (mut count, mut largest, mut radius_sum) = (0_usize, 0.0_f32, 0.0_f64);
        let mut farthest = Vec2::ZERO;
        for (_, body) in present.clone() {
            count += 1;
            largest = largest.max(body.radius);
            radius_sum += f64::from(body.radius);
            farthest = farthest.max(body.position.abs());
        }
        let mut giant = GIANT * (radius_sum / count.max(1) as f64) as f32;
        self.common_radius = largest;
        self.giants.clear();
        if largest > giant {
            let is_common = |radius: &f32| *radius <= giant;
            let radii = present.clone().map(|(_, body)| body.radius);
            if radii.clone().filter(|radius| !is_common(radius)).count() > MOST_GIANTS {
                giant = f32::INFINITY;
            } else {
                self.common_radius = radii.filter(is_common).fold(0.0, f32::max);
            }
        }
        // A cell more than large enough for any two that overlap, wherever rounding puts them.
        let rounding = 4.0 * f32::EPSILON * farthest.max_element();
        let cell_size = 2.0 * self.common_radius * (1.0 + 1e-3) + rounding;
        let points = present.map(|(number, body)| (number, body.position));
        self.grid.rebuild_from(points, cell_size);
        self.is_cell_enough = self.grid.cell_size() > 2.0 * self.common_radius + rounding;
        self.sorted.clear();
        self.sorted.reserve(count);
        for (place, number) in (0..).zip(self.grid.order()) {
            let body = &mut self.bodies[*number as usize];
            self.sorted.push(SortedBody {
                position: core::mem::take(&mut body.position),
                radius: body.radius,
                inverse_mass: body.inverse_mass,
                number: *number,
            });
            if body.radius > giant {
                self.giants.push(place);
            }
        }
        count
    }

    /// Finds, among the bodies at these places, those who overlap somebody, and whom they can touch.
    pub fn find_contacts(&self, places: Range<usize>, contacts: &mut Contacts) {
        contacts.touching.clear();
        contacts.others.clear();
        for place in places {
            if self.overlaps_somebody(place) {
                self.list_reachable(place, &mut contacts.others);
                contacts.touching.push(Touching {
                    place: place as u32,
                    last: contacts.others.len() as u32,
                    moved: Vec2::ZERO,
                });
            }
        }
    }

    /// One round: how far each of the bodies gives way from where they all are. Says whether any does.
    ///
    /// `parting_direction` gives the way from the second number when two bodies coincide. Whom nobody touched in the
    /// round before is left out.
    pub fn give_way(
        &self,
        is_first: bool,
        contacts: &mut Contacts,
        parting_direction: impl Fn(u32, u32) -> Vec2,
    ) -> bool {
        let mut first = 0;
        let mut has_moved = false;
        for touching in &mut contacts.touching {
            let others = &contacts.others[first..touching.last as usize];
            first = touching.last as usize;
            if !is_first && touching.moved == Vec2::ZERO {
                continue;
            }
            let own = &self.sorted[touching.place as usize];
            let mut away = Vec2::ZERO;
            for place in others {
                let other = &self.sorted[*place as usize];
                away += give_way(
                    other.position - own.position,
                    own.radius + other.radius,
                    yield_share(own.inverse_mass, other.inverse_mass),
                    || parting_direction(own.number, other.number),
                );
            }
            // A body in a heap of hundreds must not be thrown farther than its own size.
            touching.moved = truncate(away * RELAXATION, own.radius);
            has_moved |= touching.moved != Vec2::ZERO;
        }
        has_moved
    }

    /// Carries out a round.
    pub fn carry_out(&mut self, contacts: &Contacts) {
        for touching in &contacts.touching {
            let body = &mut self.sorted[touching.place as usize];
            body.position += touching.moved;
            self.bodies[body.number as usize].position += touching.moved;
        }
    }

    /// How far the body with this number has been moved since the bodies were sorted.
    pub fn correction(&self, number: usize) -> Vec2 {
        self.bodies
            .get(number)
            .map_or(Vec2::ZERO, |body| body.position)
    }

    /// Whether the body at a place gives way and overlaps anybody.
    fn overlaps_somebody(&self, place: usize) -> bool {
        let own = &self.sorted[place];
        if own.inverse_mass <= 0.0 {
            return false;
        }
        let touches = |other_place: usize, other: &SortedBody| {
            let clearance = own.radius + other.radius;
            let is_near = own.position.distance_squared(other.position) < clearance * clearance;
            is_near && other_place != place
        };
        let touches_one = |run: Range<usize>| {
            let first = run.start;
            let mut others = (first..).zip(&self.sorted[run]);
            others.any(|(place, other)| touches(place, other))
        };
        let is_common = self.is_cell_enough && own.radius <= self.common_radius;
        let around = self.grid.runs_around(own.position).filter(|_| is_common);
        let overlaps = match around {
            Some(runs) => {
                // Most bodies have nobody near: one question for them, and not one for each run.
                let near: usize = runs.iter().map(ExactSizeIterator::len).sum();
                near > 1 && runs.into_iter().any(touches_one)
            }
            None => {
                let mut overlaps = false;
                let reach = own.radius + self.common_radius;
                self.grid.visit_runs(own.position, reach, |run| {
                    overlaps = overlaps || touches_one(run);
                });
                overlaps
            }
        };
        let mut giants = self.giants.iter().map(|giant| *giant as usize);
        overlaps || giants.any(|giant| touches(giant, &self.sorted[giant]))
    }

    /// Lists everybody whom the body at a place can touch before the rounds are over, in the order of their numbers.
    fn list_reachable(&self, place: usize, others: &mut Vec<u32>) {
        let first = others.len();
        let own = &self.sorted[place];
        let is_reachable = |other_place: usize| {
            let other = &self.sorted[other_place];
            let reach = REACH * (own.radius + other.radius);
            let is_near = own.position.distance_squared(other.position) <= reach * reach;
            is_near && other_place != place
        };
        let reach = REACH * (own.radius + self.common_radius);
        self.grid.visit_runs(own.position, reach, |run| {
            for other in run {
                if is_reachable(other) && self.sorted[other].radius <= self.common_radius {
                    others.push(other as u32);
                }
            }
        });
        if self.has_giants() {
            let giants = self.giants.iter();
            others.extend(giants.filter(|giant| is_reachable(**giant as usize)));
        }
        others[first..].sort_unstable_by_key(|place| self.sorted[*place as usize].number);
    }

    fn has_giants(&self) -> bool {
        !self.giants.is_empty()
    }
}

#[cfg(test)]
mod tests;
