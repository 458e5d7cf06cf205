//! Checks each kind of outline, and invalid ones.

use super::*;

#[test]
fn a_disc_is_one_point_and_a_radius() {
    let disc = Outline::disc(Vec2::new(3.0, -1.0), 2.0);
    assert_eq!(disc.bounds(), &Bounds::of_disc(Vec2::new(3.0, -1.0), 2.0));
    assert_eq!((disc.edges().len(), disc.radius()), (1, 2.0));
    assert!(!disc.is_filled());
    // A 3-4-5 triangle.
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
    // From inside; below, from the center along x.
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
    // A 3-4-5 triangle off its end.
    assert_eq!(capsule.signed_distance(Vec2::new(3.0, 8.0)), 3.5);
    // On the edge itself, the way out is to the left.
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
    // A closed wall has no inside, not even 1 above the lower side.
    let within = Vec2::new(3.0, 1.0);
    assert!(!closed.is_filled() && !closed.encloses(within));
    // The slanted side, 3 x - 4 y = 0, is (9 - 4) / 5 = 1 away, as are the two others.
    assert!((closed.signed_distance(within) - 1.0).abs() < 1e-6);
    // Without the slanted side, the lower side is the nearest, 2 below the point.
    assert_eq!(open.signed_distance(Vec2::new(1.5, 2.0)), 2.0);
    assert_eq!(wall(&corner[..2], false).edges().len(), 1);
}

#[test]
fn repeated_points_are_dropped() {
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
    // The open wall ends at its start.
    assert_eq!(wall(&repeated, false).edges().len(), 4);
}

#[test]
fn too_few_or_non_finite_points_are_no_wall() {
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
fn collinear_points_are_no_polygon() {
    for wrong in [
        &[(0.0, 0.0), (1.0, 1.0)][..],
        &[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0)],
        &[(0.1, 0.1), (0.7, 0.7), (0.3, 0.3), (0.9, 0.9)],
        &[(1e6, 1e6), (1e6 + 1.0, 1e6 + 3.0), (1e6 + 2.0, 1e6 + 6.0)],
    ] {
        assert!(Outline::polygon(&points(wrong)).is_none(), "{wrong:?}");
    }
    // Small and far away, but with an area.
    let small = [(1e6, 1e6), (1e6 + 1.0, 1e6), (1e6, 1e6 + 1.0)];
    assert!(polygon(&small).encloses(Vec2::new(1e6 + 0.25, 1e6 + 0.25)));
}

#[test]
fn a_hollow_polygon_is_its_sides() {
    let ring = polygon(&OBLONG).hollow();
    assert!(!ring.is_filled());
    let within = Vec2::new(3.0, 1.75);
    assert!(!ring.encloses(within));
    let surface = ring.nearest(within);
    assert_eq!((surface.normal, surface.distance), (Vec2::NEG_Y, 0.25));
    // A cast from inside hits a side: 2 - 1.5 - 0.25.
    let hit = ring.cast(Vec2::new(2.0, 1.5), Vec2::Y, 9.0, 0.25).unwrap();
    assert_eq!((hit.distance, hit.normal), (0.25, Vec2::NEG_Y));
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
fn outlines_with_the_same_key_are_ordered_by_their_edges() {
    let square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)];
    let lower = polygon(&square[..3]);
    let upper = polygon(&[square[0], square[2], square[3]]);
    // Later edges decide where the first ones are equal.
    let dented = |y: f32| polygon(&[square[0], square[1], square[2], square[3], (1.0, y)]);
    // In ascending order.
    let outlines = [
        lower.clone().hollow(),
        lower,
        upper,
        polygon(&square),
        dented(4.0),
        dented(5.0),
    ];
    for (number, outline) in outlines.iter().enumerate() {
        assert_eq!(outline.order_key(), outlines[0].order_key());
        for (other_number, other) in outlines.iter().enumerate() {
            assert_eq!(outline.order(other), number.cmp(&other_number));
        }
    }
    // The key decides before the edges.
    let disc = |x: f32| Outline::disc(Vec2::new(x, 0.0), 1.0);
    assert!(disc(1.0).order(&disc(2.0)).is_lt());
    assert!(disc(1.5).order(&outlines[0]).is_gt());
}

#[test]
fn the_rounding_grows_with_the_farthest_coordinate() {
    // Four units in the last place of 1: 4 * 1.19e-7.
    let at = |x: f32, y: f32| Outline::disc(Vec2::new(x, y), 0.0).rounding();
    assert!((at(1.0, 0.5) - 4.768e-7).abs() < 1e-10);
    assert!((at(0.0, -1024.0) - 4.882e-4).abs() < 1e-7);
    // The far side of the disc counts.
    assert_eq!(Outline::disc(Vec2::ZERO, 8.0).rounding(), at(8.0, 0.0));
}

proptest! {
    #[test]
    fn every_result_is_finite_at_every_scale(
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
