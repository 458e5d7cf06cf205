//! Two crowds go through a gate in opposite directions, without an engine. Prints a picture of
//! letters every two seconds.

use glam::Vec2;
use horde_kernel::avoidance::rule::AvoidanceRule;
use horde_kernel::obstacles::index::Obstacles;
use horde_kernel::obstacles::outline::Outline;
use horde_kernel::obstacles::placed::{ObstacleId, PlacedObstacle};
use horde_kernel::step::agent::Agent;
use horde_kernel::step::crowd::Crowd;
use horde_kernel::step::goal::Goal;
use horde_kernel::step::intent::Intent;
use horde_kernel::step::settings::NeighborSettings;
use horde_kernel::step::{Step, Surroundings, step};

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
        let (row, column) = ((number / 2 / 5) as f32, (number / 2 % 5) as f32);
        let x = 10.0 - 1.5 * row;
        let x = if is_of_the_left(number) { x } else { 40.0 - x };
        let agent = Agent::new(Vec2::new(x, 5.0 + 1.5 * column), 0.5, 3.0);
        crowd.add(number as u64, agent, &settings);
    }
    let mut work = Step::default();
    for tick in 0..=1200 {
        if tick % 120 == 0 {
            print(&crowd);
        }
        let agents = crowd.rows.agents.iter().enumerate();
        let intents = agents.map(|(slot, agent)| {
            let place = Vec2::new(if is_of_the_left(slot) { 38.0 } else { 2.0 }, 8.0);
            Intent::toward(Goal::seek(agent, TICK, place))
        });
        let intents: Vec<Intent> = intents.collect();
        let surroundings = Surroundings::new(&obstacles, TICK, tick);
        step(&mut crowd, &mut work, &*intents, &surroundings);
    }
}

fn is_of_the_left(slot: usize) -> bool {
    slot.is_multiple_of(2)
}

fn print(crowd: &Crowd) {
    let mut picture = vec![[b' '; 42]; 16];
    let walls = (0..16).filter(|row| !(5..11).contains(row));
    walls.for_each(|row: usize| picture[row][20] = b'|');
    for (slot, agent) in crowd.rows.agents.iter().enumerate() {
        let place = agent.position.round().as_usizevec2();
        let row = picture
            .get_mut(place.y)
            .and_then(|row| row.get_mut(place.x));
        *row.expect("agents stay in the picture") = if is_of_the_left(slot) { b'>' } else { b'<' };
    }
    let lines = picture.iter().map(|row| String::from_utf8_lossy(row));
    lines.for_each(|line| println!("{}", line.trim_end()));
    println!("{}", "-".repeat(42));
}
