use super::*;
use crate::formation::assignment::tests::{grid, is_permutation};
use crate::formation::assignment::total_way;

#[test]
fn members_move_up_by_one_place_where_one_has_gone() {
    let slots = grid(20, 400);
    for gone in [45, 210, 399] {
        let mut members = slots.clone();
        members[gone] = Vec2::new(30.0, 9.5);
        let mut assigned: Vec<u32> = (0..400).collect();
        let ways = Ways {
            members: &members,
            slots: &slots,
            softness: 1.0,
        };
        let mut search = SwapSearch {
            next: 0,
            unchecked: 0,
        };
        let before = total_way(&members, &slots, &assigned, 1.0);
        let has_swapped = search.advance(&ways, &mut assigned, vec![gone as u32], usize::MAX);
        assert!(has_swapped && search.unchecked == 0 && is_permutation(&assigned));
        let exact = crate::formation::assignment::assign(&members, &slots, 1.0);
        let way = |assigned: &[u32]| total_way(&members, &slots, assigned, 1.0);
        assert!(way(&assigned) < 1.05 * way(&exact), "{gone}");
        assert!(way(&assigned) < before);
        // No member but the one from outside walks farther than to the place beside its own.
        for (member, slot) in assigned
            .iter()
            .enumerate()
            .filter(|(member, _)| *member != gone)
        {
            let step = members[member].distance(slots[*slot as usize]);
            assert!(step < 1.5, "{member} {step}");
        }
    }
}

#[test]
fn a_search_in_steps_ends_with_the_same_slots_as_in_one() {
    let slots = grid(30, 900);
    let members: Vec<Vec2> = slots
        .iter()
        .map(|slot| Vec2::new(slot.y, slot.x) * 1.2 + 3.0)
        .collect();
    let ways = Ways {
        members: &members,
        slots: &slots,
        softness: 1.0,
    };
    let begin = || {
        let search = SwapSearch {
            next: 0,
            unchecked: 900,
        };
        (search, (0..900).rev().collect::<Vec<u32>>())
    };
    let (mut search, mut assigned) = begin();
    search.advance(&ways, &mut assigned, Vec::new(), usize::MAX);
    let (mut stepwise, mut in_steps) = begin();
    let mut steps = 0;
    while stepwise.unchecked > 0 {
        stepwise.advance(&ways, &mut in_steps, Vec::new(), 5_000);
        steps += 1;
        assert!(is_permutation(&in_steps) && steps < 1_000);
    }
    let way = |assigned: &[u32]| total_way(&members, &slots, assigned, 1.0);
    assert!(steps > 10, "{steps}");
    assert!((way(&in_steps) / way(&assigned) - 1.0).abs() < 0.02);
}

#[test]
fn coincident_and_extreme_places_end_the_search() {
    let far = [Vec2::splat(f32::MAX), Vec2::splat(f32::MIN), Vec2::ZERO];
    for places in [vec![Vec2::ZERO; 50], far.to_vec(), Vec::new()] {
        for softness in [0.0, 1.0, f32::MAX] {
            let ways = Ways {
                members: &places,
                slots: &places,
                softness,
            };
            let count = places.len() as u32;
            let mut search = SwapSearch {
                next: 7,
                unchecked: u32::MAX,
            };
            let mut assigned: Vec<u32> = (0..count).rev().collect();
            search.advance(&ways, &mut assigned, Vec::new(), usize::MAX);
            assert!(search.unchecked == 0 && is_permutation(&assigned));
        }
    }
}
