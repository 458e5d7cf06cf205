//! The horde in a walled maze whose gates open and close. Zombies find the bait by a flow field.

use super::zombies::{AREA_PER_ZOMBIE, BODY_RADIUS, Chase, spawn_zombie};
use super::{Arena, Build, Look, SceneEntity, SceneRandom, bait};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Side of a room, world units.
const ROOM: f32 = 230.0;
/// Width of the passage between two rooms, world units.
const PASSAGE: f32 = 120.0;
/// Share of the inner walls that get a passage, too, after one way connects all rooms.
const MORE_PASSAGES: f32 = 0.3;
/// Share of these additional passages that have a gate. A closed gate cuts no room off.
const GATED: f32 = 0.7;
/// Seconds from one opening of a gate to the next, and seconds that the gate is open.
const GATE_TIME: [f32; 2] = [14.0, 8.0];
/// Seconds in which a gate opens or closes.
const SLIDE_TIME: f32 = 1.0;
/// Share of the rooms with something in the middle.
const FURNISHED: f32 = 0.3;
/// Radii of the things in the middle of rooms, world units.
const THINGS: core::ops::Range<f32> = 22.0..34.0;
/// Distance from the middle of a room to the bait, so that no thing covers it, world units.
const BAIT_OFFSET: f32 = 0.25 * ROOM;
/// Seconds that the bait stays in a room.
const BAIT_STAYS: f32 = 20.0;
/// The maze has rooms for at least this number of agents.
const FEWEST: u32 = 150;
/// Number of kinds of tomb in the atlas.
const TOMB_KINDS: u8 = 8;

/// A leaf of a gate: a piece of fence that slides into the wall beside it.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Gate {
    closed: Vec2,
    open: Vec2,
    /// Seconds by which the cycle of this gate is ahead of the simulated time.
    ahead: f32,
}

impl Gate {
    fn position(self, seconds: f32) -> Vec2 {
        let [period, open_time] = GATE_TIME;
        let time = (seconds + self.ahead).rem_euclid(period);
        let opening = (time / SLIDE_TIME).min((open_time - time) / SLIDE_TIME + 1.0);
        self.closed.lerp(self.open, opening.clamp(0.0, 1.0))
    }
}

pub(super) fn slide_gates(
    time: Res<Time>,
    tick: Res<SteeringTick>,
    mut gates: Query<(&Gate, &mut Transform)>,
) {
    let seconds = tick.0 as f32 * time.delta_secs();
    for (gate, mut transform) in &mut gates {
        let next = gate.position(seconds).extend(transform.translation.z);
        // A gate at rest must not be marked as changed: the field would be repaired there.
        if transform.translation != next {
            transform.translation = next;
        }
    }
}

/// The side between two rooms, or between a room and the outside.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Side {
    Wall,
    Passage,
    Gate,
}

/// Rooms in rows and columns, and the sides between them.
struct Maze {
    columns: usize,
    rows: usize,
    /// By room: its right and its upper side.
    sides: Vec<[Side; 2]>,
}

impl Maze {
    fn new(columns: usize, rows: usize, random: &mut SceneRandom) -> Self {
        let mut maze = Self {
            columns,
            rows,
            sides: vec![[Side::Wall; 2]; columns * rows],
        };
        maze.connect_all(random);
        for room in 0..maze.sides.len() {
            for axis in 0..2 {
                let is_wall = maze.sides[room][axis] == Side::Wall;
                if is_wall && maze.beyond(room, axis).is_some() {
                    let has_passage = random.random_range(0.0..1.0) < MORE_PASSAGES;
                    let has_gate = random.random_range(0.0..1.0) < GATED;
                    maze.sides[room][axis] = match (has_passage, has_gate) {
                        (false, _) => Side::Wall,
                        (true, false) => Side::Passage,
                        (true, true) => Side::Gate,
                    };
                }
            }
        }
        maze
    }

