//! What draws.

use super::DebugLayer;
use bevy::prelude::*;

/// Something that draws lines in the world: gizmos, a game's own renderer, a test that writes down what it is told.
///
/// The drawing functions hand it finite world positions only, and of the layers that it [draws](Self::draws).
pub trait SteeringPainter {
    /// Draws a straight line.
    fn line(&mut self, layer: DebugLayer, from: Vec3, to: Vec3);

    /// Draws straight lines from each point to the next. At least two points.
    fn polyline(&mut self, layer: DebugLayer, points: &[Vec3]) {
        for (from, to) in points.iter().zip(points.iter().skip(1)) {
            self.line(layer, *from, *to);
        }
    }

    /// Whether it draws this layer; all of them unless told otherwise. Nothing is computed for one that it does not.
    fn draws(&self, _layer: DebugLayer) -> bool {
        true
    }
}
