use super::*;

fn least_gap(slots: &[Vec2]) -> f32 {
    let mut least = f32::INFINITY;
    for (number, slot) in slots.iter().enumerate() {
        least = least.min(slot.length());
        for other in &slots[..number] {
            least = least.min(slot.distance(*other));
        }
    }
    least
}

#[test]
fn a_block_has_full_ranks_and_a_last_one_in_the_middle() {
    let slots = ranks(None, &[1.0; 5], 3, 2.0);
    let expected = [
        (-2.0, 2.0),
        (-2.0, 0.0),
        (-2.0, -2.0),
        (-4.0, 1.0),
        (-4.0, -1.0),
    ];
    assert_eq!(slots, expected.map(|(x, y)| Vec2::new(x, y)));
    assert_eq!(ranks(None, &[1.0; 3], 1, 1.0)[2], Vec2::new(-3.0, 0.0));
    assert_eq!(ranks(None, &[], 3, 1.0), []);
    assert_eq!(ranks(None, &[1.0; 2], usize::MAX, 1.0).len(), 2);
    for (count, files) in [(0, 0), (1, 1), (2, 2), (99, 10), (100, 10), (101, 11)] {
        assert_eq!(files_of_box(count), files);
    }
}

#[test]
fn no_two_slots_and_no_slot_and_the_leader_are_nearer_than_the_spacing() {
    for count in [1, 2, 3, 5, 6, 7, 12, 100, 101, 1000] {
        let sizes = vec![1.0; count];
        for slots in [
            wedge(None, &sizes, 1.5),
            ring(count, 1.5),
            ranks(None, &sizes, 4, 1.5),
        ] {
            assert_eq!(slots.len(), count);
            assert!(
                least_gap(&slots) > 1.5 * 0.999,
                "{count} {}",
                least_gap(&slots)
            );
        }
    }
}

#[test]
fn shapes_are_the_same_on_both_sides() {
    for slots in [
        wedge(None, &[1.0; 10], 1.0),
        ring(10, 1.0),
        ring(11, 1.0),
        ranks(None, &[1.0; 11], 4, 1.0),
    ] {
        for slot in &slots {
            let mirrored = Vec2::new(slot.x, -slot.y);
            assert!(
                slots.iter().any(|other| other.distance(mirrored) < 1e-5),
                "{slot}"
            );
        }
    }
    // The side of a regular octagon is 2 sin(22.5 degrees) times its radius.
    let octagon = ring(8, 1.0);
    assert!((octagon[0].length() - 1.0 / (2.0 * 0.382_683_43)).abs() < 1e-5);
    assert!((octagon[0].distance(octagon[1]) - 1.0).abs() < 1e-5);
}

#[test]
fn a_column_takes_each_rank_from_the_middle_on_and_keeps_left_and_right() {
    let places = column(&ranks(None, &[1.0; 10], 5, 1.0), 3, None, &[1.0; 10], 1.0);
    // Of the front rank, files 2, 3 and 4 of 5 go first. Its flanks and the middle of the second
    // rank follow.
    assert_eq!(
        places[1..4],
        [(-1.0, 1.0), (-1.0, 0.0), (-1.0, -1.0)].map(Vec2::from)
    );
    assert_eq!(
        (places[0], places[4]),
        (Vec2::new(-2.0, 1.0), Vec2::new(-2.0, -1.0))
    );
    assert_eq!(places[7], Vec2::new(-2.0, 0.0));
    let single = column(&wedge(None, &[1.0; 4], 1.0), 0, None, &[1.0; 4], 1.0);
    assert!(single.iter().all(|place| place.y == 0.0));
}

#[test]
fn an_extent_is_the_box_about_the_slots() {
    let extent = Extent::of(&ranks(None, &[1.0; 6], 3, 2.0));
    assert_eq!(
        (extent.most, extent.least),
        (Vec2::new(-2.0, 2.0), Vec2::new(-4.0, -2.0))
    );
    assert_eq!(extent.middle(), -3.0);
    assert!((extent.radius - 20.0_f32.sqrt()).abs() < 1e-6);
    assert_eq!(Extent::of(&[]), Extent::default());
}

#[test]
fn members_of_other_sizes_are_the_mean_of_their_spacings_apart() {
    let sizes = [1.0, 0.5, 0.25, 0.25, 0.5];
    let slots = ranks(None, &sizes, 3, 4.0);
    // The first rank is as deep as its largest member, and as wide as all of its members.
    let expected = [
        (-4.0, 1.5),
        (-4.0, -1.5),
        (-4.0, -3.0),
        (-7.0, 1.0),
        (-7.0, -0.5),
    ];
    assert_eq!(slots, expected.map(|(x, y)| Vec2::new(x, y)));
    let arms = wedge(None, &sizes, 4.0);
    let arm = |one: usize, other: usize| arms[one].distance(arms[other]);
    assert!((arm(0, 2) - 2.5).abs() < 1e-5 && (arm(2, 4) - 1.5).abs() < 1e-5);
    assert!((arm(1, 3) - 1.5).abs() < 1e-5 && (arms[1].length() - 2.0).abs() < 1e-5);
    let single = column(&ranks(None, &[1.0; 5], 3, 4.0), 1, None, &sizes, 4.0);
    // Of the front rank the middle goes first.
    let way = |place: usize| single[place].x;
    assert_eq!([way(1), way(0), way(2)], [-2.0, -5.0, -7.5]);
}

#[test]
fn the_first_members_are_behind_the_body_of_their_leader() {
    // The leader takes three spacings, and each member a half.
    let sizes = [0.5; 4];
    let rank = ranks(Some(3.0), &sizes, 2, 4.0);
    assert_eq!(rank[0], Vec2::new(-7.0, 1.0));
    assert_eq!(rank[2], Vec2::new(-9.0, 1.0));
    let arms = wedge(Some(3.0), &sizes, 4.0);
    assert!((arms[0].length() - 7.0).abs() < 1e-5 && (arms[2].length() - 9.0).abs() < 1e-5);
    let single = column(&rank, 1, Some(3.0), &sizes, 4.0);
    let back: f32 = single.iter().map(|place| place.x).fold(-100.0, f32::max);
    assert_eq!(back, -7.0);
}
