//! What a rule about neighbors is, and the system that runs one of a game.

use super::goal::active;
use crate::arbitration::{BehaviorForces, Tier};
use crate::obstacle::{ObstacleIndex, obstacle_of};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::{AgentIndex, AgentState, LineOfSight, Perception, View};
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::ecs::system::{ReadOnlySystemParam, StaticSystemParam, SystemParam, SystemParamItem};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::utils::Parallel;
use horde_kernel::crowd::body::tie_break_direction;
use horde_kernel::math::vector::direction_and_length;
use horde_kernel::search::view::ViewCone;

/// A rule of a game about neighbors: a sum over the neighbors in view, and a force that follows.
///
/// Implement it for a component that requires [`BehaviorForces`], and add the system
/// [`steer_among_neighbors`] for it to [`SteeringSystems::Rules`](crate::SteeringSystems::Rules).
/// [`Separation`](crate::behaviors::Separation), [`Alignment`](crate::behaviors::Alignment) and
/// [`Cohesion`](crate::behaviors::Cohesion) have the same form. They share one search in vector
/// registers; a rule of a game searches by itself, on all threads.
///
/// A neighbor counts as it does for those: it is in a group that [`Perception`] accepts, in view,
/// in sight with [`LineOfSight`], and among the nearest `max_neighbors`, usually 16, before the
/// rule chooses. The nearest comes first, so the sum is the same on any number of threads. The
/// force is in the tier of flocking, and an agent that has [settled](crate::behaviors::Settled)
/// does not feel it. Order two rules of a game, because sums of floats depend on the order. The
/// work grows with the agents within range.
///
/// Obstacles do not turn the force, and `AvoidAgents` avoids a neighbor to which it leads. For a
/// way round obstacles set a goal.
///
/// ```
/// use bevy::prelude::*;
/// use bevy::reflect::TypePath;
/// use bevy_horde::prelude::*;
///
/// /// Leaves the neighbors that move faster than this.
/// #[derive(Component, TypePath)]
/// #[require(BehaviorForces)]
/// struct Shy { of_speed: f32 }
///
/// impl NeighborRule for Shy {
///     type Sum = Vec2;
///     type Inputs = ();
///
///     fn view(&self) -> View {
///         View::all(Length::Radii(8.0))
///     }
///
///     fn add(&self, away: &mut Vec2, _: &AgentState, neighbor: &Neighbor, _: &()) {
///         if neighbor.velocity.length() > self.of_speed {
///             *away -= neighbor.toward;
///         }
///     }
///
///     fn force(&self, away: Vec2, agent: &AgentState, _: f32) -> Option<Vec2> {
///         (away != Vec2::ZERO).then(|| away.clamp_length_max(1.0) * agent.max_force)
///     }
/// }
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .add_systems(FixedUpdate, steer_among_neighbors::<Shy>.in_set(SteeringSystems::Rules))
///     .update();
/// ```
pub trait NeighborRule: Component + TypePath {
    /// What the rule sums up; its default is the sum over no neighbors.
    type Sum: Default;
    /// What the rule reads for all agents, such as resources and read-only queries; `()` for
    /// nothing. It must not read [`BehaviorForces`] or [`SteeringTrace`]: Bevy panics when it adds
    /// the system.
    type Inputs: ReadOnlySystemParam + 'static;

    /// The part of the plane about the agent in which a neighbor counts, center to center.
    fn view(&self) -> View;

    /// Factor on the force, 0 and up, usually 1; 0 switches the rule off.
    fn weight(&self) -> f32 {
        1.0
    }

    /// Adds a neighbor to the sum.
    fn add(
        &self,
        sum: &mut Self::Sum,
        agent: &AgentState,
        neighbor: &Neighbor,
        inputs: &SystemParamItem<'_, '_, Self::Inputs>,
    );

    /// Returns the force in the plane, mass times world units per second squared; `None` without
    /// one. A step asks for it without neighbors, too.
    ///
    /// `tick` is the length of the tick in seconds. To drift at a velocity, return
    /// `agent.motion_limits(tick).force_toward_velocity(agent.velocity(), velocity)`.
    fn force(&self, sum: Self::Sum, agent: &AgentState, tick: f32) -> Option<Vec2>;
}

/// A neighbor, as an agent sees it, in the plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbor {
    /// The entity of the neighbor.
    pub entity: Entity,
    /// The offset from the agent to the neighbor, world units.
    pub offset: Vec2,
    /// The length of the offset, world units.
    pub distance: f32,
    /// The unit vector toward the neighbor. Two agents that coincide have opposite ones.
    pub toward: Vec2,
    /// The velocity of the neighbor, world units per second.
    pub velocity: Vec2,
    /// The radius of its body, world units.
    pub radius: f32,
}

