//! What happens to an app: acts that refer to things by number, so that any part of them is a run
//! as well.

use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::behaviors::WanderAngle;
use bevy_horde::prelude::*;
use serde::{Deserialize, Serialize};

/// An app and everything that happens to it.
#[derive(Reflect, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Script {
    /// The app.
    pub stage: Stage,
    /// What happens to it, in this order.
    pub acts: Vec<Act>,
}

/// The app before anything happens.
#[derive(Reflect, Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// The plane of movement.
    pub space: MovementSpace,
    /// The schedule that steers.
    pub clock: Clock,
    /// The plugin's seed.
    pub seed: u64,
    /// Whether a system of the game asks `SteeringQuery` before every tick and turns agents by the
    /// answers.
    pub asks: bool,
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            space: MovementSpace::Xy,
            clock: Clock::Fixed,
            seed: 0,
            asks: false,
        }
    }
}

/// The schedule that steers.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// `FixedUpdate`, once per frame.
    Fixed,
    /// `Update`, with frames of a given length.
    Frames,
}

/// Where something is put, in steering coordinates.
#[derive(Reflect, Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Its place.
    pub at: Vec2,
    /// Its turn about the axis that leaves the plane, radians.
    pub angle: f32,
    /// Its scale along its own axes.
    pub scale: Vec2,
}

impl Place {
    /// At a place, neither turned nor scaled.
    pub const fn at(x: f32, y: f32) -> Self {
        Self {
            at: Vec2::new(x, y),
            angle: 0.0,
            scale: Vec2::ONE,
        }
    }

    /// The same as a `Transform`.
    pub fn transform(&self, space: MovementSpace) -> Transform {
        let (rotation, scale) = match space {
            MovementSpace::Xy => (Quat::from_rotation_z(self.angle), self.scale.extend(1.0)),
            MovementSpace::Xz => (
                Quat::from_rotation_y(self.angle),
                Vec3::new(self.scale.x, 1.0, self.scale.y),
            ),
        };
        Transform {
            translation: space.with_plane(Vec3::splat(0.25), self.at),
            rotation,
            scale,
        }
    }
}

/// The entity that stands for the thing of this number in components of a script.
pub fn thing(number: u32) -> Entity {
    Entity::from_raw_u32(number).unwrap_or(Entity::PLACEHOLDER)
}

/// One thing that happens. An act about a missing thing does nothing.
#[derive(Reflect, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Act {
    /// From now on a tick lasts so many seconds.
    TickLength(f32),
    /// So many ticks pass.
    Tick(u32),
    /// A thing appears, unless there is one of that number already.
    Spawn {
        /// Its number.
        thing: u32,
        /// Where.
        place: Place,
        /// Its components.
        parts: Vec<Part>,
    },
    /// It goes.
    Despawn(u32),
    /// It gets a component, or another value of one.
    Insert {
        /// Its number.
        thing: u32,
        /// The component.
        part: Part,
    },
    /// It loses a component.
    Remove {
        /// Its number.
        thing: u32,
        /// Which component.
        kind: Kind,
    },
    /// It is put elsewhere.
    Put {
        /// Its number.
        thing: u32,
        /// Where.
        place: Place,
    },
    /// It is moved.
    Shift {
        /// Its number.
        thing: u32,
        /// By so much, in steering coordinates.
        by: Vec2,
    },
    /// Bevy's `Disabled` is put on it.
    Hide(u32),
    /// Bevy's `Disabled` is taken off.
    Show(u32),
    /// Another thing like it appears, by Bevy's own clone.
    Duplicate {
        /// Its number.
        thing: u32,
        /// The number of the copy.
        copy: u32,
    },
    /// The plane of movement is another one.
    Space(MovementSpace),
    /// The passing hand is another one.
    Hand(PassingHand),
    /// In a run with saves: the game is saved, and goes on in a new app.
    Save,
}

impl Act {
    /// The thing that it happens to, where it happens to one.
    pub fn thing(&self) -> Option<u32> {
        match self {
            Self::Spawn { thing, .. }
            | Self::Despawn(thing)
            | Self::Insert { thing, .. }
            | Self::Remove { thing, .. }
            | Self::Put { thing, .. }
            | Self::Shift { thing, .. }
            | Self::Hide(thing)
            | Self::Show(thing) => Some(*thing),
            _ => None,
        }
    }
}

macro_rules! parts {
    ($($name:ident),* $(,)?) => {
        /// A component that a thing may have.
        #[derive(Reflect, Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "each variant is the component of its name")]
        pub enum Part { $($name($name)),* }

        /// Which component.
        #[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "each variant is the component of its name")]
        pub enum Kind { $($name),* }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Takes the component away.
            pub fn remove_from(self, entity: &mut EntityWorldMut) {
                match self { $(Self::$name => { entity.remove::<$name>(); })* }
            }
        }

        impl Part {
            /// Which component it is.
            pub fn kind(&self) -> Kind {
                match self { $(Self::$name(_) => Kind::$name),* }
            }

            /// Gives it to an entity.
            pub fn insert_into(self, entity: &mut EntityWorldMut) {
                match self { $(Self::$name(part) => { entity.insert(part); })* }
            }
        }
    };
}

parts!(
    SteeringAgent,
    AgentId,
    Velocity,
    PositionRemainder,
    Heading,
    Facing,
    SteeringDisabled,
    ExternalLocomotion,
    ThinkInterval,
    Perception,
    Seek,
    Flee,
    Arrive,
    Pursue,
    Evade,
    Wander,
    WanderAngle,
    Separation,
    Alignment,
    Cohesion,
    Flock,
    AvoidAgents,
    AvoidObstacles,
    Whiskers,
    FollowWall,
    Contain,
    LineOfSight,
    Obstacle,
);

impl Part {
    /// What it heads for, or away from.
    pub fn target_mut(&mut self) -> Option<&mut Target> {
        match self {
            Self::Seek(part) => Some(&mut part.target),
            Self::Flee(part) => Some(&mut part.threat),
            Self::Arrive(part) => Some(&mut part.target),
            Self::Pursue(part) => Some(&mut part.target),
            Self::Evade(part) => Some(&mut part.threat),
            _ => None,
        }
    }
}
