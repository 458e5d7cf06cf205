//! Compares heaps with slow reference versions, and checks how they spread.

use super::mirrors::{MOST_WALLS, find_walls};
use super::*;
use crate::solidity::depenetration::tests::{Index, body, crowds, sorted};
use crate::solidity::depenetration::{Contacts, SolidBody};
use proptest::prelude::*;
use pulp::{Arch, WithSimd};

type Bodies = Vec<Option<SolidBody>>;

const TICK: f32 = 1.0 / 60.0;

struct Moves<'a>(&'a Heaps, Range<usize>, &'a mut Vec<(u32, Vec2)>);

impl WithSimd for Moves<'_> {
    type Output = ();

    fn with_simd<S: Simd>(self, simd: S) {
        self.0.moves(simd, self.1, self.2);
    }
}

fn no_wall(_: Vec2, _: Vec2) -> Option<Wall> {
    None
}

/// An index with its bodies and the contacts found in it.
struct Found {
    index: Index,
    depenetration: DepenetratingBodies,
    contacts: Vec<Contacts>,
}

fn found(bodies: &Bodies, cell_size: f32, runs: usize) -> Found {
    let index = Index::of(bodies, cell_size);
    let depenetration = sorted(bodies, &index);
    let mut contacts: Vec<Contacts> = (0..runs).map(|_| Contacts::default()).collect();
    for (run, contacts) in contacts.iter_mut().enumerate() {
        let places = run * bodies.len() / runs..(run + 1) * bodies.len() / runs;
        contacts.find(Arch::new(), &depenetration, &index.grid, places);
    }
    Found {
        index,
        depenetration,
        contacts,
    }
}

impl Found {
    /// Numbers of the crowded bodies, in ascending order.
    fn crowded(&self) -> Vec<u32> {
        let places = self.contacts.iter().flat_map(Contacts::crowded);
        let mut numbers: Vec<u32> = places
            .map(|place| self.index.grid.order()[*place as usize])
            .collect();
        numbers.sort_unstable();
        numbers
    }

    fn heaps(&self, walls: impl Fn(Vec2, Vec2) -> Option<Wall>) -> Heaps {
        let mut heaps = Heaps::default();
        let crowded = self.contacts.iter().flat_map(Contacts::crowded).copied();
        heaps.find(crowded, &self.depenetration, &self.index.grid, TICK, walls);
        heaps
    }

    /// The total length of all lists, including those of the crowded bodies outside heaps.
    fn lists_beside(&mut self, heaps: &Heaps) -> usize {
        let all = self.contacts.iter_mut();
        all.map(|contacts| {
            contacts.leave_out_heaps(&self.depenetration, &self.index.grid, heaps);
            contacts.listed()
        })
        .sum()
    }

    /// The displacements of the heap bodies, by number.
    fn moves(&self, arch: Arch, heaps: &Heaps, at_once: usize) -> Vec<(u32, Vec2)> {
        let mut all = Vec::new();
        for first in (0..heaps.count()).step_by(at_once) {
            let mut moves = Vec::new();
            let run = first..(first + at_once).min(heaps.count());
            arch.dispatch(Moves(heaps, run, &mut moves));
            let numbers = self.index.grid.order();
            all.extend(
                moves
                    .iter()
                    .map(|(place, moved)| (numbers[*place as usize], *moved)),
            );
        }
        all.sort_unstable_by_key(|(number, _)| *number);
        all
    }
}

/// The crowded bodies from a test of all pairs.
fn crowded_slowly(bodies: &Bodies) -> Vec<u32> {
    let mut crowded = Vec::new();
    for (number, own) in bodies.iter().enumerate() {
        let Some(own) = own.filter(|own| own.inverse_weight > 0.0) else {
            continue;
        };
        let (mut touches, mut contacts) = (false, 0);
        for (other_number, other) in bodies.iter().enumerate() {
            let Some(other) = other.filter(|_| other_number != number) else {
                continue;
            };
            let apart = own.position.distance_squared(other.position);
            let clearance = own.radius + other.radius;
            touches |= apart < clearance * clearance;
            let reach = clearance * 1.5;
            contacts += u32::from(apart < reach * reach && other.radius >= own.radius * 0.7);
        }
        if touches && contacts > 9 {
            crowded.push(number as u32);
        }
    }
    crowded
}

/// `count` bodies at one point.
fn on_one_point(count: usize, place: Vec2, radius: f32) -> Bodies {
    vec![body(place.x, place.y, radius, 1.0); count]
}

