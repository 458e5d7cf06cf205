//! Line of sight: obstacles hide agents and targets.

use crate::obstacle::ObstacleIndex;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use std::borrow::Cow;

/// Requires a free line of sight. An agent without this component sees through everything.
///
/// A center is in sight of another when the straight line between them touches no
/// [opaque](crate::obstacle::Obstacle::opaque) obstacle. A line that touches a corner is blocked.
/// The line is tested last, for agents in view, near enough and perceived. An agent inside of an
/// opaque obstacle sees no agent. An obstacle that is itself the agent or its target hides nothing.
///
/// Behaviors about neighbors use the nearest
/// [`Perception::max_neighbors`](super::Perception::max_neighbors) of the agents in sight. Of
/// targets only a [`Target::Entity`](crate::target::Target::Entity) can be hidden: a place is
/// known, not seen. [`AvoidObstacles`](crate::behaviors::AvoidObstacles),
/// [`Whiskers`](crate::behaviors::Whiskers) and solid bodies ignore the line of sight.
///
/// | field | meaning | default | disable |
/// |---|---|---|---|
/// | `neighbors` | whether neighbors must be in sight to count | true | false: heeds them through walls |
/// | `hidden_target` | the response to a target out of sight | [`HiddenTarget::LastSeen`] | [`HiddenTarget::KeepTracking`] |
///
/// Costs one cast per target and tick, and one per neighbor until enough are in sight.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(LastSeen)]
pub struct LineOfSight {
    /// Whether neighbors must be in sight to count.
    pub neighbors: bool,
    /// The response to a target out of sight.
    pub hidden_target: HiddenTarget,
}

impl Default for LineOfSight {
    fn default() -> Self {
        Self {
            neighbors: true,
            hidden_target: HiddenTarget::LastSeen,
        }
    }
}

/// The response of a behavior to a target out of sight.
///
/// A target that comes into sight again is followed, or fled from, again. With **no opinion** the
/// agent keeps its velocity. To stop it, watch
/// [`Steering::has_opinion`](crate::agent::Steering::has_opinion) and give it an
/// [`Arrive`](crate::behaviors::Arrive) at its own place.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum HiddenTarget {
    /// Nothing changes: the agent knows the place of the target, and remembers it as if seen.
    KeepTracking,
    /// The place where the target was last seen replaces it, at rest. No opinion for a target that
    /// was never seen.
    ///
    /// Once there, within two body radii or the way of one tick, the agent forgets the place and
    /// the behavior has no opinion. A behavior that stays at its target, as `Arrive` does, keeps
    /// it.
    #[default]
    LastSeen,
    /// The agent forgets the target at once: no opinion.
    GiveUp,
}

/// Where each behavior last saw its target. Memory, written by the plugin for agents with a
/// [`LineOfSight`].
#[derive(Component, Reflect, Clone, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct LastSeen {
    /// The seen targets, sorted by behavior.
    #[entities]
    pub targets: Vec<SeenTarget>,
}

/// A target, and where it was last seen.
#[derive(Reflect, MapEntities, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct SeenTarget {
    /// The behavior with this target: the type path of its component.
    pub behavior: Cow<'static, str>,
    /// The target. The place of another target is not used.
    #[entities]
    pub entity: Entity,
    /// Where it was, in steering coordinates.
    pub position: Vec2,
}

impl SeenTarget {
    /// The memory of the behavior `B`.
    pub fn of<B: TypePath>(entity: Entity, position: Vec2) -> Self {
        Self {
            behavior: Cow::Borrowed(B::type_path()),
            entity,
            position,
        }
    }
}

impl LastSeen {
    /// Where the behavior `B` last saw its target.
    pub fn of<B: TypePath>(&self) -> Option<&SeenTarget> {
        let index = self.index_of(B::type_path());
        index.ok().map(|index| &self.targets[index])
    }

    /// Sets or removes the place where the behavior `B` sees its target.
    pub(crate) fn set<B: TypePath>(&mut self, target: Option<(Entity, Vec2)>) {
        let index = self.index_of(B::type_path());
        match (index, target) {
            (Ok(index), Some((entity, position))) => {
                let seen = &mut self.targets[index];
                (seen.entity, seen.position) = (entity, position);
            }
            (Ok(index), None) => {
                self.targets.remove(index);
            }
            (Err(index), Some((entity, position))) => {
                self.targets
                    .insert(index, SeenTarget::of::<B>(entity, position));
            }
            (Err(_), None) => {}
        }
    }

    fn index_of(&self, behavior: &str) -> Result<usize, usize> {
        self.targets
            .binary_search_by(|seen| seen.behavior.as_ref().cmp(behavior))
    }
}

/// Whether no opaque obstacle hides one from the other; their own obstacles do not count.
pub(crate) fn is_in_sight(
    obstacles: &ObstacleIndex,
    from: (Entity, Vec2),
    to: (Entity, Vec2),
) -> bool {
    obstacles.line_of_sight_past(from.1, to.1, |obstacle| {
        obstacle == from.0 || obstacle == to.0
    })
}
