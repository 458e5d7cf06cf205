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
            field.advance(&grid, usize::MAX);
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
                field.advance(&grid, step);
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
            field.advance(&grid, step);
        }
    }
}