    /// The room beyond the right (0) or upper (1) side; `None` at the edge of the maze.
    fn beyond(&self, room: usize, axis: usize) -> Option<usize> {
        let (column, row) = (room % self.columns, room / self.columns);
        match axis {
            0 => (column + 1 < self.columns).then_some(room + 1),
            _ => (row + 1 < self.rows).then_some(room + self.columns),
        }
    }

    /// Opens passages until one way leads from every room to every other: a depth-first walk.
    fn connect_all(&mut self, random: &mut SceneRandom) {
        let mut is_known = vec![false; self.sides.len()];
        let mut way = vec![0];
        is_known[0] = true;
        while let Some(&room) = way.last() {
            let mut next = Vec::new();
            for axis in 0..2 {
                let step = [1, self.columns][axis];
                next.extend(self.beyond(room, axis).map(|other| (other, room, axis)));
                let before = room.checked_sub(step);
                let before = before.filter(|other| self.beyond(*other, axis) == Some(room));
                next.extend(before.map(|other| (other, other, axis)));
            }
            next.retain(|(other, ..)| !is_known[*other]);
            match next.choose(random) {
                Some(&(other, side, axis)) => {
                    self.sides[side][axis] = Side::Passage;
                    is_known[other] = true;
                    way.push(other);
                }
                None => {
                    way.pop();
                }
            }
        }
    }

    fn middle(&self, room: usize) -> Vec2 {
        let size = Vec2::new(self.columns as f32, self.rows as f32);
        let cell = Vec2::new((room % self.columns) as f32, (room / self.columns) as f32);
        ROOM * (cell + 0.5 - 0.5 * size)
    }

    /// The two ends of a side.
    fn ends(&self, room: usize, axis: usize) -> [Vec2; 2] {
        let corner = self.middle(room) + 0.5 * ROOM;
        let along = if axis == 0 { Vec2::Y } else { Vec2::X };
        [corner - ROOM * along, corner]
    }
}

pub(super) fn spawn(commands: &mut Commands, agents: u32, random: &mut SceneRandom) -> Arena {
    let area = Arena::of_area(1.25 * AREA_PER_ZOMBIE * agents.max(FEWEST) as f32);
    let rooms = (2.0 * area.half_size / ROOM).round().max(Vec2::ONE);
    let maze = Maze::new(rooms.x as usize, rooms.y as usize, random);
    let arena = Arena {
        half_size: 0.5 * ROOM * rooms,
    };
    build_walls(commands, &maze, &arena, random);
    let things: Vec<f32> = (0..maze.sides.len())
        .map(|room| furnish(commands, maze.middle(room), random))
        .collect();
    let stops: Vec<Vec2> = (0..32)
        .map(|_| {
            maze.middle(random.random_range(0..maze.sides.len())) + Vec2::new(0.0, BAIT_OFFSET)
        })
        .collect();
    let target = bait::spawn(commands);
    commands.entity(target).insert(bait::Stops {
        places: stops,
        stay: BAIT_STAYS,
    });
    let chase = Chase::by_field(commands, &arena, target);
    for _ in 0..agents {
        let reach = 0.5 * ROOM - 2.0 * BODY_RADIUS;
        let position = loop {
            let room = random.random_range(0..maze.sides.len());
            let offset = Vec2::new(
                random.random_range(-reach..reach),
                random.random_range(-reach..reach),
            );
            if offset.length() > things[room] + 1.5 * BODY_RADIUS {
                break maze.middle(room) + offset;
            }
        };
        spawn_zombie(commands, position, chase, random);
    }
    arena
}

