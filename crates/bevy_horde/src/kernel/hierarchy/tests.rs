//! The tree of boxes against looking at every box.

use super::*;
use crate::kernel::test_inputs::{distance_to_segment, vectors};
use proptest::prelude::*;

fn tree_of(bounds: &[Bounds]) -> BoundsHierarchy {
    let mut tree = BoundsHierarchy::default();
    tree.rebuild(bounds);
    tree
}

/// The items that a search looks at, in rising order; fails when it looks at one twice.
fn visited(tree: &BoundsHierarchy, enters: impl Fn(&Bounds) -> bool) -> Vec<u32> {
    let mut items = Vec::new();
    tree.visit(enters, |item| items.push(item));
    items.sort_unstable();
    let looked_at = items.len();
    items.dedup();
    assert_eq!(looked_at, items.len(), "an item was visited twice");
    items
}

/// Every box that `enters` accepts is among the visited ones.
fn assert_misses_none(bounds: &[Bounds], enters: impl Fn(&Bounds) -> bool) {
    let seen = visited(&tree_of(bounds), &enters);
    for (item, own) in bounds.iter().enumerate() {
        assert!(
            !enters(own) || seen.binary_search(&(item as u32)).is_ok(),
            "item {item} was missed"
        );
    }
}

fn discs() -> impl Strategy<Value = Vec<(Vec2, f32)>> {
    prop::collection::vec((vectors(100.0), 0.0_f32..8.0), 0..120)
}

fn boxes(discs: &[(Vec2, f32)]) -> Vec<Bounds> {
    discs
        .iter()
        .map(|(center, radius)| Bounds::of_disc(*center, *radius))
        .collect()
}

#[test]
fn boxes_are_measured_from_corner_to_corner() {
    let disc = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0);
    assert_eq!(disc.min, Vec2::new(1.0, -3.0));
    assert_eq!(disc.max, Vec2::new(5.0, 1.0));
    let both = disc.union(&Bounds::of_disc(Vec2::new(-4.0, 0.0), 1.5));
    assert_eq!(both.min, Vec2::new(-5.5, -3.0));
    assert_eq!(both.max, Vec2::new(5.0, 1.5));
}

#[test]
fn a_box_grows_on_all_sides() {
    let grown = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0).grown(0.5);
    assert_eq!(grown.min, Vec2::new(0.5, -3.5));
    assert_eq!(grown.max, Vec2::new(5.5, 1.5));
    assert_eq!(grown.grown(0.0), grown);
}

#[test]
fn the_distance_to_a_box_is_squared_and_none_inside() {
    // From (1, -3) to (5, 1).
    let own = Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0);
    let squared = |x: f32, y: f32| own.distance_squared(Vec2::new(x, y));
    assert_eq!(squared(3.0, -1.0), 0.0);
    assert_eq!(squared(5.0, 1.0), 0.0);
    // Beside it 2, below it 3, and off a corner 3 and 4.
    assert_eq!(squared(-1.0, 0.0), 4.0);
    assert_eq!(squared(4.0, -6.0), 9.0);
    assert_eq!(squared(8.0, 5.0), 25.0);
    assert_eq!(squared(-2.0, -7.0), 25.0);
}

#[test]
fn boxes_that_touch_overlap() {
    let first = Bounds::of_disc(Vec2::ZERO, 1.0);
    let at = |x: f32, y: f32| Bounds::of_disc(Vec2::new(x, y), 1.0);
    assert!(first.overlaps(&at(2.0, 0.0)));
    assert!(first.overlaps(&at(2.0, 2.0)));
    assert!(first.overlaps(&first));
    assert!(!first.overlaps(&at(2.1, 0.0)));
    assert!(!first.overlaps(&at(0.0, -2.1)));
}

