//! The usual search range of agents, and the usual number of their neighbors.

/// The usual search of agents.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UsualSearch {
    /// Three of five agents look no farther than this, world units.
    pub range: f32,
    /// Mean limit on the neighbors that count, over agents with a range of this magnitude.
    pub neighbors: f32,
}

/// Counts of agents by the magnitude of their range.
#[derive(Debug, Default)]
pub struct RangeCounts {
    /// The magnitudes that occur, unordered: there are few.
    counts: Vec<RangeCount>,
    /// The index of the last count that changed.
    last: usize,
    /// Whether any agent looks, at any range.
    any_agent_searches: bool,
}

/// Counts agents. Agents in a row with equal settings, as most have, are counted together.
/// [`finish`](Self::finish) counts the last ones.
#[must_use]
pub struct RangeCounter<'a> {
    counts: &'a mut RangeCounts,
    /// The latest agents, which are not counted yet.
    alike: Alike,
}

#[derive(Clone, Copy, Debug, Default)]
struct Alike {
    range: f32,
    most_neighbors: u32,
    agents: u32,
}

#[derive(Clone, Copy, Debug)]
struct RangeCount {
    magnitude: u32,
    agents: u64,
    /// The sum of `most_neighbors` over these agents, at most [`MOST_COUNTED`] for each.
    neighbors: u64,
}

/// The bits of a range that its magnitude leaves out: there are eight magnitudes to a doubling.
const FINER_BITS: u32 = 20;
/// Cap on the neighbors that count for an agent.
const MOST_COUNTED: u32 = 1 << 16;

impl RangeCounts {
    /// Forgets all counts.
    pub fn clear(&mut self) {
        self.counts.clear();
        self.any_agent_searches = false;
    }

    /// Whether any agent looks, agents with an infinite range included.
    pub fn any_agent_searches(&self) -> bool {
        self.any_agent_searches
    }

    /// Starts to count agents.
    pub fn counter(&mut self) -> RangeCounter<'_> {
        RangeCounter {
            counts: self,
            alike: Alike::default(),
        }
    }

    /// Adds the counts of `other`.
    pub fn add_all(&mut self, other: &Self) {
        self.any_agent_searches |= other.any_agent_searches;
        for count in &other.counts {
            self.merge(*count);
        }
    }

    /// Returns the search that serves three of five agents; `None` if none searches. So one
    /// far-seeing agent does not slow down all.
    pub fn usual(&mut self) -> Option<UsualSearch> {
        self.counts.sort_unstable_by_key(|count| count.magnitude);
        let total: u64 = self.counts.iter().map(|count| count.agents).sum();
        let mut seen = 0;
        let usual = self.counts.iter().find(|count| {
            seen += count.agents;
            5 * seen >= 3 * total
        })?;
        Some(UsualSearch {
            range: f32::from_bits((usual.magnitude + 1) << FINER_BITS).min(f32::MAX),
            neighbors: usual.neighbors as f32 / usual.agents as f32,
        })
    }

    #[inline(never)]
    fn count_alike(&mut self, alike: Alike) {
        if let Some(count) = alike.count() {
            self.merge(count);
        }
    }

    fn merge(&mut self, new: RangeCount) {
        let is_same = |count: &RangeCount| count.magnitude == new.magnitude;
        if !self.counts.get(self.last).is_some_and(is_same) {
            let known = self.counts.iter().position(is_same);
            self.last = known.unwrap_or(self.counts.len());
            if known.is_none() {
                self.counts.push(new);
                return;
            }
        }
        let count = &mut self.counts[self.last];
        count.agents += new.agents;
        count.neighbors += new.neighbors;
    }
}

