//! Scenes in which a tick may cost much: long walls, mazes, many corners, groups out of sight,
//! piles.

use crate::act::{Act, Part, Place, thing};
use crate::draw::scene::Scene;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The bit of the prey, and that of all other agents.
const PREY: u32 = 2;
const OTHERS: u32 = 1;

/// Agents inside of rings with a gap each. Their goal is outside.
pub fn long_walls(mut scene: Scene) -> Scene {
    let (center, unit) = (scene.center, scene.unit);
    let corners = scene.dice.few(6, 60);
    let rings = scene.dice.few(1, 8);
    for ring in 0..rings {
        let radius = unit * (12.0 + 6.0 * ring as f32);
        let turn = scene.dice.number(0.0, core::f32::consts::TAU);
        let corner = |number: usize| {
            let part = (number as f32 + 0.5) / (corners + 1) as f32;
            Vec2::from_angle(turn + part * core::f32::consts::TAU) * radius
        };
        let wall = Obstacle::polyline((0..=corners).map(corner));
        scene.obstacle(Place::at(center.x, center.y), wall);
    }
    let goal = center + scene.dice.direction() * unit * 90.0;
    seekers(&mut scene, 10.0 * unit, goal);
    scene.ticks(40);
    scene
}

/// Agents in a maze of segments. In some draws no way leads out.
pub fn mazes(mut scene: Scene) -> Scene {
    let unit = scene.unit;
    let (rooms, side) = (scene.dice.few(4, 14), 3.0 * unit);
    let half_size = 0.5 * rooms as f32 * side;
    let corner = |column: usize, row: usize| {
        Vec2::new(column as f32, row as f32) * side - Vec2::splat(half_size)
    };
    let doors = scene.dice.number(0.0, 0.6);
    for (column, row) in (0..=rooms).flat_map(|column| (0..=rooms).map(move |row| (column, row))) {
        let is_outer = |number: usize| number == 0 || number == rooms;
        let ends = [
            (column < rooms, is_outer(row), corner(column, row), Vec2::X),
            (row < rooms, is_outer(column), corner(column, row), Vec2::Y),
        ];
        for (is_there, is_outer, start, along) in ends {
            if is_there && (is_outer || scene.dice.number(0.0, 1.0) >= doors) {
                let at = scene.center + start;
                let wall = Obstacle::segment(Vec2::ZERO, along * side);
                scene.obstacle(Place::at(at.x, at.y), wall);
            }
        }
    }
    let goal = scene.center + scene.dice.direction() * 2.0 * half_size;
    seekers(&mut scene, 0.9 * half_size, goal);
    scene.ticks(40);
    scene
}

/// Agents among polygons of many corners.
pub fn corners(mut scene: Scene) -> Scene {
    let (center, unit) = (scene.center, scene.unit);
    for _ in 0..scene.dice.few(1, 4) {
        let (count, size) = (
            scene.dice.few(100, 5_000),
            scene.dice.number(2.0, 12.0) * unit,
        );
        let shape = match scene.dice.whole(2) {
            0 => scene.dice.star(count, 0.5 * size, size),
            _ => (0..count)
                .map(|number| {
                    Vec2::from_angle(number as f32 * core::f32::consts::TAU / count as f32)
                })
                .map(|corner| corner * size)
                .collect(),
        };
        let at = center + scene.dice.point(15.0 * unit);
        scene.obstacle(Place::at(at.x, at.y), Obstacle::polygon(shape));
    }
    let goal = center + scene.dice.direction() * unit * 40.0;
    seekers(&mut scene, 25.0 * unit, goal);
    scene.ticks(40);
    scene
}

