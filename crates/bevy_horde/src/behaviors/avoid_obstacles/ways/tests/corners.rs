//! Ways round corners of chains of edges, and of walls that meet.

use super::*;

fn chain(points: &[(f32, f32)]) -> PlacedObstacle {
    let points: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
    placed(Outline::wall(&points, false).unwrap())
}

#[test]
fn a_straight_chain_is_passed_as_one_edge_is() {
    // The goal is nearer to the middle of the wall than the body may come to its ends.
    let goals = [
        Vec2::new(0.0, 0.2),
        Vec2::new(0.0, 0.6),
        Vec2::new(9.9, 0.2),
    ];
    for goal in goals {
        let ways = (Vec2::new(0.5, -5.0), goal);
        let whole = detour(&walls(&[((-10.0, 0.0), (10.0, 0.0))]), ways, REACH, false).unwrap();
        let parts = [(-10.0, 0.0), (-3.0, 0.0), (3.0, 0.0), (10.0, 0.0)];
        let way = detour(&[chain(&parts)], ways, REACH, false).unwrap();
        assert_eq!(way.ends_within, None, "{goal}");
        // At most the whole clearance more at the end.
        let more = way.length - whole.length;
        assert!(
            more.abs() < 2.0 * REACH,
            "{goal}: {} {}",
            way.length,
            whole.length
        );
    }
}

#[test]
fn a_corner_of_two_walls_keeps_off_both() {
    // The goal beside one wall lets the body come near to that wall, but not to the other one.
    let two = walls(&[((0.0, 0.0), (100.0, 0.0)), ((0.0, 0.0), (-0.3, 1.0))]);
    let way = detour(
        &two,
        (Vec2::new(5.0, -5.0), Vec2::new(5.0, 0.2)),
        REACH,
        false,
    )
    .unwrap();
    assert_eq!(way.ends_within, None);
    let least = Vec2::new(5.0, 5.0).length() + 1.0 + 5.0;
    assert!((least..least + 3.0).contains(&way.length), "{}", way.length);
}

#[test]
fn a_way_leads_round_an_obstacle_within_the_turn_at_a_corner() {
    // The disc leaves no gap to the end of the wall: the way leads round the disc.
    let obstacles = [
        chain(&[(0.0, 0.0), (0.0, 100.0)]),
        placed(Outline::disc(Vec2::new(-0.6, -0.7), 0.2)),
    ];
    let ways = (Vec2::new(-1.0, 5.0), Vec2::new(0.45, 8.0));
    let way = detour(&obstacles, ways, REACH, false).unwrap();
    assert_eq!(way.ends_within, None);
    assert!((13.0..18.0).contains(&way.length), "{}", way.length);
}

#[test]
fn a_round_polygon_of_thousands_of_points_is_a_disc() {
    let corner = |number: u16| {
        Vec2::new(8.0, 0.3)
            + Vec2::from_angle(f32::from(number) * core::f32::consts::TAU / 5e3) * 5.0
    };
    let points: Vec<Vec2> = (0..5000).map(corner).collect();
    let polygon = placed(Outline::polygon(&points).unwrap());
    let disc = placed(Outline::disc(Vec2::new(8.0, 0.3), 5.0));
    let ways = (Vec2::ZERO, Vec2::new(16.0, 0.0));
    let round = detour(&[disc], ways, REACH, false).unwrap();
    let way = detour(&[polygon], ways, REACH, false).unwrap();
    assert_eq!(way.side, round.side);
    assert!(way.bearing.distance(round.bearing) < 0.01);
    assert_near(way.length, round.length);
}
