//! The camera: fits the arena beside the panel, pans and zooms.

use super::layers;
use super::pictures::Pictures;
use super::view::View;
use crate::scene::Arena;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

/// One notch of the wheel looks so many times as near.
const ZOOM_STEP: f32 = 1.15;
/// Pixels of smooth scrolling that count as one notch.
const PIXELS_PER_NOTCH: f32 = 40.0;
/// Keys move the view so many pixels per second.
const KEY_PAN_SPEED: f32 = 700.0;
/// How dark the edges of the view are.
const VIGNETTE: Color = Color::WHITE;

/// The picture on the screen, in logical pixels.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub(super) struct Stage {
    /// The whole of it.
    pub size: Vec2,
    /// What the panel leaves free.
    pub free: Rect,
}

impl Stage {
    /// A picture without a panel.
    pub fn whole(size: Vec2) -> Self {
        Self {
            size,
            free: Rect::from_corners(Vec2::ZERO, size),
        }
    }
}

/// What the camera looks at.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Gaze {
    /// The view.
    pub view: View,
    /// Whether the user has moved it; until then it keeps the arena in the middle.
    pub moved: bool,
}

/// The dark edges.
#[derive(Component)]
struct Vignette;

/// Where the mouse is over the arena.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Cursor {
    /// The place in the window, when the mouse is over the arena and not over the panel.
    pub in_window: Option<Vec2>,
    /// The same place in the world.
    pub in_world: Option<Vec2>,
}

/// A camera that shows the whole arena.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Gaze>()
        .add_systems(Startup, spawn_vignette)
        .add_systems(Update, fit.in_set(CameraSystems))
        .add_systems(PostUpdate, aim_camera.before(TransformSystems::Propagate));
}

/// A camera that the user moves.
pub(super) fn control_plugin(app: &mut App) {
    app.init_resource::<Cursor>().add_systems(
        Update,
        (
            (measure_window, pan, zoom, reset).chain().before(fit),
            find_cursor.after(fit),
        )
            .in_set(CameraSystems),
    );
}

/// The camera's systems in `Update`; what reads [`Cursor`] comes after them.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct CameraSystems;

fn spawn_vignette(mut commands: Commands, pictures: Res<Pictures>) {
    commands.spawn((
        Vignette,
        Sprite {
            color: VIGNETTE,
            ..Sprite::from_image(pictures.vignette.clone())
        },
        Transform::from_xyz(0.0, 0.0, layers::VIGNETTE),
    ));
}

fn measure_window(windows: Query<&Window, With<PrimaryWindow>>, mut stage: ResMut<Stage>) {
    let Ok(window) = windows.single() else {
        return;
    };
    if window.size() != stage.size {
        // The panel says what it takes when it is drawn next.
        let panel = stage.size.x - stage.free.max.x;
        stage.size = window.size();
        stage.free = Rect::new(0.0, 0.0, (window.width() - panel).max(1.0), window.height());
    }
}

fn pan(
    time: Res<Time<Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    motion: Res<AccumulatedMouseMotion>,
    cursor: Res<Cursor>,
    egui: Res<EguiWantsInput>,
    mut gaze: ResMut<Gaze>,
) {
    let drags = buttons.any_pressed([MouseButton::Right, MouseButton::Middle]);
    if drags && cursor.in_window.is_some() && motion.delta != Vec2::ZERO {
        *gaze = Gaze {
            view: gaze.view.drag(motion.delta),
            moved: true,
        };
    }
    if egui.wants_keyboard_input() {
        return;
    }
    let held = |names: [KeyCode; 2]| f32::from(u8::from(keys.any_pressed(names)));
    let direction = Vec2::new(
        held([KeyCode::KeyA, KeyCode::ArrowLeft]) - held([KeyCode::KeyD, KeyCode::ArrowRight]),
        held([KeyCode::KeyW, KeyCode::ArrowUp]) - held([KeyCode::KeyS, KeyCode::ArrowDown]),
    );
    if direction != Vec2::ZERO {
        let pixels = direction * KEY_PAN_SPEED * time.delta_secs();
        *gaze = Gaze {
            view: gaze.view.drag(pixels),
            moved: true,
        };
    }
}

fn zoom(
    scroll: Res<AccumulatedMouseScroll>,
    keys: Res<ButtonInput<KeyCode>>,
    cursor: Res<Cursor>,
    stage: Res<Stage>,
    mut gaze: ResMut<Gaze>,
) {
    // With Shift the wheel sizes obstacles.
    if keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) {
        return;
    }
    let notches = notches(&scroll);
    if let Some(place) = cursor.in_window
        && notches != 0.0
    {
        *gaze = Gaze {
            view: gaze.view.zoom(ZOOM_STEP.powf(-notches), place, stage.size),
            moved: true,
        };
    }
}

/// How many notches the wheel was turned, away from the user.
pub(super) fn notches(scroll: &AccumulatedMouseScroll) -> f32 {
    // Some systems turn the wheel sideways while Shift is held.
    let delta = if scroll.delta.y == 0.0 {
        scroll.delta.x
    } else {
        scroll.delta.y
    };
    match scroll.unit {
        MouseScrollUnit::Line => delta,
        MouseScrollUnit::Pixel => delta / PIXELS_PER_NOTCH,
    }
}

fn reset(keys: Res<ButtonInput<KeyCode>>, egui: Res<EguiWantsInput>, mut gaze: ResMut<Gaze>) {
    let asked = keys.any_just_pressed([KeyCode::Home, KeyCode::KeyF]);
    if asked && !egui.wants_keyboard_input() {
        gaze.moved = false;
    }
}

fn fit(arena: Res<Arena>, stage: Res<Stage>, mut gaze: ResMut<Gaze>) {
    if !gaze.moved || arena.is_changed() {
        gaze.set_if_neq(Gaze {
            view: View::fit(arena.half_size, stage.free, stage.size),
            moved: false,
        });
    }
}

fn find_cursor(
    windows: Query<&Window, With<PrimaryWindow>>,
    egui: Res<EguiWantsInput>,
    stage: Res<Stage>,
    gaze: Res<Gaze>,
    mut cursor: ResMut<Cursor>,
) {
    let in_window = windows
        .single()
        .ok()
        .and_then(Window::cursor_position)
        .filter(|place| {
            stage.free.contains(*place) && !egui.is_using_pointer() && !egui.is_popup_open()
        });
    *cursor = Cursor {
        in_window,
        in_world: in_window.map(|place| gaze.view.to_world(place, stage.size)),
    };
}

fn aim_camera(
    gaze: Res<Gaze>,
    stage: Res<Stage>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
    mut vignettes: Query<(&mut Transform, &mut Sprite), (With<Vignette>, Without<Camera2d>)>,
) {
    let view = gaze.view;
    for (mut transform, mut projection) in &mut cameras {
        transform.translation = view.center.extend(transform.translation.z);
        if let Projection::Orthographic(projection) = &mut *projection {
            projection.scale = view.scale;
        }
    }
    for (mut transform, mut sprite) in &mut vignettes {
        let middle = view.to_world(stage.free.center(), stage.size);
        transform.translation = middle.extend(transform.translation.z);
        sprite.custom_size = Some(stage.free.size() * view.scale);
    }
}
