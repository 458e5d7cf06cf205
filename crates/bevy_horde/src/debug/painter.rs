//! The trait of painters.

use super::DebugLayer;
use bevy::prelude::*;

/// Draws lines in the world: gizmos, a game's own renderer, or a test that records the calls.
///
/// The drawing functions pass finite world positions only, and only layers that the painter
/// [draws](Self::draws).
pub trait SteeringPainter {
    /// Draws a straight line.
    fn line(&mut self, layer: DebugLayer, from: Vec3, to: Vec3);

    /// Draws straight lines from each point to the next. `points` has at least two points.
    fn polyline(&mut self, layer: DebugLayer, points: &[Vec3]) {
        for (from, to) in points.iter().zip(points.iter().skip(1)) {
            self.line(layer, *from, *to);
        }
    }

    /// Whether the painter draws this layer; all of them by default. Layers that it does not draw
    /// cost nothing.
    fn draws(&self, _layer: DebugLayer) -> bool {
        true
    }
}
