//! Who is hidden by obstacles, and what an agent makes of it.

use crate::obstacle::ObstacleIndex;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

/// Sees only what no opaque obstacle hides. An agent without it sees through everything.
///
/// One centre is in sight of another when the straight line between them touches no
/// [opaque](crate::obstacle::Obstacle::opaque) obstacle; touching a corner is enough to be hidden. The line is tested last,
/// for those who are in view, near enough and perceived. An agent inside of an opaque obstacle sees nobody; an obstacle
/// that is itself the agent, or the one it looks for, hides nothing.
///
/// Behaviours about neighbours heed the nearest [`Perception::max_neighbors`](super::Perception::max_neighbors) of those in
/// sight. Of targets only a [`Target::Entity`](crate::target::Target::Entity) can be hidden: a place is known, not seen.
/// [`AvoidObstacles`](crate::behaviors::AvoidObstacles), [`Whiskers`](crate::behaviors::Whiskers) and solid bodies ask
/// nobody about sight.
///
/// | field | meaning | default | disable |
/// |---|---|---|---|
/// | `neighbors` | whether neighbours must be in sight to count | true | false: heeds them through walls |
/// | `hidden_target` | what becomes of a target out of sight | [`HiddenTarget::LastSeen`] | [`HiddenTarget::GoOn`] |
///
/// Costs one cast per target and tick, and one per neighbour until enough are in sight.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(LastSeen)]
pub struct LineOfSight {
    /// Whether neighbours must be in sight to count.
    pub neighbors: bool,
    /// What becomes of a target out of sight.
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

/// What [`Seek`](crate::behaviors::Seek), [`Arrive`](crate::behaviors::Arrive), [`Pursue`](crate::behaviors::Pursue),
/// [`Flee`](crate::behaviors::Flee) and [`Evade`](crate::behaviors::Evade) make of a target that is out of sight.
///
/// Whatever it is, a target that comes into sight again is followed, or fled from, again. **No opinion** means that the
/// agent runs on as it did; to stop it, watch [`Steering::has_opinion`](crate::agent::Steering::has_opinion) and give it an
/// [`Arrive`](crate::behaviors::Arrive) where it is.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum HiddenTarget {
    /// Nothing changes: the agent knows where the target is, and remembers that place as if it saw it.
    GoOn,
    /// The place where it was last seen stands for it, at rest. A target that was never seen is no opinion.
    ///
    /// Once there, within two body radii or the way of one tick, the place is forgotten and the behaviour has no opinion;
    /// only `Arrive` stays and comes to rest.
    #[default]
    LastSeen,
    /// Forgotten at once: no opinion.
    GiveUp,
}

/// Where each behaviour last saw its target. Memory, written by the plugin for agents with a [`LineOfSight`].
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct LastSeen {
    /// That of [`Seek`](crate::behaviors::Seek).
    #[entities]
    pub seek: Option<SeenTarget>,
    /// That of [`Arrive`](crate::behaviors::Arrive).
    #[entities]
    pub arrive: Option<SeenTarget>,
    /// That of [`Pursue`](crate::behaviors::Pursue).
    #[entities]
    pub pursue: Option<SeenTarget>,
    /// That of [`Flee`](crate::behaviors::Flee).
    #[entities]
    pub flee: Option<SeenTarget>,
    /// That of [`Evade`](crate::behaviors::Evade).
    #[entities]
    pub evade: Option<SeenTarget>,
}

/// A target, and where it was last seen.
#[derive(Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct SeenTarget {
    /// The target; the place of another one is of no use.
    #[entities]
    pub entity: Entity,
    /// Where it was, in steering coordinates.
    pub position: Vec2,
}

/// Whether nothing opaque between the two hides one from the other; what they are themselves does not.
pub(crate) fn is_in_sight(
    obstacles: &ObstacleIndex,
    from: (Entity, Vec2),
    to: (Entity, Vec2),
) -> bool {
    obstacles.line_of_sight_past(from.1, to.1, |obstacle| {
        obstacle == from.0 || obstacle == to.0
    })
}
