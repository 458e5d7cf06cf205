//! Compares the lists of contacts with a test of every pair in every round.

use super::*;
use crate::math::random;
use crate::test_inputs::vectors;
use proptest::prelude::*;
use pulp::Arch;

fn direction(own: u32, other: u32) -> Vec2 {
    random::tie_break_direction(own.into(), other.into())
}

/// An index of bodies by their former positions, in cells of `cell_size` units.
pub(super) struct Index {
    was_at: Vec<Vec2>,
    pub(super) grid: CellGrid,
}

impl Index {
    fn new(was_at: Vec<Vec2>, cell_size: f32) -> Self {
        let mut grid = CellGrid::default();
        grid.rebuild(&was_at, cell_size);
        Self { was_at, grid }
    }

    /// An index of bodies that have not moved.
    pub(super) fn of(bodies: &[Option<SolidBody>], cell_size: f32) -> Self {
        let was_at = bodies
            .iter()
            .map(|body| body.map_or(Vec2::ZERO, |body| body.position));
        Self::new(was_at.collect(), cell_size)
    }

    /// An index of bodies that have since moved by `moves`, repeated as needed.
    fn of_moved(bodies: &[Option<SolidBody>], moves: &[Vec2], cell_size: f32) -> Self {
        let mut index = Self::of(bodies, cell_size);
        for (was_at, by) in index.was_at.iter_mut().zip(moves.iter().cycle()) {
            *was_at -= *by;
        }
        Self::new(index.was_at, cell_size)
    }
}

pub(super) fn sorted(bodies: &[Option<SolidBody>], index: &Index) -> DepenetratingBodies {
    let mut depenetration = DepenetratingBodies::default();
    sort(&mut depenetration, bodies, index);
    depenetration
}

pub(super) fn sort(
    depenetration: &mut DepenetratingBodies,
    bodies: &[Option<SolidBody>],
    index: &Index,
) {
    for (place, body) in depenetration.start(bodies.len()).iter_mut().zip(bodies) {
        *place = body.map_or(Depenetrated::Absent, Depenetrated::Body);
    }
    let order = index.grid.order();
    let places = |range: core::ops::Range<usize>| {
        let numbers = order[range].iter();
        numbers.map(|number| (*number, index.was_at[*number as usize]))
    };
    let half = bodies.len() / 2;
    let (by_number, sorted, reaches) = depenetration.parts(2);
    let (first, second) = sorted.split_at_mut(half);
    reaches[0] = sort_bodies(by_number, places(0..half), first);
    reaches[1] = sort_bodies(by_number, places(half..order.len()), second);
    depenetration.find_large_bodies(|place| index.was_at[order[place] as usize]);
    assert_eq!(depenetration.whole.count, bodies.iter().flatten().count());
}

/// The corrections after `rounds` rounds. The search for overlaps is split into `runs` runs, every
/// second of them without lanes.
fn parted_by(bodies: &[Option<SolidBody>], index: &Index, rounds: usize, runs: usize) -> Vec<Vec2> {
    let mut contacts: Vec<Contacts> = (0..runs).map(|_| Contacts::default()).collect();
    part(
        &mut DepenetratingBodies::default(),
        &mut contacts,
        bodies,
        index,
        rounds,
    )
}

fn part(
    depenetration: &mut DepenetratingBodies,
    contacts: &mut [Contacts],
    bodies: &[Option<SolidBody>],
    index: &Index,
    rounds: usize,
) -> Vec<Vec2> {
    sort(depenetration, bodies, index);
    let (grid, count, runs) = (&index.grid, bodies.len(), contacts.len());
    for (run, contacts) in contacts.iter_mut().enumerate() {
        let places = run * count / runs..(run + 1) * count / runs;
        let arch = [Arch::new(), Arch::Scalar][run % 2];
        contacts.find(arch, depenetration, grid, places);
        // Lists the crowded bodies too, because there are no heaps.
        contacts.leave_out_heaps(depenetration, grid, &Heaps::default());
    }
    let mut beside = Vec::new();
    for contacts in &*contacts {
        contacts.beside(&mut beside);
    }
    beside.sort_unstable();
    beside.dedup();
    for (run, contacts) in contacts.iter_mut().enumerate() {
        let places = (run * count / runs) as u32..((run + 1) * count / runs) as u32;
        let own = beside
            .iter()
            .copied()
            .filter(|place| places.contains(place));
        let own: Vec<u32> = own.collect();
        contacts.list_beside(&own, depenetration, grid, &Heaps::default());
    }
    for round in 0..rounds {
        for contacts in &mut *contacts {
            depenetration.correct_overlaps(round, grid, contacts, direction, |_, _, moved| moved);
        }
        for contacts in &*contacts {
            depenetration.carry_out(grid, contacts);
        }
    }
    (0..bodies.len())
        .map(|number| depenetration.correction(number))
        .collect()
}

