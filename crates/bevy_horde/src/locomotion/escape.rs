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
    let mut near = Near::default();
    near.gather(index, position, keep_out, keep_out);
    let overlaps = near
        .circles
        .iter()
        .any(|circle| circle.signed_distance(position) < -0.5 * (gap + near.rounding));
    if !overlaps {
        return position;
    }
    let mut reach = 2.0 * keep_out;
    for _ in 0..MOST_WIDENINGS {
        near.gather(index, position, reach, keep_out);
        let tolerance = 0.25 * (gap + near.rounding);
        if let Some(free) = nearest_free_point(position, &near.circles, tolerance)
            && free.distance(position) + keep_out + near.rounding <= reach
        {
            return free;
        }
        reach *= 2.0;
    }
    position
}

/// The solid obstacles near a place.
#[derive(Default)]
struct Near {
    /// Inflated by the body and by `rounding`.
    circles: Vec<Circle>,
    /// The largest rounding of any of them: a large circle's edge is known less exactly than a small body needs.
    rounding: f32,
    numbers: Vec<u32>,
}

impl Near {
    /// Finds those that touch the disc of `reach`.
    fn gather(&mut self, index: &ObstacleIndex, center: Vec2, reach: f32, keep_out: f32) {
        self.numbers.clear();
        index.visit_near(center, reach, |number| {
            let obstacle = &index.obstacles()[number as usize];
            let reached = reach + obstacle.shape.rounding();
            if obstacle.solid && obstacle.shape.signed_distance(center) <= reached {
                self.numbers.push(number);
            }
        });
        // What the search visits beside those, and its order, depend on which obstacles there are elsewhere.
        self.numbers.sort_unstable();
        let shapes = || {
            self.numbers
                .iter()
                .map(|number| &index.obstacles()[*number as usize].shape)
        };
        self.rounding = shapes().map(PlacedShape::rounding).fold(0.0, f32::max);
        self.circles.clear();
        self.circles.extend(shapes().map(|shape| match shape {
            PlacedShape::Circle(circle) => circle.inflated(keep_out + self.rounding),
        }));
    }
}
