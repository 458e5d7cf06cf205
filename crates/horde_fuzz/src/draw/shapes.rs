//! Random obstacles.

use super::Dice;
use crate::act::Place;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::TAU;

impl Dice {
    /// Corners around the origin, sorted by angle, so that edges do not cross.
    pub fn star(&mut self, corners: usize, least: f32, most: f32) -> Vec<Vec2> {
        let step = TAU / corners as f32;
        (0..corners)
            .map(|corner| {
                let angle = (corner as f32 + self.number(0.0, 0.8)) * step;
                Vec2::from_angle(angle) * self.number(least, most)
            })
            .collect()
    }

    /// The corners of a ring about the origin with a free inside.
    pub fn ring(&mut self, size: f32) -> Vec<Vec2> {
        match self.whole(4) {
            0 => {
                let (x, y) = (self.number(0.3, 1.0) * size, self.number(0.3, 1.0) * size);
                vec![vec2(x, y), vec2(-x, y), vec2(-x, -y), vec2(x, -y)]
            }
            1 => {
                let corners = 3 + self.whole(9);
                (0..corners)
                    .map(|corner| Vec2::from_angle(corner as f32 * TAU / corners as f32) * size)
                    .collect()
            }
            2 => {
                let corners = self.few(12, 200);
                self.star(corners, 0.6 * size, size)
            }
            _ => {
                let corners = 4 + self.whole(12);
                self.star(corners, 0.3 * size, size)
            }
        }
    }

    /// A random shape of about this size.
    pub fn shape(&mut self, size: f32) -> ObstacleShape {
        match self.whole(9) {
            0 | 8 => ObstacleShape::Circle {
                radius: self.number(0.05, 0.7) * size,
            },
            1 => ObstacleShape::Segment {
                start: self.point(size),
                end: self.point(size),
            },
            2 => {
                let count = self.few(2, 16);
                ObstacleShape::Polyline {
                    points: (0..count).map(|_| self.point(size)).collect(),
                    closed: self.one_in(4),
                }
            }
            3 => ObstacleShape::Polyline {
                points: self.ring(size),
                closed: true,
            },
            4 => ObstacleShape::Rectangle {
                half_size: vec2(self.number(0.01, 1.0), self.number(0.01, 1.0)) * size,
            },
            5 => {
                let corners = self.few(4, 60);
                let mut points = self.star(corners, 0.2 * size, size);
                if self.one_in(2) {
                    points.reverse();
                }
                ObstacleShape::Polygon { points }
            }
            6 => {
                // Most of these touch themselves.
                let count = self.few(3, 8);
                ObstacleShape::Polygon {
                    points: (0..count).map(|_| self.point(size)).collect(),
                }
            }
            _ => ObstacleShape::Capsule {
                start: self.point(size),
                end: self.point(size),
                radius: self.number(0.02, 0.4) * size,
            },
        }
    }

    /// A polygon that is hard to leave from inside.
    pub fn jagged(&mut self, size: f32) -> ObstacleShape {
        let corners = match self.whole(8) {
            0 => self.few(500, 5000),
            _ => self.few(8, 600),
        };
        let points = match self.whole(3) {
            // A comb with parallel teeth.
            0 => {
                let teeth = (corners / 2).max(2);
                let step = 2.0 * size / teeth as f32;
                let teeth = (0..teeth).flat_map(|tooth| {
                    let x = tooth as f32 * step - size;
                    let tip = self.number(0.1, 1.0) * size;
                    [vec2(x, -0.9 * size), vec2(x + 0.5 * step, tip)]
                });
                let mut points: Vec<_> = teeth.collect();
                points.extend([vec2(size, -size), vec2(-size, -size)]);
                points
            }
            1 => self.star(corners, 0.05 * size, size),
            _ => self.star(corners, 0.7 * size, size),
        };
        ObstacleShape::Polygon { points }
    }

    /// A place at `at`, often with a random rotation, or with a scale that is uneven or mirrored.
    pub fn placement(&mut self, at: Vec2) -> Place {
        let mut place = Place {
            at,
            angle: 0.0,
            scale: Vec2::ONE,
        };
        if self.one_in(2) {
            place.angle = self.number(-7.0, 7.0);
        }
        if self.one_in(3) {
            place.scale = vec2(self.number(0.4, 1.6), self.number(0.4, 1.6));
        }
        if self.one_in(6) {
            place.scale.x = -place.scale.x;
        }
        place
    }
}
