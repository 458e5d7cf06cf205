//! Iron fences seen from above: a rail with spikes between stone posts.

use super::Drawing;
use super::outline;
use super::paint::{self, IRON, Noise, OUTLINE, STONE};
use bevy::prelude::*;

/// Largest distance between posts, world units.
const POSTS: f32 = 74.0;
/// Half of a post's side, world units.
const HALF_POST: f32 = 6.0;
/// Distance between spikes, world units.
const POINTS: f32 = 8.5;
/// Half the length of a spike, across the fence, and its width, world units.
const POINT_SIZE: Vec2 = Vec2::new(5.2, 4.2);
/// Width of the rail, world units.
const RAIL: f32 = 2.6;
/// Height of a fence, world units.
const HEIGHT: f32 = 7.0;

pub(super) fn draw(drawing: &mut Drawing, points: &[Vec2], closed: bool, noise: &mut Noise) {
    let moved = |by: Vec2| points.iter().map(|point| point + by).collect::<Vec<_>>();
    let contour = if closed { paint::ring } else { paint::line };
    for width in [RAIL, RAIL + 3.0] {
        let shadow = moved(-paint::MOON * HEIGHT);
        drawing.low.push(contour(shadow, width, OUTLINE.at(0.28)));
    }
    let pieces = &mut drawing.tall;
    pieces.push(contour(points.to_vec(), RAIL + 2.2, OUTLINE.at(1.0)));
    pieces.push(contour(points.to_vec(), RAIL, IRON.at(1.0)));
    pieces.push(contour(
        moved(0.7 * paint::MOON),
        0.8,
        IRON.lit(0.7).at(0.9),
    ));
    let parts = points.len() - usize::from(!closed);
    let mut posts = Vec::new();
    for (from, to) in outline::edges(points).take(parts) {
        let along = (to - from).normalize_or_zero();
        let length = from.distance(to);
        let spikes = (length / POINTS).round().max(1.0) as u32;
        for spike in 1..spikes {
            let position = from.lerp(to, spike as f32 / spikes as f32);
            let (half, across) = (along * 0.5 * POINT_SIZE.y, along.perp() * POINT_SIZE.x);
            let spike = vec![
                position - across,
                position + half,
                position + across,
                position - half,
            ];
            pieces.push(paint::ring(spike.clone(), 1.6, OUTLINE.at(1.0)));
            paint::bevel(pieces, &spike, 1.2, IRON.lit(0.18));
        }
        let spans = (length / POSTS).ceil().max(1.0) as u32;
        posts.extend((0..=spans).map(|post| (from.lerp(to, post as f32 / spans as f32), along)));
    }
    for (position, along) in posts {
        let half = along * HALF_POST;
        let post = outline::rounded(
            &outline::along(position - half, position + half, HALF_POST),
            2.0,
        );
        drawing
            .tall
            .push(paint::ring(post.clone(), 2.4, OUTLINE.at(1.0)));
        paint::bevel(
            &mut drawing.tall,
            &post,
            2.6,
            STONE.lit(noise.between(-0.2, 0.05)),
        );
    }
}
