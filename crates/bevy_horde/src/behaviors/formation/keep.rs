//! Members go to their slots, and leaders keep the pace.

use super::frame::STANDING_SPEED;
use super::state::{FormationSlot, FormationState, SlotPlace, TrailPoint};
use super::{Formation, InFormation};
use crate::arbitration::{BehaviorForces, Goal, Refinement};
use crate::behaviors::refine::{GoalRefiner, RefinedAgent};
use crate::obstacle::{ObstacleIndex, PlacedObstacle, obstacle_of};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::settled::Settled;
use crate::trace::{Reason, SteeringTrace};
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::math::vector::{direction, truncate};

/// A body fits on the way to a slot if a disc with this part of its radius fits.
const FITTING_PART: f32 = 0.9;
/// The gap to an obstacle beside a slot, body radii.
const OBSTACLE_GAP: f32 = 0.05;
/// The largest number of parts of the trail that a member tries.
const MOST_PARTS: usize = 24;
/// A member farther ahead of its slot than this waits, spacings.
const WAITING_LEAD: f32 = 0.5;

/// Sends members to their slots.
pub(crate) fn keep_slots(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    leaders: Query<&FormationState, With<Formation>>,
    // Output
    mut members: Query<(
        Entity,
        &InFormation,
        &AgentState,
        &mut FormationSlot,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = time.delta_secs();
    for_each_agent(
        &mut members,
        Cost::Low,
        |(entity, leader, state, mut memory, mut forces, mut trace)| {
            if !state.is_updating() {
                return;
            }
            let Ok(formation) = leaders.get(leader.0) else {
                let check = warnings.of(entity, "InFormation");
                check.unusable("0", "is no entity with a Formation; the agent has no slot");
                memory.set_if_neq(FormationSlot::default());
                return;
            };
            let slot = memory.slot.filter(|_| formation.is_marching);
            let Some(place) = slot.and_then(|slot| formation.place(slot as usize)) else {
                return;
            };
            let member = SlotKeeper {
                state,
                tick,
                entity,
                formation,
                obstacles: &obstacles,
            };
            let (goal, lag) = member.goal(place);
            memory.set_if_neq(member.then(&memory, lag));
            let mut forces = forces.of("InFormation", (state, tick), trace.as_deref_mut());
            // The slot of a formation on its way is no place to arrive at.
            if formation.is_under_way {
                forces.head_along(goal, None);
            } else {
                let is_on_the_way = lag > goal.position.distance(state.position);
                forces.head_for_slot(goal, is_on_the_way);
            }
        },
    );
}

struct SlotKeeper<'a> {
    state: &'a AgentState,
    tick: f32,
    entity: Entity,
    formation: &'a FormationState,
    obstacles: &'a ObstacleIndex,
}

impl SlotKeeper<'_> {
    /// The goal of the member, and the distance to its slot; 0 while it waits for its turn.
    fn goal(&self, place: SlotPlace) -> (Goal, f32) {
        let state = self.state;
        let SlotPlace {
            position,
            velocity,
            on_trail,
        } = place;
        let Some(position) = self.nearest_free_position(position) else {
            return self.along_trail(position, None);
        };
        let lag = state.position.distance(position);
        if !self.is_free_way(position) {
            return self.along_trail(position, on_trail.map(|(_, point)| point));
        }
        if let Some((along, _)) = on_trail {
            let ahead = state.position - position;
            let aside = along.perp_dot(ahead).abs();
            let waits = along.dot(ahead) > aside.max(WAITING_LEAD * self.formation.spacing);
            if waits && self.formation.is_moving {
                return (
                    Goal::arrive(state, self.tick, state.position, Vec2::ZERO),
                    0.0,
                );
            }
        }
        (Goal::arrive(state, self.tick, position, velocity), lag)
    }

    /// The slot's `position` if the body fits there, else the place beside the obstacle that covers
    /// it; `None` if the body fits at neither.
    fn nearest_free_position(&self, position: Vec2) -> Option<Vec2> {
        let radius = self.state.body_radius;
        let far = radius + self.formation.spacing;
        let fits = |position| {
            let body = FITTING_PART * radius;
            self.obstacles.fits_among(position, body, self.is_other())
        };
        if fits(position) {
            return Some(position);
        }
        let nearest = self.obstacles.nearest(position, far, self.is_other())?;
        let beside = nearest.point + nearest.normal * (radius * (1.0 + OBSTACLE_GAP));
        fits(beside).then_some(beside)
    }

    /// Accepts the obstacles that are not on the member itself.
    fn is_other(&self) -> impl Fn(&PlacedObstacle) -> bool {
        let own = obstacle_of(self.entity);
        move |obstacle| obstacle.id != own
    }

    fn is_free_way(&self, end: Vec2) -> bool {
        let (from, body) = (self.state.position, FITTING_PART * self.state.body_radius);
        self.obstacles.is_clear(from, end, body)
            || self
                .obstacles
                .first_hit(from, end, body, self.is_other())
                .is_none()
    }

    /// Goes to the newest point of the trail to which the way is free, up to the point `newest`.
    fn along_trail(&self, slot: Vec2, newest: Option<usize>) -> (Goal, f32) {
        let state = self.state;
        let lag = state.position.distance(slot);
        let trail = &self.formation.trail;
        let count = newest.map_or(trail.len(), |newest| trail.len().min(newest + 1));
        let aim = self.newest_in_sight(&trail[..count]);
        let Some(toward) = aim.and_then(|aim| direction(aim - state.position)) else {
            return (Goal::arrive(state, self.tick, slot, Vec2::ZERO), lag);
        };
        let velocity = toward * state.max_speed;
        let aim = aim.unwrap_or(slot);
        (Goal::new(aim, velocity), lag)
    }

    /// The newest of these points to which the way is free. A long trail is tried in parts: first
    /// the last point, then the oldest point of each part, until one is in sight, then all points
    /// of that part. So the search may miss a stretch in sight that is shorter than a part.
    fn newest_in_sight(&self, trail: &[TrailPoint]) -> Option<Vec2> {
        let is_seen = |point: &&TrailPoint| self.is_free_way(point.position);
        let step = trail.len().div_ceil(MOST_PARTS).max(1);
        let found = trail.last().filter(is_seen).or_else(|| {
            let mut parts = trail.rchunks(step);
            let part = parts.find(|part| part.first().is_some_and(|oldest| is_seen(&oldest)))?;
            part.iter().rev().find(is_seen)
        });
        found.map(|point| point.position)
    }

    /// The memory of the next tick.
    fn then(&self, memory: &FormationSlot, lag: f32) -> FormationSlot {
        let state = self.state;
        let is_held = !memory.progress.is_made_by(state) && lag > self.formation.spacing;
        let time = state.update_time(self.tick);
        FormationSlot {
            lag,
            progress: memory.progress.after(state, is_held, time),
            ..*memory
        }
    }
}

