//! A few agents that look round together, one in each lane.

use super::Neighborhood;
use super::records::{Avoider, Courtesy};
use crate::behaviors::AvoidanceModel;
use crate::kernel::lanes::{Lanes, MOST_LANES, Mask, Vectors, Words};
use crate::kernel::traffic::Wishes;
use crate::kernel::view::ViewCones;
use crate::perception::{Body, Looker};
use bevy::prelude::*;
use pulp::Simd;

/// Agents that look round together are within so many of their ranges of each other.
const LONGEST: f32 = 6.0;
/// The farthest-seeing of them sees so many times as far as the others, at most.
const MOST_UNLIKE: f32 = 1.5;

/// Places of agents that lie near each other, and the box round them.
pub(super) struct Group {
    places: [u32; MOST_LANES],
    count: usize,
    most: usize,
    low: Vec2,
    high: Vec2,
    least_range: f32,
    /// The farthest that any of them looks.
    pub(super) range: f32,
}

impl Group {
    /// A group for so many at `most`, with its first agent.
    pub(super) fn new(place: usize, position: Vec2, range: f32, most: usize) -> Self {
        Self {
            places: [place as u32; MOST_LANES],
            count: 1,
            most,
            low: position,
            high: position,
            least_range: range,
            range,
        }
    }

    /// Adds an agent; `false` when it is too far off, looks too far or not as far, or there are enough.
    pub(super) fn add(&mut self, place: usize, position: Vec2, range: f32) -> bool {
        let (low, high) = (self.low.min(position), self.high.max(position));
        let (least_range, most_range) = (self.least_range.min(range), self.range.max(range));
        let size = high - low;
        let fits = self.count < self.most
            && size.x <= LONGEST * least_range
            && size.y <= least_range
            && most_range <= MOST_UNLIKE * least_range;
        if fits {
            self.places[self.count] = place as u32;
            self.count += 1;
            (self.low, self.high) = (low, high);
            (self.least_range, self.range) = (least_range, most_range);
        }
        fits
    }

    /// The box that holds everybody within `reach` of any of them.
    pub(super) fn surroundings(&self, reach: f32) -> (Vec2, Vec2) {
        (self.low - reach, self.high + reach)
    }

    /// The places of its agents in the cell order.
    pub(super) fn places(&self) -> &[u32] {
        &self.places[..self.count]
    }
}

/// What holds for all of some agents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    /// Whether they perceive everybody, and flock with everybody.
    pub(super) has_no_groups: bool,
    /// How many neighbours count for each of them at least.
    pub(super) least_neighbors: u32,
}

impl Common {
    /// Of those lookers whose `ranges` are above 0; `everybody_belongs` to some group.
    pub(super) fn of(lookers: &[Looker], ranges: &[f32], everybody_belongs: bool) -> Self {
        let (mut perceives, mut flockmates, mut least_neighbors) = (u32::MAX, u32::MAX, u32::MAX);
        let looking = lookers.iter().zip(ranges);
        for (looker, _) in looking.filter(|(_, range)| **range > 0.0) {
            perceives &= looker.perceives;
            flockmates &= looker.rules.flockmates;
            least_neighbors = least_neighbors.min(looker.most_neighbors());
        }
        Self {
            has_no_groups: everybody_belongs && perceives & flockmates == u32::MAX,
            least_neighbors,
        }
    }
}

/// The agents of a group, as columns.
pub(super) struct Block<S: Simd> {
    pub(super) simd: S,
    pub(super) places: Words<S>,
    pub(super) position: Vectors<S>,
    pub(super) velocity: Vectors<S>,
    pub(super) heading: Vectors<S>,
    pub(super) max_speed: Lanes<S>,
    pub(super) max_force: Lanes<S>,
    pub(super) perceives: Words<S>,
    pub(super) common: Common,
    pub(super) flockmates: Words<S>,
    pub(super) most_neighbors: Words<S>,
    /// The square of the farthest that any rule looks; negative in lanes without an agent.
    pub(super) range_squared: Lanes<S>,
    pub(super) separation: RuleLanes<S>,
    pub(super) alignment: RuleLanes<S>,
    pub(super) cohesion: RuleLanes<S>,
}

/// A rule of several agents.
pub(super) struct RuleLanes<S: Simd> {
    pub(super) view: ViewCones<S>,
    pub(super) range: Lanes<S>,
    pub(super) weight: Lanes<S>,
}

/// One number of each of several agents.
type Column = [f32; MOST_LANES];

