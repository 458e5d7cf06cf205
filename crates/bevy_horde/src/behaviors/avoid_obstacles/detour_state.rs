//! What an agent remembers of the way round an obstacle.

use super::AvoidObstacles;
use super::enclosure::Enclosure;
use super::plan::GUESSED;
use super::ways::{Detour, Remembered};
use crate::arbitration::Reach;
use crate::perception::AgentState;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::math::vector::Side;

/// Whether an agent passes an obstacle, and on which side. Memory, written by the plugin.
///
/// An agent searches for a way three to five times a second, among many long walls less often, down
/// to every two seconds, and at each corner. In between it follows the way that it knows while that
/// is free to the next corner.
///
/// The memory is about one obstacle. The agent keeps its side until a search no longer meets the
/// obstacle, or until it sees a shorter way on the other side. After turning back, it remembers
/// `obstacle` and `times_turned_back` until another obstacle is in the way.
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct DetourState {
    /// Whether an obstacle is in the way.
    pub is_passing: bool,
    /// Whether the agent turns from x to y of the plane to pass the obstacle: left in 2D, right on
    /// the ground of a 3D game.
    pub left: bool,
    /// The obstacle in the way, or the last obstacle at which the agent has turned back; else
    /// `None`.
    #[entities]
    pub obstacle: Option<Entity>,
    /// How often the agent has turned back at `obstacle` for a shorter way.
    pub times_turned_back: u8,
    /// The direction to the goal when the detour began, in the plane; zero without a
    /// goal.
    pub goal_bearing: Vec2,
    /// The goal to which no way leads, in the plane; `None` while a way does. The agent
    /// goes to `nearest_place`, and waits there until a way opens.
    pub unreachable_goal: Option<Vec2>,
    /// The reachable place nearest to `unreachable_goal`, in the plane.
    pub nearest_place: Vec2,
    /// The number of obstacles with a bounding box near `unreachable_goal`, within about four times
    /// `sight`. If the number changes, the agent searches for a way again.
    pub obstacle_count: u32,
    /// The next corner of the way, in the plane.
    pub corner: Vec2,
    /// The distance at which the agent passes the corner, world units; 0 without a corner.
    pub clearance: f32,
    /// Whether the corner is on the agent's right as it passes; on the ground of a 3D game, on its
    /// left.
    pub corner_on_right: bool,
    /// The direction in which the agent leaves the corner; zero while unknown.
    pub exit: Vec2,
    /// The distance that the agent's center keeps from surfaces on the way, world units.
    pub reach: f32,
    /// The length of the way from `corner` to the goal, world units; `f32::MAX` after a search that
    /// guessed the way.
    pub way_beyond: f32,
    /// The goal of the way, in the plane.
    pub goal: Vec2,
    /// Whether the last search needed obstacles beyond `sight`.
    pub looks_far: bool,
    /// Whether the way leads along a wall out of sight, so that it may have no end.
    pub is_open_ended: bool,
    /// The time until the agent searches for a way again, seconds, 0 to 2. With another number it
    /// searches at once.
    pub search_in: f32,
}

impl DetourState {
    /// The detour of the last tick; `None` if nothing was in the way.
    pub(super) fn remembered(self) -> Option<Remembered> {
        let side = if self.left { Side::Left } else { Side::Right };
        // A guess binds the agent to no side.
        let is_chosen = self.is_passing && self.way_beyond < GUESSED;
        let obstacle = self.obstacle.filter(|_| is_chosen)?;
        Some(Remembered {
            side,
            obstacle,
            times: self.times_turned_back,
        })
    }

    /// The reachable place nearest to `goal`; `None` unless `goal` is within `moved` world units of
    /// the unreachable goal.
    pub(in crate::behaviors) fn nearest_place_to(&self, goal: Vec2, moved: f32) -> Option<Vec2> {
        let is_same = |known: Vec2| known.distance_squared(goal) <= moved * moved;
        let is_known = self.unreachable_goal.is_some_and(is_same);
        (is_known && self.nearest_place.is_finite()).then_some(self.nearest_place)
    }

    /// What the last search found: a way is open if the agent saw it from end to end.
    pub(in crate::behaviors) fn found(
        &self,
        state: &AgentState,
        avoid: &AvoidObstacles,
        goal: Vec2,
    ) -> Reach {
        let sight = avoid.sight.resolve(state.body_radius);
        let is_in_sight = state.position.distance(goal) <= sight;
        if self.is_enclosed() {
            Reach::NoWay
        } else if !self.is_open_ended && (self.is_passing || is_in_sight) {
            Reach::Open
        } else {
            Reach::Unknown
        }
    }

    /// Whether no way leads to the goal.
    pub(in crate::behaviors) fn is_enclosed(&self) -> bool {
        self.unreachable_goal.is_some()
    }

    /// The unreachable goal and the place nearest to it; `None` while a way leads to the goal.
    pub(super) fn enclosure(&self) -> Option<Enclosure> {
        self.unreachable_goal.map(|goal| Enclosure {
            goal,
            nearest_place: self.nearest_place,
            obstacle_count: self.obstacle_count,
        })
    }

    /// The same memory with the data of `enclosure`, if there is one.
    pub(super) fn within(self, enclosure: Option<Enclosure>) -> Self {
        let Some(enclosure) = enclosure else {
            return self;
        };
        Self {
            unreachable_goal: Some(enclosure.goal),
            nearest_place: enclosure.nearest_place,
            obstacle_count: enclosure.obstacle_count,
            ..self
        }
    }

    /// The memory of the next tick, with a detour or without one.
    pub(super) fn then(self, detour: Option<Detour>, goal_bearing: Vec2) -> Self {
        match detour {
            Some(detour) => Self {
                is_passing: true,
                left: detour.side == Side::Left,
                obstacle: Some(detour.obstacle),
                times_turned_back: if detour.is_kept || self.obstacle == Some(detour.obstacle) {
                    let times = u8::from(detour.turns_back);
                    self.times_turned_back.saturating_add(times)
                } else {
                    0
                },
                goal_bearing: if self.is_passing && self.goal_bearing.is_finite() {
                    self.goal_bearing
                } else {
                    goal_bearing
                },
                ..Self::default()
            },
            // Just after turning back, the way of an agent is often free for a moment.
            None if self.times_turned_back > 0 => Self {
                obstacle: self.obstacle,
                times_turned_back: self.times_turned_back,
                ..Self::default()
            },
            None => Self::default(),
        }
    }
}
