//! A repaired field is equal to a new one.

use super::*;

const SIZE: u32 = 40;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_repaired_field_is_equal_to_a_new_one(
        goals in goals(SIZE),
        ground in prop::collection::vec(edits(SIZE), 0..12),
        rounds in prop::collection::vec(prop::collection::vec(edits(SIZE), 1..4), 1..5),
    ) {
        let mut grid = CostGrid::new(Vec2::ZERO, 1.0, SIZE, SIZE).expect("valid");
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        grid.take_changes();
        let mut field = ready(&grid, &goals);
        for edits in &rounds {
            edits.iter().for_each(|edit| apply(&mut grid, edit));
            let changes = grid.take_changes();
            field.begin(&grid, &goals, changes);
            field.finish(&grid);
            prop_assert!(field.is_idle());
            let new = ready(&grid, &goals);
            prop_assert_eq!(differences(&field.front, &new.front), []);
            prop_assert!(field.seeds == new.seeds);
        }
    }

    #[test]
    fn a_field_that_is_computed_in_steps_is_equal_to_a_new_one(
        goals in goals(SIZE),
        ground in prop::collection::vec(edits(SIZE), 0..12),
        rounds in prop::collection::vec(edits(SIZE), 1..6),
        step in 1_usize..300,
    ) {
        let mut grid = CostGrid::new(Vec2::ZERO, 1.0, SIZE, SIZE).expect("valid");
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        let mut field = EikonalField::new(&grid);
        for edit in &rounds {
            let changes = grid.take_changes();
            field.begin(&grid, &goals, changes);
            let mut steps = 0;
            while !field.is_idle() {
                field.advance(&grid, &mut Budget::of(step as u64));
                steps += step;
                prop_assert!(steps < 100_000);
            }
            let new = ready(&grid, &goals);
            prop_assert_eq!(differences(&field.front, &new.front), []);
            // The next repair begins with the same costs.
            prop_assert_eq!(differences(&field.back, &new.front), []);
            apply(&mut grid, edit);
        }
    }

    #[test]
    fn the_last_field_stays_until_the_next_is_ready(
        goals in goals(SIZE),
        ground in prop::collection::vec(edits(SIZE), 0..12),
        edit in edits(SIZE),
        step in 1_usize..100,
    ) {
        let mut grid = CostGrid::new(Vec2::ZERO, 1.0, SIZE, SIZE).expect("valid");
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        grid.take_changes();
        let mut field = ready(&grid, &goals);
        let old = field.front.clone();
        apply(&mut grid, &edit);
        let changes = grid.take_changes();
        field.begin(&grid, &goals, changes);
        while field.phase != Phase::Ready {
            prop_assert_eq!(differences(&field.front, &old), []);
            field.advance(&grid, &mut Budget::of(step as u64));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_done_follows_from_the_sum_of_all_budgets(
        goals in goals(SIZE),
        ground in prop::collection::vec(edits(SIZE), 0..12),
        edit in edits(SIZE),
        parts in prop::collection::vec(1_u64..400, 1..12),
    ) {
        let mut grid = CostGrid::new(Vec2::ZERO, 1.0, SIZE, SIZE).expect("valid");
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        grid.take_changes();
        let mut one = ready(&grid, &goals);
        apply(&mut grid, &edit);
        let changes = grid.take_changes();
        one.begin(&grid, &goals, changes.clone());
        let mut other = ready(&grid, &[]);
        other.begin(&grid, &goals, changes);
        for field in [&mut one, &mut other] {
            let mut whole = field.clone();
            let mut budget = Budget::default();
            for part in &parts {
                budget.grant(*part);
                field.advance(&grid, &mut budget);
            }
            let mut all = Budget::of(parts.iter().sum());
            whole.advance(&grid, &mut all);
            prop_assert_eq!(field.phase, whole.phase);
            prop_assert_eq!(differences(&field.back, &whole.back), []);
            prop_assert_eq!(differences(&field.front, &whole.front), []);
            prop_assert!(field.is_idle() || budget == all);
        }
    }
}

#[test]
fn no_step_takes_much_more_than_is_left() {
    let mut grid = CostGrid::unprepared(Vec2::ZERO, 1.0, 700, 700).expect("valid");
    let mut debt = 0;
    let mut work = |step: &mut dyn FnMut(&mut Budget) -> bool| loop {
        let mut budget = Budget::of(1);
        if step(&mut budget) {
            break;
        }
        debt = debt.max(budget.debt());
    };
    work(&mut |budget| grid.prepare(budget));
    let goals: Vec<Goal> = (0..300_u16)
        .map(|number| Goal::point(Vec2::new(f32::from(number), 2.0 * f32::from(number % 300))))
        .collect();
    let mut field = EikonalField::new(&grid);
    field.begin(&grid, &goals, Vec::new());
    let mut steps = 0_u32;
    work(&mut |budget| {
        steps += 1;
        field.advance(&grid, budget);
        field.is_idle()
    });
    grid.set_slowness(region((300, 0), (302, 400)), f32::INFINITY);
    let changes = grid.take_changes();
    field.begin(&grid, &goals, changes);
    work(&mut |budget| {
        field.advance(&grid, budget);
        field.is_idle()
    });
    assert!(debt < 3_000 && steps > 1_000, "{debt} {steps}");
}
