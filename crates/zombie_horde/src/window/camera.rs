//! The camera: fits the arena beside the panel, pans and zooms.

use super::layers;
use super::pictures::Pictures;
use super::touch::Finger;
use super::view::View;
use crate::scene::{Arena, Bait};
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

/// Zoom factor of one notch of the wheel.
const ZOOM_STEP: f32 = 1.15;
/// Pixels of smooth scrolling that count as one notch.
const PIXELS_PER_NOTCH: f32 = 40.0;
/// Speed of the view while a key is held, pixels per second.
const KEY_PAN_SPEED: f32 = 700.0;
/// Seconds in which a camera that follows the bait covers most of the way to it.
const GLIDE: f32 = 2.0;
/// Color of the dark edges.
const VIGNETTE: Color = Color::WHITE;

/// The screen, in logical pixels.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub(super) struct Screen {
    /// Its size.
    pub size: Vec2,
    /// The part that the panel leaves free.
    pub free: Rect,
}

impl Screen {
    /// A screen without a panel.
    pub fn whole(size: Vec2) -> Self {
        Self {
            size,
            free: Rect::from_corners(Vec2::ZERO, size),
        }
    }
}

/// The part of the world that the camera shows.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct CameraView {
    /// The view.
    pub view: View,
    /// What moves it.
    pub mode: CameraMode,
}

impl CameraView {
    /// A view of the whole arena, or one that follows the bait.
    pub fn new(follows: bool) -> Self {
        Self {
            mode: if follows {
                CameraMode::Follows
            } else {
                CameraMode::Fits
            },
            ..Self::default()
        }
    }
}

/// What moves the view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum CameraMode {
    /// Nothing: it shows the whole arena.
    #[default]
    Fits,
    /// The bait: the view shows it near by. In a scene without a bait it shows the whole arena.
    Follows,
    /// The user.
    Moved,
}

/// The sprite of the dark edges.
#[derive(Component)]
struct Vignette;

/// The position of the mouse or of a finger beside the panel.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Cursor {
    /// The position in the window; `None` over the panel, outside of the window, or while the panel
    /// uses the mouse.
    pub in_window: Option<Vec2>,
    /// The same position in the world.
    pub in_world: Option<Vec2>,
}

/// A camera that shows the whole arena, or follows the bait.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CameraView>()
        .add_systems(Startup, spawn_vignette)
        .add_systems(Update, fit.in_set(CameraSystems))
        .add_systems(PostUpdate, aim_camera.before(TransformSystems::Propagate));
}

/// A camera that the user controls.
pub(super) fn control_plugin(app: &mut App) {
    app.init_resource::<Cursor>().add_systems(
        Update,
        (
            (measure_window, pan, zoom, choose_mode).chain().before(fit),
            find_cursor.after(fit),
        )
            .in_set(CameraSystems),
    );
}

/// The camera's systems in `Update`; systems that read [`Cursor`] run after them.
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

fn measure_window(windows: Query<&Window, With<PrimaryWindow>>, mut screen: ResMut<Screen>) {
    let Ok(window) = windows.single() else {
        return;
    };
    if window.size() != screen.size {
        // The panel reports its width when it is next drawn.
        let panel = screen.size.x - screen.free.max.x;
        screen.size = window.size();
        screen.free = Rect::new(0.0, 0.0, (window.width() - panel).max(1.0), window.height());
    }
}

