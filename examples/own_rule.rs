//! Your own rule about neighbors: `NeighborRule` for a component of yours.
//!
//! Run it: `cargo run --example own_rule`
//!
//! Watch: birds of three colors fly in confusion. Each likes its own color and leaves the others
//! (`Likes`), while the plugin's `Alignment` and `Separation` do their part. Soon there are flocks
//! of one color. The line below says how many of a bird's neighbors have its color.

use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

const SIGHT: f32 = 70.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("each bird likes its own color"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(
            FixedUpdate,
            (
                steer_among_neighbors::<Likes>.in_set(SteeringSystems::Rules),
                measure.after(SteeringSystems::Locomote),
            ),
        );
}

/// The color that a bird has and likes.
#[derive(Component, TypePath, Clone, Copy, PartialEq)]
#[require(BehaviorForces)]
enum Likes {
    Blue,
    Amber,
    Green,
}

impl NeighborRule for Likes {
    /// Toward those of its color, away from the others.
    type Sum = Vec2;
    type Inputs = Query<'static, 'static, &'static Likes>;

    fn view(&self) -> View {
        View::all(Length::World(SIGHT))
    }

    fn add(&self, sum: &mut Vec2, _: &AgentState, neighbor: &Neighbor, birds: &Query<&Likes>) {
        let nearness = 1.0 - neighbor.distance / SIGHT;
        match birds.get(neighbor.entity) {
            Ok(color) if color == self => *sum += 0.5 * neighbor.toward,
            _ => *sum -= 2.0 * nearness * neighbor.toward,
        }
    }

    fn force(&self, sum: Vec2, bird: &AgentState, _: f32) -> Option<Vec2> {
        (sum != Vec2::ZERO).then(|| 0.6 * bird.max_force * sum.clamp_length_max(1.0))
    }
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for number in 0..150 {
        let direction = Vec2::from_angle(2.399_963 * number as f32);
        let place = direction * 26.0 * (number as f32).sqrt() * vec2(1.6, 0.9);
        let (likes, color) = [
            (Likes::Blue, palette::BLUE),
            (Likes::Amber, palette::AMBER),
            (Likes::Green, palette::GREEN),
        ][number % 3];
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            SteeringAgent::new(7.0, 90.0),
            likes,
            Alignment {
                view: View::wide(Length::World(SIGHT)),
                ..default()
            },
            Separation::default(),
            Wander {
                weight: 0.4,
                ..default()
            },
            Contain::rectangle(vec2(0.0, -20.0), vec2(1200.0, 620.0)),
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(17.0)),
                ..default()
            },
        ));
    }
}

fn measure(
    index: SteeringQuery,
    birds: Query<(Entity, &Likes, &Transform)>,
    mut readout: ResMut<Readout>,
) {
    let (mut alike, mut all) = (0, 0);
    for (bird, likes, place) in &birds {
        let near = index.agents_within(place.translation.truncate(), SIGHT);
        for neighbor in near.iter().filter(|hit| hit.entity != bird) {
            all += 1;
            alike += usize::from(
                birds
                    .get(neighbor.entity)
                    .is_ok_and(|(_, it, _)| it == likes),
            );
        }
    }
    readout.0 = format!("neighbors of the same color: {}%", 100 * alike / all.max(1));
}
