//! Behaviors of your own that set goals: a place beside a leader, and a patrol.
//!
//! Run it: `cargo run --example own_goal`
//!
//! Watch: the green agents keep their places beside and behind the amber leader. They go round
//! stones and strollers, and return to their places. Avoidance turns a goal of the game as it turns
//! the goal of `Seek`.

use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("green: an offset from the patrolling leader"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(
            FixedUpdate,
            (patrol, steer_for_target::<KeepPlace>).in_set(SteeringSystems::Goals),
        )
        .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

/// Stays at an offset in the leader's frame: `x` ahead, `y` to its left.
#[derive(Component, TypePath)]
#[require(BehaviorForces)]
struct KeepPlace {
    leader: Entity,
    offset: Vec2,
}

impl KeepPlace {
    fn place(&self, leader: Vec2, heading: Vec2) -> Vec2 {
        leader + self.offset.rotate(heading)
    }
}

impl TargetBehavior for KeepPlace {
    const TARGET_FIELD: &'static str = "leader";
    // The agent does not come near the leader, and so has to avoid it.
    const APPROACHES: bool = false;

    fn target(&self) -> Target {
        self.leader.into()
    }

    fn steer(&self, agent: &mut SteeredAgent, leader: &TargetState) {
        let place = self.place(leader.position, leader.heading);
        let (state, tick) = (agent.state, agent.tick);
        agent.head_for(Goal::arrive(state, tick, place, leader.velocity));
    }
}

/// Walks from corner to corner; the number is that of the next corner.
#[derive(Component, Default)]
#[require(SteeringGoal)]
struct Patrol(usize);

/// A corner of a pentagon.
fn corner(number: usize) -> Vec2 {
    vec2(420.0, 200.0) * Vec2::from_angle(1.257 * number as f32)
}

fn patrol(time: Res<Time>, mut agents: Query<(&mut Patrol, &AgentState, &mut SteeringGoal)>) {
    for (mut patrol, state, mut goal) in &mut agents {
        if state.position().distance(corner(patrol.0)) < 60.0 {
            patrol.0 = (patrol.0 + 1) % 5;
        }
        goal.set(Goal::seek(state, time.delta_secs(), corner(patrol.0)));
    }
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let walker = |place: Vec2, speed: f32, color: Color| {
        (
            Transform::from_translation(place.extend(0.0)),
            SteeringAgent::new(9.0, speed),
            AvoidObstacles::default(),
            AvoidAgents::default(),
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(21.0)),
                ..default()
            },
        )
    };
    let leader = walker(vec2(0.0, -180.0), 80.0, palette::AMBER);
    let leader = commands.spawn((leader, Patrol(0))).id();
    for number in 0..8 {
        let (row, side) = ((1 + number / 2) as f32, 1.0 - 2.0 * (number % 2) as f32);
        let offset = vec2(-30.0 * row, 34.0 * row * side);
        let pursue = KeepPlace { leader, offset };
        let follower = walker(vec2(0.0, -180.0) + offset, 130.0, palette::GREEN);
        commands.spawn((follower, pursue, Trail::default()));
    }
    for number in 0..10 {
        let place = 150.0 * Vec2::from_angle(0.63 * number as f32);
        let region = Contain::rectangle(Vec2::ZERO, vec2(1200.0, 640.0));
        let stroller = walker(place, 40.0, palette::GRAY);
        commands.spawn((stroller, Wander::default(), region));
    }
    for number in 0..5 {
        let place = corner(number) * 0.95 + vec2(60.0, -30.0);
        let place = Transform::from_translation(place.extend(0.0));
        commands.spawn((place, Obstacle::circle(24.0)));
    }
}

fn measure(
    states: Query<&AgentState>,
    followers: Query<(&KeepPlace, &AgentState)>,
    mut readout: ResMut<Readout>,
) {
    let mut sum = 0.0;
    for (pursue, state) in &followers {
        if let Ok(leader) = states.get(pursue.leader) {
            let place = pursue.place(leader.position(), leader.heading());
            sum += state.position().distance(place);
        }
    }
    let mean = sum / followers.iter().len() as f32;
    readout.0 = format!("off their places by {mean:.0} units in the mean");
}
