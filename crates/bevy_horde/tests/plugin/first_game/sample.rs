use bevy::prelude::*;
use bevy_horde::prelude::*;

const BATS: u32 = 1 << 1; // groups of agents, one bit each

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, SteeringPlugin::default())) // the XY plane, in FixedUpdate
        .add_systems(Startup, spawn)
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    for number in 0..5 {
        commands.spawn((
            Transform::from_xyz(200.0 * number as f32 - 400.0, 200.0, 2.0),
            Sprite::from_color(Color::WHITE, vec2(12.0, 16.0)),
            SteeringAgent::new(6.0, 130.0).non_solid(), // body radius, maximum speed
            Perception { memberships: BATS, ..default() },
            (Wander::default(), Contain::rectangle(Vec2::ZERO, vec2(1100.0, 600.0))),
        ));
    }
    for number in 0..100 {
        let place = Vec2::from_angle(2.4 * number as f32) * 30.0 * (number as f32 + 4.0).sqrt();
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            Sprite::from_color(Color::hsl(100.0, 0.5, 0.45), vec2(18.0, 14.0)),
            SteeringAgent::new(8.0, 60.0 + 0.3 * number as f32),
            Pursue::new(Target::NearestOf(BATS)),
            (Flock::default(), AvoidObstacles::default(), AvoidAgents::default()),
        ));
    }
    for x in [-300.0, 0.0, 300.0] {
        let tomb = Sprite::from_color(Color::hsl(0.0, 0.0, 0.4), Vec2::splat(70.0));
        commands.spawn((Transform::from_xyz(x, 0.0, 1.0), tomb, Obstacle::rectangle(70.0, 70.0)));
    }
}
