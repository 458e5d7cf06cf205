//! Whether a body in obstacles has a way out.

use crate::geometry::{Shape, tolerance};
use bevy::math::DVec2;
use core::f64::consts::TAU;

const DIRECTIONS: u32 = 64;
const DISTANCES: u32 = 24;
/// This many neighboring directions, a ninth of a full turn, make a way out. The plugin need not
/// find narrower ones.
const SIDE_BY_SIDE: u32 = 7;

/// Whether several neighboring directions lead straight to free positions of a body with this
/// radius, with no wall between.
///
/// Filled or round obstacles may be in between, since the way out leads through them. The function
/// tries many directions and doubling distances up to the size of all shapes. It may miss a narrow
/// way out.
pub fn has_way_out(at: DVec2, radius: f64, shapes: &[&Shape]) -> bool {
    let farthest = shapes
        .iter()
        .map(|shape| shape.middle().distance(at) + shape.size());
    let farthest = farthest.fold(radius, f64::max) + 4.0 * radius;
    let leads_out = |number: u32| {
        let turn = f64::from(number % DIRECTIONS) / f64::from(DIRECTIONS);
        let way = DVec2::from_angle(turn * TAU + 0.01);
        (0..DISTANCES).any(|halvings| {
            let place = at + way * farthest * 0.5_f64.powi(halvings as i32);
            let mut all = shapes.iter();
            all.all(|shape| is_free(place, radius, shape) && !is_walled_off(at, place, shape))
        })
    };
    let mut side_by_side = 0;
    // Continues after the last direction with the first ones, because directions form a circle.
    (0..DIRECTIONS + SIDE_BY_SIDE).any(|number| {
        side_by_side = if leads_out(number) {
            side_by_side + 1
        } else {
            0
        };
        side_by_side >= SIDE_BY_SIDE
    })
}

fn is_free(place: DVec2, radius: f64, shape: &Shape) -> bool {
    let room = 1.02 * radius + 16.0 * tolerance(place, shape);
    !shape.is_near(place, place, room) || shape.distance(place) > room
}

fn is_walled_off(at: DVec2, place: DVec2, shape: &Shape) -> bool {
    shape.is_wall() && shape.is_near(at, place, 0.0) && shape.crossings(at, place) > 0
}
