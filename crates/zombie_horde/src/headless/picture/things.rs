//! Obstacles, agents with their shadows, and the bait with its light.

use super::sprite::{Pose, Sprite};
use super::still::{Still, Thing};
use super::{Camera, art, obstacle_art};
use crate::art::{
    AGENT_PNG, BRAIN_PNG, FLOCK_PNG, GLOW_PNG, OBSTACLES_PNG, SHADOW_PNG, ZOMBIES_PNG,
};
use crate::scene::Look;
use bevy::prelude::*;
use tiny_skia::{BlendMode, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform as Placing};

/// Frames of a walk cycle.
const WALK_FRAMES: usize = 8;
/// Side of a zombie's frame, pixels.
const ZOMBIE_FRAME: u32 = 96;
/// The middle of a zombie's body, relative to its frame.
const ZOMBIE_ANCHOR: Vec2 = Vec2::new(41.0 / 96.0, 48.0 / 96.0);
/// Width of a zombie's frame, in body radii.
const ZOMBIE_SIZE: f32 = 3.1;
/// Side of a unit's frame, pixels.
const UNIT_FRAME: u32 = 64;
/// Width of a unit's frame, in body radii.
const UNIT_SIZE: f32 = 4.0;
/// Width of a walker's frame, in body radii.
const TOKEN_SIZE: f32 = 64.0 / 27.0;
/// Side of an obstacle's frame, pixels.
const OBSTACLE_FRAME: u32 = 256;
/// Width of an obstacle's frame, in radii of the obstacle.
const OBSTACLE_SIZE: f32 = 256.0 / 112.0;
/// Offset of shadows to the lower right, in body radii.
const SHADOW_OFFSET: Vec2 = Vec2::new(0.22, 0.28);
/// Width of the bait's frame, world units.
const BAIT_SIZE: f32 = 58.0;
/// Smallest width of the bait's frame, pixels: it stays visible in a huge arena.
const MIN_BAIT_SIZE: f32 = 44.0;
/// Width of the light around the bait, in widths of the bait.
const GLOW_SIZE: f32 = 7.0;
/// Radius of the ring at a waypoint, world units.
const WAYPOINT_RADIUS: f32 = 9.0;
/// Opacity of the bait's light on the ground.
const GLOW_ON_GROUND: f32 = 0.6;
/// Opacity of the bait's light on agents.
const GLOW_ON_AGENTS: f32 = 0.4;
/// Opacity of the light of lanterns.
const LANTERN_LIGHT: f32 = 0.42;
/// If the frame of the largest agent is narrower than this, pixels, all agents are drawn as dots.
const DOT_SIZE: f32 = 3.0;
/// Multiples of this number, modulo 1, spread evenly over 0 to 1.
const GOLDEN: f32 = 0.618_034;

/// The sprites of everything that is drawn.
struct Sprites {
    zombies: Vec<Sprite>,
    units: Vec<Sprite>,
    obstacles: Vec<Sprite>,
    walker: Sprite,
    rival: Sprite,
    stubborn: Sprite,
    shadow: Sprite,
    brain: Sprite,
    glow: Sprite,
    lantern: Sprite,
}

impl Sprites {
    fn load() -> Result<Self, String> {
        let zombies = Sprite::frames(&art(ZOMBIES_PNG)?, ZOMBIE_FRAME);
        Ok(Self {
            zombies: zombies
                .into_iter()
                .map(|zombie| zombie.anchored_at(ZOMBIE_ANCHOR))
                .collect(),
            units: Sprite::frames(&art(FLOCK_PNG)?, UNIT_FRAME),
            obstacles: Sprite::frames(&art(OBSTACLES_PNG)?, OBSTACLE_FRAME),
            walker: Sprite::new(art(AGENT_PNG)?).tinted([150, 226, 214]),
            rival: Sprite::new(art(AGENT_PNG)?).tinted([250, 184, 92]),
            stubborn: Sprite::new(art(AGENT_PNG)?).tinted([240, 92, 80]),
            shadow: Sprite::new(art(SHADOW_PNG)?).anchored_at(ZOMBIE_ANCHOR),
            brain: Sprite::new(art(BRAIN_PNG)?),
            glow: Sprite::new(art(GLOW_PNG)?).tinted([255, 106, 176]),
            lantern: Sprite::new(art(GLOW_PNG)?).tinted([255, 154, 60]),
        })
    }

    /// The sprite of an agent, and its width in body radii.
    fn of_agent(&self, agent: &Thing) -> Option<(&Sprite, f32)> {
        match agent.look {
            Look::Zombie(kind) => {
                let phase = (agent.number as f32 * GOLDEN).fract();
                let frame = (phase * WALK_FRAMES as f32) as usize % WALK_FRAMES;
                let zombie = self.zombies.get(usize::from(kind) * WALK_FRAMES + frame);
                zombie.map(|zombie| (zombie, ZOMBIE_SIZE))
            }
            Look::Unit(color) => self
                .units
                .get(usize::from(color))
                .map(|unit| (unit, UNIT_SIZE)),
            Look::Walker => Some((&self.walker, TOKEN_SIZE)),
            Look::Rival => Some((&self.rival, TOKEN_SIZE)),
            Look::Stubborn => Some((&self.stubborn, TOKEN_SIZE)),
            Look::Tomb(_) | Look::Built(_) | Look::Bait => None,
        }
    }
}

