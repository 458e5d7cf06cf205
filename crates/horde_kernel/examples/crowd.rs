//! Two crowds go through a gate in opposite directions, without an engine. Prints a picture of
//! letters every two seconds.

use glam::Vec2;
use horde_kernel::prelude::*;

const TICK: f32 = 1.0 / 60.0;

fn main() {
    let mut obstacles = Obstacles::default();
    for (id, from, to) in [(0, 0.0, 5.0), (1, 11.0, 16.0)] {
        let wall = Outline::wall(&[Vec2::new(20.0, from), Vec2::new(20.0, to)], false);
        let wall = wall.expect("it has a length");
        obstacles.put(PlacedObstacle::of_shape(ObstacleId(id), wall));
    }
    obstacles.finish_update();
    let settings = NeighborSettings {
        avoidance: Some(AvoidanceRule::usual(0.5, 3.0)),
        ..NeighborSettings::default()
    };
    let mut crowd = Crowd::default();
    for number in 0..40 {
        let x = 10.0 - 1.5 * (number / 10) as f32;
        let x = if goes_right(number) { x } else { 40.0 - x };
        let y = 5.0 + 1.5 * (number / 2 % 5) as f32;
        crowd.add(
            number as u64,
            Agent::new(Vec2::new(x, y), 0.5, 3.0),
            &settings,
        );
    }
    let mut work = Step::default();
    for tick in 0..=1200 {
        if tick % 120 == 0 {
            print(&crowd);
        }
        let agents = crowd.rows.agents.iter().enumerate();
        let intents = agents.map(|(slot, agent)| {
            let place = Vec2::new(if goes_right(slot) { 38.0 } else { 2.0 }, 8.0);
            Intent::toward(Goal::seek(agent, TICK, place))
        });
        let intents: Vec<Intent> = intents.collect();
        step(
            &mut crowd,
            &mut work,
            &*intents,
            &Surroundings::new(&obstacles, TICK, tick),
        );
    }
}

fn goes_right(slot: usize) -> bool {
    slot.is_multiple_of(2)
}

fn print(crowd: &Crowd) {
    let mut picture = vec![[' '; 42]; 16];
    let walls = (0..16).filter(|row| !(5..11).contains(row));
    walls.for_each(|row: usize| picture[row][20] = '|');
    for (slot, agent) in crowd.rows.agents.iter().enumerate() {
        let place = agent.position.round().as_usizevec2();
        picture[place.y][place.x] = if goes_right(slot) { '>' } else { '<' };
    }
    let lines = picture.iter().map(String::from_iter);
    lines.for_each(|line: String| println!("{}", line.trim_end()));
    println!("{}", "-".repeat(42));
}
