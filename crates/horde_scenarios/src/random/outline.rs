//! Barriers as edges with a margin, and the distances between them.

use crate::barrier::Barrier;
use crate::segment::Segment;
use bevy::math::DVec2;

/// The region of a barrier: all points within the margin of its edges, and the inside of a filled
/// barrier.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// The ends of the edges, meters. A disc has one edge without length.
    pub(super) edges: Vec<[DVec2; 2]>,
    /// The distance of the surface from the edges, meters.
    pub(super) margin: f64,
    barrier: Barrier,
    least: DVec2,
    most: DVec2,
}

impl Outline {
    /// The outline of a barrier.
    pub(super) fn new(barrier: &Barrier) -> Self {
        let points = barrier.positions();
        let (is_closed, margin) = match barrier {
            Barrier::Circle { radius, .. } | Barrier::Capsule { radius, .. } => (false, *radius),
            Barrier::Segment { .. } => (false, 0.0),
            Barrier::Polyline { closed, .. } => (*closed, 0.0),
            Barrier::Rectangle { .. } | Barrier::Polygon { .. } => (true, 0.0),
        };
        let mut edges: Vec<[DVec2; 2]> = points.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        match points[..] {
            [point] => edges.push([point, point]),
            [first, .., last] if is_closed => edges.push([last, first]),
            _ => {}
        }
        let (least, most) = barrier.bounds();
        Self {
            edges,
            margin: margin.into(),
            barrier: barrier.clone(),
            least,
            most,
        }
    }

    /// Whether a disc that moves along a straight line stays clear of the barrier.
    pub(super) fn is_clear(&self, way: [DVec2; 2], radius: f64) -> bool {
        let (least, most) = (way[0].min(way[1]) - radius, way[0].max(way[1]) + radius);
        if least.cmpgt(self.most).any() || most.cmplt(self.least).any() {
            return true;
        }
        let reach = radius + self.margin;
        let is_apart = |edge: &[DVec2; 2]| {
            let (from, to) = (edge[0].min(edge[1]), edge[0].max(edge[1]));
            let is_far =
                (from - self.margin).cmpgt(most).any() || (to + self.margin).cmplt(least).any();
            is_far || distance(*edge, way) >= reach
        };
        self.barrier.signed_distance(way[0]) >= radius && self.edges.iter().all(is_apart)
    }

    /// The distance between two barriers, meters; 0 if they touch or one is inside the other.
    pub(super) fn distance(&self, other: &Self) -> f64 {
        let is_inside = |one: &Self, other: &Self| {
            let point = one.edges[0][0];
            other.barrier.signed_distance(point) <= one.margin
        };
        if is_inside(self, other) || is_inside(other, self) {
            return 0.0;
        }
        let pairs = self
            .edges
            .iter()
            .flat_map(|edge| other.edges.iter().map(|other| distance(*edge, *other)));
        let nearest = pairs.fold(f64::INFINITY, f64::min);
        (nearest - self.margin - other.margin).max(0.0)
    }
}

/// The distance between two segments, meters.
pub(super) fn distance(one: [DVec2; 2], other: [DVec2; 2]) -> f64 {
    let [first, second] = [one, other].map(|[from, to]| Segment::new(from, to));
    if first.crosses(&second) {
        return 0.0;
    }
    let ends = [
        second.distance(one[0]),
        second.distance(one[1]),
        first.distance(other[0]),
        first.distance(other[1]),
    ];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

/// The point of an edge nearest to a position.
pub(super) fn nearest_point([from, to]: [DVec2; 2], position: DVec2) -> DVec2 {
    let along = to - from;
    let square = along.length_squared();
    if square > 0.0 {
        from + along * ((position - from).dot(along) / square).clamp(0.0, 1.0)
    } else {
        from
    }
}