/// Slows leaders down to the pace of their formations, and notes which leaders prefer to stand.
impl GoalRefiner for Formation {
    type Inputs = ();
    type Data = (
        &'static Self,
        Option<&'static Settled>,
        &'static mut FormationState,
    );

    fn refine(
        agent: &mut RefinedAgent,
        (_, settled, mut formation): (&Self, Option<&Settled>, Mut<FormationState>),
        (): &(),
    ) -> Option<Refinement> {
        if !formation.is_marching {
            return None;
        }
        let (state, goal) = (agent.state, agent.goal());
        let preferred = goal.map_or(state.velocity, |goal| goal.preferred_velocity);
        let max_speed = formation.leader_max_speed;
        let stands = preferred.length() <= STANDING_SPEED * max_speed;
        formation.leader_rests = settled.is_some_and(|settled| settled.is_settled)
            || (stands && !agent.forces.goal_is_on_the_way);
        let kept = truncate(preferred, max_speed);
        let position = goal.map_or(state.position, |goal| goal.position);
        let slowed = Refinement::new(Goal::new(position, kept), Reason::KeepsPace { max_speed });
        (kept != preferred).then_some(slowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacle::{Obstacle, index_obstacles};
    use crate::schedule::SteeringTick;
    use crate::space::MovementSpace;
    use bevy::ecs::system::RunSystemOnce;
    use horde_kernel::step::agent::Agent;

    #[test]
    fn a_member_heads_for_the_newest_trail_point_before_the_wall() {
        let mut world = World::new();
        world.init_resource::<MovementSpace>();
        world.init_resource::<SteeringTick>();
        world.init_resource::<Time>();
        world.init_resource::<SteeringWarnings>();
        world.init_resource::<ObstacleIndex>();
        let wall = Obstacle::segment(Vec2::new(0.0, -5.0), Vec2::new(0.0, 5.0));
        world.spawn((Transform::default(), wall));
        world.run_system_once(index_obstacles).expect("it runs");
        let state = AgentState(Agent {
            position: Vec2::new(-1.5, 0.3),
            body_radius: 0.25,
            ..Agent::default()
        });
        // The trail crosses the wall. A body of 0.9 of 0.25 m fits up to x = -0.225.
        for count in [3, 24, 25, 60, 600, 1024_u16] {
            for start in 0..8 {
                let trail: Vec<TrailPoint> = (0..count)
                    .map(|index| TrailPoint {
                        position: Vec2::new(0.1 * f32::from(index + start) - 2.0, 0.0),
                        ..default()
                    })
                    .collect();
                let formation = FormationState { trail, ..default() };
                let member = SlotKeeper {
                    state: &state,
                    tick: 0.02,
                    entity: Entity::PLACEHOLDER,
                    formation: &formation,
                    obstacles: world.resource::<ObstacleIndex>(),
                };
                let mut points = formation.trail.iter().map(|point| point.position);
                let expected = points.rfind(|point| point.x < -0.225);
                let found = member.newest_in_sight(&formation.trail);
                assert_eq!(found, expected, "{count} points from point {start}");
            }
        }
    }
}
