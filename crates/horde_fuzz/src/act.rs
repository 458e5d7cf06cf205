//! Acts: what happens to an app. Acts refer to things by number, so every subset of them can run.

use bevy::ecs::entity::EntityMapper;
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::behaviors::WanderAngle;
use bevy_horde::prelude::*;
use serde::{Deserialize, Serialize};

/// An app and the acts that happen to it.
#[derive(Reflect, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Script {
    /// The app.
    pub stage: Stage,
    /// The acts in order.
    pub acts: Vec<Act>,
}

/// The app before anything happens.
#[derive(Reflect, Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// The plane of movement.
    pub space: MovementSpace,
    /// The schedule that runs the plugin.
    pub clock: Clock,
    /// The plugin's seed.
    pub seed: u64,
    /// Whether a system queries `SteeringQuery` before every tick and turns agents by the results.
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

/// The schedule that runs the plugin.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// `FixedUpdate`, once per frame.
    Fixed,
    /// `Update`, with frames of fixed length.
    Frames,
}

/// Position, angle and scale of a thing, in the plane.
#[derive(Reflect, Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Its position.
    pub at: Vec2,
    /// Its rotation around the axis out of the plane, radians.
    pub angle: f32,
    /// Its scale along its own axes.
    pub scale: Vec2,
}

impl Place {
    /// At a position, without rotation or scale.
    pub const fn at(x: f32, y: f32) -> Self {
        Self {
            at: Vec2::new(x, y),
            angle: 0.0,
            scale: Vec2::ONE,
        }
    }

    /// The corresponding `Transform` in a plane of movement.
    pub fn transform(&self, space: MovementSpace) -> Transform {
        let (rotation, scale) = match space {
            MovementSpace::Xy => (Quat::from_rotation_z(self.angle), self.scale.extend(1.0)),
            MovementSpace::Xz => (
                Quat::from_rotation_y(-self.angle),
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

/// The placeholder entity for a thing, used in components of a script.
pub fn thing(number: u32) -> Entity {
    Entity::from_raw_u32(number).unwrap_or(Entity::PLACEHOLDER)
}

/// One act. An act on a missing thing does nothing.
#[derive(Reflect, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Act {
    /// Sets the length of a tick, seconds.
    TickLength(f32),
    /// Runs this many ticks.
    Tick(u32),
    /// Spawns a thing, unless the number is in use.
    Spawn {
        /// Its number.
        thing: u32,
        /// Its place.
        place: Place,
        /// Its components.
        parts: Vec<Part>,
    },
    /// Despawns the thing.
    Despawn(u32),
    /// Adds or replaces a component.
    Insert {
        /// The number of the thing.
        thing: u32,
        /// The component.
        part: Part,
    },
    /// Removes a component.
    Remove {
        /// The number of the thing.
        thing: u32,
        /// The component's type.
        kind: Kind,
    },
    /// Moves the thing to another place.
    Put {
        /// The number of the thing.
        thing: u32,
        /// The new place.
        place: Place,
    },
    /// Moves the thing by an offset.
    Shift {
        /// The number of the thing.
        thing: u32,
        /// The offset, in the plane.
        by: Vec2,
    },
    /// Adds Bevy's `Disabled`.
    Hide(u32),
    /// Removes Bevy's `Disabled`.
    Show(u32),
    /// Clones the thing with Bevy's own function.
    Duplicate {
        /// The number of the thing.
        thing: u32,
        /// The number of the copy.
        copy: u32,
    },
    /// Changes the plane of movement.
    Space(MovementSpace),
    /// Changes the passing side.
    Hand(PassingSide),
    /// In a run with saves: saves the game and continues in a new app.
    Save,
}

impl Act {
    /// The number of the only thing that the act affects; `None` for clones and global acts.
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
        /// A component of a thing.
        #[derive(Reflect, Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "each variant is the component of its name")]
        pub enum Part { $($name($name)),* }

        /// The type of a component.
        #[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "each variant is the component of its name")]
        pub enum Kind { $($name),* }

        impl Kind {
            /// All types.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Removes the component.
            pub fn remove_from(self, entity: &mut EntityWorldMut) {
                match self { $(Self::$name => { entity.remove::<$name>(); })* }
            }
        }

        impl Part {
            /// The component's type.
            pub fn kind(&self) -> Kind {
                match self { $(Self::$name(_) => Kind::$name),* }
            }

            /// Maps every entity in the component with `mapper`.
            pub fn map_entities(&mut self, mapper: &mut impl EntityMapper) {
                match self { $(Self::$name(part) => Component::map_entities(part, mapper)),* }
            }

            /// Adds the component to an entity.
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
    UpdateInterval,
    SpeedFactor,
    Impulse,
    LookAt,
    Perception,
    Seek,
    Flee,
    Arrive,
    Gather,
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
    Path,
    FollowPath,
    FlowField,
    FollowField,
    OffsetPursue,
    FollowLeader,
    Interpose,
    Hide,
    Queue,
    Journey,
    Formation,
    InFormation,
);

impl Part {
    /// The numbers of the things to which the component refers.
    pub fn others(&self) -> Vec<u32> {
        struct Collected(Vec<u32>);
        impl EntityMapper for Collected {
            fn get_mapped(&mut self, source: Entity) -> Entity {
                self.0.push(source.index_u32());
                source
            }

            fn set_mapped(&mut self, _: Entity, _: Entity) {}
        }
        let mut collected = Collected(Vec::new());
        self.clone().map_entities(&mut collected);
        collected.0
    }
}
