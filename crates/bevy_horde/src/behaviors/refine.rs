//! What a goal refiner is, and the system that runs one.

use super::targets::usable;
use crate::arbitration::{ArrivalPlace, BehaviorForces, Goal, Refinement, SettlingPlace};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::settled::Settled;
use crate::space::MovementSpace;
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::ecs::query::{IterQueryData, QueryItem};
use bevy::ecs::system::{ReadOnlySystemParam, StaticSystemParam, SystemParamItem};
use bevy::prelude::*;
use bevy::reflect::TypePath;

/// Changes the goals that behaviors have set, for a reason.
///
/// [`Queue`](crate::behaviors::Queue), [`Settled`](crate::behaviors::Settled) and
/// [`Formation`](crate::behaviors::Formation) are refiners. A game implements the trait for a type
/// of its own, and adds [`refine_goals`] for it to
/// [`SteeringSystems::Refine`](crate::SteeringSystems::Refine). There it sees the goals of all
/// behaviors, and agents avoid obstacles on the way to the changed goal. [`Refinement`] says where
/// they arrive and settle. The force of a goal is computed once, after all refiners.
///
/// The reason is listed in [`SteeringTrace::reasons`] of an agent that has one. Of two refiners of
/// a game the later one sees the goal of the earlier one, and replaces it; order them.
///
/// `Wander`, `Flee`, `Evade`, `FollowWall`, `Contain` and flocks have no goal but forces. An agent
/// with these alone keeps them. The force of a refined goal is added, and the agent neither arrives
/// nor settles.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
///
/// /// A zone in which agents walk.
/// #[derive(Resource, TypePath)]
/// struct QuietZone(Rect);
///
/// impl GoalRefiner for QuietZone {
///     type Inputs = Res<'static, QuietZone>;
///     type Data = ();
///
///     fn refine(agent: &mut RefinedAgent, _: (), zone: &Res<QuietZone>) -> Option<Refinement> {
///         let goal = agent.goal().filter(|_| zone.0.contains(agent.state.position()))?;
///         let walk = 0.3 * agent.state.max_speed;
///         Some(Refinement::slow_down(goal, walk, "walks in the quiet zone"))
///     }
/// }
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .insert_resource(QuietZone(Rect::new(0.0, 0.0, 40.0, 20.0)))
///     .add_systems(FixedUpdate, refine_goals::<QuietZone>.in_set(SteeringSystems::Refine))
///     .update();
/// ```
pub trait GoalRefiner: TypePath {
    /// What the refiner reads for all agents, such as resources and read-only queries; `()` for
    /// nothing. It must not read [`BehaviorForces`], [`SteeringTrace`] or what `Data` writes: Bevy
    /// panics when it adds the system.
    type Inputs: ReadOnlySystemParam + 'static;
    /// The components that the refiner reads and writes on an agent; `()` for all agents that have
    /// [`BehaviorForces`]. Agents without them are left out. It must not name [`BehaviorForces`] or
    /// [`SteeringTrace`], nor write [`AgentState`].
    type Data: IterQueryData + 'static;

    /// Returns the changed goal of an agent that updates in this tick, or `None` to leave it.
    fn refine(
        agent: &mut RefinedAgent,
        data: QueryItem<'_, '_, Self::Data>,
        inputs: &SystemParamItem<'_, '_, Self::Inputs>,
    ) -> Option<Refinement>;
}

/// An agent whose goal a [`GoalRefiner`] may change.
pub struct RefinedAgent<'a> {
    /// The entity of the agent.
    pub entity: Entity,
    /// The agent's state at the start of the tick.
    pub state: &'a AgentState,
    /// The length of the tick, seconds.
    pub tick: f32,
    /// The plane in which it moves.
    pub space: MovementSpace,
    pub(crate) forces: Mut<'a, BehaviorForces>,
}

impl RefinedAgent<'_> {
    /// Returns its goal so far; `None` without one.
    pub fn goal(&self) -> Option<Goal> {
        self.forces.goal
    }
}

/// The system of a [`GoalRefiner`].
pub fn refine_goals<R: GoalRefiner>(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    warnings: Res<SteeringWarnings>,
    inputs: StaticSystemParam<R::Inputs>,
    // Output
    mut agents: Query<(
        Entity,
        &AgentState,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
        Has<Settled>,
        R::Data,
    )>,
) where
    for<'w, 's> SystemParamItem<'w, 's, R::Inputs>: Sync,
{
    let tick = time.delta_secs();
    let (inputs, name) = (&*inputs, R::short_type_path());
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(entity, state, mut forces, mut trace, settles, data)| {
            if !state.is_updating() {
                return;
            }
            let mut agent = RefinedAgent {
                entity,
                state,
                tick,
                space: *space,
                forces: forces.reborrow(),
            };
            let Some(mut refinement) = R::refine(&mut agent, data, inputs) else {
                return;
            };
            let check = warnings.of(entity, name);
            let Some(goal) = usable(refinement.goal, check) else {
                return;
            };
            refinement.max_speed =
                check.at_least_zero_or_infinite("max_speed", refinement.max_speed, f32::INFINITY);
            let redirects = refinement.arrival == ArrivalPlace::AtGoal;
            if settles && redirects && forces.place.is_none() {
                forces.place = Some(SettlingPlace::at(goal.position, state.body_radius));
            }
            let mut forces = forces.of(name, (state, tick), trace.as_deref_mut());
            forces.refine(refinement);
        },
    );
}
