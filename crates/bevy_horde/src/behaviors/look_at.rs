//! LookAt: turn toward a target of its own.

use super::targets::Targets;
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// Turns an agent toward a target, whatever it does: a guard that watches the player while it
/// walks its round, or a fighter that steps sideways.
///
/// It adds no force. Without it an agent looks along its motion, or while it is slow toward what it
/// heads for: see [`Facing`](crate::agent::Facing). With it the
/// [`Heading`](crate::agent::Heading) turns toward the place of the target at the start of the
/// tick, at most at [`SteeringAgent::max_turn_rate`](crate::agent::SteeringAgent::max_turn_rate).
/// By default that is infinite: the heading turns at once, and the picture as `Facing` says.
/// Meanwhile `max_turn_rate` does not limit the direction of motion.
///
/// The view of a [`LineOfSight`](crate::perception::LineOfSight) turns with it. All else stays
/// along the motion while the agent is not slow: whiskers, wandering, and the
/// [`View`](crate::perception::View)s of neighbors.
///
/// While the target is gone, see [`Target`], the agent looks as without the component. Walls do not
/// hide the target. The agent keeps its heading while an [`Impulse`](crate::impulse::Impulse)
/// throws it, and with [`SteeringDisabled`](crate::agent::SteeringDisabled). With
/// [`ExternalLocomotion`](crate::agent::ExternalLocomotion) the game turns it: read `place`.
///
/// | field | meaning | default | legal | disable |
/// |---|---|---|---|---|
/// | `target` | at what to look | the origin | any | remove |
/// | `place` | where that is, in the plane; written by the plugin | `None` | - | - |
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// # let (player, path) = (world.spawn_empty().id(), world.spawn_empty().id());
/// let guard = SteeringAgent::default().with_max_turn_rate(4.0);
/// world.spawn((guard, FollowPath::along(path), LookAt::new(player)));
/// ```
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct LookAt {
    /// At what to look: an entity, a place, or the nearest of a group.
    #[entities]
    pub target: Target,
    /// Where the target was at the start of the tick, in the plane. `None` while it is
    /// gone, and while the agent does not turn. The plugin writes it.
    pub place: Option<Vec2>,
}

impl LookAt {
    /// Looks at an entity, a place or the nearest of a group.
    pub fn new(target: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            place: None,
        }
    }
}

/// Finds the targets.
pub(crate) fn look_at(
    // Inputs
    targets: Targets,
    // Output
    mut agents: Query<(Entity, &AgentState, &mut LookAt)>,
) {
    for_each_agent(&mut agents, Cost::Low, |(entity, state, mut look_at)| {
        let turns = state.is_moving() && !state.is_thrown();
        let check = targets.warnings.of(entity, "LookAt");
        let found = turns.then(|| targets.find(entity, look_at.target, check, "target"));
        let place = found.flatten().map(|target| target.position);
        if look_at.place != place {
            look_at.place = place;
        }
    });
}
