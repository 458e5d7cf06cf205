//! A body that cannot leave an obstacle.

use super::*;
use crate::obstacles::outline::Outline;
use crate::obstacles::placed::PlacedObstacle;

/// A polygon that crosses itself, with a pocket too narrow for the body of the tests.
fn jagged() -> Obstacles {
    let corners = [
        (0.599, 0.476),
        (0.879, 0.178),
        (0.1, 0.138),
        (-0.453, 0.168),
        (-0.406, -0.512),
        (0.912, 0.24),
        (-0.19, -0.143),
        (0.523, 0.91),
    ];
    let shape = Outline::polygon(&corners.map(Vec2::from)).expect("it has an extent");
    let placed = PlacedObstacle::of_shape(ObstacleId(3), shape.hollow());
    core::iter::once(placed).collect()
}

const IN_THE_POCKET: Vec2 = Vec2::new(-0.096, -0.24);

#[test]
fn a_body_without_a_way_out_looks_for_one_again_when_an_obstacle_changes() {
    let mut obstacles = jagged();
    let [body, other] = [1, 2].map(|number| MovingBody {
        own: ObstacleId(number),
        id: 0,
        radius: 0.3,
    });
    let advance_from = |obstacles: &Obstacles, body, push, position, open| {
        let ground = Ground {
            obstacles,
            tick: 9,
            push,
        };
        let start = Motion {
            position,
            open,
            ..Motion::default()
        };
        ground.advance(&body, start, Vec2::ZERO, |_| ())
    };
    let advance = |obstacles: &Obstacles, body, push, open| {
        advance_from(obstacles, body, push, IN_THE_POCKET, open)
    };
    let unlimited = f64::INFINITY;
    let first = advance(&obstacles, body, unlimited, ClearanceCache::default());
    assert!(first.is_squeezed);
    assert_eq!(first.position, IN_THE_POCKET);
    // The next tick has the same result, and needs no search: where a body would find a way out, it
    // stays at what it takes for a dead end.
    assert_eq!(advance(&obstacles, body, unlimited, first.open), first);
    let at_the_tip = Vec2::new(0.912, 0.24);
    let known = ClearanceCache {
        center: at_the_tip,
        ..first.open
    };
    let unknown = ClearanceCache::default();
    assert!(!advance_from(&obstacles, body, unlimited, at_the_tip, unknown).is_squeezed);
    assert!(advance_from(&obstacles, body, unlimited, at_the_tip, known).is_squeezed);
    // What one body has found counts for no other, and not where pushes are limited.
    let of_other = advance(&obstacles, other, unlimited, first.open);
    assert!(of_other.is_squeezed && of_other.open != first.open);
    let limited = advance(&obstacles, body, 1.0, first.open);
    assert!(limited.is_squeezed && limited.open != first.open);
    // With the obstacle gone, the body is free.
    obstacles.clear();
    assert!(!advance(&obstacles, body, unlimited, first.open).is_squeezed);
}

#[test]
fn a_slide_along_nothing_is_the_whole_displacement_whatever_is_known_of_the_free_space() {
    let ground = Ground {
        obstacles: &Obstacles::default(),
        tick: 1,
        push: 0.0,
    };
    let (from, displacement) = (
        Vec2::new(-236_390.6, 74_391.0),
        Vec2::new(1.23e-7, -4.56e-9),
    );
    let known = ClearanceCache::around(from, 1e3, ground.obstacles);
    for open in [ClearanceCache::default(), known] {
        let body = (ObstacleId(0), 1.0);
        let moved = ground.slide_along(body, open, from, displacement);
        assert_eq!(moved, displacement, "{open:?}");
    }
}
