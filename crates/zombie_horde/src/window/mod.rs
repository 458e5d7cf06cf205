//! The demo in a window: drawing, mouse and panel.

mod bait;
mod camera;
#[cfg(not(target_arch = "wasm32"))]
mod film;
mod ground;
mod groups;
mod layers;
mod mipmaps;
mod mouse;
mod obstacle_art;
mod obstacles;
#[cfg(not(target_arch = "wasm32"))]
mod off_screen;
mod orders;
mod overlays;
mod panel;
mod pictures;
mod rings;
pub mod run_to;
#[cfg(not(target_arch = "wasm32"))]
mod screenshot;
mod selection;
mod sprites;
mod time;
mod touch;
mod trails;
mod view;
mod visuals;

pub use overlays::names as overlay_names;

use crate::log;
use crate::options::Options;
use crate::presets;
use crate::simulation::SimulationPlugin;
use bevy::app::{
    PluginGroupBuilder, TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy,
};
use bevy::prelude::*;
use bevy::tasks::available_parallelism;
use bevy::window::WindowResolution;
use bevy_egui::EguiPlugin;
use bevy_horde_inspector::InspectorPlugin;
use bevy_prototype_lyon::prelude::ShapePlugin;
#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

/// Size of the window and of screenshots, pixels.
const SIZE: UVec2 = UVec2::new(1280, 720);

/// The canvas of the page. Only a browser has one.
const CANVAS: &str = "#horde";

/// Runs the demo in a window until it is closed, or draws the screenshot or film that the options
/// name.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(options: &Options) -> ExitCode {
    if let Some((file, tick, seconds)) = options.film() {
        return film::shoot(options, file, tick, seconds);
    }
    if let Some((file, tick)) = options.screenshot() {
        return screenshot::take(options, file, tick);
    }
    let mut app = app(options);
    app.add_plugins(screenshot::key_plugin);
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// The demo in a window, or on the page in a browser.
pub fn app(options: &Options) -> App {
    let mut app = App::new();
    app.add_plugins(rendering().set(WindowPlugin {
        primary_window: Some(Window {
            title: "bevy_horde: zombie horde".into(),
            resolution: WindowResolution::new(SIZE.x, SIZE.y),
            canvas: Some(CANVAS.into()),
            fit_canvas_to_parent: true,
            ..default()
        }),
        ..default()
    }))
    .add_plugins((
        EguiPlugin::default(),
        InspectorPlugin::default().without_panel(),
    ))
    .add_plugins(scene_plugin(options))
    .add_plugins((
        camera::control_plugin,
        time::plugin,
        touch::plugin,
        mouse::plugin,
        selection::plugin,
        groups::plugin,
        rings::plugin,
        panel::plugin,
    ));
    app.world_mut().spawn(Camera2d);
    app
}

/// Bevy's default plugins; the log shows warnings and errors only, and steering uses every core.
fn rendering() -> PluginGroupBuilder {
    DefaultPlugins.set(log::plugin()).set(TaskPoolPlugin {
        task_pool_options: every_core_steers(),
    })
}

/// Lets steering use every core. On few cores, Bevy's default leaves it a single core.
fn every_core_steers() -> TaskPoolOptions {
    TaskPoolOptions {
        compute: TaskPoolThreadAssignmentPolicy {
            min_threads: available_parallelism(),
            max_threads: usize::MAX,
            percent: 1.0,
            on_thread_spawn: None,
            on_thread_destroy: None,
        },
        ..default()
    }
}

/// The scene and everything that draws it, with or without a window.
fn scene_plugin(options: &Options) -> impl Fn(&mut App) + use<> {
    let settings = options.scene_settings();
    let preset = options.loaded_preset.clone();
    let overlays = options.overlays.clone();
    let follow = options.follow;
    move |app| {
        app.insert_resource(ClearColor(Color::srgb(0.02, 0.03, 0.04)))
            .insert_resource(camera::Screen::whole(SIZE.as_vec2()))
            .insert_resource(camera::CameraView::new(follow))
            .add_plugins(ShapePlugin)
            .add_plugins(SimulationPlugin { settings })
            .add_plugins((
                presets::plugin,
                pictures::plugin,
                visuals::plugin,
                sprites::plugin,
                trails::plugin,
                bait::plugin,
                orders::plugin,
                obstacles::plugin,
                obstacle_art::plugin,
                ground::plugin,
                camera::plugin,
                overlays::plugin,
            ));
        overlays::show(app.world_mut(), &overlays);
        if let Some(preset) = &preset {
            preset.apply_after_rebuild(app.world_mut());
        }
    }
}
