//! Lines of text over an example, and frames for comparisons side by side.

use crate::palette;
use bevy::prelude::*;

/// A part of the picture with its own frame and heading.
#[derive(Component, Clone, Debug)]
pub struct Panel {
    /// The area of the panel, world units.
    pub area: Rect,
    /// The heading of the panel, in ASCII.
    pub heading: &'static str,
}

impl Panel {
    /// Panel number `index` of `count` side by side.
    pub fn beside(index: usize, count: usize, heading: &'static str) -> Self {
        let width = 1240.0 / count as f32;
        let left = -620.0 + width * index as f32;
        Self {
            area: Rect::new(left + 8.0, -340.0, left + width - 8.0, 280.0),
            heading,
        }
    }
}

/// A line of live numbers under the caption; ASCII. Tests read it, too.
#[derive(Resource, Clone, Debug, Default)]
pub struct Readout(pub String);

#[derive(Resource)]
struct Caption(&'static str);

pub(crate) struct CaptionsPlugin(pub(crate) &'static str);

impl Plugin for CaptionsPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(ClearColor(palette::FLOOR))
            .insert_resource(Caption(self.0))
            .init_resource::<Readout>()
            .add_systems(Update, (draw_lines, draw_panels));
    }
}

const TOP_LEFT: Vec2 = Vec2::new(-0.5, 0.5);

fn draw_lines(caption: Res<Caption>, readout: Res<Readout>, mut gizmos: Gizmos) {
    for (text, height, color) in [
        (caption.0, 346.0, palette::CHALK),
        (readout.0.as_str(), 320.0, palette::AMBER),
    ] {
        gizmos.text_2d(Vec2::new(-612.0, height), text, 17.0, TOP_LEFT, color);
    }
}

fn draw_panels(panels: Query<&Panel>, mut gizmos: Gizmos) {
    for Panel { area, heading } in &panels {
        gizmos.rect_2d(area.center(), area.size(), palette::LINE);
        let corner = Vec2::new(area.min.x + 10.0, area.max.y - 10.0);
        gizmos.text_2d(corner, heading, 15.0, TOP_LEFT, palette::CHALK);
    }
}
