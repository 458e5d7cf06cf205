//! The memory of the process.

use stats_alloc::INSTRUMENTED_SYSTEM;

/// Counters of the allocator.
#[derive(Clone, Copy)]
pub(super) struct Heap {
    /// Number of allocations and reallocations.
    pub allocations: u64,
    /// Bytes in use.
    pub live_bytes: f64,
}

impl Heap {
    /// The current counters.
    pub fn now() -> Self {
        let stats = INSTRUMENTED_SYSTEM.stats();
        Self {
            allocations: (stats.allocations + stats.reallocations) as u64,
            live_bytes: stats.bytes_allocated as f64 - stats.bytes_deallocated as f64,
        }
    }
}

/// The largest resident memory so far, bytes; `None` if the system does not report it.
pub(super) fn peak_bytes() -> Option<f64> {
    peak_in(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn peak_in(status: &str) -> Option<f64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::peak_in;

    #[test]
    fn the_peak_is_read_in_bytes() {
        let status =
            "Name:\thorde\nVmPeak:\t  99999 kB\nVmHWM:\t    2048 kB\nVmRSS:\t    1000 kB\n";
        assert_eq!(peak_in(status), Some(2_097_152.0));
        assert_eq!(peak_in("VmRSS:\t 1000 kB\n"), None);
        assert_eq!(peak_in(""), None);
    }
}
