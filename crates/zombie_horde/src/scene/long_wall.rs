//! A wall far longer than the view range, across the way of walkers on both of its sides.

use super::{Arena, Build, Look, Patrol, SceneEntity};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Body radius of a walker, world units.
const BODY_RADIUS: f32 = 12.0;
/// Largest speed of a walker, world units per second.
const SPEED: f32 = 105.0;
/// Ground for a wall, world units.
const CELL: Vec2 = Vec2::new(1500.0, 800.0);
/// Half of the wall's length, world units. Walkers see 300 units.
const HALF_WALL: f32 = 520.0;
/// Distance from the wall to the starts and the goals of walkers, world units.
const AWAY: f32 = 290.0;
/// Walkers per wall.
const WALKERS: u32 = 10;
/// Distance between walkers, world units.
const SPACING: f32 = 92.0;

pub(super) fn spawn(commands: &mut Commands, agents: u32) -> Arena {
    let (arena, cells) = Arena::of_cells(agents.div_ceil(WALKERS), CELL);
    for &middle in &cells {
        commands.spawn((
            SceneEntity,
            Look::Built(Build::Stone),
            Transform::from_translation(middle.extend(0.0)),
            Obstacle::segment(Vec2::new(-HALF_WALL, 0.0), Vec2::new(HALF_WALL, 0.0)),
        ));
    }
    for number in 0..agents {
        let middle = cells[(number / WALKERS) as usize];
        let position = number % WALKERS;
        let x = (position as f32 - 0.5 * (WALKERS - 1) as f32) * SPACING;
        let (look, side) = if position.is_multiple_of(2) {
            (Look::Walker, -1.0)
        } else {
            (Look::Rival, 1.0)
        };
        let ends = [side, -side].map(|side| middle + Vec2::new(x, side * AWAY));
        commands.spawn((
            SceneEntity,
            look,
            Transform::from_translation(ends[0].extend(1.0)),
            SteeringAgent::new(BODY_RADIUS, SPEED),
            Patrol::between(ends),
            Seek::new(ends[1]),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        ));
    }
    arena
}
