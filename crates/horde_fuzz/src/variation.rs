//! Variations: runs that must have the same results as the usual run.

use crate::act::{Act, Script};
use crate::game::mix;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The differences from the usual run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Variation {
    /// Seed of another order of spawns and changes.
    pub order: Option<u64>,
    /// Seed of another distribution over tables.
    pub layout: Option<u64>,
    /// Seed of another history: obstacles are marked as changed, and others come and go far away.
    pub history: Option<u64>,
    /// The vector instructions.
    pub simd_level: SimdLevel,
    /// Whether saves are performed.
    pub saves: bool,
    /// Whether Bevy's default executor runs the systems on threads; this is slower.
    pub on_threads: bool,
}

/// A kind of variation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Comparison {
    /// The same run again.
    Again,
    /// Another order of spawns and changes.
    Order,
    /// Other tables.
    Layout,
    /// Obstacles that are marked as changed.
    History,
    /// Another SIMD level.
    SimdLevel,
    /// Saved and restored.
    Save,
    /// The other executor.
    Executor,
    /// Other numbers of threads.
    Threads,
}

impl Comparison {
    /// All variations that need no child process.
    pub const IN_PROCESS: [Self; 7] = [
        Self::Again,
        Self::Order,
        Self::Layout,
        Self::History,
        Self::SimdLevel,
        Self::Save,
        Self::Executor,
    ];

    /// The variation of the compared run.
    pub fn variation(self, seed: u64) -> Variation {
        let mut variation = Variation::default();
        match self {
            Self::Again | Self::Threads => {}
            Self::Order => variation.order = Some(seed),
            Self::Layout => variation.layout = Some(seed),
            Self::History => variation.history = Some(seed),
            Self::SimdLevel => variation.simd_level = SimdLevel::Scalar,
            Self::Save => variation.saves = true,
            Self::Executor => variation.on_threads = true,
        }
        variation
    }

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Again => "again",
            Self::Order => "order",
            Self::Layout => "layout",
            Self::History => "history",
            Self::SimdLevel => "simd level",
            Self::Save => "save",
            Self::Executor => "executor",
            Self::Threads => "threads",
        }
    }
}

/// The script with another order of the acts between two ticks. Acts on the same thing keep their
/// order.
pub fn reordered(script: &Script, seed: u64) -> Script {
    let mut acts = Vec::new();
    let mut batch = Vec::new();
    for (number, act) in script.acts.iter().enumerate() {
        // Clones and global changes keep their position.
        if act.thing().is_none() {
            flush(&mut batch, mix(seed, number as u64), &mut acts);
            acts.push(act.clone());
        } else {
            batch.push(act.clone());
        }
    }
    flush(&mut batch, seed, &mut acts);
    Script {
        stage: script.stage,
        acts,
    }
}

fn flush(batch: &mut Vec<Act>, seed: u64, acts: &mut Vec<Act>) {
    // Targets of other things come first.
    let is_late =
        |act: &Act| matches!(act, Act::Insert { part, .. } if part.clone().target_mut().is_some());
    if batch.iter().any(is_late) || batch.iter().any(heads_for_things) {
        acts.append(batch);
        return;
    }
    batch.sort_by_key(|act| mix(seed, u64::from(act.thing().unwrap_or(0))));
    acts.append(batch);
}

fn heads_for_things(act: &Act) -> bool {
    let Act::Spawn { parts, .. } = act else {
        return false;
    };
    parts
        .iter()
        .any(|part| matches!(part.clone().target_mut(), Some(Target::Entity(_))))
}
