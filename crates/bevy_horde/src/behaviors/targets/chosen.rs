//! The agent that each behavior has chosen from a group.

use crate::perception::{OfBehavior, entry_of, set_entry};
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use std::borrow::Cow;

/// The agents that each behavior has chosen as the nearest of a group. Memory, written by the
/// plugin.
///
/// A behavior with a [`Target::NearestOf`](crate::target::Target::NearestOf) keeps its choice here.
/// A game reads it to learn which agent a chaser is after. The choice of a behavior with another
/// kind of target is not used, and stays as it was. Behaviors of the plugin with a target require
/// the component. A [`TargetBehavior`](crate::behaviors::TargetBehavior) of a game may require it
/// too; without it the behavior takes the nearest in every tick.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// fn name_prey(chasers: Query<(Entity, &ChosenTargets)>) {
///     for (chaser, chosen) in &chasers {
///         if let Some(prey) = chosen.of::<Pursue>() {
///             println!("{chaser} is after {prey}");
///         }
///     }
/// }
/// # App::new().add_plugins((MinimalPlugins, SteeringPlugin::default()))
/// #     .add_systems(Update, name_prey).update();
/// ```
#[derive(Component, Reflect, MapEntities, Clone, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct ChosenTargets {
    /// The chosen agents, sorted by behavior.
    #[entities]
    pub targets: Vec<ChosenTarget>,
}

/// An agent that a behavior has chosen.
#[derive(Reflect, MapEntities, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct ChosenTarget {
    /// The behavior: the type path of its component.
    pub behavior: Cow<'static, str>,
    /// The chosen agent.
    #[entities]
    pub entity: Entity,
}

impl ChosenTarget {
    /// Returns `entity` as the choice of the behavior `B`.
    pub fn of<B: TypePath>(entity: Entity) -> Self {
        Self {
            behavior: Cow::Borrowed(B::type_path()),
            entity,
        }
    }
}

impl OfBehavior for ChosenTarget {
    fn behavior(&self) -> &str {
        &self.behavior
    }
}

impl ChosenTargets {
    /// Returns the agent that the behavior `B` has chosen.
    pub fn of<B: TypePath>(&self) -> Option<Entity> {
        entry_of(&self.targets, B::type_path()).map(|chosen| chosen.entity)
    }

    /// Sets or removes the choice of the behavior `B`.
    pub(super) fn set<B: TypePath>(&mut self, chosen: Option<Entity>) {
        let chosen = chosen.map(ChosenTarget::of::<B>);
        set_entry(&mut self.targets, B::type_path(), chosen);
    }
}
