//! Checks undisturbed bodies without active behaviors or obstacles: overlaps disappear after a
//! while, and no body is thrown far away.

use super::snapshot::Seen;
use super::{Check, Flaw};
use bevy::math::DVec2;
use bevy_horde::agent::SteeringAgent;
use std::collections::BTreeMap;

/// Bodies on one spot must be separated within this time, seconds.
const SECONDS_TO_PART: f64 = 2.0;
/// Two bodies are separated if their distance is at least this share of the sum of their radii.
const APART: f64 = 0.8;
/// How far bodies may go beyond their first spread, in radii of a disc that holds all bodies side
/// by side.
const SPREAD: f64 = 3.0;
/// The share of the plane that bodies side by side fill; less than the densest packing.
const PACKED: f64 = 0.8;
/// Rounding error of positions, relative to the largest coordinate. Far from the origin no body can
/// be placed exactly beside another.
const ROUNDING: f64 = 64.0 * f32::EPSILON as f64;
/// The smallest radius of bodies that can separate, relative to the largest coordinate: 16 units in
/// the last place.
const SMALLEST: f64 = 16.0 * f32::EPSILON as f64;
/// Longer ticks are not checked, seconds: too few of them fit into the time for the separation.
const LONGEST_TICK: f64 = 1.0 / 29.0;

/// An undisturbed crowd.
#[derive(Default)]
pub struct Crowd {
    /// The bodies after the last tick.
    left: BTreeMap<u32, ([u32; 13], Option<SteeringAgent>)>,
    /// Seconds since an act or a behavior last changed the bodies.
    left_alone: f64,
    middle: DVec2,
    /// The largest allowed distance from `middle`; infinite if the crowd cannot be checked.
    room: f64,
}

impl Crowd {
    /// Checks the bodies after a tick.
    pub fn judge(
        &mut self,
        before: &BTreeMap<u32, Seen>,
        after: &BTreeMap<u32, Seen>,
        seconds: f64,
    ) -> Result<(), (Option<u32>, Flaw)> {
        // Only the state after a tick tells whether behaviors were active in it.
        if seconds > LONGEST_TICK || !after.values().all(|seen| seen.is_idle) {
            self.left.clear();
            return Ok(());
        }
        let state = |seen: &Seen| (seen.bits(), seen.agent);
        let is_alone = before.len() == self.left.len()
            && before.iter().all(|(thing, seen)| {
                seen.is_idle && seen.is_kept_out() && self.left.get(thing) == Some(&state(seen))
            });
        if !is_alone {
            self.start(before);
        }
        self.left_alone += seconds;
        let left = after.iter().map(|(thing, seen)| (*thing, state(seen)));
        self.left = left.collect();
        if !(self.left_alone > SECONDS_TO_PART && self.room.is_finite()) {
            return Ok(());
        }
        let far = after
            .iter()
            .find(|(_, seen)| seen.at.distance(self.middle) > self.room);
        if let Some((thing, seen)) = far {
            let text = format!(
                "{} bodies without targets separated, and one went to {}, farther than {:e} \
                 from their middle {}",
                after.len(),
                seen.at,
                self.room,
                self.middle
            );
            return Err((Some(*thing), Flaw::new(Check::Thrown, text)));
        }
        overlap(after).map_or(Ok(()), |(thing, other)| {
            let text = format!(
                "after {SECONDS_TO_PART} s it is at {} and {other} at {}: not apart",
                after[&thing].at, after[&other].at
            );
            Err((Some(thing), Flaw::new(Check::Apart, text)))
        })
    }

    fn start(&mut self, before: &BTreeMap<u32, Seen>) {
        self.left_alone = 0.0;
        let count = before.len() as f64;
        self.middle = before.values().map(|seen| seen.at).sum::<DVec2>() / count;
        let areas = before.values().map(|seen| seen.radius().powi(2));
        let side_by_side = (areas.sum::<f64>() / PACKED).sqrt();
        let spread = before.values().map(|seen| seen.at.distance(self.middle));
        let rounding = ROUNDING * self.middle.abs().max_element();
        self.room = spread.fold(0.0, f64::max) + SPREAD * side_by_side + rounding;
        let stands = |seen: &Seen| {
            seen.velocity
                .is_some_and(|velocity| velocity.length() == 0.0)
        };
        let can_part = |seen: &Seen| seen.radius() >= SMALLEST * seen.at.abs().max_element();
        if !before
            .values()
            .all(|seen| stands(seen) && seen.is_kept_out() && can_part(seen))
        {
            self.room = f64::INFINITY;
        }
    }
}

/// The numbers of two bodies that overlap; `None` if none do.
fn overlap(all: &BTreeMap<u32, Seen>) -> Option<(u32, u32)> {
    let mut by_left: Vec<_> = all.iter().collect();
    let left = |seen: &Seen| seen.at.x - seen.radius();
    by_left.sort_by(|a, b| left(a.1).total_cmp(&left(b.1)));
    by_left
        .iter()
        .enumerate()
        .find_map(|(place, (thing, seen))| {
            let right = seen.at.x + seen.radius();
            let mut later = by_left[place + 1..]
                .iter()
                .take_while(|(_, other)| left(other) < right);
            let other = later.find(|(_, other)| {
                seen.at.distance(other.at) < APART * (seen.radius() + other.radius())
            })?;
            Some((**thing, *other.0))
        })
}