fn parted(bodies: &[Option<SolidBody>], rounds: usize, runs: usize) -> Vec<Vec2> {
    let index = Index::of(bodies, 2.0);
    parted_by(bodies, &index, rounds, runs)
}

/// The reference version, with a test of every pair in every round.
fn parted_slowly(bodies: &[Option<SolidBody>], rounds: usize) -> Vec<Vec2> {
    parted_slowly_by(bodies, rounds, |round| match round {
        0..6 => (0.8, 0.0),
        6..15 => (0.6, (round - 6) as f32 / (round - 5) as f32),
        _ => (0.6, 0.9),
    })
}

/// `how` returns the part of an overlap that a round resolves, and the momentum of that round.
fn parted_slowly_by(
    bodies: &[Option<SolidBody>],
    rounds: usize,
    how: impl Fn(usize) -> (f32, f32),
) -> Vec<Vec2> {
    let are_within = |own: usize, other: usize, factor: f32| {
        let (Some(one), Some(two)) = (bodies[own], bodies[other]) else {
            return false;
        };
        let reach = (one.radius + two.radius) * factor;
        own != other && one.position.distance_squared(two.position) < reach * reach
    };
    let is_movable = |number: usize| bodies[number].is_some_and(|body| body.inverse_weight > 0.0);
    let overlaps = |number: usize| {
        is_movable(number) && (0..bodies.len()).any(|other| are_within(number, other, 1.0))
    };
    let is_beside = |number: usize| {
        (0..bodies.len()).any(|other| are_within(number, other, 1.5) && overlaps(other))
    };
    let can_move: Vec<bool> = (0..bodies.len())
        .map(|number| is_movable(number) && (overlaps(number) || is_beside(number)))
        .collect();
    let mut now = bodies.to_vec();
    let mut corrections = vec![Vec2::ZERO; bodies.len()];
    let mut moved = corrections.clone();
    for round in 0..rounds {
        let (relaxation, momentum) = how(round);
        for number in 0..bodies.len() {
            let Some(own) = now[number] else { continue };
            if !can_move[number] {
                continue;
            }
            let mut away = Vec2::ZERO;
            for other_number in (0..bodies.len()).filter(|other| *other != number) {
                let Some(other) = now[other_number] else {
                    continue;
                };
                let clearance = own.radius + other.radius;
                let is_trace = own.overlaps_at_most_by_a_trace(&other);
                if are_within(number, other_number, 1.5) && !is_trace {
                    let share = correction_share(own.inverse_weight, other.inverse_weight);
                    away += correction(other.position - own.position, clearance, share, || {
                        direction(number as u32, other_number as u32)
                    });
                }
            }
            let is_pushed_on = moved[number].dot(away) > 0.0;
            let kept = moved[number] * if is_pushed_on { momentum } else { 0.0 };
            let total = truncate(corrections[number] + away * relaxation + kept, own.radius);
            moved[number] = if away == Vec2::ZERO {
                Vec2::ZERO
            } else {
                total - corrections[number]
            };
        }
        for (number, moved) in moved.iter().enumerate() {
            corrections[number] += *moved;
            if let Some(body) = &mut now[number] {
                body.position += *moved;
            }
        }
    }
    corrections
}

pub(super) fn body(x: f32, y: f32, radius: f32, mass: f32) -> Option<SolidBody> {
    Some(SolidBody {
        position: Vec2::new(x, y),
        radius,
        inverse_weight: mass.recip(),
    })
}

