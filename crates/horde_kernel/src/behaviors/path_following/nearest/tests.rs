use super::*;
use crate::behaviors::path_following::Polyline;
use proptest::prelude::*;

/// The nearest place by a comparison of all segments.
fn slow(walk: &Walk, position: Vec2, known: f32) -> PathPlace {
    let all = (0..walk.segments()).map(|segment| walk.nearest_on(segment, position));
    let distances = all.clone().map(|(_, distance)| distance);
    let least = distances.fold(f32::INFINITY, f32::min);
    let near = all.filter(|(_, distance)| *distance <= least + walk.half_width);
    let away = |place: &PathPlace| (walk.distance_along(*place) - known).abs();
    near.map(|(place, _)| place)
        .min_by(|one, other| away(one).total_cmp(&away(other)))
        .unwrap_or_default()
}

/// Points of a winding way that comes back to the same places.
fn winding(count: usize, turn: f32, step: f32, whole: bool) -> Vec<Vec2> {
    let mut place = Vec2::new(300.0, -40.0);
    let points = (0..count).map(|number| {
        let number = number as f32;
        let angle = turn * number + (0.11 * number).sin();
        place += Vec2::from_angle(angle) * step;
        if whole { place.round() } else { place }
    });
    points.collect()
}

proptest! {
    #[test]
    fn the_nearest_place_is_that_of_a_comparison_of_all_segments(
        count in 1_usize..900,
        turn in -0.3_f32..0.3,
        step in 0.1_f32..30.0,
        (is_closed, is_backward, whole) in any::<(bool, bool, bool)>(),
        half_width in prop_oneof![Just(0.125_f32), 0.01_f32..40.0],
        at in (0_usize..900, -50.0_f32..50.0, -50.0_f32..50.0),
        known in 0.0_f32..2.0,
    ) {
        let points = winding(count, turn, step, whole);
        let line = Polyline::new(&points, is_closed).unwrap();
        let walk = Walk { line: &line, is_backward, half_width };
        let position = points[at.0 % count] + Vec2::new(at.1, at.2);
        for known in [0.0, known * line.length(), f32::MAX] {
            prop_assert_eq!(walk.nearest(position, known), slow(&walk, position, known));
        }
        let far = position * 1e4;
        prop_assert_eq!(walk.nearest(far, 0.0), slow(&walk, far, 0.0));
    }
}

#[test]
fn positions_that_are_not_finite_get_the_same_place() {
    let line = Polyline::new(&winding(300, 0.05, 1.0, false), false).unwrap();
    let walk = Walk {
        line: &line,
        is_backward: false,
        half_width: 1.0,
    };
    for position in [Vec2::NAN, Vec2::MAX, Vec2::INFINITY] {
        assert_eq!(walk.nearest(position, 0.0), slow(&walk, position, 0.0));
    }
    assert_eq!(
        walk.nearest(Vec2::ONE, f32::NAN),
        slow(&walk, Vec2::ONE, f32::NAN)
    );
}

#[test]
fn a_search_on_a_long_path_visits_few_segments() {
    struct Counted<'a>(Nearest<'a>, usize);
    impl Search for Counted<'_> {
        fn enters(&self, bounds: &Bounds, segments: &Range<usize>) -> bool {
            self.0.enters(bounds, segments)
        }
        fn visit(&mut self, segment: usize) {
            self.1 += 1;
            self.0.visit(segment);
        }
    }
    let points = winding(100_000, 0.0003, 1.0, false);
    let line = Polyline::new(&points, false).unwrap();
    let walk = Walk {
        line: &line,
        is_backward: false,
        half_width: 1.0,
    };
    let mut visited = 0;
    for number in 0..100 {
        let position = points[number * 997] + Vec2::new(5.0, -3.0);
        let nearest = Nearest {
            walk: &walk,
            position,
            least: f32::INFINITY,
            place: None,
        };
        let mut counted = Counted(nearest, 0);
        let run = line.boxes.run_near(position, 99_999);
        run.for_each(|segment| counted.visit(segment));
        line.boxes.search(99_999, &mut counted);
        visited += counted.1;
    }
    assert!(visited < 100 * 400, "{visited}");
}
