//! The gizmo group: a color for each layer.

use bevy::color::Color;
use bevy::gizmos::config::GizmoConfigGroup;
use bevy::prelude::*;
use bevy_horde::debug::DebugLayer;
use bevy_horde::prelude::*;

/// The layers of the debug drawing and their colors.
///
/// It is in the [`GizmoConfigStore`](bevy::gizmos::config::GizmoConfigStore) and may be changed at
/// any time.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | one for each [`DebugLayer`] | its color | see [`default_color`](Self::default_color); by default, obstacles, feelers, hits, chosen bearing, velocity and force are on | any | - | `None` |
/// | `arrow_length` | length of the arrow of a full `max_force` or `max_speed`, and of the bearing | 4 radii | 0 and up | longer arrows | 0: no arrows |
/// | `max_agents` | with more agents, at most this many and at least half as many are drawn, evenly spread | 200 | any | slower | 0: none |
#[derive(GizmoConfigGroup, Reflect, Clone, PartialEq, Debug)]
#[reflect(Default)]
pub struct SteeringGizmos {
    /// [`DebugLayer::Obstacles`].
    pub obstacles: Option<Color>,
    /// [`DebugLayer::InflatedObstacles`]: inflated for the widest drawn agent and its margin.
    pub inflated_obstacles: Option<Color>,
    /// [`DebugLayer::Feelers`].
    pub feelers: Option<Color>,
    /// [`DebugLayer::Hits`].
    pub hits: Option<Color>,
    /// [`DebugLayer::BlockedBearings`].
    pub blocked_bearings: Option<Color>,
    /// [`DebugLayer::ChosenBearing`].
    pub chosen_bearing: Option<Color>,
    /// [`DebugLayer::Goal`].
    pub goal: Option<Color>,
    /// [`DebugLayer::ClearSight`].
    pub clear_sight: Option<Color>,
    /// [`DebugLayer::BlockedSight`].
    pub blocked_sight: Option<Color>,
    /// [`DebugLayer::SeparationView`].
    pub separation_view: Option<Color>,
    /// [`DebugLayer::AlignmentView`].
    pub alignment_view: Option<Color>,
    /// [`DebugLayer::CohesionView`].
    pub cohesion_view: Option<Color>,
    /// [`DebugLayer::AvoidAgentsView`].
    pub avoid_agents_view: Option<Color>,
    /// [`DebugLayer::Velocity`].
    pub velocity: Option<Color>,
    /// [`DebugLayer::VelocityConstraints`].
    pub velocity_constraints: Option<Color>,
    /// [`DebugLayer::Force`].
    pub force: Option<Color>,
    /// [`DebugLayer::AvoidanceForce`].
    pub avoidance_force: Option<Color>,
    /// [`DebugLayer::FlockingForce`].
    pub flocking_force: Option<Color>,
    /// [`DebugLayer::GoalForce`].
    pub goal_force: Option<Color>,
    /// [`DebugLayer::Paths`].
    pub paths: Option<Color>,
    /// [`DebugLayer::FlowFields`]: arrows two cells apart.
    pub flow_fields: Option<Color>,
    /// [`DebugLayer::Formations`].
    pub formations: Option<Color>,
    /// [`DebugLayer::Events`]: marks that grow for a second.
    pub events: Option<Color>,
    /// Length of the arrow of a full `max_force` or `max_speed`, and of the bearing.
    pub arrow_length: Length,
    /// With more agents, only this many, evenly spread, are drawn.
    pub max_agents: usize,
}

impl SteeringGizmos {
    /// No layer; everything else as by default.
    pub const NONE: Self = Self {
        obstacles: None,
        inflated_obstacles: None,
        feelers: None,
        hits: None,
        blocked_bearings: None,
        chosen_bearing: None,
        goal: None,
        clear_sight: None,
        blocked_sight: None,
        separation_view: None,
        alignment_view: None,
        cohesion_view: None,
        avoid_agents_view: None,
        velocity: None,
        velocity_constraints: None,
        force: None,
        avoidance_force: None,
        flocking_force: None,
        goal_force: None,
        paths: None,
        flow_fields: None,
        formations: None,
        events: None,
        arrow_length: Length::Radii(4.0),
        max_agents: 200,
    };

