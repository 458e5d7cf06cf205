//! The gizmo group: a color for each layer.

use bevy::color::Color;
use bevy::gizmos::config::GizmoConfigGroup;
use bevy::prelude::*;
use bevy_horde::debug::DebugLayer;
use bevy_horde::prelude::*;

/// Declares the group with a field for each layer, and its default color.
macro_rules! steering_gizmos {
    ($($(#[$attribute:meta])* $field:ident: $layer:ident = $color:expr,)*) => {
        /// The layers of the debug drawing and their colors.
        ///
        /// This group is in the [`GizmoConfigStore`](bevy::gizmos::config::GizmoConfigStore) and
        /// may be changed at any time.
        ///
        /// | field | meaning, unit | default | legal | raising it | disable |
        /// |---|---|---|---|---|---|
        /// | one for each [`DebugLayer`] | its color | see [`default_color`](Self::default_color); by default, obstacles, feelers, hits, chosen bearing, velocity and force are on | any | - | `None` |
        /// | `arrow_length` | length of the arrow of a full `max_force` or `max_speed`, and of the bearing | 4 radii | 0 and up | longer arrows | 0: no arrows |
        /// | `max_agents` | with more agents, at most this many and at least half as many are drawn, evenly spread | 200 | any | slower | 0: none |
        #[derive(GizmoConfigGroup, Reflect, Clone, PartialEq, Debug)]
        #[reflect(Default)]
        pub struct SteeringGizmos {
            $($(#[$attribute])* pub $field: Option<Color>,)*
            /// Length of the arrow of a full `max_force` or `max_speed`, and of the chosen bearing.
            pub arrow_length: Length,
            /// With more agents, at most this many, evenly spread, are drawn.
            pub max_agents: usize,
        }

        impl SteeringGizmos {
            /// All layers off; everything else as by default.
            pub const NONE: Self = Self {
                $($field: None,)*
                arrow_length: Length::Radii(4.0),
                max_agents: 200,
            };

            /// The default color of a layer.
            pub const fn default_color(layer: DebugLayer) -> Color {
                match layer {
                    $(DebugLayer::$layer => $color,)*
                }
            }

            /// The color of a layer; `None` if the layer is off.
            pub const fn color(&self, layer: DebugLayer) -> Option<Color> {
                match layer {
                    $(DebugLayer::$layer => self.$field,)*
                }
            }

            /// The color of a layer, mutable.
            pub const fn color_mut(&mut self, layer: DebugLayer) -> &mut Option<Color> {
                match layer {
                    $(DebugLayer::$layer => &mut self.$field,)*
                }
            }
        }
    };
}

steering_gizmos! {
    /// Color of [`DebugLayer::Obstacles`].
    obstacles: Obstacles = Color::srgba(0.85, 0.88, 0.92, 0.8),
    /// Color of [`DebugLayer::InflatedObstacles`], inflated for the widest drawn agent and its
    /// margin.
    inflated_obstacles: InflatedObstacles = Color::srgba(0.85, 0.88, 0.92, 0.25),
    /// Color of [`DebugLayer::Feelers`].
    feelers: Feelers = Color::srgba(0.5, 0.95, 0.6, 0.5),
    /// Color of [`DebugLayer::Hits`].
    hits: Hits = Color::srgba(1.0, 0.35, 0.3, 0.9),
    /// Color of [`DebugLayer::BlockedBearings`].
    blocked_bearings: BlockedBearings = Color::srgba(0.95, 0.45, 0.75, 0.6),
    /// Color of [`DebugLayer::ChosenBearing`].
    chosen_bearing: ChosenBearing = Color::srgba(0.55, 0.85, 1.0, 0.9),
    /// Color of [`DebugLayer::Goal`].
    goal: Goal = Color::srgba(1.0, 0.9, 0.5, 0.25),
    /// Color of [`DebugLayer::ClearSight`].
    clear_sight: ClearSight = Color::srgba(0.55, 1.0, 0.65, 0.4),
    /// Color of [`DebugLayer::BlockedSight`].
    blocked_sight: BlockedSight = Color::srgba(1.0, 0.4, 0.35, 0.4),
    /// Color of [`DebugLayer::SeparationView`].
    separation_view: SeparationView = Color::srgba(1.0, 0.6, 0.3, 0.6),
    /// Color of [`DebugLayer::AlignmentView`].
    alignment_view: AlignmentView = Color::srgba(1.0, 0.95, 0.4, 0.4),
    /// Color of [`DebugLayer::CohesionView`].
    cohesion_view: CohesionView = Color::srgba(0.4, 0.75, 1.0, 0.4),
    /// Color of [`DebugLayer::AvoidAgentsView`].
    avoid_agents_view: AvoidAgentsView = Color::srgba(1.0, 0.35, 0.4, 0.18),
    /// Color of [`DebugLayer::Velocity`].
    velocity: Velocity = Color::srgb(0.4, 0.85, 1.0),
    /// Color of [`DebugLayer::VelocityConstraints`].
    velocity_constraints: VelocityConstraints = Color::srgba(1.0, 0.42, 0.42, 0.8),
    /// Color of [`DebugLayer::Force`].
    force: Force = Color::srgb(1.0, 0.72, 0.2),
    /// Color of [`DebugLayer::AvoidanceForce`].
    avoidance_force: AvoidanceForce = Color::srgb(1.0, 0.42, 0.42),
    /// Color of [`DebugLayer::FlockingForce`].
    flocking_force: FlockingForce = Color::srgb(0.7, 0.6, 1.0),
    /// Color of [`DebugLayer::GoalForce`].
    goal_force: GoalForce = Color::srgb(0.5, 0.9, 0.5),
    /// Color of [`DebugLayer::Paths`].
    paths: Paths = Color::srgba(0.95, 0.85, 0.55, 0.7),
    /// Color of [`DebugLayer::FlowFields`]: arrows at least two cells apart.
    flow_fields: FlowFields = Color::srgba(0.45, 0.9, 0.85, 0.4),
    /// Color of [`DebugLayer::Formations`].
    formations: Formations = Color::srgba(0.8, 0.75, 1.0, 0.7),
    /// Color of [`DebugLayer::Events`]: marks that grow for a second.
    events: Events = Color::srgba(1.0, 0.95, 0.7, 0.9),
}

impl SteeringGizmos {
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
