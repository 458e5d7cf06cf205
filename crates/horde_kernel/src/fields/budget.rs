//! The work that a tick may do.

/// The number of cells in fresh memory that count as one computed cell.
pub const NEW_CELLS: usize = 4;

/// An amount of work, counted in computed cells. What one step takes too much, later steps miss.
///
/// So the steps that are done follow from the sum of all that was granted, not from its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget(i64);

impl Budget {
    /// A budget that is practically never spent.
    #[inline]
    pub fn endless() -> Self {
        Self(i64::MAX)
    }

    /// A budget of this many cells.
    #[cfg(test)]
    #[inline]
    pub fn of(cells: u64) -> Self {
        let mut budget = Self::default();
        budget.grant(cells);
        budget
    }

    /// How much more than granted was spent.
    #[cfg(test)]
    #[inline]
    pub fn debt(&self) -> u64 {
        self.0.min(0).unsigned_abs()
    }

    /// Adds what was granted for a tick.
    #[inline]
    pub fn grant(&mut self, cells: u64) {
        let cells = i64::try_from(cells).unwrap_or(i64::MAX);
        self.0 = self.0.saturating_add(cells);
    }

    /// Whether nothing is left.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.0 <= 0
    }

    /// Spends this many cells.
    #[inline(always)]
    pub fn spend(&mut self, cells: usize) {
        self.0 = self.0.saturating_sub(cells as i64);
    }

    /// About how many cells are left.
    #[inline]
    pub fn left(&self) -> usize {
        self.0.max(0) as usize
    }
}
