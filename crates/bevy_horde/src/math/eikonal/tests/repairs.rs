//! A repaired field is equal to a new one.

use super::*;

const SIZE: u32 = 40;

#[test]
fn cheaper_ground_that_is_cut_off_amid_a_repair_is_repaired_in_time() {
    let mut grid = CostGrid::new(Vec2::ZERO, 1.0, SIZE, SIZE).expect("valid");
    let goals = [Goal::point(Vec2::new(20.5, 2.5))];
    let mut field = ready(&grid, &goals);
    // The ground gets fifty times as cheap amid a repair, and then it is cut off.
    grid.set_slowness(region((0, 10), (SIZE - 1, 11)), f32::INFINITY);
    field.change(&grid.take_changes());
    assert!(!field.advance(&grid, 50));
    grid.set_slowness(region((0, 12), (SIZE, SIZE)), 0.02);
    field.change(&grid.take_changes());
    assert!(!field.advance(&grid, 1200));
    grid.set_slowness(region((SIZE - 1, 10), (SIZE, 11)), f32::INFINITY);
    field.change(&grid.take_changes());
    assert!(field.advance(&grid, 8 * (SIZE * SIZE) as usize));
    assert_eq!(differences(&field.front, &ready(&grid, &goals).front), []);
}

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
            field.change(&grid.take_changes());
            prop_assert!(field.advance(&grid, usize::MAX));
            let new = ready(&grid, &goals);
            prop_assert_eq!(differences(&field.front, &new.front), []);
            prop_assert!(field.seeds == new.seeds);
        }
    }

    #[test]
    fn changes_may_come_amid_a_build_and_amid_a_repair(
        goals in goals(SIZE),
        ground in prop::collection::vec(edits(SIZE), 0..12),
        rounds in prop::collection::vec((edits(SIZE), 0_usize..400), 1..12),
        step in 1_usize..300,
    ) {
        let mut grid = CostGrid::new(Vec2::ZERO, 1.0, SIZE, SIZE).expect("valid");
        ground.iter().for_each(|edit| apply(&mut grid, edit));
        grid.take_changes();
        let mut field = EikonalField::new(&grid, &goals);
        for (edit, cells) in &rounds {
            field.advance(&grid, *cells);
            apply(&mut grid, edit);
            field.change(&grid.take_changes());
        }
        let mut steps = 0;
        while !field.advance(&grid, step) {
            steps += step;
            prop_assert!(steps < 100_000);
        }
        let new = ready(&grid, &goals);
        prop_assert_eq!(differences(&field.front, &new.front), []);
        // What is to be copied is copied, so the next repair begins with the same costs.
        field.advance(&grid, usize::MAX);
        prop_assert_eq!(differences(&field.back, &new.front), []);
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
        field.change(&grid.take_changes());
        while !field.is_ready() {
            prop_assert_eq!(differences(&field.front, &old), []);
            field.advance(&grid, step);
        }
    }
}
