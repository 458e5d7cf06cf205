//! The pictures and their frames. All sprites share them, so few batches are drawn.

use super::mipmaps::{self, Edges};
use crate::art;
use bevy::prelude::*;

/// Frames of a walk.
pub(super) const WALK_FRAMES: usize = 8;
/// Side of a zombie's frame in the file, pixels.
pub(super) const ZOMBIE_FRAME: u32 = 96;
/// Side of an obstacle's frame, pixels.
pub(super) const OBSTACLE_FRAME: u32 = 256;
/// Side of a flock unit's frame, pixels.
const UNIT_FRAME: u32 = 64;

/// Every picture of the demo, loaded.
#[derive(Resource)]
pub(super) struct Pictures {
    /// Walk cycles; one row per kind.
    pub zombies: Atlas,
    /// Round graveyard objects.
    pub obstacles: Atlas,
    /// Flock units, by color.
    pub units: Atlas,
    /// The shadow of a zombie.
    pub shadow: Handle<Image>,
    /// Seamless ground.
    pub ground: Handle<Image>,
    /// The bait.
    pub brain: Handle<Image>,
    /// White light.
    pub glow: Handle<Image>,
    /// Dark edges.
    pub vignette: Handle<Image>,
    /// A round token.
    pub agent: Handle<Image>,
}

/// A picture with many frames.
#[derive(Clone)]
pub(super) struct Atlas {
    image: Handle<Image>,
    layout: Handle<TextureAtlasLayout>,
}

impl Atlas {
    /// A sprite that shows one frame, `size` world units across.
    pub fn sprite(&self, frame: usize, size: f32) -> Sprite {
        Sprite {
            custom_size: Some(Vec2::splat(size)),
            ..Sprite::from_atlas_image(
                self.image.clone(),
                TextureAtlas::from(self.layout.clone()).with_index(frame),
            )
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, load_pictures);
}

fn load_pictures(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut layouts: ResMut<Assets<TextureAtlasLayout>>,
) -> Result {
    let mut atlas = |images: &mut Assets<Image>, png: &[u8], frame: u32| -> Result<Atlas> {
        let image = mipmaps::load_frames(png, frame)?;
        let cell = frame.next_power_of_two();
        let size = image.size();
        Ok(Atlas {
            image: images.add(image),
            layout: layouts.add(TextureAtlasLayout::from_grid(
                UVec2::splat(cell),
                size.x / cell,
                size.y / cell,
                None,
                None,
            )),
        })
    };
    let zombies = atlas(&mut images, art::ZOMBIES_PNG, ZOMBIE_FRAME)?;
    let obstacles = atlas(&mut images, art::OBSTACLES_PNG, OBSTACLE_FRAME)?;
    let units = atlas(&mut images, art::FLOCK_PNG, UNIT_FRAME)?;
    let mut plain = |png: &[u8], edges: Edges| -> Result<Handle<Image>> {
        Ok(images.add(mipmaps::load(png, edges)?))
    };
    commands.insert_resource(Pictures {
        zombies,
        obstacles,
        units,
        shadow: plain(art::SHADOW_PNG, Edges::Clamp)?,
        ground: plain(art::GROUND_PNG, Edges::Repeat)?,
        brain: plain(art::BRAIN_PNG, Edges::Clamp)?,
        glow: plain(art::GLOW_PNG, Edges::Clamp)?,
        vignette: plain(art::VIGNETTE_PNG, Edges::Clamp)?,
        agent: plain(art::AGENT_PNG, Edges::Clamp)?,
    });
    Ok(())
}
