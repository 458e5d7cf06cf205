//! Agents that block each other beside obstacles: one of the two yields.

use crate::arbitration::{BehaviorForces, Goal, Refinement, Tier};
use crate::avoidance::{AvoidAgents, YieldState};
use crate::obstacle::ObstacleIndex;
use crate::parallel::Cost;
use crate::passing_side::PassingSide;
use crate::perception::{AgentIndex, AgentState, Perception};
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::tables::{Tables, for_each_batch};
use crate::trace::{Reason, SteeringTrace};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::utils::Parallel;
use horde_kernel::avoidance::right_of_way::{Traveler, along};
use horde_kernel::crowd::body::{Body, NO_SLOT};
use horde_kernel::math::vector::Side;

/// The agents that others may block.
type Others<'w, 's> = Query<
    'w,
    's,
    (
        &'static AgentState,
        &'static BehaviorForces,
        &'static YieldState,
        &'static Perception,
    ),
>;

/// Turns the goals of agents that yield to others in a passage.
pub(crate) fn yield_right_of_way(
    // Inputs
    time: Res<Time>,
    simd_level: Res<SimdLevel>,
    space: Res<MovementSpace>,
    passing_side: Res<PassingSide>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    // Local
    mut looking: Local<Parallel<Vec<Entity>>>,
    mut found: Local<Vec<(Entity, YieldState, Option<Yielding>)>>,
    mut nearby: Local<Vec<(Traveler, u32)>>,
    // Output
    mut agents: ParamSet<(
        Query<(Entity, &AgentState, &BehaviorForces, &mut YieldState)>,
        Others,
        Query<(
            &AgentState,
            &mut YieldState,
            &mut BehaviorForces,
            Option<&mut SteeringTrace>,
        )>,
    )>,
) {
    let tick = time.delta_secs();
    {
        let mut agents = agents.p0();
        let mut tables = Tables::new(agents.contiguous_iter_mut());
        for_each_batch(
            simd_level.arch(),
            Cost::Low,
            tables.columns(),
            #[inline(always)]
            |(entities, states, forces, memories)| {
                let agents = entities.iter().zip(states).zip(forces);
                for (((entity, state), forces), mut memory) in agents.zip(memories.values_mut()) {
                    if !state.is_updating() {
                        continue;
                    }
                    let Some(goal) = &forces.goal else {
                        memory.set_if_neq(YieldState::default());
                        continue;
                    };
                    let next = updated(&memory, state, forces, goal, tick);
                    if memory.looks_round(next.seconds) {
                        looking.borrow_local_mut().push(*entity);
                    }
                    memory.set_if_neq(next);
                }
            },
        );
    }
    found.clear();
    let others = agents.p1();
    // Draining each list keeps its memory, which `Parallel::drain` would free.
    for entity in looking.iter_mut().flat_map(|looking| looking.drain(..)) {
        let look = Look {
            index: &index,
            obstacles: &obstacles,
            passing_side: passing_side.side(*space),
            others: &others,
        };
        if let Ok((state, _, memory, ..)) = others.get(entity) {
            let mut memory = *memory;
            let decision = look.round(entity, state, &mut memory, &mut nearby);
            found.push((entity, memory, decision));
        }
    }
    let mut agents = agents.p2();
    for (entity, memory, decision) in found.drain(..) {
        let Ok((state, mut known, mut forces, trace)) = agents.get_mut(entity) else {
            continue;
        };
        *known = memory;
        if let Some((yielding, goal)) = decision.zip(forces.goal) {
            let name = AvoidAgents::short_type_path();
            let mut forces = forces.of(name, (state, tick), trace.map(Mut::into_inner));
            let agent = Some(index.entities()[yielding.passing as usize]);
            let turned = Goal::new(goal.position, yielding.velocity);
            forces.refine(Refinement::new(turned, Reason::MakesRoom { agent }));
            // The avoidance forces belong to the way to the goal; the way back is free.
            forces.drop_tier(Tier::Avoidance);
        }
    }
}

/// The memory of an agent on its way to a goal, one update later.
#[inline(always)]
fn updated(
    memory: &YieldState,
    state: &AgentState,
    forces: &BehaviorForces,
    goal: &Goal,
    tick: f32,
) -> YieldState {
    let (preferred_velocity, time) = (goal.preferred_velocity, state.update_time(tick));
    let moved = memory.moved(state.position, state.velocity);
    let seconds = memory.seconds_after(moved, preferred_velocity, time);
    // Agents that chase an agent or settle in a crowd are not held up: they stand close anyway.
    let held_up = if forces.target == NO_SLOT && !forces.is_in_crowd() {
        let way = goal.position - state.position;
        memory.held_up_after(way, moved, preferred_velocity, time)
    } else {
        memory.free()
    };
    YieldState {
        seconds,
        position: state.position,
        update_time: time,
        ..held_up
    }
}

