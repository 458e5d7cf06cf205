//! Costs and directions at places.

use super::*;

fn grid(size: u32) -> CostGrid {
    CostGrid::new(Vec2::ZERO, 1.0, size, size).expect("valid")
}

/// A wall with a gap: column 10 of 21 is blocked, except for rows 3 and 4.
fn gate() -> CostGrid {
    let mut grid = grid(21);
    grid.set_slowness(region((10, 0), (11, 21)), f32::INFINITY);
    grid.set_slowness(region((10, 3), (11, 5)), 1.0);
    grid
}

#[test]
fn there_is_no_sample_outside_and_without_a_way() {
    let mut grid = gate();
    let goal = [Goal::point(Vec2::new(15.5, 10.5))];
    let field = ready(&grid, &goal);
    for place in [
        Vec2::new(-0.1, 5.0),
        Vec2::new(5.0, 21.0),
        Vec2::NAN,
        Vec2::MAX,
    ] {
        assert_eq!(field.sample(&grid, place), None);
    }
    assert!(field.sample(&grid, Vec2::new(2.5, 10.5)).is_some());
    grid.set_slowness(region((10, 3), (11, 5)), f32::INFINITY);
    let field = ready(&grid, &goal);
    assert_eq!(field.sample(&grid, Vec2::new(2.5, 10.5)), None);
    assert!(field.sample(&grid, Vec2::new(12.5, 10.5)).is_some());
    assert_eq!(ready(&grid, &[]).sample(&grid, Vec2::new(12.5, 10.5)), None);
}

#[test]
fn a_body_in_a_blocked_cell_heads_out() {
    let mut grid = grid(21);
    grid.set_slowness(region((5, 5), (16, 16)), f32::INFINITY);
    let field = ready(&grid, &[Goal::point(Vec2::new(20.0, 10.5))]);
    for (place, out) in [
        (Vec2::new(5.1, 10.5), Vec2::NEG_X),
        (Vec2::new(15.9, 10.5), Vec2::X),
        (Vec2::new(10.5, 5.2), Vec2::NEG_Y),
        (Vec2::new(10.5, 15.8), Vec2::Y),
    ] {
        let sample = field.sample(&grid, place).expect("a free cell is beside");
        assert!(sample.direction.dot(out) > 0.4, "{place} {sample:?}");
    }
    // All neighbors of this cell are blocked.
    assert_eq!(field.sample(&grid, Vec2::new(10.5, 10.5)), None);
}

#[test]
fn the_way_leads_through_the_gate_and_not_into_the_wall() {
    let grid = gate();
    let field = ready(&grid, &[Goal::point(Vec2::new(15.5, 15.5))]);
    for row in 0..21 {
        let sample = field
            .sample(&grid, Vec2::new(9.5, row as f32 + 0.5))
            .expect("a way");
        let expected = match row {
            0..3 => Vec2::Y,
            3 | 4 => Vec2::X,
            _ => Vec2::NEG_Y,
        };
        assert!(sample.direction.dot(expected) > 0.7, "{row} {sample:?}");
    }
    // The way leads round (11.5, 4.5), the center of the cell beside the wall:
    // |(9.5, 8.5) - (9.5, 4.5)| + 2 + |(15.5, 15.5) - (11.5, 4.5)| = 4 + 2 + 11.70.
    let sample = field.sample(&grid, Vec2::new(9.5, 8.5)).expect("a way");
    assert!((sample.cost - 17.70).abs() < 0.5, "{sample:?}");
}

#[test]
fn on_a_goal_there_is_no_direction_and_beside_it_the_straight_one() {
    let grid = grid(21);
    let center = Vec2::new(10.3, 10.9);
    let field = ready(&grid, &[Goal::point(center)]);
    let on_goal = field.sample(&grid, center).expect("open");
    assert_eq!((on_goal.cost, on_goal.direction), (0.0, Vec2::ZERO));
    for angle in 0..16 {
        let away = Vec2::from_angle(angle as f32);
        let sample = field.sample(&grid, center + away * 0.8).expect("open");
        assert!(sample.direction.dot(-away) > 0.9999, "{sample:?}");
        assert!((sample.cost - 0.8).abs() < 1e-3);
    }
    let disc = Goal {
        shape: GoalShape::Disc(4.0),
        ..Goal::point(center)
    };
    let field = ready(&grid, &[disc]);
    let inside = field
        .sample(&grid, center + Vec2::new(2.0, 1.0))
        .expect("open");
    assert_eq!((inside.cost, inside.direction), (0.0, Vec2::ZERO));
    // 9 units from the center are 5 from the edge of the disc.
    let outside = field
        .sample(&grid, center + Vec2::new(-9.0, 0.0))
        .expect("open");
    assert!(
        (outside.cost - 5.0).abs() < 0.05 && outside.direction.x > 0.999,
        "{outside:?}"
    );
    let shape = GoalShape::Box(Vec2::new(4.0, 1.0));
    let field = ready(&grid, &[Goal { shape, ..disc }]);
    let above = field
        .sample(&grid, center + Vec2::new(3.0, 8.0))
        .expect("open");
    assert!(
        (above.cost - 7.0).abs() < 0.05 && above.direction.y < -0.999,
        "{above:?}"
    );
}