impl RangeCounter<'_> {
    /// Counts an agent. An agent with no range or an infinite one does not count.
    #[inline(always)]
    pub fn add(&mut self, range: f32, most_neighbors: u32) {
        if range != self.alike.range || most_neighbors != self.alike.most_neighbors {
            // By value, so that the fields can stay in registers.
            self.counts.count_alike(self.alike);
            self.counts.any_agent_searches |= range > 0.0 && most_neighbors > 0;
            self.alike = Alike {
                range,
                most_neighbors,
                agents: 0,
            };
        }
        self.alike.agents += 1;
    }

    /// Counts the latest agents.
    pub fn finish(self) {
        self.counts.count_alike(self.alike);
    }
}

impl Alike {
    /// Returns the count of these agents; `None` when they do not search, or their range is
    /// infinite.
    fn count(&self) -> Option<RangeCount> {
        let is_range = self.range > 0.0 && self.range < f32::INFINITY;
        let looks = is_range && self.most_neighbors > 0 && self.agents > 0;
        looks.then(|| RangeCount {
            magnitude: self.range.to_bits() >> FINER_BITS,
            agents: u64::from(self.agents),
            neighbors: u64::from(self.agents) * u64::from(self.most_neighbors.min(MOST_COUNTED)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(agents: &[(f32, u32)]) -> RangeCounts {
        let mut counts = RangeCounts::default();
        let mut counter = counts.counter();
        for (range, most) in agents {
            counter.add(*range, *most);
        }
        counter.finish();
        counts
    }

    fn usual(agents: &[(f32, u32)]) -> Option<UsualSearch> {
        counted(agents).usual()
    }

    #[test]
    fn three_of_five_agents_look_no_farther() {
        // An eighth of a doubling above 4.
        let near = usual(&[(4.0, 8), (4.2, 16), (900.0, 3)]).unwrap();
        assert_eq!(
            near,
            UsualSearch {
                range: 4.5,
                neighbors: 12.0
            }
        );
        // Two of four are not enough.
        let far = usual(&[(4.0, 8), (4.1, 8), (901.0, 4), (902.0, 4)]).unwrap();
        assert_eq!(far.neighbors, 4.0);
        assert!(far.range > 902.0 && far.range < 1100.0);
    }

    #[test]
    fn agents_in_a_row_with_equal_settings_count_each() {
        let near = (4.0, 8);
        // Three of four, and two of four.
        assert_eq!(usual(&[near, near, near, (900.0, 3)]).unwrap().range, 4.5);
        assert_eq!(usual(&[(900.0, 3), near, near, near]).unwrap().range, 4.5);
        let far = usual(&[near, near, (900.0, 3), (900.0, 3)]).unwrap();
        assert!(far.range > 900.0 && far.neighbors == 3.0);
    }

    #[test]
    fn an_agent_that_does_not_look_is_not_counted() {
        assert_eq!(usual(&[]), None);
        assert_eq!(
            usual(&[(0.0, 9), (f32::INFINITY, 9), (5.0, 0), (f32::NAN, 1)]),
            None
        );
    }

    #[test]
    fn an_agent_without_a_limit_looks_though_it_is_not_counted() {
        for (agents, looks) in [
            (&[][..], false),
            (&[(0.0, 9), (f32::NAN, 9), (5.0, 0)], false),
            (&[(0.0, 9), (f32::INFINITY, 9)], true),
            (&[(0.0, 9), (5.0, 1)], true),
        ] {
            let mut counts = counted(agents);
            assert_eq!(counts.any_agent_searches(), looks, "{agents:?}");
            let mut whole = RangeCounts::default();
            whole.add_all(&counted(&[(0.0, 1)]));
            whole.add_all(&counts);
            assert_eq!(whole.any_agent_searches(), looks, "{agents:?}");
            counts.clear();
            assert!(!counts.any_agent_searches());
        }
    }

    #[test]
    fn counts_of_parts_add_up_to_the_whole() {
        let agents: Vec<(f32, u32)> = (1..100).map(|n| (n as f32 * 0.37, n % 20)).collect();
        let mut whole = RangeCounts::default();
        for part in agents.chunks(7).rev() {
            whole.add_all(&counted(part));
        }
        assert_eq!(whole.usual(), usual(&agents));
    }
}
