//! Journey: events about an agent's way to its goal.

use super::journey_events::{
    Arrived, BackOnPath, HasSettled, JourneyEvent, JourneyEvents, Stuck, StuckBy, Unreachable,
};
use super::order::{REPEATS, begin_journey};
use super::settle::with_a_size;
use super::stuck_by::stuck_by;
use super::{AvoidObstacles, DetourState, PathProgress, Progress};
use crate::arbitration::{BehaviorForces, Reach, SettlingPlace};
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState};
use crate::settled::Settled;
use crate::validation::SteeringWarnings;
use bevy::ecs::system::SystemChangeTick;
use bevy::prelude::*;
use core::cell::OnceCell;
use horde_kernel::crowd::body::NO_SLOT;

/// An agent within this of its goal has arrived, body radii.
const ARRIVAL_DISTANCE: f32 = 0.5;
/// An arrived agent can arrive again once it is farther than this from its goal, body radii.
const LEAVING_DISTANCE: f32 = 3.0;
/// A goal that jumps farther than this counts as a new goal, in body radii.
const GOAL_JUMP: f32 = 0.5;
/// A goal that moves with a body counts as new if it jumps by more than this many steps of the
/// body.
const STEPS_OF_GOAL: f32 = 1.5;
/// An agent with a preferred speed below this part of its largest speed does not want to move.
const CREEPING_SPEED: f32 = 0.05;

/// Reports an agent's progress to its goal, as events for observers.
///
/// | event | when |
/// |---|---|
/// | [`Arrived`] | the agent is within half a radius of its goal, or touches the agent for which it heads, or has settled in the crowd there; on a path, at its end; at an obstacle that covers the goal; in a formation, at its slot once the leader stands and does not prefer to go on, at the earliest a quarter of a second after an order |
/// | [`HasSettled`] | the agent has settled, see [`Settled`] |
/// | [`Stuck`] | it wants to move and has not come two radii far for `stuck_after` |
/// | [`Unreachable`] | [`AvoidObstacles`](super::AvoidObstacles) finds no way to its goal, or the flow field of [`FollowField`](super::FollowField) has none |
/// | [`BackOnPath`] | the agent is back on its path after it was off it, see [`PathProgress`] |
///
/// Each comes once for each cause. These are the causes for which it comes again:
///
/// | event | comes again after |
/// |---|---|
/// | [`Arrived`] | a new order; the goal has jumped; the agent was three radii away; it had no goal for an update; in a formation only a march, a new shape or a new direction counts |
/// | [`HasSettled`] | a new order; the agent has given up its spot, see [`Settled`] |
/// | [`Stuck`] | a new order; it has moved on by two radii, did not want to move, or arrived |
/// | [`Unreachable`] | a new order; a search has found a whole way, in sight from end to end; a fixed place has jumped; the agent had no goal for an update |
/// | [`BackOnPath`] | the agent was off its path again |
///
/// A new order is an inserted behavior that sets a goal, such as `Gather` or `FollowPath`, be it
/// the same again, or an inserted `Journey`. Insertions less than a quarter of a second apart are
/// one order. A change of fields in place is none, nor are `InFormation` and `SteeringGoal`. A game
/// with orders of its own inserts `Journey` again.
///
/// A goal jumps by more than half a radius from one update to the next, and, where it can move,
/// farther than 1.5 steps of the goal or the agent. A way along a wall out of sight is not whole.
///
/// The events of a tick come at its end, in the order of the agents' ids, so observers see the same
/// on any number of threads. If an observer removes an agent or its `Journey`, the agent's other
/// events of the tick do not come. An agent without a goal has nothing to report, and an agent that
/// waits in a [`Queue`](super::Queue) has not arrived.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `stuck_after` | how long without progress counts as stuck, s | 3.0 | 0 and up | later, surer | infinite |
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default()));
/// app.world_mut()
///     .spawn((SteeringAgent::default(), Arrive::new(vec2(40.0, 0.0)), Journey::default()))
///     .observe(|arrived: On<Arrived>| println!("{} is there", arrived.entity));
/// app.add_observer(|stuck: On<Stuck>, mut commands: Commands| {
///     commands.entity(stuck.entity).insert(Wander::default());
/// });
/// # app.update();
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, JourneyState)]
#[component(on_insert = begin_journey)]
pub struct Journey {
    /// How long without progress counts as stuck, seconds.
    pub stuck_after: f32,
}

