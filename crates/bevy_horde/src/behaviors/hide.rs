//! Hide: keep obstacles between an agent and threats.

use super::goal::active;
use super::order::begin_journey;
use super::targets::Targets;
use crate::arbitration::{BehaviorForces, Goal};
use crate::length::Length;
use crate::obstacle::{ObstacleIndex, PlacedObstacle, entity_of, obstacle_of};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::target::Target;
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::math::vector::direction;
use smallvec::SmallVec;

/// Another place has to be nearer than this part of the distance to the known place.
const NEARER_PART: f32 = 0.7;
/// A place does not count if it is more than this many times as far from the agent as from a
/// threat: the threat would be there first.
const DISTANCE_RATIO: f32 = 1.5;
/// The first search reaches this many times the distance of a place from its obstacle, or this part
/// of `sight`.
const FIRST_REACH: f32 = 8.0;
const LEAST_REACH: f32 = 1e-5;
/// Each further search reaches this many times as far.
const REACH_GROWTH: f32 = 4.0;

/// Hides behind obstacles from one threat or several.
///
/// Acts while a threat is within `range`. The agent goes to a place behind an opaque obstacle where
/// no threat sees its middle or its sides, and stays there. Of several places it takes the nearest
/// that is at most 1.5 times as far from the agent as from each threat. It keeps its choice until
/// another place is much nearer, or a threat sees the place. Without such a place the behavior adds
/// nothing: add [`Evade`](super::Evade) or [`Flee`](super::Flee). An obstacle of any shape hides the
/// agent, a long wall too, unless it is narrower than the body. Used alone the agent walks into
/// obstacles on the way; add [`AvoidObstacles`](super::AvoidObstacles).
///
/// Source: hide, Buckland, "Programming Game AI by Example" (2005). The published form knows round
/// obstacles only. It takes the place nearest to the agent even behind the threat, and changes its
/// mind in every tick.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `threats` | from what to hide | none | any | - | none |
/// | `range` | how near a threat is when it matters, center to center, world units | infinite | 0 and up | hides earlier | 0 |
/// | `sight` | how far to look for obstacles | 25 radii | 0 and up | finds more places, slower | 0 |
/// | `gap` | gap to the obstacle | 0.5 radii | 0 and up | stands farther off | 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, MapEntities, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, HideState)]
#[component(on_insert = begin_journey)]
pub struct Hide {
    /// The targets from which the agent hides.
    #[entities]
    pub threats: Vec<Target>,
    /// Threats within this distance matter, center to center, world units.
    pub range: f32,
    /// How far the agent looks for obstacles.
    pub sight: Length,
    /// Gap between body and obstacle.
    pub gap: Length,
    /// Factor on the force.
    pub weight: f32,
}

impl Hide {
    /// Hides from one threat.
    pub fn new(threat: impl Into<Target>) -> Self {
        Self::from_all([threat.into()])
    }

    /// Hides from several threats.
    pub fn from_all(threats: impl IntoIterator<Item = Target>) -> Self {
        Self {
            threats: threats.into_iter().collect(),
            ..default()
        }
    }
}

impl Default for Hide {
    fn default() -> Self {
        Self {
            threats: Vec::new(),
            range: f32::INFINITY,
            sight: Length::Radii(25.0),
            gap: Length::Radii(0.5),
            weight: 1.0,
        }
    }
}

/// Where an agent hides. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct HideState {
    /// The hiding place, in the plane; `None` without one.
    pub place: Option<Vec2>,
}

