//! Columns of walkers pass each other on both sides of a wall or of a fence. Walkers keep away from
//! walkers of the other column that they see.

use super::patrol::RestartsAtEnd;
use super::{Arena, Build, Look, Patrol, SceneEntity};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Body radius of a walker, world units.
const BODY_RADIUS: f32 = 12.0;
/// Largest speed of a walker, world units per second.
const SPEED: f32 = 80.0;
/// Ground for a barrier and its two columns, world units.
const LANE: Vec2 = Vec2::new(1280.0, 360.0);
/// Distance from the middle of a lane to the ends of the columns' ways, world units.
const HALF_LANE: f32 = 590.0;
/// Half of a barrier's length, world units.
const HALF_BARRIER: f32 = 300.0;
/// Distance from the barrier to the columns' ways, world units.
const AWAY: f32 = 40.0;
/// Walkers in the two columns together.
const WALKERS: u32 = 12;
/// Distance that walkers keep from the other column, world units.
const DISTANCE: f32 = 190.0;
/// The groups of the two columns.
const GROUPS: [u32; 2] = [1, 2];

/// The perception of one column: the walkers of the other column that no wall hides.
fn sight(column: usize) -> impl Bundle {
    let heeded = Perception {
        memberships: GROUPS[column],
        filters: GROUPS[1 - column],
        ..default()
    };
    (heeded, LineOfSight::default())
}

pub(super) fn spawn(commands: &mut Commands, agents: u32) -> Arena {
    let (arena, lanes) = Arena::of_cells(agents.div_ceil(WALKERS).max(2), LANE);
    for (number, &middle) in lanes.iter().enumerate() {
        let half = HALF_BARRIER * Vec2::X;
        let wall = Obstacle::segment(-half, half);
        commands.spawn((
            SceneEntity,
            Look::Built(Build::Stone),
            Transform::from_translation(middle.extend(0.0)),
            if number % 2 == 0 {
                wall
            } else {
                wall.transparent()
            },
        ));
    }
    let ranks = agents.div_ceil(2 * lanes.len() as u32).max(1);
    for number in 0..agents {
        let lane = number as usize % lanes.len();
        let turn = number / lanes.len() as u32;
        let column = (turn % 2) as usize;
        let (look, side) = [(Look::Walker, 1.0), (Look::Rival, -1.0)][column];
        let way = side * HALF_LANE * Vec2::X;
        let beside = lanes[lane] + Vec2::new(0.0, side * AWAY);
        let ends = [beside - way, beside + way];
        // Walkers are spread evenly over the way. The last part stays free for walkers that
        // restart.
        let part = (turn / 2) as f32 / ranks as f32;
        commands.spawn((
            SceneEntity,
            look,
            Transform::from_translation(ends[0].lerp(ends[1], part).extend(1.0)),
            SteeringAgent::new(BODY_RADIUS, SPEED),
            Patrol::between(ends),
            RestartsAtEnd,
            Seek::new(ends[1]),
            Separation {
                view: View::all(Length::World(DISTANCE)),
                ..default()
            },
            AvoidObstacles::default(),
            sight(column),
        ));
    }
    arena
}
