//! A painter that draws gizmos.

use crate::SteeringGizmos;
use bevy::gizmos::gizmos::Gizmos;
use bevy::prelude::*;
use bevy_horde::debug::{DebugLayer, SteeringPainter};

/// Draws with the group [`SteeringGizmos`], each layer in its color. Layers without a color are not
/// drawn.
pub struct GizmoPainter<'a, 'w, 's>(pub &'a mut Gizmos<'w, 's, SteeringGizmos>);

impl GizmoPainter<'_, '_, '_> {
    fn color(&self, layer: DebugLayer) -> Option<Color> {
        self.0.config_ext.color(layer)
    }
}

impl SteeringPainter for GizmoPainter<'_, '_, '_> {
    fn line(&mut self, layer: DebugLayer, from: Vec3, to: Vec3) {
        if let Some(color) = self.color(layer) {
            self.0.line(from, to, color);
        }
    }

    fn polyline(&mut self, layer: DebugLayer, points: &[Vec3]) {
        if let Some(color) = self.color(layer) {
            self.0.linestrip(points.iter().copied(), color);
        }
    }

    fn draws(&self, layer: DebugLayer) -> bool {
        self.0.config.enabled && self.color(layer).is_some()
    }
}