pub(crate) fn hide(
    // Inputs
    targets: Targets,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    // Output
    mut agents: Query<(
        Entity,
        &Hide,
        &AgentState,
        &mut HideState,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = targets.time.delta_secs();
    for_each_agent(
        &mut agents,
        Cost::High,
        |(entity, hide, state, mut memory, mut forces, mut trace)| {
            let Some((check, weight)) = active(&warnings, entity, state, "Hide", hide.weight)
            else {
                return;
            };
            let radius = state.body_radius;
            let range = check.at_least_zero_or_infinite("range", hide.range, 0.0);
            let gap = check.at_least_zero("gap", hide.gap.resolve(radius), 0.0);
            let sight = check.at_least_zero("sight", hide.sight.resolve(radius), 0.0);
            let (mut threats, mut bodies) = (SmallVec::new(), SmallVec::from_iter([entity]));
            for target in &hide.threats {
                let found = targets.find(entity, *target, check, "threats");
                let near = found.filter(|it| it.position.distance(state.position) <= range);
                let Some(threat) = near else {
                    continue;
                };
                threats.push(threat.position);
                bodies.extend(match target {
                    Target::Entity(threat) => Some(*threat),
                    _ => targets.agents.entities().get(threat.slot as usize).copied(),
                });
            }
            let hiding = Hiding {
                entity,
                obstacles: &obstacles,
                bodies,
                threats,
                position: state.position,
                radius,
                gap,
            };
            let known = memory.place.filter(|place| place.is_finite());
            let place = hiding.place(known, sight);
            memory.set_if_neq(HideState { place });
            if let Some(place) = place {
                let goal = Goal::arrive(state, tick, place, Vec2::ZERO).with_weight(weight);
                let mut forces = forces.of(check.component(), (state, tick), trace.as_deref_mut());
                forces.head_for(goal);
            }
        },
    );
}

/// An agent that looks for a place to hide.
struct Hiding<'a> {
    entity: Entity,
    obstacles: &'a ObstacleIndex,
    /// The agent and the threats. Obstacles on these entities hide nothing.
    bodies: SmallVec<[Entity; 4]>,
    /// Where the threats are.
    threats: SmallVec<[Vec2; 4]>,
    position: Vec2,
    radius: f32,
    /// The gap to the obstacle, world units.
    gap: f32,
}

