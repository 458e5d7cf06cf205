//! Cost and direction at a place.
//!
//! In a square of four cells without walls the costs are interpolated, and the direction is against
//! their gradient. So the direction turns smoothly, and agents do not zigzag along the borders of
//! cells.
//!
//! At a wall half of the costs are missing. There the agent heads for the place at which the way of
//! the nearest cell crosses the ring of its neighbors. That place is on open links, so the way does
//! not lead into a blocked cell.

use super::EikonalField;
use super::update::{GREATEST, way_out};
use crate::fields::cost_grid::{CostGrid, FREE, OFFSETS, UNIT};
use crate::math::vector::direction;
use glam::{IVec2, Vec2};

/// The distance within which an agent heads straight for a goal, in cells.
const STRAIGHT: f32 = 1.5;

/// The cost and the direction at a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FieldSample {
    /// The cost of the way to the goal: slowness times world units.
    pub cost: f32,
    /// The direction of the way, a unit vector. Zero on a goal.
    pub direction: Vec2,
}

impl EikonalField {
    /// Returns cost and direction at a place, in world units.
    ///
    /// `None` outside, where no way leads to a goal, and in blocked cells that touch no cell with a
    /// way. In other blocked cells the direction leads back out.
    #[inline]
    pub fn sample(&self, grid: &CostGrid, place: Vec2) -> Option<FieldSample> {
        let local = grid.local(place);
        if !grid.is_local(local) || self.size != grid.size() {
            return None;
        }
        let (column, row) = (local.x as i32, local.y as i32);
        let within = local - Vec2::new(column as f32, row as f32);
        let index = row as usize * grid.stride() + column as usize;
        let low = self.front.get(index..index + 2)?;
        let high = self.front.get(index + grid.stride()..)?.get(..2)?;
        let corners = [low[0], low[1], high[0], high[1]];
        // `UNREACHABLE` has all bits set.
        let is_reached = (corners[0] | corners[1] | corners[2] | corners[3]) <= GREATEST;
        if !(is_reached && grid.is_square_open(index)) {
            return self.sample_beside_wall(grid, place, local);
        }
        let least = corners[0].min(corners[1]).min(corners[2].min(corners[3]));
        if least <= self.near_goal {
            return self.sample_near_goal(grid, place, index, corners);
        }
        match interpolated(grid, corners, within) {
            Some(sample) => Some(sample),
            None => self.sample_beside_wall(grid, place, local),
        }
    }

    /// The sample in an open square that may be beside a goal. `corners` are the costs of the
    /// square.
    #[inline(never)]
    fn sample_near_goal(
        &self,
        grid: &CostGrid,
        place: Vec2,
        index: usize,
        corners: [u32; 4],
    ) -> Option<FieldSample> {
        let least = corners.into_iter().min()?;
        let local = grid.local(place);
        let within = local - local.as_ivec2().as_vec2();
        self.sample_beside_goal(grid, place, index, least)
            .or_else(|| interpolated(grid, corners, within))
            .or_else(|| self.sample_beside_wall(grid, place, local))
    }