/// How an agent yields.
#[derive(Clone, Copy)]
pub(crate) struct Yielding {
    /// The slot of the agent that passes.
    passing: u32,
    /// The direction in which that agent passes.
    along: Vec2,
    velocity: Vec2,
    /// The direction of the step aside; zero for a step back.
    aside: Vec2,
    is_brief: bool,
}

/// The inputs of the decision whether a blocked agent yields.
struct Look<'a, 'w, 's> {
    index: &'a AgentIndex,
    obstacles: &'a ObstacleIndex,
    passing_side: Side,
    others: &'a Others<'w, 's>,
}

impl Look<'_, '_, '_> {
    /// Decides whether and how an agent yields.
    fn round(
        &self,
        entity: Entity,
        state: &AgentState,
        memory: &mut YieldState,
        nearby: &mut Vec<(Traveler, u32)>,
    ) -> Option<Yielding> {
        let was_yielding = memory.is_yielding();
        if was_yielding && memory.is_over() {
            memory.go_on();
            return None;
        }
        let slot = self.index.slot_of(entity, state)? as u32;
        let decision = self.decide(slot, memory, state, nearby);
        if let Some(decision) = &decision {
            memory.yield_to(decision.along, decision.aside, decision.is_brief);
            return Some(*decision);
        }
        if was_yielding {
            memory.go_on();
        }
        if memory.has_nearly_waited() && !self.may_go_first(entity, slot) {
            memory.wait_on();
        }
        None
    }

    fn decide(
        &self,
        slot: u32,
        memory: &YieldState,
        state: &AgentState,
        nearby: &mut Vec<(Traveler, u32)>,
    ) -> Option<Yielding> {
        let was_yielding = memory.is_yielding();
        let (own, own_target) = self.traveler(slot, None)?;
        if !was_yielding
            && !self.is_beside(&own)
            && self.obstacles.is_clear_around(own.position, own.reach())
        {
            return None;
        }
        nearby.clear();
        self.index
            .bodies()
            .visit_within(own.position, own.reach(), |_, body, _| {
                if body.slot != slot
                    && let Some((other, target)) = self.traveler(body.slot, Some(slot))
                {
                    let is_chase = target == slot
                        || own_target == body.slot
                        || (target != NO_SLOT && target == own_target);
                    if !is_chase {
                        nearby.push((other, target));
                    }
                }
            });
        // The order must not depend on the order of the cells.
        nearby.sort_unstable_by_key(|(other, _)| other.slot);
        let nearest = |counts: &dyn Fn(&Traveler) -> bool| {
            nearby
                .iter()
                .map(|(other, _)| other)
                .filter(|other| counts(other))
                .min_by(|a, b| {
                    let distance = |other: &Traveler| other.position.distance_squared(own.position);
                    distance(a)
                        .total_cmp(&distance(b))
                        .then(a.slot.cmp(&b.slot))
                })
        };
        // An agent behind a yielding one yields to the bodies that the yielding one lets pass.
        let passing_before = || {
            let before = nearest(&|other| own.follows(other))?;
            let yielding = Traveler {
                yields: before.yields,
                yields_to_near: false,
                ..own
            };
            let passing = nearest(&|other| before.lets_pass(other) && yielding.lets_pass(other))?;
            Some((passing, before.yields_to_near))
        };
        let (passing, is_brief) = if was_yielding {
            let passing = nearest(&|other| own.lets_pass(other));
            passing
                .map(|passing| (passing, own.yields_to_near))
                .or_else(passing_before)?
        } else if let Some(other) = nearest(&|other| own.is_blocked_by(other)) {
            if !self.yields_to(&own, other, nearby) {
                return None;
            }
            (other, self.is_brief(&own, other))
        } else if let Some(other) = nearest(&|other| self.wedges(&own, other)) {
            (other, self.is_brief(&own, other))
        } else {
            passing_before()?
        };
        let passing = &passing.on_its_way_past(&own);
        let (velocity, aside) = own.yield_velocity(
            passing,
            memory.aside,
            self.passing_side,
            state.max_speed,
            self.is_free(),
        );
        Some(Yielding {
            passing: passing.slot,
            along: passing.along,
            velocity,
            aside,
            is_brief,
        })
    }

    /// Whether `own` yields to `other`. The two block each other.
    fn yields_to(&self, own: &Traveler, other: &Traveler, nearby: &[(Traveler, u32)]) -> bool {
        let beside = [own, other].map(|traveler| self.is_beside(traveler));
        let merges = !own.opposes(other);
        if beside == [false; 2] || (merges && beside != [true; 2]) {
            return false;
        }
        // Each of the two sees this far round both, so they see the same queues.
        let seen = own.reach().min(other.reach()) - own.position.distance(other.position);
        let cost = |traveler: &Traveler, passing: &Traveler| {
            let (_, way) = traveler.way_back(passing, self.passing_side, self.is_free())?;
            let others = nearby.iter().map(|(other, _)| other);
            let queue = traveler.queue(others.filter(|other| {
                other.slot != passing.slot && other.position.distance(traveler.position) < seen
            }));
            Some(way + queue)
        };
        let (here, there) = (own.on_its_way_past(other), other.on_its_way_past(own));
        let (way_back, theirs) = (cost(&here, &there), cost(&there, &here));
        let goes_first = if merges {
            own.enters_before(way_back.is_some(), other, theirs.is_some())
        } else {
            own.goes_before(way_back, other, theirs)
        };
        (way_back.is_some() || theirs.is_none()) && !goes_first
    }

    /// Whether `own` yields for a short time only: `other` does not want past it, or has room
    /// beside it.
    fn is_brief(&self, own: &Traveler, other: &Traveler) -> bool {
        !own.opposes(other) || own.has_room_beside(&other.on_its_way_past(own), self.is_free())
    }

    /// Whether `own` yields to `other`, which it has wedged beside an obstacle.
    fn wedges(&self, own: &Traveler, other: &Traveler) -> bool {
        let way_back = || own.way_back(other, self.passing_side, self.is_free());
        own.may_wedge(other)
            && self.is_beside(other)
            && self.is_first(other)
            && way_back().is_some()
    }

    /// Whether no body is close before the agent, even a body without a goal.
    fn is_first(&self, traveler: &Traveler) -> bool {
        let mut is_first = true;
        let visit = |_, body: &Body, _| {
            is_first &=
                body.slot == traveler.slot || !traveler.has_before_it(body.position, body.radius);
        };
        self.index
            .bodies()
            .visit_within(traveler.position, traveler.reach(), visit);
        is_first
    }

    /// Tests whether a body can move. Takes its position, a direction, a length and its radius.
    fn is_free(&self) -> impl Fn(Vec2, Vec2, f32, f32) -> bool {
        |from, heading, length, radius| {
            let obstacles = self.obstacles;
            length <= 0.0 || !obstacles.is_blocked(from, heading, length, radius, None, |_| true)
        }
    }

    /// Whether another agent presses toward this one from close by.
    fn is_before_another(&self, traveler: &Traveler) -> bool {
        let presses = |slot: u32| {
            let other = self.traveler(slot, Some(traveler.slot));
            other.is_some_and(|(other, _)| other.has_before_it(traveler.position, traveler.radius))
        };
        let mut is_before = false;
        let visit = |_, body: &Body, _| {
            is_before = is_before
                || (body.slot != traveler.slot
                    && traveler.is_near(body.position, body.radius)
                    && presses(body.slot));
        };
        self.index
            .bodies()
            .visit_within(traveler.position, traveler.reach(), visit);
        is_before
    }

    /// Whether an agent may go first after it has waited. It has to be beside an obstacle, with a
    /// reachable goal, and with a body before it or an agent that presses toward it. Agents that
    /// settle in a crowd may not.
    fn may_go_first(&self, entity: Entity, slot: u32) -> bool {
        let agent = self.others.get(entity);
        let is_in_crowd = agent.is_ok_and(|(_, forces, ..)| forces.is_in_crowd());
        let counts = |traveler: &Traveler| {
            !traveler.is_enclosed
                && self.is_beside(traveler)
                && (!self.is_first(traveler) || self.is_before_another(traveler))
        };
        let traveler = self.traveler(slot, None);
        !is_in_crowd && traveler.is_some_and(|(traveler, _)| counts(&traveler))
    }

    fn is_beside(&self, traveler: &Traveler) -> bool {
        let nearest = self
            .obstacles
            .nearest(traveler.position, traveler.beside(), |_| true);
        nearest.is_some()
    }

    /// The agent in a slot, and the slot of its target. `None` if the agent is not on its way or
    /// does not limit its speed of approach, or unless it and `observer` perceive each other.
    fn traveler(&self, slot: u32, observer: Option<u32>) -> Option<(Traveler, u32)> {
        let entity = self.index.entities()[slot as usize];
        let (state, forces, memory, perception) = self.others.get(entity).ok()?;
        if let Some(observer) = observer {
            let entity = self.index.entities()[observer as usize];
            let own = self.others.get(entity).ok()?.3;
            if own.filters & perception.memberships == 0
                || perception.filters & own.memberships == 0
            {
                return None;
            }
        }
        let priority = self.index.avoidance_of(state)?.limiting_priority()?;
        let preferred_velocity = forces
            .goal
            .map_or(state.velocity, |goal| goal.preferred_velocity);
        let traveler = Traveler {
            slot,
            position: state.position,
            velocity: state.velocity,
            radius: state.body_radius,
            preferred_velocity,
            along: along(preferred_velocity),
            goal: forces
                .goal
                .map_or(state.position + preferred_velocity, |goal| goal.position),
            is_enclosed: forces.heads_for_nearest_place(),
            priority,
            blocked_for: if memory.is_yielding() {
                0.0
            } else {
                memory.seconds
            },
            yields_to_near: memory.yields_to_near(),
            yields: memory.along,
        };
        let is_on_its_way = state.is_moving() && traveler.along != Vec2::ZERO;
        is_on_its_way.then_some((traveler, forces.target))
    }
}
