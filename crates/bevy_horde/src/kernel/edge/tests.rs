//! Edges by arithmetic, against walking in small steps, and against sampling.

mod blocks;
mod casts;
mod places;
mod scenes;

use super::*;
use crate::kernel::circle::cast_circle;
use crate::kernel::test_inputs::{
    angles, changed, close, distance_to_segment, edges, headings, mirrored, turned, vectors,
    wild_sizes, wild_vectors,
};
use proptest::prelude::*;

fn edge(start: (f32, f32), end: (f32, f32)) -> Edge {
    Edge {
        start: start.into(),
        end: end.into(),
    }
}

/// From (2, -3) to (2, 5).
fn upright() -> Edge {
    edge((2.0, -3.0), (2.0, 5.0))
}

fn point_at(place: Vec2) -> Edge {
    Edge {
        start: place,
        end: place,
    }
}

fn distance(edge: &Edge, point: Vec2) -> f32 {
    distance_to_segment(point, edge.start, edge.end) as f32
}
