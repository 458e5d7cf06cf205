//! `Obstacle`: segments, polylines, rectangles, polygons and capsules, all of which may move.
//!
//! Run it: `cargo run --example obstacles`
//!
//! Watch: travelers go up and down. They pass a wall at its nearer end, stay out of the dead end,
//! go round the turning box and from spike to spike of the star, and touch nothing.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("up and down past obstacles of every shape"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(
            FixedUpdate,
            (turn_boxes, turn_back).before(SteeringSystems::Perceive),
        )
        .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

/// A box that turns.
#[derive(Component)]
struct Turning;

/// The two ends of a traveler's way, and how often it has arrived at one.
#[derive(Component)]
struct Traveler {
    ends: [Vec2; 2],
    arrivals: usize,
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let shapes = ["segment", "polyline", "rectangle", "polygon", "capsule"];
    for (index, name) in shapes.into_iter().enumerate() {
        let panel = Panel::beside(index, shapes.len(), name);
        let center = panel.area.center();
        let at = |x: f32, y: f32, angle: f32| {
            Transform::from_translation((center + vec2(x, y)).extend(0.0))
                .with_rotation(Quat::from_rotation_z(angle))
        };
        match name {
            "segment" => {
                let wall = Obstacle::segment(vec2(-70.0, 0.0), vec2(70.0, 0.0));
                commands.spawn((at(-20.0, 90.0, 0.3), wall));
                // Bevy's own shapes work, too.
                let wall = Segment2d::new(vec2(-50.0, 0.0), vec2(50.0, 0.0));
                commands.spawn((at(40.0, -90.0, 0.0), Obstacle::from(wall)));
            }
            "polyline" => {
                // A dead end for agents that come from below.
                let corners = [(-60.0, -70.0), (-60.0, 50.0), (60.0, 50.0), (60.0, -70.0)];
                commands.spawn((
                    at(0.0, 0.0, 0.0),
                    Obstacle::polyline(corners.map(Vec2::from)),
                ));
            }
            "rectangle" => {
                commands.spawn((
                    at(0.0, 60.0, 0.0),
                    Obstacle::rectangle(130.0, 34.0),
                    Turning,
                ));
                commands.spawn((at(-40.0, -120.0, 0.4), Obstacle::rectangle(70.0, 70.0)));
            }
            "polygon" => {
                let star = (0..10).map(|corner| {
                    let radius = [75.0, 34.0][corner % 2];
                    radius * Vec2::from_angle(0.2 * core::f32::consts::PI * corner as f32)
                });
                commands.spawn((at(0.0, 40.0, 0.3), Obstacle::polygon(star)));
                let hexagon = RegularPolygon::new(38.0, 6);
                commands.spawn((at(30.0, -140.0, 0.0), Obstacle::from(hexagon)));
            }
            _ => {
                let trunk = Obstacle::capsule(vec2(-55.0, 0.0), vec2(55.0, 0.0), 16.0);
                commands.spawn((at(-20.0, 80.0, -0.4), trunk.clone()));
                // A `Transform` moves, turns and scales an obstacle.
                let small = at(25.0, -90.0, 0.5).with_scale(Vec3::splat(0.8));
                commands.spawn((small, trunk));
            }
        }
        for number in 0..4 {
            let x = center.x - 75.0 + 50.0 * number as f32;
            let (bottom, top) = (vec2(x, -300.0), vec2(x, 210.0));
            commands.spawn((
                Traveler {
                    ends: [top, bottom],
                    arrivals: 0,
                },
                Transform::from_translation(bottom.extend(1.0)),
                Sprite {
                    image: assets.load("agent.png"),
                    color: palette::GREEN,
                    custom_size: Some(Vec2::splat(18.0)),
                    ..default()
                },
                SteeringAgent::new(8.0, 110.0),
                Arrive::new(top),
                (AvoidObstacles::default(), AvoidAgents::default()),
                Trail::default(),
            ));
        }
        commands.spawn(panel);
    }
}

fn turn_boxes(time: Res<Time>, mut boxes: Query<&mut Transform, With<Turning>>) {
    for mut transform in &mut boxes {
        transform.rotate_z(0.3 * time.delta_secs());
    }
}

fn turn_back(mut travelers: Query<(&AgentState, &mut Traveler, &mut Arrive)>) {
    for (state, mut traveler, mut arrive) in &mut travelers {
        let end = traveler.ends[traveler.arrivals % 2];
        traveler.arrivals += usize::from(state.position().distance(end) < 8.0);
        arrive.target = traveler.ends[traveler.arrivals % 2].into();
    }
}

fn measure(
    travelers: Query<(&Transform, &SteeringAgent, &Traveler)>,
    obstacles: SteeringQuery,
    mut touches: Local<usize>,
    mut readout: ResMut<Readout>,
) {
    let mut fewest = usize::MAX;
    for (transform, agent, traveler) in &travelers {
        let nearest = obstacles.nearest_obstacle(transform.translation);
        let touches_one = nearest.is_some_and(|hit| hit.distance < 1.02 * agent.body_radius);
        *touches += usize::from(touches_one);
        fewest = fewest.min(traveler.arrivals);
    }
    readout.0 = format!(
        "fewest arrivals: {fewest}, ticks in touch with an obstacle: {}",
        *touches
    );
}
