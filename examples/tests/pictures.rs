//! Draws every example with the real renderer, off-screen. `HORDE_PICTURES` names the folder.
//!
//! The page of the examples shows the pictures. To draw them again:
//! `HORDE_PICTURES=examples/pictures cargo test --workspace --test pictures -- --ignored`

mod catalog;
#[expect(dead_code, reason = "the other test measures agents with it")]
mod harness;

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::settings::WgpuSettings;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Ticks before the picture, so that it shows the point of the example.
fn ticks(name: &str) -> u32 {
    match name {
        "spawn_despawn" | "combine" | "character_avian" | "character_rapier" | "queue" => 480,
        "navmesh_vleue" | "patrol" | "survivors" | "whiskers_avian" => 480,
        "click_to_move" | "orders" | "tower_defense" => 900,
        "cohesion" | "follow_path" | "formation" | "infection" => 720,
        _ => 240,
    }
}

const SIZE: UVec2 = UVec2::new(1280, 720);
/// Width and height of the largest picture on the page.
const ON_THE_PAGE: u32 = 400;
/// After this many frames a picture that has not arrived counts as failed.
const PATIENCE_FRAMES: u32 = 600;

#[derive(Resource, Default)]
struct Taken(Option<Image>);

#[test]
#[ignore = "needs a Vulkan driver, which may be a software one"]
fn every_example_draws_a_picture() {
    let folder = std::env::var_os("HORDE_PICTURES").map_or_else(
        || Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures"),
        // Cargo runs tests in the folder of their package.
        |folder| {
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("..")
                .join(folder)
        },
    );
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (name, example) in catalog::EXAMPLES {
        if *name != "headless_server" {
            draw(name, *example, folder.join(format!("{name}.png")));
        }
    }
}

fn cameras(app: &mut App) -> Vec<Entity> {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<Entity, With<Camera>>();
    cameras.iter(world).collect()
}

fn activate(app: &mut App, is_active: bool) {
    for camera in cameras(app) {
        let mut camera = app.world_mut().entity_mut(camera);
        camera.get_mut::<Camera>().expect("a camera").is_active = is_active;
    }
    app.update();
}

fn draw(name: &str, example: fn(&mut App), file: PathBuf) {
    let mut app = harness::app(example, WgpuSettings::default());
    app.init_resource::<Taken>();
    let target = Image::new_target_texture(SIZE.x, SIZE.y, TextureFormat::Rgba8UnormSrgb, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(target);
    for camera in cameras(&mut app) {
        let draws_to = RenderTarget::Image(target.clone().into());
        app.world_mut().entity_mut(camera).insert(draws_to);
    }
    // A picture of each tick takes long.
    activate(&mut app, false);
    for _ in 0..ticks(name) {
        app.update();
    }
    activate(&mut app, true);
    // Bevy prepares a mesh for a camera when the mesh has changed, and no camera has seen it yet.
    let world = app.world_mut();
    let mut meshes = world.query::<&mut Mesh2d>();
    meshes
        .iter_mut(world)
        .for_each(|mut mesh| mesh.set_changed());
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(0));
    let shot = Screenshot::image(target);
    app.world_mut().spawn(shot).observe(
        |captured: On<ScreenshotCaptured>, mut taken: ResMut<Taken>| {
            taken.0 = Some(captured.image.clone());
        },
    );
    let picture = (0..PATIENCE_FRAMES).find_map(|_| {
        app.update();
        app.world_mut().resource_mut::<Taken>().0.take()
    });
    let picture = picture.unwrap_or_else(|| panic!("{name}: no picture came back"));
    let picture = picture
        .try_into_dynamic()
        .expect("the format is a usual one");
    let colors: HashSet<[u8; 4]> = picture.to_rgba8().pixels().map(|pixel| pixel.0).collect();
    assert!(colors.len() > 3, "{name}: {} colors", colors.len());
    let small = picture.thumbnail(ON_THE_PAGE, ON_THE_PAGE).to_rgb8();
    small
        .save(&file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
