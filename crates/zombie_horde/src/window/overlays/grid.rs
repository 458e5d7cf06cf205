//! The index of agents: its cells, and what it finds for each agent: the neighbours that count, and how far it searches.

use super::views::Rules;
use super::{DrawnAgents, HordeGizmos};
use crate::scene::Arena;
use bevy::prelude::*;
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;

/// A link to a neighbour.
const LINK: Color = Color::srgba(0.75, 0.65, 1.0, 0.6);
/// The edge of the search.
const REACH: Color = Color::srgba(0.75, 0.65, 1.0, 0.2);
/// The edge of a cell.
const CELL: Color = Color::srgba(0.75, 0.65, 1.0, 0.12);
/// More cells than this from one side to the other are too fine to see.
const MOST_CELLS: f32 = 400.0;

pub(super) fn draw(
    agents: DrawnAgents<()>,
    rules: Query<(&Perception, Rules)>,
    transforms: Query<&Transform>,
    query: SteeringQuery,
    (arena, index): (Res<Arena>, Res<AgentIndex>),
    mut gizmos: Gizmos<HordeGizmos>,
) {
    draw_cells(arena.half_size, index.cell_size(), &mut gizmos);
    for agent in agents.iter() {
        let Ok((perception, rules)) = rules.get(agent.entity) else {
            continue;
        };
        let reach = rules.reach(agent.radius);
        if reach <= 0.0 {
            continue;
        }
        gizmos.circle_2d(agent.place, reach, REACH);
        let neighbors = query
            .agents_within(agent.place, reach)
            .into_iter()
            .filter(|neighbor| neighbor.entity != agent.entity)
            .take(perception.max_neighbors as usize);
        for neighbor in neighbors {
            if let Ok(transform) = transforms.get(neighbor.entity) {
                gizmos.line_2d(agent.place, transform.translation.truncate(), LINK);
            }
        }
    }
}

fn draw_cells(half_size: Vec2, cell_size: f32, gizmos: &mut Gizmos<HordeGizmos>) {
    let cells = half_size / cell_size;
    if !(cells.is_finite() && cells.max_element() * 2.0 <= MOST_CELLS) {
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
