//! Agents without a way to their goal: the place that they go to, and how they notice a way.

use super::surroundings::Surroundings;
use super::turn::Turn;
use super::view::ObstacleView;
use super::ways::{Detour, WaySearch};
use super::{DetourState, Settings};
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use bevy::prelude::*;

/// An enclosed agent goes to another place if that place is nearer to its goal by this, body radii.
/// This is more than rounding, and less than the gain of a step along a wall far from the goal.
const NEARER_PLACE: f32 = 0.01;

/// A body fits where a disc with this part of its radius fits.
const FITTING_PART: f32 = 0.98;

/// A goal to which obstacles leave no way.
#[derive(Clone, Copy)]
pub(super) struct Enclosure {
    pub(super) goal: Vec2,
    pub(super) nearest_place: Vec2,
    pub(super) obstacle_count: u32,
}

impl Enclosure {
    /// The same enclosure with the remembered place, unless the new place is nearer to the goal by
    /// `NEARER_PLACE` or the body no longer fits at the remembered place.
    pub(super) fn keep(
        self,
        memory: &DetourState,
        index: &ObstacleIndex,
        state: &AgentState,
    ) -> Self {
        let (remembered, radius) = (memory.nearest_place, state.body_radius);
        let is_nearer = self.nearest_place.distance(self.goal) + NEARER_PLACE * radius
            < remembered.distance(self.goal);
        if is_nearer || !index.fits(remembered, FITTING_PART * radius) {
            self
        } else {
            Self {
                nearest_place: remembered,
                ..self
            }
        }
    }
}

impl Surroundings<'_> {
    /// The enclosure of a goal that this detour does not reach.
    pub(super) fn enclosure(
        &self,
        goal: Vec2,
        detour: &Detour,
        settings: &Settings,
        state: &AgentState,
    ) -> Enclosure {
        Enclosure {
            goal,
            nearest_place: state.position + detour.ends_at,
            obstacle_count: self.count_around(goal, settings),
        }
    }

    /// The enclosure of an agent that heads for the place nearest to `goal`. `None` if there is a
    /// way, or if the memory holds no enclosure. The goal may have moved on a little since the last
    /// search.
    pub(super) fn enclosure_now(
        &self,
        goal: Vec2,
        settings: &Settings,
        state: &AgentState,
        memory: &DetourState,
        view: &ObstacleView,
        search: &mut WaySearch,
    ) -> Option<Enclosure> {
        let known = memory.enclosure()?;
        let is_as_before = self.count_around(known.goal, settings) == known.obstacle_count;
        let known = Enclosure {
            goal,
            obstacle_count: self.count_around(goal, settings),
            ..known
        };
        if !memory.is_due() && is_as_before {
            return Some(known);
        }
        let turn = Turn {
            is_enclosed: is_as_before,
            ..self.turn(
                goal,
                state,
                DetourState {
                    looks_far: true,
                    ..default()
                },
            )
        };
        let detour = turn.round_or_through(&mut view.clone(), search, &mut None)?;
        detour.ends_within.is_some().then_some(Enclosure {
            nearest_place: state.position + detour.ends_at,
            ..known
        })
    }

    fn count_around(&self, goal: Vec2, settings: &Settings) -> u32 {
        self.index.count_around(goal, settings.sight(true)) as u32
    }
}
