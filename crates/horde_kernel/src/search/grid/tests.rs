//! Compares the grid with a test of every point.

use super::*;
use crate::test_inputs::{vectors, wild_numbers, wild_vectors};
use proptest::prelude::*;

fn grid_of(points: &[Vec2], cell_size: f32) -> CellGrid {
    let mut grid = CellGrid::default();
    grid.rebuild(points, cell_size);
    grid
}

/// Returns the points that a search visits, in rising order; fails if it visits one twice.
fn visited(grid: &CellGrid, center: Vec2, radius: f32) -> Vec<u32> {
    let mut points = Vec::new();
    grid.visit_runs(center, radius, |run| {
        assert!(!run.is_empty());
        points.extend_from_slice(&grid.order()[run]);
    });
    points.sort_unstable();
    let candidates_examined = points.len();
    points.dedup();
    assert_eq!(
        candidates_examined,
        points.len(),
        "the search visits a point twice"
    );
    points
}

/// Returns the points within the radius from a test of every point, in rising order.
fn within(points: &[Vec2], center: Vec2, radius: f32) -> Vec<u32> {
    (0..points.len() as u32)
        .filter(|point| points[*point as usize].distance_squared(center) <= radius * radius)
        .collect()
}

fn assert_agrees(points: &[Vec2], cell_size: f32, center: Vec2, radius: f32) {
    let grid = grid_of(points, cell_size);
    let found: Vec<u32> = visited(&grid, center, radius)
        .into_iter()
        .filter(|point| points[*point as usize].distance_squared(center) <= radius * radius)
        .collect();
    assert_eq!(
        found,
        within(points, center, radius),
        "cell {cell_size}, center {center}, radius {radius}"
    );
}

/// Returns points of a fixed scatter, within `extent` of `center`.
fn scatter(count: u32, center: Vec2, extent: f32) -> Vec<Vec2> {
    // The fractional parts of multiples of two irrational numbers are evenly distributed.
    (1..=count)
        .map(|number| {
            let part = |factor: f64| (f64::from(number) * factor).fract() as f32 - 0.5;
            center + Vec2::new(part(0.754_877_666), part(0.569_840_291)) * (2.0 * extent)
        })
        .collect()
}

#[test]
fn points_are_sorted_by_cell_and_by_number_within_a_cell() {
    let points = [
        Vec2::new(1.5, 0.5),
        Vec2::new(0.5, 0.5),
        Vec2::new(1.2, 0.1),
        Vec2::new(0.1, 0.9),
        Vec2::new(0.5, 1.5),
    ];
    // Cells (0,0): 1 and 3; (1,0): 0 and 2; (0,1): 4.
    assert_eq!(grid_of(&points, 1.0).order(), [1, 3, 0, 2, 4]);
}

#[test]
fn a_search_visits_little_more_than_it_finds() {
    // There are 10 000 points on 1000 x 1000: a cell of 20 holds 4 of them. A search of radius 20
    // covers at most 3 x 3 cells.
    let points = scatter(10_000, Vec2::new(-300.0, 200.0), 500.0);
    let grid = grid_of(&points, 20.0);
    let searches = scatter(500, Vec2::new(-300.0, 200.0), 480.0);
    let candidates_examined: usize = searches
        .iter()
        .map(|c| visited(&grid, *c, 20.0).len())
        .sum();
    let mean = candidates_examined as f32 / searches.len() as f32;
    // Nine cells hold 36; the disc itself holds pi 400 / 100 = 12.6. A table that wraps at half the
    // cells would double the 36.
    assert!((30.0..45.0).contains(&mean), "{mean} candidates");
}

#[test]
fn a_far_away_straggler_does_not_make_searches_slow() {
    let mut points = scatter(4_000, Vec2::ZERO, 400.0);
    points.push(Vec2::new(3e7, -8e8));
    let grid = grid_of(&points, 20.0);
    let searches = scatter(200, Vec2::ZERO, 380.0);
    let candidates_examined: usize = searches
        .iter()
        .map(|c| visited(&grid, *c, 20.0).len())
        .sum();
    let mean = candidates_examined as f32 / searches.len() as f32;
    // There are 4000 points on 640 000 square units: nine cells of 400 hold 22.5.
    assert!(mean < 45.0, "{mean} candidates");
}

