//! The steering settings of a group of agents.

use crate::scene::Bait;
use bevy::prelude::*;
use bevy::reflect::{PartialReflect, ReflectRef};
use bevy_horde::prelude::*;
use bevy_horde::target::Target;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The smallest and the largest value of a number that differs between agents.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct ValueRange(pub f32, pub f32);

impl ValueRange {
    fn of(values: impl Iterator<Item = f32>) -> Option<Self> {
        values.fold(None, |range, value| {
            let Self(min, max) = range.unwrap_or(Self(value, value));
            Some(Self(min.min(value), max.max(value)))
        })
    }

    /// The position of a value in the range, 0 to 1; the middle if the range is a single value.
    fn part(self, value: f32) -> f32 {
        let length = self.1 - self.0;
        if length > 0.0 {
            (value - self.0) / length
        } else {
            0.5
        }
    }

    fn at(self, part: f32) -> f32 {
        self.0 + (self.1 - self.0) * part
    }

    fn is_usable(self) -> bool {
        self.0.is_finite() && self.1.is_finite() && 0.0 <= self.0 && self.0 <= self.1
    }
}

/// Fields that may be infinite, which means no limit.
const LIMITS: [&str; 2] = ["max_turn_rate", "panic_distance"];

/// A behavior that a preset can hold, without its target.
trait Portable: Component<Mutability = bevy::ecs::component::Mutable> + Clone {
    /// The target, if the behavior has one.
    fn target_mut(&mut self) -> Option<&mut Target> {
        None
    }
}

macro_rules! portable {
    ($($plain:ident)* ; $($aimed:ident . $target:ident)*) => {
        $(impl Portable for $plain {})*
        $(impl Portable for $aimed {
            fn target_mut(&mut self) -> Option<&mut Target> {
                Some(&mut self.$target)
            }
        })*
    };
}

portable! {
    Wander Separation Alignment Cohesion Flock AvoidObstacles Whiskers AvoidAgents ;
    Seek.target Arrive.target Gather.target Pursue.target Flee.threat Evade.threat
}

macro_rules! group_settings {
    ($($field:ident: $behavior:ident),* $(,)?) => {
        /// The steering settings of a group of agents. A setting that is `None` does not change.
        #[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
        #[serde(default, deny_unknown_fields)]
        pub struct GroupSettings {
            /// Radius of the body, world units.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub body_radius: Option<ValueRange>,
            /// Largest speed, world units per second.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub max_speed: Option<ValueRange>,
            /// Largest steering force.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub max_force: Option<ValueRange>,
            /// Mass.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub mass: Option<f32>,
            /// Fastest turn of the motion, radians per second.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub max_turn_rate: Option<f32>,
            /// Whether bodies are solid.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub solid: Option<bool>,
            /// How contributions are combined into one force.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub combine: Option<Combine>,
            /// Which agents and obstacles an agent perceives.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub perception: Option<Perception>,
            /// How the facing turns.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub facing: Option<Facing>,
            $(
                #[doc = concat!("Settings of [`", stringify!($behavior), "`]. Agents without it get it.")]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$behavior>,
            )*
            /// Behaviors to remove.
            #[serde(skip_serializing_if = "BTreeSet::is_empty")]
            pub without: BTreeSet<BehaviorName>,
        }

        /// The name of a behavior.
        #[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum BehaviorName {
            $(
                #[doc = concat!("[`", stringify!($behavior), "`].")]
                $behavior,
            )*
        }

        impl GroupSettings {
            fn read_behaviors(&mut self, world: &World, member: Entity) {
                $(
                    match world.get::<$behavior>(member) {
                        Some(behavior) => {
                            let mut behavior = behavior.clone();
                            if let Some(target) = behavior.target_mut() {
                                // Entities of this run mean nothing in a file.
                                *target = Target::default();
                            }
                            self.$field = Some(behavior);
                        }
                        None => {
                            self.without.insert(BehaviorName::$behavior);
                        }
                    }
                )*
            }

            /// The first number of a behavior that is not finite, and its field.
            fn find_illegal_number(&self) -> Option<(String, f32)> {
                $(
                    if let Some(behavior) = &self.$field {
                        let found = illegal_number(behavior, stringify!($field));
                        if found.is_some() {
                            return found;
                        }
                    }
                )*
                None
            }

            fn write_behaviors(&self, world: &mut World, members: &[Entity], aim: Target) {
                $(
                    if let Some(behavior) = &self.$field {
                        give(world, members, behavior, aim);
                    }
                )*
                for behavior in &self.without {
                    for member in members {
                        match behavior {
                            $(BehaviorName::$behavior => {
                                world.entity_mut(*member).remove::<$behavior>();
                            })*
                        }
                    }
                }
            }
        }
    };
}

group_settings! {
    seek: Seek,
    arrive: Arrive,
    gather: Gather,
    pursue: Pursue,
    flee: Flee,
    evade: Evade,
    wander: Wander,
    separation: Separation,
    alignment: Alignment,
    cohesion: Cohesion,
    flock: Flock,
    avoid_obstacles: AvoidObstacles,
    whiskers: Whiskers,
    avoid_agents: AvoidAgents,
}

