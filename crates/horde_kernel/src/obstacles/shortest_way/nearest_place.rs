//! The reachable place nearest to a goal that no way reaches.

use super::line::Line;
use super::{Node, Search, Terrain, Wall, Way};
use crate::math::vector::direction_and_length;
use glam::Vec2;

/// The largest number of successive walls along which a body slides nearer to the goal.
const MOST_SLIDES: usize = 8;
/// The least gain of a slide along another wall, in multiples of the clearance.
const LEAST_GAIN: f32 = 0.05;
/// Distance from a wall to a candidate position, in multiples of the clearance.
const BESIDE_WALL: f32 = 1.001;

impl<T: Terrain> Search<'_, T> {
    /// The place beside the walls in sight that is nearest to the goal, and the way there.
    pub(super) fn nearest_place(&mut self) -> Option<(Vec2, Way)> {
        let places = core::mem::take(&mut self.memory.places);
        let mut nearest: Option<(Vec2, Way)> = None;
        for (node, line, wall) in &places {
            let (mut from, mut bearing, mut wall) = (line.start, line.bearing, *wall);
            // Slides from wall to wall while that leads nearer to the goal.
            for slides in 0..MOST_SLIDES {
                let places = self.places_at(from, bearing, &wall);
                let least_gain = if slides == 0 {
                    BESIDE_WALL - 1.0
                } else {
                    LEAST_GAIN
                };
                let tolerance = least_gain * wall.clearance;
                let mut is_nearer = false;
                for place in places.into_iter().flatten() {
                    let way = place.distance(self.goal);
                    if nearest.is_none_or(|(known, _)| way < known.distance(self.goal) - tolerance)
                    {
                        nearest = Some((place, self.way_to(place, node, line)));
                        (from, is_nearer) = (place, true);
                    }
                }
                let Some((toward, rest)) = direction_and_length(self.goal - from) else {
                    break;
                };
                let next = self.cast(from, toward, rest);
                let Some(next) = next.filter(|_| is_nearer) else {
                    break;
                };
                (bearing, wall) = (toward, next);
            }
        }
        self.memory.places = places;
        nearest
    }

    /// The place where a line meets a wall, and the place nearest to the goal to which the body
    /// slides along the wall, at most up to another wall.
    fn places_at(&mut self, from: Vec2, bearing: Vec2, wall: &Wall) -> [Option<Vec2>; 2] {
        let met = from + bearing * wall.distance;
        let out = direction_and_length(met - wall.edge.nearest(met));
        let out = out.map_or(-bearing, |(out, _)| out);
        let beside = wall.edge.nearest(self.goal) + out * (wall.clearance * BESIDE_WALL);
        let along = direction_and_length(beside - met).map(|(bearing, length)| {
            let start = met + out * (wall.clearance * (BESIDE_WALL - 1.0));
            let beyond = self.cast(start, bearing, length);
            start + bearing * beyond.map_or(length, |wall| wall.distance)
        });
        [Some(met), along]
    }

    /// The first wall along a line, which counts as drawn.
    fn cast(&mut self, from: Vec2, bearing: Vec2, length: f32) -> Option<Wall> {
        self.memory.work.lines += 1;
        self.terrain.first_wall(from, bearing, length)
    }

    /// The way from the start through a node to a place at a wall.
    fn way_to(&mut self, place: Vec2, node: &Node, line: &Line) -> Way {
        let (bearing, length) =
            direction_and_length(place - line.start).unwrap_or((node.arrival, 0.0));
        let is_beginning = node.side.is_none();
        Way {
            bearing: if !is_beginning {
                node.bearing
            } else if self.cast(line.start, bearing, length).is_none() {
                bearing
            } else {
                line.bearing
            },
            corner: node.first,
            exit: node.exit,
            length: node.length + length,
            is_seen: true,
            is_known: true,
            is_guess: false,
        }
    }
}
