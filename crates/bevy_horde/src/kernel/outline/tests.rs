//! Outlines by arithmetic, and against looking at every edge one by one.

use super::*;
use crate::kernel::test_inputs::{close, distance_to_segment, headings, vectors, wild_vectors};
use crate::kernel::vector::left;
use core::f32::consts::TAU;
use proptest::prelude::*;

fn points(coordinates: &[(f32, f32)]) -> Vec<Vec2> {
    coordinates.iter().map(|place| Vec2::from(*place)).collect()
}

fn polygon(coordinates: &[(f32, f32)]) -> Outline {
    Outline::polygon(&points(coordinates)).unwrap()
}

fn wall(coordinates: &[(f32, f32)], closed: bool) -> Outline {
    Outline::wall(&points(coordinates), closed).unwrap()
}

/// From the origin to (4, 2), counter-clockwise.
const OBLONG: [(f32, f32); 4] = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)];

/// Open to the right: arms of 2 at the top and bottom, 6 by 6 all in all.
const BRACKET: [(f32, f32); 8] = [
    (0.0, 0.0),
    (6.0, 0.0),
    (6.0, 2.0),
    (2.0, 2.0),
    (2.0, 4.0),
    (6.0, 4.0),
    (6.0, 6.0),
    (0.0, 6.0),
];

/// Two turns of a band 2 wide, 4.3 from the next turn.
fn spiral() -> Vec<Vec2> {
    let at = |step: u32, width: f32| {
        let angle = step as f32 * TAU / 16.0;
        Vec2::from_angle(angle) * (1.0 + angle + width)
    };
    let outer = (0..=32).map(|step| at(step, 2.0));
    let inner = (0..=32).rev().map(|step| at(step, 0.0));
    outer.chain(inner).collect()
}

/// Corners at rising angles about a centre, so that no edge crosses another; every radius of a convex one is the same.
fn simple_polygons() -> impl Strategy<Value = Vec<Vec2>> {
    let radii = prop_oneof![
        prop::collection::vec(1.0_f32..10.0, 3..24),
        (1.0_f32..10.0, 3_usize..24).prop_map(|(radius, count)| vec![radius; count]),
    ];
    (radii, vectors(10.0), 0.0_f32..TAU, any::<bool>()).prop_map(
        |(radii, center, start, turned)| {
            let count = radii.len() as f32;
            let mut corners: Vec<Vec2> = (0..)
                .zip(&radii)
                .map(|(number, radius)| {
                    let angle = start + number as f32 * TAU / count;
                    center + Vec2::from_angle(angle) * *radius
                })
                .collect();
            if turned {
                corners.reverse();
            }
            corners
        },
    )
}

/// Whether a ray to the right crosses an odd number of sides, with twice the digits.
fn is_inside(corners: &[Vec2], point: Vec2) -> bool {
    let wide = |vector: Vec2| (f64::from(vector.x), f64::from(vector.y));
    let (x, y) = wide(point);
    let mut inside = false;
    for (number, corner) in corners.iter().enumerate() {
        let ((from_x, from_y), (to_x, to_y)) =
            (wide(*corner), wide(corners[(number + 1) % corners.len()]));
        if (from_y > y) != (to_y > y) {
            let crossing = from_x + (to_x - from_x) * (y - from_y) / (to_y - from_y);
            inside ^= x < crossing;
        }
    }
    inside
}

fn rim_distance(corners: &[Vec2], point: Vec2) -> f32 {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|(from, to)| distance_to_segment(point, *from, *to))
        .fold(f64::INFINITY, f64::min) as f32
}

