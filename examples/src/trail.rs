//! The past way of a sprite as a fading line.

use bevy::prelude::*;
use std::collections::VecDeque;

/// Draws the way of a sprite in the last seconds, in its color.
#[derive(Component, Clone, Debug, Default)]
pub struct Trail(VecDeque<Vec2>);

/// Number of positions in a trail.
const LENGTH: usize = 90;
/// Ticks between positions.
const TICKS_BETWEEN: u32 = 3;
/// A longer step is a jump and is not drawn.
const MAX_STEP: f32 = 60.0;

pub(crate) struct TrailPlugin;

impl Plugin for TrailPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedPostUpdate, record_positions)
            .add_systems(Update, draw_trails);
    }
}

fn record_positions(mut trails: Query<(&Transform, &mut Trail)>, mut tick: Local<u32>) {
    *tick = tick.wrapping_add(1);
    if !tick.is_multiple_of(TICKS_BETWEEN) {
        return;
    }
    for (transform, mut trail) in &mut trails {
        let position = transform.translation.truncate();
        let last = trail.0.back().copied().unwrap_or(position);
        if last.distance(position) > MAX_STEP {
            trail.0.clear();
        }
        trail.0.push_back(position);
        if trail.0.len() > LENGTH {
            trail.0.pop_front();
        }
    }
}

fn draw_trails(trails: Query<(&Trail, &Sprite)>, mut gizmos: Gizmos) {
    for (trail, sprite) in &trails {
        let age = |index: usize| (index + LENGTH - trail.0.len()) as f32 / LENGTH as f32;
        let points = trail.0.iter().enumerate();
        gizmos.linestrip_gradient_2d(
            points.map(|(index, position)| (*position, sprite.color.with_alpha(0.7 * age(index)))),
        );
    }
}