/// The bodies after `seconds` of spreading heaps. The other bodies stay in place.
fn spread(
    bodies: &Bodies,
    seconds: f32,
    walls: impl Fn(Vec2, Vec2) -> Option<Wall> + Copy,
) -> Bodies {
    let mut bodies = bodies.clone();
    for _ in 0..(seconds / TICK) as usize {
        let found = found(&bodies, 4.0, 1);
        let heaps = found.heaps(walls);
        for (number, moved) in found.moves(Arch::new(), &heaps, usize::MAX) {
            bodies[number as usize].as_mut().unwrap().position += moved;
        }
    }
    bodies
}

fn farthest(bodies: &Bodies, center: Vec2) -> f32 {
    let distances = bodies.iter().flatten();
    let distances = distances.map(|body| body.position.distance(center));
    distances.fold(0.0, f32::max)
}

#[test]
fn a_heap_of_any_size_has_no_lists() {
    for count in [100, 1000, 4000] {
        let found = found(&on_one_point(count, Vec2::ONE, 0.5), 4.0, 2);
        assert_eq!(found.crowded().len(), count);
        assert!(found.contacts.iter().all(|contacts| contacts.listed() == 0));
        assert_eq!(found.heaps(no_wall).count(), count);
    }
}

#[test]
fn a_packed_crowd_is_no_heap() {
    // The closest packing, and a packing 8 % closer.
    for step in [2.0, 1.84] {
        let bodies: Bodies = (0..900)
            .map(|number| {
                let (column, row) = ((number % 30) as f32, (number / 30) as f32);
                let x = column + 0.5 * (row % 2.0);
                body(x * step, row * step * 0.866, 1.0, 1.0)
            })
            .collect();
        let found = found(&bodies, 4.0, 1);
        assert_eq!(found.crowded(), []);
    }
}

#[test]
fn a_few_bodies_on_one_point_are_no_heap() {
    let found = found(&on_one_point(10, Vec2::ZERO, 1.0), 4.0, 1);
    assert_eq!(found.heaps(no_wall).count(), 0);
}

#[test]
fn a_heap_spreads_over_little_more_than_its_area() {
    let bodies = spread(
        &on_one_point(1000, Vec2::new(30.0, -7.0), 1.0),
        1.2,
        no_wall,
    );
    let far = farthest(&bodies, Vec2::new(30.0, -7.0));
    // Closest packing covers a disc of radius 33.2.
    assert!((30.0..40.0).contains(&far), "{far}");
    let center: Vec2 = bodies
        .iter()
        .flatten()
        .map(|body| body.position)
        .sum::<Vec2>()
        / 1000.0;
    assert!(center.distance(Vec2::new(30.0, -7.0)) < 2.0, "{center}");
}

#[test]
fn bodies_on_a_line_spread_to_both_sides() {
    let line: Bodies = (0..600)
        .map(|number| body(number as f32 * 0.2, 0.0, 1.0, 1.0))
        .collect();
    let after = spread(&line, 1.5, no_wall);
    let above = after.iter().flatten().filter(|body| body.position.y > 2.0);
    let below = after.iter().flatten().filter(|body| body.position.y < -2.0);
    assert!(above.count() > 100 && below.count() > 100);
    let ends = after
        .iter()
        .flatten()
        .map(|body| (body.position.x - 60.0).abs());
    assert!(ends.fold(0.0, f32::max) < 75.0);
}

#[test]
fn a_wall_keeps_the_heap_on_its_free_side() {
    // The half-plane x < -1 is solid.
    let wall = |from: Vec2, to: Vec2| {
        (to.x < -1.0 && from.x > -1.0).then(|| {
            let part = (from.x + 1.0) / (from.x - to.x);
            (from.lerp(to, part), Vec2::X)
        })
    };
    let after = spread(&on_one_point(800, Vec2::ZERO, 1.0), 1.2, wall);
    let behind = after.iter().flatten().filter(|body| body.position.x < -3.0);
    // Without the wall, almost half of the bodies would be there.
    assert!(behind.count() < 40);
}

