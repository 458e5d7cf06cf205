//! Random maps of walls with round ends.

use glam::Vec2;
use rand::RngExt;
use rand_xoshiro::SplitMix64;

/// A segment with round ends: all places within `radius` of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub(super) start: Vec2,
    pub(super) end: Vec2,
    pub(super) radius: f32,
}

impl Wall {
    fn distance(&self, place: Vec2) -> f32 {
        let along = self.end - self.start;
        let squared = along.length_squared();
        let share = if squared > 0.0 {
            ((place - self.start).dot(along) / squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        place.distance(self.start + along * share) - self.radius
    }
}

pub(super) struct Map {
    pub(super) walls: Vec<Wall>,
    pub(super) cell_size: f32,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The radius of the body.
    pub(super) radius: f32,
    pub(super) goal: Vec2,
}

impl Map {
    pub(super) fn random(stream: &mut SplitMix64) -> Self {
        let cell_size = stream.random_range(0.25_f32..1.5);
        let [columns, rows] = [(); 2].map(|()| stream.random_range(64_u32..=200));
        let mut map = Self {
            walls: Vec::new(),
            cell_size,
            columns,
            rows,
            radius: cell_size * stream.random_range(0.3_f32..2.5),
            goal: Vec2::ZERO,
        };
        let size = map.size();
        let corners = [
            Vec2::ZERO,
            Vec2::new(size.x, 0.0),
            size,
            Vec2::new(0.0, size.y),
        ];
        for number in 0..4 {
            map.add(corners[number], corners[(number + 1) % 4], 0.5 * cell_size);
        }
        let least = (4.0 * map.radius + 12.0 * cell_size).max(15.0 * cell_size);
        match stream.random_range(0..4) {
            0 => map.rooms(stream, Vec2::ZERO, size, least),
            1 => map.scatter(stream, 12, 0),
            2 => map.scatter(stream, 0, 14),
            _ => {
                map.rooms(stream, Vec2::ZERO, size, 2.5 * least);
                map.scatter(stream, 6, 6);
            }
        }
        map.goal = map.free_place(stream, 1.0).unwrap_or(size * 0.5);
        map
    }

    pub(super) fn size(&self) -> Vec2 {
        Vec2::new(self.columns as f32, self.rows as f32) * self.cell_size
    }

    fn add(&mut self, start: Vec2, end: Vec2, radius: f32) {
        self.walls.push(Wall { start, end, radius });
    }

    /// Divides a box into rooms with a door in each wall.
    fn rooms(&mut self, stream: &mut SplitMix64, low: Vec2, high: Vec2, least: f32) {
        let size = high - low;
        let is_upright = size.x > size.y;
        let (long, short) = (size.max_element(), size.min_element());
        if long < 2.0 * least || short < least || self.walls.len() > 30 {
            return;
        }
        let at = stream.random_range(least..=long - least);
        let radius = self.cell_size * stream.random_range(0.05..1.0);
        let cells = self.cell_size * stream.random_range(-1.0..6.0);
        let gap = (2.0 * (self.radius + radius) + cells).min(short * 0.6);
        let door = stream.random_range(0.0..=(short - gap).max(1e-3));
        let place = |across: f32| {
            if is_upright {
                low + Vec2::new(at, across)
            } else {
                low + Vec2::new(across, at)
            }
        };
        self.add(place(0.0), place(door), radius);
        self.add(place(door + gap), place(short), radius);
        let middle = [place(0.0), place(short)];
        self.rooms(stream, low, middle[1], least);
        self.rooms(stream, middle[0], high, least);
    }

    /// Adds walls in any direction, and discs.
    fn scatter(&mut self, stream: &mut SplitMix64, walls: usize, discs: usize) {
        let size = self.size();
        let place = |stream: &mut SplitMix64| {
            Vec2::new(
                stream.random_range(0.0..size.x),
                stream.random_range(0.0..size.y),
            )
        };
        for _ in 0..walls {
            let start = place(stream);
            let angle = stream.random_range(0.0..std::f32::consts::TAU);
            let length = size.min_element() * stream.random_range(0.1..0.6);
            let radius = self.cell_size * stream.random_range(0.05..1.5);
            self.add(start, start + Vec2::from_angle(angle) * length, radius);
        }
        for _ in 0..discs {
            let center = place(stream);
            self.add(
                center,
                center,
                self.cell_size * stream.random_range(0.3..12.0),
            );
        }
    }

    /// The distance to the nearest wall, negative inside.
    pub(super) fn clearance(&self, place: Vec2) -> f32 {
        let distances = self.walls.iter().map(|wall| wall.distance(place));
        distances.fold(f32::INFINITY, f32::min)
    }

    /// A random place where the body has `cells` cells of room; `None` after 1000 failed tries.
    pub(super) fn free_place(&self, stream: &mut SplitMix64, cells: f32) -> Option<Vec2> {
        let size = self.size();
        (0..1000).find_map(|_| {
            let place = Vec2::new(
                stream.random_range(0.0..size.x),
                stream.random_range(0.0..size.y),
            );
            (self.clearance(place) >= self.radius + cells * self.cell_size).then_some(place)
        })
    }
}
