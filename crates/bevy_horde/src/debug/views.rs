//! The views of an agent's rules.

use super::DebugLayer;
use crate::behaviors::{Alignment, AvoidAgents, Cohesion, Flock, Separation};
use crate::perception::View;
use bevy::ecs::query::QueryData;

/// Query data: the rules of an agent that look at other agents. Use it in any query of agents.
#[derive(QueryData)]
pub struct AgentViews {
    separation: Option<&'static Separation>,
    alignment: Option<&'static Alignment>,
    cohesion: Option<&'static Cohesion>,
    flock: Option<&'static Flock>,
    avoid_agents: Option<&'static AvoidAgents>,
}

impl AgentViewsItem<'_, '_> {
    /// Returns the view of each rule of the agent, and the layer in which it is drawn.
    ///
    /// A rule beside a [`Flock`] replaces the flock's own.
    pub fn views(&self) -> impl Iterator<Item = (DebugLayer, View)> + use<> {
        let flock = self.flock;
        let separation = self.separation.or(flock.map(|flock| &flock.separation));
        let alignment = self.alignment.or(flock.map(|flock| &flock.alignment));
        let cohesion = self.cohesion.or(flock.map(|flock| &flock.cohesion));
        let avoidance = self.avoid_agents.map(|rule| View::all(rule.range));
        [
            (DebugLayer::SeparationView, separation.map(|rule| rule.view)),
            (DebugLayer::AlignmentView, alignment.map(|rule| rule.view)),
            (DebugLayer::CohesionView, cohesion.map(|rule| rule.view)),
            (DebugLayer::AvoidAgentsView, avoidance),
        ]
        .into_iter()
        .filter_map(|(layer, view)| Some((layer, view?)))
    }

    /// Returns the largest range of the rules for a body of this radius, world units; 0 without a
    /// rule.
    pub fn reach(&self, body_radius: f32) -> f32 {
        self.views()
            .map(|(_, view)| view.range.resolve(body_radius))
            .fold(0.0, f32::max)
    }
}
