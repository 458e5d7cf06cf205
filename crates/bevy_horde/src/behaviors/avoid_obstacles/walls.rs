//! The walls that a search has computed.

use horde_kernel::obstacles::shortest_way::Wall;

/// The walls of obstacles, each computed once for a search.
#[derive(Default)]
pub(in crate::behaviors) struct Walls {
    /// `None` where a wall is not computed yet.
    walls: Vec<Option<Option<Wall>>>,
    /// The number of each obstacle and the place of its first edge in `walls`, by number.
    parts: Vec<(u32, usize)>,
    /// The place in `parts` of the last obstacle.
    last: usize,
}

impl Walls {
    pub(super) fn clear(&mut self) {
        self.walls.clear();
        self.parts.clear();
    }

    /// The wall of the edge at `place` of an obstacle, which has a number and a count of edges. The
    /// first time, `find` computes it.
    pub(super) fn of(
        &mut self,
        (number, count): (u32, usize),
        place: usize,
        find: impl FnOnce() -> Option<Wall>,
    ) -> Option<Wall> {
        if self
            .parts
            .get(self.last)
            .is_none_or(|part| part.0 != number)
        {
            let part = self.parts.binary_search_by_key(&number, |part| part.0);
            self.last = part.unwrap_or_else(|part| {
                let first = self.walls.len();
                self.walls.resize(first + count, None);
                self.parts.insert(part, (number, first));
                part
            });
        }
        *self.walls[self.parts[self.last].1 + place].get_or_insert_with(find)
    }
}
