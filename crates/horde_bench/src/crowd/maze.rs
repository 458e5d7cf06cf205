//! A maze of 200 walls.

use bevy::math::Vec2;

/// Rooms along each side of the maze. Each room adds two of its walls, and its neighbors add the
/// others.
const ROOMS: u8 = 10;
/// The share of a room's side that the door leaves open.
const DOOR: f32 = 0.25;

/// The ends of the walls of a maze from `-half` to `half`. Each wall leaves a door at one end.
pub fn walls(half: f32) -> impl Iterator<Item = [Vec2; 2]> {
    rooms(half).flat_map(|Room { corner, side, door }| {
        [Vec2::X, Vec2::Y].map(|across| {
            let along = Vec2::ONE - across;
            let start = corner + side * across;
            match door {
                Door::First => [start + DOOR * side * along, start + side * along],
                Door::Last => [start, start + (1.0 - DOOR) * side * along],
            }
        })
    })
}

/// The ends of the door of a room to the room east of it.
pub fn door(half: f32, column: u8, row: u8) -> [Vec2; 2] {
    let Room { corner, side, door } = Room::at(half, column, row);
    let start = corner + side * Vec2::X;
    let along = side * Vec2::Y;
    match door {
        Door::First => [start, start + DOOR * along],
        Door::Last => [start + (1.0 - DOOR) * along, start + along],
    }
}

/// The middle of a room that is away from the middle of the maze.
pub fn goal(half: f32) -> Vec2 {
    Vec2::splat(0.3 * half)
}

struct Room {
    corner: Vec2,
    side: f32,
    door: Door,
}

/// At which end of its walls a room has its doors.
enum Door {
    First,
    Last,
}

impl Room {
    fn at(half: f32, column: u8, row: u8) -> Self {
        let side = 2.0 * half / f32::from(ROOMS);
        Self {
            corner: Vec2::new(f32::from(column), f32::from(row)) * side - half,
            side,
            door: if (row + column).is_multiple_of(2) {
                Door::First
            } else {
                Door::Last
            },
        }
    }
}

fn rooms(half: f32) -> impl Iterator<Item = Room> {
    (0..ROOMS).flat_map(move |row| (0..ROOMS).map(move |column| Room::at(half, column, row)))
}

#[cfg(test)]
mod tests {
    use super::{door, goal, walls};
    use bevy::math::{Vec2, vec2};

    #[test]
    fn a_maze_has_two_hundred_walls_and_doors_at_their_ends() {
        let walls: Vec<[Vec2; 2]> = walls(100.0).collect();
        assert_eq!(walls.len(), 200);
        for [start, end] in &walls {
            assert!((start.distance(*end) - 15.0).abs() < 1e-3);
        }
        // The door of this room is at the lower end of its wall, the door of its west neighbor at
        // the upper end.
        assert_eq!(door(100.0, 5, 5), [vec2(20.0, 0.0), vec2(20.0, 5.0)]);
        assert_eq!(door(100.0, 4, 5), [vec2(0.0, 15.0), vec2(0.0, 20.0)]);
        // The goal is in the middle of a room with sides of 20.
        let middle = (goal(100.0) + 100.0) / 20.0;
        assert!((middle.fract() - 0.5).length() < 1e-3, "{middle}");
    }
}