#[test]
fn every_flat_wall_is_found_once() {
    let planes = |planes: &'static [(Vec2, Vec2)]| {
        move |from: Vec2, to: Vec2| {
            let hits = planes.iter().filter_map(|(point, normal)| {
                let (own, other) = ((from - *point).dot(*normal), (to - *point).dot(*normal));
                (own > 0.0 && other < 0.0).then(|| own / (own - other))
            });
            let part = hits.fold(f32::INFINITY, f32::min);
            let (_, normal) = planes.iter().find(|(point, normal)| {
                part.is_finite() && (from.lerp(to, part) - *point).dot(*normal).abs() < 1e-3
            })?;
            Some((from.lerp(to, part), *normal))
        }
    };
    const CORNER: &[(Vec2, Vec2)] = &[(Vec2::ZERO, Vec2::X), (Vec2::ZERO, Vec2::Y)];
    let mut walls = [None; MOST_WALLS];
    assert_eq!(
        find_walls(Vec2::new(3.0, 4.0), 50.0, &planes(CORNER), &mut walls),
        2
    );
    let mut walls = [None; MOST_WALLS];
    assert_eq!(
        find_walls(Vec2::new(3.0, 4.0), 50.0, &planes(&CORNER[..1]), &mut walls),
        1
    );
    assert_eq!(walls[0].unwrap().1, Vec2::X);
    // Both walls are out of reach.
    let mut walls = [None; MOST_WALLS];
    assert_eq!(
        find_walls(Vec2::new(3.0, 4.0), 2.0, &planes(CORNER), &mut walls),
        0
    );
    // A post of radius 1 at (4, 0).
    let post = |from: Vec2, to: Vec2| {
        let heading = (to - from).normalize();
        let offset = Vec2::new(4.0, 0.0) - from;
        let across = offset.perp_dot(heading);
        let back = (1.0 - across * across).max(0.0).sqrt();
        let along = offset.dot(heading) - back;
        let point = from + heading * along;
        (across.abs() < 1.0 && along > 0.0 && along < from.distance(to))
            .then(|| (point, (point - Vec2::new(4.0, 0.0)).normalize()))
    };
    let mut walls = [None; MOST_WALLS];
    assert_eq!(find_walls(Vec2::ZERO, 50.0, &post, &mut walls), 0);
}

#[test]
fn an_immovable_body_stays() {
    let mut bodies = on_one_point(200, Vec2::ZERO, 1.0);
    bodies[17].as_mut().unwrap().inverse_weight = 0.0;
    let after = spread(&bodies, 1.0, no_wall);
    assert_eq!(after[17].unwrap().position, Vec2::ZERO);
    assert!(farthest(&after, Vec2::ZERO) > 12.0);
}

#[test]
fn a_tick_without_length_moves_no_body_far() {
    let found = found(&on_one_point(500, Vec2::ZERO, 1.0), 4.0, 1);
    let mut heaps = Heaps::default();
    let crowded = found.contacts[0].crowded().iter().copied();
    heaps.find(
        crowded,
        &found.depenetration,
        &found.index.grid,
        0.0,
        no_wall,
    );
    for (_, moved) in found.moves(Arch::new(), &heaps, usize::MAX) {
        assert!(moved.length() < 0.5);
    }
}

#[test]
fn a_long_tick_moves_no_body_beyond_the_packed_disc() {
    for count in [20, 300, 5000] {
        let found = found(&on_one_point(count, Vec2::ZERO, 1.0), 4.0, 1);
        let mut heaps = Heaps::default();
        let crowded = found.contacts[0].crowded().iter().copied();
        heaps.find(
            crowded,
            &found.depenetration,
            &found.index.grid,
            10.0,
            no_wall,
        );
        let needed = (count as f32 / 0.78).sqrt();
        for (_, moved) in found.moves(Arch::new(), &heaps, usize::MAX) {
            assert!(moved.length() < needed + 2.0, "{count}: {moved}");
        }
    }
}

#[test]
fn each_of_many_waves_spreads_over_its_own_area() {
    // 256 points, 100 apart, with 60 bodies each, and far from these a point with 400 small bodies,
    // the rats.
    let place = |wave: usize| Vec2::new((wave % 16) as f32, (wave / 16) as f32) * 100.0;
    let mut bodies = Bodies::new();
    for wave in 0..256 {
        bodies.extend(on_one_point(60, place(wave), 1.0));
    }
    let rats = bodies.len();
    bodies.extend(on_one_point(400, Vec2::new(-500.0, 0.0), 0.1));
    let found = found(&bodies, 4.0, 1);
    let heaps = found.heaps(no_wall);
    assert_eq!(heaps.count(), bodies.len());
    assert_eq!(heaps.heaps.len(), 257);
    for (number, moved) in found.moves(Arch::new(), &heaps, usize::MAX) {
        let most = if (number as usize) < rats { 2.0 } else { 0.5 };
        assert!(moved.length() < most, "{number}: {moved}");
    }
    let after = spread(&bodies, 1.2, no_wall);
    for wave in 0..256 {
        let own = after[wave * 60..wave * 60 + 60].to_vec();
        let far = farthest(&own, place(wave));
        // Closest packing covers a disc of radius 8.1; contacts do the rest.
        assert!((6.0..10.5).contains(&far), "{far}");
    }
    let far = farthest(&after[rats..].to_vec(), Vec2::new(-500.0, 0.0));
    // Closest packing covers a disc of radius 2.1.
    assert!((1.6..3.2).contains(&far), "{far}");
}

