//! An agent's response to the obstacles around it.

use super::turn::Turn;
use super::view::{EdgeHit, ObstacleView};
use super::ways::{Detour, FEW_LINES, MOST_LINES, ViewMemory, WaySearch};
use super::{DetourState, Settings};
use crate::arbitration::{BehaviorForces, Goal, Refinement, Tier};
use crate::obstacle::{ObstacleIndex, PlacedObstacle, entity_of, obstacle_of};
use crate::perception::AgentState;
use crate::trace::{Feeler, Reason, SteeringTrace};
use bevy::prelude::*;
use horde_kernel::math::vector::{Side, direction_and_length, truncate};
use horde_kernel::obstacles::corridor::Corridor;
use horde_kernel::obstacles::outline::SurfacePoint;
use horde_kernel::obstacles::shortest_way::SearchWork;
use horde_kernel::obstacles::side::{SidePreferences, choose_side};

/// The inputs that all agents share.
pub(super) struct Surroundings<'a> {
    pub(super) tick: f32,
    pub(super) passing_side: Side,
    pub(super) index: &'a ObstacleIndex,
}

impl Surroundings<'_> {
    /// Whether nothing is near the agent, on its way to the goal, or in its corridor. A cheap test,
    /// which returns `false` when in doubt.
    #[inline(always)]
    pub(super) fn is_free(
        &self,
        settings: &Settings,
        state: &AgentState,
        goal: Option<&Goal>,
    ) -> bool {
        let way = goal.and_then(|goal| direction_and_length(goal.position - state.position));
        let (toward, distance) = way.unwrap_or((state.heading, 0.0));
        let length = if goal.is_some() { distance } else { f32::MAX };
        let ends = [
            state.position + toward * distance.min(settings.sight(false)),
            state.position + state.heading * settings.corridor.look_ahead.min(length),
        ];
        (self.index).are_clear(state.position, ends, settings.reach)
    }

    /// Turns one agent's goal, and pushes the agent off near obstacles. Returns the memory of the
    /// next tick.
    #[inline(never)]
    pub(super) fn avoid(
        &self,
        // Inputs
        agent: Entity,
        settings: &Settings,
        state: &AgentState,
        mut memory: DetourState,
        // Local
        view: &mut ViewMemory,
        // Output
        forces: &mut BehaviorForces,
        mut trace: Option<&mut SteeringTrace>,
    ) -> DetourState {
        let index = self.index;
        let ViewMemory { near, search } = view;
        search.nodes.work = SearchWork::default();
        let goal = forces.goal;
        let plan = goal.and_then(|goal| self.plan(agent, settings, state, &memory, goal.position));
        let is_due = memory.is_due();
        let sees = |goal: &Goal| self.sees(agent, settings, state, goal, &memory);
        let followed = plan.filter(|_| !is_due && !goal.as_ref().is_some_and(sees));
        let is_straight =
            !memory.is_passing && !memory.is_enclosed() && goal.as_ref().is_some_and(sees);
        let is_needed = followed.is_none() && !is_straight;
        near.clear();
        index.visit_unclear(state.position, settings.nearby(), |number, obstacle| {
            // An obstacle on the agent itself does not block it.
            if obstacle.id != obstacle_of(agent) {
                near.push(number);
            }
        });
        if near.is_empty() && (is_straight || goal.is_none()) && trace.is_none() {
            return DetourState::default();
        }
        let mut view = ObstacleView {
            index,
            own: obstacle_of(agent),
            near,
            position: state.position,
            reach: settings.reach,
            least_reach: settings.least_reach,
            #[cfg(test)]
            is_exhaustive: false,
            sight: settings.sight(true),
            longest: f32::INFINITY,
            // An agent without a goal searches in every tick in which something is ahead.
            most_lines: if goal.is_none() || memory.is_short_search() {
                FEW_LINES
            } else {
                MOST_LINES
            },
            goal: None,
        };
        let nearest_surface = view.squeeze();
        let (mut preferred, mut obstacle) = (None, None);
        if let Some(goal) = goal {
            let heads_for_nearest_place = forces.heads_for_nearest_place();
            let nearest = forces.place.filter(|place| place.is_nearest);
            let enclosure = nearest.and_then(|place| {
                let goal = place.surface.unwrap_or(place.goal);
                self.enclosure_now(goal, settings, state, &memory, &view, search)
            });
            let may_have_way = heads_for_nearest_place && enclosure.is_none();
            if may_have_way {
                // A way has opened. The agent takes it in the next tick.
                memory = DetourState::default();
            }
            let turn = self.turn(goal.position, state, memory);
            let mut detour = None;
            let mut seen = view.clone();
            if is_needed || trace.is_some() {
                let work = search.nodes.work;
                detour = turn.round_or_through(&mut seen, search, &mut trace);
                if !is_needed {
                    // A trace must not change the motion.
                    search.nodes.work = work;
                }
            }
            let plan = followed.or(plan.filter(|plan| plan.outlasts(detour.as_ref())));
            let is_guess = match plan {
                Some(_) => memory.is_open_ended,
                None => detour.is_some_and(|way| !way.is_known),
            };
            let is_open_ended = may_have_way || is_guess;
            if let Some(plan) = plan {
                detour = Some(plan.detour(goal.position - state.position));
                view.reach = plan.reach.min(view.reach);
                if let Some(trace) = &mut trace {
                    trace.bearing = detour.map(|detour| detour.bearing);
                }
            } else {
                view = seen;
            }
            if let Some(detour) = &detour {
                let turned = self.steer_along(detour, &goal, state, forces.pace);
                let mut forces =
                    forces.of(settings.behavior, (state, self.tick), trace.as_deref_mut());
                let around = detour.obstacle;
                forces.refine(Refinement::new(turned, Reason::Detours { around }));
                obstacle = Some(around);
            }
            // A settled agent that makes way has arrived, also where it finds no way aside.
            let makes_way = forces.is_settled && !heads_for_nearest_place;
            let ends_within = detour.filter(|detour| detour.ends_within.is_some() && !makes_way);
            let enclosure = match (heads_for_nearest_place, ends_within) {
                (true, Some(_)) => enclosure,
                (true, None) => enclosure.map(|enclosure| enclosure.keep(&memory, index, state)),
                (false, ends_within) => ends_within
                    .map(|detour| self.enclosure(goal.position, &detour, settings, state)),
            };
            let (before, time) = (memory, state.update_time(self.tick));
            memory = memory
                .then(detour, turn.toward)
                .within(enclosure)
                .planning(detour.as_ref(), state, goal.position, view.reach)
                .next_search(&before, time, state.slot, search.nodes.work.lines_in_all());
            memory.is_open_ended = is_open_ended;
            if memory.is_enclosed() && !before.is_enclosed() {
                // A second look finds places farther along the walls.
                memory.search_in = 0.0;
            }
            preferred = Some(PreferredWay {
                bearing: detour.map_or(turn.toward, |detour| detour.bearing),
                side: detour.map(|detour| detour.side),
                distance: turn.distance,
            });
        }
        self.keep_clear(
            settings,
            state,
            memory,
            preferred,
            obstacle,
            nearest_surface,
            &view,
            search,
            forces,
            trace,
        )
    }

    /// Pushes the agent away from obstacles in its corridor, toward the side of its chosen bearing,
    /// and off an obstacle that is too near.
    fn keep_clear(
        &self,
        // Inputs
        settings: &Settings,
        state: &AgentState,
        mut memory: DetourState,
        preferred: Option<PreferredWay>,
        mut obstacle: Option<Entity>,
        nearest_surface: Option<(SurfacePoint, &PlacedObstacle)>,
        view: &ObstacleView,
        // Local
        search: &mut WaySearch,
        // Output
        forces: &mut BehaviorForces,
        mut trace: Option<&mut SteeringTrace>,
    ) -> DetourState {
        let length = preferred.map_or(f32::INFINITY, |preferred| preferred.distance);
        let corridor = Corridor {
            margin: view.reach - state.body_radius,
            ..settings.corridor
        };
        let ahead = view.first_edge(state.heading, corridor.look_ahead.min(length));
        if preferred.is_none() {
            let hit = ahead.as_ref();
            let detour = hit.and_then(|hit| {
                self.detour_ahead(
                    hit,
                    corridor.look_ahead,
                    state,
                    &memory,
                    view,
                    search,
                    &mut trace,
                )
            });
            memory = memory.then(detour, Vec2::ZERO);
        }
        if let Some(trace) = &mut trace {
            let from = state.position;
            let feeler = feeler(&corridor, from, view.reach, length, ahead.as_ref());
            trace.feelers.push(feeler);
        }

        let motion_limits = state.motion_limits(self.tick);
        let mut force: Option<Vec2> = None;
        if let Some(hit) = &ahead {
            let entity = entity_of(self.index.obstacles()[hit.number as usize].id);
            obstacle = obstacle.or(Some(entity));
            let side = self.side_of_threat(state, &memory, preferred);
            let cast = &hit.cast;
            let threat = corridor.threat(&hit.edge, hit.clearance, cast.distance, cast.normal);
            let limits = (motion_limits.max_force, motion_limits.max_acceleration);
            force = Some(corridor.avoidance(&threat, side, limits.0, limits.1));
        }
        let goal = forces.goal.map(|goal| goal.position);
        let too_near = view.too_near(nearest_surface, corridor.margin, goal);
        if let Some((surface, nearest, depth)) = too_near {
            obstacle = obstacle.or(Some(nearest));
            let push = surface.normal * (depth * motion_limits.max_force);
            force = Some(force.unwrap_or(Vec2::ZERO) + push);
        }
        if let Some(trace) = &mut trace {
            trace.obstacle = obstacle;
        }
        if let Some(force) = force {
            let mut forces = forces.of(settings.behavior, (state, self.tick), trace);
            forces.add(Tier::Avoidance, force * settings.weight);
        }
        memory
    }

    /// The detour of an agent without a goal round the edge ahead.
    fn detour_ahead(
        &self,
        hit: &EdgeHit,
        sight: f32,
        state: &AgentState,
        memory: &DetourState,
        view: &ObstacleView,
        // Local
        search: &mut WaySearch,
        // Output
        trace: &mut Option<&mut SteeringTrace>,
    ) -> Option<Detour> {
        view.detour(
            state.heading,
            hit,
            sight,
            &SidePreferences::new(self.passing_side),
            memory.remembered(),
            false,
            search,
            trace,
        )
    }

    /// The side on which the agent passes an edge in its corridor.
    fn side_of_threat(
        &self,
        state: &AgentState,
        memory: &DetourState,
        preferred: Option<PreferredWay>,
    ) -> Side {
        let toward_preferred =
            preferred.and_then(|preferred| Side::containing(state.heading, preferred.bearing, 0.0));
        let preferences = SidePreferences {
            chosen: toward_preferred.or(preferred.and_then(|preferred| preferred.side)),
            remembered: memory.remembered().map(|memory| memory.side),
            ..SidePreferences::new(self.passing_side)
        };
        choose_side(&preferences, None, None)
    }

    /// The goal, with the velocity along a detour, at most at `pace`.
    fn steer_along(&self, detour: &Detour, goal: &Goal, state: &AgentState, pace: f32) -> Goal {
        let turned = match detour.ends_within {
            None => Goal::new(goal.position, detour.bearing * state.max_speed),
            Some(length) => {
                let end = state.position + detour.bearing * length;
                Goal::arrive(state, self.tick, end, Vec2::ZERO)
            }
        };
        Goal {
            position: goal.position,
            preferred_velocity: truncate(turned.preferred_velocity, pace),
            ..turned
        }
    }

    /// Whether nothing stands in the straight way to the goal, as far as the agent looks; `false`
    /// at the goal itself.
    fn sees(
        &self,
        agent: Entity,
        settings: &Settings,
        state: &AgentState,
        goal: &Goal,
        memory: &DetourState,
    ) -> bool {
        direction_and_length(goal.position - state.position).is_some_and(|(toward, distance)| {
            let length = distance.min(settings.sight(memory.looks_far));
            let (from, reach) = (state.position, settings.reach);
            let counts = |obstacle: &PlacedObstacle| obstacle.id != obstacle_of(agent);
            let likely = memory.obstacle.map(obstacle_of);
            !(self.index).is_blocked(from, toward, length, reach, likely, counts)
        })
    }

    /// The data for the search for an agent's way to `goal`.
    pub(super) fn turn(&self, goal: Vec2, state: &AgentState, memory: DetourState) -> Turn {
        // At the goal, no way is left to block.
        let way = direction_and_length(goal - state.position).unwrap_or((state.heading, 0.0));
        Turn {
            goal,
            is_enclosed: false,
            toward: way.0,
            distance: way.1,
            heading: state.heading,
            memory,
            passing_side: self.passing_side,
        }
    }
}

/// The way that an agent prefers.
#[derive(Clone, Copy)]
struct PreferredWay {
    bearing: Vec2,
    /// The side on which the way passes an obstacle; `None` on a free way.
    side: Option<Side>,
    /// The distance to the goal, world units.
    distance: f32,
}

/// The feeler of a corridor, for traces.
fn feeler(
    corridor: &Corridor,
    from: Vec2,
    radius: f32,
    length: f32,
    hit: Option<&EdgeHit>,
) -> Feeler {
    let at = |distance: f32| from + corridor.heading * distance;
    Feeler {
        from,
        to: at(corridor.look_ahead.min(length)),
        radius,
        hit: hit.map(|hit| (at(hit.cast.distance), hit.cast.normal)),
    }
}
