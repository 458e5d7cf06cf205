//! Which of the processor's instructions are used.

use bevy::prelude::*;
use pulp::Arch;

/// Which of the processor's instructions the search for neighbours uses, and the reading, combining and moving of agents.
///
/// A resource; live-editable. Results are the same to the last bit either way: no operation is fused or approximated, and an
/// agent's sums run in the same order in one lane or eight. A game that would rather not rely on that pins the
/// [`Plain`](Self::Plain) ones on every machine. See `docs/determinism.md`.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default)]
pub enum Instructions {
    /// The widest that the processor has, asked at run time: AVX2 on x86-64, NEON on 64-bit ARM, else the plain ones.
    #[default]
    Detected,
    /// Those that every processor has: one agent at a time, several times slower.
    Plain,
}

impl Instructions {
    pub(crate) fn arch(self) -> Arch {
        match self {
            Self::Detected => Arch::new(),
            Self::Plain => Arch::Scalar,
        }
    }
}