impl<S: Simd> Block<S> {
    #[inline(always)]
    /// The agents of `group`; `all_lookers` and how far they look are those from the place `first` on.
    pub(super) fn load(
        simd: S,
        group: &Group,
        hood: &Neighborhood,
        all_lookers: &[Looker],
        all_ranges: &[f32],
        common: &Common,
        first: usize,
    ) -> Self {
        let mut lookers = [&Looker::NONE; MOST_LANES];
        let mut bodies = [&hood.bodies[group.places[0] as usize]; MOST_LANES];
        let mut ranges = [0.0; MOST_LANES];
        for (lane, place) in group.places().iter().enumerate() {
            let place = *place as usize;
            bodies[lane] = &hood.bodies[place];
            lookers[lane] = &all_lookers[place - first];
            ranges[lane] = all_ranges[place - first];
        }
        let looker = |field: fn(&Looker) -> f32| Lanes::load(simd, &lookers.map(field));
        let word = |field: fn(&Looker) -> u32| Words::load(simd, &lookers.map(field));
        let body = |field: fn(&Body) -> f32| Lanes::load(simd, &bodies.map(field));
        let range = Lanes::load(simd, &ranges);
        let looks = range.is_above(range.like(0.0));
        Self {
            simd,
            places: Words::load(simd, &group.places),
            position: Vectors {
                x: body(|body| body.position.x),
                y: body(|body| body.position.y),
            },
            velocity: Vectors {
                x: body(|body| body.velocity.x),
                y: body(|body| body.velocity.y),
            },
            heading: Vectors {
                x: looker(|looker| looker.heading.x),
                y: looker(|looker| looker.heading.y),
            },
            max_speed: looker(|looker| looker.max_speed),
            max_force: looker(|looker| looker.max_force),
            perceives: word(|looker| looker.perceives),
            common: *common,
            flockmates: word(|looker| looker.rules.flockmates),
            most_neighbors: word(Looker::most_neighbors),
            range_squared: looks.select(range * range, range.like(-1.0)),
            separation: RuleLanes::load(
                looker(|looker| looker.rules.separation.range),
                looker(|looker| looker.rules.separation.least_cosine),
                looker(|looker| looker.rules.separation.weight),
            ),
            alignment: RuleLanes::load(
                looker(|looker| looker.rules.alignment.range),
                looker(|looker| looker.rules.alignment.least_cosine),
                looker(|looker| looker.rules.alignment.weight),
            ),
            cohesion: RuleLanes::load(
                looker(|looker| looker.rules.cohesion.range),
                looker(|looker| looker.rules.cohesion.least_cosine),
                looker(|looker| looker.rules.cohesion.weight),
            ),
        }
    }
}

impl<S: Simd> RuleLanes<S> {
    #[inline(always)]
    fn load(range: Lanes<S>, least_cosine: Lanes<S>, weight: Lanes<S>) -> Self {
        Self {
            view: ViewCones::new(range, least_cosine),
            range,
            weight,
        }
    }
}

/// How the agents of a group avoid others, as columns.
pub(super) struct AvoiderBlock<S: Simd> {
    /// Negative where the rule is off.
    pub(super) range_squared: Lanes<S>,
    pub(super) keeps_limits: Mask<S>,
    pub(super) way: Lanes<S>,
    pub(super) margin: Lanes<S>,
    pub(super) horizon: Lanes<S>,
    pub(super) braking_time: Lanes<S>,
    pub(super) shove: Lanes<S>,
    pub(super) force: Lanes<S>,
    pub(super) most_change: Lanes<S>,
    pub(super) radius: Lanes<S>,
    pub(super) memberships: Words<S>,
    pub(super) readiness: Lanes<S>,
    pub(super) priority: Words<S>,
    pub(super) wishes: Wishes<S>,
}

impl<S: Simd> AvoiderBlock<S> {
    #[inline(always)]
    /// The agents of `group`; `all_avoiders` are those from the place `first` on.
    pub(super) fn load(
        simd: S,
        group: &Group,
        hood: &Neighborhood,
        all_avoiders: &[Avoider],
        first: usize,
    ) -> Self {
        let mut avoiders = [&Avoider::NONE; MOST_LANES];
        let mut courtesies = [&Courtesy::NONE; MOST_LANES];
        let mut bodies = [&hood.bodies[group.places[0] as usize]; MOST_LANES];
        for (lane, place) in group.places().iter().enumerate() {
            bodies[lane] = &hood.bodies[*place as usize];
            courtesies[lane] = &hood.courtesies[*place as usize];
            avoiders[lane] = &all_avoiders[*place as usize - first];
        }
        let avoider = |field: fn(&Avoider) -> f32| Lanes::load(simd, &avoiders.map(field));
        let courtesy = |field: fn(&Courtesy) -> f32| Lanes::load(simd, &courtesies.map(field));
        let model = |avoider: &Avoider| match avoider.model {
            AvoidanceModel::VelocityLimits => 1.0,
            AvoidanceModel::ClosestApproach => 0.0,
        };
        let range = avoider(|avoider| avoider.range);
        let avoids = range.is_above(range.like(0.0));
        let models: Column = avoiders.map(model);
        Self {
            range_squared: avoids.select(range * range, range.like(-1.0)),
            keeps_limits: Lanes::load(simd, &models).is_above(range.like(0.0)),
            way: avoider(|avoider| avoider.way),
            margin: avoider(|avoider| avoider.margin),
            horizon: avoider(|avoider| avoider.horizon),
            braking_time: avoider(|avoider| avoider.braking_time),
            shove: avoider(|avoider| avoider.shove),
            force: avoider(|avoider| avoider.force),
            most_change: avoider(|avoider| avoider.most_change),
            radius: Lanes::load(simd, &bodies.map(|body| body.radius)),
            memberships: Words::load(simd, &bodies.map(|body| body.memberships)),
            readiness: courtesy(|courtesy| courtesy.readiness),
            priority: Words::load(simd, &courtesies.map(|courtesy| courtesy.priority)),
            wishes: Wishes {
                velocity: Vectors {
                    x: courtesy(|courtesy| courtesy.wanted.x),
                    y: courtesy(|courtesy| courtesy.wanted.y),
                },
                direction: Vectors {
                    x: courtesy(|courtesy| courtesy.direction.x),
                    y: courtesy(|courtesy| courtesy.direction.y),
                },
            },
        }
    }
}
