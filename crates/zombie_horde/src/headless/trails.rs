//! Where agents were in the last seconds of a run.

use super::measure::{AgentState, AgentStateItem};
use bevy::prelude::*;
use std::collections::VecDeque;

/// Length of a trail, simulated seconds.
const SECONDS: f64 = 2.0;
/// Length of a trail when there are few agents, simulated seconds.
const SECONDS_OF_FEW: f64 = 7.0;
/// At most this number of agents are few.
const FEW: u32 = 50;
/// Largest number of positions in one trail.
const MAX_POSITIONS_EACH: u64 = 40;
/// If a trail can hold fewer positions than this, no trail is drawn.
const MIN_POSITIONS: u64 = 4;
/// Largest number of positions in all trails together; each takes 8 bytes.
const MAX_POSITIONS: u64 = 4_000_000;

/// Where agents were in the last seconds of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trails {
    /// All agents' positions, ordered by id, once for each moment, oldest moment first.
    moments: VecDeque<Vec<Vec2>>,
    capacity: usize,
    ticks_between_moments: u64,
    first_tick: u64,
    last_tick: u64,
}

impl Trails {
    /// Trails for the end of a run of `ticks` ticks. A very large horde gets none.
    pub fn of_run(ticks: u64, hz: u32, agents: u32) -> Self {
        let seconds = if agents <= FEW {
            SECONDS_OF_FEW
        } else {
            SECONDS
        };
        let length = ((seconds * f64::from(hz)) as u64).clamp(1, ticks);
        let ticks_between_moments = length.div_ceil(MAX_POSITIONS_EACH);
        let positions = MAX_POSITIONS_EACH.min(MAX_POSITIONS / u64::from(agents.max(1)));
        Self {
            moments: VecDeque::new(),
            capacity: if positions < MIN_POSITIONS {
                0
            } else {
                positions as usize
            },
            ticks_between_moments,
            first_tick: ticks - length,
            last_tick: ticks,
        }
    }

    /// Whether the trails include the positions at the end of `tick`.
    pub fn includes(&self, tick: u64) -> bool {
        self.capacity > 0
            && (self.first_tick..=self.last_tick).contains(&tick)
            && (self.last_tick - tick).is_multiple_of(self.ticks_between_moments)
    }

    /// Adds the current positions. Drops the oldest moment if the trails are full.
    pub fn remember(&mut self, agents: Query<AgentState>) {
        if self.moments.len() >= self.capacity {
            self.moments.pop_front();
        }
        let mut in_order: Vec<_> = agents.iter().collect();
        in_order.sort_unstable_by_key(AgentStateItem::id);
        self.moments
            .push_back(in_order.iter().map(AgentStateItem::position).collect());
    }

    /// Pairs of consecutive moments, oldest first. Each holds all agents' positions, ordered by id.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (&[Vec2], &[Vec2])> {
        let pair = |index: usize| (&*self.moments[index], &*self.moments[index + 1]);
        (0..self.moments.len().saturating_sub(1)).map(pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(ticks: u64, hz: u32, agents: u32) -> Vec<u64> {
        let trails = Trails::of_run(ticks, hz, agents);
        (1..=ticks).filter(|tick| trails.includes(*tick)).collect()
    }

    #[test]
    fn trails_end_with_the_run() {
        for (ticks, hz) in [(3600, 60), (1000, 100), (7, 60), (1, 1), (500, 1000)] {
            let moments = moments(ticks, hz, 500);
            assert!(
                moments.len() as u64 <= MAX_POSITIONS_EACH + 1,
                "{ticks} {hz}"
            );
            assert_eq!(moments.last(), Some(&ticks), "{ticks} {hz}");
        }
    }

    #[test]
    fn trails_of_a_crowd_are_two_seconds_long() {
        let moments = moments(3600, 60, 500);
        assert_eq!(moments.first(), Some(&3480));
    }

    #[test]
    fn huge_hordes_have_no_trails() {
        assert_eq!(moments(600, 60, 2_000_000), Vec::<u64>::new().as_slice());
    }
}
