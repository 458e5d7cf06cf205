//! Contain: stay inside of a region.

use super::goal::active;
use crate::arbitration::{BehaviorForces, Tier};
use crate::length::Length;
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::trace::SteeringTrace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use horde_kernel::behaviors::containment::{Border, ContainedBody};

/// Keeps the body inside of a region of the plane.
///
/// Acts while the current velocity leads, within `look_ahead`, outside or nearer to the border than
/// `margin`, and while the body is there already. The force removes the part of the velocity that
/// leads out, the more of it the nearer the border. It keeps the part along the border, so that the
/// agent glides. In a corner both borders act. An agent outside heads straight for the nearest
/// place inside.
///
/// At the default force and weight the agent stays inside, whatever else it wants. A body that
/// stops more slowly needs to look farther ahead, about `max_speed * mass / (2 * max_force)`
/// seconds. Other bodies can push it out. So can a game that sets the
/// [`Velocity`](crate::agent::Velocity) in every tick. Used alone the behavior lets the agent coast
/// from border to border. Source: containment, Reynolds, "Steering Behaviors for Autonomous
/// Characters" (1999).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `region` | where the agent stays, in the plane | 1000 by 1000 units about the origin | see [`Region`] | - | remove |
/// | `margin` | gap to keep between body and border | 0.35 radii | 0 and up | turns back earlier, stands farther off | 0: bodies that press outward stick out a little |
/// | `look_ahead` | how far ahead the way is followed, s at the current speed | 1.0 | 0 and up | brakes earlier, more softly | 0: the border itself stops it |
/// | `weight` | factor on the force | 5.0 | 0 and up | brakes harder, later; yields less to what presses outward | 0, or remove |
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// world.spawn((
///     SteeringAgent::new(8.0, 60.0),
///     Wander::default(),
///     Contain::rectangle(Vec2::ZERO, vec2(800.0, 600.0)),
/// ));
/// ```
#[derive(Component, Reflect, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, PlacedBorder)]
pub struct Contain {
    /// Where the agent stays, in the plane.
    pub region: Region,
    /// Gap to keep between body and border.
    pub margin: Length,
    /// How far ahead the border matters, seconds at the current speed.
    pub look_ahead: f32,
    /// Factor on the force.
    pub weight: f32,
}

/// A part of the plane: in x and y of the world, or in x and z in 3D ground games.
/// [`MovementSpace`](crate::space::MovementSpace) converts world positions.
///
/// A region that is not finite or has no extent is reported once and holds no agent. So is a
/// polygon that touches or crosses itself.
#[derive(Reflect, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Default)]
#[non_exhaustive]
pub enum Region {
    /// An upright rectangle.
    Rectangle {
        /// The middle of the rectangle.
        center: Vec2,
        /// Half the width and half the height; both above 0.
        half_size: Vec2,
    },
    /// A disc.
    Circle {
        /// The middle of the circle.
        center: Vec2,
        /// The radius, world units; above 0.
        radius: f32,
    },
    /// A polygon, convex or not. Its edges do not touch each other; the last point joins the first.
    Polygon {
        /// The corners, in either direction of turn; at least three that are not on one line.
        points: Vec<Vec2>,
    },
}

impl Region {
    fn border(&self) -> Option<Border> {
        match self {
            Self::Rectangle { center, half_size } => Border::rectangle(*center, *half_size),
            Self::Circle { center, radius } => Border::circle(*center, *radius),
            Self::Polygon { points } => Border::polygon(points),
        }
    }
}

impl Default for Region {
    fn default() -> Self {
        Self::Rectangle {
            center: Vec2::ZERO,
            half_size: Vec2::splat(500.0),
        }
    }
}

impl Contain {
    /// Stays in a region.
    pub fn new(region: Region) -> Self {
        Self {
            region,
            ..default()
        }
    }

    /// Stays in an upright rectangle, given by its middle, and its whole width and height.
    pub fn rectangle(center: Vec2, size: Vec2) -> Self {
        let half_size = 0.5 * size;
        Self::new(Region::Rectangle { center, half_size })
    }

    /// Stays in a circle.
    pub fn circle(center: Vec2, radius: f32) -> Self {
        Self::new(Region::Circle { center, radius })
    }

    /// Stays in a polygon, convex or not.
    pub fn polygon(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::new(Region::Polygon {
            points: points.into_iter().collect(),
        })
    }
}

impl Default for Contain {
    fn default() -> Self {
        Self {
            region: Region::default(),
            margin: Length::Radii(0.35),
            look_ahead: 1.0,
            weight: 5.0,
        }
    }
}

/// The border of an agent's region. The plugin rebuilds it when [`Contain`] changes.
#[derive(Component, Clone, Debug, Default)]
pub struct PlacedBorder {
    border: Option<Border>,
    /// The change tick of [`Contain`] when the border was built.
    made_from: Option<Tick>,
}

impl PlacedBorder {
    /// The border of the region; `None` for an invalid region, which holds no agent.
    fn update(&mut self, contain: &Ref<Contain>, check: FieldCheck<'_>) -> Option<&Border> {
        let made_from = Some(contain.last_changed());
        if self.made_from != made_from {
            let border = contain.region.border();
            if border.is_none() {
                check.unusable(
                    "region",
                    "is not finite, has no extent or touches itself; it holds no agent",
                );
            }
            *self = Self { border, made_from };
        }
        self.border.as_ref()
    }
}

pub(crate) fn contain(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        Ref<Contain>,
        &AgentState,
        &mut PlacedBorder,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = time.delta_secs();
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(entity, contain, state, mut placed, mut forces, mut trace)| {
            let border = placed.update(&contain, warnings.of(entity, "Contain"));
            let Some((check, weight)) = active(&warnings, entity, state, "Contain", contain.weight)
            else {
                return;
            };
            let radius = state.body_radius;
            let body = ContainedBody {
                position: state.position,
                velocity: state.velocity,
                body_radius: radius,
                margin: check.at_least_zero("margin", contain.margin.resolve(radius), 0.0),
                look_ahead: check.at_least_zero("look_ahead", contain.look_ahead, 0.0),
            };
            let containment =
                |border: &Border| border.containment(&body, &state.motion_limits(tick), weight);
            let force = border.and_then(containment);
            if let Some(force) = force.filter(|force| force.is_finite()) {
                let mut forces = forces.of(check.component(), (state, tick), trace.as_deref_mut());
                forces.add(Tier::Avoidance, force);
            }
        },
    );
}
