//! How far and wide each rule looks, and whom it finds there.

use super::{DrawnAgents, HordeGizmos};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::PI;

/// Points of a whole circle.
const POINTS: f32 = 48.0;
/// The colours of the rules.
const SEPARATION: Color = Color::srgba(1.0, 0.6, 0.3, 0.7);
/// Alignment's.
const ALIGNMENT: Color = Color::srgba(1.0, 0.95, 0.4, 0.5);
/// Cohesion's.
const COHESION: Color = Color::srgba(0.4, 0.75, 1.0, 0.5);
/// AvoidAgents's.
const AVOIDANCE: Color = Color::srgba(1.0, 0.35, 0.4, 0.4);

/// The rules by which an agent looks at others.
#[derive(QueryData)]
pub(super) struct Rules {
    separation: Option<&'static Separation>,
    alignment: Option<&'static Alignment>,
    cohesion: Option<&'static Cohesion>,
    flock: Option<&'static Flock>,
    avoid_agents: Option<&'static AvoidAgents>,
}

impl RulesItem<'_, '_> {
    /// The view of each rule that there is, and its colour.
    fn views(&self) -> impl Iterator<Item = (View, Color)> {
        let flock = self.flock;
        let separation = self.separation.or(flock.map(|flock| &flock.separation));
        let alignment = self.alignment.or(flock.map(|flock| &flock.alignment));
        let cohesion = self.cohesion.or(flock.map(|flock| &flock.cohesion));
        let avoidance = self.avoid_agents.map(|rule| View::all(rule.range));
        [
            (separation.map(|rule| rule.view), SEPARATION),
            (alignment.map(|rule| rule.view), ALIGNMENT),
            (cohesion.map(|rule| rule.view), COHESION),
            (avoidance, AVOIDANCE),
        ]
        .into_iter()
        .filter_map(|(view, color)| Some((view?, color)))
    }

    /// How far the farthest-looking rule looks, world units.
    pub fn reach(&self, radius: f32) -> f32 {
        self.views()
            .map(|(view, _)| view.range.resolve(radius))
            .fold(0.0, f32::max)
    }
}

pub(super) fn draw(agents: DrawnAgents<()>, rules: Query<Rules>, mut gizmos: Gizmos<HordeGizmos>) {
    for agent in agents.iter() {
        let Ok(rules) = rules.get(agent.entity) else {
            continue;
        };
        for (view, color) in rules.views() {
            let range = view.range.resolve(agent.radius);
            let outline = sector(agent.place, agent.heading, range, view.half_angle);
            gizmos.linestrip_2d(outline, color);
        }
    }
}

/// The outline of a piece of cake.
fn sector(place: Vec2, heading: Vec2, range: f32, half_angle: f32) -> Vec<Vec2> {
    let half_angle = half_angle.clamp(0.0, PI);
    let steps = (POINTS * half_angle / PI).ceil().max(2.0) as u32;
    let arc = (0..=steps).map(|step| {
        let angle = half_angle * (2.0 * step as f32 / steps as f32 - 1.0);
        place + Vec2::from_angle(angle).rotate(heading) * range
    });
    if half_angle < PI {
        let tip = core::iter::once(place);
        tip.clone().chain(arc).chain(tip).collect()
    } else {
        arc.collect()
    }
}