impl Default for Journey {
    fn default() -> Self {
        Self { stuck_after: 3.0 }
    }
}

/// What an agent has reported. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct JourneyState {
    /// Its goal, in the plane; `None` without one.
    pub goal: Option<Vec2>,
    /// Whether it has arrived there.
    pub has_arrived: bool,
    /// Whether it has settled.
    pub has_settled: bool,
    /// Whether it is stuck.
    pub is_stuck: bool,
    /// Whether a search has found no way to the goal, and none has found one since.
    pub is_unreachable: bool,
    /// Whether the goal is the slot in a formation that does not march.
    pub is_in_formation: bool,
    /// Whether it is off the path that it follows.
    pub is_off_path: bool,
    /// How long it has wanted to move without progress, and where.
    pub progress: Progress,
    /// How long ago an order was inserted, seconds; at most a quarter.
    pub ordered_before: f32,
}

pub(crate) fn watch_journeys(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    // Output
    change_ticks: SystemChangeTick,
    mut events: ResMut<JourneyEvents>,
    mut agents: Query<(
        Entity,
        &Journey,
        &AgentState,
        &BehaviorForces,
        Option<&Settled>,
        Option<(&DetourState, &AvoidObstacles)>,
        Option<&PathProgress>,
        &mut JourneyState,
    )>,
) {
    events.written_at = change_ticks.this_run();
    let largest_body = OnceCell::new();
    for (entity, journey, state, forces, settled, detour, path, mut memory) in &mut agents {
        let Some(slot) = state.slot().filter(|_| state.is_updating()) else {
            continue;
        };
        let state = &*with_a_size(state);
        let check = warnings.of(entity, "Journey");
        let stuck_after = check.at_least_zero_or_infinite("stuck_after", journey.stuck_after, 3.0);
        let time = state.update_time(time.delta_secs());
        let detour = detour.filter(|(_, avoid)| avoid.is_on());
        let is_off_path = path.is_some_and(|path| path.is_off_path);
        let known = memory.goal;
        let traveler = TravelingAgent::new(
            state,
            time,
            stuck_after,
            forces,
            settled,
            detour,
            &index,
            known,
        );
        let Some(traveler) = traveler else {
            memory.set_if_neq(JourneyState {
                is_off_path,
                ..JourneyState::default()
            });
            continue;
        };
        let next = JourneyState {
            is_off_path,
            ..traveler.then(&memory)
        };
        let by = || {
            let radii = index.agents().iter().map(|body| body.body_radius);
            let largest = *largest_body.get_or_init(|| radii.fold(0.0, f32::max));
            stuck_by(state, slot as u32, &index, largest, &obstacles)
        };
        let news = traveler.news(entity, &memory, &next, by);
        let news = news.into_iter().flatten();
        events.all.extend(news.map(|event| (slot as u32, event)));
        memory.set_if_neq(next);
    }
}

