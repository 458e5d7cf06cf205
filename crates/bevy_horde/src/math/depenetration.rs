//! Overlapping bodies parted in rounds: who can touch whom is found once, and the rounds look at nobody else.
//!
//! Bodies are looked up in an index of where they were a moment ago: they have not gone far since, and to sort them anew costs
//! more than to look that much farther. One that overlaps nobody stays where it is, and most do; the others get a list of all
//! that they can touch before the rounds are over, in the order of the bodies' numbers, so that their sums depend on nothing
//! but the bodies.

mod contacts;
mod heaps;
mod pressure;

pub use contacts::Contacts;
pub use heaps::{Heaps, Wall};

use super::correction_share::{give_way, yield_share};
use super::grid::CellGrid;
use super::vector::truncate;
use bevy::math::Vec2;

/// The part of an overlap that a round resolves: all bodies move at once, and more would make a packed crowd ring.
const RELAXATION: f32 = 0.8;
/// Bodies that reach farther than so many times the mean are looked up one by one, lest one of them make everybody look as far.
const GIANT: f32 = 4.0;
/// With more large_bodies than this everybody looks as far as they reach after all.
const MOST_GIANTS: usize = 32;

/// A solid body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolidBody {
    /// Its center.
    pub position: Vec2,
    /// Its radius.
    pub radius: f32,
    /// 0 for one that does not give way.
    pub inverse_mass: f32,
}

/// What has become of a body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Depenetrated {
    /// There is none.
    #[default]
    Absent,
    /// It is where it was put.
    Body(SolidBody),
    /// It has been moved by so much.
    Moved(Vec2),
}

/// Bodies that part.
#[derive(Debug, Default)]
pub struct DepenetratingBodies {
    /// By number.
    bodies: Vec<Depenetrated>,
    /// By place in the index.
    sorted: Vec<SolidBody>,
    reaches: Vec<Reaches>,
    whole: Reaches,
    /// How far anybody who is no giant reaches.
    common_reach: f32,
    /// Places of the large_bodies, in rising order.
    large_bodies: Vec<u32>,
}

/// How far some bodies reach from where they were: by their radius and by what they have moved since.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Reaches {
    count: usize,
    sum: f64,
    largest: f32,
    /// The largest coordinate, which tells how much is rounded.
    farthest: f32,
}

impl DepenetratingBodies {
    /// Makes room for so many numbers. What there was stays until it is overwritten.
    pub fn start(&mut self, count: usize) -> &mut [Depenetrated] {
        self.bodies.resize(count, Depenetrated::Absent);
        &mut self.bodies
    }

    /// The bodies by number, where they go by place, and how far those of each of so many pieces reach: for
    /// [`sort_bodies`], piece by piece.
    pub fn parts(&mut self, pieces: usize) -> (&[Depenetrated], &mut [SolidBody], &mut [Reaches]) {
        const NOWHERE: SolidBody = SolidBody {
            position: Vec2::ZERO,
            radius: f32::NAN,
            inverse_mass: 0.0,
        };
        self.sorted.resize(self.bodies.len(), NOWHERE);
        self.reaches.resize(pieces, Reaches::default());
        (&self.bodies, &mut self.sorted, &mut self.reaches)
    }

    /// Adds up what was sorted, and finds who is a giant. `was_at` says where the index has the body at a place.
    pub fn find_large_bodies(&mut self, was_at: impl Fn(usize) -> Vec2) {
        self.whole = Reaches::default();
        for reaches in &self.reaches {
            self.whole.add_all(reaches);
        }
        let giant = GIANT * (self.whole.sum / self.whole.count.max(1) as f64) as f32;
        self.common_reach = self.whole.largest;
        self.large_bodies.clear();
        if self.whole.largest <= giant {
            return;
        }
        let mut common_reach = 0.0_f32;
        for (place, body) in self.sorted.iter().enumerate() {
            let reach = body.reach(was_at(place));
            if reach <= giant {
                common_reach = common_reach.max(reach);
            } else if body.radius >= 0.0 {
                self.large_bodies.push(place as u32);
            }
        }
        if self.large_bodies.len() > MOST_GIANTS {
            self.large_bodies.clear();
        } else {
            self.common_reach = common_reach;
        }
    }

    /// One round: how far each of the bodies gives way from where they all are. Says whether any does.
    ///
    /// `tie_break_direction` gives the way from the second number when two bodies coincide. Whom nobody touched in the
    /// round before is left out.
    pub fn give_way(
        &self,
        index: &CellGrid,
        is_first: bool,
        contacts: &mut Contacts,
        tie_break_direction: impl Fn(u32, u32) -> Vec2,
    ) -> bool {
        let numbers = index.order();
        contacts.move_each(is_first, |place, others| {
            let own = &self.sorted[place as usize];
            let mut away = Vec2::ZERO;
            for other_place in others {
                let other = &self.sorted[*other_place as usize];
                away += give_way(
                    other.position - own.position,
                    own.radius + other.radius,
                    yield_share(own.inverse_mass, other.inverse_mass),
                    || tie_break_direction(numbers[place as usize], numbers[*other_place as usize]),
                );
            }
            // A body in a heap of hundreds must not be thrown farther than its own size.
            truncate(away * RELAXATION, own.radius)
        })
    }

    /// Carries out a round.
    pub fn carry_out(&mut self, index: &CellGrid, contacts: &Contacts) {
        let numbers = index.order();
        for (place, moved) in contacts.moves() {
            self.sorted[place].position += moved;
            let body = &mut self.bodies[numbers[place] as usize];
            *body = Depenetrated::Moved(moved + body.correction());
        }
    }

    /// Moves bodies, each at its place, by so much.
    pub fn shift(&mut self, index: &CellGrid, moves: &[(u32, Vec2)]) {
        let numbers = index.order();
        for (place, moved) in moves {
            let place = *place as usize;
            self.sorted[place].position += *moved;
            self.bodies[numbers[place] as usize] = Depenetrated::Moved(*moved);
        }
    }

    /// How far the body with this number has been moved since it was put where it is.
    pub fn correction(&self, number: usize) -> Vec2 {
        self.bodies
            .get(number)
            .map_or(Vec2::ZERO, Depenetrated::correction)
    }
}

/// Puts the bodies of a run of places there, and says how far they reach. The index has there, in their order, the bodies
/// with these numbers, at these positions.
#[inline(always)]
pub fn sort_bodies(
    // Inputs
    bodies: &[Depenetrated],
    places: impl Iterator<Item = (u32, Vec2)>,
    // Output
    sorted: &mut [SolidBody],
) -> Reaches {
    let mut reaches = Reaches::default();
    for ((number, was_at), sorted) in places.zip(sorted) {
        *sorted = match bodies[number as usize] {
            Depenetrated::Body(body) => {
                reaches.add(&body, was_at);
                body
            }
            _ => SolidBody {
                position: was_at,
                radius: f32::NAN,
                inverse_mass: 0.0,
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
