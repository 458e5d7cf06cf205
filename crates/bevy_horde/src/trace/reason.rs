//! Why an agent stands, or is slower than it wants.

use bevy::prelude::*;

/// Why an agent stands, or does not go where it wants as fast as it wants.
///
/// [`SteeringTrace::reasons`](super::SteeringTrace::reasons) lists the reasons of the last tick.
/// Places are in the plane. `explain_traces` fills the list at the end of a tick, from what each
/// reason names: memories, changes of goals (`ForceOutput::refine`), and what the kernel notes of
/// bodies (`step/traces.rs`). No reason tells that forces cancel each other out, that a `max_speed`
/// or [`SpeedFactor`](crate::agent::SpeedFactor) is 0, that an agent is in its slot, or that it has
/// never had a finite position.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// [`SteeringDisabled`](crate::agent::SteeringDisabled) stops it.
    Disabled,
    /// An [`Impulse`](crate::impulse::Impulse) throws it, and its behaviors rest.
    Thrown,
    /// [`UpdateInterval`](crate::update_interval::UpdateInterval) lets it keep its last decision.
    Holding,
    /// No behavior adds a force, not even one of 0: its trace has no contributions. Of the forces
    /// in `SteeringContributions`, those of 0 do not count.
    NoBehavior,
    /// It has [settled](crate::behaviors::Settled) at this place: at its goal, or in the crowd
    /// there. From its `Settled`.
    Settled {
        /// Its place.
        place: Vec2,
    },
    /// It comes up to the body or the crowd at its goal, and looks for room there. From `Settled`,
    /// which changes its goal.
    ComesUp {
        /// The place of the body or the crowd.
        place: Vec2,
    },
    /// [`AvoidObstacles`](crate::behaviors::AvoidObstacles) leads it round an obstacle: it
    /// changes its goal.
    Detours {
        /// The obstacle.
        around: Entity,
    },
    /// It does not settle here, where it would close a doorway, and goes on to a free place. From
    /// its `Settled`.
    PassesOn {
        /// The free place.
        place: Vec2,
    },
    /// No way leads to its goal. From its `DetourState`, from the flow field that it follows, or
    /// from its `JourneyState`. With a nearest place, `read_settled_crowds` changes its goal to it.
    NoWay {
        /// The reachable place nearest to the goal, where it waits, if it knows one.
        nearest: Option<Vec2>,
    },
    /// The [`FlowField`](crate::flow_field::FlowField) that it follows has never been ready yet.
    WaitsForField {
        /// The entity with the field.
        field: Entity,
    },
    /// It is in a formation, and away from its slot. From its `FormationSlot`.
    OffItsSlot {
        /// The number of the slot.
        slot: u32,
        /// How far away it is, world units.
        lag: f32,
    },
    /// It is in a formation without slots: its leader has no
    /// [`Formation`](crate::behaviors::Formation).
    NoSlot,
    /// It leads a formation, and keeps its pace. From `Formation`, which slows its goal down.
    KeepsPace {
        /// The largest speed at which the others can follow, world units per second.
        max_speed: f32,
    },
    /// It stands in a [`Queue`](crate::behaviors::Queue), which changes its goal.
    Queues {
        /// The agent before it.
        behind: Entity,
    },
    /// A [`GoalRefiner`](crate::behaviors::GoalRefiner) of the game has changed its goal.
    OfGame(
        /// What the game says.
        &'static str,
    ),
    /// It makes room beside obstacles for an agent that goes first. From its `YieldState`, and from
    /// `yield_right_of_way`, which changes its goal.
    MakesRoom {
        /// The agent; `None` if it goes on making room for agents that come.
        agent: Option<Entity>,
    },
    /// [`AvoidAgents`](crate::behaviors::AvoidAgents) limits the speed at which it comes nearer to
    /// another, by a note of the kernel. Not listed while it is [`Holding`](Self::Holding).
    HeldUp {
        /// The agent that takes the most from its speed.
        by: Entity,
        /// The largest speed toward that agent, world units per second.
        max_speed: f32,
        /// The speed that it would have otherwise.
        unlimited_speed: f32,
    },
    /// Its body slides along an obstacle, by a note of the kernel.
    Slides {
        /// The obstacle.
        obstacle: Entity,
        /// What the obstacle takes from its way in the tick, world units.
        removed: f32,
    },
    /// Other bodies push it, by a note of the kernel.
    Pushed {
        /// How far in the tick, world units.
        distance: f32,
    },
    /// Its body overlaps a solid obstacle (`CrowdStep::squeezes`): it has no way out, or
    /// [`PushOut`](crate::PushOut) lets it out slowly.
    ///
    /// A body between a wall and an approaching crate is not squeezed if it fits behind the crate.
    /// It comes out there in one tick by default, even from a thick crate. A game that crushes
    /// bodies compares positions before and after the tick.
    Squeezed,
}

impl From<&'static str> for Reason {
    /// A reason of the game.
    fn from(reason: &'static str) -> Self {
        Self::OfGame(reason)
    }
}
