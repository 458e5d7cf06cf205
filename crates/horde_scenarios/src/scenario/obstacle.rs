//! Errors in the obstacles of a file.

use super::legal::{self, MAX_POINTS};
use crate::barrier::Barrier;
use crate::closed_path::legs;
use crate::segment::Segment;
use bevy::math::Vec2;

impl Barrier {
    /// Whether the obstacle has an inside.
    pub(super) const fn is_filled(&self) -> bool {
        !matches!(self, Self::Segment { .. } | Self::Polyline { .. })
    }

    /// Describes the first error: the field, its value, and what is legal.
    pub(super) fn find_error(&self) -> Option<String> {
        let own = match self {
            Self::Circle { radius, .. } => legal::above_zero("radius", *radius),
            Self::Segment { from, to } => legal::apart(*from, *to),
            Self::Polyline { points, .. } => too_many(points).or_else(|| too_few(points, 2)),
            Self::Rectangle { size, .. } => {
                legal::above_zero("size.x", size.x).or_else(|| legal::above_zero("size.y", size.y))
            }
            Self::Polygon { points } => too_many(points)
                .or_else(|| too_few(points, 3))
                .or_else(|| error_in_outline(points)),
            Self::Capsule { from, to, radius } => {
                legal::above_zero("radius", *radius).or_else(|| legal::apart(*from, *to))
            }
        };
        own.or_else(|| {
            let (least, most) = self.bounds();
            let are_legal = [least, most].map(|corner| legal::is_position(corner.as_vec2()));
            (are_legal != [true; 2]).then(|| format!("outline {}", legal::bad_coordinate()))
        })
    }
}

fn too_many(points: &[Vec2]) -> Option<String> {
    let count = points.len();
    (count > MAX_POINTS)
        .then(|| format!("points has {count} points, and must have at most {MAX_POINTS}"))
}

fn too_few(points: &[Vec2], least: usize) -> Option<String> {
    let mut different: Vec<Vec2> = points.to_vec();
    different.dedup();
    let count = different.len();
    (count < least)
        .then(|| format!("points has {count} different points, and must have at least {least}"))
}

/// A polygon must have an area, and its edges must not cross.
fn error_in_outline(points: &[Vec2]) -> Option<String> {
    // Relative to the first point: with products of large coordinates, rounding loses a small area.
    let from_first = |point: Vec2| point.as_dvec2() - points[0].as_dvec2();
    let doubled_area: f64 = legs(points)
        .map(|(from, to)| from_first(from).perp_dot(from_first(to)))
        .sum();
    if doubled_area == 0.0 {
        return Some("points enclose no area: they are on one line, or the edges cross".into());
    }
    let edges: Vec<Segment> = legs(points)
        .map(|(from, to)| Segment::between(from, to))
        .collect();
    let crossing = (0..edges.len()).find_map(|one| {
        let mut others = one + 1..edges.len();
        let crossed = others.find(|other| edges[one].crosses(&edges[*other]));
        crossed.map(|other| (one, other))
    });
    crossing.map(|(one, other)| {
        format!("the edges that begin at points[{one}] and points[{other}] cross, and must not")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::vec2;

    #[test]
    fn a_small_polygon_far_from_the_origin_has_an_area() {
        let polygon = |third: Vec2| Barrier::Polygon {
            points: [vec2(0.0, 0.0), vec2(0.5, 0.0), third]
                .map(|point| point + vec2(10_000.0, 10_000.0))
                .to_vec(),
        };
        // In single precision about the origin its area would sum up to 0.
        assert_eq!(polygon(vec2(0.25, 0.5)).find_error(), None);
        let flat = polygon(vec2(1.5, 0.0)).find_error();
        assert!(flat.is_some_and(|error| error.contains("on one line")));
    }

    #[test]
    fn errors_name_the_field() {
        let circle = |radius| Barrier::Circle {
            center: Vec2::ZERO,
            radius,
        };
        assert_eq!(circle(1.0).find_error(), None);
        assert_eq!(
            circle(-1.0).find_error().as_deref(),
            Some("radius is -1, and must be above 0")
        );
        assert!(circle(f32::NAN).find_error().is_some());
        let bow_tie = Barrier::Polygon {
            points: vec![
                vec2(0.0, 0.0),
                vec2(2.0, 1.0),
                vec2(2.0, 0.0),
                vec2(0.0, 3.0),
            ],
        };
        assert_eq!(
            bow_tie.find_error().as_deref(),
            Some("the edges that begin at points[0] and points[2] cross, and must not")
        );
        let far = Barrier::Segment {
            from: Vec2::ZERO,
            to: vec2(f32::INFINITY, 0.0),
        };
        assert!(far.find_error().is_some());
        let turned = Barrier::Rectangle {
            center: Vec2::ZERO,
            size: vec2(1.0, 1.0),
            turned: f32::NAN,
        };
        assert!(turned.find_error().is_some());
    }
}
