use super::*;
use bevy_tasks::{ComputeTaskPool, TaskPoolBuilder};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use core::time::Duration;
use std::sync::Mutex;
use std::time::Instant;

/// Longer than another thread needs to begin on any machine.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn pieces_are_the_table_cut_in_order() {
    // 5 000 are two batches of 2 048 rows and 904 more.
    let numbers: Vec<usize> = (0..5_000).collect();
    let mut copies = vec![0; 5_000];
    let mut sums = [0_usize; 3];
    let mut lengths = Vec::new();
    let columns = (
        FirstRow(70),
        (&numbers[..], None::<&[u8]>),
        (&mut copies[..], OnePerBatch(&mut sums)),
        true,
    );
    assert_eq!(columns.rows(), Some(5_000));
    for (first, (numbers, none), (copies, sum), flag) in columns.batches(2_048) {
        assert!(none.is_none() && flag);
        assert_eq!(first.0, 70 + numbers[0]);
        copies.copy_from_slice(numbers);
        *sum = numbers.iter().sum();
        lengths.push(numbers.len());
    }
    assert_eq!(lengths, [2_048, 2_048, 904]);
    assert_eq!(copies, numbers);
    // 0 + ... + 2 047, and so on: the first and the last number of a batch, times half its length.
    assert_eq!(
        sums,
        [
            2_047 * 1_024,
            (2_048 + 4_095) * 1_024,
            (4_096 + 4_999) * 452
        ]
    );
}

#[test]
fn an_empty_table_has_no_pieces() {
    let empty = (&[] as &[u8], true);
    assert_eq!(empty.batches(2_048).count(), 0);
}

#[test]
fn a_piece_is_a_sixteenth_within_bounds_and_whole_spans() {
    for (agents, rows) in [
        (0, 256),
        (4_096, 256),
        // A sixteenth are 313 rows, rounded up to five spans of 64 rows.
        (5_000, 320),
        (32_768, 2_048),
        (1_000_000, 2_048),
    ] {
        assert_eq!(rows_per_batch(agents), rows, "{agents}");
    }
}

#[test]
fn threads_see_every_row_once() {
    ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(4).build());
    assert!(Cost::Low.is_worth_threads(30_000) && !Cost::Low.is_worth_threads(1_999));
    // A quarter as many agents are enough at a high cost per agent.
    assert!(Cost::High.is_worth_threads(500) && !Cost::High.is_worth_threads(499));
    let mut numbers: Vec<usize> = vec![0; 30_000];
    let (first, second) = numbers.split_at_mut(11_000);
    let tables = [first, second].into_iter();
    let seen = Mutex::new(0);
    for_each_batch(Arch::new(), Cost::Low, tables, |batch| {
        batch.iter_mut().for_each(|number| *number += 1);
        *seen.lock().unwrap() += batch.len();
    });
    assert_eq!(seen.into_inner().unwrap(), 30_000);
    assert!(numbers.iter().all(|number| *number == 1));
    // Two of three batches wait for each other: one thread alone would wait for ever.
    let few = core::iter::once(&mut numbers[..700]);
    let (lengths, begun) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    for_each_batch(Arch::new(), Cost::High, few, |batch| {
        if batch.len() == 256 {
            begun.fetch_add(1, Relaxed);
            let since = Instant::now();
            while begun.load(Relaxed) < 2 {
                assert!(since.elapsed() < PATIENCE, "one thread does it all");
                std::thread::yield_now();
            }
        }
        batch.iter_mut().for_each(|number| *number += 1);
        lengths.lock().unwrap().push(batch.len());
    });
    let mut lengths = lengths.into_inner().unwrap();
    lengths.sort_unstable();
    assert_eq!(lengths, [188, 256, 256]);
    assert!(numbers[..700].iter().all(|number| *number == 2));
}
