//! Variations: runs that must have the same results as the usual run.

use crate::act::{Act, Part, Script};
use crate::game::mix;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The differences from the usual run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Variation {
    /// Seed of another order of spawns and changes.
    pub order: Option<u64>,
    /// Seed of another distribution over tables.
    pub layout: Option<u64>,
    /// Seed of another history: obstacles are marked as changed, and others come and go far away.
    pub history: Option<u64>,
    /// The vector instructions that the plugin uses.
    pub simd_level: SimdLevel,
    /// Whether `Act::Save` is performed.
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
    /// The game is saved and restored.
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

    /// The name in reports.
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
    if let Some(levels) = levels(batch) {
        batch.sort_by_key(|act| {
            let thing = act.thing().unwrap_or(0);
            (levels[&thing], mix(seed, u64::from(thing)))
        });
    }
    acts.append(batch);
}

/// The depth of each thing: 0 if its components refer to no other thing, else 1 more than the
/// deepest of those. `None` if things refer to each other in a circle, or to a thing that spawns
/// later.
fn levels(batch: &[Act]) -> Option<BTreeMap<u32, usize>> {
    let mut others: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let spawned = |act: &Act| matches!(act, Act::Spawn { .. }).then(|| act.thing());
    let mut to_come: BTreeSet<Option<u32>> = batch.iter().filter_map(spawned).collect();
    for act in batch {
        to_come.remove(&act.thing());
        let named: Vec<u32> = match act {
            Act::Spawn { parts, .. } => parts.iter().flat_map(Part::others).collect(),
            Act::Insert { part, .. } => part.others(),
            _ => Vec::new(),
        };
        if named.iter().any(|other| to_come.contains(&Some(*other))) {
            return None;
        }
        others
            .entry(act.thing().unwrap_or(0))
            .or_default()
            .extend(named);
    }
    let mut levels: BTreeMap<u32, usize> = others.keys().map(|thing| (*thing, 0)).collect();
    for _ in 0..=others.len() {
        let mut is_settled = true;
        for (thing, others) in &others {
            let others = others.iter().filter(|other| *other != thing);
            let before = others.filter_map(|other| levels.get(other)).max();
            let level = before.map_or(0, |before| before + 1);
            is_settled &= levels.insert(*thing, level) == Some(level);
        }
        if is_settled {
            return Some(levels);
        }
    }
    None
}
