//! Checks which of many edges decides.

use super::*;
use crate::obstacles::circle::CastHit;
use crate::obstacles::sweep::RelativeEdge;

/// The first hit, from a test of every edge.
fn first_hit(outline: &Outline, hit: impl Fn(&Edge) -> Option<CastHit>) -> Option<CastHit> {
    outline
        .edges()
        .iter()
        .filter_map(hit)
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

#[test]
fn a_body_in_the_mouth_of_a_bracket_is_stopped_by_its_back() {
    let bracket = polygon(&BRACKET);
    let stop = bracket
        .block(Vec2::new(9.0, 3.0), Vec2::NEG_X, 99.0, 0.5)
        .unwrap();
    // 9 - 2 - 0.5.
    assert_eq!((stop.distance, stop.normal), (6.5, Vec2::X));
    // Too wide for the mouth, the body stops at both arms: sqrt(1.25^2 - 1^2) = 0.75 before them.
    let stop = bracket
        .block(Vec2::new(9.0, 3.0), Vec2::NEG_X, 99.0, 1.25)
        .unwrap();
    assert!((stop.distance - 2.25).abs() < 1e-5);
    // In contact with the back, the body may leave.
    assert_eq!(bracket.block(Vec2::new(2.5, 3.0), Vec2::X, 99.0, 0.5), None);
}

#[test]
fn a_search_of_many_edges_visits_only_those_in_the_box() {
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
    // Edges are 1.57 long: two of them touch the box, and one box of the tree covers up to four
    // edges.
    assert!(
        seen.contains(&0) && seen.contains(&199) && seen.len() <= 8,
        "{seen:?}"
    );
    // If edges are few, a search visits all.
    let mut seen = 0;
    polygon(&OBLONG).visit_edges(|_| false, |_, _| seen += 1);
    assert_eq!(seen, 4);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

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
        prop_assert_eq!(outline.is_in_way(from, heading, length, radius), expected.is_some());
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
    fn a_sweep_stops_at_the_first_of_all_edges(
        corners in simple_polygons(),
        from in vectors(25.0),
        heading in headings(),
        length in 0.0_f64..50.0,
        radius in 0.0_f64..2.0,
        shift in prop_oneof![Just(0.0_f32), Just(1e5)],
    ) {
        let corners: Vec<Vec2> = corners.iter().map(|corner| *corner + shift).collect();
        let outline = Outline::polygon(&corners);
        // Far out, rounding may make two corners one.
        prop_assume!(outline.is_some());
        let outline = outline.unwrap();
        let (from, heading) = ((from + shift).as_dvec2(), heading.as_dvec2());
        let distances = outline.edges().iter().filter_map(|edge| {
            let hit = RelativeEdge::new(edge, from).block(heading, length, radius, 1e-6)?;
            Some(hit.distance)
        });
        let sweep = outline.sweep(from, heading, length, radius, 1e-6);
        let least = distances.min_by(f64::total_cmp);
        prop_assert_eq!(sweep.map(|hit| hit.distance), least);
        // A range that is exactly the distance, and one that is a little more.
        let distance = outline.separation(from).distance;
        for range in [radius + 1e-9, distance, distance + 1e-9].into_iter().filter(|range| *range > 0.0) {
            prop_assert_eq!(outline.is_within(from, range), distance < range);
        }
    }

    #[test]
    fn the_tree_of_edges_changes_no_result(
        corners in simple_polygons(),
        point in vectors(22.0),
        heading in headings(),
        radius in 0.0_f32..2.0,
    ) {
        let outline = Outline::polygon(&corners).unwrap();
        prop_assert_eq!(outline.tree.is_some(), corners.len() > FEW_EDGES);
        let mut plain = outline.clone();
        plain.tree = None;
        prop_assert_eq!(outline.encloses(point), plain.encloses(point));
        prop_assert_eq!(outline.nearest(point), plain.nearest(point));
        prop_assert_eq!(outline.cast(point, heading, 40.0, radius), plain.cast(point, heading, 40.0, radius));
        prop_assert_eq!(outline.block(point, heading, 40.0, radius), plain.block(point, heading, 40.0, radius));
        prop_assert!(!outline.touches_itself() && !plain.touches_itself());
    }
}
