//! The cached free space, compared with the obstacles.

use super::*;
use crate::obstacles::edge::Edge;
use crate::obstacles::outline::Outline;
use crate::obstacles::placed::PlacedObstacle;

/// Obstacles of these shapes, solid or not.
fn obstacles_of(shapes: impl IntoIterator<Item = (Outline, bool)>) -> Obstacles {
    let placed = (0..)
        .zip(shapes)
        .map(|(id, (shape, solid))| PlacedObstacle {
            solid,
            ..PlacedObstacle::of_shape(ObstacleId(id), shape)
        });
    placed.collect()
}

#[test]
fn a_disc_ends_at_the_nearest_solid_obstacle() {
    // From the origin to the edge of the circle round (5, 0): 3. The passable one does not count.
    let obstacles = &obstacles_of([
        (Outline::disc(Vec2::new(5.0, 0.0), 2.0), true),
        (Outline::disc(Vec2::new(0.0, 1.5), 1.0), false),
        (Outline::disc(Vec2::new(-30.0, 0.0), 1.0), true),
    ]);
    let disc = ClearanceCache::around(Vec2::ZERO, 10.0, obstacles);
    assert!(disc.holds(Vec2::ZERO, 2.999, obstacles));
    assert!(!disc.holds(Vec2::ZERO, 3.001, obstacles));
    // 1 unit off the center of the disc, a reach of 2 is left.
    assert!(disc.holds(Vec2::NEG_Y, 1.999, obstacles));
    assert!(!disc.holds(Vec2::NEG_Y, 2.001, obstacles));
    assert!(!disc.holds(Vec2::NEG_Y * 4.0, 0.1, obstacles));
    // The disc is no larger than `most`.
    let disc = ClearanceCache::around(Vec2::ZERO, 1.0, obstacles);
    assert!(disc.holds(Vec2::ZERO, 1.0, obstacles));
    assert!(!disc.holds(Vec2::ZERO, 1.001, obstacles));
    // Inside of an obstacle nothing is open.
    let disc = ClearanceCache::around(Vec2::new(4.0, 0.0), 10.0, obstacles);
    assert!(!disc.holds(Vec2::new(4.0, 0.0), 0.0, obstacles));
}

#[test]
fn a_new_obstacle_invalidates_the_cache() {
    let mut obstacles = Obstacles::default();
    let disc = ClearanceCache::around(Vec2::ZERO, 10.0, &obstacles);
    assert!(disc.holds(Vec2::ZERO, 1.0, &obstacles));
    let shape = Outline::disc(Vec2::ZERO, 1.0);
    obstacles.put(PlacedObstacle::of_shape(ObstacleId(0), shape));
    obstacles.finish_update();
    assert!(!disc.holds(Vec2::ZERO, 1.0, &obstacles));
}

#[test]
fn a_disc_far_from_everything_does_not_hold_near_an_obstacle() {
    let obstacles = &obstacles_of([(Outline::disc(Vec2::ZERO, 1.0), true)]);
    for far in [1e10, 1e18, 1e20, 1e30, 1e38] {
        for direction in [Vec2::X, Vec2::ONE, Vec2::new(-0.3, 0.9)] {
            let center = direction * far;
            let disc = ClearanceCache::around(center, f32::MAX, obstacles);
            // The radius of the disc is nearly the distance to the origin.
            for place in [Vec2::ZERO, Vec2::X, Vec2::new(0.0, -1.5)] {
                assert!(!disc.holds(place, 0.6, obstacles), "{place} from {center}");
            }
            assert!(!disc.holds(Vec2::ZERO, 0.0, obstacles), "from {center}");
        }
    }
}

#[test]
fn where_nothing_is_known_nothing_is_open() {
    let obstacles = Obstacles::default();
    assert!(!ClearanceCache::default().holds(Vec2::ZERO, 0.1, &obstacles));
}

#[test]
fn an_obstacle_too_large_for_squares_of_single_precision_closes_a_disc() {
    let far = 1e19;
    let fence = [
        Vec2::new(-far, 0.0),
        Vec2::new(far, 0.0),
        Vec2::new(far, 1e3),
    ];
    let pill = Edge {
        start: Vec2::new(-1e20, 0.0),
        end: Vec2::new(1e20, 0.0),
    };
    for shape in [
        Outline::wall(&fence[..2], false).expect("it has a length"),
        Outline::wall(&fence, false).expect("it has a length"),
        Outline::of_edge(pill, 1.0),
        Outline::disc(Vec2::new(0.0, 1e20), 1e20),
        Outline::disc(Vec2::new(-1e30, 0.0), 1e30),
    ] {
        let obstacles = &obstacles_of([(shape.clone(), true)]);
        let from = Vec2::new(0.0, -5.0);
        let disc = ClearanceCache::around(from, 20.0, obstacles);
        assert!(!disc.holds(from, 5.1, obstacles), "{shape:?}, {disc:?}");
    }
}

#[test]
fn a_dead_end_counts_for_one_body_there_until_an_obstacle_changes() {
    let obstacles = &mut obstacles_of([(Outline::disc(Vec2::ZERO, 1.0), true)]);
    let [body, other] = [7, 8].map(ObstacleId);
    let own = stamp(body, 7, obstacles);
    let cache = ClearanceCache::dead_end(Vec2::X, 0.5, own);
    assert!(cache.is_dead_end(Vec2::X, 0.5, || own));
    assert!(cache.is_dead_end(Vec2::X, 0.5004, || own));
    assert!(!cache.is_dead_end(Vec2::X, 0.51, || own));
    assert!(!cache.is_dead_end(Vec2::X, 0.4999, || own));
    assert!(!cache.is_dead_end(Vec2::Y, 0.5, || own));
    // It is no free space, and a place without free space is no dead end.
    assert!(!cache.holds(Vec2::X, 0.0, obstacles));
    let inside = ClearanceCache::around(Vec2::X * 0.5, 1.0, obstacles);
    assert!(!inside.holds(Vec2::X * 0.5, 0.0, obstacles));
    assert!(!inside.is_dead_end(Vec2::X * 0.5, 0.5, || inside.stamp));
    // Every body has its own stamp, also one that gets another id.
    for (body, id) in [(other, 7), (body, 8)] {
        assert_ne!(stamp(body, id, obstacles), own);
    }
    let shape = Outline::disc(Vec2::new(9.0, 0.0), 1.0);
    obstacles.put(PlacedObstacle::of_shape(ObstacleId(1), shape));
    obstacles.finish_update();
    assert_ne!(stamp(body, 7, obstacles), own);
}