/// Bodies in a square. One in ten is absent, one in ten is immovable, and some coincide.
pub(super) fn crowds(extent: f32) -> impl Strategy<Value = Vec<Option<SolidBody>>> {
    let one = (vectors(extent), 0.1_f32..1.0, 0.2_f32..5.0, 0..10, 0..30);
    prop::collection::vec(one, 1..60).prop_map(|crowd| {
        let mut first = None;
        let bodies = crowd.iter().map(|(position, radius, mass, kind, size)| {
            let giant = if *size == 0 { 20.0 } else { 1.0 };
            let body = SolidBody {
                position: first.filter(|_| *kind == 2).unwrap_or(*position),
                radius: if *size == 1 { 0.0 } else { radius * giant },
                inverse_weight: if *kind == 1 { 0.0 } else { mass.recip() },
            };
            first = first.or(Some(body.position));
            (*kind != 0).then_some(body)
        });
        bodies.collect()
    })
}

#[test]
fn a_round_resolves_four_fifths_of_an_overlap() {
    // The bodies are 1 apart and touch at 2. Each moves by half of 1, times 0.8, then by half of
    // 0.2, times 0.8.
    let bodies = [body(0.0, 0.0, 1.0, 1.0), body(1.0, 0.0, 1.0, 1.0)];
    let after = |rounds: usize| parted(&bodies, rounds, 1);
    assert_eq!(after(0), [Vec2::ZERO; 2]);
    assert!((after(1)[1] - Vec2::new(0.4, 0.0)).length() < 1e-6);
    assert!((after(2)[1] - Vec2::new(0.48, 0.0)).length() < 1e-6);
    assert!((after(2)[0] + Vec2::new(0.48, 0.0)).length() < 1e-6);
}

#[test]
fn a_push_goes_on_to_bodies_that_did_not_overlap() {
    // Bodies 0 and 1 overlap by 0.4, and 2 touches 1. The first round moves 1 by half of 0.4, times
    // 0.8, into 2. The second moves 1 by half of the remaining 0.08 ahead and half of the new 0.16
    // back, times 0.8. It moves 2 by half of the 0.16, times 0.8.
    let bodies = [0.0, 1.6, 3.6].map(|x| body(x, 0.0, 1.0, 1.0));
    let after = |rounds: usize| -> Vec<f32> {
        let corrections = parted(&bodies, rounds, 2);
        corrections.iter().map(|correction| correction.x).collect()
    };
    let is_near = |rounds: usize, expected: [f32; 3]| {
        let after = after(rounds);
        let mut pairs = after.iter().zip(expected);
        pairs.all(|(found, expected)| (found - expected).abs() < 1e-5)
    };
    assert!(is_near(1, [-0.16, 0.16, 0.0]));
    assert!(is_near(2, [-0.192, 0.16 + 0.032 - 0.064, 0.064]));
    // In the end all three touch, and none overlaps by more than a trace: 2 times 2.5e-4.
    let last = after(60);
    assert!((1.6 + last[1] - last[0] - 2.0).abs() < 5.1e-4);
    assert!((2.0 + last[2] - last[1] - 2.0).abs() < 5.1e-4);
}

#[test]
fn a_trace_of_an_overlap_stays() {
    // The sum of the radii is 2, so a trace is 5e-4.
    let moves = |overlap: f32| {
        let bodies = [body(0.0, 0.0, 1.0, 1.0), body(2.0 - overlap, 0.0, 1.0, 1.0)];
        parted(&bodies, 1, 1)[1] != Vec2::ZERO
    };
    assert!(!moves(4.9e-4));
    assert!(moves(5.1e-4));
}

#[test]
fn a_body_moves_by_at_most_its_radius() {
    // The small body is deep in a body of radius 20.
    let bodies = [body(0.0, 0.0, 1.0, 1.0), body(5.0, 0.0, 20.0, 1e9)];
    assert!((parted(&bodies, 32, 1)[0] - Vec2::new(-1.0, 0.0)).length() < 1e-5);
}

