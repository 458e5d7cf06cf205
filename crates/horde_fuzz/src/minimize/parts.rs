//! Removes components and corners.

use super::Minimizer;
use crate::act::{Act, Part, Script};
use crate::play::Failure;
use bevy::prelude::*;
use bevy_horde::prelude::*;

impl<F: FnMut(&Script) -> Vec<Failure>> Minimizer<F> {
    /// Removes components of spawned things, and corners of shapes.
    pub(super) fn drop_parts(&mut self, best: &mut (Script, Failure)) {
        for number in (0..best.0.acts.len()).rev() {
            if let Act::Spawn { parts, .. } = &best.0.acts[number] {
                self.drop_some(best, parts.len(), |script, from, to| {
                    if let Act::Spawn { parts, .. } = &mut script.acts[number] {
                        parts.drain(from..to);
                    }
                });
            }
            let shapes = shapes(&mut best.0.acts[number]).len();
            for shape in 0..shapes {
                let corners =
                    points(&mut best.0.acts[number], shape).map_or(0, |points| points.len());
                self.drop_some(best, corners, |script, from, to| {
                    if let Some(points) = points(&mut script.acts[number], shape) {
                        points.drain(from..to);
                    }
                });
            }
        }
    }
}

/// The shapes in an act.
fn shapes(act: &mut Act) -> Vec<&mut ObstacleShape> {
    let parts = match act {
        Act::Spawn { parts, .. } => parts.iter_mut().collect(),
        Act::Insert { part, .. } => vec![part],
        _ => vec![],
    };
    let obstacles = parts.into_iter().filter_map(|part| match part {
        Part::Obstacle(obstacle) => Some(&mut obstacle.shape),
        _ => None,
    });
    obstacles.collect()
}

fn points(act: &mut Act, shape: usize) -> Option<&mut Vec<Vec2>> {
    match shapes(act).into_iter().nth(shape)? {
        ObstacleShape::Polyline { points, .. } | ObstacleShape::Polygon { points } => Some(points),
        _ => None,
    }
}
