//! A queue of cells by cost, in buckets.
//!
//! Near the current bucket, a push and a pop take constant time. Cells of one bucket come in any
//! order. A wave stays exact if its least step is not shorter than a bucket: then no cell depends
//! on another cell of the same bucket. A cell is popped once, at the lowest cost at which it was
//! pushed. After a push far ahead of the current bucket, or below it, a cell may be popped more
//! often and too early.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The number of buckets in the ring. Cells beyond them are in a heap.
const BUCKETS: usize = 64;

/// A queue that returns cells of the cheapest bucket first.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue {
    /// A bucket is `2 ^ shift` wide.
    shift: u32,
    /// The number of the cheapest bucket.
    current: u32,
    /// One bit for each bucket of the ring, set if it has cells. The lowest bit is bucket
    /// `current`.
    occupied: u64,
    ring: Vec<Vec<u32>>,
    far: BinaryHeap<Reverse<(u32, u32)>>,
    /// The place of each cell in the ring, counted from 1; 0 for a cell that is not in the ring.
    tags: Vec<u8>,
    /// How many cells moved between the ring and the heap since the last question.
    moves: usize,
}

impl BucketQueue {
    /// Returns a queue without cells, with room for the numbers below `cells`.
    #[inline]
    pub(super) fn new(cells: usize) -> Self {
        Self {
            shift: 0,
            current: 0,
            occupied: 0,
            ring: vec![Vec::new(); BUCKETS],
            far: BinaryHeap::new(),
            tags: Vec::with_capacity(cells),
            moves: 0,
        }
    }

    /// Accepts cells with numbers below `cells`.
    #[inline]
    pub(super) fn grow(&mut self, cells: usize) {
        self.tags.resize(cells, 0);
    }

    /// How many cells moved between the ring and the heap since the last question.
    #[inline(always)]
    pub(super) fn take_moves(&mut self) -> usize {
        core::mem::take(&mut self.moves)
    }

    /// Removes all cells. `width` is the greatest width of a bucket.
    pub(super) fn clear(&mut self, width: u32) {
        let Self { ring, tags, .. } = self;
        for cells in ring {
            for cell in cells.drain(..) {
                tags[cell as usize] = 0;
            }
        }
        self.far.clear();
        self.moves = 0;
        self.occupied = 0;
        self.current = 0;
        self.shift = shift(width);
    }

    /// The bucket of a cost.
    #[inline(always)]
    pub(super) fn bucket(&self, cost: u32) -> u32 {
        cost >> self.shift
    }

    /// The bucket of the cell that was popped last.
    #[inline(always)]
    pub(super) fn current(&self) -> u32 {
        self.current
    }

    /// Queues a cell unless the ring holds it already in the same or a cheaper bucket.
    #[inline(always)]
    pub(super) fn push(&mut self, cell: u32, cost: u32) {
        let bucket = self.bucket(cost);
        let ahead = bucket.wrapping_sub(self.current);
        if (ahead as usize) < BUCKETS {
            self.push_near(cell, bucket, ahead);
        } else {
            self.push_far(cell, bucket);
        }
    }

    #[inline(always)]
    fn push_near(&mut self, cell: u32, bucket: u32, ahead: u32) {
        let tag = &mut self.tags[cell as usize];
        let known = u32::from(*tag).wrapping_sub(1).wrapping_sub(self.current) % BUCKETS as u32;
        if *tag != 0 && known <= ahead {
            return;
        }
        *tag = (bucket as usize % BUCKETS + 1) as u8;
        self.occupied |= 1 << ahead;
        self.ring[bucket as usize % BUCKETS].push(cell);
    }

    #[cold]
    fn push_far(&mut self, cell: u32, bucket: u32) {
        if bucket < self.current {
            self.rewind(bucket);
            self.push_near(cell, bucket, 0);
        } else if self.tags[cell as usize] == 0 {
            self.far.push(Reverse((bucket, cell)));
        }
    }

