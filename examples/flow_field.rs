//! `FlowField`: a horde finds its way through a maze with a gate that opens and closes.
//!
//! Run it: `cargo run --example flow_field`
//!
//! Watch: all agents share one field. When the gate opens, the field is repaired, and agents behind
//! the gate turn to the short way. When it closes, they take the long way again.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

/// How long the gate stays open, and closed, seconds.
const GATE_TIME: f32 = 8.0;
const GOAL: Vec2 = vec2(420.0, -150.0);

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("gray: the field; red: the gate"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, draw)
        .add_systems(FixedUpdate, move_gate.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

/// The wall that opens and closes.
#[derive(Component)]
struct Gate;

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let area = Rect::from_center_half_size(Vec2::ZERO, vec2(520.0, 260.0));
    let field = FlowField::new(area)
        .with_cell_size(8.0)
        .with_body_radii([8.0])
        .to(GOAL);
    let field = commands.spawn(field).id();
    let border = [
        area.min,
        vec2(area.max.x, area.min.y),
        area.max,
        vec2(area.min.x, area.max.y),
    ];
    commands.spawn(Obstacle::closed_polyline(border));
    for (x, from, to) in [
        (-260.0, -260.0, 170.0),
        (-80.0, -170.0, 260.0),
        (100.0, -260.0, -120.0),
        (100.0, -50.0, 170.0),
        (280.0, -170.0, 260.0),
    ] {
        commands.spawn(Obstacle::segment(vec2(x, from), vec2(x, to)));
    }
    let gate = Obstacle::segment(vec2(100.0, -120.0), vec2(100.0, -50.0));
    commands.spawn((gate, Gate));
    for number in 0..120 {
        let (row, column) = ((number / 8) as f32, (number % 8) as f32);
        let place = vec2(-490.0 + 24.0 * column, -230.0 + 24.0 * row);
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            SteeringAgent::new(8.0, 90.0),
            FollowField::new(field),
            AvoidAgents::default(),
            Sprite {
                image: image.clone(),
                color: palette::GREEN,
                custom_size: Some(Vec2::splat(18.0)),
                ..default()
            },
        ));
    }
}

fn move_gate(time: Res<Time>, mut gates: Query<&mut Transform, With<Gate>>) {
    let is_open = (time.elapsed_secs() / GATE_TIME) as u32 % 2 == 1;
    for mut gate in &mut gates {
        // An open gate lies outside of the walls.
        let place = Vec3::Y * if is_open { 900.0 } else { 0.0 };
        if gate.translation != place {
            gate.translation = place;
        }
    }
}

fn draw(
    mut gizmos: Gizmos,
    fields: Query<(&FlowField, &FlowFieldState)>,
    gates: Query<&Transform, With<Gate>>,
) {
    for (field, state) in &fields {
        let steps = (field.area.size() / 40.0).as_ivec2();
        for x in 0..steps.x {
            for y in 0..steps.y {
                let place = field.area.min + 40.0 * (vec2(x as f32, y as f32) + 0.5);
                if let Some(direction) = state.direction(place, 8.0) {
                    let tip = place + 12.0 * direction;
                    gizmos.arrow_2d(place - 12.0 * direction, tip, palette::GRAY);
                }
            }
        }
    }
    for gate in &gates {
        let place = gate.translation.truncate();
        let ends = [vec2(100.0, -120.0), vec2(100.0, -50.0)].map(|end| end + place);
        gizmos.line_2d(ends[0], ends[1], palette::RED);
    }
}

fn measure(
    fields: Query<&FlowFieldState>,
    agents: Query<(&AgentState, &Settled), With<FollowField>>,
    mut readout: ResMut<Readout>,
) {
    let settled = agents.iter().filter(|(_, settled)| settled.is_settled);
    let longest = agents.iter().filter_map(|(state, _)| {
        let field = fields.single().ok()?;
        field.cost(state.position(), 8.0)
    });
    readout.0 = format!(
        "settled: {}; the longest way left: {:.0} units",
        settled.count(),
        longest.fold(0.0, f32::max)
    );
}