    /// The default color of a layer.
    pub const fn default_color(layer: DebugLayer) -> Color {
        match layer {
            DebugLayer::Obstacles => Color::srgba(0.85, 0.88, 0.92, 0.8),
            DebugLayer::InflatedObstacles => Color::srgba(0.85, 0.88, 0.92, 0.25),
            DebugLayer::Feelers => Color::srgba(0.5, 0.95, 0.6, 0.5),
            DebugLayer::Hits => Color::srgba(1.0, 0.35, 0.3, 0.9),
            DebugLayer::BlockedBearings => Color::srgba(0.95, 0.45, 0.75, 0.6),
            DebugLayer::ChosenBearing => Color::srgba(0.55, 0.85, 1.0, 0.9),
            DebugLayer::Goal => Color::srgba(1.0, 0.9, 0.5, 0.25),
            DebugLayer::ClearSight => Color::srgba(0.55, 1.0, 0.65, 0.4),
            DebugLayer::BlockedSight => Color::srgba(1.0, 0.4, 0.35, 0.4),
            DebugLayer::SeparationView => Color::srgba(1.0, 0.6, 0.3, 0.6),
            DebugLayer::AlignmentView => Color::srgba(1.0, 0.95, 0.4, 0.4),
            DebugLayer::CohesionView => Color::srgba(0.4, 0.75, 1.0, 0.4),
            DebugLayer::AvoidAgentsView => Color::srgba(1.0, 0.35, 0.4, 0.18),
            DebugLayer::Velocity => Color::srgb(0.4, 0.85, 1.0),
            DebugLayer::VelocityConstraints => Color::srgba(1.0, 0.42, 0.42, 0.8),
            DebugLayer::Force => Color::srgb(1.0, 0.72, 0.2),
            DebugLayer::AvoidanceForce => Color::srgb(1.0, 0.42, 0.42),
            DebugLayer::FlockingForce => Color::srgb(0.7, 0.6, 1.0),
            DebugLayer::GoalForce => Color::srgb(0.5, 0.9, 0.5),
            DebugLayer::Paths => Color::srgba(0.95, 0.85, 0.55, 0.7),
            DebugLayer::FlowFields => Color::srgba(0.45, 0.9, 0.85, 0.4),
            DebugLayer::Formations => Color::srgba(0.8, 0.75, 1.0, 0.7),
            DebugLayer::Events => Color::srgba(1.0, 0.95, 0.7, 0.9),
        }
    }

    /// The color of a layer; `None` if the layer is off.
    pub const fn color(&self, layer: DebugLayer) -> Option<Color> {
        match layer {
            DebugLayer::Obstacles => self.obstacles,
            DebugLayer::InflatedObstacles => self.inflated_obstacles,
            DebugLayer::Feelers => self.feelers,
            DebugLayer::Hits => self.hits,
            DebugLayer::BlockedBearings => self.blocked_bearings,
            DebugLayer::ChosenBearing => self.chosen_bearing,
            DebugLayer::Goal => self.goal,
            DebugLayer::ClearSight => self.clear_sight,
            DebugLayer::BlockedSight => self.blocked_sight,
            DebugLayer::SeparationView => self.separation_view,
            DebugLayer::AlignmentView => self.alignment_view,
            DebugLayer::CohesionView => self.cohesion_view,
            DebugLayer::AvoidAgentsView => self.avoid_agents_view,
            DebugLayer::Velocity => self.velocity,
            DebugLayer::VelocityConstraints => self.velocity_constraints,
            DebugLayer::Force => self.force,
            DebugLayer::AvoidanceForce => self.avoidance_force,
            DebugLayer::FlockingForce => self.flocking_force,
            DebugLayer::GoalForce => self.goal_force,
            DebugLayer::Paths => self.paths,
            DebugLayer::FlowFields => self.flow_fields,
            DebugLayer::Formations => self.formations,
            DebugLayer::Events => self.events,
        }
    }

    /// The color of a layer, mutable.
    pub const fn color_mut(&mut self, layer: DebugLayer) -> &mut Option<Color> {
        match layer {
            DebugLayer::Obstacles => &mut self.obstacles,
            DebugLayer::InflatedObstacles => &mut self.inflated_obstacles,
            DebugLayer::Feelers => &mut self.feelers,
            DebugLayer::Hits => &mut self.hits,
            DebugLayer::BlockedBearings => &mut self.blocked_bearings,
            DebugLayer::ChosenBearing => &mut self.chosen_bearing,
            DebugLayer::Goal => &mut self.goal,
            DebugLayer::ClearSight => &mut self.clear_sight,
            DebugLayer::BlockedSight => &mut self.blocked_sight,
            DebugLayer::SeparationView => &mut self.separation_view,
            DebugLayer::AlignmentView => &mut self.alignment_view,
            DebugLayer::CohesionView => &mut self.cohesion_view,
            DebugLayer::AvoidAgentsView => &mut self.avoid_agents_view,
            DebugLayer::Velocity => &mut self.velocity,
            DebugLayer::VelocityConstraints => &mut self.velocity_constraints,
            DebugLayer::Force => &mut self.force,
            DebugLayer::AvoidanceForce => &mut self.avoidance_force,
            DebugLayer::FlockingForce => &mut self.flocking_force,
            DebugLayer::GoalForce => &mut self.goal_force,
            DebugLayer::Paths => &mut self.paths,
            DebugLayer::FlowFields => &mut self.flow_fields,
            DebugLayer::Formations => &mut self.formations,
            DebugLayer::Events => &mut self.events,
        }
    }

    /// Switches a layer on. A layer that is already on keeps its color.
    pub fn show(&mut self, layer: DebugLayer) {
        self.color_mut(layer)
            .get_or_insert(Self::default_color(layer));
    }

    /// Switches a layer off.
    pub const fn hide(&mut self, layer: DebugLayer) {
        *self.color_mut(layer) = None;
    }

    /// Whether any of the layers that `which` accepts is on.
    pub(crate) fn shows_any(&self, which: impl Fn(DebugLayer) -> bool) -> bool {
        DebugLayer::ALL
            .into_iter()
            .any(|layer| which(layer) && self.color(layer).is_some())
    }
}

impl Default for SteeringGizmos {
    fn default() -> Self {
        let mut gizmos = Self::NONE;
        for layer in [
            DebugLayer::Obstacles,
            DebugLayer::Feelers,
            DebugLayer::Hits,
            DebugLayer::ChosenBearing,
            DebugLayer::Velocity,
            DebugLayer::Force,
        ] {
            gizmos.show(layer);
        }
        gizmos
    }
}