/// An agent with a goal.
struct TravelingAgent<'a> {
    state: &'a AgentState,
    /// The time until its next update, seconds.
    time: f32,
    goal: Vec2,
    /// The speed at which the goal may move with a body, world units per second; `None` for a
    /// place.
    goal_speed: Option<f32>,
    /// The distance to the goal at which the body touches the agent there, world units; else 0.
    contact: f32,
    /// The gap to the chased agent, or to the spot at the obstacle that covers the goal, world
    /// units; infinite without one.
    gap: f32,
    /// Whether the goal is an intermediate place.
    is_on_the_way: bool,
    wants_to_move: bool,
    is_settled: bool,
    /// Whether it is near the spot where it has settled.
    is_at_spot: bool,
    /// Whether the goal is the slot in a formation that does not march.
    is_slot: bool,
    /// Whether a way leads to the goal; open for an agent that does not search.
    reach: Reach,
    /// The setting [`Journey::stuck_after`], seconds.
    stuck_after: f32,
}

impl<'a> TravelingAgent<'a> {
    /// The agent; `None` without a goal.
    fn new(
        state: &'a AgentState,
        time: f32,
        stuck_after: f32,
        forces: &BehaviorForces,
        settled: Option<&Settled>,
        detour: Option<(&DetourState, &AvoidObstacles)>,
        index: &AgentIndex,
        known_goal: Option<Vec2>,
    ) -> Option<Self> {
        let (goal, place) = (forces.goal?, forces.place);
        let body_in = |slot| (slot != NO_SLOT).then(|| index.body_of(slot));
        let target = body_in(place.map_or(forces.target, |place| place.slot));
        let chased = target.filter(|_| place.is_none() && forces.goal_is_of_target);
        // A behavior that knows a way knows better than a search for the next place on it.
        let detour = detour.filter(|_| forces.reach != Reach::Open);
        // At a new order, the last search may have been for another goal.
        let is_searched = known_goal.is_some() || forces.heads_for_nearest_place();
        let enclosed = detour.filter(|_| is_searched);
        let unreachable = enclosed.and_then(|(detour, _)| detour.unreachable_goal);
        let heads_for = forces.heads_for.unwrap_or(goal.position);
        let place_to_reach = place.map_or(heads_for, |place| place.position);
        // Not fixed: a moving target, an agent, and the nearest place to such a goal without a way.
        let moves =
            |place: SettlingPlace| place.is_nearest && (forces.target != NO_SLOT || !place.begins);
        let is_fixed = place.is_some_and(|place| target.is_none() && !moves(place));
        let surface = place.and_then(|place| place.surface_there());
        let surface = surface.filter(|_| unreachable.is_none());
        // The spot at an obstacle that covers the goal moves with the agent.
        let covered = place.filter(|place| place.surface.is_some());
        let covered = covered.map(|place| place.goal);
        let target_speed = target.map_or(0.0, |target| target.velocity.length());
        Some(Self {
            state,
            time,
            goal: covered.or(unreachable).unwrap_or(place_to_reach),
            goal_speed: (!is_fixed).then(|| target_speed.max(state.max_speed)),
            // An agent arrives at another when the two touch.
            contact: place
                .and(target)
                .map_or(0.0, |target| target.radius + state.body_radius),
            gap: match (chased, surface) {
                (Some(chased), _) => {
                    state.position.distance(chased.position) - chased.radius - state.body_radius
                }
                (None, Some(surface)) => state.position.distance(surface),
                (None, None) => f32::INFINITY,
            },
            is_on_the_way: forces.goal_is_on_the_way,
            wants_to_move: goal.preferred_velocity.length() > CREEPING_SPEED * state.max_speed,
            is_settled: settled.is_some_and(|settled| settled.is_settled),
            is_at_spot: settled.is_some_and(|settled| {
                let most = LEAVING_DISTANCE * state.body_radius;
                settled.spot.distance(state.position) <= most
            }),
            is_slot: forces.goal_is_slot,
            reach: match (forces.reach, detour) {
                (Reach::Unknown, None) => Reach::Open,
                (Reach::Unknown, Some((detour, avoid))) => {
                    match detour.found(state, avoid, goal.position) {
                        Reach::NoWay if !is_searched => Reach::Unknown,
                        found => found,
                    }
                }
                (known, _) => known,
            },
            stuck_after,
        })
    }

