//! Shortest ways for a body: a graph of positions that see each other, with the clearance of the
//! body. It shares no code with the plugin.

use super::outline::{Outline, nearest_point};
use crate::barrier::Barrier;
use bevy::math::{DVec2, Vec2};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Sixteen directions around a corner. Every direction is at most 11.6 degrees from one of them.
const AROUND: [(f64, f64); 16] = [
    (1.0, 0.0),
    (5.0, 2.0),
    (1.0, 1.0),
    (2.0, 5.0),
    (0.0, 1.0),
    (-2.0, 5.0),
    (-1.0, 1.0),
    (-5.0, 2.0),
    (-1.0, 0.0),
    (-5.0, -2.0),
    (-1.0, -1.0),
    (-2.0, -5.0),
    (0.0, -1.0),
    (2.0, -5.0),
    (1.0, -1.0),
    (5.0, -2.0),
];
/// Distance of the positions around a corner, relative to radius plus margin. The line from one
/// position to the next still clears the corner, because cos(11.6 degrees) is 0.9796.
const RING: f64 = 1.0215;
/// Gaps up to this width, in radii, have positions in their middle.
const NARROW: f64 = 5.0;
/// Distances of positions before and behind the middle of a gap, in radii.
const BESIDE: [f64; 4] = [1.0, 2.0, 4.0, 8.0];

/// The positions at which ways may bend, for bodies up to a radius.
pub(super) struct Roadmap {
    outlines: Vec<Outline>,
    nodes: Vec<DVec2>,
    radius: f64,
    /// The nodes that each node sees, with distances, meters; computed when a search needs them.
    seen: Vec<OnceCell<Vec<(usize, f64)>>>,
}

impl Roadmap {
    /// The roadmap of these barriers for bodies up to `radius`.
    pub(super) fn new(barriers: &[Barrier], radius: f32) -> Self {
        let outlines: Vec<Outline> = barriers.iter().map(Outline::new).collect();
        let radius = f64::from(radius);
        let mut nodes = Vec::new();
        for outline in &outlines {
            for corner in outline.edges.iter().flatten() {
                let around = AROUND.map(|(x, y)| DVec2::new(x, y).normalize());
                let reach = (radius + outline.margin) * RING;
                nodes.extend(around.map(|direction| *corner + direction * reach));
                nodes.extend(gap_nodes(&outlines, outline, *corner, radius));
            }
        }
        let clear = |node: &DVec2| is_clear(&outlines, [*node, *node], radius);
        nodes.retain(clear);
        nodes.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
        nodes.dedup();
        Self {
            seen: nodes.iter().map(|_| OnceCell::new()).collect(),
            outlines,
            nodes,
            radius,
        }
    }

    /// The shortest way over the nodes for a body from its start to its goal; `None` if there is
    /// none. `radius` is at most that of the roadmap. Legs between two nodes have room for the
    /// roadmap's radius.
    pub(super) fn way(&self, start: Vec2, goal: Vec2, radius: f32) -> Option<Vec<Vec2>> {
        let (from, to, radius) = (start.as_dvec2(), goal.as_dvec2(), f64::from(radius));
        let sees = |one: DVec2, other: DVec2| is_clear(&self.outlines, [one, other], radius);
        if sees(from, to) {
            return Some(vec![start, goal]);
        }
        // A* from the start over the nodes; the goal is the node after the last.
        let goal_node = self.nodes.len();
        let mut best = vec![(f64::INFINITY, usize::MAX); goal_node + 1];
        let mut open = BinaryHeap::new();
        for (node, position) in self.nodes.iter().enumerate() {
            if sees(from, *position) {
                let length = from.distance(*position);
                best[node] = (length, usize::MAX);
                open.push(Step::new(node, length + position.distance(to)));
            }
        }
        while let Some(Step { node, .. }) = open.pop() {
            if node == goal_node {
                return Some(self.trace_back(&best, start, goal));
            }
            let (length, position) = (best[node].0, self.nodes[node]);
            let mut reach = |next: usize, length: f64, ahead: f64| {
                if length < best[next].0 {
                    best[next] = (length, node);
                    open.push(Step::new(next, length + ahead));
                }
            };
            if sees(position, to) {
                reach(goal_node, length + position.distance(to), 0.0);
            }
            for (next, distance) in self.seen_from(node) {
                reach(*next, length + distance, self.nodes[*next].distance(to));
            }
        }
        None
    }

    fn seen_from(&self, node: usize) -> &[(usize, f64)] {
        self.seen[node].get_or_init(|| {
            let position = self.nodes[node];
            let others = self.nodes.iter().enumerate();
            let seen = others
                .filter(|(_, other)| is_clear(&self.outlines, [position, **other], self.radius));
            seen.map(|(other, to)| (other, position.distance(*to)))
                .collect()
        })
    }

    fn trace_back(&self, best: &[(f64, usize)], start: Vec2, goal: Vec2) -> Vec<Vec2> {
        let mut way = vec![goal];
        let mut node = best[self.nodes.len()].1;
        while node != usize::MAX {
            way.push(self.nodes[node].as_vec2());
            node = best[node].1;
        }
        way.push(start);
        way.reverse();
        way
    }
}

/// The middles of narrow gaps between a corner and all other edges, and positions on both sides.
fn gap_nodes(outlines: &[Outline], own: &Outline, corner: DVec2, radius: f64) -> Vec<DVec2> {
    let mut nodes = Vec::new();
    for other in outlines {
        for edge in &other.edges {
            let nearest = nearest_point(*edge, corner);
            let distance = corner.distance(nearest);
            let gap = distance - own.margin - other.margin;
            if gap < 2.0 * radius || gap > NARROW * radius {
                continue;
            }
            let across = (nearest - corner) / distance;
            let middle = corner + across * (own.margin + gap / 2.0);
            let beside = BESIDE.iter().flat_map(|radii| [*radii, -*radii]);
            nodes.push(middle);
            nodes.extend(beside.map(|radii| middle + across.perp() * radii * radius));
        }
    }
    nodes
}

fn is_clear(outlines: &[Outline], way: [DVec2; 2], radius: f64) -> bool {
    outlines.iter().all(|outline| outline.is_clear(way, radius))
}

/// A node to visit; the heap returns the least `length` first.
#[derive(PartialEq)]
struct Step {
    node: usize,
    length: f64,
}

impl Step {
    fn new(node: usize, length: f64) -> Self {
        Self { node, length }
    }
}

impl Eq for Step {}

impl Ord for Step {
    fn cmp(&self, other: &Self) -> Ordering {
        let nearer = other.length.total_cmp(&self.length);
        nearer.then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
