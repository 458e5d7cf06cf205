//! Formation: agents that march together, each at a slot about their leader.

mod assign;
mod frame;
mod keep;
mod march;
mod room;
mod state;

pub(crate) use keep::keep_slots;
pub(crate) use march::march;
pub use state::{FormationSlot, FormationState, TrailPoint};

use crate::agent::SteeringAgent;
use crate::arbitration::BehaviorForces;
use crate::length::Length;
use crate::perception::Perception;
use bevy::ecs::entity::{EntityMapper, MapEntities};
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

/// Leads a formation: the agents with [`InFormation`] keep slots about the leader.
///
/// Acts on the leader, which any behavior moves. The leader goes at the pace of the slowest member,
/// and slower while a member is far from its slot or the formation wheels. The distance of a member
/// that is stuck for 4 s does not count. The frame of the slots turns toward the leader's way only
/// so fast that the outermost member keeps up. When the leader turns by more than 98 degrees, the
/// members turn about where they are, and the leader walks to the new front.
///
/// The plugin assigns slots so that the sum of all ways is the least, within 1 %. It assigns them
/// anew when a member comes or goes, when the shape changes, after turning about, and when another
/// assignment is clearly shorter. More than 256 members get slots in steps over several ticks. The
/// first step ends within some percent of the least. Disabled members have no slot.
///
/// Where obstacles leave too little room beside the leader, the members march behind each other on
/// its trail, in as many files as fit, but not in more files than a square block has. They form up
/// again when there is room beside the trail for the whole shape.
///
/// A formation faces along the way that it marches or marched. Before its first march it faces as
/// its leader does.
/// A formation with a `facing` faces that way once its leader has stood for half a second at its
/// goal, or for 4 s elsewhere. Each member walks to the slot that makes the sum of all ways the
/// least. The formation does not turn while it is a column, and while an obstacle is between the
/// leader and a new slot. It follows a `facing` that turns slowly, for example toward an enemy.
///
/// With a spacing in radii each member gets room for its own size: members side by side are the
/// mean of their spacings apart, and ranks the mean of the largest in each. In a circle all have
/// the spacing of the largest member; own slots stay where they are.
///
/// A member with a [`Journey`](super::Journey) arrives when it is at its slot, the leader stands,
/// and the formation faces the way that it should, if it can.
///
/// Used alone the leader goes nowhere. A leader without a body is a marching point, see
/// [`on_marching_point`](Self::on_marching_point). The shape turns with the way of the leader, and
/// not when the leader only looks round.
///
/// Source: formations with slots, Millington and Funge (2009), and the pace of Reynolds' leader.
/// Published forms fix each agent's slot, so agents cross when the formation turns, and wheel
/// through walls.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `shape` | where the slots are | a box | - | - | - |
/// | `spacing` | distance of neighbors, center to center; radii are the mean of both | 3 radii | 0 and up | looser | - |
/// | `facing` | the direction in which a standing formation faces, in the plane; its length does not matter | 0, 0 | finite | - | 0, 0 |
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// let march = (Formation::new(FormationShape::Wedge), Seek::new(vec2(90.0, 0.0)));
/// let leader = world.spawn((SteeringAgent::default(), march)).id();
/// for number in 0..6 {
///     let start = Transform::from_xyz(-3.0, number as f32, 0.0);
///     let body = (SteeringAgent::default(), AvoidAgents::default(), AvoidObstacles::default());
///     world.spawn((start, body, InFormation(leader)));
/// }
/// ```
#[derive(Component, Reflect, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, FormationState)]
pub struct Formation {
    /// Where the slots are.
    pub shape: FormationShape,
    /// Distance between neighbors, center to center; radii are the mean of both.
    pub spacing: Length,
    /// The direction in which a standing formation faces, in the plane; 0, 0 for the way
    /// that it marched.
    pub facing: Vec2,
}

