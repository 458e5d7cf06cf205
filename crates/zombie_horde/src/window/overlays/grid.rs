//! Draws the index of agents: its cells, and for each watched agent its neighbors and its search
//! radius.

use super::GridGizmos;
use crate::scene::Arena;
use crate::window::visuals::{DrawnMotion, TickPart};
use bevy::prelude::*;
use bevy_horde::debug::AgentViews;
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;
use bevy_horde_gizmos::WatchedAgents;

/// A link to a neighbor.
const LINK: Color = Color::srgba(0.75, 0.65, 1.0, 0.6);
/// The edge of a search.
const REACH: Color = Color::srgba(0.75, 0.65, 1.0, 0.2);
/// The edge of a cell.
const CELL: Color = Color::srgba(0.75, 0.65, 1.0, 0.12);
/// With more cells from side to side the grid is too fine to see.
const MAX_CELLS: f32 = 400.0;

pub(super) fn draw(
    watched: WatchedAgents,
    agents: Query<(&DrawnMotion, &SteeringAgent, &Perception, AgentViews)>,
    transforms: Query<&Transform>,
    query: SteeringQuery,
    (arena, index, part): (Res<Arena>, Res<AgentIndex>, TickPart),
    mut gizmos: Gizmos<GridGizmos>,
) {
    draw_cells(arena.half_size, index.cell_size(), &mut gizmos);
    for entity in watched.list() {
        let Ok((motion, agent, perception, views)) = agents.get(entity) else {
            continue;
        };
        let reach = views.reach(agent.body_radius);
        if reach <= 0.0 {
            continue;
        }
        let position = motion.at(part.get()).0;
        gizmos.circle_2d(position, reach, REACH);
        let neighbors = query
            .agents_within(position, reach)
            .into_iter()
            .filter(|neighbor| neighbor.entity != entity)
            .take(perception.max_neighbors as usize);
        for neighbor in neighbors {
            if let Ok(transform) = transforms.get(neighbor.entity) {
                gizmos.line_2d(position, transform.translation.truncate(), LINK);
            }
        }
    }
}

fn draw_cells(half_size: Vec2, cell_size: f32, gizmos: &mut Gizmos<GridGizmos>) {
    let cells = half_size / cell_size;
    if !(cells.is_finite() && cells.max_element() * 2.0 <= MAX_CELLS) {
        return;
    }
    let lines = |extent: f32| {
        (-extent.floor() as i32..=extent.floor() as i32).map(|line| line as f32 * cell_size)
    };
    for x in lines(cells.x) {
        gizmos.line_2d(Vec2::new(x, -half_size.y), Vec2::new(x, half_size.y), CELL);
    }
    for y in lines(cells.y) {
        gizmos.line_2d(Vec2::new(-half_size.x, y), Vec2::new(half_size.x, y), CELL);
    }
}
