//! Click to move: a group is sent to a place, settles there, and reports that.
//!
//! Run it: `cargo run --example click_to_move`
//!
//! Watch: click anywhere. The group goes there round the rocks, fills the place from the middle,
//! and each unit turns green when it has settled. Until the first click the group is sent to and
//! fro.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, MousePosition, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("click to send the group"))
        .add_plugins(SteeringPlugin::default())
        .add_observer(mark_settled)
        .add_systems(Startup, spawn)
        .add_systems(Update, send_to_click)
        .add_systems(
            FixedUpdate,
            send_to_and_fro.before(SteeringSystems::Perceive),
        )
        .add_systems(FixedUpdate, read_out.after(SteeringSystems::Locomote));
}

#[derive(Component)]
struct Unit;

/// The place that the group is sent to.
#[derive(Resource)]
struct Order {
    place: Vec2,
    is_clicked: bool,
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let place = vec2(-420.0, -30.0);
    commands.insert_resource(Order {
        place,
        is_clicked: false,
    });
    for (x, y, radius) in [
        (-120.0, 120.0, 70.0),
        (90.0, -160.0, 90.0),
        (240.0, 130.0, 60.0),
    ] {
        commands.spawn((Transform::from_xyz(x, y, 0.0), Obstacle::circle(radius)));
    }
    for number in 0..60 {
        let (column, row) = ((number % 8) as f32, (number / 8) as f32);
        let body_radius = [7.0, 9.0, 12.0][number % 3];
        commands.spawn((
            Unit,
            Transform::from_xyz(30.0 * column - 580.0, 30.0 * row - 130.0, 1.0),
            Sprite {
                image: assets.load("agent.png"),
                color: palette::AMBER,
                custom_size: Some(Vec2::splat(2.3 * body_radius)),
                ..default()
            },
            SteeringAgent::new(body_radius, 110.0),
            Gather::new(place),
            (AvoidObstacles::default(), AvoidAgents::default()),
            // Without `Journey` an agent reports nothing.
            Journey::default(),
        ));
    }
}

fn send(order: &mut Order, place: Vec2, units: &mut Query<(&mut Gather, &mut Sprite)>) {
    order.place = place;
    for (mut gather, mut sprite) in units {
        gather.target = place.into();
        sprite.color = palette::AMBER;
    }
}

fn send_to_click(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    mouse: Res<MousePosition>,
    mut order: ResMut<Order>,
    mut units: Query<(&mut Gather, &mut Sprite)>,
    mut gizmos: Gizmos,
) {
    if buttons.is_some_and(|buttons| buttons.just_pressed(MouseButton::Left)) {
        order.is_clicked = true;
        send(&mut order, mouse.0, &mut units);
    }
    gizmos.cross_2d(order.place, 12.0, palette::CHALK);
}

fn send_to_and_fro(
    time: Res<Time>,
    mut order: ResMut<Order>,
    mut units: Query<(&mut Gather, &mut Sprite)>,
) {
    let is_there = ((time.elapsed_secs() / 30.0) as u32).is_multiple_of(2);
    let place = vec2(if is_there { 440.0 } else { -420.0 }, -30.0);
    if !order.is_clicked && order.place != place {
        send(&mut order, place, &mut units);
    }
}

fn mark_settled(settled: On<HasSettled>, mut sprites: Query<&mut Sprite, With<Unit>>) {
    if let Ok(mut sprite) = sprites.get_mut(settled.entity) {
        sprite.color = palette::GREEN;
    }
}

fn read_out(units: Query<&Settled, With<Unit>>, mut readout: ResMut<Readout>) {
    let settled = units.iter().filter(|unit| unit.is_settled).count();
    readout.0 = format!("settled: {settled} of {}", units.iter().len());
}
