//! The sample of the first page is alive after ten minutes.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Stands in for Bevy's renderer, which this package is built without.
mod screen {
    use bevy::prelude::*;

    #[derive(Component)]
    pub struct Camera2d;

    pub struct Color;

    impl Color {
        pub const WHITE: Self = Self;

        pub fn hsl(_: f32, _: f32, _: f32) -> Self {
            Self
        }
    }

    #[derive(Component)]
    pub struct Sprite;

    impl Sprite {
        pub fn from_color(_: Color, _: Vec2) -> Self {
            Self
        }
    }
}

/// The code of the first page.
mod sample {
    use super::screen::{Camera2d, Color, Sprite};
    include!("first_game/sample.rs");

    /// Adds all but Bevy's plugins.
    pub fn build(app: &mut App) {
        let _opens_a_window: fn() = main;
        app.add_systems(Startup, spawn);
    }
}

const HERTZ: usize = 64;
const BODY_RADIUS: f32 = 8.0;

/// The agents of a group, first to last.
fn members(app: &mut App, group: u32) -> Vec<Entity> {
    let mut agents = app.world_mut().query::<(Entity, &Perception)>();
    let agents = agents.iter(app.world());
    let members = agents.filter(|(_, perception)| perception.memberships == group);
    members.map(|(agent, _)| agent).collect()
}

/// The lengths of the ways of agents in `seconds`, world units.
fn ways(app: &mut App, agents: &[Entity], seconds: usize) -> Vec<f32> {
    let mut ways = vec![0.0; agents.len()];
    for _ in 0..seconds * HERTZ {
        app.update();
        for (way, agent) in ways.iter_mut().zip(agents) {
            *way += velocity(app, *agent).length() / HERTZ as f32;
        }
    }
    ways
}

/// The mean distance of agents from their middle, world units.
fn spread(app: &App, agents: &[Entity]) -> f32 {
    let places: Vec<Vec2> = agents.iter().map(|agent| place(app, *agent)).collect();
    let count = places.len() as f32;
    let middle = places.iter().sum::<Vec2>() / count;
    places
        .iter()
        .map(|place| place.distance(middle))
        .sum::<f32>()
        / count
}

#[test]
fn the_first_game_is_alive_after_ten_minutes() {
    let mut app = app_with((SteeringPlugin::default(), sample::build), HERTZ as f64);
    let [zombies, bats] = [1, 1 << 1].map(|group| members(&mut app, group));
    assert!(bats.len() > 2 && zombies.len() > 60);
    let agents = [&*bats, &*zombies].concat();
    // A disc of packed bodies. The mean distance from its middle is two thirds of its radius.
    let lump = 2.0 / 3.0 * BODY_RADIUS * (zombies.len() as f32 / 0.6).sqrt();
    for from in (0..600).step_by(10) {
        let ways = ways(&mut app, &agents, 10);
        let (of_bats, of_zombies) = ways.split_at(bats.len());
        // Each bat goes ten body lengths, and the horde as far on average.
        let least = of_bats.iter().copied().fold(f32::INFINITY, f32::min);
        let mean = of_zombies.iter().sum::<f32>() / zombies.len() as f32;
        let spread = spread(&app, &zombies) / lump;
        assert!(least > 20.0 * BODY_RADIUS, "{from} s: a bat went {least}");
        assert!(mean > 20.0 * BODY_RADIUS, "{from} s: zombies went {mean}");
        assert!(spread > 1.2, "{from} s: {spread} lumps");
    }
}
