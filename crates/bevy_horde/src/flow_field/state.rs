//! The state of a flow field.
//!
//! Costs follow from goals and obstacles. So a saved game holds only these, and for how many ticks
//! new costs have been computed.

use super::component::{FieldGoal, FlowField};
use super::costs::Costs;
use super::layer::Layer;
use super::source::FieldSource;
use crate::math::eikonal::FieldSample;
use crate::obstacle::ObstacleIndex;
use crate::validation::FieldCheck;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use std::sync::OnceLock;

/// The most body sizes of a field.
const MOST_LAYERS: usize = 8;
/// A body larger than a layer's by this part takes the next one, for rounding.
const ROUNDING: f32 = 1e-4;

/// What the plugin has computed of a [`FlowField`]. A game may ask it for costs and directions.
///
/// It is part of a saved game. After a load the first question computes the costs anew.
#[derive(Component, Reflect, Clone, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct FlowFieldState {
    /// The settings, checked and without goals; `None` while they are not usable.
    settings: Option<FlowField>,
    /// What the costs that samples use follow from; `None` before the field is ready for the first
    /// time.
    used: Option<FieldSource>,
    /// What the costs in work follow from; `None` while there is nothing to compute.
    wanted: Option<FieldSource>,
    /// For how many ticks they have been computed.
    ticks: u32,
    /// The change tick of the component from which the settings were taken.
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    pub(super) made_from: Option<Tick>,
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    costs: OnceLock<Costs>,
}

impl FlowFieldState {
    /// Whether the field includes all changes of obstacles and goals.
    pub fn is_ready(&self) -> bool {
        self.used.is_some() && self.wanted.is_none()
    }

    /// The cost of the way to the nearest goal for a body of this radius: on normal ground its
    /// length, world units.
    ///
    /// `None` outside of the area, before the field is ready for the first time, and where no way
    /// leads to a goal.
    pub fn cost(&self, position: Vec2, body_radius: f32) -> Option<f32> {
        Some(self.sample(position, body_radius)?.cost)
    }

    /// The unit vector of the way to the nearest goal; zero on it. `None` as for
    /// [`cost`](Self::cost).
    pub fn direction(&self, position: Vec2, body_radius: f32) -> Option<Vec2> {
        Some(self.sample(position, body_radius)?.direction)
    }

    pub(crate) fn sample(&self, position: Vec2, body_radius: f32) -> Option<FieldSample> {
        self.layer(body_radius)?.sample(position)
    }

    /// The place of the nearest goal as the crow flies.
    pub(crate) fn nearest_goal(&self, position: Vec2, body_radius: f32) -> Option<Vec2> {
        self.layer(body_radius)?.nearest_goal(position)
    }

    /// The place of the area that is nearest to a position; inside of it the position itself.
    pub(crate) fn nearest_inside(&self, position: Vec2) -> Option<Vec2> {
        Some(self.costs().layers().first()?.nearest_inside(position))
    }

    /// The layer for bodies of a size; `None` before all are ready.
    fn layer(&self, body_radius: f32) -> Option<&Layer> {
        self.used.as_ref()?;
        let layers = self.costs().layers();
        let least = body_radius * (1.0 - ROUNDING);
        let fitting = layers.iter().find(|layer| layer.radius() >= least);
        fitting.or(layers.last())
    }

    fn costs(&self) -> &Costs {
        self.costs.get_or_init(|| {
            let Some(settings) = &self.settings else {
                return Costs::default();
            };
            let mut costs = Costs::new(settings);
            if let Some(used) = &self.used {
                costs.begin(used.goals(), used.ground());
                costs.advance_to_end();
            }
            if let Some(wanted) = &self.wanted {
                costs.begin(wanted.goals(), wanted.ground());
                for _ in 0..self.ticks {
                    costs.advance(settings.cells_per_tick);
                }
            }
            costs
        })
    }

    /// Drops the costs after a load, for they may be those of another game.
    pub(super) fn forget_costs(&mut self) {
        self.costs.take();
    }

    /// Begins anew where the settings differ.
    pub(super) fn set_settings(&mut self, wanted: &FlowField, check: FieldCheck<'_>) {
        let settings = checked(wanted, check);
        if self.settings != settings {
            *self = Self {
                settings,
                ..default()
            };
        }
    }

    /// Takes up changes if there is nothing to compute, and computes the cells of one tick.
    pub(super) fn advance(&mut self, goals: Vec<FieldGoal>, obstacles: &ObstacleIndex) {
        self.costs();
        let (Some(settings), Some(costs)) = (&self.settings, self.costs.get_mut()) else {
            return;
        };
        if self.wanted.is_none() {
            let used = self.used.as_ref();
            let used = used.filter(|used| used.leads_to(&goals, settings.cell_size));
            if !costs.note_updates(obstacles.update_count()) && used.is_some() {
                return;
            }
            let ground = costs.ground_of(obstacles.obstacles());
            if used.is_some() && !costs.differs_from(&ground) {
                return;
            }
            let goals = used.map_or(goals, |used| used.goals.clone());
            let source = FieldSource::new(goals, &ground);
            costs.begin(source.goals(), ground);
            self.wanted = Some(source);
            self.ticks = 0;
        }
        costs.advance(settings.cells_per_tick);
        self.ticks += 1;
        if costs.are_ready() {
            self.used = self.wanted.take();
        }
    }
}

/// Costs follow from the rest.
impl PartialEq for FlowFieldState {
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
            && self.used == other.used
            && self.wanted == other.wanted
            && self.ticks == other.ticks
    }
}

/// The settings without goals, and without what is not usable.
fn checked(wanted: &FlowField, check: FieldCheck<'_>) -> Option<FlowField> {
    let mut settings = FlowField {
        goals: Vec::new(),
        cells_per_tick: wanted.cells_per_tick.max(1),
        ..wanted.clone()
    };
    if wanted.cells_per_tick == 0 {
        check.unusable("cells_per_tick", "is 0; 1 is used");
    }
    if !(wanted.cell_size > 0.0 && wanted.cell_size.is_finite()) {
        check.unusable(
            "cell_size",
            "is not finite and above 0; the field leads nowhere",
        );
        return None;
    }
    if Costs::grid(&settings).is_none() {
        check.unusable(
            "area",
            "and `cell_size` make no grid of 1 to 4 096 finite cells along each side",
        );
        return None;
    }
    settings.slow_areas.retain(|slow| {
        let is_usable = !(slow.area.min.is_nan() || slow.area.max.is_nan() || slow.cost.is_nan());
        if !is_usable {
            check.unusable("slow_areas", "are not all numbers; one is left out");
        }
        is_usable
    });
    let radii = &mut settings.body_radii;
    let count = radii.len();
    radii.retain(|radius| *radius > 0.0 && radius.is_finite());
    let are_usable = radii.len() == count;
    radii.sort_by(f32::total_cmp);
    radii.dedup();
    if radii.is_empty() {
        check.unusable("body_radii", "are none above 0; the field leads nowhere");
    } else if !are_usable {
        check.unusable(
            "body_radii",
            "are not all above 0; only those that are count",
        );
    }
    if radii.len() > MOST_LAYERS {
        check.unusable("body_radii", "are more than 8; the greatest are left out");
        radii.truncate(MOST_LAYERS);
    }
    (!radii.is_empty()).then_some(settings)
}
