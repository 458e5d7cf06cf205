//! The way out of obstacles.

use crate::kernel::free_place::{Barrier, nearest_free_place};
use crate::kernel::hierarchy::Bounds;
use crate::kernel::slide::contact_gap;
use crate::obstacle::{ObstacleIndex, PlacedObstacle};
use bevy::prelude::*;

/// How often the search for a free place is widened.
const MOST_WIDENINGS: u32 = 24;

/// `position` when a solid body of `radius` fits there, else the nearest place where it does.
///
/// The search widens until the free place it finds is nearer than anything it has not looked at. Where nothing is free
/// within its widest reach the position stays as it is.
pub(super) fn out_of_obstacles(index: &ObstacleIndex, position: Vec2, radius: f32) -> Vec2 {
    let gap = contact_gap(radius, position);
    let keep_out = radius + gap;
    let mut overlaps = false;
    index.visit_near(position, keep_out, |obstacle| {
        if obstacle.solid {
            let allowed = keep_out - 0.5 * (gap + obstacle.shape.rounding());
            overlaps |= obstacle.shape.signed_distance(position) < allowed;
        }
    });
    if !overlaps {
        return position;
    }
    let mut reach = 2.0 * keep_out;
    for _ in 0..MOST_WIDENINGS {
        let near = Near::gather(index, position, reach);
        let clearance = keep_out + near.rounding;
        let tolerance = 0.25 * (gap + near.rounding);
        if let Some(free) = nearest_free_place(position, &near.barriers(clearance), |place| {
            near.obstacles
                .iter()
                .all(|obstacle| obstacle.shape.signed_distance(place) >= clearance - tolerance)
        }) && free.distance(position) + clearance <= reach
        {
            return free;
        }
        reach *= 2.0;
    }
    position
}

/// The solid obstacles near a place.
struct Near<'a> {
    obstacles: Vec<&'a PlacedObstacle>,
    /// The largest rounding of any of them: a large shape's edge is known less exactly than a small body needs.
    rounding: f32,
    disc: Bounds,
}

impl<'a> Near<'a> {
    /// Finds those that touch the disc of `reach`.
    fn gather(index: &'a ObstacleIndex, center: Vec2, reach: f32) -> Self {
        let mut obstacles = Vec::new();
        index.visit_near(center, reach, |obstacle| {
            let reached = reach + obstacle.shape.rounding();
            if obstacle.solid && obstacle.shape.signed_distance(center) <= reached {
                obstacles.push(obstacle);
            }
        });
        // What the search visits beside those, and its order, depend on which obstacles there are elsewhere.
        obstacles.sort_by(|first, second| first.order(second));
        let roundings = obstacles.iter().map(|obstacle| obstacle.shape.rounding());
        Self {
            rounding: roundings.fold(0.0, f32::max),
            disc: Bounds::of_disc(center, reach),
            obstacles,
        }
    }

    fn barriers(&self, clearance: f32) -> Vec<Barrier> {
        let mut barriers = Vec::new();
        for obstacle in &self.obstacles {
            let shape = &obstacle.shape;
            let first = barriers.len();
            shape.visit_edges(
                |bounds| bounds.overlaps(&self.disc),
                |number, edge| {
                    barriers.push((
                        number,
                        Barrier {
                            edge: *edge,
                            clearance: clearance + shape.radius(),
                            is_filled: shape.is_filled(),
                        },
                    ));
                },
            );
            barriers[first..].sort_by_key(|(number, _)| *number);
        }
        barriers.into_iter().map(|(_, barrier)| barrier).collect()
    }
}
