//! Simplifies lines (Ramer, Douglas, Peucker).

use crate::segment::Segment;
use bevy::math::Vec2;

/// Removes points of a line that are within `tolerance` of the new line.
pub(super) fn simplify(points: &[Vec2], tolerance: f32) -> Vec<Vec2> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut is_kept = vec![false; points.len()];
    is_kept[0] = true;
    is_kept[points.len() - 1] = true;
    let mut spans = vec![(0, points.len() - 1)];
    while let Some((from, to)) = spans.pop() {
        let straight = Segment::between(points[from], points[to]);
        let distance = |index: usize| straight.distance(points[index].as_dvec2());
        let between = (from + 1..to).map(|index| (index, distance(index)));
        let farthest = between.max_by(|first, second| first.1.total_cmp(&second.1));
        if let Some((index, distance)) = farthest
            && distance > f64::from(tolerance)
        {
            is_kept[index] = true;
            spans.extend([(from, index), (index, to)]);
        }
    }
    points
        .iter()
        .zip(is_kept)
        .filter(|(_, is_kept)| *is_kept)
        .map(|(point, _)| *point)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::simplify;
    use crate::segment::Segment;
    use bevy::math::{Vec2, vec2};
    use proptest::prelude::*;

    #[test]
    fn a_straight_line_needs_its_ends_and_a_corner_stays() {
        let line: Vec<Vec2> = (0..10).map(|x| vec2(x as f32, 0.0)).collect();
        assert_eq!(simplify(&line, 0.1), [line[0], line[9]]);
        let corner = [
            vec2(0.0, 0.0),
            vec2(1.0, 0.05),
            vec2(2.0, 0.0),
            vec2(2.0, 5.0),
        ];
        assert_eq!(simplify(&corner, 0.1), [corner[0], corner[2], corner[3]]);
    }

    proptest! {
        #[test]
        fn no_point_is_farther_than_the_tolerance(
            points in prop::collection::vec((-9.0f32..9.0, -9.0f32..9.0), 1..60),
            tolerance in 0.0f32..5.0,
        ) {
            let points: Vec<Vec2> = points.into_iter().map(|(x, y)| vec2(x, y)).collect();
            let simple = simplify(&points, tolerance);
            prop_assert!(simple.len() <= points.len() && simple.last() == points.last());
            for point in &points {
                let point = point.as_dvec2();
                let distance = |ends: &[Vec2]| Segment::between(ends[0], ends[1]).distance(point);
                let nearest = simple.windows(2).map(distance).fold(f64::INFINITY, f64::min);
                let is_alone = points.len() == 1;
                prop_assert!(is_alone || nearest <= f64::from(tolerance) + 1e-4);
            }
        }
    }
}