    /// Begins again at a cheaper bucket.
    fn rewind(&mut self, bucket: u32) {
        for ahead in 0..BUCKETS as u32 {
            let number = self.current.wrapping_add(ahead);
            for cell in self.ring[number as usize % BUCKETS].drain(..) {
                self.tags[cell as usize] = 0;
                self.far.push(Reverse((number, cell)));
                self.moves += 1;
            }
        }
        self.occupied = 0;
        self.current = bucket;
        self.come_near();
    }

    /// Moves the cells that the ring now reaches from the heap to the ring.
    fn come_near(&mut self) {
        while let Some(Reverse((bucket, cell))) = self.far.peek().copied() {
            let ahead = bucket - self.current;
            if ahead as usize >= BUCKETS {
                break;
            }
            self.far.pop();
            self.moves += 1;
            self.push_near(cell, bucket, ahead);
        }
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u32> {
        loop {
            let place = self.current as usize % BUCKETS;
            if let Some(cell) = self.ring[place].pop() {
                let tag = &mut self.tags[cell as usize];
                // Otherwise the cell was popped already, at a lower cost.
                if usize::from(*tag) == place + 1 {
                    *tag = 0;
                    return Some(cell);
                }
            } else if !self.go_on() {
                return None;
            }
        }
    }

    /// Goes on to the next bucket with cells; false if there is none.
    fn go_on(&mut self) -> bool {
        self.occupied &= !1;
        let ahead = self.occupied.trailing_zeros();
        if ahead < u64::BITS {
            self.occupied >>= ahead;
            self.current += ahead;
        } else if let Some(Reverse((bucket, _))) = self.far.peek() {
            self.current = *bucket;
        } else {
            return false;
        }
        self.come_near();
        true
    }
}

fn shift(width: u32) -> u32 {
    width.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_cell_comes_once_and_in_order_in_a_wave(
            width in 1_u32..100,
            pushes in prop::collection::vec((0_u32..60, 0_u32..40, any::<bool>()), 1..300),
        ) {
            let mut queue = BucketQueue::new(40);
            queue.grow(40);
            queue.clear(width);
            let mut expected = [None; 40];
            let take = |queue: &mut BucketQueue, expected: &mut [Option<u32>; 40]| {
                let least = expected.iter().flatten().min().copied();
                let cell = queue.pop();
                let taken = cell.and_then(|cell| expected[cell as usize].take());
                prop_assert_eq!(taken, least);
                prop_assert_eq!(taken.is_some(), cell.is_some());
                prop_assert!(cell.is_none() || taken == Some(queue.current()));
                Ok(cell.is_some())
            };
            for &(ahead, cell, is_pop) in &pushes {
                let bucket = queue.current() + ahead;
                queue.push(cell, bucket << queue.shift);
                let known = expected[cell as usize].unwrap_or(u32::MAX);
                expected[cell as usize] = Some(known.min(bucket));
                if is_pop {
                    take(&mut queue, &mut expected)?;
                }
            }
            while take(&mut queue, &mut expected)? {}
        }

        #[test]
        fn no_cell_comes_late_whatever_is_pushed(
            width in 1_u32..3000,
            pushes in prop::collection::vec(
                (0_u32..3, 0_u32..1_000_000, 0_u32..40, any::<bool>()), 1..300,
            ),
        ) {
            let mut queue = BucketQueue::new(40);
            queue.grow(40);
            queue.clear(width);
            let mut expected = [None; 40];
            for &(scale, cost, cell, is_pop) in &pushes {
                // Costs of nearby and of distant buckets, also below the current one.
                let cost = cost / 100_u32.pow(scale);
                queue.push(cell, cost);
                let known = expected[cell as usize].unwrap_or(u32::MAX);
                expected[cell as usize] = Some(known.min(queue.bucket(cost)));
                if is_pop && let Some(cell) = queue.pop() {
                    let bucket = expected[cell as usize].take();
                    prop_assert!(bucket.is_none_or(|bucket| bucket >= queue.current()));
                }
            }
            while let Some(cell) = queue.pop() {
                let bucket = expected[cell as usize].take();
                prop_assert!(bucket.is_none_or(|bucket| bucket >= queue.current()));
            }
            prop_assert_eq!(expected, [None; 40]);
            prop_assert!(queue.tags.iter().all(|tag| *tag == 0));
        }
    }
}
