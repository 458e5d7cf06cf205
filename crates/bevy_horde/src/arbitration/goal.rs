//! The goals of agents, for behaviors that need them.

use super::BehaviorForces;
use crate::length::Length;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::step::goal::Goal;

/// The place at which an agent may settle, as its behavior sees it in this tick.
#[derive(Reflect, Clone, Copy, PartialEq, Debug)]
pub struct SettlingPlace {
    pub(crate) position: Vec2,
    /// The slot of the agent at rest, if the place is that of an agent; else `NO_SLOT`.
    pub(crate) slot: u32,
    /// The gap to settled bodies, world units.
    pub(crate) gap: f32,
    /// How long in advance the agent makes way for a passer, seconds.
    pub(crate) make_way: f32,
    /// Whether the agent settles at a place that is free. Else it settles only beside agents that
    /// have settled.
    pub(crate) begins: bool,
    /// Whether the agent settles as soon as it touches the body in `slot`.
    pub(crate) touches: bool,
    /// Whether no way leads to the goal, and this is the place nearest to it.
    pub(crate) is_nearest: bool,
    /// The goal of the behavior: the place, unless no way leads to the goal.
    pub(crate) goal: Vec2,
    /// The slot that identifies a settled crowd; `NO_SLOT` without one. All agents of the crowd
    /// have the same, and so do agents that come up to it in sight of the goal. These agents do not
    /// avoid each other: settling keeps them apart.
    pub(crate) crowd: u32,
    /// Where the agent's body touches the solid obstacle that covers the goal; `None` if none does.
    pub(crate) surface: Option<Vec2>,
}

impl SettlingPlace {
    /// The usual gap to settled bodies.
    pub(crate) const GAP: Length = Length::Radii(0.2);
    /// How long in advance a settled agent usually makes way, seconds.
    pub(crate) const MAKE_WAY: f32 = 1.5;

    /// A free place: the first agent settles there, and others beside it.
    #[inline(always)]
    pub(crate) fn at(position: Vec2, body_radius: f32) -> Self {
        Self {
            position,
            slot: NO_SLOT,
            gap: Self::GAP.resolve(body_radius),
            make_way: Self::MAKE_WAY,
            begins: true,
            touches: false,
            is_nearest: false,
            goal: position,
            crowd: NO_SLOT,
            surface: None,
        }
    }

    /// Where the agent has to go: to the place, or to the surface of the obstacle that covers it.
    pub(crate) fn spot(&self) -> Vec2 {
        self.surface_there().unwrap_or(self.position)
    }

    /// Where the agent's body touches the solid obstacle that covers the place.
    pub(crate) fn surface_there(&self) -> Option<Vec2> {
        self.surface.filter(|_| !self.is_nearest)
    }
}

/// The goal that a game's own behavior sets for an agent in this tick.
///
/// A plain system in [`SteeringSystems::Goals`](crate::SteeringSystems::Goals) sets it. After that
/// set the plugin takes and empties it. So a behavior without a goal in this tick sets nothing. The
/// goal comes before the goals of the plugin's behaviors: avoidance turns it, and the other goals
/// only add their forces. Of two systems that set a goal for the same agent the last one counts;
/// order them.
///
/// A goal that is not finite, or has a negative weight, is reported once and dropped. The goal of
/// an agent that does not update in this tick is dropped without a report, see
/// [`AgentState::is_updating`](crate::perception::AgentState::is_updating). A goal that is set
/// outside of the set counts in the next tick, and a warning names the first such agent.
///
/// A behavior with a [`Target`](crate::target::Target) needs none of this: it implements
/// [`TargetBehavior`](crate::behaviors::TargetBehavior).
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// /// The places on the way of an agent, the next one last.
/// #[derive(Component)]
/// #[require(SteeringGoal)]
/// struct Path(Vec<Vec2>);
///
/// fn follow_path(time: Res<Time>, mut agents: Query<(&Path, &AgentState, &mut SteeringGoal)>) {
///     for (path, state, mut goal) in &mut agents {
///         if let Some(next) = path.0.last() {
///             goal.set(Goal::seek(state, time.delta_secs(), *next));
///         }
///     }
/// }
/// # App::new().add_plugins((MinimalPlugins, SteeringPlugin::default()))
/// .add_systems(FixedUpdate, follow_path.in_set(SteeringSystems::Goals))
/// # ;
/// ```
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
#[require(BehaviorForces)]
pub struct SteeringGoal {
    pub(crate) goal: Option<Goal>,
    #[entities]
    pub(crate) agent: Option<Entity>,
}

impl SteeringGoal {
    /// Sets the goal of this tick; `None` removes it.
    pub fn set(&mut self, goal: impl Into<Option<Goal>>) {
        (self.goal, self.agent) = (goal.into(), None);
    }

    /// Sets the goal of this tick, by which the agent heads for another agent.
    ///
    /// The agent does not avoid that other agent, see
    /// [`AvoidAgents::avoid_target`](crate::behaviors::AvoidAgents::avoid_target). Set the goal in
    /// every tick, whether the agent updates or not, because agents near by read it.
    pub fn set_for_agent(&mut self, goal: impl Into<Option<Goal>>, agent: Entity) {
        (self.goal, self.agent) = (goal.into(), Some(agent));
    }

    /// The goal that has been set in this tick.
    pub fn goal(&self) -> Option<Goal> {
        self.goal
    }
}