/// The first edge that answers, one after the other.
fn first_hit(outline: &Outline, hit: impl Fn(&Edge) -> Option<CastHit>) -> Option<CastHit> {
    outline
        .edges()
        .iter()
        .filter_map(hit)
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

#[test]
fn a_disc_is_one_point_and_a_radius() {
    let disc = Outline::disc(Vec2::new(3.0, -1.0), 2.0);
    assert_eq!(disc.bounds(), &Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0));
    assert_eq!((disc.edges().len(), disc.radius()), (1, 2.0));
    assert!(!disc.is_filled());
    // 3-4-5.
    assert_eq!(disc.signed_distance(Vec2::new(6.0, 3.0)), 3.0);
    assert_eq!(disc.signed_distance(Vec2::new(3.0, -1.0)), -2.0);
    assert_eq!(
        disc.nearest(Vec2::new(3.0, 4.0)),
        SurfacePoint {
            point: Vec2::new(3.0, 1.0),
            normal: Vec2::Y,
            distance: 3.0
        }
    );
    // From within, and from the very middle along x.
    assert_eq!(
        disc.nearest(Vec2::new(2.5, -1.0)),
        SurfacePoint {
            point: Vec2::new(1.0, -1.0),
            normal: Vec2::NEG_X,
            distance: -1.5
        }
    );
    let middle = disc.nearest(Vec2::new(3.0, -1.0));
    assert_eq!(
        (middle.point, middle.normal),
        (Vec2::new(5.0, -1.0), Vec2::X)
    );
}

#[test]
fn a_capsule_is_an_edge_and_a_radius() {
    let edge = Edge {
        start: Vec2::ZERO,
        end: Vec2::new(0.0, 4.0),
    };
    let capsule = Outline::of_edge(edge, 1.5);
    assert_eq!(capsule.edges(), [edge]);
    assert_eq!(capsule.bounds().min, Vec2::splat(-1.5));
    assert_eq!(capsule.bounds().max, Vec2::new(1.5, 5.5));
    assert_eq!(capsule.signed_distance(Vec2::new(4.0, 3.0)), 2.5);
    // 3-4-5 off its end.
    assert_eq!(capsule.signed_distance(Vec2::new(3.0, 8.0)), 3.5);
    // From the edge itself to the left of it.
    let middle = capsule.nearest(Vec2::new(0.0, 1.0));
    assert_eq!((middle.normal, middle.distance), (Vec2::NEG_X, -1.5));
    assert!(!capsule.encloses(Vec2::new(0.0, 1.0)));
    // 6 - 1.5 - 0.5.
    let hit = capsule.cast(Vec2::new(6.0, 1.0), Vec2::NEG_X, 9.0, 0.5);
    assert_eq!(hit.map(|hit| hit.distance), Some(4.0));
}

#[test]
fn a_wall_has_an_edge_between_every_two_points() {
    let corner = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)];
    let open = wall(&corner, false);
    assert_eq!((open.edges().len(), open.radius()), (2, 0.0));
    let closed = wall(&corner, true);
    assert_eq!(closed.edges().len(), 3);
    assert_eq!(closed.edges()[2].end, closed.edges()[0].start);
    // It has no inside: 1 above the lower side.
    let within = Vec2::new(3.0, 1.0);
    assert!(!closed.is_filled() && !closed.encloses(within));
    // The slanted side, 3 x - 4 y = 0, is (9 - 4) / 5 = 1 away, as are the two others.
    assert!((closed.signed_distance(within) - 1.0).abs() < 1e-6);
    // Without the slanted side: 1 from the lower one; above its middle 2 is nearer to nothing else.
    assert_eq!(open.signed_distance(Vec2::new(1.5, 2.0)), 2.0);
    assert_eq!(wall(&corner[..2], false).edges().len(), 1);
}

#[test]
fn points_that_repeat_the_one_before_are_left_out() {
    let repeated = [
        (0.0, 0.0),
        (0.0, 0.0),
        (4.0, 0.0),
        (4.0, 2.0),
        (4.0, 2.0),
        (0.0, 2.0),
        (0.0, 0.0),
    ];
    assert_eq!(polygon(&repeated).edges(), polygon(&OBLONG).edges());
    assert_eq!(wall(&repeated, true).edges(), wall(&OBLONG, true).edges());
    // Open, it ends where it began.
    assert_eq!(wall(&repeated, false).edges().len(), 4);
}

