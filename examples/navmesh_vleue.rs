//! A navmesh finds the way, `FollowPath` walks it: with `vleue_navigator`.
//!
//! Run it: `cargo run --example navmesh_vleue`
//!
//! Watch: three groups are sent from corner to corner. Each agent asks the navmesh for its own way,
//! a thin line, and walks it around the others. When the red gate opens or closes, the navmesh is
//! built anew, and all agents ask again.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};
use vleue_navigator::prelude::*;

const RADIUS: f32 = 9.0;
/// How long a group has until it is sent to the next corner, seconds.
const TIME_TO_NEXT: f32 = 28.0;
/// How long the gate stays open, and closed, seconds.
const GATE_TIME: f32 = 6.0;
const CORNERS: [Vec2; 3] = [vec2(-490.0, -170.0), vec2(490.0, -170.0), vec2(0.0, 170.0)];

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "ways from a navmesh, and agents that walk them",
    ))
    .add_plugins((
        VleueNavigatorPlugin,
        NavmeshUpdaterPlugin::<PrimitiveObstacle>::default(),
        SteeringPlugin::default(),
    ))
    .add_systems(Startup, spawn)
    .add_systems(
        FixedUpdate,
        (move_gate, find_ways)
            .chain()
            .before(SteeringSystems::Perceive),
    )
    .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote))
    .add_systems(Update, draw);
}

#[derive(Component)]
struct Gate;

/// The number of the corner to which an agent goes.
#[derive(Component)]
struct Sent(usize);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let (right, top) = (600.0, 280.0);
    let border = [(-right, -top), (right, -top), (right, top), (-right, top)].map(Vec2::from);
    commands.spawn(Obstacle::closed_polyline(border));
    commands.spawn((
        NavMeshSettings {
            fixed: Triangulation::from_outer_edges(&border),
            // Ways keep this far from obstacles; an agent that was pushed nearer still gets a way.
            agent_radius: 1.2 * RADIUS,
            agent_radius_on_outer_edge: true,
            simplify: 0.5,
            default_search_delta: 2.0,
            default_search_steps: 10,
            ..default()
        },
        NavMeshUpdateMode::Direct,
    ));
    for (x, y, width, height) in [
        (0.0, -180.0, 40.0, 200.0),
        (0.0, 30.0, 640.0, 40.0),
        (-420.0, 30.0, 60.0, 40.0),
        (420.0, 30.0, 60.0, 40.0),
        (-300.0, -120.0, 120.0, 60.0),
        (300.0, -120.0, 120.0, 60.0),
        (-220.0, 170.0, 60.0, 120.0),
        (220.0, 170.0, 60.0, 120.0),
    ] {
        commands.spawn(block(x, y, width, height));
    }
    commands.spawn((block(0.0, -36.0, 40.0, 92.0), Gate));
    for number in 0..54 {
        let (group, rank) = (number % 3, (number / 3) as f32);
        let place = CORNERS[group] + 20.0 * rank.sqrt() * Vec2::from_angle(2.4 * rank);
        commands.spawn((
            Transform::from_translation(place.extend(1.0)),
            Sprite {
                image: assets.load("agent.png"),
                color: [palette::GREEN, palette::AMBER, palette::BLUE][group],
                custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                ..default()
            },
            (Sent(group), SteeringAgent::new(RADIUS, 95.0)),
            // A path as wide as the body: the navmesh keeps it off the walls, and corners cost no
            // speed.
            (
                FollowPath::default(),
                Path::default().with_width(2.0 * RADIUS),
            ),
            (AvoidObstacles::default(), AvoidAgents::default()),
        ));
    }
}

/// The same rectangle for the navmesh and for the plugin.
fn block(x: f32, y: f32, width: f32, height: f32) -> impl Bundle {
    (
        Transform::from_xyz(x, y, 0.0),
        PrimitiveObstacle::Rectangle(Rectangle::new(width, height)),
        Obstacle::rectangle(width, height),
    )
}

fn move_gate(time: Res<Time>, mut gate: Single<&mut Transform, With<Gate>>) {
    let is_open = (time.elapsed_secs() / GATE_TIME) as u32 % 2 == 1;
    // An open gate lies outside of the border.
    let y = if is_open { 900.0 } else { -36.0 };
    if gate.translation.y != y {
        gate.translation.y = y;
    }
}

/// Asks the navmesh for the ways of agents that are sent, and of all when the navmesh changes.
fn find_ways(
    time: Res<Time>,
    meshes: Res<Assets<NavMesh>>,
    mut changes: MessageReader<AssetEvent<NavMesh>>,
    mut agents: Query<(&Transform, &mut Sent, &mut Path)>,
) {
    let has_changed = changes.read().count() > 0;
    let Some(mesh) = meshes.get(&ManagedNavMesh::get_single()) else {
        return;
    };
    let round = (time.elapsed_secs() / TIME_TO_NEXT) as usize + 1;
    for (number, (transform, mut sent, mut path)) in agents.iter_mut().enumerate() {
        let corner = (number + round) % CORNERS.len();
        if sent.0 == corner && !has_changed {
            continue;
        }
        sent.0 = corner;
        let start = transform.translation.truncate();
        if let Some(way) = mesh.path(start, CORNERS[corner]) {
            path.points = [start].into_iter().chain(way.path).collect();
        }
    }
}

fn measure(
    agents: Query<&Settled>,
    mut built: Local<usize>,
    mut changes: MessageReader<AssetEvent<NavMesh>>,
    mut readout: ResMut<Readout>,
) {
    *built += changes.read().count();
    let settled = agents.iter().filter(|agent| agent.is_settled).count();
    readout.0 = format!("settled: {settled}; the navmesh was built {} times", *built);
}

fn draw(paths: Query<&Path>, mut gizmos: Gizmos, gate: Single<&Transform, With<Gate>>) {
    for path in &paths {
        gizmos.linestrip_2d(path.points.iter().copied(), palette::LINE);
    }
    let place = gate.translation.truncate();
    gizmos.rect_2d(place, vec2(40.0, 92.0), palette::RED);
}
