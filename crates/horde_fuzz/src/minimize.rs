//! Minimizes failing scripts.

mod parts;
mod rounder;

use crate::act::{Act, Script};
use crate::play::Failure;
use std::time::{Duration, Instant};

/// Minimizes scripts.
pub struct Minimizer<F> {
    fails: F,
    deadline: Instant,
    /// The number of tried scripts.
    pub tried: usize,
}

impl<F: FnMut(&Script) -> Vec<Failure>> Minimizer<F> {
    /// A minimizer for the failures that `fails` returns. It stops after `limit`.
    pub fn new(fails: F, limit: Duration) -> Self {
        Self {
            fails,
            deadline: Instant::now() + limit,
            tried: 0,
        }
    }

    /// The shortest script found that fails in the same way, and its failure.
    pub fn minimize(&mut self, script: Script, failure: Failure) -> (Script, Failure) {
        let mut best = (script, failure);
        self.cut_off(&mut best);
        loop {
            let before = best.0.clone();
            self.drop_acts(&mut best);
            self.drop_parts(&mut best);
            self.shorten_ticks(&mut best);
            self.join(&mut best);
            self.round_numbers(&mut best);
            if best.0 == before || self.is_late() {
                return best;
            }
        }
    }

    fn is_late(&self) -> bool {
        Instant::now() > self.deadline
    }

    /// Makes `script` the best if it differs from it and fails in the same way. Returns whether it
    /// did; false after the time limit.
    fn keep(&mut self, best: &mut (Script, Failure), script: Script) -> bool {
        if self.is_late() || script == best.0 {
            return false;
        }
        self.tried += 1;
        let mut failures = (self.fails)(&script).into_iter();
        match failures.find(|failure| failure.is_like(&best.1)) {
            Some(failure) => {
                *best = (script, failure);
                true
            }
            None => false,
        }
    }

    /// Removes everything after the failure.
    fn cut_off(&mut self, best: &mut (Script, Failure)) {
        let mut script = best.0.clone();
        script.acts.truncate(best.1.act + 1);
        self.keep(best, script);
    }

    /// Removes acts: halves, quarters, and so on down to single acts.
    fn drop_acts(&mut self, best: &mut (Script, Failure)) {
        let count = best.0.acts.len();
        self.drop_some(best, count, |script, from, to| {
            script.acts.drain(from..to);
        });
    }

    /// Removes ranges of the `count` items with `drop`, the longest ranges first. Keeps each
    /// removal after which the script still fails.
    fn drop_some(
        &mut self,
        best: &mut (Script, Failure),
        mut count: usize,
        drop: impl Fn(&mut Script, usize, usize),
    ) {
        let mut length = count.next_power_of_two();
        while length > 0 && count > 0 {
            // From the end, so that the indices of the items before stay the same.
            let mut to = count;
            while to > 0 {
                let from = to.saturating_sub(length);
                let mut script = best.0.clone();
                drop(&mut script, from, to);
                if self.keep(best, script) {
                    count -= to - from;
                }
                to = from;
            }
            length /= 2;
        }
    }

    /// Joins consecutive ticks, and consecutive shifts of one thing, into one act.
    fn join(&mut self, best: &mut (Script, Failure)) {
        let mut script = best.0.clone();
        script.acts.dedup_by(|act, before| match (act, before) {
            (Act::Tick(ticks), Act::Tick(before)) => {
                *before += *ticks;
                true
            }
            (
                Act::Shift { thing, by },
                Act::Shift {
                    thing: same,
                    by: before,
                },
            ) if thing == same => {
                *before += *by;
                true
            }
            _ => false,
        });
        self.keep(best, script);
    }

    /// Reduces the number of ticks.
    fn shorten_ticks(&mut self, best: &mut (Script, Failure)) {
        for number in (0..best.0.acts.len()).rev() {
            let Some(Act::Tick(ticks)) = best.0.acts.get(number).cloned() else {
                continue;
            };
            let mut step = ticks / 2;
            let mut left = ticks;
            while step > 0 {
                let fewer = left.saturating_sub(step);
                let mut script = best.0.clone();
                script.acts[number] = Act::Tick(fewer);
                if fewer > 0 && self.keep(best, script) {
                    left = fewer;
                } else {
                    step /= 2;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
