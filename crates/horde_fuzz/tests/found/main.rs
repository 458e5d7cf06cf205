//! Minimized scripts of failures that the fuzzer has found.

mod agents;
mod bodies;

use horde_fuzz::prelude::*;

fn script(acts: Vec<Act>) -> Script {
    Script {
        stage: Stage::default(),
        acts,
    }
}

fn obstacle(thing: u32, place: Place, obstacle: Obstacle) -> Act {
    let parts = vec![Part::Obstacle(obstacle)];
    Act::Spawn {
        thing,
        place,
        parts,
    }
}

fn agent(thing: u32, at: Vec2, body: SteeringAgent, mut parts: Vec<Part>) -> Act {
    parts.insert(0, Part::SteeringAgent(body));
    let place = Place::at(at.x, at.y);
    Act::Spawn {
        thing,
        place,
        parts,
    }
}

fn seek(x: f32, y: f32) -> Part {
    Part::Seek(Seek::new(Vec2::new(x, y)))
}

#[track_caller]
fn holds(acts: Vec<Act>) {
    assert_eq!(replay(&script(acts)), Ok(()));
}
