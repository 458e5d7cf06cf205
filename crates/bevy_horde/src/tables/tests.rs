use super::column_ref::Since;
use super::*;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use proptest::prelude::*;

#[derive(Component, Clone, Copy, PartialEq, Debug)]
struct Number(usize);

/// The versions of all rows.
fn versions(numbers: Query<Ref<Number>>) -> Vec<Version> {
    let mut all = Vec::new();
    for column in numbers.contiguous_iter().unwrap() {
        let watched = ColumnRef::new(column);
        for rows in rows_at_once(200) {
            let mut versions = [0; ROWS_AT_ONCE];
            watched.add_versions(rows.clone(), &mut versions);
            None::<ColumnRef<Number>>.add_versions(rows.clone(), &mut versions);
            all.extend_from_slice(&versions[..rows.len()]);
        }
    }
    all
}

/// The numbers in the rows that have another version after `change`.
fn changed_after(change: impl FnOnce(&mut World, &[Entity])) -> Vec<usize> {
    let mut world = World::new();
    let entities: Vec<_> = (0..200).map(|row| world.spawn(Number(row)).id()).collect();
    let find = |world: &mut World| world.run_system_cached(versions).unwrap();
    let before = find(&mut world);
    assert_eq!(before.len(), 200);
    assert_eq!(find(&mut world), before);
    change(&mut world, &entities);
    let after = find(&mut world);
    let rows = entities.iter().zip(before).zip(after);
    let changed = rows.filter(|((_, before), after)| before != after);
    changed
        .map(|((entity, _), _)| world.get::<Number>(*entity).unwrap().0)
        .collect()
}

#[test]
fn a_change_by_a_game_is_seen_once() {
    let changed = changed_after(|world, entities| {
        world.get_mut::<Number>(entities[7]).unwrap().0 = 7;
        world.entity_mut(entities[150]).insert(Number(150));
    });
    assert_eq!(changed, [7, 150]);
}

#[test]
fn a_write_is_marked_unless_the_value_is_equal() {
    let changed = changed_after(|world, _| {
        let mut write = IntoSystem::into_system(|mut numbers: Query<&mut Number>| {
            for column in numbers.contiguous_iter_mut().unwrap() {
                let mut written = ColumnMut::new(column);
                let mut column = written.column();
                *column.get_mut(3) = Number(3);
                column.get_mut(4).set_if_neq(Number(4));
                column.get_mut(5).set_if_neq(Number(1_005));
                *column.get_mut(6).bypass_change_detection() = Number(1_006);
                column.get_mut(8).0 = 1_008;
            }
        });
        write.initialize(world);
        world.increment_change_tick();
        write.run((), world).unwrap();
    });
    assert_eq!(changed, [3, 1_005, 1_008]);
}

#[test]
fn a_value_says_whether_it_has_changed_since_the_system_ran_last() {
    let mut world = World::new();
    let entities: Vec<_> = (0..200).map(|row| world.spawn(Number(row)).id()).collect();
    // Doubles the changed values, and marks results above a hundred as changed.
    let mut double = IntoSystem::into_system(|mut numbers: Query<&mut Number>| {
        let mut rows = Vec::new();
        for column in numbers.contiguous_iter_mut().unwrap() {
            let mut written = ColumnMut::new(column);
            let column = written.column();
            let has_changed = column.any_changed();
            for (row, mut value) in column.values_mut().enumerate() {
                if value.is_changed() {
                    rows.push(row);
                    let value_before = value.0;
                    value.bypass_change_detection().0 *= 2;
                    if value.0 > 100 {
                        *value = Number(2 * value_before);
                    }
                }
            }
            assert_eq!(has_changed, !rows.is_empty());
        }
        rows
    });
    let mut count = IntoSystem::into_system(|numbers: Query<&Number, Changed<Number>>| {
        numbers.iter().map(|number| number.0).collect::<Vec<_>>()
    });
    double.initialize(&mut world);
    count.initialize(&mut world);
    // Everything is new.
    let all: Vec<_> = (0..200).collect();
    assert_eq!(double.run((), &mut world).unwrap(), all);
    count.run((), &mut world).unwrap();
    // Nothing has changed since.
    assert_eq!(double.run((), &mut world).unwrap(), []);
    for (row, value) in [(12, 31), (88, 77)] {
        world.get_mut::<Number>(entities[row]).unwrap().0 = value;
    }
    count.run((), &mut world).unwrap();
    assert_eq!(double.run((), &mut world).unwrap(), [12, 88]);
    assert_eq!(count.run((), &mut world).unwrap(), [154]);
    let values = [12, 88].map(|row| world.get::<Number>(entities[row]).unwrap().0);
    assert_eq!(values, [62, 154]);
}

proptest! {
    #[test]
    fn the_time_since_a_run_is_that_of_the_engine(
        now in any::<u32>(),
        last_run in any::<u32>(),
        ticks in prop::collection::vec(any::<u32>(), 1..40),
        near in 0_u32..5,
    ) {
        let tick = Tick::new;
        let (now_tick, last_tick) = (tick(now), tick(last_run));
        let since = Since::new(last_tick, now_tick);
        let edges = [now, last_run, last_run.wrapping_add(near), now.wrapping_sub(near)];
        let ticks: Vec<_> = ticks.into_iter().chain(edges).map(tick).collect();
        for tick in &ticks {
            prop_assert_eq!(since.is_before(*tick), tick.is_newer_than(last_tick, now_tick));
        }
        let any = ticks.iter().any(|tick| tick.is_newer_than(last_tick, now_tick));
        prop_assert_eq!(since.is_before_any(&ticks), any);
    }
}
