//! The free place nearest to a point, for a body.

use super::agent_index::AgentIndex;
use super::{FilteredSteeringQuery, SteeringQuery};
use crate::obstacle::{ObstacleIndex, PlacedObstacle, entity_of};
use crate::space::IntoPlane;
use bevy::prelude::*;
use core::f32::consts::TAU;
use horde_kernel::obstacles::bounds::Bounds;
use horde_kernel::obstacles::edge::Edge;
use horde_kernel::solidity::nearest_free_position::{Barrier, nearest_free_position};

/// The gap that a body keeps from surfaces, radii.
const GAP: f32 = 2e-3;
/// The most edges and bodies among which the nearest place is exact.
const MOST_BARRIERS: usize = 24;
/// The first distance of the search, radii.
const NEAR: f32 = 2.0;
/// The distance between the rings of a search among many edges and bodies, radii.
const RING: f32 = 0.5;
/// The most rings.
const MOST_RINGS: u32 = 200;

impl SteeringQuery<'_, '_> {
    /// Returns the place nearest to `place` where a body of `radius` touches no solid obstacle and
    /// no solid agent, at most `range` away; `None` without one. So a game spawns a unit beside a
    /// barracks, or puts down what a player drags.
    ///
    /// The way there may be closed. Among more than 24 edges and bodies the place is up to half a
    /// radius farther than the nearest, and the search ends 100 radii away. Agents and obstacles
    /// are where the other questions find them: two bodies that spawn in one tick need two places.
    pub fn nearest_free_place<P: IntoPlane>(&self, place: P, radius: f32, range: f32) -> Option<P> {
        FilteredSteeringQuery::new(self).nearest_free_place(place, radius, range)
    }
}

impl FilteredSteeringQuery<'_, '_, '_> {
    /// Returns the place nearest to `place` where a body of `radius` touches no solid obstacle and
    /// no solid agent that fits, at most `range` away. See [`SteeringQuery::nearest_free_place`].
    /// `in_groups(0)` leaves out all agents.
    pub fn nearest_free_place<P: IntoPlane>(&self, place: P, radius: f32, range: f32) -> Option<P> {
        let space = *self.query.space;
        let from = place.into_plane(space);
        let is_usable = from.is_finite() && radius > 0.0 && radius.is_finite() && range >= 0.0;
        if !is_usable {
            return None;
        }
        let rounding = 8.0 * f32::EPSILON * from.abs().max_element();
        self.query.ask(|agents, obstacles| {
            let bodies = agents.agents().iter();
            let search = Search {
                query: self,
                agents,
                obstacles,
                from,
                clearance: radius * (1.0 + GAP) + rounding,
                tolerance: 0.5 * radius * GAP,
                largest: bodies.map(|body| body.body_radius).fold(0.0, f32::max),
            };
            let found = search.nearest(radius, range)?;
            Some(place.with_plane(found, space))
        })
    }
}

/// A search for a free place.
struct Search<'a, 'q, 'w, 's> {
    query: &'a FilteredSteeringQuery<'q, 'w, 's>,
    agents: &'a AgentIndex,
    obstacles: &'a ObstacleIndex,
    from: Vec2,
    /// The distance that the center keeps from surfaces.
    clearance: f32,
    /// How much nearer it may be, for rounding.
    tolerance: f32,
    /// The radius of the largest agent.
    largest: f32,
}

impl Search<'_, '_, '_, '_> {
    fn nearest(&self, radius: f32, range: f32) -> Option<Vec2> {
        if self.is_free(self.from) {
            return Some(self.from);
        }
        let mut reach = NEAR * radius;
        while let Some(barriers) = self.barriers(reach + self.clearance) {
            let is_free = |place: bevy::math::DVec2| self.is_free(place.as_vec2());
            let found = nearest_free_position(self.from.as_dvec2(), &barriers, is_free);
            let found = found.map(|place| place.as_vec2());
            // A place beyond the reach need not be the nearest.
            if let Some(found) = found
                && found.distance(self.from) <= reach.min(range)
            {
                return Some(found);
            }
            if reach >= range {
                return None;
            }
            reach *= 2.0;
        }
        self.on_rings(RING * radius, range)
    }

    /// Looks at places on rings round the point.
    fn on_rings(&self, step: f32, range: f32) -> Option<Vec2> {
        (1..=MOST_RINGS).find_map(|ring| {
            let away = step * ring as f32;
            let count = (TAU * ring as f32).ceil();
            let mut numbers = 0..count as u32;
            let place = numbers.find_map(|number| {
                let angle = TAU * number as f32 / count;
                let place = self.from + away * Vec2::from_angle(angle);
                self.is_free(place).then_some(place)
            });
            place.filter(|_| away <= range)
        })
    }

    /// The edges and bodies within reach; `None` if they are too many.
    fn barriers(&self, reach: f32) -> Option<Vec<Barrier>> {
        let mut barriers = Vec::new();
        let disc = Bounds::of_disc(self.from, reach);
        self.obstacles
            .visit_unclear(self.from, reach, |_, obstacle| {
                if !self.counts(obstacle) {
                    return;
                }
                let shape = &obstacle.shape;
                shape.visit_edges(
                    |bounds| bounds.overlaps(&disc),
                    |_, edge| {
                        barriers.push(Barrier {
                            edge: *edge,
                            clearance: f64::from(self.clearance + shape.radius()),
                            is_filled: shape.is_filled(),
                        });
                    },
                );
            });
        self.visit_bodies(self.from, reach, |center, radius| {
            barriers.push(Barrier {
                edge: Edge {
                    start: center,
                    end: center,
                },
                clearance: f64::from(self.clearance + radius),
                is_filled: false,
            });
        });
        (barriers.len() <= MOST_BARRIERS).then_some(barriers)
    }

    /// Calls `visit` with the center and radius of each solid agent within reach.
    fn visit_bodies(&self, center: Vec2, reach: f32, mut visit: impl FnMut(Vec2, f32)) {
        self.agents
            .bodies()
            .visit_within(center, reach + self.largest, |_, body, _| {
                let agent = self.agents.entities()[body.slot as usize];
                let is_solid = self
                    .query
                    .query
                    .states
                    .get(agent)
                    .is_ok_and(|(_, it)| it.solid);
                if is_solid && self.query.accepts_agent(self.agents, body) {
                    visit(body.position, body.radius);
                }
            });
    }

    fn counts(&self, obstacle: &PlacedObstacle) -> bool {
        obstacle.solid && self.query.accepts_obstacle(entity_of(obstacle.id))
    }

    fn is_free(&self, place: Vec2) -> bool {
        let least = self.clearance - self.tolerance;
        let counts = |obstacle: &PlacedObstacle| self.counts(obstacle);
        if !place.is_finite() || !self.obstacles.fits_among(place, least, counts) {
            return false;
        }
        let mut is_free = true;
        self.visit_bodies(place, least, |center, radius| {
            is_free &= center.distance(place) >= least + radius;
        });
        is_free
    }
}