fn pan(
    time: Res<Time<Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    motion: Res<AccumulatedMouseMotion>,
    cursor: Res<Cursor>,
    egui: Res<EguiWantsInput>,
    mut camera_view: ResMut<CameraView>,
) {
    let drags = buttons.any_pressed([MouseButton::Right, MouseButton::Middle]);
    if drags && cursor.in_window.is_some() && motion.delta != Vec2::ZERO {
        *camera_view = CameraView {
            view: camera_view.view.drag(motion.delta),
            mode: CameraMode::Moved,
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
        *camera_view = CameraView {
            view: camera_view.view.drag(pixels),
            mode: CameraMode::Moved,
        };
    }
}

fn zoom(
    scroll: Res<AccumulatedMouseScroll>,
    keys: Res<ButtonInput<KeyCode>>,
    cursor: Res<Cursor>,
    screen: Res<Screen>,
    mut camera_view: ResMut<CameraView>,
) {
    // With Shift the wheel resizes obstacles.
    if keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) {
        return;
    }
    let notches = notches(&scroll);
    if let Some(position) = cursor.in_window
        && notches != 0.0
    {
        *camera_view = CameraView {
            view: camera_view
                .view
                .zoom(ZOOM_STEP.powf(-notches), position, screen.size),
            mode: CameraMode::Moved,
        };
    }
}

/// Notches that the wheel has turned forward.
pub(super) fn notches(scroll: &AccumulatedMouseScroll) -> f32 {
    // Some systems scroll sideways while Shift is held.
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

fn choose_mode(
    keys: Res<ButtonInput<KeyCode>>,
    egui: Res<EguiWantsInput>,
    mut camera_view: ResMut<CameraView>,
) {
    if egui.wants_keyboard_input() {
        return;
    }
    if keys.any_just_pressed([KeyCode::Home, KeyCode::KeyF]) {
        camera_view.mode = CameraMode::Fits;
    }
    if keys.just_pressed(KeyCode::KeyC) {
        camera_view.mode = match camera_view.mode {
            CameraMode::Follows => CameraMode::Fits,
            CameraMode::Fits | CameraMode::Moved => CameraMode::Follows,
        };
    }
}

fn fit(
    arena: Res<Arena>,
    screen: Res<Screen>,
    time: Res<Time>,
    baits: Query<&Transform, With<Bait>>,
    mut camera_view: ResMut<CameraView>,
) {
    let CameraView { view, mode } = *camera_view;
    let bait = baits.iter().next().map(|bait| bait.translation.truncate());
    let next = match (mode, bait) {
        (CameraMode::Moved, _) if !arena.is_changed() => return,
        (CameraMode::Follows, Some(bait)) => {
            let middle = view.to_world(screen.free.center(), screen.size);
            let share = 1.0 - (-time.delta_secs() / GLIDE).exp();
            let middle = middle.lerp(bait, share);
            View::near(middle, arena.half_size, screen.free, screen.size)
        }
        _ => View::fit(arena.half_size, screen.free, screen.size),
    };
    let mode = match mode {
        CameraMode::Follows => CameraMode::Follows,
        CameraMode::Fits | CameraMode::Moved => CameraMode::Fits,
    };
    camera_view.set_if_neq(CameraView { view: next, mode });
}

fn find_cursor(
    windows: Query<&Window, With<PrimaryWindow>>,
    finger: Res<Finger>,
    egui: Res<EguiWantsInput>,
    screen: Res<Screen>,
    camera_view: Res<CameraView>,
    mut cursor: ResMut<Cursor>,
) {
    let mouse = windows.single().ok().and_then(Window::cursor_position);
    let in_window = finger.0.or(mouse).filter(|position| {
        screen.free.contains(*position) && !egui.is_using_pointer() && !egui.is_popup_open()
    });
    *cursor = Cursor {
        in_window,
        in_world: in_window.map(|position| camera_view.view.to_world(position, screen.size)),
    };
}

fn aim_camera(
    camera_view: Res<CameraView>,
    screen: Res<Screen>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
    mut vignettes: Query<(&mut Transform, &mut Sprite), (With<Vignette>, Without<Camera2d>)>,
) {
    let view = camera_view.view;
    for (mut transform, mut projection) in &mut cameras {
        transform.translation = view.center.extend(transform.translation.z);
        if let Projection::Orthographic(projection) = &mut *projection {
            projection.scale = view.scale;
        }
    }
    for (mut transform, mut sprite) in &mut vignettes {
        let middle = view.to_world(screen.free.center(), screen.size);
        transform.translation = middle.extend(transform.translation.z);
        sprite.custom_size = Some(screen.free.size() * view.scale);
    }
}
