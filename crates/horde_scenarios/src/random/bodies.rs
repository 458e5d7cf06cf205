//! Draws the bodies of a random scenario.

use super::dice::Dice;

/// Ranges of the number of agents, each after its cumulative probability.
const COUNTS: [(f32, usize, usize); 4] =
    [(0.25, 1, 3), (0.5, 4, 12), (0.8, 13, 40), (1.0, 41, 100)];

/// Radii in meters: animals, people, vehicles.
const RADII: [(f32, f32); 3] = [(0.1, 0.25), (0.25, 0.5), (0.5, 2.0)];

/// Speeds in radii of the smallest body per second.
const SPEEDS: (f32, f32) = (2.0, 8.0);

/// Mass of the smallest body, kilograms. Mass grows with the area.
const MASS: f32 = 70.0;

/// A body without a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Body {
    /// Body radius, meters.
    pub radius: f32,
    /// Largest speed, meters per second.
    pub speed: f32,
    /// Mass, kilograms.
    pub mass: f32,
}

/// Draws 1 to 100 bodies. In two scenarios of five, radii differ by a factor of up to 3. In every
/// second one, speeds differ by a factor of up to 2.5.
pub(super) fn draw(dice: &mut Dice) -> Vec<Body> {
    let rank = dice.between(0.0, 1.0);
    let (_, least, most) = COUNTS
        .into_iter()
        .find(|(below, ..)| rank < *below)
        .unwrap_or(COUNTS[3]);
    let count = dice.count(least, most);
    let (least, most) = dice.one_of(&RADII);
    let smallest = dice.between(least, most);
    let widest = match dice.chance(0.4) {
        true => dice.between(1.2, 3.0),
        false => 1.0,
    };
    let speed = smallest * dice.between(SPEEDS.0, SPEEDS.1);
    let (slowest, fastest) = match dice.chance(0.5) {
        true => (0.6, 1.5),
        false => (1.0, 1.0),
    };
    (0..count)
        .map(|_| {
            let size = dice.between(1.0, widest);
            Body {
                radius: smallest * size,
                speed: speed * dice.between(slowest, fastest),
                mass: MASS * size * size,
            }
        })
        .collect()
}
