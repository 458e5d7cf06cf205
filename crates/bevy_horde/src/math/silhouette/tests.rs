//! Checks silhouettes by arithmetic and against casts along many bearings.

mod blocked;
mod sampled;
mod ways;

use super::*;
use crate::math::random::agent_stream;
use crate::math::test_inputs::{
    changed, close, edges, headings, mirrored, vectors, wild_sizes, wild_vectors,
};
use core::f32::consts::TAU;
use proptest::prelude::*;
use rand::RngExt;

/// The number of sampled bearings, one for each tenth of a degree.
const SAMPLES: usize = 3600;

fn edge(start: (f32, f32), end: (f32, f32)) -> Edge {
    Edge {
        start: start.into(),
        end: end.into(),
    }
}

fn pillar(x: f32, y: f32) -> Edge {
    edge((x, y), (x, y))
}

/// The blocked bearings of edges seen from the origin.
fn seen(edges: &[Edge], clearance: f32, sight: f32) -> Vec<Blocked> {
    edges
        .iter()
        .filter_map(|edge| Blocked::new(Vec2::ZERO, *edge, clearance, sight))
        .collect()
}

/// The way around when all edges in sight are known from the start.
fn way_round(base: Vec2, blocked: &[Blocked], first: usize, side: Side) -> Option<WayRound> {
    let mut sight = Sight::default();
    sight.blocked.extend_from_slice(blocked);
    way_round_revealed(base, &mut sight, first, side, None, |_, _| {})
}

fn degrees(bearing: Vec2) -> f32 {
    bearing.to_angle().to_degrees()
}

/// The edges of a ring of `radius` about the origin, from `start` to `end` degrees.
fn arc(radius: f32, start: f32, end: f32) -> Vec<Edge> {
    let at = |part: i16| {
        Vec2::from_angle((start + (end - start) * f32::from(part) / 24.0).to_radians()) * radius
    };
    (0..24)
        .map(|part| Edge {
            start: at(part),
            end: at(part + 1),
        })
        .collect()
}
