//! Each defect of the published documents, once: the published form has it, the plugin's has not.
//!
//! The tests write out the published formulas as their documents give them.

mod career_guide;
mod closest_approach;
mod look_ahead;

use super::circle::Circle;
use super::corridor::{Corridor, Threat};
use super::edge::Edge;
use super::silhouette::{Blocked, way_round};
use super::vector::Side;
use bevy::math::Vec2;
use rand::RngExt;
use rand_xoshiro::SplitMix64;

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle {
        center: Vec2::new(x, y),
        radius,
    }
}

/// The obstacle as a threat to a body of `half_width` at the origin with its heading along x.
fn threat(half_width: f32, look_ahead: f32, obstacle: &Circle) -> Option<Threat> {
    let (center, clearance) = (point_at(obstacle.center), obstacle.radius + half_width);
    let hit = center.cast(Vec2::ZERO, Vec2::X, look_ahead, clearance)?;
    Some(corridor(look_ahead).threat(&center, clearance, hit.distance, hit.normal))
}

/// A corridor from the origin along x, without a margin of its own.
fn corridor(look_ahead: f32) -> Corridor {
    Corridor {
        position: Vec2::ZERO,
        heading: Vec2::X,
        speed: 1.0,
        look_ahead,
        margin: 0.0,
    }
}

fn point_at(place: Vec2) -> Edge {
    Edge {
        start: place,
        end: place,
    }
}

/// The plugin's avoidance of several obstacles.
///
/// The force passes the first obstacle on the side of the smaller turn, of two equal turns the left
/// one.
fn avoidance(
    half_width: f32,
    look_ahead: f32,
    obstacles: &[Circle],
    max_force: f32,
) -> Option<Vec2> {
    let entry = |obstacle: &Circle| Some(threat(half_width, look_ahead, obstacle)?.entry);
    let first = obstacles
        .iter()
        .filter(|obstacle| entry(obstacle).is_some())
        .min_by(|a, b| {
            entry(a)
                .partial_cmp(&entry(b))
                .expect("entry distances are numbers")
        })?;
    // Index 0 is the first obstacle on the way.
    let others = obstacles.iter().filter(|other| *other != first);
    let blocked: Vec<Blocked> = core::iter::once(first)
        .chain(others)
        .filter_map(|obstacle| {
            let clearance = obstacle.radius + half_width;
            Blocked::new(Vec2::ZERO, point_at(obstacle.center), clearance, look_ahead)
        })
        .collect();
    let turn = |side: Side| {
        way_round(Vec2::ZERO, Vec2::X, &blocked, 0, side).map_or(f32::INFINITY, |way| way.turn)
    };
    let side = if turn(Side::Right) < turn(Side::Left) - 1e-3 {
        Side::Right
    } else {
        Side::Left
    };
    let threat = threat(half_width, look_ahead, first)?;
    Some(corridor(look_ahead).avoidance(&threat, side, max_force, max_force))
}

fn random_vector(stream: &mut SplitMix64, extent: f32) -> Vec2 {
    Vec2::new(
        stream.random_range(-extent..extent),
        stream.random_range(-extent..extent),
    )
}
