//! Orders: a drag selects units, a right click sends them, and keys choose their formation.
//!
//! Run it: `cargo run --example orders`
//!
//! Watch: drag with the left button, then click with the right one. Keys 1 to 4: a line, a wedge, a
//! box, a column. A formation passes the gate in files. Large units take more room in it.

use bevy::prelude::*;
use bevy_horde::behaviors::FormationMembers;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, MousePosition, palette};

const CAPTION: &str = "drag: select; right click: send; 1 to 4: line, wedge, box, column";

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins((ExamplePlugin(CAPTION), SteeringPlugin::default()))
        .add_observer(dismiss)
        .add_systems(Startup, spawn)
        .add_systems(Update, (select, send));
}

#[derive(Component)]
struct Selected;

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    for y in [160.0, -220.0] {
        let wall = Obstacle::rectangle(40.0, 240.0);
        commands.spawn((Transform::from_xyz(0.0, y, 0.0), wall));
    }
    let (from, to) = (vec2(-420.0, -30.0), vec2(420.0, -30.0));
    let leader = lead(&mut commands, FormationShape::Box, from, to);
    for number in 0..40_u8 {
        let place = from + 48.0 * vec2(f32::from(number / 8) - 2.0, f32::from(number % 8) - 3.5);
        let radius = if number % 7 == 3 { 16.0 } else { 8.0 };
        commands.spawn((
            Transform::from_translation(place.extend(1.0)),
            SteeringAgent::new(radius, 70.0),
            (AvoidObstacles::default(), AvoidAgents::default()),
            (InFormation(leader), Selected),
            Sprite {
                image: assets.load("agent.png"),
                color: palette::BLUE,
                custom_size: Some(Vec2::splat(2.3 * radius)),
                ..default()
            },
        ));
    }
}

/// Spawns a point that leads a formation from one place to another.
fn lead(commands: &mut Commands, shape: FormationShape, from: Vec2, to: Vec2) -> Entity {
    let formation = Formation::new(shape).with_facing(to - from);
    let point = formation.on_marching_point(16.0, 70.0);
    let start = Transform::from_translation(from.extend(0.0));
    let way = (Arrive::new(to), AvoidObstacles::default());
    commands.spawn((point, start, way)).id()
}

/// A leader without members goes.
fn dismiss(left: On<Remove, FormationMembers>, mut commands: Commands) {
    commands.entity(left.entity).try_despawn();
}

fn select(
    (buttons, mouse): (Res<ButtonInput<MouseButton>>, Res<MousePosition>),
    query: SteeringQuery,
    selected: Query<(Entity, &Transform), With<Selected>>,
    mut corner: Local<Vec2>,
    (mut commands, mut gizmos): (Commands, Gizmos),
) {
    for (_, at) in &selected {
        gizmos.circle_2d(at.translation.truncate(), 20.0, palette::CHALK);
    }
    if buttons.just_pressed(MouseButton::Left) {
        *corner = mouse.0;
    } else if buttons.pressed(MouseButton::Left) {
        let size = (mouse.0 - *corner).abs();
        gizmos.rect_2d(corner.midpoint(mouse.0), size, palette::CHALK);
    } else if buttons.just_released(MouseButton::Left) {
        for (unit, _) in &selected {
            commands.entity(unit).remove::<Selected>();
        }
        let units = query.in_groups(1); // points that lead are in no group
        for unit in units.agents_in_rectangle(*corner, mouse.0) {
            commands.entity(unit.entity).insert(Selected);
        }
    }
}

fn send(
    (buttons, mouse): (Res<ButtonInput<MouseButton>>, Res<MousePosition>),
    keys: Res<ButtonInput<KeyCode>>,
    selected: Query<(Entity, &Transform), With<Selected>>,
    mut shape: Local<FormationShape>,
    mut commands: Commands,
) {
    match keys.get_just_pressed().next() {
        Some(KeyCode::Digit1) => *shape = FormationShape::Line,
        Some(KeyCode::Digit2) => *shape = FormationShape::Wedge,
        Some(KeyCode::Digit3) => *shape = FormationShape::Box,
        Some(KeyCode::Digit4) => *shape = FormationShape::Column { files: 3 },
        _ => {}
    }
    // The leader is the middle of the front, as near as the nearest unit.
    let places = selected.iter().map(|(_, at)| at.translation.truncate());
    let away = |place: &Vec2| place.distance_squared(mouse.0);
    let front = places.min_by(|one, other| away(one).total_cmp(&away(other)));
    if let (true, Some(front)) = (buttons.just_pressed(MouseButton::Right), front) {
        let leader = lead(&mut commands, shape.clone(), front, mouse.0);
        for (unit, _) in &selected {
            commands.entity(unit).insert(InFormation(leader));
        }
    }
}
