//! `Queue`: visitors wait in order at a doorway, beside a crowd that does not.
//!
//! Run it: `cargo run --example queue`
//!
//! Watch: visitors come from all sides and leave through a door for one. On the left they press
//! toward the door. On the right each waits behind the visitor that came before it. The line below
//! counts how often a visitor that came later went first.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, palette};

const RADIUS: f32 = 9.0;
const RANGE: f32 = 150.0;
const VISITORS: usize = 24;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("a door for one: without and with a queue"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, pass_door.after(SteeringSystems::Locomote));
}

/// A visitor: the tick in which it came near the door, and the start to which it returns.
#[derive(Component)]
struct Visitor {
    panel: usize,
    door: Vec2,
    start: Vec2,
    came: Option<u32>,
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    for (index, heading) in ["without", "with Queue"].into_iter().enumerate() {
        let panel = Panel::beside(index, 2, heading);
        let area = panel.area;
        commands.spawn(panel);
        let door = vec2(area.center().x, area.max.y - 120.0);
        for side in [-1.0, 1.0] {
            let from = door + vec2(13.0 * side, 0.0);
            commands.spawn(Obstacle::segment(from, door + vec2(300.0 * side, 0.0)));
        }
        for number in 0..VISITORS {
            let (row, column) = ((number / 8) as f32, (number % 8) as f32);
            let start = vec2(
                area.min.x + 60.0 + 70.0 * column + 20.0 * row,
                area.min.y + 60.0 + 90.0 * row,
            );
            let mut visitor = commands.spawn((
                Transform::from_translation(start.extend(1.0)),
                Visitor {
                    panel: index,
                    door,
                    start,
                    came: None,
                },
                SteeringAgent::new(RADIUS, 40.0 + 11.0 * (number % 5) as f32),
                Seek::new(door + vec2(0.0, 90.0)),
                (AvoidObstacles::default(), AvoidAgents::default()),
                Sprite {
                    image: assets.load("agent.png"),
                    color: [palette::AMBER, palette::GREEN][index],
                    custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                    ..default()
                },
            ));
            if index == 1 {
                visitor.insert(Queue {
                    range: Length::World(RANGE),
                    ..Queue::at(door)
                });
            }
        }
    }
}

/// How many visitors have passed the door so far, and how many of them out of order, by panel.
#[derive(Default)]
struct Passed {
    count: [usize; 2],
    out_of_order: [usize; 2],
}

/// Sends visitors that have passed the door back to their starts, and checks their order.
fn pass_door(
    mut visitors: Query<(&mut Visitor, &mut Transform)>,
    mut passed: Local<Passed>,
    mut tick: Local<u32>,
    mut readout: ResMut<Readout>,
) {
    *tick += 1;
    let mut waiting = [const { Vec::new() }; 2];
    for (mut visitor, transform) in &mut visitors {
        let place = transform.translation.truncate();
        if visitor.came.is_none() && place.distance(visitor.door) < RANGE {
            visitor.came = Some(*tick);
        }
        waiting[visitor.panel].extend(visitor.came);
    }
    for (mut visitor, mut transform) in &mut visitors {
        if transform.translation.y < visitor.door.y + 30.0 {
            continue;
        }
        if let Some(came) = visitor.came.take() {
            let panel = visitor.panel;
            passed.count[panel] += 1;
            passed.out_of_order[panel] +=
                usize::from(waiting[panel].iter().any(|other| *other < came));
        }
        transform.translation = visitor.start.extend(1.0);
    }
    readout.0 = format!(
        "passed: {} and {}; before earlier ones: without {}, with {}",
        passed.count[0], passed.count[1], passed.out_of_order[0], passed.out_of_order[1],
    );
}