#[test]
fn a_wall_keeps_a_body_and_the_other_one_gives_way() {
    // The wall keeps body 0. Of the overlap of 0.8, body 1 takes 0.4 of what is left in each of six
    // rounds: 0.8 * 0.6^6 = 0.0373248 is left. The next round takes 0.3 of that: 0.02612736 is
    // left. From then on half of the last step is added, then two thirds: 0.3 * 0.02612736 + 0.5 *
    // 0.01119744 = 0.013436928, which leaves 0.012690432, and 0.3 * 0.012690432 + 0.013436928 * 2 /
    // 3 = 0.012765082. That exceeds the rest by 0.00007465.
    let bodies = [body(0.0, 0.0, 1.0, 1.0), body(1.2, 0.0, 1.0, 1.0)];
    let index = Index::of(&bodies, 2.0);
    let mut depenetration = sorted(&bodies, &index);
    let mut contacts = Contacts::default();
    contacts.find(Arch::new(), &depenetration, &index.grid, 0..2);
    let behind = |number: u32, _: Vec2, moved: Vec2| if number == 0 { Vec2::ZERO } else { moved };
    let mut rounds = 0;
    while depenetration.correct_overlaps(rounds, &index.grid, &mut contacts, direction, behind) {
        depenetration.carry_out(&index.grid, &contacts);
        rounds += 1;
    }
    assert_eq!(depenetration.correction(0), Vec2::ZERO);
    assert!((depenetration.correction(1).x - 0.800_074_65).abs() < 1e-6);
    assert_eq!(rounds, 9);
}

#[test]
fn momentum_carries_a_push_through_a_row() {
    // 10 bodies of radius 1 in a row, each 0.1 inside the next.
    let bodies: Vec<_> = (0..10)
        .map(|number| body(1.9 * number as f32, 0.0, 1.0, 1.0))
        .collect();
    let deepest = |corrections: Vec<Vec2>| {
        let pairs = corrections.windows(2);
        let overlaps = pairs.map(|pair| 0.1 - (pair[1].x - pair[0].x));
        overlaps.fold(f32::MIN, f32::max)
    };
    let plain = |rounds: usize| deepest(parted_slowly_by(&bodies, rounds, |_| (0.8, 0.0)));
    let ours = deepest(parted(&bodies, 20, 1));
    assert!(ours < 0.1 * plain(32), "{ours} of {}", plain(32));
}

#[test]
fn an_immovable_body_stays_and_the_other_moves() {
    let wall = SolidBody {
        inverse_weight: 0.0,
        ..body(0.0, 0.0, 1.0, 1.0).unwrap()
    };
    // The movable body takes all of the missing 0.5, times 0.8.
    let after = parted(&[Some(wall), body(0.0, 1.5, 1.0, 3.0)], 1, 1);
    assert_eq!(after[0], Vec2::ZERO);
    assert!((after[1] - Vec2::new(0.0, 0.4)).length() < 1e-6);
}

#[test]
fn no_round_moves_a_body_farther_than_its_radius() {
    let mut bodies = vec![body(0.0, 0.0, 0.5, 1.0); 40];
    bodies.push(body(0.2, 0.0, 0.5, 1.0));
    for correction in parted(&bodies, 1, 1) {
        assert!(correction.length() <= 0.5 + 1e-6);
    }
}

#[test]
fn a_single_body_stays() {
    assert_eq!(parted(&[], 8, 1), []);
    assert_eq!(parted(&[None, None], 8, 2), [Vec2::ZERO; 2]);
    let alone = [None, body(3.0, 4.0, 1.0, 1.0)];
    assert_eq!(parted(&alone, 8, 1), [Vec2::ZERO; 2]);
}