/// Hunters of a group that a wall hides.
pub fn unseen(mut scene: Scene) -> Scene {
    let (center, unit) = (scene.center, scene.unit);
    let wall = Obstacle::rectangle(unit, 400.0 * unit);
    scene.obstacle(Place::at(center.x, center.y), wall);
    let count = scene.dice.few(50, 400);
    for number in 0..2 * count {
        let is_prey = number % 2 == 0;
        let away = vec2(if is_prey { 20.0 } else { -20.0 } * unit, 0.0);
        let at = center + away + scene.dice.point(15.0 * unit);
        let perception = Perception {
            memberships: if is_prey { PREY } else { OTHERS },
            ..default()
        };
        let mut parts = vec![Part::Perception(perception)];
        if !is_prey {
            let sight = scene.dice.number(20.0, 200.0) * unit;
            parts.push(Part::Pursue(Pursue::new(Target::NearestOf(PREY))));
            parts.push(Part::LineOfSight(LineOfSight {
                range: sight,
                ..default()
            }));
        }
        let body = SteeringAgent::new(0.3 * unit, 4.0 * unit);
        scene.agent(at, body, Vec2::ZERO, parts);
    }
    scene.ticks(40);
    scene
}

/// Many agents that begin on one spot, on one path, or in one formation.
pub fn piles(mut scene: Scene) -> Scene {
    let (center, unit) = (scene.center, scene.unit);
    let count = scene.dice.few(500, 2_500);
    let radius = 0.3 * unit;
    match scene.dice.whole(3) {
        0 => {
            let radius = scene.dice.pick(&[0.0, radius]);
            let mut boid = scene.dice.body(radius, 4.0 * unit);
            boid.solid = false;
            for _ in 0..count {
                let flock = Part::Flock(Flock::default());
                scene.agent(center, boid, Vec2::ZERO, vec![flock]);
            }
        }
        1 => {
            let step = scene.dice.magnitude(0.1, 10.0) * unit;
            let mut place = center;
            let points = (0..scene.dice.few(1_000, 50_000)).map(|number| {
                place += Vec2::from_angle((0.01 * number as f32).sin()) * step;
                place
            });
            let path = Path::new(points).with_width(4.0 * unit);
            let ends = (center, place_of_end(&path));
            let path = scene.spawn(Place::at(center.x, center.y), vec![Part::Path(path)]);
            for _ in 0..count {
                let at = ends.0.lerp(ends.1, scene.dice.number(0.0, 1.0));
                let at = at + scene.dice.point(5.0 * unit);
                let follow = Part::FollowPath(FollowPath::along(thing(path)));
                let body = SteeringAgent::new(radius, 4.0 * unit);
                scene.agent(at, body, Vec2::ZERO, vec![follow]);
            }
        }
        _ => {
            let formation = Part::Formation(scene.dice.formation(radius));
            let goal = center + scene.dice.point(60.0 * unit);
            let seek = Part::Arrive(Arrive::new(goal));
            let body = SteeringAgent::new(radius, 4.0 * unit);
            let leader = scene.agent(center, body, Vec2::ZERO, vec![formation, seek]);
            let size = radius * 3.0 * (count as f32).sqrt();
            for _ in 0..count {
                let at = center + scene.dice.point(size);
                let member = Part::InFormation(InFormation(thing(leader)));
                scene.agent(at, body, Vec2::ZERO, vec![member]);
            }
            scene.ticks(15);
            scene.act(Act::Despawn(leader + 7));
            scene.ticks(1);
            let part = Part::Arrive(Arrive::new(2.0 * center - goal));
            scene.act(Act::Insert {
                thing: leader,
                part,
            });
        }
    }
    scene.ticks(30);
    scene
}

fn place_of_end(path: &Path) -> Vec2 {
    path.points.last().copied().unwrap_or_default()
}

/// Agents within `reach` of the center that go to `goal` and avoid obstacles.
fn seekers(scene: &mut Scene, reach: f32, goal: Vec2) {
    for _ in 0..scene.dice.few(5, 120) {
        let at = scene.center + scene.dice.point(core::f32::consts::FRAC_1_SQRT_2 * reach);
        let body = SteeringAgent::new(0.3 * scene.unit, 4.0 * scene.unit);
        let parts = vec![
            Part::Seek(Seek::new(goal)),
            Part::AvoidObstacles(AvoidObstacles::default()),
        ];
        scene.agent(at, body, Vec2::ZERO, parts);
    }
}
