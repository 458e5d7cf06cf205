//! The way out of obstacles.

use crate::kernel::circle::Circle;
use crate::kernel::slide::{contact_gap, nearest_free_point};
use crate::obstacle::{ObstacleIndex, PlacedShape};
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
    let mut circles = Vec::new();
    gather(index, position, keep_out, keep_out, &mut circles);
    let overlaps = circles
        .iter()
        .any(|circle| circle.signed_distance(position) < -0.5 * gap);
    if !overlaps {
        return position;
    }
    let mut reach = 2.0 * keep_out;
    for _ in 0..MOST_WIDENINGS {
        gather(index, position, reach, keep_out, &mut circles);
        if let Some(free) = nearest_free_point(position, &circles, 0.25 * gap)
            && free.distance(position) + keep_out <= reach
        {
            return free;
        }
        reach *= 2.0;
    }
    position
}

/// The solid obstacles that touch the disc of `reach`, inflated by `keep_out`.
fn gather(
    index: &ObstacleIndex,
    center: Vec2,
    reach: f32,
    keep_out: f32,
    circles: &mut Vec<Circle>,
) {
    circles.clear();
    index.visit_near(center, reach, |number| {
        let obstacle = &index.obstacles()[number as usize];
        if obstacle.solid {
            match &obstacle.shape {
                PlacedShape::Circle(circle) => circles.push(circle.inflated(keep_out)),
            }
        }
    });
}