/// Gives every member the behavior. A member that has the behavior keeps its target.
fn give<B: Portable>(world: &mut World, members: &[Entity], behavior: &B, aim: Target) {
    for member in members {
        let mut own = world.get_mut::<B>(*member);
        let old = own.as_mut().and_then(|own| own.target_mut().copied());
        let mut next = behavior.clone();
        if let Some(target) = next.target_mut() {
            *target = old.unwrap_or(aim);
        }
        match own {
            Some(mut own) => *own = next,
            None => {
                world.entity_mut(*member).insert(next);
            }
        }
    }
}

impl GroupSettings {
    /// The settings of these agents: ranges over all of them; everything else from the first one.
    pub fn of(world: &World, members: &[Entity]) -> Self {
        let agents: Vec<&SteeringAgent> = members
            .iter()
            .filter_map(|member| world.get(*member))
            .collect();
        let Some((&first, agent)) = members.first().zip(agents.first()) else {
            return Self::default();
        };
        let span =
            |number: fn(&SteeringAgent) -> f32| ValueRange::of(agents.iter().map(|a| number(a)));
        let mut settings = Self {
            body_radius: span(|agent| agent.body_radius),
            max_speed: span(|agent| agent.max_speed),
            max_force: span(|agent| agent.max_force),
            mass: Some(agent.mass),
            max_turn_rate: Some(agent.max_turn_rate),
            solid: Some(agent.solid),
            combine: Some(agent.combine),
            perception: world.get(first).copied(),
            facing: world.get(first).copied(),
            ..Self::default()
        };
        settings.read_behaviors(world, first);
        settings
    }

    /// Applies the settings to these agents.
    ///
    /// Every agent keeps its relative position in a range: the fastest stays the fastest.
    pub fn apply(&self, world: &mut World, members: &[Entity]) {
        let present = Self::of(world, members);
        for member in members {
            let Some(mut agent) = world.get_mut::<SteeringAgent>(*member) else {
                continue;
            };
            let respan = |number: &mut f32, from: Option<ValueRange>, to: Option<ValueRange>| {
                // Equal ranges leave every bit unchanged.
                if let (Some(from), Some(to)) = (from, to)
                    && from != to
                {
                    *number = to.at(from.part(*number));
                }
            };
            respan(
                &mut agent.body_radius,
                present.body_radius,
                self.body_radius,
            );
            respan(&mut agent.max_speed, present.max_speed, self.max_speed);
            respan(&mut agent.max_force, present.max_force, self.max_force);
            agent.mass = self.mass.unwrap_or(agent.mass);
            agent.max_turn_rate = self.max_turn_rate.unwrap_or(agent.max_turn_rate);
            agent.solid = self.solid.unwrap_or(agent.solid);
            agent.combine = self.combine.unwrap_or(agent.combine);
            let mut entity = world.entity_mut(*member);
            if let Some(perception) = self.perception {
                entity.insert(perception);
            }
            if let Some(facing) = self.facing {
                entity.insert(facing);
            }
        }
        let bait = world
            .query_filtered::<Entity, With<Bait>>()
            .iter(world)
            .next();
        let aim = bait.map_or_else(Target::default, Target::from);
        self.write_behaviors(world, members, aim);
    }

    /// Describes the first invalid value that the grammar allows.
    pub(super) fn find_error(&self) -> Option<String> {
        let spans = [
            ("body_radius", self.body_radius),
            ("max_speed", self.max_speed),
            ("max_force", self.max_force),
        ];
        for (field, span) in spans {
            if let Some(span) = span
                && !span.is_usable()
            {
                return Some(format!(
                    "field `{field}` is ({}, {}), and must be its smallest and largest value, 0 \
                     or more",
                    span.0, span.1
                ));
            }
        }
        let own = illegal_number(&self.mass, "mass")
            .or_else(|| illegal_number(&self.max_turn_rate, "max_turn_rate"))
            .or_else(|| illegal_number(&self.facing, "facing"))
            .or_else(|| illegal_number(&self.perception, "perception"));
        let (field, number) = own.or_else(|| self.find_illegal_number())?;
        Some(format!(
            "field `{field}` is {number}, and must be a finite number"
        ))
    }
}

/// The first number in a value that is not finite, with the path of its field.
fn illegal_number(value: &dyn PartialReflect, field: &str) -> Option<(String, f32)> {
    if let Some(&number) = value.try_downcast_ref::<f32>() {
        let is_limit = LIMITS.iter().any(|limit| field.ends_with(limit));
        let legal = number.is_finite() || (is_limit && number == f32::INFINITY);
        return (!legal).then(|| (field.to_owned(), number));
    }
    let named = |name: &str| format!("{field}.{name}");
    match value.reflect_ref() {
        ReflectRef::Struct(fields) => fields
            .iter_fields()
            .find_map(|(name, value)| illegal_number(value, &named(name))),
        ReflectRef::TupleStruct(fields) => fields
            .iter_fields()
            .find_map(|value| illegal_number(value, field)),
        ReflectRef::Enum(variant) => variant.iter_fields().find_map(|value| {
            let field = value.name().map_or_else(|| field.to_owned(), named);
            illegal_number(value.value(), &field)
        }),
        _ => None,
    }
}