/// Where the slots of a formation are. The leader is at the origin and has no slot.
#[derive(Reflect, Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum FormationShape {
    /// One rank behind the leader.
    Line,
    /// Ranks behind the leader, as wide as the number of members asks for.
    Ranks {
        /// How many ranks stand behind each other, at least 1.
        ranks: u32,
    },
    /// Files on the trail of the leader, round every corner.
    Column {
        /// How many agents march side by side, at least 1.
        files: u32,
    },
    /// Two arms behind the leader, which is the tip.
    Wedge,
    /// A square block behind the leader. The default.
    #[default]
    Box,
    /// A block of this width behind the leader, as deep as the number of members asks for.
    Block {
        /// How many agents stand side by side, at least 1.
        files: u32,
    },
    /// A ring about the leader.
    Circle,
    /// Own slots in the leader's frame: `x` ahead, `y` to the leader's left, world units. Which
    /// member gets which follows from the shortest ways. Members beyond their number line up
    /// behind.
    Slots(Vec<Vec2>),
}

impl Formation {
    /// A formation of this shape.
    pub fn new(shape: FormationShape) -> Self {
        Self { shape, ..default() }
    }

    /// The same with another spacing.
    pub fn with_spacing(mut self, spacing: Length) -> Self {
        self.spacing = spacing;
        self
    }

    /// The same, facing in this direction of the plane when the leader stands.
    pub fn with_facing(mut self, facing: Vec2) -> Self {
        self.facing = facing;
        self
    }

    /// A leader without a body, which other agents neither perceive nor touch. Behaviors move it as
    /// any agent. If it avoids obstacles, it keeps room for a body of `body_radius`, and
    /// stops at the surface of an obstacle that covers its goal.
    pub fn on_marching_point(self, body_radius: f32, max_speed: f32) -> impl Bundle {
        let perception = Perception {
            memberships: 0,
            filters: 0,
            ..default()
        };
        let body = SteeringAgent::new(body_radius, max_speed).non_solid();
        (self, body, perception)
    }
}

impl Default for Formation {
    fn default() -> Self {
        Self {
            shape: FormationShape::default(),
            spacing: Length::Radii(3.0),
            facing: Vec2::ZERO,
        }
    }
}

/// Keeps a slot of the [`Formation`] that an entity leads.
///
/// Acts always. The agent goes to its slot and moves with it, as with
/// [`OffsetPursue`](super::OffsetPursue). Where an obstacle is between agent and slot, the agent
/// goes by the leader's trail. In a narrow place it waits for its turn. If a slot lies in an
/// obstacle, the place beside the obstacle replaces the slot. [`FormationSlot`] says which slot the
/// agent has. Without a leader or its formation the behavior adds nothing. Used alone the agent
/// walks into obstacles and other agents; add [`AvoidObstacles`](super::AvoidObstacles) and
/// [`AvoidAgents`](super::AvoidAgents).
///
/// It is a relationship of Bevy's: the leader has [`FormationMembers`]. A despawned leader leaves
/// its members without a formation.
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
#[relationship(relationship_target = FormationMembers)]
#[require(BehaviorForces, FormationSlot)]
#[component(on_remove = forget_slot)]
pub struct InFormation(#[entities] pub Entity);

/// This default is for reflection. It names no entity, so do not insert it: Bevy panics, as for a
/// `ChildOf`.
impl Default for InFormation {
    fn default() -> Self {
        Self(Entity::PLACEHOLDER)
    }
}

fn forget_slot(mut world: DeferredWorld, removed: HookContext) {
    if let Some(mut slot) = world.get_mut::<FormationSlot>(removed.entity) {
        *slot = FormationSlot::default();
    }
}

/// The agents in the formation of a leader, in no particular order. Bevy keeps it up to date.
#[derive(Component, Reflect, PartialEq, Eq, Debug, Default)]
#[reflect(Component, Default)]
#[relationship_target(relationship = InFormation)]
pub struct FormationMembers(Vec<Entity>);

impl MapEntities for FormationMembers {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        self.0.map_entities(mapper);
    }
}