#[test]
fn a_sweep_meets_the_boxes_on_its_way_and_no_others() {
    let (from, to) = (Vec2::ZERO, Vec2::new(10.0, 10.0));
    let meets = |x: f32, y: f32, radius: f32| {
        Bounds::of_disc(Vec2::new(x, y), 1.0).meets_sweep(from, to, radius)
    };
    assert!(meets(5.0, 5.0, 0.0));
    assert!(meets(0.0, 0.0, 0.0));
    assert!(meets(10.9, 10.9, 0.0));
    // Inside the box round the path, but beside the path: the corner (6, 4) is sqrt(2) away from it.
    assert!(!meets(7.0, 3.0, 0.0));
    assert!(!meets(7.0, 3.0, 0.9));
    assert!(meets(7.0, 3.0, 1.1));
    // Behind the start and beyond the end.
    assert!(!meets(-2.0, -2.0, 0.5));
    assert!(!meets(12.0, 12.0, 0.5));
}

#[test]
fn a_sweep_of_no_length_meets_what_it_stands_in() {
    let around = Bounds::of_disc(Vec2::new(4.0, 4.0), 1.0);
    let here = Vec2::new(4.5, 3.5);
    assert!(around.meets_sweep(here, here, 0.0));
    assert!(!around.meets_sweep(here + Vec2::X, here + Vec2::X, 0.25));
    assert!(around.meets_sweep(here + Vec2::X, here + Vec2::X, 0.75));
}

#[test]
fn sweeps_whose_squares_overflow_are_not_missed() {
    let far = Bounds::of_disc(Vec2::splat(1e20), 1e18);
    assert!(far.meets_sweep(Vec2::ZERO, Vec2::splat(2e20), 0.0));
    assert!(far.meets_sweep(Vec2::splat(-1e25), Vec2::splat(1e25), 0.0));
}

#[test]
fn an_empty_tree_visits_nothing() {
    assert_eq!(visited(&tree_of(&[]), |_| true), [] as [u32; 0]);
    assert_eq!(
        visited(&BoundsHierarchy::default(), |_| true),
        [] as [u32; 0]
    );
}

#[test]
fn boxes_in_the_same_place_are_all_found() {
    let bounds = vec![Bounds::of_disc(Vec2::ONE, 2.0); 500];
    assert_eq!(visited(&tree_of(&bounds), |_| true).len(), 500);
    assert_misses_none(&bounds, |own| {
        own.overlaps(&Bounds::of_disc(Vec2::ZERO, 0.1))
    });
}

#[test]
fn a_search_looks_at_little_more_than_it_finds() {
    // 40 x 40 boxes of 1, 3 apart.
    let bounds: Vec<Bounds> = (0..1600)
        .map(|place| {
            let cell = Vec2::new((place % 40) as f32, (place / 40) as f32);
            Bounds::of_disc(cell * 3.0, 0.5)
        })
        .collect();
    let tree = tree_of(&bounds);
    let mut most = 0;
    for own in &bounds {
        let query = Bounds::of_disc(own.max, 2.0);
        most = most.max(visited(&tree, |own| own.overlaps(&query)).len());
    }
    // At most 4 boxes overlap; leaves hold 4 each, and at most 9 of them can be near.
    assert!(most <= 36, "{most} of 1600 boxes");
    // A sweep across all of it runs past 40 rows, each of which costs it a few leaves.
    let sweep = visited(&tree, |own| {
        own.meets_sweep(Vec2::ZERO, Vec2::new(120.0, 110.0), 0.5)
    });
    assert!(sweep.len() < 480, "{} of 1600 boxes", sweep.len());
}

#[test]
fn a_rebuilt_tree_remembers_nothing() {
    let mut tree = tree_of(&vec![Bounds::of_disc(Vec2::ZERO, 1.0); 100]);
    tree.rebuild(&[Bounds::of_disc(Vec2::X, 1.0); 3]);
    assert_eq!(visited(&tree, |_| true), [0, 1, 2]);
    tree.rebuild(&[]);
    assert_eq!(visited(&tree, |_| true), [] as [u32; 0]);
}