/// Draws all things, the lowest first.
pub fn draw(canvas: &mut Pixmap, camera: &Camera, still: &Still) -> Result<(), String> {
    let sprites = Sprites::load()?;
    draw_waypoints(canvas, camera, &still.waypoints);
    for drawing in &still.obstacle_art {
        obstacle_art::draw(canvas, camera, &drawing.low);
    }
    for thing in &still.others {
        if let Look::Tomb(kind) = thing.look
            && let Some(tomb) = sprites.obstacles.get(usize::from(kind))
        {
            tomb.draw(canvas, pose_of(thing, camera, OBSTACLE_SIZE));
        }
    }
    let bait_size = (BAIT_SIZE * camera.scale).max(MIN_BAIT_SIZE);
    let baits = still.others.iter().filter(|thing| thing.look == Look::Bait);
    let baits: Vec<_> = baits.map(|bait| camera.pixel(bait.position)).collect();
    let shine = |canvas: &mut Pixmap, opacity: f32| {
        for &position in &baits {
            let pose = Pose::upright(position, GLOW_SIZE * bait_size);
            let blend_mode = BlendMode::Screen;
            sprites.glow.draw_blended(canvas, pose, opacity, blend_mode);
        }
    };
    shine(canvas, GLOW_ON_GROUND);
    draw_agents(canvas, camera, still, &sprites);
    for drawing in &still.obstacle_art {
        obstacle_art::draw(canvas, camera, &drawing.tall);
    }
    for light in still
        .obstacle_art
        .iter()
        .flat_map(|drawing| &drawing.lights)
    {
        let pose = Pose::upright(
            camera.pixel(light.position),
            2.0 * light.reach * camera.scale,
        );
        let blend_mode = BlendMode::Screen;
        let lantern = &sprites.lantern;
        lantern.draw_blended(canvas, pose, LANTERN_LIGHT, blend_mode);
    }
    shine(canvas, GLOW_ON_AGENTS);
    for &position in &baits {
        sprites
            .brain
            .draw(canvas, Pose::upright(position, bait_size));
    }
    Ok(())
}

fn draw_waypoints(canvas: &mut Pixmap, camera: &Camera, waypoints: &[Vec2]) {
    let mut paint = Paint::default();
    paint.set_color_rgba8(200, 236, 226, 90);
    let stroke = Stroke {
        width: 2.0,
        ..Stroke::default()
    };
    for waypoint in waypoints {
        let position = camera.pixel(*waypoint);
        let ring = PathBuilder::from_circle(position.x, position.y, WAYPOINT_RADIUS * camera.scale);
        if let Some(ring) = ring {
            canvas.stroke_path(&ring, &paint, &stroke, Placing::identity(), None);
        }
    }
}

fn draw_agents(canvas: &mut Pixmap, camera: &Camera, still: &Still, sprites: &Sprites) {
    let largest = still
        .agents
        .iter()
        .map(|agent| agent.radius)
        .fold(0.0, f32::max);
    if largest * ZOMBIE_SIZE * camera.scale < DOT_SIZE {
        return draw_dots(canvas, camera, still);
    }
    for agent in &still.agents {
        let mut pose = pose_of(agent, camera, ZOMBIE_SIZE);
        pose.position += SHADOW_OFFSET * agent.radius * camera.scale;
        sprites.shadow.draw(canvas, pose);
    }
    for agent in &still.agents {
        if let Some((sprite, size)) = sprites.of_agent(agent) {
            sprite.draw(canvas, pose_of(agent, camera, size));
        }
    }
}

fn draw_dots(canvas: &mut Pixmap, camera: &Camera, still: &Still) {
    let mut paint = Paint::default();
    paint.set_color_rgba8(168, 220, 120, 150);
    for agent in &still.agents {
        let size = (2.0 * agent.radius * camera.scale).max(0.8);
        let corner = camera.pixel(agent.position) - size / 2.0;
        if let Some(dot) = Rect::from_xywh(corner.x, corner.y, size, size) {
            canvas.fill_rect(dot, &paint, Placing::identity(), None);
        }
    }
}

/// The pose of a thing whose frame is `radii` times its radius wide. Agents turn; other things stay
/// upright.
fn pose_of(thing: &Thing, camera: &Camera, radii: f32) -> Pose {
    Pose {
        position: camera.pixel(thing.position),
        size: radii * thing.radius * camera.scale,
        angle: if matches!(thing.look, Look::Tomb(_)) {
            0.0
        } else {
            thing.angle
        },
    }
}