/// What the search for neighbors reads.
#[derive(SystemParam)]
pub struct NeighborSearch<'w> {
    index: Res<'w, AgentIndex>,
    obstacles: Res<'w, ObstacleIndex>,
    warnings: Res<'w, SteeringWarnings>,
}

impl NeighborSearch<'_> {
    /// Finds the agents in view that are in one of the groups: their squared distances and slots.
    fn find(
        &self,
        // Inputs
        entity: Entity,
        state: &AgentState,
        filters: u32,
        view: &ViewCone,
        // Output
        found: &mut Vec<(f32, u32)>,
    ) {
        found.clear();
        let Some(own) = self.index.slot_of(entity, state) else {
            return;
        };
        let bodies = self.index.bodies();
        bodies.visit_within(state.position, view.range, |_, body, distance_squared| {
            let offset = body.position - state.position;
            let is_perceived = body.memberships & filters != 0;
            if is_perceived && body.slot != own as u32 && view.contains(state.heading, offset) {
                found.push((distance_squared, body.slot));
            }
        });
    }

    /// The agent in a slot, as another one sees it.
    fn neighbor(&self, state: &AgentState, slot: u32) -> Neighbor {
        let body = self.index.body_of(slot);
        let offset = body.position - state.position;
        let (toward, distance) = direction_and_length(offset).unwrap_or_else(|| {
            (
                -tie_break_direction::<Vec2>(self.index.ids(), state.slot, slot),
                0.0,
            )
        });
        Neighbor {
            entity: self.index.entities()[slot as usize],
            offset,
            distance,
            toward,
            velocity: body.velocity,
            radius: body.radius,
        }
    }

    /// Whether no obstacle hides the agent in a slot. One on either of the two does not.
    fn sees(&self, entity: Entity, state: &AgentState, slot: u32) -> bool {
        let other = self.index.entities()[slot as usize];
        let ends = [obstacle_of(entity), obstacle_of(other)];
        let to = self.index.body_of(slot).position;
        self.obstacles
            .line_of_sight_past(state.position, to, |obstacle| ends.contains(&obstacle))
    }
}

/// Sorts the nearest of these squared distances and slots, at most this many, and drops the others.
fn sort_nearest(found: &mut Vec<(f32, u32)>, most: usize) {
    let order = |one: &(f32, u32), other: &(f32, u32)| {
        (one.0.total_cmp(&other.0)).then(one.1.cmp(&other.1))
    };
    if found.len() > most {
        found.select_nth_unstable_by(most, order);
        found.truncate(most);
    }
    found.sort_unstable_by(order);
}

/// The system of a [`NeighborRule`].
pub fn steer_among_neighbors<R: NeighborRule>(
    // Inputs
    time: Res<Time>,
    search: NeighborSearch,
    inputs: StaticSystemParam<R::Inputs>,
    without_forces: Query<Entity, (With<R>, With<AgentState>, Without<BehaviorForces>)>,
    // Local
    nearby: Local<Parallel<Vec<(f32, u32)>>>,
    // Output
    mut agents: Query<(
        Entity,
        &R,
        &AgentState,
        &Perception,
        Option<&LineOfSight>,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) where
    for<'w, 's> SystemParamItem<'w, 's, R::Inputs>: Sync,
{
    let (tick, inputs) = (time.delta_secs(), &*inputs);
    let name = R::short_type_path();
    for entity in &without_forces {
        let check = search.warnings.of(entity, name);
        check.unusable("BehaviorForces", "is missing; let the component require it");
    }
    for_each_agent(
        &mut agents,
        Cost::High,
        |(entity, rule, state, perception, sight, mut forces, mut trace)| {
            let warnings = &search.warnings;
            let active = active(warnings, entity, state, name, rule.weight());
            let most = perception.max_neighbors as usize;
            let Some((check, weight)) = active.filter(|_| !forces.is_settled && most > 0) else {
                return;
            };
            let nearby = &mut *nearby.borrow_local_mut();
            let view = rule.view().resolve(state.body_radius, check);
            search.find(entity, state, perception.filters, &view, nearby);
            let needs_sight = sight.is_some_and(|sight| sight.neighbors);
            sort_nearest(nearby, if needs_sight { usize::MAX } else { most });
            let slots = nearby.iter().map(|(_, slot)| *slot);
            let slots = slots.filter(|slot| !needs_sight || search.sees(entity, state, *slot));
            let mut sum = R::Sum::default();
            for slot in slots.take(most) {
                rule.add(&mut sum, state, &search.neighbor(state, slot), inputs);
            }
            let Some(force) = rule.force(sum, state, tick).map(|force| force * weight) else {
                return;
            };
            if force.is_finite() {
                let mut forces = forces.of(name, (state, tick), trace.as_deref_mut());
                forces.add(Tier::Flocking, force);
            } else {
                check.unusable("force", "is not finite; it is dropped");
            }
        },
    );
}
