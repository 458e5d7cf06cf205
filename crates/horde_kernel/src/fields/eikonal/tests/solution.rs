//! A field is the solution of the equation.

use super::*;

/// The cost of a cell from its neighbors and goals, straight from the formula.
fn slow_cost(grid: &CostGrid, seeds: &[Seed], costs: &[u32], cell: usize) -> u32 {
    let step = grid.steps()[cell] as f32;
    let is_linked = |from: usize, way: u32| grid.links()[from] & (1 << (way & 7)) != 0;
    let mut best = seeds
        .iter()
        .find(|seed| seed.0 as usize == cell)
        .map_or(UNREACHABLE, |seed| seed.1);
    for way in 0..8 {
        if !is_linked(cell, way) {
            continue;
        }
        let neighbor = grid.neighbor(cell, way);
        let own = costs[neighbor];
        if own == UNREACHABLE {
            continue;
        }
        let length = if way % 2 == 0 {
            f64::from(step)
        } else {
            (f64::from(step) * 1448.0 / 1024.0 + 0.5).floor()
        };
        best = best.min(own + length as u32);
        if way % 2 == 1 {
            continue;
        }
        let mut corner = UNREACHABLE;
        for (turn, across) in [(1, 2), (7, 6)] {
            if is_linked(cell, way + turn) && is_linked(neighbor, way + across) {
                corner = corner.min(costs[grid.neighbor(cell, way + turn)]);
            }
        }
        if corner < own {
            let difference = (own - corner) as f32;
            if difference * 2.0_f32.sqrt() < step {
                best = best
                    .min(own + (((step - difference) * (step + difference)).sqrt() + 0.5) as u32);
            }
        }
    }
    if best <= GREATEST { best } else { UNREACHABLE }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_wave_and_repeated_sweeps_give_equal_costs(
        goals in goals(30),
        // Maps of mostly walls, and maps of mostly even ground.
        ground in prop_oneof![
            prop::collection::vec(edits(30), 0..30),
            prop::collection::vec(edits(30), 0..4),
        ],
    ) {
        let mut grid = CostGrid::new(Vec2::ZERO, 1.0, 30, 30).expect("valid");
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        let field = ready(&grid, &goals);
        let mut costs = vec![UNREACHABLE; field.front.len()];
        loop {
            let mut is_changed = false;
            for cell in 0..costs.len() {
                if grid.links()[cell] & FREE != 0 {
                    let new = slow_cost(&grid, &field.seeds, &costs, cell);
                    is_changed |= new != costs[cell];
                    costs[cell] = new;
                }
            }
            if !is_changed {
                break;
            }
        }
        prop_assert_eq!(differences(&field.front, &costs), []);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn after_a_wave_over_mostly_even_ground_all_cells_are_consistent(
        goals in goals(120),
        ground in prop::collection::vec(edits(120), 0..8),
    ) {
        let mut grid = CostGrid::new(Vec2::ZERO, 1.0, 120, 120).expect("valid");
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        let field = ready(&grid, &goals);
        for cell in 0..field.front.len() {
            if grid.links()[cell] & FREE != 0 {
                let expected = slow_cost(&grid, &field.seeds, &field.front, cell);
                prop_assert_eq!(field.front[cell], expected, "{}", cell);
            }
        }
    }
}

#[test]
fn a_wave_over_even_ground_computes_each_cell_once() {
    let grid = CostGrid::new(Vec2::ZERO, 1.0, 120, 120).expect("valid");
    for goal in [(60.3, 60.9), (3.2, 41.7), (0.5, 0.5), (118.0, 2.0)] {
        let mut field = EikonalField::new(&grid);
        field.begin(&grid, &[Goal::point(goal.into())], Vec::new());
        while field.phase != Phase::Wave {
            field.advance(&grid, &mut Budget::of(1));
        }
        let mut budget = Budget::of(1_000_000);
        assert_eq!(field.extend_wave(&grid, &mut budget), Phase::Ready);
        assert_eq!(1_000_000 - budget.left(), 120 * 120, "{goal:?}");
    }
}

#[test]
fn a_neighbor_beside_and_one_at_the_corner_give_what_the_formula_says() {
    // a = 5000, b = 4400, c = 1000: 5000 + sqrt(1000^2 - 600^2) = 5800.
    assert_eq!(update::through(1000, 5000, 4400), 5800);
    // If the two costs differ by 1000 / sqrt(2) = 707.1 or more, the way leads to the corner. Then
    // `through` returns `UNREACHABLE`.
    assert_eq!(update::through(1000, 5000, 4293), 5707);
    assert_eq!(update::through(1000, 5000, 4292), UNREACHABLE);
    // 1024 sqrt(2) = 1448.2.
    assert_eq!(update::diagonal_step(1024), 1448);
}

#[test]
fn costs_on_open_ground_are_the_distances_but_for_half_a_percent() {
    let grid = CostGrid::new(Vec2::ZERO, 0.5, 200, 200).expect("valid");
    let goal = Vec2::new(31.3, 44.9);
    let field = ready(&grid, &[Goal::point(goal)]);
    let (mut worst, mut turns) = (0.0_f32, 0.0);
    for row in 0..200 {
        for column in 0..200 {
            let place = grid.center(UVec2::new(column, row));
            let sample = field.sample(&grid, place).expect("open");
            let distance = place.distance(goal);
            worst = worst.max((sample.cost - distance).abs() / distance.max(0.5));
            if distance > 0.0 {
                // The direction is off by at most 2.3 degrees plus half a cell as seen from the
                // goal.
                let turn = sample.direction.angle_to((goal - place) / distance).abs();
                assert!(turn < 0.04 + 0.25 / distance, "{place} {turn} {sample:?}");
                turns += turn / 40_000.0;
            }
        }
    }
    assert!(worst < 0.005 && turns < 0.013, "{worst} {turns}");
}

#[test]
fn offsets_turn_counter_clockwise() {
    let angles = OFFSETS.map(|(x, y)| {
        f64::from(y)
            .atan2(f64::from(x))
            .rem_euclid(std::f64::consts::TAU)
    });
    assert!(angles.is_sorted());
}
