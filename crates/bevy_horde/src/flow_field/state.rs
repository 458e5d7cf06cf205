//! The state of a flow field.
//!
//! Costs follow from goals, obstacles and slow bodies. So a saved game holds only these, and for
//! how many ticks new costs have been computed.

use super::component::{FieldGoal, FlowField};
use super::costs::Costs;
use super::crowd::SlowBody;
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
/// A body larger than a layer by at most this part still takes that layer, because of rounding.
const ROUNDING: f32 = 1e-4;
/// The time between two counts of slow bodies, seconds.
const COUNT_INTERVAL: f32 = 0.25;
/// The greatest legal cost of a crowd. At this cost ways may be 20 000 cells long.
const MOST_CROWD_COST: f32 = 100.0;

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
    /// The source of the costs that samples use; `None` before the field is ready for the first
    /// time.
    used: Option<FieldSource>,
    /// The source of the costs in work; `None` while there is nothing to compute.
    wanted: Option<FieldSource>,
    /// For how many ticks the costs in work have been computed.
    ticks: u32,
    /// Whether the source of the costs in work differs only in the crowd.
    is_crowd_in_work: bool,
    /// Whether a goal or an obstacle has changed since the costs in work began.
    is_outdated: bool,
    /// The time since the last count of slow bodies, seconds.
    since_count: f32,
    /// The change tick of the component from which the settings were taken.
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    pub(super) made_from: Option<Tick>,
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    costs: OnceLock<Costs>,
}

impl FlowFieldState {
    /// Whether the field includes all changes of obstacles and goals. A crowd may still be in work.
    pub fn is_ready(&self) -> bool {
        let is_done = self.wanted.is_none() || self.is_crowd_in_work;
        self.used.is_some() && is_done && !self.is_outdated
    }

    /// The cost of the cheapest way to a goal for a body of this radius. On normal ground without
    /// slow bodies the cost is the way's length, world units.
    ///
    /// `None` outside of the area, before the field is ready for the first time, and where no way
    /// leads to a goal.
    pub fn cost(&self, position: Vec2, body_radius: f32) -> Option<f32> {
        Some(self.sample(position, body_radius)?.cost)
    }

    /// The unit vector along the cheapest way to a goal; zero on the goal. `None` as for
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

    /// The position itself if it is in the area, else the nearest place half a cell inside.
    pub(crate) fn nearest_inside(&self, position: Vec2) -> Option<Vec2> {
        Some(self.costs().layers().first()?.nearest_inside(position))
    }

