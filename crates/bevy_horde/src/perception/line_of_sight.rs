//! Who is hidden by obstacles, and what an agent makes of it.

use crate::obstacle::ObstacleIndex;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use std::borrow::Cow;

/// Sees only what no opaque obstacle hides. An agent without it sees through everything.
///
/// One center is in sight of another when the straight line between them touches no
/// [opaque](crate::obstacle::Obstacle::opaque) obstacle; touching a corner is enough to be hidden. The line is tested last,
/// for those who are in view, near enough and perceived. An agent inside of an opaque obstacle sees nobody; an obstacle
/// that is itself the agent, or the one it looks for, hides nothing.
///
/// Behaviors about neighbors heed the nearest [`Perception::max_neighbors`](super::Perception::max_neighbors) of those in
/// sight. Of targets only a [`Target::Entity`](crate::target::Target::Entity) can be hidden: a place is known, not seen.
/// [`AvoidObstacles`](crate::behaviors::AvoidObstacles), [`Whiskers`](crate::behaviors::Whiskers) and solid bodies ask
/// nobody about sight.
///
/// | field | meaning | default | disable |
/// |---|---|---|---|
/// | `neighbors` | whether neighbors must be in sight to count | true | false: heeds them through walls |
/// | `hidden_target` | what becomes of a target out of sight | [`HiddenTarget::LastSeen`] | [`HiddenTarget::KeepTracking`] |
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

/// What a behavior makes of a target that is out of sight.
///
/// Whatever it is, a target that comes into sight again is followed, or fled from, again. **No opinion** means that the
/// agent runs on as it did; to stop it, watch [`Steering::has_opinion`](crate::agent::Steering::has_opinion) and give it an
/// [`Arrive`](crate::behaviors::Arrive) where it is.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum HiddenTarget {
    /// Nothing changes: the agent knows where the target is, and remembers that place as if it saw it.
    KeepTracking,
    /// The place where it was last seen stands for it, at rest. A target that was never seen is no opinion.
    ///
    /// Once there, within two body radii or the way of one tick, the place is forgotten and the
    /// behavior has no opinion. A behavior that means to stay, as `Arrive` does, keeps it.
    #[default]
    LastSeen,
    /// Forgotten at once: no opinion.
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
    /// What is remembered, sorted by behavior.
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
    /// The behavior whose target it is: the type path of its component.
    pub behavior: Cow<'static, str>,
    /// The target; the place of another one is of no use.
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
        let place = self.place_of(B::type_path());
        place.ok().map(|place| &self.targets[place])
    }

    /// Remembers where the behavior `B` sees its target, or forgets it.
    pub(crate) fn set<B: TypePath>(&mut self, target: Option<(Entity, Vec2)>) {
        let place = self.place_of(B::type_path());
        match (place, target) {
            (Ok(place), Some((entity, position))) => {
                let seen = &mut self.targets[place];
                (seen.entity, seen.position) = (entity, position);
            }
            (Ok(place), None) => {
                self.targets.remove(place);
            }
            (Err(place), Some((entity, position))) => {
                self.targets
                    .insert(place, SeenTarget::of::<B>(entity, position));
            }
            (Err(_), None) => {}
        }
    }

    fn place_of(&self, behavior: &str) -> Result<usize, usize> {
        self.targets
            .binary_search_by(|seen| seen.behavior.as_ref().cmp(behavior))
    }
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