#[test]
fn memory_follows_the_number_of_points_and_not_the_world() {
    for extent in [1.0, 1e3, 1e6, 1e12, 1e30] {
        let grid = grid_of(&scatter(1_000, Vec2::ZERO, extent), 1.0);
        // `starts` has two entries per point, rounded up to a power of two, and one more for the
        // end.
        assert!(
            grid.starts.len() <= 2_048 + 1,
            "{} buckets",
            grid.starts.len()
        );
    }
}

#[test]
fn an_empty_grid_and_a_useless_radius_find_nothing() {
    let empty = grid_of(&[], 1.0);
    assert_eq!(visited(&empty, Vec2::ZERO, 1e9), [] as [u32; 0]);
    assert_eq!(
        visited(&CellGrid::default(), Vec2::ZERO, 1.0),
        [] as [u32; 0]
    );
    let grid = grid_of(&scatter(50, Vec2::ZERO, 10.0), 1.0);
    for radius in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        assert_eq!(
            visited(&grid, Vec2::ZERO, radius),
            [] as [u32; 0],
            "{radius}"
        );
    }
}

#[test]
fn an_infinite_radius_finds_everything() {
    let points = scatter(300, Vec2::new(5e5, -2e6), 1e4);
    let everything: Vec<u32> = (0..300).collect();
    assert_eq!(
        visited(&grid_of(&points, 3.0), Vec2::ZERO, f32::INFINITY),
        everything
    );
    assert_eq!(
        visited(&grid_of(&points, 3.0), Vec2::ZERO, f32::MAX),
        everything
    );
}

#[test]
fn a_search_at_a_center_that_is_not_finite_is_harmless() {
    let grid = grid_of(&scatter(300, Vec2::ZERO, 10.0), 1.0);
    for center in [
        Vec2::NAN,
        Vec2::INFINITY,
        Vec2::NEG_INFINITY,
        Vec2::new(f32::NAN, 0.0),
    ] {
        for radius in [0.0, 1.0, f32::INFINITY] {
            visited(&grid, center, radius);
        }
    }
}

#[test]
fn points_that_are_not_finite_do_not_lose_the_others() {
    let mut points = scatter(200, Vec2::ZERO, 10.0);
    points[20] = Vec2::NAN;
    points[70] = Vec2::new(f32::INFINITY, 0.0);
    points[150] = Vec2::new(1.0, f32::NEG_INFINITY);
    for center in scatter(50, Vec2::ZERO, 10.0) {
        assert_agrees(&points, 1.5, center, 3.0);
    }
}

#[test]
fn coincident_points_are_all_found() {
    let spot = Vec2::new(-123.456, 7.89);
    let points = vec![spot; 3_000];
    assert_agrees(&points, 1.0, spot, 0.0);
    assert_agrees(&points, 1.0, spot + Vec2::X, 1.5);
    assert_agrees(&points, 1.0, spot + Vec2::X * 50.0, 1.5);
}

#[test]
fn a_radius_of_zero_finds_coincident_points() {
    let points = scatter(400, Vec2::splat(-40.0), 30.0);
    for point in &points {
        assert_agrees(&points, 0.7, *point, 0.0);
    }
}

#[test]
fn points_and_searches_exactly_on_cell_borders_agree() {
    // A lattice of whole numbers, cells of 1, radii of whole numbers: everything lies on a border.
    let points: Vec<Vec2> = (-8..8)
        .flat_map(|x| (-8..8).map(move |y| Vec2::new(x as f32, y as f32)))
        .collect();
    for radius in [0.0, 1.0, 2.0, 5.0, 20.0] {
        for center in &points {
            assert_agrees(&points, 1.0, *center, radius);
        }
    }
}

#[test]
fn cells_of_no_size_part_points_that_are_apart() {
    let points = scatter(2_000, Vec2::ZERO, 100.0);
    let grid = grid_of(&points, 0.0);
    for point in &points {
        assert!(visited(&grid, *point, 0.0).len() < 20);
    }
}

#[test]
fn any_cell_size_gives_the_same_answer() {
    let points = scatter(300, Vec2::new(17.0, -9.0), 25.0);
    for cell_size in [
        1e-9,
        1e-6,
        1e-3,
        0.1,
        1.0,
        7.0,
        50.0,
        1e4,
        1e9,
        f32::MAX,
        0.0,
        -1.0,
        f32::NAN,
        f32::INFINITY,
    ] {
        for center in scatter(20, Vec2::new(17.0, -9.0), 30.0) {
            assert_agrees(&points, cell_size, center, 6.0);
        }
    }
}

