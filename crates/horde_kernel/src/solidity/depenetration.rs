//! Resolves overlaps of bodies in rounds over contact lists that are built once.
//!
//! An index of slightly older positions finds the contacts. Bodies move little between two updates,
//! so a wider search costs less than a new sort. A body that overlaps another, or is beside such a
//! body, gets a list of all bodies that it can touch during the rounds. All others, which are most,
//! stay where they are. The lists are in the order of the body numbers, so the sums depend on the
//! bodies alone.
//!
//! The first rounds move pairs apart. A push through a crowd takes more rounds than there are
//! bodies in its way. So in later rounds a body that is pushed on in about the same direction keeps
//! a part of its last displacement. Sources: the heavy ball of Polyak (1964), with the restarts of
//! O'Donoghue and Candès (2015), applied to each body alone.

mod contacts;
mod heaps;
mod pressure;

pub use contacts::Contacts;
pub use heaps::{Heaps, Wall};

use crate::math::vector::truncate;
use crate::search::grid::CellGrid;
use crate::solidity::correction_share::{correction, correction_share};
use glam::Vec2;

/// The fraction of an overlap that a round resolves. All bodies move at once, so a larger fraction
/// makes a packed crowd oscillate.
const RELAXATION: f32 = 0.8;
/// The number of rounds without momentum. After these, a free pair is apart and does not swing too
/// far.
const ROUNDS_FOR_PAIRS: usize = 6;
/// The fraction of an overlap that a round with momentum resolves.
const RELAXATION_WITH_MOMENTUM: f32 = 0.6;
/// The largest part of its last displacement that a body keeps.
const MOST_MOMENTUM: f32 = 0.9;
/// An overlap below this part of the sum of the radii stays. So the rounds of one crowd do not
/// depend on other crowds.
const TRACE: f32 = 2.5e-4;
/// Searches test bodies whose reach exceeds this multiple of the mean one by one. Otherwise a
/// single large body would widen every search.
const LARGE: f32 = 4.0;
/// Above this count of large bodies, every search uses the largest reach.
const MOST_LARGE_BODIES: usize = 32;

/// A solid body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolidBody {
    /// The center.
    pub position: Vec2,
    /// The radius, world units.
    pub radius: f32,
    /// The inverse weight; 0 for an immovable body. See `inverse_weight` in `correction_share`.
    pub inverse_weight: f32,
}

/// The state of a body during depenetration.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Depenetrated {
    /// There is no solid body with this number.
    #[default]
    Absent,
    /// The body has not moved.
    Body(SolidBody),
    /// The correction of the body so far.
    Moved(Vec2),
}

/// Bodies with their corrections.
#[derive(Debug, Default)]
pub struct DepenetratingBodies {
    /// Indexed by body number.
    bodies: Vec<Depenetrated>,
    /// Indexed by rank.
    sorted: Vec<SolidBody>,
    reaches: Vec<Reaches>,
    whole: Reaches,
    /// The largest reach of a body that is not large.
    common_reach: f32,
    /// Ranks of the large bodies, in ascending order.
    large_bodies: Vec<u32>,
}

/// The count, sum and largest of the reaches of several bodies. A reach is the radius plus the
/// distance from the indexed position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Reaches {
    count: usize,
    sum: f64,
    largest: f32,
    /// The largest coordinate, which bounds the rounding error.
    farthest: f32,
}

impl DepenetratingBodies {
    /// Makes room for `count` bodies and returns it. Old entries stay until overwritten.
    #[inline]
    pub fn start(&mut self, count: usize) -> &mut [Depenetrated] {
        self.bodies.resize(count, Depenetrated::Absent);
        &mut self.bodies
    }

    /// The bodies by number, the sorted bodies, and the reaches of each of `batches` parts.
    /// [`sort_bodies`] computes the last two.
    #[inline]
    pub fn parts(&mut self, batches: usize) -> (&[Depenetrated], &mut [SolidBody], &mut [Reaches]) {
        const NOWHERE: SolidBody = SolidBody {
            position: Vec2::ZERO,
            radius: f32::NAN,
            inverse_weight: 0.0,
        };
        self.sorted.resize(self.bodies.len(), NOWHERE);
        self.reaches.resize(batches, Reaches::default());
        (&self.bodies, &mut self.sorted, &mut self.reaches)
    }

    /// Adds up the reaches and finds the large bodies. `was_at` returns the indexed position of a
    /// rank.
    pub fn find_large_bodies(&mut self, was_at: impl Fn(usize) -> Vec2) {
        self.whole = Reaches::default();
        for reaches in &self.reaches {
            self.whole.add_all(reaches);
        }
        let large = LARGE * (self.whole.sum / self.whole.count.max(1) as f64) as f32;
        self.common_reach = self.whole.largest;
        self.large_bodies.clear();
        if self.whole.largest <= large {
            return;
        }
        let mut common_reach = 0.0_f32;
        for (rank, body) in self.sorted.iter().enumerate() {
            let reach = body.reach(was_at(rank));
            if reach <= large {
                common_reach = common_reach.max(reach);
            } else if body.radius >= 0.0 {
                self.large_bodies.push(rank as u32);
            }
        }
        if self.large_bodies.len() > MOST_LARGE_BODIES {
            self.large_bodies.clear();
        } else {
            self.common_reach = common_reach;
        }
    }

