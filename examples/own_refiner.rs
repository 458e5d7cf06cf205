//! Your own goal refiner: `GoalRefiner` changes the goals of other behaviors.
//!
//! Run it: `cargo run --example own_refiner`
//!
//! Watch: pedestrians cross a road, each to its own place beyond it. While the light is red, those
//! that have not begun to cross wait at the curb (`RedLight`). The refiner knows nothing of their
//! behaviors, and `AvoidAgents` and `Arrive` nothing of the light.

use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

/// From the middle of the road to where pedestrians wait.
const CURB: f32 = 110.0;
const SECONDS_OF_A_PHASE: f32 = 5.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("a crossing with a light"))
        .add_plugins(SteeringPlugin::default())
        .init_resource::<RedLight>()
        .add_systems(Startup, spawn)
        .add_systems(
            FixedUpdate,
            (
                switch.before(SteeringSystems::Perceive),
                turn_round.in_set(SteeringSystems::Goals),
                refine_goals::<RedLight>.in_set(SteeringSystems::Refine),
            ),
        )
        .add_systems(Update, show);
}

/// Whether pedestrians have to wait.
#[derive(Resource, TypePath, Default)]
struct RedLight(bool);

/// The place to which a pedestrian walks, on the other side of the road.
#[derive(Component)]
struct Pedestrian(Vec2);

#[derive(Component)]
struct Lamp;

impl GoalRefiner for RedLight {
    type Inputs = Res<'static, RedLight>;
    type Data = &'static Pedestrian;

    fn refine(
        agent: &mut RefinedAgent,
        _: &Pedestrian,
        light: &Res<RedLight>,
    ) -> Option<Refinement> {
        let (place, goal) = (agent.state.position(), agent.goal()?);
        let crosses = place.x * goal.position.x < 0.0;
        if !light.0 || !crosses || place.x.abs() < CURB - 10.0 {
            return None;
        }
        let curb = vec2(CURB.copysign(place.x), place.y);
        let wait = Goal::arrive(agent.state, agent.tick, curb, Vec2::ZERO);
        Some(Refinement::wait_at(wait, "the light is red"))
    }
}

fn switch(time: Res<Time>, mut light: ResMut<RedLight>) {
    light.0 = time.elapsed_secs() % (2.0 * SECONDS_OF_A_PHASE) < SECONDS_OF_A_PHASE;
}

/// Sends pedestrians that are across back to the other side.
fn turn_round(mut pedestrians: Query<(&mut Pedestrian, &AgentState, &mut Arrive)>) {
    for (mut pedestrian, state, mut arrive) in &mut pedestrians {
        if state.position().distance(pedestrian.0) < 30.0 {
            pedestrian.0.x = -pedestrian.0.x;
            *arrive = Arrive::new(pedestrian.0);
        }
    }
}

fn show(
    light: Res<RedLight>,
    mut lamps: Query<&mut Sprite, With<Lamp>>,
    pedestrians: Query<(&AgentState, &Pedestrian)>,
    mut readout: ResMut<Readout>,
) {
    for mut lamp in &mut lamps {
        lamp.color = if light.0 {
            palette::RED
        } else {
            palette::GREEN
        };
    }
    let states = pedestrians.iter().map(|(state, _)| state.position().x);
    let on_the_road = states.filter(|x| x.abs() < CURB - 10.0).count();
    readout.0 = format!("on the road: {on_the_road}");
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let road = Sprite::from_color(palette::GRAY, vec2(2.0 * CURB - 40.0, 640.0));
    commands.spawn((road, Transform::from_xyz(0.0, -20.0, -1.0)));
    for side in [-1.0, 1.0] {
        let lamp = Sprite::from_color(palette::RED, Vec2::splat(16.0));
        commands.spawn((lamp, Lamp, Transform::from_xyz(side * CURB, 290.0, 1.0)));
    }
    let image = assets.load("agent.png");
    for number in 0..40 {
        let side = if number % 2 == 0 { -1.0 } else { 1.0 };
        let (row, column) = ((number / 2 % 10) as f32, (number / 20) as f32);
        let start = vec2(side * (250.0 + 90.0 * column), 50.0 * row - 250.0);
        let goal = vec2(-start.x, start.y);
        commands.spawn((
            Transform::from_translation(start.extend(0.0)),
            SteeringAgent::new(9.0, 90.0),
            Pedestrian(goal),
            Arrive::new(goal),
            AvoidAgents::default(),
            Sprite {
                image: image.clone(),
                color: if side < 0.0 {
                    palette::BLUE
                } else {
                    palette::AMBER
                },
                custom_size: Some(Vec2::splat(21.0)),
                ..default()
            },
        ));
    }
}
