//! `LineOfSight`: guards pursue intruders behind walls, with the three ways to handle a hidden
//! target.
//!
//! Run it: `cargo run --example line_of_sight`
//!
//! Watch: the tested lines of sight are drawn, the clear ones green. A ring marks where a guard
//! believes its intruder to be. The first guard knows where the intruder is even behind walls. The
//! second heads for the place where it last saw the intruder. The third gives up and goes straight
//! on.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, palette};

const INTRUDER_SPEED: f32 = 100.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("guards and hidden intruders"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, sneak.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, count.after(SteeringSystems::Locomote))
        .add_systems(Update, draw_sight);
}

/// Circles around this position.
#[derive(Component)]
struct Intruder(Vec2);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let kinds = [
        (HiddenTarget::KeepTracking, "follows", palette::BLUE),
        (HiddenTarget::LastSeen, "last seen position", palette::GREEN),
        (HiddenTarget::GiveUp, "gives up", palette::AMBER),
    ];
    for (index, (hidden_target, name, color)) in kinds.into_iter().enumerate() {
        let panel = Panel::beside(index, 3, name);
        let center = panel.area.center();
        let position =
            |x: f32, y: f32| Transform::from_translation((center + vec2(x, y)).extend(0.0));
        let wall = Obstacle::segment(vec2(-100.0, -30.0), vec2(100.0, 30.0));
        commands.spawn((position(0.0, 120.0), wall));
        commands.spawn((position(0.0, -90.0), Obstacle::rectangle(150.0, 120.0)));
        let intruder = commands
            .spawn((
                Intruder(center),
                position(150.0, 0.0),
                SteeringAgent::new(9.0, INTRUDER_SPEED).non_solid(),
                ExternalLocomotion,
                Sprite {
                    image: image.clone(),
                    color: palette::RED,
                    custom_size: Some(Vec2::splat(21.0)),
                    ..default()
                },
            ))
            .id();
        commands.spawn((
            (position(-40.0, 30.0), SteeringAgent::new(11.0, 70.0)),
            (Seek::entity(intruder), AvoidObstacles::default()),
            LineOfSight {
                hidden_target,
                ..default()
            },
            (
                Contain::rectangle(panel.area.center(), panel.area.size()),
                Sprite {
                    image: image.clone(),
                    color,
                    custom_size: Some(Vec2::splat(21.0)),
                    ..default()
                },
                SteeringTrace::default(),
            ),
        ));
        commands.spawn(panel);
    }
}

fn sneak(time: Res<Time>, mut intruders: Query<(&Intruder, &mut Transform, &mut Velocity)>) {
    for (intruder, mut transform, mut velocity) in &mut intruders {
        // Along an ellipse at constant speed.
        let half = vec2(150.0, 240.0);
        let position = ((transform.translation.truncate() - intruder.0) / half).normalize();
        velocity.0 = (position.perp() * half).normalize().extend(0.0) * INTRUDER_SPEED;
        let on_it = (intruder.0 + position * half).extend(0.0);
        transform.translation = on_it + velocity.0 * time.delta_secs();
    }
}

fn count(
    time: Res<Time>,
    guards: Query<(&Transform, &Seek, &LineOfSight)>,
    intruders: Query<&Transform, With<Intruder>>,
    query: SteeringQuery,
    mut seconds: Local<[f32; 3]>,
    mut readout: ResMut<Readout>,
) {
    for (guard, seek, sight) in &guards {
        if let Target::Entity(target) = seek.target
            && let Ok(intruder) = intruders.get(target)
            && query.line_of_sight(guard.translation, intruder.translation)
        {
            seconds[sight.hidden_target as usize] += time.delta_secs();
        }
    }
    let [on, last, up] = *seconds;
    readout.0 = format!("seconds in sight: follows {on:.1}, last seen {last:.1}, gives up {up:.1}");
}

fn draw_sight(guards: Query<(&SteeringTrace, &LastSeen)>, mut gizmos: Gizmos) {
    for (trace, last_seen) in &guards {
        for line in &trace.sight_lines {
            let color = [palette::LINE, palette::GREEN][usize::from(line.is_clear)];
            gizmos.line_2d(line.from, line.to, color);
        }
        if let Some(seen) = last_seen.of::<Seek>() {
            gizmos.circle_2d(seen.position, 14.0, palette::CHALK);
        }
    }
}