#[test]
fn too_few_points_or_such_that_are_not_finite_are_no_wall() {
    for wrong in [
        &[][..],
        &[(1.0, 1.0)],
        &[(1.0, 1.0), (1.0, 1.0)],
        &[(1.0, 1.0), (f32::NAN, 1.0)],
        &[(1.0, 1.0), (2.0, 2.0), (f32::INFINITY, 1.0)],
    ] {
        for closed in [false, true] {
            assert!(Outline::wall(&points(wrong), closed).is_none(), "{wrong:?}");
        }
        assert!(Outline::polygon(&points(wrong)).is_none(), "{wrong:?}");
    }
}

#[test]
fn points_on_one_line_are_no_polygon() {
    for wrong in [
        &[(0.0, 0.0), (1.0, 1.0)][..],
        &[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0)],
        &[(0.1, 0.1), (0.7, 0.7), (0.3, 0.3), (0.9, 0.9)],
        &[(1e6, 1e6), (1e6 + 1.0, 1e6 + 3.0), (1e6 + 2.0, 1e6 + 6.0)],
    ] {
        assert!(Outline::polygon(&points(wrong)).is_none(), "{wrong:?}");
    }
    // Small and far off, but an area all the same.
    let small = [(1e6, 1e6), (1e6 + 1.0, 1e6), (1e6, 1e6 + 1.0)];
    assert!(polygon(&small).encloses(Vec2::new(1e6 + 0.25, 1e6 + 0.25)));
}

#[test]
fn both_directions_of_turn_have_the_same_inside() {
    let clockwise: Vec<(f32, f32)> = BRACKET.into_iter().rev().collect();
    for outline in [polygon(&BRACKET), polygon(&clockwise)] {
        assert!(outline.is_filled());
        assert_eq!(outline.edges().len(), 8);
        assert!(outline.encloses(Vec2::new(1.0, 3.0)));
        assert!(outline.encloses(Vec2::new(5.0, 1.0)));
        assert!(!outline.encloses(Vec2::new(4.0, 3.0)));
        assert!(!outline.encloses(Vec2::new(-1.0, 2.0)));
        // The inside on the left of every edge.
        for edge in outline.edges() {
            let left = left((edge.end - edge.start).normalize());
            assert!(outline.encloses((edge.start + edge.end) * 0.5 + left * 0.1));
        }
    }
}

#[test]
fn a_polygon_is_left_by_its_nearest_side() {
    let oblong = polygon(&OBLONG);
    assert_eq!(
        oblong.nearest(Vec2::new(3.0, 1.75)),
        SurfacePoint {
            point: Vec2::new(3.0, 2.0),
            normal: Vec2::Y,
            distance: -0.25
        }
    );
    assert_eq!(
        oblong.nearest(Vec2::new(7.0, 6.0)),
        SurfacePoint {
            point: Vec2::new(4.0, 2.0),
            normal: Vec2::new(0.6, 0.8),
            distance: 5.0
        }
    );
    // In the middle both long sides are as near: the first.
    assert_eq!(oblong.nearest(Vec2::new(2.0, 1.0)).normal, Vec2::NEG_Y);
    // Right on a side, out.
    for (point, normal) in [
        (Vec2::new(1.0, 0.0), Vec2::NEG_Y),
        (Vec2::new(4.0, 1.5), Vec2::X),
        (Vec2::new(1.0, 2.0), Vec2::Y),
        (Vec2::new(0.0, 0.5), Vec2::NEG_X),
    ] {
        let surface = oblong.nearest(point);
        assert_eq!((surface.normal, surface.distance), (normal, 0.0));
    }
}

#[test]
fn a_hollow_polygon_is_its_sides() {
    let ring = polygon(&OBLONG).hollow();
    assert!(!ring.is_filled());
    let within = Vec2::new(3.0, 1.75);
    assert!(!ring.encloses(within));
    let surface = ring.nearest(within);
    assert_eq!((surface.normal, surface.distance), (Vec2::NEG_Y, 0.25));
    // From within it is met from within: 2 - 1.5 - 0.25.
    let hit = ring.cast(Vec2::new(2.0, 1.5), Vec2::Y, 9.0, 0.25).unwrap();
    assert_eq!((hit.distance, hit.normal), (0.25, Vec2::NEG_Y));
}

