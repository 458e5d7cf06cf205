//! Where the resolved settings of an agent about its neighbors are.

use crate::tables::Version;
use bevy::prelude::*;

/// Where the settings of an agent about its neighbors are, resolved, and from what they were made.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NeighborRecord {
    /// The version of the components.
    pub(crate) version: Version,
    /// The number of the record that holds the settings.
    pub(crate) number: u32,
    /// The generation of the records, see `SharedSettings::generation`.
    pub(crate) generation: u16,
    /// The components that were present, one bit each: no version tells of a removal.
    pub(crate) present: u8,
}
