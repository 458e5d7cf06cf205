//! `Formation`: a box that turns about, a wedge behind a leader, and a box that passes a gate.
//!
//! Run it: `cargo run --example formation`
//!
//! Watch: the box turns about where it stands. The wedge wheels round the corners of its square.
//! The last box narrows to a column before the gate, and forms up behind it.

use bevy::prelude::*;
use bevy_horde::behaviors::{FormationSlot, FormationState};
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("turning about, wheeling, and a gate"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, draw)
        .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let panels = ["turns about", "wheels", "a gate"];
    let [parade, square, gate] = core::array::from_fn(|index| {
        let panel = Panel::beside(index, panels.len(), panels[index]);
        let center = panel.area.center();
        commands.spawn(panel);
        center
    });
    let patrol = FollowPath::default().with_direction(PathDirection::BackAndForth);
    let up_and_down = |center: Vec2| Path::new([-180.0, 180.0].map(|y| center + vec2(0.0, y)));

    // A marching point leads: it has no body.
    let start = parade + vec2(0.0, -180.0);
    let point = Formation::new(FormationShape::Box).on_marching_point(6.0, 50.0);
    let leader = commands.spawn((place(start), point, up_and_down(parade), patrol));
    let leader = leader.id();
    let green = sprite(&image, palette::GREEN);
    spawn_members(&mut commands, leader, start, 36, green);

    // An agent leads.
    let corners = [
        (-90.0, -130.0),
        (90.0, -130.0),
        (90.0, 130.0),
        (-90.0, 130.0),
    ];
    let way = Path::new(corners.map(|corner| square + Vec2::from(corner))).closed();
    let start = way.points[0];
    let wedge = Formation::new(FormationShape::Wedge).with_spacing(Length::Radii(3.5));
    let body = (SteeringAgent::new(6.0, 50.0), AvoidAgents::default());
    let leader = (place(start), body, wedge, way, FollowPath::default());
    let leader = commands.spawn((leader, sprite(&image, palette::RED))).id();
    let amber = sprite(&image, palette::AMBER);
    spawn_members(&mut commands, leader, start, 8, amber);

    for side in [-1.0, 1.0] {
        let wall = Obstacle::rectangle(130.0, 12.0);
        commands.spawn((place(gate + vec2(85.0 * side, 0.0)), wall));
    }
    let start = gate + vec2(0.0, -180.0);
    let point = Formation::new(FormationShape::Box).on_marching_point(6.0, 50.0);
    let leader = commands.spawn((place(start), point, up_and_down(gate), patrol));
    let leader = leader.id();
    let blue = sprite(&image, palette::BLUE);
    spawn_members(&mut commands, leader, start, 36, blue);
}

fn place(place: Vec2) -> Transform {
    Transform::from_translation(place.extend(0.0))
}

fn sprite(image: &Handle<Image>, color: Color) -> Sprite {
    Sprite {
        image: image.clone(),
        color,
        custom_size: Some(Vec2::splat(14.0)),
        ..default()
    }
}

/// Spawns members of a leader at `start`, in rows of six.
fn spawn_members(commands: &mut Commands, leader: Entity, start: Vec2, count: u8, sprite: Sprite) {
    for number in 0..count {
        let (row, column) = (f32::from(number / 6), f32::from(number % 6));
        commands.spawn((
            place(start + vec2(18.0 * (column - 2.5), -10.0 - 14.0 * row)),
            SteeringAgent::new(6.0, 50.0),
            AvoidObstacles::default(),
            AvoidAgents::default(),
            InFormation(leader),
            sprite.clone(),
        ));
    }
}

fn draw(mut gizmos: Gizmos, formations: Query<(&AgentState, &FormationState)>) {
    for (leader, formation) in &formations {
        gizmos.circle_2d(leader.position(), 4.0, palette::GRAY);
        let trail = formation.trail.iter().map(|point| point.position);
        gizmos.linestrip_2d(trail, palette::GRAY);
    }
}

fn measure(
    members: Query<&FormationSlot>,
    formations: Query<&FormationState>,
    mut readout: ResMut<Readout>,
) {
    let at_slots = members.iter().filter(|member| member.lag < 6.0);
    let columns = formations
        .iter()
        .filter(|formation| formation.column_files > 0);
    readout.0 = format!(
        "{} members at their slots, {} formations in a column",
        at_slots.count(),
        columns.count()
    );
}