    /// The sample in a square with a wall, or where ways part.
    #[inline(never)]
    fn sample_beside_wall(&self, grid: &CostGrid, place: Vec2, local: Vec2) -> Option<FieldSample> {
        let own = (local + 0.5).floor().as_ivec2();
        let (home, index) = self.home(grid, local, own)?;
        if self.front[index] <= self.near_goal
            && let Some(sample) = self.sample_beside_goal(grid, place, index, self.front[index])
        {
            return Some(sample);
        }
        let size = grid.cell_size();
        let cost = self.front[index] as f32 * (size / UNIT as f32);
        let slowness = grid.steps()[index] as f32 / UNIT as f32;
        let offset = local - home.as_vec2();
        // If no linked neighbor has a way, the cell is a goal's own cell.
        let exit = self.exit(grid, index).unwrap_or(Vec2::ZERO);
        let length = exit.length();
        let along = if length > 0.0 {
            (offset.dot(exit) / (length * length)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let beside = offset.distance(exit * along);
        // The farther the agent is off the way, the more directly it returns.
        let ahead = (1.0 - beside).max(0.0) / length.max(1.0);
        let toward = exit * (along + ahead).min(1.0) - offset;
        Some(FieldSample {
            cost: (cost + (beside - length * along) * size * slowness).max(0.0),
            direction: direction(toward).or(direction(exit)).unwrap_or(Vec2::ZERO),
        })
    }

    /// The sample beside a goal; `None` if no goal is within `STRAIGHT`, or if each of these costs
    /// more than a way by the cell `index`. That cell is nearby, and `known` is its cost.
    fn sample_beside_goal(
        &self,
        grid: &CostGrid,
        place: Vec2,
        index: usize,
        known: u32,
    ) -> Option<FieldSample> {
        let reach = STRAIGHT * grid.cell_size();
        let slowness = grid.steps()[index] as f32 / UNIT as f32;
        let limit = known as f32 * (grid.cell_size() / UNIT as f32) + reach * slowness;
        let samples = self.front_goals.iter().filter_map(|goal| {
            let toward = goal.nearest(place) - place;
            let distance = toward.length();
            let cost = goal.start_cost + distance * slowness;
            (distance <= reach && cost <= limit).then(|| FieldSample {
                cost,
                direction: direction(toward).unwrap_or(Vec2::ZERO),
            })
        });
        samples.min_by(|one, other| one.cost.total_cmp(&other.cost))
    }

    /// The cell whose way an agent takes: its own cell or, if that is blocked, the nearest cell
    /// beside it with a way.
    fn home(&self, grid: &CostGrid, local: Vec2, own: IVec2) -> Option<(IVec2, usize)> {
        let index = own.y as usize * grid.stride() + own.x as usize;
        let is_free = |index: usize| {
            let links = grid.links().get(index);
            links.is_some_and(|links| links & FREE != 0)
        };
        if is_free(index) {
            return (self.front[index] <= GREATEST).then_some((own, index));
        }
        let mut best: Option<(f32, u32, IVec2, usize)> = None;
        for (direction, offset) in OFFSETS.into_iter().enumerate() {
            let cell = own + IVec2::from(offset);
            if cell.cmplt(IVec2::ONE).any() || cell.cmpgt(self.size.as_ivec2()).any() {
                continue;
            }
            let index = grid.neighbor(index, direction as u32);
            let distance = local.distance_squared(cell.as_vec2());
            let cost = self.front[index];
            if is_free(index) && cost <= GREATEST {
                let is_better = best.is_none_or(|(least, lowest, ..)| {
                    distance < least || (distance == least && cost < lowest)
                });
                if is_better {
                    best = Some((distance, cost, cell, index));
                }
            }
        }
        best.map(|(.., cell, index)| (cell, index))
    }

    /// Where the way of a cell crosses the ring of its neighbors, in cells from its center; `None`
    /// if no linked neighbor has a way.
    fn exit(&self, grid: &CostGrid, index: usize) -> Option<Vec2> {
        let way = way_out(grid, &self.front, index)?;
        let offset = |direction: u32| IVec2::from(OFFSETS[direction as usize & 7]).as_vec2();
        let beside = offset(way.direction);
        Some(match way.toward {
            Some((corner, share)) => beside.lerp(offset(corner), share),
            None => beside,
        })
    }
}

/// The sample at the place `within` an open square, 0 to 1. `corners` are the costs at south-west,
/// south-east, north-west and north-east. `None` where the gradient is 0.
#[inline(always)]
fn interpolated(grid: &CostGrid, corners: [u32; 4], within: Vec2) -> Option<FieldSample> {
    let [south_west, south_east, north_west, north_east] = corners;
    let slope = |from: u32, to: u32| to.wrapping_sub(from) as i32 as f32;
    let (south, north) = (slope(south_west, south_east), slope(north_west, north_east));
    let (west, east) = (slope(south_west, north_west), slope(south_east, north_east));
    let gradient = Vec2::new(
        south + (north - south) * within.y,
        west + (east - west) * within.x,
    );
    let squared = gradient.length_squared();
    if squared == 0.0 {
        return None;
    }
    let cost = south_west as i32 as f32 + south * within.x + gradient.y * within.y;
    Some(FieldSample {
        cost: cost * (grid.cell_size() * (1.0 / UNIT as f32)),
        direction: gradient * (-1.0 / f32::sqrt(squared)),
    })
}
