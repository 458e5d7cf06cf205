//! Runs that have to come to the same as the usual one.

use crate::act::{Act, Script};
use crate::game::mix;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// How a run differs from the usual one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Variation {
    /// Things are spawned and changed in another order, which this number decides.
    pub order: Option<u64>,
    /// Things lie in other tables, which this number decides.
    pub layout: Option<u64>,
    /// Obstacles are marked as changed, and others come and go far away, which this number decides.
    pub history: Option<u64>,
    /// The processor's instructions.
    pub instructions: Instructions,
    /// Saves are carried out.
    pub saves: bool,
    /// Bevy's usual executor hands systems to threads; it takes longer than they do.
    pub on_threads: bool,
}

/// A kind of variation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Comparison {
    /// The same once more.
    Again,
    /// Another order of spawning and of changes.
    Order,
    /// Other tables.
    Layout,
    /// Obstacles that were changed to what they are.
    History,
    /// The plain instructions.
    Instructions,
    /// Saved and restored.
    Save,
    /// The other executor.
    Executor,
    /// Other numbers of threads.
    Threads,
}

impl Comparison {
    /// All that one process can make.
    pub const IN_PROCESS: [Self; 7] = [
        Self::Again,
        Self::Order,
        Self::Layout,
        Self::History,
        Self::Instructions,
        Self::Save,
        Self::Executor,
    ];

    /// The run that is compared with the usual one.
    pub fn variation(self, seed: u64) -> Variation {
        let mut variation = Variation::default();
        match self {
            Self::Again | Self::Threads => {}
            Self::Order => variation.order = Some(seed),
            Self::Layout => variation.layout = Some(seed),
            Self::History => variation.history = Some(seed),
            Self::Instructions => variation.instructions = Instructions::Plain,
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
            Self::Instructions => "instructions",
            Self::Save => "save",
            Self::Executor => "executor",
            Self::Threads => "threads",
        }
    }
}

/// The script with the acts between two ticks in another order. The acts on one thing keep theirs.
pub fn reordered(script: &Script, seed: u64) -> Script {
    let mut acts = Vec::new();
    let mut batch = Vec::new();
    for (number, act) in script.acts.iter().enumerate() {
        // What is cloned, and what changes for all, has to stay where it is.
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
    // Things that others head for have to be there first.
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