proptest! {
    #[test]
    fn the_distance_to_a_box_is_that_to_the_nearest_of_its_points(
        corner in vectors(20.0),
        extent in (0.0_f32..10.0, 0.0_f32..10.0),
        point in vectors(40.0),
    ) {
        let own = Bounds { min: corner, max: corner + Vec2::from(extent) };
        let least = point.distance_squared(point.clamp(own.min, own.max));
        prop_assert!((own.distance_squared(point) - least).abs() <= 1e-5 * (1.0 + least));
    }

    #[test]
    fn a_grown_box_holds_whatever_is_that_near(
        corner in vectors(20.0),
        extent in (0.0_f32..10.0, 0.0_f32..10.0),
        margin in 0.0_f32..5.0,
        point in vectors(40.0),
    ) {
        let own = Bounds { min: corner, max: corner + Vec2::from(extent) };
        let is_within = own.grown(margin).overlaps(&Bounds::of_disc(point, 0.0));
        let apart = (point - point.clamp(own.min, own.max)).abs().max_element();
        // Away from the edge, where rounding decides.
        prop_assume!((apart - margin).abs() > 1e-4);
        prop_assert_eq!(is_within, apart < margin);
    }

    #[test]
    fn whatever_overlaps_is_visited(discs in discs(), center in vectors(110.0), radius in 0.0_f32..60.0) {
        let query = Bounds::of_disc(center, radius);
        assert_misses_none(&boxes(&discs), |own| own.overlaps(&query));
    }

    #[test]
    fn whatever_a_sweep_meets_is_visited(
        discs in discs(),
        from in vectors(110.0),
        to in vectors(110.0),
        radius in 0.0_f32..10.0,
    ) {
        let bounds = boxes(&discs);
        let seen = visited(&tree_of(&bounds), |own| own.meets_sweep(from, to, radius));
        for (item, (center, own_radius)) in discs.iter().enumerate() {
            let touches = distance_to_segment(*center, from, to) <= f64::from(radius + own_radius);
            prop_assert!(!touches || seen.binary_search(&(item as u32)).is_ok());
        }
    }

    #[test]
    fn a_sweep_lets_through_only_what_is_near(
        center in vectors(50.0),
        own_radius in 0.0_f32..8.0,
        from in vectors(60.0),
        to in vectors(60.0),
        radius in 0.0_f32..10.0,
    ) {
        // The two boxes touch at their corners at most, sqrt(2) of the radii away.
        let reach = core::f64::consts::SQRT_2 * f64::from(radius + own_radius);
        if Bounds::of_disc(center, own_radius).meets_sweep(from, to, radius) {
            prop_assert!(distance_to_segment(center, from, to) <= reach + 1e-3);
        }
    }

    #[test]
    fn sweeps_far_from_the_origin_miss_nothing(
        origin in vectors(4e6),
        center in vectors(20.0),
        own_radius in 0.01_f32..2.0,
        from in vectors(20.0),
        to in vectors(20.0),
        radius in 0.01_f32..2.0,
    ) {
        let (center, from, to) = (origin + center, origin + from, origin + to);
        let touches = distance_to_segment(center, from, to) < f64::from(radius) + f64::from(own_radius);
        let meets = Bounds::of_disc(center, own_radius).meets_sweep(from, to, radius);
        prop_assert!(meets || !touches);
    }

    #[test]
    fn a_sweep_and_its_way_back_agree(
        center in vectors(50.0),
        own_radius in 0.0_f32..8.0,
        from in vectors(60.0),
        to in vectors(60.0),
    ) {
        let own = Bounds::of_disc(center, own_radius);
        // Away from the edge, where rounding decides.
        if own.meets_sweep(from, to, 1.0) {
            prop_assert!(own.meets_sweep(to, from, 1.001));
        }
    }
}
