//! `WhiskerCasts`: whiskers that sense the colliders of a physics engine, here avian.
//!
//! Run it: `cargo run --example whiskers_avian`
//!
//! Watch: nothing here is an `Obstacle`. The walkers sense avian's colliders through its shape
//! casts and go around them. Avian moves the bodies later, in `FixedPostUpdate`. Any engine needs
//! the same three parts: casts, velocity out, velocity in.

use avian2d::prelude::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("whiskers sense avian's colliders"))
        .add_plugins(PhysicsPlugins::default().with_length_unit(20.0))
        .insert_resource(Gravity(Vec2::ZERO))
        .add_plugins(SteeringPlugin::default().with_whisker_casts::<AvianCasts>())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, tell_steering.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, tell_avian.after(SteeringSystems::Arbitrate))
        .add_systems(FixedLast, count_touches);
}

/// The layers of colliders. Whiskers and bodies hit stones; walkers pass through each other.
#[derive(PhysicsLayer, Default, Clone, Copy, Debug)]
enum Layer {
    #[default]
    Stones,
    Walkers,
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
            &SpatialQueryFilter::from_mask(Layer::Stones),
        )?;
        Some(WhiskerHit {
            distance: hit.distance,
            normal: hit.normal1.extend(0.0),
        })
    }
}

fn tell_steering(mut walkers: Query<(&LinearVelocity, &mut Velocity)>) {
    for (moved, mut velocity) in &mut walkers {
        velocity.0 = moved.extend(0.0);
    }
}

fn tell_avian(mut walkers: Query<(&Steering, &mut LinearVelocity)>) {
    for (steering, mut velocity) in &mut walkers {
        velocity.0 = steering.desired_velocity.truncate();
    }
}

/// The same shape for collisions and for drawing.
fn shape(shape: impl IntoCollider<Collider> + Into<Mesh> + Copy) -> (Collider, Mesh) {
    (shape.collider(), shape.into())
}

fn spawn(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
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
        let mut ghost = SteeringAgent::new(11.0, 110.0);
        ghost.solid = false;
        let x = if number % 2 == 0 { -560.0 } else { 560.0 };
        let y = 58.0 * number as f32 - 290.0;
        commands.spawn((
            (
                Transform::from_xyz(x, y, 1.0),
                Sprite {
                    image: assets.load("agent.png"),
                    color: palette::BLUE,
                    custom_size: Some(Vec2::splat(25.0)),
                    ..default()
                },
            ),
            (
                ghost,
                ExternalLocomotion,
                Arrive::new(vec2(-x, y)),
                Whiskers::default(),
            ),
            (RigidBody::Dynamic, LockedAxes::ROTATION_LOCKED),
            CollisionLayers::new(Layer::Walkers, Layer::Stones),
            (Collider::circle(11.0), CollidingEntities::default()),
        ));
    }
}

fn count_touches(
    walkers: Query<&CollidingEntities, With<SteeringAgent>>,
    mut count: Local<usize>,
    mut readout: ResMut<Readout>,
) {
    *count += walkers.iter().flat_map(|touched| touched.iter()).count();
    readout.0 = format!("ticks in touch with a stone: {}", *count);
}
