//! Draws the scene off-screen at a given tick into a PNG file.

use super::{SIZE, rendering, scene_plugin};
use crate::display;
use crate::options::Options;
use bevy::app::PluginsState;
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::tasks::tick_global_task_pools_on_main_thread;
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use core::time::Duration;
use horde_command::{console, output};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;
use tiny_skia::{ColorU8, Pixmap};

/// Ticks between two draws before the tick of the screenshot.
const TICKS_PER_UPDATE: u32 = 30;
/// Frames until all pictures and pipelines are loaded.
const WARM_UP_FRAMES: u32 = 3;
/// After this many frames a picture that has not arrived counts as failed.
const PATIENCE_FRAMES: u32 = 600;

/// The picture, once it is back from the graphics device.
#[derive(Resource, Default)]
struct Taken(Option<Image>);

/// Draws tick `tick` into `file`.
pub(super) fn take(options: &Options, file: &Path, tick: u64) -> ExitCode {
    let taken = display::drawable()
        .map_err(|reason| reason.to_string())
        .and_then(|()| {
            let mut app = off_screen(options);
            run_to(&mut app, tick);
            photograph(&mut app)
        })
        .and_then(|picture| write(&picture, file));
    match taken {
        Ok(()) => {
            console::print_to_stderr(format_args!("wrote {}", file.display()));
            ExitCode::SUCCESS
        }
        Err(failure) => console::failure(format_args!("no screenshot: {failure}")),
    }
}

/// Saves a picture of the window when F12 is pressed.
pub(super) fn key_plugin(app: &mut App) {
    app.add_systems(Update, shoot_window);
}

fn shoot_window(mut commands: Commands, keys: Res<ButtonInput<KeyCode>>) {
    if !keys.just_pressed(KeyCode::F12) {
        return;
    }
    let seconds = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let file = PathBuf::from(format!("zombie_horde_{seconds}.png"));
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>| match write(&captured.image, &file) {
            Ok(()) => console::print_to_stderr(format_args!("saved {}", file.display())),
            Err(failure) => console::print_to_stderr(format_args!("no picture: {failure}")),
        },
    );
}

/// The demo without window and panel; its camera draws into an image.
fn off_screen(options: &Options) -> App {
    let mut app = App::new();
    app.add_plugins(
        rendering()
            .set(WindowPlugin {
                primary_window: None,
                exit_condition: ExitCondition::DontExit,
                ..default()
            })
            .disable::<WinitPlugin>(),
    )
    .add_plugins(scene_plugin(options))
    .init_resource::<Taken>();
    app.world_mut()
        .resource_mut::<Time<Virtual>>()
        .set_max_delta(Duration::MAX);
    let target = Image::new_target_texture(SIZE.x, SIZE.y, TextureFormat::Rgba8UnormSrgb, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(target);
    app.world_mut().spawn((
        Camera2d,
        Camera {
            is_active: false,
            ..default()
        },
        RenderTarget::Image(target.into()),
    ));
    while app.plugins_state() == PluginsState::Adding {
        tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    app
}

/// Runs to the tick. Time does not advance in the first update, which builds the scene.
fn run_to(app: &mut App, tick: u64) {
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.update();
    let mut left = tick;
    while left > 0 {
        let now = left.min(u64::from(TICKS_PER_UPDATE)) as u32;
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(now));
        app.update();
        left -= u64::from(now);
    }
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
}

fn photograph(app: &mut App) -> Result<Image, String> {
    let mut cameras = app.world_mut().query::<(&mut Camera, &RenderTarget)>();
    let mut target = None;
    for (mut camera, draws_to) in cameras.iter_mut(app.world_mut()) {
        camera.is_active = true;
        target = draws_to.as_image().cloned();
    }
    let target = target.ok_or("there is no camera")?;
    for _ in 0..WARM_UP_FRAMES {
        app.update();
    }
    app.world_mut().spawn(Screenshot::image(target)).observe(
        |captured: On<ScreenshotCaptured>, mut taken: ResMut<Taken>| {
            taken.0 = Some(captured.image.clone());
        },
    );
    for _ in 0..PATIENCE_FRAMES {
        app.update();
        if let Some(picture) = app.world_mut().resource_mut::<Taken>().0.take() {
            return Ok(picture);
        }
    }
    Err("the graphics driver gave no picture back".into())
}

fn write(picture: &Image, file: &Path) -> Result<(), String> {
    // The device chooses the channel order.
    let picture = picture
        .convert(TextureFormat::Rgba8UnormSrgb)
        .ok_or("the picture's format is unknown")?;
    let size = picture.size();
    let pixels = picture.data.ok_or("the picture is empty")?;
    let mut pixmap = Pixmap::new(size.x, size.y).ok_or("the picture is empty")?;
    for (pixel, color) in pixmap.pixels_mut().iter_mut().zip(pixels.chunks_exact(4)) {
        // The drawing is opaque, for any alpha left by blending.
        *pixel = ColorU8::from_rgba(color[0], color[1], color[2], u8::MAX).premultiply();
    }
    let failed =
        |reason: &dyn core::fmt::Display| format!("cannot write {}: {reason}", file.display());
    let png = pixmap.encode_png().map_err(|reason| failed(&reason))?;
    output::write(file, png).map_err(|reason| failed(&reason))
}