#[test]
fn most_bodies_of_a_sparse_crowd_have_no_list() {
    let mut bodies: Vec<_> = (0..400)
        .map(|number| {
            let place = Vec2::new((number % 20) as f32, (number / 20) as f32) * 2.5;
            body(place.x, place.y, 1.0, 1.0)
        })
        .collect();
    // Body 7 is 1 nearer to body 8: they are 1.5 apart and touch at 2.
    bodies[7] = body(18.5, 0.0, 1.0, 1.0);
    let index = Index::of(&bodies, 2.0);
    let mut contacts = Contacts::default();
    let depenetration = sorted(&bodies, &index);
    contacts.find(Arch::new(), &depenetration, &index.grid, 0..400);
    assert_eq!(contacts.count(), 2);
    // Body 7 at (18.5, 0) has 8 at 20 within 3; body 6 at 15 is 3.5 away. In the next row, it has
    // 27 and 28 at sqrt(1.5^2 + 2.5^2) = 2.9 or less. Body 8 at (20, 0) has 7, 9 at 22.5 and 28 at
    // (20, 2.5). Body 29 at (22.5, 2.5) is 3.5 away.
    assert_eq!(contacts.others.len(), 3 + 3);
}

#[test]
fn many_large_bodies_separate_too() {
    let bodies: Vec<_> = (0..300)
        .map(|number| {
            let place = Vec2::from_angle(number as f32 * 2.4) * (number as f32).sqrt();
            let radius = if number % 7 == 0 { 6.0 } else { 0.3 };
            body(place.x, place.y, radius, 1.0)
        })
        .collect();
    assert_eq!(parted(&bodies, 4, 1), parted_slowly(&bodies, 4));
}

proptest! {
    #[test]
    fn lists_of_contacts_agree_with_all_pairs(bodies in crowds(8.0), rounds in 0..24_usize, runs in 1..5_usize) {
        prop_assert_eq!(parted(&bodies, rounds, runs), parted_slowly(&bodies, rounds));
    }

    #[test]
    fn former_positions_and_the_index_do_not_matter(
        bodies in crowds(12.0),
        moves in prop::collection::vec(vectors(2.0), 1..40),
        leap in vectors(60.0),
        cell_size in 0.3_f32..20.0,
    ) {
        let expected = parted_slowly(&bodies, 4);
        let moved = Index::of_moved(&bodies, &moves, cell_size);
        prop_assert_eq!(&parted_by(&bodies, &moved, 4, 2), &expected);
        prop_assert_eq!(&parted_by(&bodies, &moved, 4, 1), &expected);
        // One body has moved far.
        let mut leaps = vec![Vec2::ZERO; bodies.len()];
        leaps[0] = leap;
        let moved = Index::of_moved(&bodies, &leaps, cell_size);
        prop_assert_eq!(&parted_by(&bodies, &moved, 4, 1), &expected);
    }

    #[test]
    fn earlier_bodies_do_not_matter(first in crowds(8.0), second in crowds(8.0)) {
        let (mut depenetration, mut contacts) = (DepenetratingBodies::default(), [Contacts::default(), Contacts::default()]);
        for bodies in [&first, &second, &first[..1].to_vec()] {
            let index = Index::of(bodies, 2.0);
            let found = part(&mut depenetration, &mut contacts, bodies, &index, 3);
            prop_assert_eq!(found, parted_slowly(bodies, 3));
        }
    }

    #[test]
    fn sparse_crowds_agree(bodies in crowds(60.0), rounds in 0..4_usize) {
        prop_assert_eq!(parted(&bodies, rounds, 3), parted_slowly(&bodies, rounds));
    }

    #[test]
    fn crowds_far_from_the_origin_agree(bodies in crowds(8.0), magnitude in 1.0_f32..9.0, along in vectors(1.0)) {
        let far = along * 10.0_f32.powf(magnitude);
        let bodies: Vec<_> = bodies
            .iter()
            .map(|body| body.map(|body| SolidBody { position: body.position + far, ..body }))
            .collect();
        prop_assert_eq!(parted(&bodies, 3, 2), parted_slowly(&bodies, 3));
    }

    #[test]
    fn bodies_out_of_reach_do_not_matter(bodies in crowds(5.0), others in crowds(5.0), offset in vectors(3.0)) {
        let far = offset.signum() * 1e3 + offset;
        let alone = parted(&bodies, 8, 1);
        let mut together = bodies.clone();
        together.extend(others.iter().map(|body| body.map(|body| SolidBody { position: body.position + far, ..body })));
        prop_assert_eq!(&parted(&together, 8, 1)[..bodies.len()], &alone[..]);
    }
}
