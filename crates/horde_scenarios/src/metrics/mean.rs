//! A running mean.

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    pub(super) fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    /// The mean; 0 without numbers.
    pub(super) fn value(self) -> f64 {
        if self.count > 0 {
            self.sum / self.count as f64
        } else {
            0.0
        }
    }
}
