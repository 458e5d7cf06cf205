//! Random obstacles of every kind, the same in every run.

use crate::slow_geometry::Placement;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::TAU;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// A random number generator with helpers for scenes.
pub struct Dice(SplitMix64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub fn number(&mut self, low: f32, high: f32) -> f32 {
        self.0.random_range(low..high)
    }

    /// An integer below `count`.
    pub fn whole(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }

    /// True with probability `1 / count`.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.whole(count) == 0
    }

    pub fn point(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.number(-reach, reach), self.number(-reach, reach))
    }

    pub fn direction(&mut self) -> Vec2 {
        Vec2::from_angle(self.number(0.0, TAU))
    }

    fn points(&mut self, count: usize, reach: f32) -> Vec<Vec2> {
        (0..count).map(|_| self.point(reach)).collect()
    }

    /// Corners of a star around the origin, without self-intersection.
    pub fn star(&mut self, corners: usize, least: f32, most: f32) -> Vec<Vec2> {
        let step = TAU / corners as f32;
        (0..corners)
            .map(|corner| {
                let angle = (corner as f32 + self.number(0.0, 0.8)) * step;
                Vec2::from_angle(angle) * self.number(least, most)
            })
            .collect()
    }

    /// A shape of any kind, of about `size`.
    pub fn shape(&mut self, size: f32) -> ObstacleShape {
        match self.whole(8) {
            0 => ObstacleShape::Circle {
                radius: self.number(0.05, 0.7) * size,
            },
            1 => ObstacleShape::Segment {
                start: self.point(size),
                end: self.point(size),
            },
            2 => {
                let count = 2 + self.whole(14);
                ObstacleShape::Polyline {
                    points: self.points(count, size),
                    closed: false,
                }
            }
            3 => {
                let corners = 3 + self.whole(14);
                ObstacleShape::Polyline {
                    points: self.star(corners, 0.4 * size, size),
                    closed: true,
                }
            }
            4 => ObstacleShape::Rectangle {
                half_size: Vec2::new(self.number(0.01, 1.0), self.number(0.01, 1.0)) * size,
            },
            5 => {
                let corners = 4 + self.whole(14);
                let mut points = self.star(corners, 0.2 * size, size);
                if self.one_in(2) {
                    points.reverse();
                }
                ObstacleShape::Polygon { points }
            }
            6 => ObstacleShape::Polygon {
                points: RegularPolygon::new(
                    self.number(0.2, 1.0) * size,
                    3 + self.0.random_range(0..9),
                )
                .vertices(0.0)
                .into_iter()
                .collect(),
            },
            _ => ObstacleShape::Capsule {
                start: self.point(size),
                end: self.point(size),
                radius: self.number(0.02, 0.4) * size,
            },
        }
    }

    /// A position within `reach`, a rotation, and often a scale, uneven or mirrored.
    pub fn placement(&mut self, reach: f32) -> Placement {
        let mut scale = Vec2::ONE;
        if self.one_in(2) {
            scale = Vec2::new(self.number(0.4, 1.6), self.number(0.4, 1.6));
        }
        if self.one_in(4) {
            scale.x = -scale.x;
        }
        Placement {
            at: self.point(reach),
            angle: self.number(-7.0, 7.0),
            scale,
        }
    }
}
