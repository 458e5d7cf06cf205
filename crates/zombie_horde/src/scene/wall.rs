//! A wall between two points, with one whisker and with three: the demonstration of "Programming
//! Intelligence, Part II", both side by side.

use super::angle::turned_by;
use super::{Arena, Build, Look, Patrol, SceneEntity};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Body radius of a walker, world units.
const BODY_RADIUS: f32 = 14.0;
/// Largest speed of a walker, world units per second.
const SPEED: f32 = 110.0;
/// Ground per pair of lanes, world units.
const PAIR: Vec2 = Vec2::new(1280.0, 240.0);
/// Distance from the middle of a lane to its ends, world units.
const HALF_LANE: f32 = 250.0;
/// The walls, repeated lane by lane: half of the length, offset from the middle of the lane, and
/// angle from straight across.
const WALLS: [(f32, f32, f32); 3] = [(60.0, 15.0, 0.0), (78.0, 0.0, 0.6), (50.0, -22.0, -0.35)];

pub(super) fn spawn(commands: &mut Commands, agents: u32) -> Arena {
    let (arena, pairs) = Arena::of_cells(agents.div_ceil(2), PAIR);
    for number in 0..agents {
        let pair = (number / 2) as usize;
        let (look, whiskers, side) = if number % 2 == 0 {
            (Look::Rival, 1, -1.0)
        } else {
            (Look::Walker, 3, 1.0)
        };
        let middle = pairs[pair] + Vec2::new(side * 0.25 * PAIR.x, 0.0);
        let (half_length, offset, turn) = WALLS[pair % WALLS.len()];
        commands.spawn((
            SceneEntity,
            Look::Built(Build::Stone),
            Transform::from_translation((middle + Vec2::new(0.0, offset)).extend(0.0))
                .with_rotation(turned_by(turn)),
            Obstacle::segment(Vec2::new(0.0, -half_length), Vec2::new(0.0, half_length)),
        ));
        let along = Vec2::new(HALF_LANE, 0.0);
        let ends = [middle - along, middle + along];
        commands.spawn((
            SceneEntity,
            look,
            Transform::from_translation(ends[0].extend(1.0)),
            SteeringAgent::new(BODY_RADIUS, SPEED),
            Patrol::between(ends),
            Seek::new(ends[1]),
            Whiskers::new(whiskers),
        ));
    }
    arena
}
