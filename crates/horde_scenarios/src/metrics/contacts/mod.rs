//! Bodies that are in each other or in a wall.

mod pairs;
mod walls;

pub(super) use pairs::PairBook;
pub(super) use walls::WallBook;

use serde::Serialize;
use std::collections::HashSet;

/// Penetrations of at most this depth are no contact: solid bodies that touch, and rounding. Metres.
pub const SHALLOWEST: f64 = 1e-3;

/// The part of a body's radius from which on a penetration is deep.
pub const DEEP_PART: f64 = 0.05;

/// Penetrations by more than [`SHALLOWEST`].
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Contacts {
    /// How many: the same two count again only after they have parted.
    pub count: u64,
    /// The deepest, metres.
    pub deepest: f64,
    /// The part of all agent-seconds that agents spent deeper than [`DEEP_PART`] of the radius, of the smaller of the two.
    pub deep_share: f64,
}

/// Counts the penetrations of pairs of things that have numbers.
#[derive(Clone, Debug)]
struct Tally {
    /// Those that are in contact and have not parted.
    lasting: HashSet<(u32, u32)>,
    lasting_next: HashSet<(u32, u32)>,
    count: u64,
    deepest: f64,
    is_deep: Vec<bool>,
    deep_seconds: f64,
}

impl Tally {
    fn new(agents: usize) -> Self {
        Self {
            lasting: HashSet::new(),
            lasting_next: HashSet::new(),
            count: 0,
            deepest: 0.0,
            is_deep: vec![false; agents],
            deep_seconds: 0.0,
        }
    }

    /// A penetration by `depth` metres, above 0, in this tick.
    fn note(&mut self, pair: (u32, u32), depth: f64) {
        let lasts = self.lasting.contains(&pair);
        if depth <= SHALLOWEST && !lasts {
            return;
        }
        self.count += u64::from(!lasts);
        self.lasting_next.insert(pair);
        if depth > SHALLOWEST {
            self.deepest = self.deepest.max(depth);
        }
    }

    fn note_deep(&mut self, agent: usize) {
        self.is_deep[agent] = true;
    }

    /// The end of a tick: who was not noted has parted.
    fn end(&mut self, tick: f64) {
        core::mem::swap(&mut self.lasting, &mut self.lasting_next);
        self.lasting_next.clear();
        for is_deep in &mut self.is_deep {
            if core::mem::take(is_deep) {
                self.deep_seconds += tick;
            }
        }
    }

    fn finish(&self, agent_seconds: f64) -> Contacts {
        Contacts {
            count: self.count,
            deepest: self.deepest,
            deep_share: if agent_seconds > 0.0 {
                self.deep_seconds / agent_seconds
            } else {
                0.0
            },
        }
    }
}
