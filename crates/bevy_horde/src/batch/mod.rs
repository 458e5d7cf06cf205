//! Columns of the values of a chunk of agents, from which lanes are filled.

mod chunk_columns;

pub(crate) use chunk_columns::{AGENTS_PER_CHUNK, ChunkColumn, ChunkVectors, InLanes, in_lanes};