    /// The layer for bodies of this radius; `None` before the field is ready for the first time.
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
                costs.begin(used.goals(), used.ground(), used.crowd.clone());
                costs.advance_to_end();
            }
            if let Some(wanted) = &self.wanted {
                costs.begin(wanted.goals(), wanted.ground(), wanted.crowd.clone());
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

    /// Starts the field anew if the checked settings differ.
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
    ///
    /// `bodies` returns the slow bodies, if it is time to count them.
    pub(super) fn advance<'a>(
        &mut self,
        goals: Vec<FieldGoal>,
        obstacles: &ObstacleIndex,
        seconds: f32,
        bodies: impl Fn() -> &'a [SlowBody],
    ) {
        self.costs();
        let counts = self.is_time_to_count(seconds);
        self.take_up_changes(goals, obstacles, counts, &bodies);
        self.take_up_crowd(counts, &bodies);
        self.compute();
    }

    /// Whether slow bodies are counted in this tick, unless costs are in work.
    fn is_time_to_count(&mut self, seconds: f32) -> bool {
        let (Some(settings), Some(used)) = (&self.settings, &self.used) else {
            return false;
        };
        if settings.crowd_cost == 0.0 || used.goals.is_empty() {
            return false;
        }
        self.since_count = (self.since_count + seconds).min(COUNT_INTERVAL);
        self.since_count >= COUNT_INTERVAL
    }

    /// Begins new costs if goals or obstacles have changed. While a crowd is in work, it only notes
    /// the change.
    fn take_up_changes<'a>(
        &mut self,
        goals: Vec<FieldGoal>,
        obstacles: &ObstacleIndex,
        counts: bool,
        bodies: &impl Fn() -> &'a [SlowBody],
    ) {
        let (Some(settings), Some(costs)) = (&self.settings, self.costs.get_mut()) else {
            return;
        };
        let is_free = self.wanted.is_none();
        if !is_free && (!self.is_crowd_in_work || self.is_outdated) {
            return;
        }
        let used = self.used.as_ref();
        let used = used.filter(|used| used.leads_to(&goals, settings.cell_size));
        let ground = costs.changed_ground(obstacles);
        self.is_outdated = used.is_none() || ground.is_some();
        if is_free && self.is_outdated {
            let ground = ground.unwrap_or_else(|| costs.ground_of(obstacles));
            costs.note_updates(obstacles);
            let is_known = used.is_some();
            let goals = used.map_or(goals, |used| used.goals.clone());
            let mut source = FieldSource::new(goals, &ground);
            let goals = source.goals();
            // Bodies are counted here, too, or obstacles that never rest would leave no tick for a
            // count.
            source.crowd = if counts {
                self.since_count = 0.0;
                costs.crowd_toward(bodies(), &goals, is_known)
            } else {
                costs.crowd_for(&goals, is_known)
            };
            costs.begin(goals, ground, source.crowd.clone());
            self.begin(source, false);
        }
    }

    /// Counts slow bodies, and begins new costs if the crowd has changed.
    fn take_up_crowd<'a>(&mut self, counts: bool, bodies: &impl Fn() -> &'a [SlowBody]) {
        let (Some(costs), Some(used)) = (self.costs.get_mut(), &self.used) else {
            return;
        };
        if !counts || self.wanted.is_some() {
            return;
        }
        self.since_count = 0.0;
        let crowd = costs.crowd_toward(bodies(), costs.goals(), true);
        if crowd != used.crowd {
            costs.begin_crowd(crowd.clone());
            let mut wanted = used.clone();
            wanted.crowd = crowd;
            self.begin(wanted, true);
        }
    }

    fn begin(&mut self, wanted: FieldSource, is_crowd: bool) {
        self.wanted = Some(wanted);
        self.ticks = 0;
        self.is_crowd_in_work = is_crowd;
        self.is_outdated = false;
    }

    /// Computes the cells of one tick.
    fn compute(&mut self) {
        let (Some(settings), Some(costs), Some(_)) =
            (&self.settings, self.costs.get_mut(), &self.wanted)
        else {
            return;
        };
        costs.advance(settings.cells_per_tick);
        self.ticks += 1;
        if costs.are_ready() {
            self.used = self.wanted.take();
        }
    }
}

/// Compares all but the costs, which follow from the rest.
impl PartialEq for FlowFieldState {
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
            && self.used == other.used
            && self.wanted == other.wanted
            && self.ticks == other.ticks
            && self.is_crowd_in_work == other.is_crowd_in_work
            && self.is_outdated == other.is_outdated
            && self.since_count == other.since_count
    }
}

/// The usable settings, without goals; `None` if the field leads nowhere.
fn checked(wanted: &FlowField, check: FieldCheck<'_>) -> Option<FlowField> {
    let usual = FlowField::default();
    let mut settings = FlowField {
        goals: Vec::new(),
        cells_per_tick: wanted.cells_per_tick.max(1),
        crowd_cost: check.at_least_zero("crowd_cost", wanted.crowd_cost, usual.crowd_cost),
        ..wanted.clone()
    };
    if wanted.cells_per_tick == 0 {
        check.unusable("cells_per_tick", "is 0; 1 is used");
    }
    if settings.crowd_cost > MOST_CROWD_COST {
        check.unusable("crowd_cost", "is above 100; 100 is used");
        settings.crowd_cost = MOST_CROWD_COST;
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
