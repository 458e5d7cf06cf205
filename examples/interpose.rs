//! `Interpose`: bodyguards stay between a singer and the fans.
//!
//! Run it: `cargo run --example interpose`
//!
//! Watch: the amber singer strolls. Violet fans seek it, and each has a blue bodyguard that stays
//! between the two. On the right, goalkeepers stay between their goals and the mouse, the ball.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Panel, Readout, palette};

const RADIUS: f32 = 9.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("blue stays between two others"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

#[derive(Component)]
struct Singer;

#[derive(Component)]
struct Fan;

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let walker = |place: Vec2, speed: f32, color: Color| {
        (
            Transform::from_translation(place.extend(1.0)),
            SteeringAgent::new(RADIUS, speed),
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                ..default()
            },
        )
    };
    let panel = Panel::beside(0, 2, "a singer, fans and bodyguards");
    let area = panel.area;
    commands.spawn(panel);
    let strolls = Contain::rectangle(area.center(), 0.8 * area.size());
    let singer = walker(area.center(), 35.0, palette::AMBER);
    let singer = (commands.spawn((singer, Singer, Wander::default(), strolls))).id();
    for number in 0..5 {
        let side = Vec2::from_angle(1.257 * number as f32);
        let fan = walker(area.center() + 240.0 * side, 50.0, palette::VIOLET);
        let fan = commands
            .spawn((fan, Fan, Seek::entity(singer), AvoidAgents::default()))
            .id();
        let guard = walker(area.center() + 60.0 * side, 90.0, palette::BLUE);
        // Nearer to the singer than to the fan.
        let between = Interpose {
            part: 0.35,
            ..Interpose::new(singer, fan)
        };
        commands.spawn((guard, between));
    }

    let panel = Panel::beside(1, 2, "goalkeepers and the mouse");
    let area = panel.area;
    commands.spawn(panel);
    let ball = commands.spawn(FollowsMouse).id();
    for (x, y) in [
        (area.center().x, area.min.y + 50.0),
        (area.center().x, area.max.y - 70.0),
    ] {
        let posts = [vec2(x - 80.0, y), vec2(x + 80.0, y)];
        commands.spawn(Obstacle::segment(posts[0], posts[1]));
        let keeper = walker(vec2(x, y.signum() * 120.0), 160.0, palette::BLUE);
        let between = Interpose {
            part: 0.3,
            ..Interpose::new(vec2(x, y), ball)
        };
        commands.spawn((keeper, between));
    }
}

fn measure(
    singer: Single<&AgentState, With<Singer>>,
    fans: Query<&AgentState, With<Fan>>,
    mut readout: ResMut<Readout>,
) {
    let distances = fans.iter();
    let nearest = distances
        .map(|fan| fan.position().distance(singer.position()))
        .fold(f32::INFINITY, f32::min);
    readout.0 = format!("the nearest fan: {nearest:.0} units from the singer");
}
