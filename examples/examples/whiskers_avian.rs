//! `WhiskerCasts`: whiskers that feel the colliders of a physics engine, here avian.
//!
//! Run it: `cargo run -p bevy_horde_examples --example whiskers_avian`
//!
//! Watch: nothing here is an `Obstacle`. The walkers cross over, feel avian's colliders, each other's too, through its shape
//! casts and get round them; avian moves the bodies. Any engine takes these three pieces: casts, velocity out, velocity in.

use avian2d::prelude::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, Paint, Readout, palette};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "whiskers_avian",
            "whiskers feel avian's colliders; avian moves the bodies",
        ))
        .add_plugins(PhysicsPlugins::default().with_length_unit(20.0))
        .insert_resource(Gravity(Vec2::ZERO))
        .add_plugins(SteeringPlugin::default().with_whisker_casts::<AvianCasts>())
        .add_systems(Startup, spawn)
        // Avian itself runs later, in FixedPostUpdate.
        .add_systems(FixedUpdate, tell_steering.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, tell_avian.after(SteeringSystems::Arbitrate))
        .add_systems(FixedLast, count_touches)
        .run()
}

/// Whiskers as avian's shape casts.
struct AvianCasts;

impl WhiskerCasts for AvianCasts {
    type Param = SpatialQuery<'static, 'static>;

    fn first_hit(avian: &SpatialQuery, cast: &WhiskerCast) -> Option<WhiskerHit> {
        let hit = avian.cast_shape(
            &Collider::circle(cast.radius),
            cast.from.truncate(),
            0.0,
            Dir2::new(cast.direction.truncate()).ok()?,
            &ShapeCastConfig::from_max_distance(cast.length),
            // Everything but the walker's own collider; collision layers would leave out more.
            &SpatialQueryFilter::from_excluded_entities([cast.agent]),
        )?;
        let (distance, normal) = (hit.distance, hit.normal1.extend(0.0));
        Some(WhiskerHit { distance, normal })
    }
}

fn tell_steering(mut walkers: Query<(&LinearVelocity, &mut Velocity)>) {
    for (moved, mut velocity) in &mut walkers {
        velocity.0 = moved.extend(0.0);
    }
}

fn tell_avian(mut walkers: Query<(&Steering, &mut LinearVelocity, &mut Transform)>) {
    for (steering, mut velocity, mut transform) in &mut walkers {
        velocity.0 = steering.desired_velocity.truncate();
        if let Some(heading) = velocity.0.try_normalize() {
            transform.rotation = MovementSpace::Xy.rotation(heading);
        }
    }
}

/// The same shape to bump into and to see.
fn shape<S: IntoCollider<Collider> + Into<Mesh> + Copy>(shape: S) -> (Collider, Mesh) {
    (shape.collider(), shape.into())
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (x, y, angle, (collider, mesh)) in [
        (-250.0, 0.0, 0.0, shape(Rectangle::new(20.0, 260.0))),
        (-60.0, 130.0, 0.6, shape(Rectangle::new(120.0, 80.0))),
        (-40.0, -170.0, 0.3, shape(Capsule2d::new(45.0, 130.0))),
        (120.0, 20.0, 0.2, shape(RegularPolygon::new(75.0, 5))),
        (320.0, -140.0, 0.0, shape(Circle::new(70.0))),
    ] {
        commands.spawn((
            Transform::from_xyz(x, y, 0.0).with_rotation(Quat::from_rotation_z(angle)),
            (RigidBody::Static, collider, Mesh2d(meshes.add(mesh))),
            MeshMaterial2d(materials.add(palette::STONE)),
        ));
    }
    for number in 0..10 {
        let x = if number % 2 == 0 { -560.0 } else { 560.0 };
        let y = 58.0 * number as f32 - 290.0;
        commands.spawn((
            (Transform::from_xyz(x, y, 1.0), Paint(palette::BLUE)),
            (SteeringAgent::new(11.0, 110.0), ExternalLocomotion),
            (Arrive::new(vec2(-x, y)), Whiskers::default()),
            (RigidBody::Dynamic, LockedAxes::ROTATION_LOCKED),
            (Collider::circle(11.0), CollidingEntities::default()),
        ));
    }
}

fn count_touches(
    walkers: Query<&CollidingEntities, With<SteeringAgent>>,
    mut count: Local<usize>,
    mut readout: ResMut<Readout>,
) {
    let touched = walkers.iter().flat_map(|touched| touched.iter());
    *count += touched.filter(|other| !walkers.contains(**other)).count();
    readout.0 = format!("ticks in touch with a stone: {}", *count);
}
