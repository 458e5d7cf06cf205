//! `FollowPath`: a road with a width, a patrol back and forth, and a ring that crosses itself.
//!
//! Run it: `cargo run --example follow_path`
//!
//! Watch: the crowd on the road stays side by side, cuts the corners within the road, and settles
//! at its end. The guards pass the stone on their beat. The runners keep to their branch where the
//! ring crosses itself.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "a road, a patrol, and a ring that crosses itself",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn)
    .add_systems(Update, draw)
    .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let walker = |place: Vec2, color: Color| {
        (
            Transform::from_translation(place.extend(0.0)),
            SteeringAgent::new(8.0, 80.0),
            AvoidObstacles::default(),
            AvoidAgents::default(),
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(18.0)),
                ..default()
            },
            Trail::default(),
        )
    };
    let panels = ["a road", "a patrol", "a ring"];
    let [road, patrol, ring] = core::array::from_fn(|index| {
        let panel = Panel::beside(index, panels.len(), panels[index]);
        let center = panel.area.center();
        commands.spawn(panel);
        center
    });

    // Many agents share the path of one entity.
    let way = [
        (-120.0, -180.0),
        (110.0, -180.0),
        (-110.0, 40.0),
        (90.0, 190.0),
    ];
    let path = Path::new(way.map(|point| road + Vec2::from(point))).with_width(110.0);
    let start = path.points[0];
    let path = commands.spawn(path).id();
    for number in 0..30 {
        let (row, column) = ((number / 5) as f32, (number % 5) as f32);
        let place = start + vec2(20.0 - 22.0 * row, 20.0 * (column - 2.0));
        commands.spawn((walker(place, palette::GREEN), FollowPath::along(path)));
    }

    // A path of its own for each agent.
    for (number, y) in [-120.0, 0.0, 120.0].into_iter().enumerate() {
        let beat = Path::new([patrol + vec2(-130.0, y), patrol + vec2(130.0, y)]);
        let place = beat.points[number % 2];
        let back_and_forth = FollowPath::default().with_direction(PathDirection::BackAndForth);
        commands.spawn((walker(place, palette::AMBER), beat, back_and_forth));
        let stone = patrol + vec2(-60.0 + 60.0 * number as f32, y + 6.0);
        let stone = Transform::from_translation(stone.extend(0.0));
        commands.spawn((stone, Obstacle::circle(26.0)));
    }

    let eight = (0..24).map(|number| {
        let angle = core::f32::consts::TAU * number as f32 / 24.0;
        ring + vec2(120.0 * angle.sin(), 90.0 * (2.0 * angle).sin())
    });
    let eight = Path::new(eight).closed();
    let starts: Vec<Vec2> = eight.points.iter().copied().step_by(4).collect();
    let eight = commands.spawn(eight).id();
    for place in starts {
        commands.spawn((walker(place, palette::BLUE), FollowPath::along(eight)));
    }
}

fn draw(mut gizmos: Gizmos, paths: Query<&Path>) {
    for path in &paths {
        let first = path.points.first().filter(|_| path.closed);
        let points = path.points.iter().chain(first);
        gizmos.linestrip_2d(points.copied(), palette::GRAY);
    }
}

fn measure(agents: Query<(&PathProgress, &Settled)>, mut readout: ResMut<Readout>) {
    let settled = agents.iter().filter(|(_, settled)| settled.is_settled);
    let on_their_way = agents.iter().filter(|(progress, _)| progress.is_following);
    readout.0 = format!(
        "{} follow a path, {} have settled",
        on_their_way.count(),
        settled.count()
    );
}
