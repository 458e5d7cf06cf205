//! Columns of the values of a chunk of agents, from which lanes are filled.

mod columns;

pub(crate) use columns::{AGENTS_PER_CHUNK, ChunkColumn, ChunkVectors, InLanes, in_lanes};