impl Hiding<'_> {
    /// The place where the agent hides. `None` without such a place or without a threat.
    fn place(&self, known: Option<Vec2>, sight: f32) -> Option<Vec2> {
        if self.threats.is_empty() {
            return None;
        }
        // Places behind an obstacle as seen from the centroid of the threats count, too.
        let centroid = self.threats.iter().sum::<Vec2>() / self.threats.len() as f32;
        let known = known.filter(|place| self.hides(*place));
        let mut nearest = known.map(|place| NEARER_PART * self.position.distance(place));
        let mut best = known;
        // Obstacles have no order. On a tie, compare the coordinates of the places.
        let is_before = |one: Vec2, other: Vec2| (one.x, one.y) < (other.x, other.y);
        let off = self.radius + self.gap;
        // The nearest obstacles first: those farther than the best place offer no better one.
        let (mut searched, mut reach) = (f32::NEG_INFINITY, FIRST_REACH * off);
        reach = reach.max(LEAST_REACH * sight).min(sight);
        loop {
            let (mut visited, is_last) = (0, reach >= sight);
            let visit = |_, obstacle: &PlacedObstacle| {
                let away = obstacle.shape.bounds().distance_along_axes(self.position);
                // The index may also visit some that are a little farther.
                visited += usize::from(away <= reach);
                let is_in_ring = away > searched && (away <= reach || is_last);
                if !obstacle.opaque || !is_in_ring {
                    return;
                }
                if nearest.is_some_and(|least| away > least + 2.0 * off) {
                    return;
                }
                for threat in self.threats.iter().chain([&centroid]) {
                    for place in self.behind(obstacle, *threat).into_iter().flatten() {
                        let distance = self.position.distance(place);
                        let is_nearer = nearest.is_none_or(|least| {
                            let is_first = || best.is_some_and(|best| is_before(place, best));
                            distance < least || (distance == least && is_first())
                        });
                        if is_nearer && self.is_first_there(place) && self.hides(place) {
                            (nearest, best) = (Some(distance), Some(place));
                        }
                    }
                }
            };
            self.obstacles.visit_near(self.position, reach, visit);
            let enough = nearest.map(|least| least + 2.0 * off);
            let is_everything = visited == self.obstacles.obstacles().len();
            if is_last || is_everything || enough.is_some_and(|enough| enough <= reach) {
                break;
            }
            searched = reach;
            reach = enough.unwrap_or(REACH_GROWTH * reach).min(sight);
        }
        best
    }

    /// The places behind an obstacle, as seen from a threat: behind its middle, and behind its part
    /// nearest to the agent.
    fn behind(&self, obstacle: &PlacedObstacle, threat: Vec2) -> [Option<Vec2>; 2] {
        let bounds = obstacle.shape.bounds();
        let size = bounds.min.distance(bounds.max);
        let off = self.radius + self.gap;
        let middle = (bounds.min + bounds.max) * 0.5;
        let end = obstacle.shape.nearest(self.position).point;
        // Not behind the nearest point itself, because half of the body would stick out.
        let beside = end + (middle - end).clamp_length_max(2.0 * off);
        [middle, beside].map(|through| {
            let away = direction(through - threat)?;
            let outside = through + away * (size + 2.0 * off);
            let hit = (obstacle.shape).cast(outside, -away, 2.0 * size + 2.0 * off, off)?;
            Some(outside - away * hit.distance)
        })
    }

    /// Whether no threat sees the middle or either side of a body at a place, and the body fits
    /// there.
    fn hides(&self, place: Vec2) -> bool {
        let is_hidden = |threat: &Vec2| {
            let side = direction(place - threat).unwrap_or(Vec2::X).perp() * self.radius;
            let mut parts = [place - side, place, place + side].into_iter();
            let is_seen = |part| {
                let is_body = |obstacle| self.bodies.contains(&entity_of(obstacle));
                self.obstacles.line_of_sight_past(*threat, part, is_body)
            };
            parts.all(|part| !is_seen(part))
        };
        let is_other = |obstacle: &PlacedObstacle| obstacle.id != obstacle_of(self.entity);
        place.is_finite()
            && self.threats.iter().all(is_hidden)
            && self.obstacles.fits_among(place, self.radius, is_other)
    }

    /// Whether a place is at most `DISTANCE_RATIO` times as far from the agent as from each threat.
    fn is_first_there(&self, place: Vec2) -> bool {
        let own = self.position.distance(place);
        let is_later = |threat: &Vec2| own <= DISTANCE_RATIO * threat.distance(place);
        self.threats.iter().all(is_later)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacle::Obstacle;
    use crate::space::MovementSpace;

    #[test]
    fn an_only_obstacle_hides_as_one_of_two() {
        let mut world = World::new();
        let [agent, wall, other] = [(); 3].map(|_| world.spawn_empty().id());
        // So far out that the search visits the wall before its reach gets there.
        let far = Vec2::new(-50_000.0, -300_000.0);
        let segment = Obstacle::segment(Vec2::ZERO, Vec2::new(0.54, 0.84));
        let there = Transform::from_translation((far + Vec2::X * 0.04).extend(0.0));
        let circle = Obstacle::circle(1.0);
        let away = Transform::from_translation(Vec3::splat(3e7));
        let both = [(wall, &segment, there, 0), (other, &circle, away, 0)];
        let places = [1, 2].map(|count| {
            let mut obstacles = ObstacleIndex::default();
            obstacles.replace_all(both[..count].iter().copied(), MovementSpace::Xy);
            let hiding = Hiding {
                entity: agent,
                obstacles: &obstacles,
                bodies: SmallVec::from_iter([agent]),
                threats: SmallVec::from_iter([Vec2::ZERO, Vec2::ZERO]),
                position: far,
                radius: 0.0,
                gap: 0.0,
            };
            hiding.place(None, 1.0)
        });
        assert!(places[0].is_some());
        assert_eq!(places[0], places[1]);
    }
}
