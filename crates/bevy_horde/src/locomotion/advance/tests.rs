//! A body that cannot leave an obstacle.

use super::*;
use crate::obstacle::Obstacle;
use crate::space::MovementSpace;

/// A polygon that crosses itself, with a pocket too narrow for the body of the tests.
fn jagged(index: &mut ObstacleIndex, obstacle: Entity) {
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
    let shape = Obstacle::polygon(corners.map(Vec2::from));
    let all = core::iter::once((obstacle, &shape, Transform::IDENTITY, 0));
    index.replace_all(all, MovementSpace::Xy);
}

const IN_THE_POCKET: Vec2 = Vec2::new(-0.096, -0.24);

#[test]
fn a_body_without_a_way_out_looks_for_one_again_when_an_obstacle_changes() {
    let mut world = World::new();
    let [body, other, obstacle] = [(); 3].map(|_| world.spawn_empty().id());
    let mut obstacles = ObstacleIndex::default();
    jagged(&mut obstacles, obstacle);
    let state = AgentState {
        body_radius: 0.3,
        solid: true,
        ..default()
    };
    let agents = AgentIndex::default();
    let advance_from = |obstacles: &ObstacleIndex, body, push, position, open| {
        let ground = Ground {
            obstacles,
            agents: &agents,
            tick: 9,
            push,
        };
        let start = Motion {
            position,
            open,
            ..default()
        };
        ground.advance(body, &state, start, Vec2::ZERO, None)
    };
    let advance = |obstacles: &ObstacleIndex, body, push, open| {
        advance_from(obstacles, body, push, IN_THE_POCKET, open)
    };
    let unlimited = f64::INFINITY;
    let first = advance(&obstacles, body, unlimited, default());
    assert!(first.is_squeezed);
    assert_eq!(first.position, IN_THE_POCKET);
    // The next tick has the same result, and needs no search: where a body would find a way out, it
    // stays at what it takes for a dead end.
    assert_eq!(advance(&obstacles, body, unlimited, first.open), first);
    let at_the_tip = vec2(0.912, 0.24);
    let known = ClearanceCache {
        center: at_the_tip,
        ..first.open
    };
    assert!(!advance_from(&obstacles, body, unlimited, at_the_tip, default()).is_squeezed);
    assert!(advance_from(&obstacles, body, unlimited, at_the_tip, known).is_squeezed);
    // What one body has found counts for no other, and not where pushes are limited.
    let of_other = advance(&obstacles, other, unlimited, first.open);
    assert!(of_other.is_squeezed && of_other.open != first.open);
    let limited = advance(&obstacles, body, 1.0, first.open);
    assert!(limited.is_squeezed && limited.open != first.open);
    // With the obstacle gone, the body is free.
    obstacles.replace_all(core::iter::empty(), MovementSpace::Xy);
    assert!(!advance(&obstacles, body, unlimited, first.open).is_squeezed);
}
