//! Batches of agents: columns of their values, from which lanes are filled.

mod columns;

pub(crate) use columns::{AGENTS_PER_CHUNK, ChunkColumn, ChunkVectors, InLanes, in_lanes};
