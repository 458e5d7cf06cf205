//! What a behavior with a target is: the trait, the agent that it steers, the target's state.

use crate::arbitration::{ForceOutput, Goal, SettlingPlace, Tier};
use crate::behaviors::surface::stays_outside;
use crate::obstacle::{ObstacleIndex, obstacle_of};
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::target::Target;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use horde_kernel::crowd::body::NO_SLOT;

/// A target is at rest up to this part of the agent's largest speed.
pub(crate) const AT_REST: f32 = 0.05;

/// A behavior with a target, of the plugin or of a game.
///
/// Implement it for a component, and add the system
/// [`steer_for_target`](crate::behaviors::steer_for_target) for that component to
/// [`SteeringSystems::Goals`](crate::SteeringSystems::Goals). Such a behavior has all features of
/// [`Seek`](crate::behaviors::Seek):
///
/// - The plugin uses all threads, and looks a target up once for successive agents that share it.
/// - [`LineOfSight`](crate::perception::LineOfSight) hides the target, and
///   [`LastSeen`](crate::perception::LastSeen) remembers it.
/// - A target that is gone, and an illegal weight, are reported by the component's name (see
///   [`SteeringWarnings`](crate::validation::SteeringWarnings)).
/// - Avoidance turns the behavior's goal, and plans with that goal.
/// - With [`SteeredAgent::settle_at`] agents settle at the target, and make way there.
///
/// The component has to require [`BehaviorForces`](crate::arbitration::BehaviorForces). An agent
/// without that component is reported once and does not steer for the target.
///
/// An agent with two of a game's behaviors heads for the goal of the system that runs first; order
/// the systems. The component must lie in tables, which is Bevy's default.
///
/// ```
/// use bevy::prelude::*;
/// use bevy::reflect::TypePath;
/// use bevy_horde::prelude::*;
///
/// /// Goes where its target goes, two units behind it.
/// #[derive(Component, TypePath)]
/// #[require(BehaviorForces)]
/// struct Tail { of: Entity }
///
/// impl TargetBehavior for Tail {
///     const TARGET_FIELD: &'static str = "of";
///
///     fn target(&self) -> Target {
///         self.of.into()
///     }
///
///     fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
///         let place = target.position - 2.0 * target.heading;
///         agent.head_for(Goal::arrive(agent.state, agent.tick, place, target.velocity));
///     }
/// }
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .add_systems(FixedUpdate, steer_for_target::<Tail>.in_set(SteeringSystems::Goals))
///     .update();
/// ```
pub trait TargetBehavior: Component + TypePath {
    /// The field that holds the target, for warnings.
    const TARGET_FIELD: &'static str = "target";
    /// Whether the agent closes in on its target. Then it does not avoid a target that is an agent
    /// (see [`AvoidAgents::avoid_target`](crate::behaviors::AvoidAgents::avoid_target)).
    const APPROACHES: bool = true;
    /// Whether the agent stays at the place where it last saw a target that is out of sight.
    const WAITS_AT_LAST_SEEN: bool = false;

    /// The target to head for, or away from.
    fn target(&self) -> Target;

    /// Factor on the goal and the forces of the behavior.
    fn weight(&self) -> f32 {
        1.0
    }

    /// Steers an agent that knows the place of the target.
    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState);
}

/// An agent that a [`TargetBehavior`] steers.
pub struct SteeredAgent<'a> {
    /// The agent's state at the start of the tick.
    pub state: &'a AgentState,
    /// The length of the tick, seconds.
    pub tick: f32,
    /// The plane in which it moves.
    pub space: MovementSpace,
    pub(crate) entity: Entity,
    pub(crate) obstacles: &'a ObstacleIndex,
    /// Whether the agent avoids obstacles.
    pub(crate) avoids_obstacles: bool,
    /// The weight of the behavior.
    pub(crate) weight: f32,
    pub(crate) check: FieldCheck<'a>,
    pub(crate) forces: ForceOutput<'a>,
}