#[test]
fn beyond_the_reach_of_a_goal_costs_are_interpolated_as_elsewhere() {
    let grid = grid(21);
    let center = Vec2::new(10.3, 10.9);
    let field = ready(&grid, &[Goal::point(center)]);
    let mut plain = field.clone();
    plain.near_goal = 0;
    let mut near = 0;
    for number in 0..1000_u16 {
        let away = Vec2::from_angle(f32::from(number)) * (1.51 + f32::from(number) * 2e-3);
        let place = center + away;
        assert_eq!(field.sample(&grid, place), plain.sample(&grid, place));
        let corner = grid.index((place - 0.5).as_uvec2()).expect("inside");
        near += usize::from(field.front[corner] <= field.near_goal);
    }
    assert!(near > 10, "{near}");
}

#[test]
fn a_start_cost_sends_agents_to_another_goal() {
    let grid = grid(41);
    let [near, far] = [Vec2::new(5.5, 20.5), Vec2::new(35.5, 20.5)];
    let costly = Goal {
        start_cost: 10.0,
        ..Goal::point(near)
    };
    let field = ready(&grid, &[costly, Goal::point(far)]);
    // From x = 13.5 the costs are 10 + 8 to the left and 22 to the right; from 19.5, 10 + 14 and
    // 16.
    let left = field.sample(&grid, Vec2::new(13.5, 20.5)).expect("open");
    assert!(
        left.direction.x < -0.99 && (left.cost - 18.0).abs() < 0.1,
        "{left:?}"
    );
    let right = field.sample(&grid, Vec2::new(19.5, 20.5)).expect("open");
    assert!(
        right.direction.x > 0.99 && (right.cost - 16.0).abs() < 0.1,
        "{right:?}"
    );
    // The start cost exceeds the way to the far goal. So even beside the near goal, the way leads
    // to the far one.
    let dear = Goal {
        start_cost: 50.0,
        ..Goal::point(near)
    };
    let field = ready(&grid, &[dear, Goal::point(far)]);
    let beside = field.sample(&grid, near - Vec2::X).expect("open");
    assert!(
        beside.direction.x > 0.99 && (beside.cost - 31.0).abs() < 0.1,
        "{beside:?}"
    );
}

#[test]
fn slow_ground_costs_its_slowness_and_is_gone_round() {
    let mut grid = grid(41);
    grid.set_slowness(grid.whole(), 3.0);
    let field = ready(&grid, &[Goal::point(Vec2::new(35.5, 20.5))]);
    let sample = field.sample(&grid, Vec2::new(5.5, 20.5)).expect("open");
    // 30 units at slowness 3.
    assert!((sample.cost - 90.0).abs() < 0.2, "{sample:?}");
    // The straight way through a swamp of 20 x 10 costs 10 + 20 x 5 = 110. Round its corner
    // (10, 16): |(5, 4.5)| + 20 + |(5, 4.5)| = 33.45; past the centers of free cells it is
    // |(4.5, 5)| + 21 + |(4.5, 5)| = 34.45.
    grid.set_slowness(grid.whole(), 1.0);
    grid.set_slowness(region((10, 16), (30, 26)), 5.0);
    let field = ready(&grid, &[Goal::point(Vec2::new(35.0, 20.5))]);
    let sample = field.sample(&grid, Vec2::new(5.0, 20.5)).expect("open");
    assert!((33.4..34.6).contains(&sample.cost), "{sample:?}");
}

#[test]
fn a_goal_in_a_wall_is_reached_from_beside() {
    let grid = gate();
    let field = ready(&grid, &[Goal::point(Vec2::new(10.4, 12.5))]);
    let sample = field.sample(&grid, Vec2::new(4.5, 12.5)).expect("a way");
    assert!(
        (sample.cost - 5.9).abs() < 0.1 && sample.direction.x > 0.97,
        "{sample:?}"
    );
}

#[test]
fn a_closed_gate_is_not_entered_before_the_repair() {
    let mut grid = gate();
    let field = ready(&grid, &[Goal::point(Vec2::new(15.5, 4.0))]);
    grid.set_slowness(region((10, 3), (11, 5)), f32::INFINITY);
    let sample = field
        .sample(&grid, Vec2::new(9.5, 4.5))
        .expect("the old field");
    assert!(sample.direction.is_finite());
}

