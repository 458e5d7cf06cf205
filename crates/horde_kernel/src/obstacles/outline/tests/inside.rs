//! Checks the enclosed area of outlines, and the ways out of it.

use super::*;

#[test]
fn both_orientations_have_the_same_inside() {
    let clockwise: Vec<(f32, f32)> = BRACKET.into_iter().rev().collect();
    for outline in [polygon(&BRACKET), polygon(&clockwise)] {
        assert!(outline.is_filled());
        assert_eq!(outline.edges().len(), 8);
        assert!(outline.encloses(Vec2::new(1.0, 3.0)));
        assert!(outline.encloses(Vec2::new(5.0, 1.0)));
        assert!(!outline.encloses(Vec2::new(4.0, 3.0)));
        assert!(!outline.encloses(Vec2::new(-1.0, 2.0)));
        // The inside is on the left of every edge.
        for edge in outline.edges() {
            let left = left((edge.end - edge.start).normalize());
            assert!(outline.encloses((edge.start + edge.end) * 0.5 + left * 0.1));
        }
    }
}

#[test]
fn a_comb_of_many_thin_teeth_has_an_inside() {
    // An area of 16 * 6 within edges of a total length of 100 000.
    let teeth = (0..5_000).flat_map(|tooth| {
        let left = tooth as f32 * 0.003_2;
        [Vec2::new(left, 0.0), Vec2::new(left + 0.001_6, 10.0)]
    });
    let plate = [
        Vec2::new(16.0, 0.0),
        Vec2::new(16.0, -1.0),
        Vec2::new(0.0, -1.0),
    ];
    let comb: Vec<Vec2> = teeth.chain(plate).collect();
    assert!(Outline::polygon(&comb).is_some_and(|comb| comb.is_filled()));
}

#[test]
fn the_way_out_of_a_polygon_is_its_nearest_side() {
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
    // At the center both long sides are equally near: the first wins.
    assert_eq!(oblong.nearest(Vec2::new(2.0, 1.0)).normal, Vec2::NEG_Y);
    // On a side, the normal points out.
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
fn a_cast_from_inside_returns_the_way_out() {
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
        // The normal leads from the surface to the point, or from the point out of the shape.
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
            // Exclude points with another side equally near.
            prop_assume!(outline.edges().iter().filter(|edge| edge.nearest(point).distance(point) < 2e-3).count() == 1);
            let surface = outline.nearest(point);
            prop_assert!((surface.distance - distance).abs() < 1e-4);
            prop_assert!(surface.normal.dot(-along.perp()) > 0.98, "{surface:?}");
        }
    }
}
