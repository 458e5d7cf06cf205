//! Tower defense: towers stand in the way of a horde, and may not close it.
//!
//! Run it: `cargo run --example tower_defense`
//!
//! Watch: click to build. The square at the mouse is red where no tower may stand. All creeps share
//! a flow field, so they turn to the new way at once. When all lives are lost, the game begins
//! again.

use bevy::prelude::*;
use bevy::time::common_conditions::on_timer;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, MousePosition, Readout, palette};
use core::time::Duration;

const RADIUS: f32 = 9.0;
const START: Vec2 = vec2(-580.0, -20.0);
const GOAL: Vec2 = vec2(580.0, -20.0);
const RANGE: f32 = 140.0;
/// The side of a tower.
const SIDE: f32 = 40.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    let attack = attack.run_if(on_timer(Duration::from_millis(400)));
    app.add_plugins(ExamplePlugin("click to build a tower"))
        .add_plugins(SteeringPlugin::default())
        .init_resource::<Game>()
        .add_systems(Startup, spawn_field)
        .add_systems(Update, build)
        .add_systems(
            FixedUpdate,
            (begin, attack).before(SteeringSystems::Perceive),
        )
        .add_systems(
            FixedUpdate,
            (shoot, invade).chain().after(SteeringSystems::Locomote),
        );
}

#[derive(Resource, Default)]
struct Game {
    lives: u32,
    creeps: u32,
}

#[derive(Component)]
struct Tower;

/// A creep, and how long it stands the ray of a tower, seconds.
#[derive(Component)]
struct Creep(f32);

fn spawn_field(mut commands: Commands) {
    commands.spawn(Camera2d);
    let area = Rect::from_corners(vec2(-600.0, -320.0), vec2(600.0, 280.0));
    let field = FlowField::new(area).to(GOAL).with_cell_size(10.0);
    commands.spawn(field.with_body_radii([RADIUS]));
}

fn spawn_tower(commands: &mut Commands, place: Vec2) {
    let at = Transform::from_translation(place.extend(0.0));
    let dome = Sprite::from_color(palette::AMBER, Vec2::splat(0.4 * SIDE));
    let dome = children![(dome, Transform::from_xyz(0.0, 0.0, 2.0))];
    commands.spawn((Tower, at, Obstacle::rectangle(SIDE, SIDE), dome));
}

/// Begins a new game when no lives are left.
fn begin(
    mut game: ResMut<Game>,
    old: Query<Entity, Or<(With<Tower>, With<Creep>)>>,
    mut commands: Commands,
) {
    if game.lives > 0 {
        return;
    }
    (game.lives, game.creeps) = (20, 0);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for number in 0..32_u8 {
        let (column, row) = (f32::from(number / 8), f32::from(number % 8));
        let low = -300.0 + 280.0 * (column % 2.0);
        let place = vec2(240.0 * column - 380.0, low + SIDE * row);
        spawn_tower(&mut commands, place);
    }
}

fn attack(
    field: Single<Entity, With<FlowField>>,
    assets: Res<AssetServer>,
    mut game: ResMut<Game>,
    mut commands: Commands,
) {
    game.creeps += 1; // each stands a little more than the one before
    let mut sprite = Sprite::from_image(assets.load("agent.png"));
    (sprite.color, sprite.custom_size) = (palette::GREEN, Some(Vec2::splat(2.3 * RADIUS)));
    commands.spawn((
        Creep(4.0 + 0.2 * game.creeps as f32),
        Transform::from_translation(START.extend(1.0)),
        (SteeringAgent::new(RADIUS, 70.0), sprite),
        (FollowField::new(*field), AvoidAgents::default()),
    ));
}

fn build(
    (buttons, mouse): (Res<ButtonInput<MouseButton>>, Res<MousePosition>),
    field: Single<(&FlowField, &FlowFieldState)>,
    creeps: Query<&AgentState, With<Creep>>,
    query: SteeringQuery,
    (mut commands, mut gizmos): (Commands, Gizmos),
) {
    let (field, state) = *field;
    let place = SIDE * ((mouse.0 / SIDE).floor() + 0.5);
    let nearest = query.nearest_obstacle(place);
    let is_taken = nearest.is_some_and(|tower| tower.distance < 0.0);
    // No creep may be walled in either.
    let from = creeps.iter().map(AgentState::position).chain([START]);
    let tower = Obstacle::rectangle(SIDE, SIDE);
    let at = Transform::from_translation(place.extend(0.0));
    let closes = state.would_close(&tower, &at, MovementSpace::Xy, from, RADIUS);
    let leaves_way = state.is_ready() && closes == Some(false);
    let is_allowed = field.area.contains(place) && !is_taken && leaves_way;
    gizmos.rect_2d(field.area.center(), field.area.size(), palette::LINE);
    let color = [palette::RED, palette::GREEN][usize::from(is_allowed)];
    gizmos.rect_2d(place, Vec2::splat(SIDE), color);
    if is_allowed && buttons.just_pressed(MouseButton::Left) {
        spawn_tower(&mut commands, place);
    }
}

/// A ray burns the nearest creep in range.
fn shoot(
    time: Res<Time>,
    query: SteeringQuery,
    towers: Query<&Transform, With<Tower>>,
    mut creeps: Query<&mut Creep>,
    (mut commands, mut gizmos): (Commands, Gizmos),
) {
    for at in &towers {
        let place = at.translation.truncate();
        let in_range = query.agents_within(place, RANGE);
        if let Some(hit) = in_range.first()
            && let Ok(mut creep) = creeps.get_mut(hit.entity)
        {
            gizmos.line_2d(place, hit.position, palette::AMBER);
            creep.0 -= time.delta_secs();
            if creep.0 <= 0.0 {
                commands.entity(hit.entity).try_despawn(); // two rays may end it
            }
        }
    }
}

/// A creep at the goal takes a life.
fn invade(
    query: SteeringQuery,
    towers: Query<(), With<Tower>>,
    (mut game, mut readout): (ResMut<Game>, ResMut<Readout>),
    mut commands: Commands,
) {
    for creep in query.agents_within(GOAL, 30.0) {
        commands.entity(creep.entity).despawn();
        game.lives = game.lives.saturating_sub(1);
    }
    readout.0 = format!("lives: {}; towers: {}", game.lives, towers.iter().len());
}