#[test]
fn a_thin_wall_between_free_cells_is_walked_along() {
    let mut grid = grid(21);
    // A wall from (10, 0) to (10, 15). The centers beside it are 0.5 away, and the body has radius
    // 0.4.
    let distance = |place: Vec2| place.distance(Vec2::new(10.0, place.y.min(15.0)));
    grid.rasterize(grid.whole(), 0.4, distance);
    let field = ready(&grid, &[Goal::point(Vec2::new(12.5, 2.5))]);
    for x in [9.5, 9.6, 9.7] {
        let sample = field.sample(&grid, Vec2::new(x, 2.5)).expect("a way");
        assert!(sample.direction.y > 0.7, "{sample:?}");
    }
}

#[test]
fn a_free_cell_behind_a_corner_has_no_way() {
    let mut grid = grid(21);
    grid.set_slowness(region((1, 0), (2, 1)), f32::INFINITY);
    grid.set_slowness(region((0, 1), (1, 2)), f32::INFINITY);
    let field = ready(&grid, &[Goal::point(Vec2::new(12.5, 2.5))]);
    assert_eq!(field.sample(&grid, Vec2::splat(0.9)), None);
    assert!(field.sample(&grid, Vec2::splat(1.1)).is_some());
}

#[test]
fn a_way_that_costs_too_much_is_none() {
    let mut grid = CostGrid::new(Vec2::ZERO, 1.0, 2200, 1).expect("valid");
    grid.set_slowness(grid.whole(), 1000.0);
    let field = ready(&grid, &[Goal::point(Vec2::new(0.5, 0.5))]);
    // A cell costs 1000 x 1024, so the greatest cost, 2^31 - 1, is that of 2097.15 cells.
    let sample = |column: f32| field.sample(&grid, Vec2::new(column + 0.5, 0.5));
    assert!(sample(2097.0).is_some_and(|sample| (sample.cost - 2.097e6).abs() < 1e3));
    assert_eq!(sample(2098.0), None);
    assert_eq!(sample(2199.0), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_sample_is_finite_and_points_down(
        goals in goals(30),
        ground in prop::collection::vec(edits(30), 0..20),
        later in prop::collection::vec(edits(30), 0..3),
        places in prop::collection::vec((0.0_f32..30.0, 0.0_f32..30.0), 50),
    ) {
        let mut grid = grid(30);
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        let field = ready(&grid, &goals);
        for place in &places {
            let place = Vec2::from(*place);
            let cell = grid.cell_at(place).expect("inside");
            let sample = field.sample(&grid, place);
            if let Some(sample) = sample {
                prop_assert!(sample.cost >= 0.0 && sample.cost.is_finite());
                let length = sample.direction.length();
                prop_assert!(sample.direction == Vec2::ZERO || (length - 1.0).abs() < 1e-4);
            }
            // A free cell has a sample exactly if it has a way.
            let index = grid.index(cell).expect("inside");
            if grid.is_free(cell) {
                prop_assert_eq!(sample.is_some(), field.front[index] <= GREATEST);
            }
        }
        // Samples over a grid that has changed are finite too.
        later.iter().for_each(|edit| apply(&mut grid, edit));
        for place in &places {
            if let Some(sample) = field.sample(&grid, Vec2::from(*place)) {
                prop_assert!(sample.cost.is_finite() && sample.direction.is_finite());
            }
        }
    }

    #[test]
    fn no_input_panics(
        numbers in prop::array::uniform8(prop_oneof![
            any::<f32>(), -30.0_f32..60.0, Just(f32::NAN), Just(f32::INFINITY), Just(f32::MAX),
        ]),
        cells in prop::collection::vec(any::<u32>(), 0..20),
        step in 0_usize..300,
    ) {
        let [a, b, c, d, e, f, g, h] = numbers;
        let other = CostGrid::new(Vec2::new(a, b), c, 9, 31).unwrap_or(grid(9));
        let goals = [
            Goal { center: Vec2::new(a, b), shape: GoalShape::Disc(c), start_cost: d },
            Goal { center: Vec2::new(e, f), shape: GoalShape::Box(Vec2::new(g, h)), start_cost: a },
            Goal { start_cost: h, ..Goal::point(Vec2::new(c, g)) },
        ];
        let grid = grid(30);
        let mut field = EikonalField::new(&grid);
        field.begin(&grid, &goals[1..], cells.clone());
        field.finish(&grid);
        field.begin(&grid, &goals[1..], cells.clone());
        field.sample(&grid, Vec2::new(e, h));
        field.sample(&other, Vec2::new(e, h));
        field.advance(&other, &mut Budget::of(step as u64));
        field.finish(&grid);
        field.begin(&other, &goals, cells.clone());
        field.finish(&other);
        field.sample(&grid, Vec2::new(a, d));
        field.begin(&grid, &goals, cells);
        field.finish(&grid);
        prop_assert!(field.is_idle());
    }
}