    /// Computes the corrections of a round from the current positions. The first round is 0.
    /// Returns whether any movable body overlaps another by more than a trace.
    ///
    /// `tie_break_direction` returns the direction in which the first of two coincident bodies
    /// moves. `along_walls` gets a number, a position and a displacement, and returns the
    /// displacement that walls allow.
    pub fn correct_overlaps(
        &self,
        round: usize,
        index: &CellGrid,
        contacts: &mut Contacts,
        tie_break_direction: impl Fn(u32, u32) -> Vec2,
        along_walls: impl Fn(u32, Vec2, Vec2) -> Vec2,
    ) -> bool {
        let numbers = index.order();
        let mut is_overlapping = false;
        let (relaxation, momentum) = relaxation_and_momentum(round);
        contacts.move_each(|rank, others, last| {
            let (own, number) = (&self.sorted[rank as usize], numbers[rank as usize]);
            let mut away = Vec2::ZERO;
            for other_rank in others {
                let other = &self.sorted[*other_rank as usize];
                if own.overlaps_at_most_by_a_trace(other) {
                    continue;
                }
                away += correction(
                    other.position - own.position,
                    own.radius + other.radius,
                    correction_share(own.inverse_weight, other.inverse_weight),
                    || tie_break_direction(number, numbers[*other_rank as usize]),
                );
            }
            if away == Vec2::ZERO {
                return Vec2::ZERO;
            }
            is_overlapping = true;
            // In a tick, a body moves by at most its own radius. So no crowd throws a body out.
            let before = self.correction(number as usize);
            let kept = if last.dot(away) > 0.0 {
                last * momentum
            } else {
                Vec2::ZERO
            };
            let away = truncate(before + away * relaxation + kept, own.radius) - before;
            along_walls(number, own.position, away)
        });
        is_overlapping
    }

    /// Applies the corrections of a round.
    #[inline]
    pub fn carry_out(&mut self, index: &CellGrid, contacts: &Contacts) {
        let numbers = index.order();
        for (rank, moved) in contacts.moves() {
            self.sorted[rank].position += moved;
            let body = &mut self.bodies[numbers[rank] as usize];
            *body = Depenetrated::Moved(moved + body.correction());
        }
    }

    /// Moves bodies by displacements, each given with the rank of its body. These bodies must not
    /// have a correction yet.
    #[inline]
    pub fn shift(&mut self, index: &CellGrid, moves: &[(u32, Vec2)]) {
        let numbers = index.order();
        for (rank, moved) in moves {
            let rank = *rank as usize;
            self.sorted[rank].position += *moved;
            self.bodies[numbers[rank] as usize] = Depenetrated::Moved(*moved);
        }
    }

    /// The total correction of the body with this number.
    #[inline]
    pub fn correction(&self, number: usize) -> Vec2 {
        self.bodies
            .get(number)
            .map_or(Vec2::ZERO, Depenetrated::correction)
    }
}

/// The fraction of an overlap that a round resolves, and the part of its last displacement that a
/// body keeps. The part is 0 at first, then 1/2, 2/3 and so on.
fn relaxation_and_momentum(round: usize) -> (f32, f32) {
    let Some(later) = round.checked_sub(ROUNDS_FOR_PAIRS) else {
        return (RELAXATION, 0.0);
    };
    let kept = later as f32 / (later + 1) as f32;
    (RELAXATION_WITH_MOMENTUM, kept.min(MOST_MOMENTUM))
}

/// Writes the bodies of a range of ranks, and returns their reaches.
///
/// `ranks` yields the number and the indexed position of each body, in the order of the ranks.
#[inline(always)]
pub fn sort_bodies(
    // Inputs
    bodies: &[Depenetrated],
    ranks: impl Iterator<Item = (u32, Vec2)>,
    // Output
    sorted: &mut [SolidBody],
) -> Reaches {
    let mut reaches = Reaches::default();
    for ((number, was_at), sorted) in ranks.zip(sorted) {
        *sorted = match bodies[number as usize] {
            Depenetrated::Body(body) => {
                reaches.add(&body, was_at);
                body
            }
            _ => SolidBody {
                position: was_at,
                radius: f32::NAN,
                inverse_weight: 0.0,
            },
        };
    }
    reaches
}

impl Depenetrated {
    fn correction(&self) -> Vec2 {
        match self {
            Self::Moved(by) => *by,
            Self::Absent | Self::Body(_) => Vec2::ZERO,
        }
    }
}

impl SolidBody {
    /// Whether the bodies are apart, or overlap by less than a trace or than rounding.
    #[inline(always)]
    fn overlaps_at_most_by_a_trace(&self, other: &Self) -> bool {
        let farthest = self.position.abs().max(other.position.abs()).max_element();
        let clearance =
            (self.radius + other.radius) * (1.0 - TRACE) - 2.0 * f32::EPSILON * farthest;
        clearance <= 0.0 || self.position.distance_squared(other.position) >= clearance * clearance
    }

    #[inline(always)]
    fn reach(&self, was_at: Vec2) -> f32 {
        self.radius + self.position.distance(was_at)
    }
}

impl Reaches {
    #[inline(always)]
    fn add(&mut self, body: &SolidBody, was_at: Vec2) {
        let reach = body.reach(was_at);
        self.count += 1;
        self.sum += f64::from(reach);
        self.largest = self.largest.max(reach);
        self.farthest = self.farthest.max(body.position.abs().max_element());
    }

    fn add_all(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.largest = self.largest.max(other.largest);
        self.farthest = self.farthest.max(other.farthest);
    }
}

#[cfg(test)]
mod tests;
