//! Tests against slow exact assignments.

use super::*;
use pathfinding::matrix::Matrix;
use pathfinding::prelude::kuhn_munkres_min;

/// A pseudo-random number from 0 to 1, the same in every run.
pub(super) fn random(seed: &mut u64) -> f32 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 40) as f32 / (1_u64 << 24) as f32
}

pub(super) fn points(count: usize, seed: &mut u64) -> Vec<Vec2> {
    let point = |_| Vec2::new(random(seed), random(seed)) * 100.0;
    (0..count).map(point).collect()
}

/// The least total way, over all permutations.
fn least_of_all(members: &[Vec2], slots: &[Vec2], softness: f32, taken: &mut Vec<u32>) -> f32 {
    let Some(member) = members.get(taken.len()) else {
        return 0.0;
    };
    let mut least = f32::INFINITY;
    for slot in 0..slots.len() as u32 {
        if !taken.contains(&slot) {
            taken.push(slot);
            let way = cost(*member, slots[slot as usize], softness);
            least = least.min(way + least_of_all(members, slots, softness, taken));
            taken.pop();
        }
    }
    least
}

/// The least total way by the Hungarian method.
fn hungarian(members: &[Vec2], slots: &[Vec2]) -> f64 {
    // The method needs a total order, so ways are whole millionths of a unit.
    let way = |(member, slot): (usize, usize)| (members[member].distance(slots[slot]) * 1e6) as i64;
    let count = members.len();
    let ways = Matrix::from_fn(count, count, way);
    if count == 0 {
        return 0.0;
    }
    kuhn_munkres_min(&ways).0 as f64 * 1e-6
}

pub(super) fn is_permutation(assigned: &[u32]) -> bool {
    let mut sorted = assigned.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..assigned.len() as u32)
}

fn assert_least(members: &[Vec2], slots: &[Vec2]) {
    let assigned = assign(members, slots, 0.0);
    assert!(is_permutation(&assigned), "{assigned:?}");
    let (way, least) = (
        total_way(members, slots, &assigned, 0.0),
        hungarian(members, slots),
    );
    assert!(
        f64::from(way) <= least * 1.01 + 1e-3,
        "{way} {least} {}",
        members.len()
    );
}

#[test]
fn the_total_way_is_the_least_of_all() {
    let mut seed = 1;
    for count in 0..8 {
        for _ in 0..20 {
            let (members, slots) = (points(count, &mut seed), points(count, &mut seed));
            let assigned = assign(&members, &slots, 0.0);
            assert!(is_permutation(&assigned), "{assigned:?}");
            let way = total_way(&members, &slots, &assigned, 0.0);
            let least = least_of_all(&members, &slots, 0.0, &mut Vec::new());
            assert!(way <= least * 1.01, "{way} {least}");
            assert!((hungarian(&members, &slots) - f64::from(least)).abs() < 1e-3);
        }
    }
}

#[test]
fn the_total_soft_way_is_the_least_of_all() {
    let mut seed = 3;
    for softness in [1.0, 30.0, 1000.0] {
        for count in 2..7 {
            for _ in 0..20 {
                let (members, slots) = (points(count, &mut seed), points(count, &mut seed));
                let assigned = assign(&members, &slots, softness);
                let way = total_way(&members, &slots, &assigned, softness);
                let least = least_of_all(&members, &slots, softness, &mut Vec::new());
                // The costs are rounded to a millionth of the softness.
                let rounding = 1e-5 * softness;
                assert!(way <= least * 1.01 + rounding, "{way} {least} {softness}");
            }
        }
    }
    let file =
        |from: u8| -> Vec<Vec2> { (from..from + 3).map(|x| Vec2::X * f32::from(x)).collect() };
    assert_eq!(assign(&file(1), &file(0), 100.0), [0, 1, 2]);
}

#[test]
fn the_total_way_of_many_is_the_least() {
    let mut seed = 2;
    for count in [10, 30, 100, 300] {
        assert_least(&points(count, &mut seed), &points(count, &mut seed));
    }
}

pub(super) fn grid(files: usize, count: usize) -> Vec<Vec2> {
    let place = |number: usize| Vec2::new((number / files) as f32, (number % files) as f32);
    (0..count).map(place).collect()
}

#[test]
fn ties_and_coincident_places_are_assigned() {
    // On whole coordinates, many ways are equally long.
    let shifted: Vec<Vec2> = grid(10, 100).iter().map(|place| *place + Vec2::X).collect();
    assert_least(&grid(10, 100), &shifted);
    assert_least(&grid(5, 60), &grid(12, 60));
    assert_least(&[Vec2::ZERO; 40], &grid(8, 40));
    assert_least(&[Vec2::ONE; 40], &[Vec2::ZERO; 40]);
    let far: Vec<Vec2> = grid(5, 50).iter().map(|place| *place * 1e5 + 1e6).collect();
    assert_least(&far, &grid(10, 50));
}

#[test]
fn of_equal_sums_many_short_ways_count_as_shorter_than_a_long_one() {
    // The third member of a file is missing: the members behind it move up.
    let slots: Vec<Vec2> = (0..9_u8).map(|rank| Vec2::X * f32::from(rank)).collect();
    let behind = |rank: &Vec2| {
        if rank.x >= 2.0 {
            *rank + Vec2::X
        } else {
            *rank
        }
    };
    let members: Vec<Vec2> = slots.iter().map(behind).collect();
    assert_eq!(assign(&members, &slots, 0.05), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn extreme_places_are_assigned() {
    let members = [Vec2::splat(f32::MAX), Vec2::splat(f32::MIN), Vec2::ZERO];
    let assigned = assign(&members, &grid(3, 3), 0.0);
    assert!(is_permutation(&assigned), "{assigned:?}");
    assert!(total_way(&members, &grid(3, 3), &assigned, 0.0).is_finite());
}
