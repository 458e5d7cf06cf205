use super::*;
use crate::formation::assignment::swaps::{SwapSearch, Ways};
use crate::formation::assignment::tests::{grid, is_permutation, points, random};
use crate::formation::assignment::{assign, total_way};

/// A case from a seed: members, and slots to which they go.
fn draw(case: u64) -> (Vec<Vec2>, Vec<Vec2>) {
    let mut seed = case;
    let count = 60 + (random(&mut seed) * 300.0) as usize;
    let block = |files: usize| -> Vec<Vec2> {
        let place = |place: Vec2| place * 1.5;
        grid(files, count).into_iter().map(place).collect()
    };
    let turn = Vec2::from_angle(random(&mut seed) * 6.3);
    let away = (Vec2::new(random(&mut seed), random(&mut seed)) - 0.5) * 200.0;
    let away = away * f32::from(case.is_multiple_of(2) as u8);
    let files = 2 + (random(&mut seed) * 20.0) as usize;
    let slots = block(files)
        .iter()
        .map(|slot| turn.rotate(*slot) + away)
        .collect();
    let members = match case % 3 {
        0 => points(count, &mut seed),
        // A block that has not quite formed up.
        1 => {
            let near = |place: &Vec2| *place + Vec2::new(random(&mut seed), random(&mut seed));
            block(files).iter().map(near).collect()
        }
        _ => block(files + 1),
    };
    (members, slots)
}

fn squares(members: &[Vec2], slots: &[Vec2], assigned: &[u32]) -> f32 {
    let ways = members.iter().zip(assigned);
    ways.map(|(member, slot)| member.distance_squared(slots[*slot as usize]))
        .sum()
}

#[test]
fn ways_of_many_are_nearly_the_least() {
    let (mut worst, mut sum, mut sum_of_squares, cases) = (0.0_f32, 0.0, 0.0, 60);
    for case in 0..cases {
        let (members, slots) = draw(case);
        let least = assign(&members, &slots, 1.5);
        let least_way = total_way(&members, &slots, &least, 1.5);
        let none = vec![None; members.len()];
        let starts = [none, nearest_pairs(&members, &slots)];
        let [assigned, other] = starts.map(|known| complete(&members, &slots, &known));
        let way = |assigned: &[u32]| total_way(&members, &slots, assigned, 1.5);
        let mut assigned = if way(&other) < way(&assigned) {
            other
        } else {
            assigned
        };
        assert!(is_permutation(&assigned));
        let ways = Ways {
            members: &members,
            slots: &slots,
            softness: 1.5,
        };
        let mut search = SwapSearch {
            next: 0,
            unchecked: members.len() as u32,
        };
        search.advance(&ways, &mut assigned, Vec::new(), usize::MAX);
        assert!(is_permutation(&assigned));
        let part = way(&assigned) / least_way;
        let part_of_squares =
            squares(&members, &slots, &assigned) / squares(&members, &slots, &least);
        worst = worst.max(part);
        sum += part;
        sum_of_squares += part_of_squares;
    }
    let (mean, mean_of_squares) = (sum / cases as f32, sum_of_squares / cases as f32);
    assert!(worst < 1.03, "{worst}");
    assert!(mean < 1.002, "{mean}");
    assert!(mean_of_squares < 1.0, "{mean_of_squares}");
}

#[test]
fn known_slots_are_kept_and_the_order_of_ties_does_not_count() {
    let slots = grid(5, 23);
    let known: Vec<Option<u32>> = (0..23_u32)
        .map(|slot| (slot % 3 > 0).then_some(slot))
        .collect();
    let assigned = complete(&slots, &slots, &known);
    assert_eq!(assigned, (0..23).collect::<Vec<u32>>());
    assert!(is_permutation(&complete(
        &[Vec2::ONE; 23],
        &slots,
        &[None; 23]
    )));
    assert!(is_permutation(&complete(
        &[Vec2::ONE; 9],
        &[Vec2::ZERO; 9],
        &[None; 9]
    )));
    assert_eq!(complete(&[], &[], &[]), []);
    let extreme = [Vec2::splat(f32::MAX), Vec2::splat(f32::MIN), Vec2::ZERO];
    assert!(is_permutation(&complete(&extreme, &grid(3, 3), &[None; 3])));
    assert_eq!(
        nearest_pairs(&slots, &slots),
        (0..23).map(Some).collect::<Vec<_>>()
    );
    assert!(nearest_pairs(&extreme, &extreme).len() == 3);
}
