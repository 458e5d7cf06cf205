//! Agents with crossing ways: the second demonstration of "Programming Intelligence, Part II".

use super::{Arena, Look, Patrol, SceneEntity, SceneRandom};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use rand::RngExt;

/// Body radius, world units.
const BODY_RADIUS: f32 = 13.0;
/// The smallest and the largest speed, world units per second.
const SPEEDS: core::ops::Range<f32> = 70.0..110.0;
/// Ground per agent, square units.
const AREA_PER_AGENT: f32 = 30_000.0;
/// One agent in this many yields to no other, and walks from left to right and back.
const STUBBORN_EVERY: u32 = 6;

pub(super) fn spawn(commands: &mut Commands, agents: u32, random: &mut SceneRandom) -> Arena {
    let arena = Arena::of_area(AREA_PER_AGENT * agents.max(12) as f32);
    let half = arena.half_size - 4.0 * BODY_RADIUS;
    for number in 0..agents {
        let is_stubborn = number % STUBBORN_EVERY == 0;
        let ends = if is_stubborn {
            let y = random.random_range(-0.6 * half.y..0.6 * half.y);
            [Vec2::new(-half.x, y), Vec2::new(half.x, y)]
        } else if number % 2 == 0 {
            let x = random.random_range(-0.8 * half.x..0.8 * half.x);
            [Vec2::new(x, -half.y), Vec2::new(x, half.y)]
        } else {
            let x = random.random_range(-0.8 * half.x..0.8 * half.x);
            [Vec2::new(x, half.y), Vec2::new(x, -half.y)]
        };
        let mut walker = commands.spawn((
            SceneEntity,
            Transform::from_translation(ends[0].extend(1.0)),
            SteeringAgent::new(BODY_RADIUS, random.random_range(SPEEDS)),
            Patrol::between(ends),
            Seek::new(ends[1]),
        ));
        if is_stubborn {
            walker.insert(Look::Stubborn);
        } else {
            walker.insert((
                Look::Walker,
                AvoidAgents {
                    range: Length::Radii(20.0),
                    ..default()
                },
            ));
        }
    }
    arena
}
