//! Sprites of agents: walking zombies with shadows, flock units, walkers.

use super::layers;
use super::pictures::{Pictures, WALK_FRAMES, ZOMBIE_FRAME};
use super::visuals::{DrawnMotion, VisualOf};
use crate::scene::Look;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy_horde::prelude::*;

/// Width of a zombie's frame, in body radii.
const ZOMBIE_SIZE: f32 = 3.1;
/// Vector from the middle of a zombie's frame to the middle of its body, pixels.
const ZOMBIE_BODY: Vec2 = Vec2::new(-7.0, 0.0);
/// Distance walked in one walk cycle, in frame sizes.
const CYCLE_LENGTH: f32 = 0.6;
/// Width of a flock unit's frame, in body radii.
const UNIT_SIZE: f32 = 4.0;
/// Width of a walker's frame, in body radii: the token's radius is 27 of 64 pixels.
const TOKEN_SIZE: f32 = 64.0 / 27.0;
/// Width of a walker's shadow, in body radii.
const TOKEN_SHADOW_SIZE: f32 = 3.6;
/// Vector from the middle of a walker's shadow to its anchor, relative to the shadow's width.
const TOKEN_SHADOW_ANCHOR: Vec2 = Vec2::new(-0.08, 0.1);
/// Multiples of this number, modulo 1, spread evenly over 0 to 1.
const GOLDEN: f32 = 0.618_034;

/// Animates the walk of the agent that this sprite shows.
#[derive(Component)]
struct WalkCycle {
    /// The first frame of the kind.
    first_frame: usize,
    /// Start phase of the walk, 0 to 1.
    phase: f32,
    /// World units walked in one cycle.
    length: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_agent_visuals)
        .add_systems(PostUpdate, show_walk);
}

fn spawn_agent_visuals(
    mut commands: Commands,
    pictures: Res<Pictures>,
    agents: Query<(Entity, &Look, &SteeringAgent, &AgentId, &Transform), Added<Look>>,
) {
    for (entity, look, agent, id, transform) in &agents {
        let radius = agent.body_radius;
        let scatter = (id.0 as f32 * GOLDEN).fract();
        let at =
            |layer: f32| transform.with_translation(transform.translation.truncate().extend(layer));
        let on_top = at(layers::AGENTS + scatter);
        match *look {
            Look::Zombie(kind) => {
                let cell = ZOMBIE_FRAME.next_power_of_two() as f32;
                let drawn = ZOMBIE_SIZE * radius;
                let frame_to_cell = cell / ZOMBIE_FRAME as f32;
                let first_frame = usize::from(kind) * WALK_FRAMES;
                commands.spawn((
                    VisualOf(entity),
                    Sprite {
                        custom_size: Some(Vec2::splat(drawn)),
                        ..Sprite::from_image(pictures.shadow.clone())
                    },
                    Anchor(ZOMBIE_BODY / ZOMBIE_FRAME as f32),
                    at(layers::SHADOWS),
                ));
                let brightness = 0.82 + 0.18 * (scatter * 7.0).fract();
                commands.spawn((
                    VisualOf(entity),
                    Sprite {
                        color: Color::srgb(brightness, brightness, brightness),
                        ..pictures.zombies.sprite(first_frame, drawn * frame_to_cell)
                    },
                    Anchor(ZOMBIE_BODY / cell),
                    on_top,
                    WalkCycle {
                        first_frame,
                        phase: scatter,
                        length: CYCLE_LENGTH * drawn,
                    },
                ));
            }
            Look::Unit(color) => {
                commands.spawn((
                    VisualOf(entity),
                    pictures
                        .units
                        .sprite(usize::from(color), UNIT_SIZE * radius),
                    on_top,
                ));
            }
            Look::Walker | Look::Rival | Look::Stubborn => {
                let color = match look {
                    Look::Walker => Color::srgb_u8(150, 226, 214),
                    Look::Rival => Color::srgb_u8(250, 184, 92),
                    _ => Color::srgb_u8(240, 92, 80),
                };
                commands.spawn((
                    VisualOf(entity),
                    Sprite {
                        custom_size: Some(Vec2::splat(TOKEN_SHADOW_SIZE * radius)),
                        ..Sprite::from_image(pictures.shadow.clone())
                    },
                    Anchor(TOKEN_SHADOW_ANCHOR),
                    at(layers::SHADOWS),
                ));
                commands.spawn((
                    VisualOf(entity),
                    Sprite {
                        color,
                        custom_size: Some(Vec2::splat(TOKEN_SIZE * radius)),
                        ..Sprite::from_image(pictures.agent.clone())
                    },
                    on_top,
                ));
            }
            Look::Tomb(_) | Look::Built(_) | Look::Bait => {}
        }
    }
}

fn show_walk(
    mut sprites: Query<(&mut Sprite, &WalkCycle, &VisualOf)>,
    motions: Query<&DrawnMotion>,
) {
    for (mut sprite, cycle, visual_of) in &mut sprites {
        let Ok(motion) = motions.get(visual_of.0) else {
            continue;
        };
        let frame = cycle.first_frame + walk_frame(motion.walked, cycle.length, cycle.phase);
        let shown = sprite.texture_atlas.as_ref().map(|atlas| atlas.index);
        if shown != Some(frame)
            && let Some(atlas) = &mut sprite.texture_atlas
        {
            atlas.index = frame;
        }
    }
}

/// The frame of the walk after `walked` world units. A cycle takes `length` and starts at `phase`.
fn walk_frame(walked: f32, length: f32, phase: f32) -> usize {
    let cycles = if length > 0.0 { walked / length } else { 0.0 } + phase;
    ((cycles.rem_euclid(1.0) * WALK_FRAMES as f32) as usize).min(WALK_FRAMES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_frame_depends_on_the_distance() {
        let frames: Vec<usize> = (0..=8)
            .map(|step| walk_frame(step as f32, 8.0, 0.0))
            .collect();
        assert_eq!(frames, [0, 1, 2, 3, 4, 5, 6, 7, 0]);
        assert_eq!(walk_frame(0.0, 8.0, 0.5), 4);
        assert_eq!(walk_frame(4.5, 8.0, 0.5), 0);
    }

    #[test]
    fn a_walk_without_length_stands() {
        assert_eq!(walk_frame(3.0, 0.0, 0.25), 2);
        assert!(walk_frame(1e9, 7.3, 0.999_999_9) < WALK_FRAMES);
    }
}
