//! Rings round selected soldiers, the frame of the mouse, and marks where soldiers are sent.

use super::camera::CameraView;
use super::visuals::{DrawnMotion, TickPart};
use crate::scene::Soldier;
use bevy::ecs::entity::EntityIndexSet;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Width of the lines, pixels.
const WIDTH: f32 = 2.0;
/// Color of the rings and of the frame.
const SELECTED: Color = Color::srgb(0.62, 1.0, 0.55);
/// Gap between a ring and its soldier, pixels.
const GAP: f32 = 1.5;
/// Color of the marks.
const MARK: Color = Color::srgba(0.62, 1.0, 0.85, 0.6);
/// Radius of a mark, world units.
const MARK_RADIUS: f32 = 9.0;
/// Radius of a new mark, world units, and the seconds in which it shrinks.
const NEW_MARK: (f32, f32) = (60.0, 0.5);

/// The selected soldiers.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub(super) struct Selection {
    /// The soldiers, in the order of their selection.
    pub soldiers: EntityIndexSet,
    /// Where the left button was pressed, in the world; `None` while it is not pressed.
    pub press: Option<Vec2>,
    /// The frame that the mouse draws, in the world.
    pub frame: Option<Rect>,
}

/// The gizmo group of the rings, the frame and the marks.
#[derive(Default, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
struct OrderGizmos;

pub(super) fn plugin(app: &mut App) {
    let line = GizmoLineConfig {
        width: WIDTH,
        ..default()
    };
    let config = GizmoConfig { line, ..default() };
    app.init_resource::<Selection>()
        .insert_gizmo_config(OrderGizmos, config)
        .add_systems(
            PostUpdate,
            (draw_selection, draw_marks).after(TransformSystems::Propagate),
        );
}

fn draw_selection(
    selection: Res<Selection>,
    camera_view: Res<CameraView>,
    part: TickPart,
    soldiers: Query<(&DrawnMotion, &SteeringAgent), With<Soldier>>,
    mut gizmos: Gizmos<OrderGizmos>,
) {
    let gap = GAP * camera_view.view.scale;
    for (motion, agent) in soldiers.iter_many(&selection.soldiers) {
        let place = motion.at(part.get()).0;
        gizmos.circle_2d(place, agent.body_radius + gap, SELECTED);
    }
    if let Some(frame) = selection.frame {
        gizmos.rect_2d(frame.center(), frame.size(), SELECTED);
    }
}

/// A place to which soldiers are sent.
#[derive(Clone, Copy, Debug)]
struct Mark {
    place: Vec2,
    /// Seconds since the order.
    age: f32,
}

fn draw_marks(
    time: Res<Time<Real>>,
    soldiers: Query<&Soldier>,
    changed: Query<(), Changed<Soldier>>,
    gone: RemovedComponents<Soldier>,
    mut marks: Local<Vec<Mark>>,
    mut gizmos: Gizmos<OrderGizmos>,
) {
    for mark in &mut *marks {
        mark.age += time.delta_secs();
    }
    if !changed.is_empty() || !gone.is_empty() {
        *marks = marks_of(&soldiers, &marks);
    }
    let (largest, shrinking) = NEW_MARK;
    for mark in &*marks {
        let radius = MARK_RADIUS.lerp(largest, (1.0 - mark.age / shrinking).max(0.0));
        gizmos.circle_2d(mark.place, radius, MARK);
        gizmos.cross_2d(mark.place, 0.5 * MARK_RADIUS, MARK);
    }
}

/// A mark for each place. A place that already has a mark keeps it.
fn marks_of(soldiers: &Query<&Soldier>, old: &[Mark]) -> Vec<Mark> {
    let mut places: Vec<Vec2> = soldiers.iter().map(|soldier| soldier.place).collect();
    places
        .sort_unstable_by(|one, other| (one.x.total_cmp(&other.x)).then(one.y.total_cmp(&other.y)));
    places.dedup();
    let mark = |place: Vec2| {
        let known = old.iter().find(|mark| mark.place == place);
        known.copied().unwrap_or(Mark { place, age: 0.0 })
    };
    places.into_iter().map(mark).collect()
}
