//! Dead ends between a start and a goal. Walkers arrive one by one, come out by the mouth and go
//! round.

use super::patrol::RestartsAtEnd;
use super::{Arena, Build, Look, Patrol, SceneEntity};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Body radius of a walker, world units.
const BODY_RADIUS: f32 = 12.0;
/// The speeds of the walkers in a lane, one after the other, world units per second.
const SPEEDS: [f32; 4] = [82.0, 96.0, 88.0, 104.0];
/// Ground for a lane, world units.
const LANE: Vec2 = Vec2::new(1280.0, 360.0);
/// Distance from the middle of a lane to its start and its goal, world units.
const HALF_LANE: f32 = 580.0;
/// Walkers in a lane.
const WALKERS: u32 = 8;
/// Distance between walkers as they arrive, world units.
const TRICKLE: f32 = 150.0;
/// The dead ends, repeated lane by lane: both deeper than walkers see, and open toward the start.
const DEAD_ENDS: [&[Vec2]; 2] = [
    &[
        Vec2::new(-190.0, 104.0),
        Vec2::new(210.0, 104.0),
        Vec2::new(210.0, -104.0),
        Vec2::new(-190.0, -104.0),
    ],
    &[
        Vec2::new(-200.0, 126.0),
        Vec2::new(230.0, 0.0),
        Vec2::new(-200.0, -126.0),
    ],
];

pub(super) fn spawn(commands: &mut Commands, agents: u32) -> Arena {
    let (arena, lanes) = Arena::of_cells(agents.div_ceil(WALKERS).max(2), LANE);
    for (number, &middle) in lanes.iter().enumerate() {
        commands.spawn((
            SceneEntity,
            Look::Built(Build::Stone),
            Transform::from_translation(middle.extend(0.0)),
            Obstacle::polyline(DEAD_ENDS[number % DEAD_ENDS.len()].iter().copied()),
        ));
    }
    for number in 0..agents {
        // Successive walkers get successive lanes, so that the first walkers arrive in all lanes.
        let lane = number as usize % lanes.len();
        let turn = number as usize / lanes.len();
        let middle = lanes[lane];
        let ends = [middle - HALF_LANE * Vec2::X, middle + HALF_LANE * Vec2::X];
        let position = ends[0] - Vec2::new(TRICKLE * turn as f32, 0.0);
        commands.spawn((
            SceneEntity,
            Look::Walker,
            Transform::from_translation(position.extend(1.0)),
            SteeringAgent::new(BODY_RADIUS, SPEEDS[turn % SPEEDS.len()]),
            Patrol::between(ends),
            RestartsAtEnd,
            Seek::new(ends[1]),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        ));
    }
    arena
}
