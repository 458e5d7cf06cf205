//! Penetrations of bodies into other bodies and into walls.

mod pairs;
mod walls;

pub(super) use pairs::PairRecorder;
pub(super) use walls::WallRecorder;

use serde::Serialize;
use std::collections::HashSet;

/// Penetrations up to this depth do not count, meters: solid bodies touch, and numbers are rounded.
pub const SHALLOWEST: f64 = 1e-3;

/// A penetration deeper than this share of a body's radius is deep.
pub const DEEP_PART: f64 = 0.05;

/// Penetrations deeper than [`SHALLOWEST`].
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Contacts {
    /// Number of contacts. The same pair counts again only after it has separated.
    pub count: u64,
    /// The deepest penetration, meters.
    pub deepest: f64,
    /// The share of all agent-seconds in which the penetration was deeper than [`DEEP_PART`] of the
    /// smaller radius.
    pub deep_share: f64,
}

/// Counts the penetrations of numbered pairs.
#[derive(Clone, Debug)]
struct Tally {
    /// The pairs in contact that have not separated.
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

    /// Records a penetration by `depth` meters, above 0, in this tick.
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

    /// Ends a tick: pairs that were not recorded have separated.
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