    /// Whether the goal is not the remembered one.
    fn has_jumped(&self, memory: &JourneyState) -> bool {
        if self.is_slot && memory.is_in_formation {
            // Members that exchange their slots do not arrive again.
            return false;
        }
        let step = self.goal_speed.map_or(0.0, |speed| speed * self.time);
        let most = (GOAL_JUMP * self.state.body_radius).max(STEPS_OF_GOAL * step);
        let is_other = |known: Vec2| known.distance_squared(self.goal) > most * most;
        memory.goal.is_none_or(is_other)
    }

    /// The memory of the next tick.
    fn then(&self, memory: &JourneyState) -> JourneyState {
        let (position, radius) = (self.state.position, self.state.body_radius);
        let distance = (position.distance(self.goal) - self.contact).min(self.gap);
        let step = self.state.velocity.length() * self.time;
        // A slot is no goal right after an order, which the leader may have got, too.
        let is_new_slot = self.is_slot && memory.ordered_before < REPEATS;
        let is_goal = !self.is_on_the_way && !is_new_slot;
        let is_there = distance <= (ARRIVAL_DISTANCE * radius).max(step) && is_goal;
        let is_settled_there = self.is_settled && self.is_at_spot && self.reach != Reach::NoWay;
        let was_there = memory.has_arrived && !self.has_jumped(memory);
        let is_near = distance <= LEAVING_DISTANCE * radius && !self.is_on_the_way;
        let has_arrived = is_there || is_settled_there || was_there && (is_near || self.is_slot);
        let finds_way = self.reach == Reach::Open || has_arrived || self.has_new_place(memory);
        let is_unreachable = self.reach == Reach::NoWay || memory.is_unreachable && !finds_way;
        let goes_on = memory.progress.is_made_by(self.state)
            || !self.wants_to_move
            || has_arrived
            || self.is_settled
            || is_unreachable
            || memory.goal.is_none();
        let progress = memory.progress.after(self.state, !goes_on, self.time);
        JourneyState {
            goal: Some(self.goal),
            has_arrived,
            has_settled: self.is_settled,
            is_stuck: !goes_on && (memory.is_stuck || progress.stuck_for >= self.stuck_after),
            is_unreachable,
            is_in_formation: self.is_slot,
            progress,
            ordered_before: (memory.ordered_before + self.time).min(REPEATS),
            ..*memory
        }
    }

    /// Whether the goal is a fixed place, and not the remembered one.
    fn has_new_place(&self, memory: &JourneyState) -> bool {
        self.goal_speed.is_none() && self.has_jumped(memory)
    }

    /// What has become true since the last tick.
    fn news(
        &self,
        entity: Entity,
        memory: &JourneyState,
        next: &JourneyState,
        stuck_by: impl FnOnce() -> StuckBy,
    ) -> [Option<JourneyEvent>; 5] {
        let goal = self.goal;
        let has_jumped = self.has_jumped(memory);
        let arrives = next.has_arrived && (has_jumped || !memory.has_arrived);
        let settles = next.has_settled && !memory.has_settled;
        let is_new = self.has_new_place(memory);
        let has_no_way = next.is_unreachable && (is_new || !memory.is_unreachable);
        let gets_stuck = next.is_stuck && !memory.is_stuck;
        let comes_back = memory.is_off_path && !next.is_off_path;
        [
            comes_back.then_some(JourneyEvent::BackOnPath(BackOnPath { entity })),
            arrives.then_some(JourneyEvent::Arrived(Arrived { entity, goal })),
            settles.then_some(JourneyEvent::HasSettled(HasSettled { entity })),
            has_no_way.then_some(JourneyEvent::Unreachable(Unreachable { entity, goal })),
            gets_stuck.then(|| {
                let by = stuck_by();
                JourneyEvent::Stuck(Stuck { entity, by })
            }),
        ]
    }
}