#[test]
fn a_rebuilt_grid_keeps_nothing_of_the_last_build() {
    let mut grid = grid_of(&scatter(500, Vec2::ZERO, 100.0), 3.0);
    let points = scatter(40, Vec2::splat(1e5), 10.0);
    grid.rebuild(&points, 2.0);
    assert_eq!(grid.order(), grid_of(&points, 2.0).order());
    assert_eq!(
        visited(&grid, points[3], 5.0),
        visited(&grid_of(&points, 2.0), points[3], 5.0)
    );
    grid.rebuild(&[], 2.0);
    assert!(grid.order().is_empty());
}

#[test]
fn wrapping_repeats_with_the_table_on_both_sides_of_zero() {
    for count in [1_usize, 2, 8, 64] {
        for cell in -200_i64..200 {
            assert_eq!(wrap(cell, count) as i64, cell.rem_euclid(count as i64));
        }
    }
}

#[test]
fn a_wrapped_span_holds_every_bucket_of_its_cells_once() {
    for count in [1_usize, 2, 4, 8] {
        for low in -20_i64..20 {
            for high in low..low + 20 {
                let mut buckets: Vec<usize> = wrapped_spans(low, high, count)
                    .into_iter()
                    .flatten()
                    .collect();
                buckets.sort_unstable();
                let mut expected: Vec<usize> = (low..=high).map(|cell| wrap(cell, count)).collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(buckets, expected, "{low}..={high} of {count}");
            }
        }
    }
}

proptest! {
    #[test]
    fn a_search_agrees_with_a_test_of_every_point(
        points in prop::collection::vec(vectors(50.0), 0..200),
        cell_size in 0.1_f32..80.0,
        center in vectors(70.0),
        radius in 0.0_f32..120.0,
    ) {
        assert_agrees(&points, cell_size, center, radius);
    }

    #[test]
    fn clusters_far_apart_agree(
        clusters in prop::collection::vec((vectors(1e6), prop::collection::vec(vectors(5.0), 1..40)), 1..6),
        cell_size in 0.5_f32..10.0,
        chosen in any::<prop::sample::Index>(),
        offset in vectors(5.0),
        radius in 0.0_f32..20.0,
    ) {
        let points: Vec<Vec2> = clusters
            .iter()
            .flat_map(|(middle, members)| members.iter().map(move |member| middle + member))
            .collect();
        assert_agrees(&points, cell_size, chosen.get(&clusters).0 + offset, radius);
    }

    #[test]
    fn points_of_every_magnitude_agree(
        points in prop::collection::vec(wild_vectors(), 0..100),
        chosen in any::<prop::sample::Index>(),
        cell_size in wild_numbers(),
        radius in wild_numbers().prop_map(f32::abs),
    ) {
        let center = if points.is_empty() { Vec2::ZERO } else { *chosen.get(&points) };
        assert_agrees(&points, cell_size, center, radius);
    }

    #[test]
    fn a_point_exactly_at_the_radius_is_found(
        center in vectors(1e6),
        offset in vectors(30.0),
        cell_size in 0.1_f32..40.0,
    ) {
        let points = [center + offset, center - offset];
        let radius = points[0].distance(center).max(points[1].distance(center));
        assert_agrees(&points, cell_size, center, radius);
    }

    #[test]
    fn the_order_holds_every_point_once(
        points in prop::collection::vec(vectors(1e6), 0..200),
        cell_size in 0.1_f32..1e5,
    ) {
        let mut order = grid_of(&points, cell_size).order().to_vec();
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..points.len() as u32));
    }

    #[test]
    fn a_search_that_covers_everything_visits_every_point(
        points in prop::collection::vec(vectors(100.0), 1..100),
        cell_size in 0.5_f32..50.0,
        center in vectors(200.0),
        radius in 0.0_f32..2e3,
    ) {
        let grid = grid_of(&points, cell_size);
        if grid.covers_everything(radius) {
            prop_assert_eq!(visited(&grid, center, radius).len(), points.len());
        }
        prop_assert!(grid.covers_everything(1e9));
        prop_assert!((grid.cell_size() / cell_size - 1.0).abs() < 1e-6);
    }
}
