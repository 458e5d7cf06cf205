//! Visuals: what is drawn, separate from what is simulated. A visual is interpolated between ticks
//! and despawns with its simulated thing.
//!
//! Drawing never changes the simulated `Transform`.

use crate::scene::Look;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The simulated thing that this entity shows.
#[derive(Component)]
#[relationship(relationship_target = Visuals)]
pub(super) struct VisualOf(pub Entity);

/// The entities that show this thing; they despawn with it.
#[derive(Component)]
#[relationship_target(relationship = VisualOf, linked_spawn)]
pub(super) struct Visuals(Vec<Entity>);

/// The poses of an agent at the last two ticks, and the distance that it has walked.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct DrawnMotion {
    previous: Pose,
    current: Pose,
    /// World units walked since it appeared.
    pub walked: f32,
}

/// A position and a facing.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pose {
    position: Vec2,
    facing: Quat,
}

impl Pose {
    fn of(transform: &Transform) -> Self {
        Self {
            position: transform.translation.truncate(),
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

    /// Advances by one tick. A jump of more than `longest_step` is neither counted as walked nor
    /// interpolated.
    fn step(&mut self, transform: &Transform, longest_step: f32) {
        let next = Pose::of(transform);
        let step = next.position.distance(self.current.position);
        if step > longest_step {
            self.previous = next;
        } else {
            self.walked += step;
            self.previous = self.current;
        }
        self.current = next;
    }

    /// The pose at fraction `part` between the last two ticks.
    pub fn at(&self, part: f32) -> (Vec2, Quat) {
        (
            self.previous.position.lerp(self.current.position, part),
            self.previous.facing.slerp(self.current.facing, part),
        )
    }
}

/// A step longer than this many body radii is a jump.
const JUMP_RADII: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedLast, remember_poses)
        .add_systems(Update, begin_motion)
        .add_systems(PostUpdate, move_visuals.before(TransformSystems::Propagate));
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

/// The part of the next tick that has passed.
#[derive(SystemParam)]
pub(super) struct TickPart<'w> {
    fixed: Res<'w, Time<Fixed>>,
    clock: Res<'w, Time<Virtual>>,
}

impl TickPart<'_> {
    /// From 0 to 1; 1 while the clock is paused.
    pub fn get(&self) -> f32 {
        if self.clock.is_paused() {
            1.0
        } else {
            self.fixed.overstep_fraction()
        }
    }
}

fn move_visuals(
    part: TickPart,
    motions: Query<(&DrawnMotion, &Visuals)>,
    mut transforms: Query<&mut Transform, With<VisualOf>>,
) {
    let part = part.get();
    for (motion, visuals) in &motions {
        let (position, facing) = motion.at(part);
        for visual in visuals.iter() {
            if let Ok(mut transform) = transforms.get_mut(visual) {
                transform.translation = position.extend(transform.translation.z);
                transform.rotation = facing;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_is_neither_walked_nor_interpolated() {
        let mut motion = DrawnMotion::new(&Transform::default());
        motion.step(&Transform::from_xyz(2.0, 0.0, 0.0), 5.0);
        assert_eq!(motion.at(0.5).0, Vec2::new(1.0, 0.0));
        motion.step(&Transform::from_xyz(100.0, 0.0, 0.0), 5.0);
        assert_eq!(motion.at(0.5).0, Vec2::new(100.0, 0.0));
        assert_eq!(motion.walked, 2.0);
    }
}
