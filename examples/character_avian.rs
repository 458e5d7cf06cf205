//! `ExternalLocomotion` with the character controller of a physics engine, here avian's.
//!
//! Run it: `cargo run --example character_avian`
//!
//! Watch: two columns pass each other between stones, and push barrels that stand in their way. The
//! plugin decides where to go. Avian's `MoveAndSlide` moves each body and slides it along what it
//! meets. Stones are colliders for avian and obstacles for the plugin; only avian knows barrels.

use avian2d::prelude::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

const RADIUS: f32 = 12.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "the plugin steers, avian's character controller moves",
    ))
    .add_plugins(PhysicsPlugins::default().with_length_unit(20.0))
    .insert_resource(Gravity(Vec2::ZERO))
    .add_plugins(SteeringPlugin::default())
    .init_resource::<Pushes>()
    .add_systems(Startup, spawn)
    .add_systems(FixedUpdate, walk.after(SteeringSystems::Arbitrate))
    .add_systems(FixedLast, read_out);
}

/// How often a walker has pushed a barrel.
#[derive(Resource, Default)]
struct Pushes(usize);

#[derive(Component)]
struct Barrel;

fn spawn(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
    for (x, y, width, height, angle) in [
        (0.0, 170.0, 220.0, 80.0, 0.2),
        (0.0, -170.0, 220.0, 80.0, -0.2),
        (-230.0, 0.0, 60.0, 60.0, 0.6),
        (230.0, 0.0, 60.0, 60.0, 0.6),
    ] {
        let rotation = Quat::from_rotation_z(angle);
        commands.spawn((
            Transform::from_xyz(x, y, 0.0).with_rotation(rotation),
            (RigidBody::Static, Collider::rectangle(width, height)),
            Obstacle::rectangle(width, height),
        ));
    }
    for number in 0..6 {
        let (x, y) = (-75.0 + 30.0 * number as f32, 20.0 * (number % 3 - 1) as f32);
        commands.spawn((
            (Transform::from_xyz(x, y, 0.5), Barrel),
            (RigidBody::Dynamic, Collider::circle(9.0)),
            (LinearDamping(4.0), AngularDamping(4.0)),
            Mesh2d(meshes.add(Circle::new(9.0))),
            MeshMaterial2d(materials.add(palette::AMBER)),
        ));
    }
    for number in 0..16 {
        let side = if number % 2 == 0 { -1.0 } else { 1.0 };
        let rank = (number / 2) as f32;
        let start = vec2(side * (330.0 + 35.0 * rank), 30.0 * (rank % 3.0 - 1.0));
        commands.spawn((
            Transform::from_translation(start.extend(1.0)),
            Sprite {
                image: assets.load("agent.png"),
                color: if side < 0.0 {
                    palette::BLUE
                } else {
                    palette::GREEN
                },
                custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                ..default()
            },
            (SteeringAgent::new(RADIUS, 90.0), ExternalLocomotion),
            (Gather::new(vec2(-side * 480.0, 0.0)), Journey::default()),
            (AvoidObstacles::default(), AvoidAgents::default()),
            (RigidBody::Kinematic, Collider::circle(RADIUS)),
        ));
    }
}

fn walk(
    time: Res<Time>,
    controller: MoveAndSlide,
    mut pushes: ResMut<Pushes>,
    mut barrels: Query<&mut LinearVelocity, With<Barrel>>,
    mut walkers: Query<(Entity, &Steering, &mut Transform, &mut Velocity)>,
) {
    for (entity, steering, mut transform, mut velocity) in &mut walkers {
        let wanted = steering.desired_velocity.truncate();
        let moved = controller.move_and_slide(
            &Collider::circle(RADIUS),
            transform.translation.truncate(),
            0.0,
            wanted,
            time.delta(),
            &MoveAndSlideConfig::default(),
            &SpatialQueryFilter::from_excluded_entities([entity]),
            |hit| {
                if let Ok(mut barrel) = barrels.get_mut(hit.entity) {
                    barrel.0 = wanted;
                    pushes.0 += 1;
                }
                MoveAndSlideHitResponse::Accept
            },
        );
        transform.translation = moved.position.extend(transform.translation.z);
        velocity.0 = moved.projected_velocity.extend(0.0);
        if let Some(heading) = wanted.try_normalize() {
            transform.rotation = MovementSpace::Xy.rotation(heading);
        }
    }
}

fn read_out(settled: Query<&Settled>, pushes: Res<Pushes>, mut readout: ResMut<Readout>) {
    let count = settled.iter().filter(|settled| settled.is_settled).count();
    readout.0 = format!("across and settled: {count}, barrels pushed: {}", pushes.0);
}
