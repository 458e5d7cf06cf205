use super::*;
use crate::segment::Segment;
use bevy::math::vec2;
use proptest::prelude::*;
use rand::SeedableRng;

const FREE: Ground<'static> = Ground {
    bodies: Vec::new(),
    barriers: &[],
};

fn positions(placement: &Placement, radius: f32, ground: &Ground<'_>, seed: u64) -> Vec<Vec2> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let positions = placement.positions(&vec![radius; placement.count()], ground, &mut random);
    positions.expect("the ground has room")
}

#[test]
fn a_ring_of_four_begins_at_the_right() {
    let ring = Placement::Ring {
        center: vec2(1.0, 2.0),
        radius: 3.0,
        count: 4,
    };
    let expected = [
        vec2(4.0, 2.0),
        vec2(1.0, 5.0),
        vec2(-2.0, 2.0),
        vec2(1.0, -1.0),
    ];
    for (position, expected) in positions(&ring, 0.2, &FREE, 0).iter().zip(expected) {
        assert!(position.distance(expected) < 1e-5, "{position} {expected}");
    }
}

#[test]
fn a_grid_goes_row_by_row() {
    let grid = Placement::Grid {
        corner: vec2(10.0, 20.0),
        columns: 2,
        rows: 3,
        step: vec2(1.0, -2.0),
    };
    let expected = [
        (10., 20.),
        (11., 20.),
        (10., 18.),
        (11., 18.),
        (10., 16.),
        (11., 16.),
    ];
    assert_eq!(positions(&grid, 0.2, &FREE, 0), expected.map(Vec2::from));
}

#[test]
fn a_full_ground_is_an_error() {
    let crowd = Placement::Rectangle {
        corner: Vec2::ZERO,
        size: vec2(1.0, 1.0),
        count: 5,
        spacing: 2.0,
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
    let error = crowd
        .positions(&[0.1; 5], &FREE, &mut random)
        .expect_err("one fits, two do not");
    assert!(error.starts_with("only 1 of 5 find room"), "{error}");
}

#[test]
fn along_a_path_and_on_both_sides_of_it() {
    let path = vec![vec2(0.0, 0.0), vec2(30.0, 0.0), vec2(30.0, 30.0)];
    let crowd = Placement::AlongPath {
        path: path.clone(),
        within: 3.0,
        count: 40,
        spacing: 0.0,
    };
    let positions = positions(&crowd, 0.1, &FREE, 0);
    let distance = |position: &Vec2| {
        let legs = closed_path::legs(&path).map(|(from, to)| Segment::between(from, to));
        let distances = legs.map(|leg| leg.distance(position.as_dvec2()));
        distances.fold(f64::INFINITY, f64::min)
    };
    assert!(
        positions
            .iter()
            .all(|position| distance(position) <= 3.0 + 1e-4)
    );
    for side in [-1.0, 1.0] {
        // The first leg is on the x axis.
        let beside =
            |position: &&Vec2| (1.0..3.0).contains(&(side * position.y)) && position.x < 20.0;
        assert!(
            positions.iter().any(|position| beside(&position)),
            "{positions:?}"
        );
    }
}

proptest! {
    #[test]
    fn scattered_bodies_touch_nothing(seed: u64, radius in 0.05f32..0.4, spacing in 0.0f32..1.0) {
        let barriers = [Barrier::Circle { center: vec2(5.0, 5.0), radius: 2.0 }];
        let ground = Ground { bodies: vec![(vec2(1.0, 1.0), 1.0)], barriers: &barriers };
        let crowd = Placement::Rectangle { corner: Vec2::ZERO, size: vec2(10.0, 10.0), count: 20, spacing };
        let positions = positions(&crowd, radius, &ground, seed);
        for (number, position) in positions.iter().enumerate() {
            prop_assert!(position.min_element() >= radius - 1e-4 && position.max_element() <= 10.0 - radius + 1e-4);
            prop_assert!(position.distance(vec2(5.0, 5.0)) > 2.0 + radius - 1e-4);
            prop_assert!(position.distance(vec2(1.0, 1.0)) > 1.0 + radius - 1e-4);
            for other in &positions[..number] {
                prop_assert!(position.distance(*other) > spacing.max(2.0 * radius) - 1e-4);
            }
        }
    }
}