#[test]
fn a_heap_of_many_cells_has_a_bounded_number_of_sources() {
    // A square of 275 by 275 units, with a pitch of 1.1 for bodies of radius 1.
    let bodies: Bodies = (0..62_500)
        .map(|number| {
            let at = Vec2::new((number % 250) as f32, (number / 250) as f32) * 1.1;
            body(at.x, at.y, 1.0, 1.0)
        })
        .collect();
    let found = found(&bodies, 4.0, 1);
    let heaps = found.heaps(no_wall);
    assert_eq!(heaps.heaps.len(), 1);
    assert!(heaps.sources.len() <= 128, "{}", heaps.sources.len());
    assert!(heaps.count() > 60_000);
}

#[test]
fn lists_of_bodies_outside_heaps_are_bounded() {
    // A clump of tiny bodies among bodies spread over its cell, so the cell is not dense.
    let mut bodies = on_one_point(2000, Vec2::new(350.0, 350.0), 0.01);
    bodies.extend((0..400).map(|number| {
        let at = Vec2::new((number % 20) as f32, (number / 20) as f32) * 35.0;
        body(at.x, at.y, 1.0, 1.0)
    }));
    bodies.extend(on_one_point(2000, Vec2::new(5000.0, 0.0), 20.0));
    let mut found = found(&bodies, 40.0, 1);
    let heaps = found.heaps(no_wall);
    let listed = found.lists_beside(&heaps);
    assert!(listed <= 300 * bodies.len(), "{listed}");
}

#[test]
fn bodies_without_a_radius_do_not_touch_each_other() {
    let mut bodies = on_one_point(300, Vec2::ZERO, 0.0);
    bodies.push(body(0.2, 0.0, 0.5, 1.0));
    let found = found(&bodies, 1.0, 1);
    assert!(found.contacts[0].listed() <= 600);
    assert_eq!(found.crowded(), []);
}

/// Crowds with several bodies at one point.
fn heaped() -> impl Strategy<Value = Bodies> {
    (crowds(12.0), 0..80_usize, 0.2_f32..1.0).prop_map(|(mut bodies, count, radius)| {
        bodies.extend(on_one_point(count, Vec2::new(2.0, 1.0), radius));
        bodies
    })
}

proptest! {
    #[test]
    fn crowded_bodies_agree_with_all_pairs(bodies in heaped(), cell_size in 0.3_f32..20.0, runs in 1..4_usize) {
        let expected = crowded_slowly(&bodies);
        prop_assert_eq!(&found(&bodies, cell_size, runs).crowded(), &expected);
        prop_assert_eq!(&found(&bodies, cell_size, 1).crowded(), &expected);
    }

    #[test]
    fn heaps_spread_equally_with_any_index(bodies in heaped(), cell_size in 0.3_f32..20.0, at_once in 1..50_usize) {
        let one = found(&bodies, 3.0, 1);
        let other = found(&bodies, cell_size, 3);
        let expected = one.moves(Arch::new(), &one.heaps(no_wall), usize::MAX);
        prop_assert_eq!(other.moves(Arch::Scalar, &other.heaps(no_wall), at_once), expected);
    }

    #[test]
    fn every_move_is_finite(count in 12..300_usize, magnitude in -6.0_f32..9.0, size in -6.0_f32..6.0) {
        let far = Vec2::new(0.7, -0.4) * 10.0_f32.powf(magnitude);
        let bodies = on_one_point(count, far, 10.0_f32.powf(size));
        let found = found(&bodies, 4.0 * 10.0_f32.powf(size), 1);
        let heaps = found.heaps(no_wall);
        for (_, moved) in found.moves(Arch::new(), &heaps, usize::MAX) {
            prop_assert!(moved.is_finite());
        }
    }
}
