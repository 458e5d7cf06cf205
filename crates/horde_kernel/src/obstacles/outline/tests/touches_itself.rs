//! Checks the detection of outlines that touch themselves.

use super::*;

#[test]
fn an_outline_that_touches_itself_is_detected() {
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
            "halfway back",
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
fn an_outline_that_does_not_touch_itself_is_accepted() {
    let spiral = Outline::polygon(&spiral()).unwrap();
    assert!(spiral.tree.is_some() && !spiral.touches_itself());
    assert!(spiral.encloses(Vec2::new(2.0, 0.1)) && !spiral.encloses(Vec2::new(5.0, 0.1)));
    assert!(!polygon(&OBLONG).touches_itself());
    assert!(!polygon(&BRACKET).touches_itself());
    assert!(!polygon(&OBLONG[..3]).touches_itself());
    // A corner without a turn.
    assert!(!polygon(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 4.0)]).touches_itself());
    assert!(!Outline::disc(Vec2::ONE, 2.0).touches_itself());
    assert!(!wall(&BRACKET, false).touches_itself());
    assert!(!wall(&BRACKET[..2], false).touches_itself());
}

#[test]
fn the_ends_of_an_open_wall_are_not_adjacent() {
    // A loop with a last edge that crosses the first, and a loop that ends at its start.
    let crossing = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 4.0), (2.0, -1.0)];
    assert!(wall(&crossing, false).touches_itself());
    let closed_by_hand = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)];
    assert!(!wall(&closed_by_hand, false).touches_itself());
    let there_and_back = [(0.0, 0.0), (4.0, 0.0), (0.0, 0.0)];
    assert!(wall(&there_and_back, false).touches_itself());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

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
                // Two edges with a common end meet if the other end of either lies on the other
                // edge.
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
