//! A goal that an obstacle covers: ways lead to the surface of the obstacle.

use super::ground::Ground;
use bevy::math::{UVec2, Vec2};
use core::f32::consts::TAU;
use horde_kernel::fields::budget::Budget;
use horde_kernel::fields::cost_grid::{CellRegion, CostGrid};
use horde_kernel::fields::eikonal::{Goal, GoalShape};
use horde_kernel::formation::marching::angle_to;
use horde_kernel::math::portable::unit_at;
use horde_kernel::math::vector::direction;
use horde_kernel::obstacles::edge::Edge;
use horde_kernel::obstacles::outline::Outline;

/// The distance of the places beside a surface from where a body fits, cells.
const BESIDE: f32 = 1.5;
/// The distance between two places along a surface, cells.
const APART: f32 = 2.0;
/// The most places along one surface.
const MOST_PLACES: f32 = 512.0;
/// A place counts if it is at least this part of its distance away from the whole surface.
const OUTSIDE: f32 = 0.9;

/// The same goals, with places along the surface in place of a goal that an obstacle covers. A
/// circle or a rectangle is covered if no cell in it is free. Ways there fit bodies of `radius`,
/// and so do the free cells of `grid`.
pub(super) fn goals_outside(
    goals: &[Goal],
    ground: &Ground,
    grid: &CostGrid,
    radius: f32,
    budget: &mut Budget,
) -> Vec<Goal> {
    let mut outside = Vec::with_capacity(goals.len());
    for goal in goals {
        let outline = ground.outline_at(goal.center);
        match outline.filter(|_| !has_free_cell(goal, grid, budget)) {
            Some(outline) => {
                let cell = grid.cell_size();
                let places = places_beside(outline, radius + BESIDE * cell, APART * cell);
                budget.spend(places.len() + outline.edges().len());
                outside.extend(places.into_iter().map(|center| Goal {
                    center,
                    shape: GoalShape::Beside(goal.center),
                    ..*goal
                }));
            }
            None => outside.push(*goal),
        }
    }
    outside
}

/// Whether a cell of a circle or a rectangle is free.
fn has_free_cell(goal: &Goal, grid: &CostGrid, budget: &mut Budget) -> bool {
    if goal.shape == GoalShape::Point {
        return false;
    }
    let half = goal.half_size();
    let CellRegion { first, end } = grid.region(goal.center - half, goal.center + half);
    (first.y..end.y).any(|row| {
        budget.spend(end.x.saturating_sub(first.x) as usize);
        (first.x..end.x).any(|column| {
            let cell = UVec2::new(column, row);
            let nearest = goal.nearest(grid.center(cell));
            grid.is_free(cell) && grid.cell_at(nearest) == Some(cell)
        })
    })
}

/// Places about `apart` along the surface, each `away` from it, world units; farther apart if they
/// would be too many.
fn places_beside(outline: &Outline, away: f32, apart: f32) -> Vec<Vec2> {
    let edges = outline.edges();
    let reach = outline.radius() + away;
    let back = edges.iter().rev().map(|edge| Edge {
        start: edge.end,
        end: edge.start,
    });
    // An open outline has a surface on both sides.
    let mut round = edges.to_vec();
    if !outline.is_filled() {
        round.extend(back);
    }
    let length: f32 = round.iter().map(|edge| edge.start.distance(edge.end)).sum();
    let step = apart.max((length + TAU * reach) / MOST_PLACES);
    let along = |edge: &Edge| direction(edge.end - edge.start);
    let mut places = Vec::new();
    if round.iter().all(|edge| along(edge).is_none()) {
        add_arc(&mut places, round[0].start, Vec2::X * reach, TAU, step);
    }
    let mut next_at = 0.0;
    for (number, edge) in round.iter().enumerate() {
        let Some(heading) = along(edge) else {
            continue;
        };
        // The inside of a filled outline is on the left of its edges.
        let outward = -heading.perp() * reach;
        let length = edge.start.distance(edge.end);
        while next_at < length {
            places.push(edge.start + outward + heading * next_at);
            next_at += step;
        }
        next_at -= length;
        let following = round.iter().cycle().skip(number + 1).find_map(along);
        let turn = following.map_or(0.0, |following| angle_to(heading, following));
        // A surface that leads back turns by half a round, to either side.
        let turn = if turn < -0.99 * 0.5 * TAU {
            -turn
        } else {
            turn
        };
        if turn > 0.0 {
            add_arc(&mut places, edge.end, outward, turn, step);
        }
    }
    places.retain(|place| outline.nearest(*place).distance >= OUTSIDE * away);
    // Each of many corners has a place of its own.
    let part = places.len().div_ceil(MOST_PLACES as usize).max(1);
    places.into_iter().step_by(part).collect()
}

/// Adds places on an arc about `center`, from `center + from` to the left by `angle`. A single
/// place is in the middle.
fn add_arc(places: &mut Vec<Vec2>, center: Vec2, from: Vec2, angle: f32, step: f32) {
    let count = (angle * from.length() / step)
        .ceil()
        .clamp(1.0, MOST_PLACES);
    let first = if count > 1.0 { 0.0 } else { 0.5 };
    places.extend((0..count as u32).map(|number| {
        let part = (first + number as f32) / count;
        center + unit_at(angle * part).rotate(from)
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lie_all_round_an_obstacle() {
        let corners = [(-4.0, -2.0), (4.0, -2.0), (4.0, 2.0), (-4.0, 2.0)].map(Vec2::from);
        let shapes = [
            Outline::polygon(&corners).expect("it is a polygon"),
            Outline::disc(Vec2::new(1.0, 0.0), 3.0),
            Outline::of_edge(
                Edge {
                    start: Vec2::NEG_X,
                    end: Vec2::X * 5.0,
                },
                1.0,
            ),
        ];
        for outline in shapes {
            let places = places_beside(&outline, 1.0, 0.5);
            for place in &places {
                let distance = outline.nearest(*place).distance;
                assert!((distance - 1.0).abs() < 0.05, "{place} is {distance} away");
            }
            // Seen from all sides, a place is near.
            for number in 0..64_u8 {
                let far = 9.0 * unit_at(TAU * f32::from(number) / 64.0);
                let surface = outline.nearest(far);
                let beside = surface.point + surface.normal;
                let near = places.iter().any(|place| place.distance(beside) < 0.4);
                assert!(near, "no place is near {beside}");
            }
        }
    }

    #[test]
    fn an_outline_of_many_corners_has_no_more_places() {
        let corners: Vec<Vec2> = (0..5_000_u16)
            .map(|number| {
                let spike = if number % 2 == 0 { 20.0 } else { 15.0 };
                spike * unit_at(TAU * f32::from(number) / 5_000.0)
            })
            .collect();
        let star = Outline::polygon(&corners).expect("it is a polygon");
        let places = places_beside(&star, 1.0, 0.01);
        assert!(places.len() <= 512, "{} places", places.len());
        for number in 0..64_u8 {
            let far = 21.0 * unit_at(TAU * f32::from(number) / 64.0);
            assert!(places.iter().any(|place| place.distance(far) < 4.0));
        }
    }
}
