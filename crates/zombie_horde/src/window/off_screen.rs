//! The demo without window and panel: runs to a tick, and gives pictures of it back.

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
use tiny_skia::{ColorU8, Pixmap};

/// The largest number of ticks in one update of the app.
const TICKS_PER_UPDATE: u64 = 30;
/// Frames until all pictures and pipelines are loaded.
const WARM_UP_FRAMES: u32 = 3;
/// After this many frames a picture that has not arrived counts as failed.
const PATIENCE_FRAMES: u32 = 600;

/// The picture, once it is back from the graphics device.
#[derive(Resource, Default)]
struct Taken(Option<Image>);

/// The demo with a camera that draws into an image.
pub(super) struct OffScreen {
    app: App,
    target: Handle<Image>,
    is_warm: bool,
}

impl OffScreen {
    /// Builds the scene of the options, at tick 0.
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        display::drawable().map_err(|reason| reason.to_string())?;
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
        let camera = Camera {
            is_active: false,
            ..default()
        };
        let draws_to = RenderTarget::Image(target.clone().into());
        app.world_mut().spawn((Camera2d, camera, draws_to));
        while app.plugins_state() == PluginsState::Adding {
            tick_global_task_pools_on_main_thread();
        }
        app.finish();
        app.cleanup();
        // Time does not advance in the first update, which builds the scene.
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.update();
        Ok(Self {
            app,
            target,
            is_warm: false,
        })
    }

    /// Runs this many ticks.
    pub(super) fn run(&mut self, ticks: u64) {
        let mut left = ticks;
        while left > 0 {
            let now = left.min(TICKS_PER_UPDATE);
            let step = TimeUpdateStrategy::FixedTimesteps(now as u32);
            self.app.insert_resource(step);
            self.app.update();
            left -= now;
        }
    }

    /// Draws the present tick. Time stands still meanwhile.
    pub(super) fn draw(&mut self) -> Result<Pixmap, String> {
        self.time().pause();
        if !self.is_warm {
            self.warm_up();
        }
        let shot = Screenshot::image(self.target.clone());
        self.app.world_mut().spawn(shot).observe(
            |captured: On<ScreenshotCaptured>, mut taken: ResMut<Taken>| {
                taken.0 = Some(captured.image.clone());
            },
        );
        for _ in 0..PATIENCE_FRAMES {
            self.app.update();
            let taken = self.app.world_mut().resource_mut::<Taken>().0.take();
            if let Some(picture) = taken {
                self.time().unpause();
                return pixmap(&picture);
            }
        }
        Err("the graphics driver gave no picture back".into())
    }

    fn time(&mut self) -> Mut<'_, Time<Virtual>> {
        self.app.world_mut().resource_mut()
    }

    /// Switches the camera on, and waits until all pictures and pipelines are loaded.
    fn warm_up(&mut self) {
        let world = self.app.world_mut();
        let mut cameras = world.query::<&mut Camera>();
        for mut camera in cameras.iter_mut(world) {
            camera.is_active = true;
        }
        for _ in 0..WARM_UP_FRAMES {
            self.app.update();
        }
        self.is_warm = true;
    }
}

/// The picture without the transparency that blending may have left.
pub(super) fn pixmap(picture: &Image) -> Result<Pixmap, String> {
    // The device chooses the channel order.
    let picture = picture
        .convert(TextureFormat::Rgba8UnormSrgb)
        .ok_or("the picture's format is unknown")?;
    let size = picture.size();
    let pixels = picture.data.ok_or("the picture is empty")?;
    let mut pixmap = Pixmap::new(size.x, size.y).ok_or("the picture is empty")?;
    for (pixel, color) in pixmap.pixels_mut().iter_mut().zip(pixels.chunks_exact(4)) {
        *pixel = ColorU8::from_rgba(color[0], color[1], color[2], u8::MAX).premultiply();
    }
    Ok(pixmap)
}
