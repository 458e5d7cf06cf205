//! The bait: a brain in a pulsing light.

use super::layers;
use super::pictures::Pictures;
use super::visuals::VisualOf;
use crate::scene::{Bait, Look};
use bevy::prelude::*;

/// Side of the brain's picture, world units.
const BRAIN_SIZE: f32 = 58.0;
/// Width of the bait's light on the ground, in brain sizes.
const GLOW_SIZE: f32 = 6.0;
/// Width of the bait's light on the horde, in brain sizes.
const LIGHT_SIZE: f32 = 4.0;
/// Seconds between pulses.
const PULSE_TIME: f32 = 1.1;

/// A sprite that grows and shrinks around its size.
#[derive(Component)]
struct Pulse {
    size: f32,
    /// Amplitude, relative to the size.
    part: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_bait_visuals).add_systems(
        PostUpdate,
        (follow_bait, pulse).before(TransformSystems::Propagate),
    );
}

fn spawn_bait_visuals(
    mut commands: Commands,
    pictures: Res<Pictures>,
    baits: Query<(Entity, &Transform), (With<Bait>, Added<Look>)>,
) {
    for (entity, transform) in &baits {
        let position = transform.translation.truncate();
        for (layer, size, alpha) in [
            (layers::BAIT_GLOW, GLOW_SIZE, 0x66),
            (layers::BAIT_LIGHT, LIGHT_SIZE, 0x40),
        ] {
            commands.spawn((
                VisualOf(entity),
                Sprite {
                    color: Color::srgba_u8(0xff, 0x6a, 0xb0, alpha),
                    ..Sprite::from_image(pictures.glow.clone())
                },
                Pulse {
                    size: size * BRAIN_SIZE,
                    part: 0.08,
                },
                Transform::from_translation(position.extend(layer)),
            ));
        }
        commands.spawn((
            VisualOf(entity),
            Sprite::from_image(pictures.brain.clone()),
            Pulse {
                size: BRAIN_SIZE,
                part: 0.05,
            },
            Transform::from_translation(position.extend(layers::BAIT)),
        ));
    }
}

fn follow_bait(
    baits: Query<&Transform, (With<Bait>, Without<VisualOf>)>,
    mut visuals: Query<(&VisualOf, &mut Transform)>,
) {
    for (visual_of, mut transform) in &mut visuals {
        if let Ok(bait) = baits.get(visual_of.0) {
            transform.translation = bait.translation.truncate().extend(transform.translation.z);
        }
    }
}

fn pulse(time: Res<Time<Virtual>>, mut sprites: Query<(&mut Sprite, &Pulse)>) {
    let swelling = (time.elapsed_secs() / PULSE_TIME * core::f32::consts::TAU).sin();
    for (mut sprite, pulse) in &mut sprites {
        sprite.custom_size = Some(Vec2::splat(pulse.size * (1.0 + pulse.part * swelling)));
    }
}
