//! The machine.

use core::fmt;
use std::thread;

/// The properties of a machine that figures depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The processor's name.
    pub processor: String,
    /// Cores available to this process.
    pub cores: usize,
    /// The architecture and the operating system of the build.
    pub platform: String,
    /// Whether the build was optimized.
    pub is_release: bool,
}

impl Machine {
    /// The current machine.
    pub fn this() -> Self {
        let facts = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self {
            processor: processor_in(&facts).unwrap_or("unknown processor").into(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            platform: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            is_release: !cfg!(debug_assertions),
        }
    }
}

fn processor_in(facts: &str) -> Option<&str> {
    let line = facts.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim())
}

impl fmt::Display for Machine {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.cores == 1 { "" } else { "s" };
        let build = match self.is_release {
            true => "release build",
            false => "DEBUG build, whose figures mean nothing",
        };
        write!(
            text,
            "{}, {} core{plural}, {}, {build}",
            self.processor, self.cores, self.platform
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Machine, processor_in};

    #[test]
    fn the_processor_is_found() {
        let facts = "processor\t: 0\nmodel\t\t: 7\nmodel name\t: A Fast One @ 3 GHz\nflags: x\n";
        assert_eq!(processor_in(facts), Some("A Fast One @ 3 GHz"));
        assert_eq!(processor_in("processor: 0\n"), None);
    }

    #[test]
    fn a_debug_build_says_so() {
        let machine = Machine {
            processor: "A Fast One".into(),
            cores: 1,
            platform: "x86_64-linux".into(),
            is_release: false,
        };
        let text = machine.to_string();
        assert!(
            text.starts_with("A Fast One, 1 core, x86_64-linux, DEBUG"),
            "{text}"
        );
    }
}