#[test]
fn a_cast_from_inside_answers_the_way_out() {
    let bracket = polygon(&BRACKET);
    for heading in [Vec2::X, Vec2::NEG_X, Vec2::Y] {
        let deep = bracket
            .cast(Vec2::new(0.5, 3.0), heading, 9.0, 0.1)
            .unwrap();
        assert_eq!((deep.distance, deep.normal), (0.0, Vec2::NEG_X));
        // Outside, in contact with two sides, nearer to the lower one.
        let corner = bracket
            .cast(Vec2::new(2.5, 2.4), heading, 9.0, 0.6)
            .unwrap();
        assert_eq!((corner.distance, corner.normal), (0.0, Vec2::Y));
    }
}

#[test]
fn a_body_in_the_mouth_of_a_bracket_is_stopped_by_its_back() {
    let bracket = polygon(&BRACKET);
    let stop = bracket
        .block(Vec2::new(9.0, 3.0), Vec2::NEG_X, 99.0, 0.5)
        .unwrap();
    // 9 - 2 - 0.5.
    assert_eq!((stop.distance, stop.normal), (6.5, Vec2::X));
    // Too wide for the mouth, it is stopped by both arms: sqrt(1.25^2 - 1^2) = 0.75 before them.
    let stop = bracket
        .block(Vec2::new(9.0, 3.0), Vec2::NEG_X, 99.0, 1.25)
        .unwrap();
    assert!((stop.distance - 2.25).abs() < 1e-5);
    // In contact with the back it may leave.
    assert_eq!(bracket.block(Vec2::new(2.5, 3.0), Vec2::X, 99.0, 0.5), None);
}

#[test]
fn an_outline_that_touches_itself_is_noticed() {
    for (name, coordinates) in [
        (
            "bow tie",
            &[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 3.0)][..],
        ),
        (
            "two triangles with one corner",
            &[
                (0.0, 0.0),
                (4.0, 0.0),
                (2.0, 2.0),
                (4.0, 4.0),
                (0.0, 4.0),
                (2.0, 2.0),
            ],
        ),
        (
            "a corner on a side",
            &[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)],
        ),
        (
            "a spike that runs back",
            &[
                (0.0, 0.0),
                (4.0, 0.0),
                (4.0, 2.0),
                (9.0, 2.0),
                (4.0, 2.0),
                (0.0, 4.0),
            ],
        ),
        (
            "half way back",
            &[(0.0, 0.0), (6.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)],
        ),
    ] {
        for turn in 0..coordinates.len() {
            let mut corners = points(coordinates);
            corners.rotate_left(turn);
            assert!(
                Outline::polygon(&corners).unwrap().touches_itself(),
                "{name}"
            );
            corners.reverse();
            assert!(
                Outline::polygon(&corners).unwrap().touches_itself(),
                "{name}"
            );
        }
    }
}

#[test]
fn an_outline_that_does_not_touch_itself_is_left_alone() {
    let spiral = Outline::polygon(&spiral()).unwrap();
    assert!(spiral.hierarchy.is_some() && !spiral.touches_itself());
    assert!(spiral.encloses(Vec2::new(2.0, 0.1)) && !spiral.encloses(Vec2::new(5.0, 0.1)));
    assert!(!polygon(&OBLONG).touches_itself());
    assert!(!polygon(&BRACKET).touches_itself());
    assert!(!polygon(&OBLONG[..3]).touches_itself());
    // A corner that is none.
    assert!(!polygon(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 4.0)]).touches_itself());
    assert!(!Outline::disc(Vec2::ONE, 2.0).touches_itself());
    assert!(!wall(&BRACKET, false).touches_itself());
    assert!(!wall(&BRACKET[..2], false).touches_itself());
}

#[test]
fn the_ends_of_an_open_wall_are_no_neighbours() {
    // A loop whose last edge crosses its first, and one that ends where it began.
    let crossing = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 4.0), (2.0, -1.0)];
    assert!(wall(&crossing, false).touches_itself());
    let closed_by_hand = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)];
    assert!(!wall(&closed_by_hand, false).touches_itself());
    let there_and_back = [(0.0, 0.0), (4.0, 0.0), (0.0, 0.0)];
    assert!(wall(&there_and_back, false).touches_itself());
}

