//! What is drawn, apart from what is simulated: it glides between ticks, and goes with what it stands for.
//!
//! The simulated `Transform` is never touched for looks.

use crate::scene::Look;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Stands for a simulated thing on the screen.
#[derive(Component)]
#[relationship(relationship_target = DepictedBy)]
pub(super) struct Depicts(pub Entity);

/// What stands for this thing on the screen, and goes with it.
#[derive(Component)]
#[relationship_target(relationship = Depicts, linked_spawn)]
pub(super) struct DepictedBy(Vec<Entity>);

/// Where an agent was at the last two ticks, and how far it has walked.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct DrawnMotion {
    previous: Pose,
    current: Pose,
    /// World units since it appeared.
    pub walked: f32,
}

/// A place and a facing.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pose {
    place: Vec2,
    facing: Quat,
}

impl Pose {
    fn of(transform: &Transform) -> Self {
        Self {
            place: transform.translation.truncate(),
            facing: transform.rotation,
        }
    }
}

impl DrawnMotion {
    pub fn new(transform: &Transform) -> Self {
        let pose = Pose::of(transform);
        Self {
            previous: pose,
            current: pose,
            walked: 0.0,
        }
    }

    /// One tick later; a jump of more than `longest_step` is not walked and not glided over.
    fn step(&mut self, transform: &Transform, longest_step: f32) {
        let next = Pose::of(transform);
        let step = next.place.distance(self.current.place);
        if step > longest_step {
            self.previous = next;
        } else {
            self.walked += step;
            self.previous = self.current;
        }
        self.current = next;
    }

    /// The place and the facing `part` of a tick after the last but one.
    pub fn at(&self, part: f32) -> (Vec2, Quat) {
        (
            self.previous.place.lerp(self.current.place, part),
            self.previous.facing.slerp(self.current.facing, part),
        )
    }
}

/// A jump is longer than so many body radii.
const JUMP_RADII: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedLast, remember_poses)
        .add_systems(Update, begin_motion)
        .add_systems(
            PostUpdate,
            place_depictions.before(TransformSystems::Propagate),
        );
}

fn begin_motion(
    mut commands: Commands,
    agents: Query<(Entity, &Transform), (With<SteeringAgent>, Added<Look>)>,
) {
    for (entity, transform) in &agents {
        commands.entity(entity).insert(DrawnMotion::new(transform));
    }
}

fn remember_poses(mut agents: Query<(&Transform, &SteeringAgent, &mut DrawnMotion)>) {
    for (transform, agent, mut motion) in &mut agents {
        motion.step(transform, JUMP_RADII * agent.body_radius);
    }
}

/// What part of the coming tick has passed.
#[derive(SystemParam)]
pub(super) struct TickPart<'w> {
    fixed: Res<'w, Time<Fixed>>,
    clock: Res<'w, Time<Virtual>>,
}

impl TickPart<'_> {
    /// From 0 to 1; a standing clock shows what is.
    pub fn get(&self) -> f32 {
        if self.clock.is_paused() {
            1.0
        } else {
            self.fixed.overstep_fraction()
        }
    }
}

fn place_depictions(
    part: TickPart,
    motions: Query<(&DrawnMotion, &DepictedBy)>,
    mut depictions: Query<&mut Transform, With<Depicts>>,
) {
    let part = part.get();
    for (motion, depicted_by) in &motions {
        let (place, facing) = motion.at(part);
        for depiction in depicted_by.iter() {
            if let Ok(mut transform) = depictions.get_mut(depiction) {
                transform.translation = place.extend(transform.translation.z);
                transform.rotation = facing;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_is_neither_walked_nor_glided_over() {
        let mut motion = DrawnMotion::new(&Transform::default());
        motion.step(&Transform::from_xyz(2.0, 0.0, 0.0), 5.0);
        assert_eq!(motion.at(0.5).0, Vec2::new(1.0, 0.0));
        motion.step(&Transform::from_xyz(100.0, 0.0, 0.0), 5.0);
        assert_eq!(motion.at(0.5).0, Vec2::new(100.0, 0.0));
        assert_eq!(motion.walked, 2.0);
    }
}
