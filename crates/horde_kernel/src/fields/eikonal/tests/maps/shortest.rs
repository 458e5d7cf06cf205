//! Exact shortest ways of a disc among walls with round ends: a visibility graph of tangents and
//! arcs, and Dijkstra's search.

use super::walls::Map;
use glam::{DVec2, Vec2};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::TAU;

/// How deep a way may be inside walls, to allow for rounding.
const SLACK: f64 = 1e-4;
/// The longest step along an arc between tests, radians.
const ARC: f64 = 0.05;

#[derive(Clone, Copy)]
struct Circle {
    center: DVec2,
    radius: f64,
}

/// The places in which the center of the body may not be.
struct Blocked {
    start: DVec2,
    end: DVec2,
    radius: f64,
}

struct Node {
    circle: usize,
    /// Whether the way goes round the circle counter-clockwise.
    is_left: bool,
    angle: f64,
    edges: Vec<(usize, f64)>,
}

fn left(vector: DVec2) -> DVec2 {
    DVec2::new(-vector.y, vector.x)
}

fn place_distance(place: DVec2, start: DVec2, end: DVec2) -> f64 {
    let along = end - start;
    let squared = along.length_squared();
    let share = if squared > 0.0 {
        ((place - start).dot(along) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    place.distance(start + along * share)
}

fn segment_distance([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> f64 {
    let side = |from: DVec2, to: DVec2, place: DVec2| (to - from).perp_dot(place - from);
    let is_apart = side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
    if is_apart {
        return 0.0;
    }
    let ends = [
        place_distance(a, c, d),
        place_distance(b, c, d),
        place_distance(c, a, b),
        place_distance(d, a, b),
    ];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

/// The lengths of the shortest ways from places to the goal for a body; `None` without a way.
pub(super) fn shortest_lengths(map: &Map, radius: f32, starts: &[Vec2]) -> Vec<Option<f64>> {
    let blocked: Vec<Blocked> = map
        .walls
        .iter()
        .map(|wall| Blocked {
            start: wall.start.as_dvec2(),
            end: wall.end.as_dvec2(),
            radius: f64::from(wall.radius) + f64::from(radius),
        })
        .collect();
    let is_free_line = |from: DVec2, to: DVec2| {
        blocked
            .iter()
            .all(|wall| segment_distance([from, to], [wall.start, wall.end]) >= wall.radius - SLACK)
    };
    let is_free = |place: DVec2| {
        let mut walls = blocked.iter();
        walls.all(|wall| place_distance(place, wall.start, wall.end) >= wall.radius - SLACK)
    };
    let goal = map.goal.as_dvec2();
    let point = |center: DVec2| Circle {
        center,
        radius: 0.0,
    };
    let mut circles = vec![point(goal)];
    for wall in &blocked {
        circles.push(Circle {
            center: wall.start,
            radius: wall.radius,
        });
        if wall.start != wall.end {
            circles.push(Circle {
                center: wall.end,
                radius: wall.radius,
            });
        }
    }
    let first_start = circles.len();
    circles.extend(starts.iter().map(|start| point(start.as_dvec2())));
    let mut nodes: Vec<Node> = Vec::new();
    let mut lists: Vec<[Vec<usize>; 2]> =
        circles.iter().map(|_| [Vec::new(), Vec::new()]).collect();
    let mut ends: Vec<Vec<(usize, f64)>> = vec![Vec::new(); starts.len()];
    let mut begins: Vec<(usize, f64)> = Vec::new();
    for from in 0..first_start {
        for to in 1..circles.len() {
            if from == to {
                continue;
            }
            for is_left in tangent_sides(from == 0, to >= first_start) {
                let Some([start, end]) = tangent(circles[from], circles[to], is_left) else {
                    continue;
                };
                if !is_free_line(start, end) {
                    continue;
                }
                let length = start.distance(end);
                let mut add = |circle: usize, is_left: bool, place: DVec2| {
                    let offset = place - circles[circle].center;
                    let angle = offset.y.atan2(offset.x).rem_euclid(TAU);
                    nodes.push(Node {
                        circle,
                        is_left,
                        angle,
                        edges: Vec::new(),
                    });
                    lists[circle][usize::from(is_left)].push(nodes.len() - 1);
                    nodes.len() - 1
                };
                match (from == 0, to >= first_start) {
                    (true, true) => ends[to - first_start].push((usize::MAX, length)),
                    (true, false) => begins.push((add(to, is_left[1], end), length)),
                    (false, true) => {
                        let node = add(from, is_left[0], start);
                        ends[to - first_start].push((node, length));
                    }
                    (false, false) => {
                        let node = add(from, is_left[0], start);
                        let other = add(to, is_left[1], end);
                        nodes[node].edges.push((other, length));
                    }
                }
            }
        }
    }
    for (circle, lists) in lists.iter_mut().enumerate() {
        for (is_left, list) in [false, true].into_iter().zip(lists) {
            list.sort_by(|one, other| nodes[*one].angle.total_cmp(&nodes[*other].angle));
            if !is_left {
                list.reverse();
            }
            for at in 0..list.len() {
                let (node, next) = (list[at], list[(at + 1) % list.len()]);
                let turn = nodes[next].angle - nodes[node].angle;
                let turn = if is_left { turn } else { -turn }.rem_euclid(TAU);
                let parts = (turn / ARC).ceil().max(1.0);
                let is_clear = (0..=parts as usize).all(|part| {
                    let share = part as f64 / parts * turn;
                    let angle = nodes[node].angle + if is_left { share } else { -share };
                    let Circle { center, radius } = circles[circle];
                    is_free(center + DVec2::from_angle(angle) * radius)
                });
                if is_clear {
                    let length = turn * circles[circle].radius;
                    nodes[node].edges.push((next, length));
                }
            }
            debug_assert!(
                list.iter()
                    .all(|node| nodes[*node].circle == circle && nodes[*node].is_left == is_left)
            );
        }
    }
    let mut lengths = vec![f64::INFINITY; nodes.len()];
    let mut queue: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    // The bits of positive numbers sort like the numbers.
    for (node, length) in begins {
        lengths[node] = lengths[node].min(length);
        queue.push(Reverse((length.to_bits(), node)));
    }
    while let Some(Reverse((bits, node))) = queue.pop() {
        let length = f64::from_bits(bits);
        if length > lengths[node] {
            continue;
        }
        for &(to, more) in &nodes[node].edges {
            let sum = length + more;
            if sum < lengths[to] {
                lengths[to] = sum;
                queue.push(Reverse((sum.to_bits(), to)));
            }
        }
    }
    let total = |&(node, length): &(usize, f64)| length + lengths.get(node).copied().unwrap_or(0.0);
    let shortest = ends
        .iter()
        .map(|ends| ends.iter().map(total).fold(f64::INFINITY, f64::min));
    shortest
        .map(|length| length.is_finite().then_some(length))
        .collect()
}

/// The pairs of sides on which a tangent may pass two circles. A point has only one side.
fn tangent_sides(is_point: bool, is_end: bool) -> Vec<[bool; 2]> {
    let sides = |is_point: bool| {
        if is_point {
            vec![false]
        } else {
            vec![false, true]
        }
    };
    let mut pairs = Vec::new();
    for from in sides(is_point) {
        for to in sides(is_end) {
            pairs.push([from, to]);
        }
    }
    pairs
}

/// The line that leaves one circle and arrives at another, with the centers on these sides.
fn tangent(from: Circle, to: Circle, is_left: [bool; 2]) -> Option<[DVec2; 2]> {
    let sign = |is_left: bool| if is_left { 1.0 } else { -1.0 };
    let offsets = [sign(is_left[0]) * from.radius, sign(is_left[1]) * to.radius];
    let between = to.center - from.center;
    let length = between.length();
    let across = (offsets[1] - offsets[0]) / length;
    if across.is_nan() || across.abs() > 1.0 {
        return None;
    }
    let ahead = between / length;
    let normal = ahead * across + left(ahead) * (1.0 - across * across).sqrt();
    Some([
        from.center - normal * offsets[0],
        to.center - normal * offsets[1],
    ])
}