impl SteeredAgent<'_> {
    /// Adds a goal of the agent; `None` adds nothing. The behavior's weight multiplies the goal's
    /// weight. The first goal in a tick becomes the agent's goal. Later goals only add their force.
    pub fn head_for(&mut self, goal: impl Into<Option<Goal>>) {
        if let Some(goal) = goal.into().and_then(|goal| usable(goal, self.check)) {
            self.head_for_place(goal, None);
        }
    }

    /// Adds a goal as [`head_for`](Self::head_for) does. While the target is at rest, the agent
    /// settles there, as with [`Arrive`](crate::behaviors::Arrive). For this the component has to
    /// require [`Settled`](crate::behaviors::Settled), too.
    pub fn settle_at(&mut self, target: &TargetState, goal: impl Into<Option<Goal>>) {
        if let Some(goal) = goal.into().and_then(|goal| usable(goal, self.check)) {
            let begins = target.body_slot() == NO_SLOT;
            self.head_for_place(goal, target.place(self.state, begins));
        }
    }

    /// Adds a force in the plane, multiplied by the behavior's weight.
    pub fn add(&mut self, tier: Tier, force: Vec2) {
        if force.is_finite() {
            self.forces.add(tier, force * self.weight);
        } else {
            self.check.unusable("force", "is not finite; it is dropped");
        }
    }

    /// The `value` of a setting if it is finite and at least 0. Else 0, and the setting is reported
    /// once.
    pub fn setting(&self, field: &'static str, value: f32) -> f32 {
        self.check.at_least_zero(field, value, 0.0)
    }

    /// The place where the agent may settle at `target`, on the surface of an obstacle that covers
    /// it, and the position to head for. `None` for the place while the target moves.
    #[inline(always)]
    pub(crate) fn place_at(
        &self,
        target: &TargetState,
        begins: bool,
    ) -> (Vec2, Option<SettlingPlace>) {
        let place = target.at_surface(target.place(self.state, begins), self);
        (place.map_or(target.position, |place| place.spot()), place)
    }

    /// Sets the agent's goal from checked numbers, and the place where it may settle, if any.
    #[inline(always)]
    pub(crate) fn head_for_place(&mut self, goal: Goal, place: Option<SettlingPlace>) {
        let weight = goal.weight * self.weight;
        self.forces.head_for_place(goal.with_weight(weight), place);
    }
}

/// A target as an agent knows it, in the plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetState {
    /// Where the target is. If the agent only remembers the target, where it last saw the target.
    pub position: Vec2,
    /// The velocity, world units per second; zero for a remembered target.
    pub velocity: Vec2,
    /// The unit vector of the heading; zero for a place, and for a remembered target.
    pub heading: Vec2,
    /// The slot of a target that is an agent, else [`NO_SLOT`].
    pub(crate) slot: u32,
    /// Whether the agent only remembers the target. Then the position is the last seen one.
    pub(crate) is_remembered: bool,
    /// Whether the target is an agent with a solid body.
    pub(crate) is_solid: bool,
    /// The body radius of a target that is an agent, world units; else 0.
    pub(crate) body_radius: f32,
    /// The solid obstacle that is the target, or that covers it; `None` without one.
    pub(crate) obstacle: Option<Entity>,
}

impl TargetState {
    /// A place, which does not move.
    pub(crate) fn at(position: Vec2) -> Self {
        Self {
            position,
            velocity: Vec2::ZERO,
            heading: Vec2::ZERO,
            slot: NO_SLOT,
            is_remembered: false,
            is_solid: false,
            body_radius: 0.0,
            obstacle: None,
        }
    }

    /// The slot of a target that is an agent, and not only remembered; else [`NO_SLOT`].
    #[inline(always)]
    pub(crate) fn body_slot(&self) -> u32 {
        if self.is_remembered {
            NO_SLOT
        } else {
            self.slot
        }
    }

    /// The place where an agent may settle at this target; `None` while the target moves.
    #[inline(always)]
    pub(crate) fn place(&self, agent: &AgentState, begins: bool) -> Option<SettlingPlace> {
        let slowest = AT_REST * agent.max_speed;
        let is_at_rest = self.velocity.length_squared() <= slowest * slowest;
        is_at_rest.then_some(SettlingPlace {
            slot: self.body_slot(),
            begins,
            ..SettlingPlace::at(self.position, agent.body_radius)
        })
    }

    /// The place where a chaser may settle: in touch with a solid body at rest, and with those that
    /// are in touch with it. Elsewhere it only joins agents that have settled.
    #[inline(always)]
    pub(crate) fn place_of_chaser(&self, agent: &AgentState) -> Option<SettlingPlace> {
        let touches = agent.solid && self.is_solid && !self.is_remembered;
        let place = self.place(agent, touches)?;
        Some(SettlingPlace {
            gap: if touches { 0.0 } else { place.gap },
            touches,
            ..place
        })
    }

    /// Where an agent reaches this target: `place` with the surface of the obstacle that is the
    /// target, or that covers it.
    #[inline(always)]
    fn at_surface(
        &self,
        place: Option<SettlingPlace>,
        agent: &SteeredAgent,
    ) -> Option<SettlingPlace> {
        let place = place?;
        match self.obstacle {
            Some(obstacle)
                if stays_outside(agent.state, agent.avoids_obstacles)
                    && obstacle != agent.entity =>
            {
                let (own, obstacle) = (agent.entity, obstacle_of(obstacle));
                let obstacles = agent.obstacles;
                Some(obstacles.place_at_surface(obstacle, own, agent.state, place))
            }
            _ => Some(place),
        }
    }
}

/// A checked weight; `None` for a behavior that is switched off.
#[inline(always)]
pub(crate) fn weight_of(weight: f32, check: FieldCheck<'_>) -> Option<f32> {
    let weight = check.at_least_zero("weight", weight, 0.0);
    (weight > 0.0).then_some(weight)
}

/// A game's goal if it is finite and has a weight above 0.
pub(crate) fn usable(goal: Goal, check: FieldCheck<'_>) -> Option<Goal> {
    if !goal.is_finite() {
        check.unusable("goal", "is not finite; it is dropped");
        return None;
    }
    Some(goal.with_weight(weight_of(goal.weight, check)?))
}
