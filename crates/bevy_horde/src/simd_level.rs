//! The level of vector instructions that the plugin uses.

use bevy::prelude::*;
use pulp::Arch;

/// The vector instructions for the neighbor search, and for reading, combining and moving agents.
///
/// A resource; live-editable. Both levels give the same results to the last bit. No operation is
/// fused or approximated, and an agent's sums run in the same order in one lane or eight. A game
/// that does not rely on this sets [`Scalar`](Self::Scalar) on every machine. See
/// `docs/determinism.md`.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default)]
pub enum SimdLevel {
    /// The widest vectors of the processor, found at run time: AVX2 on x86-64, NEON on 64-bit ARM,
    /// else the same as [`Scalar`](Self::Scalar).
    #[default]
    Auto,
    /// The instructions that every processor has: one agent at a time, several times slower.
    Scalar,
}

impl SimdLevel {
    pub(crate) fn arch(self) -> Arch {
        match self {
            Self::Auto => Arch::new(),
            Self::Scalar => Arch::Scalar,
        }
    }
}
