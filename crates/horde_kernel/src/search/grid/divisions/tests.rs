//! Compares a divided grid with a test of every point.

use super::*;
use crate::test_inputs::{vectors, wild_numbers, wild_vectors};
use proptest::prelude::*;

const MOST: usize = 16;

fn divided(points: &[Vec2], cell_size: f32) -> CellGrid {
    let mut grid = CellGrid::default();
    grid.rebuild(points, cell_size);
    grid.divide(MOST, |number| points[number as usize]);
    grid
}

/// The places of all points that a search visits.
fn visited(grid: &CellGrid, center: Vec2, radius: f32) -> Vec<usize> {
    let mut places = Vec::new();
    grid.visit_runs(center, radius, |run| {
        assert!(!run.is_empty());
        places.extend(run);
    });
    places
}

/// Asserts that a search in a divided grid visits every point within the radius, once and in order.
fn assert_finds(points: &[Vec2], cell_size: f32, center: Vec2, radius: f32) {
    let grid = divided(points, cell_size);
    let places = visited(&grid, center, radius);
    assert!(places.is_sorted_by(|one, next| one < next), "{places:?}");
    let is_near =
        |number: &u32| points[*number as usize].distance_squared(center) <= radius * radius;
    let numbers = places.iter().map(|place| grid.order()[*place]);
    let mut found: Vec<u32> = numbers.filter(is_near).collect();
    found.sort_unstable();
    let all = 0..points.len() as u32;
    assert_eq!(found, all.filter(is_near).collect::<Vec<u32>>());
}

/// Points on rings about `center`, most of them on the smallest. Rings grow by a factor of 50.
fn rings(count: u32, center: Vec2, radius: f32) -> Vec<Vec2> {
    let point = |number: u32| {
        let ring = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2][number as usize % 10];
        center + Vec2::from_angle(2.4 * number as f32) * radius * 50.0_f32.powi(ring)
    };
    (0..count).map(point).collect()
}

#[test]
fn a_search_in_a_pile_visits_few_points() {
    for radius in [1e-4, 1e-10, 1e-16] {
        let points = rings(8_000, Vec2::ZERO, radius);
        let grid = divided(&points, 1.0);
        for point in &points {
            let reach = grid.cell_size_at(*point);
            let places = visited(&grid, *point, reach);
            assert!(places.len() <= 25 * MOST, "{} at {point}", places.len());
        }
    }
}

#[test]
fn cells_beside_a_pile_keep_their_size() {
    let mut points = rings(500, Vec2::splat(0.5), 1e-4);
    points.push(Vec2::new(7.5, 0.5));
    let grid = divided(&points, 1.0);
    assert_eq!(grid.cell_size_at(Vec2::new(7.5, 0.5)), 1.0);
    assert!(grid.cell_size_at(points[0]) < 1e-4);
}

#[test]
fn coincident_points_stay_in_one_cell_in_the_order_of_their_numbers() {
    let mut points = vec![Vec2::splat(0.3); 100];
    let grid = divided(&points, 1.0);
    assert_eq!(grid.cell_size_at(points[0]), 1.0);
    assert!(grid.order().iter().copied().eq(0..100));
    points.extend([Vec2::splat(0.31), Vec2::splat(0.29)]);
    let grid = divided(&points, 1.0);
    let places = visited(&grid, Vec2::splat(0.3), 0.0);
    assert!(places.iter().map(|place| grid.order()[*place]).eq(0..100));
}

#[test]
fn a_new_sort_ends_the_division() {
    let points = rings(500, Vec2::ZERO, 1e-4);
    let mut grid = divided(&points, 1.0);
    grid.rebuild(&points, 1.0);
    assert_eq!(grid.cell_size_at(points[0]), 1.0);
    assert!(visited(&grid, points[0], 0.0).len() > 2 * MOST);
}

proptest! {
    #[test]
    fn searches_agree_with_a_test_of_every_point(
        count in 0_u32..600,
        center in vectors(50.0),
        size in -16.0_f32..1.0,
        away in vectors(3.0),
        reach in 0.0_f32..3.0,
    ) {
        let size = 10.0_f32.powf(size);
        let points = rings(count, center, size);
        assert_finds(&points, 1.0, center + away * size, reach * size);
        assert_finds(&points, 1.0, center + away, reach);
    }

    #[test]
    fn points_of_every_magnitude_agree(
        points in prop::collection::vec(wild_vectors(), 1..200),
        chosen in any::<prop::sample::Index>(),
        cell_size in wild_numbers(),
        radius in wild_numbers().prop_map(f32::abs),
    ) {
        assert_finds(&points, cell_size, *chosen.get(&points), radius);
    }

    #[test]
    fn the_order_holds_every_point_once(
        count in 0_u32..600,
        center in vectors(1e6),
        radius in 0.0_f32..10.0,
    ) {
        let points = rings(count, center, radius);
        let mut order = divided(&points, 1.0).order().to_vec();
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..count));
    }
}