#[test]
fn the_order_of_outlines_is_by_their_boxes_first_points_and_radii() {
    assert_eq!(
        polygon(&[(1.0, 2.0), (5.0, 2.0), (5.0, 7.0)]).order_key(),
        [1.0, 2.0, 5.0, 7.0, 1.0, 2.0, 0.0]
    );
    assert_eq!(
        Outline::disc(Vec2::new(3.0, -1.0), 2.0).order_key(),
        [1.0, -3.0, 5.0, 1.0, 3.0, -1.0, 2.0]
    );
}

#[test]
fn the_rounding_grows_with_the_farthest_coordinate() {
    // Four units in the last place of 1: 4 * 1.19e-7.
    let at = |x: f32, y: f32| Outline::disc(Vec2::new(x, y), 0.0).rounding();
    assert!((at(1.0, 0.5) - 4.768e-7).abs() < 1e-10);
    assert!((at(0.0, -1024.0) - 4.882e-4).abs() < 1e-7);
    // The far side counts.
    assert_eq!(Outline::disc(Vec2::ZERO, 8.0).rounding(), at(8.0, 0.0));
}

#[test]
fn only_the_edges_in_a_box_are_looked_at_when_there_are_many() {
    let corners: Vec<Vec2> = (0..200)
        .map(|number| Vec2::from_angle(number as f32 * TAU / 200.0) * 50.0)
        .collect();
    let round = Outline::polygon(&corners).unwrap();
    let query = Bounds::of_disc(Vec2::new(50.0, 0.0), 1.0);
    let mut seen = Vec::new();
    round.visit_edges(
        |bounds| bounds.overlaps(&query),
        |number, edge| {
            assert_eq!(edge, &round.edges()[number]);
            seen.push(number);
        },
    );
    // They are 1.57 long: two of them touch, and leaves hold four.
    assert!(
        seen.contains(&0) && seen.contains(&199) && seen.len() <= 16,
        "{seen:?}"
    );
    // Of few, all.
    let mut seen = 0;
    polygon(&OBLONG).visit_edges(|_| false, |_, _| seen += 1);
    assert_eq!(seen, 4);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_inside_agrees_with_counting_crossings(corners in simple_polygons(), point in vectors(22.0)) {
        let outline = Outline::polygon(&corners).unwrap();
        let rim = rim_distance(&corners, point);
        prop_assume!(rim > 1e-4);
        let inside = is_inside(&corners, point);
        prop_assert_eq!(outline.encloses(point), inside);
        let distance = outline.signed_distance(point);
        let expected = if inside { -rim } else { rim };
        prop_assert!((distance - expected).abs() < 1e-4);
        let surface = outline.nearest(point);
        prop_assert_eq!(surface.distance, distance);
        prop_assert!(rim_distance(&corners, surface.point) < 1e-4);
        // The normal leads from the surface to the point, or from the point out of it.
        prop_assert!(close(surface.point + surface.normal * distance, point, 1e-4));
        prop_assert!((surface.normal.length() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_side_is_left_along_its_outward_normal(corners in simple_polygons(), side in any::<usize>(), part in 0.1_f32..0.9) {
        let outline = Outline::polygon(&corners).unwrap();
        let edge = outline.edges()[side % outline.edges().len()];
        let along = (edge.end - edge.start).normalize();
        let on_it = edge.start.lerp(edge.end, part);
        let (out, within) = (on_it - along.perp() * 1e-3, on_it + along.perp() * 1e-3);
        for (point, distance) in [(out, 1e-3), (within, -1e-3)] {
            // Where another side is as near it may be left there.
            prop_assume!(outline.edges().iter().filter(|edge| edge.nearest(point).distance(point) < 2e-3).count() == 1);
            let surface = outline.nearest(point);
            prop_assert!((surface.distance - distance).abs() < 1e-4);
            prop_assert!(surface.normal.dot(-along.perp()) > 0.98, "{surface:?}");
        }
    }

    #[test]
    fn casts_and_blocks_are_those_of_the_first_edge(
        corners in simple_polygons(),
        filled in any::<bool>(),
        from in vectors(25.0),
        heading in headings(),
        length in 0.0_f32..50.0,
        radius in 0.0_f32..2.0,
    ) {
        let filled_outline = Outline::polygon(&corners).unwrap();
        let outline = if filled { filled_outline } else { filled_outline.hollow() };
        let block = outline.block(from, heading, length, radius);
        let expected = first_hit(&outline, |edge| edge.block(from, heading, length, radius));
        prop_assert_eq!(block.map(|hit| hit.distance), expected.map(|hit| hit.distance));
        let cast = outline.cast(from, heading, length, radius);
        let touches = rim_distance(&corners, from) - radius;
        prop_assume!(touches.abs() > 1e-4);
        if touches < 0.0 || (filled && is_inside(&corners, from)) {
            let hit = cast.unwrap();
            prop_assert_eq!(hit.distance, 0.0);
            prop_assert_eq!(hit.normal, outline.nearest(from).normal);
        } else {
            prop_assert_eq!(cast, first_hit(&outline, |edge| edge.cast(from, heading, length, radius)));
        }
    }

    #[test]
    fn the_tree_of_edges_changes_no_answer(
        corners in simple_polygons(),
        point in vectors(22.0),
        heading in headings(),
        radius in 0.0_f32..2.0,
    ) {
        let outline = Outline::polygon(&corners).unwrap();
        prop_assert_eq!(outline.hierarchy.is_some(), corners.len() > FEW_EDGES);
        let mut plain = outline.clone();
        plain.hierarchy = None;
        prop_assert_eq!(outline.encloses(point), plain.encloses(point));
        prop_assert_eq!(outline.nearest(point), plain.nearest(point));
        prop_assert_eq!(outline.cast(point, heading, 40.0, radius), plain.cast(point, heading, 40.0, radius));
        prop_assert_eq!(outline.block(point, heading, 40.0, radius), plain.block(point, heading, 40.0, radius));
        prop_assert!(!outline.touches_itself() && !plain.touches_itself());
    }

    #[test]
    fn outlines_of_any_points_touch_themselves_where_two_sides_meet(
        corners in prop::collection::vec(vectors(10.0), 3..14),
        closed in any::<bool>(),
    ) {
        let outline = Outline::wall(&corners, closed).unwrap();
        let edges = outline.edges();
        let count = edges.len();
        let mut meets = false;
        for (number, edge) in edges.iter().enumerate() {
            let next = &edges[(number + 1) % count];
            if closed || number + 1 < count {
                // Of two that have an end in common neither other end lies on the other edge.
                meets |= edge.nearest(next.end) == next.end || next.nearest(edge.start) == edge.start;
            }
            for (other_number, other) in edges.iter().enumerate().skip(number + 2) {
                let is_joined = closed && number == 0 && other_number == count - 1;
                meets |= !is_joined && edge.distance_to(other) <= 0.0;
            }
        }
        prop_assert_eq!(outline.touches_itself(), meets);
    }
}

proptest! {
    #[test]
    fn every_answer_is_a_number_at_every_scale(
        corners in prop::collection::vec(wild_vectors(), 2..12),
        from in wild_vectors(),
        heading in headings(),
        radius in 0.0_f32..1e6,
    ) {
        let shapes = [
            Outline::polygon(&corners),
            Outline::wall(&corners, false),
            Some(Outline::disc(corners[0], radius)),
        ];
        for outline in shapes.into_iter().flatten() {
            let surface = outline.nearest(from);
            prop_assert!(surface.point.is_finite() && surface.normal.is_finite());
            prop_assert!(surface.distance.is_finite());
            prop_assert!(outline.rounding() >= 0.0);
            for hit in [outline.cast(from, heading, 1e3, radius), outline.block(from, heading, 1e3, radius)]
                .into_iter()
                .flatten()
            {
                prop_assert!((0.0..=1e3).contains(&hit.distance) && hit.normal.is_finite());
            }
            let _ = outline.touches_itself();
        }
    }
}