/// Builds the walls: one for each run without a passage, and the leaves of gates.
fn build_walls(commands: &mut Commands, maze: &Maze, arena: &Arena, random: &mut SceneRandom) {
    let half = arena.half_size;
    let corners = [
        Vec2::new(-half.x, -half.y),
        Vec2::new(half.x, -half.y),
        half,
        Vec2::new(-half.x, half.y),
    ];
    commands.spawn((
        SceneEntity,
        Look::Built(Build::Stone),
        Obstacle::closed_polyline(corners),
    ));
    for axis in 0..2 {
        // Lines of right sides run upward, and lines of upper sides run to the right.
        let [lines, places] = if axis == 0 {
            [maze.columns - 1, maze.rows]
        } else {
            [maze.rows - 1, maze.columns]
        };
        for line in 0..lines {
            let mut start: Option<Vec2> = None;
            let mut last = Vec2::ZERO;
            for place in 0..places {
                let room = if axis == 0 {
                    place * maze.columns + line
                } else {
                    line * maze.columns + place
                };
                let [from, to] = maze.ends(room, axis);
                let along = (to - from) / ROOM;
                let begin = start.unwrap_or(from);
                start = Some(begin);
                last = to;
                let side = maze.sides[room][axis];
                if side == Side::Wall {
                    continue;
                }
                let middle = (from + to) / 2.0;
                let [left, right] = [-0.5, 0.5].map(|part| middle + part * PASSAGE * along);
                build_wall(commands, begin, left);
                start = Some(right);
                if side == Side::Gate {
                    let ahead = random.random_range(0.0..GATE_TIME[0]);
                    build_gate(commands, middle, along, ahead);
                }
            }
            if let Some(start) = start {
                build_wall(commands, start, last);
            }
        }
    }
}

fn build_wall(commands: &mut Commands, from: Vec2, to: Vec2) {
    commands.spawn((
        SceneEntity,
        Look::Built(Build::Stone),
        Obstacle::polyline([from, to]),
    ));
}

/// Builds the two leaves of a gate, which meet in the middle.
fn build_gate(commands: &mut Commands, middle: Vec2, along: Vec2, ahead: f32) {
    let half_leaf = 0.25 * PASSAGE * along;
    for side in [-1.0, 1.0] {
        let closed = middle + side * half_leaf;
        let gate = Gate {
            closed,
            open: closed + side * 2.0 * half_leaf,
            ahead,
        };
        commands.spawn((
            SceneEntity,
            gate,
            Look::Built(Build::Stone),
            Transform::from_translation(gate.position(0.0).extend(0.0)),
            Obstacle::polyline([-half_leaf, half_leaf]).transparent(),
        ));
    }
}

/// Puts a round thing in the middle of a room with probability `FURNISHED`. Returns the radius of
/// the thing; 0 without a thing.
fn furnish(commands: &mut Commands, middle: Vec2, random: &mut SceneRandom) -> f32 {
    if random.random_range(0.0..1.0) >= FURNISHED {
        return 0.0;
    }
    let radius = random.random_range(THINGS);
    commands.spawn((
        SceneEntity,
        Look::Tomb(random.random_range(0..TOMB_KINDS)),
        Transform::from_translation(middle.extend(0.0)),
        Obstacle::circle(radius),
    ));
    radius
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn every_room_is_reached_while_all_gates_are_closed() {
        for (columns, rows) in [(1, 1), (1, 5), (7, 4), (20, 11)] {
            let random = &mut SceneRandom::seed_from_u64(columns as u64);
            let maze = Maze::new(columns, rows, random);
            let mut reached = vec![false; columns * rows];
            reached[0] = true;
            for _ in 0..columns * rows {
                for room in 0..columns * rows {
                    for axis in 0..2 {
                        let other = maze.beyond(room, axis);
                        let is_open = maze.sides[room][axis] == Side::Passage;
                        assert!(other.is_some() || !is_open, "a passage to the outside");
                        if let Some(other) = other.filter(|_| is_open) {
                            let either = reached[room] || reached[other];
                            (reached[room], reached[other]) = (either, either);
                        }
                    }
                }
            }
            assert!(reached.iter().all(|is| *is), "{columns} by {rows}");
        }
    }

    #[test]
    fn a_gate_slides_open_stays_open_and_closes() {
        let gate = Gate {
            closed: Vec2::ZERO,
            open: Vec2::X,
            ahead: 0.0,
        };
        let at = |seconds: f32| gate.position(seconds).x;
        assert_eq!([at(0.0), at(0.5), at(1.0), at(8.0)], [0.0, 0.5, 1.0, 1.0]);
        assert_eq!([at(8.5), at(9.0), at(13.9), at(14.5)], [0.5, 0.0, 0.0, 0.5]);
    }
}
