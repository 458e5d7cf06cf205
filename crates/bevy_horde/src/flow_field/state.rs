//! The state of a flow field.
//!
//! Costs follow from settings, goals, obstacles and slow bodies. So a saved game holds only these,
//! and how many cells of new costs have been computed.

use super::component::{FieldGoal, FlowField};
use super::costs::Costs;
use super::crowd::{Crowd, SlowBody};
use super::ground::Ground;
use super::kept::{DiscardedCosts, KeptCosts};
use super::layer::Layer;
use super::settings::checked;
use super::source::{FieldShape, FieldSource};
use crate::obstacle::{Obstacle, ObstacleIndex};
use crate::space::MovementSpace;
use crate::validation::FieldCheck;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use horde_kernel::fields::eikonal::FieldSample;
use std::sync::OnceLock;

/// A body larger than a layer by at most this part still takes that layer, because of rounding.
const ROUNDING: f32 = 1e-4;
/// The time between two counts of slow bodies, seconds.
const COUNT_INTERVAL: f32 = 0.25;

/// What the plugin has computed of a [`FlowField`]. A game may ask it for costs and directions.
///
/// It is part of a saved game, without the costs. After a load the next tick keeps the costs that
/// the game still has, and computes what differs: nothing if settings, goals, obstacles and slow
/// bodies are the same. A clone shares the costs until either changes.
#[derive(Component, Reflect, Clone, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[component(on_discard = discard_costs)]
pub struct FlowFieldState {
    /// The settings, checked and without goals; `None` while they are not usable.
    settings: Option<FlowField>,
    /// The source of the costs that samples use; `None` before the field is ready for the first
    /// time.
    used: Option<FieldSource>,
    /// The source of the costs in work; `None` while there is nothing to compute.
    wanted: Option<FieldSource>,
    /// How far the origin has moved since the costs in use began, in the plane. These
    /// costs stay in their own coordinates.
    used_offset: Vec2,
    /// The same for the costs in work.
    wanted_offset: Vec2,
    /// How many cells were granted to the costs in work.
    cells: u64,
    /// Whether the source of the costs in work differs only in the crowd.
    is_crowd_in_work: bool,
    /// Whether a setting, a goal or an obstacle has changed since the costs in work began.
    is_outdated: bool,
    /// Whether settings have changed since the costs in use or in work began.
    is_edited: bool,
    /// The time since the last count of slow bodies, seconds.
    since_count: f32,
    /// The change tick of the component from which the settings were taken.
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    pub(super) made_from: Option<Tick>,
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    costs: OnceLock<KeptCosts>,
}

impl FlowFieldState {
    /// Whether the field includes all changes of settings, obstacles and goals. A crowd may still
    /// be in work.
    pub fn is_ready(&self) -> bool {
        let is_done = self.wanted.is_none() || self.is_crowd_in_work;
        self.used.is_some() && is_done && !self.is_outdated
    }

    /// Whether the field has costs in use: it has been ready once.
    pub(crate) fn has_costs(&self) -> bool {
        self.used.is_some()
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

    /// Whether an obstacle would close the way to all goals from one of these places, if it stood
    /// there. A tower-defense game asks this before it places a tower, for the places where
    /// attackers start.
    ///
    /// The answer is what the field will say once it includes the obstacle. `transform` is where
    /// the obstacle would stand, in the world; `from` are in the plane. Places without a
    /// way now do not count. An obstacle over a goal counts as closing the way to it, though agents
    /// reach its surface. Obstacles that the field has not taken up yet do not count, see
    /// [`is_ready`](Self::is_ready). `None` before the field is ready for the first time, and for a
    /// shape that is not usable.
    ///
    /// It copies 7 bytes per cell, and then looks at few cells, unless the way is closed: a million
    /// cells take some milliseconds.
    ///
    /// ```
    /// # use bevy::prelude::*;
    /// # use bevy_horde::prelude::*;
    /// fn may_build(field: &FlowFieldState, tower: &Transform, start: Vec2) -> bool {
    ///     let obstacle = Obstacle::rectangle(2.0, 2.0);
    ///     let closes = field.would_close(&obstacle, tower, MovementSpace::Xy, [start], 0.5);
    ///     closes == Some(false)
    /// }
    /// ```
    pub fn would_close(
        &self,
        obstacle: &Obstacle,
        transform: &Transform,
        space: MovementSpace,
        from: impl IntoIterator<Item = Vec2>,
        body_radius: f32,
    ) -> Option<bool> {
        let (costs, layer) = (self.costs()?, self.layer(body_radius)?);
        let offset = self.used_offset;
        let mut transform = *transform;
        transform.translation -= space.to_world(offset);
        let from = from.into_iter().map(|place| place - offset);
        let outline = obstacle.outline(&transform, space)?;
        Some(layer.would_close(costs.ground(), &outline, from))
    }

    /// How many times slower agents that follow the field are at this place, 1 and up.
    pub(crate) fn slowdown(&self, position: Vec2) -> f32 {
        let slows = self.settings.as_ref().is_some_and(|it| it.slows_agents);
        if !slows {
            return 1.0;
        }
        self.costs().map_or(1.0, |costs| {
            costs.slowness(position - self.used_offset).max(1.0)
        })
    }

    pub(crate) fn sample(&self, position: Vec2, body_radius: f32) -> Option<FieldSample> {
        self.layer(body_radius)?.sample(position - self.used_offset)
    }

    /// The place of the nearest goal as the crow flies.
    pub(crate) fn nearest_goal(&self, position: Vec2, body_radius: f32) -> Option<Vec2> {
        let offset = self.used_offset;
        let goal = self.layer(body_radius)?.nearest_goal(position - offset)?;
        Some(goal + offset)
    }

    /// The position itself if it is in the area, else the nearest place half a cell inside.
    pub(crate) fn nearest_inside(&self, position: Vec2) -> Option<Vec2> {
        let own = position - self.used_offset;
        let inside = self.costs()?.layers().first()?.nearest_inside(own);
        let is_inside = inside == own;
        Some(if is_inside {
            position
        } else {
            inside + self.used_offset
        })
    }

    /// The layer for bodies of this radius; `None` before the field is ready for the first time.
    fn layer(&self, body_radius: f32) -> Option<&Layer> {
        let layers = self.costs()?.layers();
        let least = body_radius * (1.0 - ROUNDING);
        let fitting = layers.iter().find(|layer| layer.radius() >= least);
        fitting.or(layers.last())
    }

    /// The costs in use; `None` before the field is ready for the first time.
    fn costs(&self) -> Option<&Costs> {
        self.kept().in_use()
    }

    fn kept(&self) -> &KeptCosts {
        self.costs.get_or_init(|| {
            let mut costs = KeptCosts::default();
            costs.restore(self.used.as_ref(), self.wanted.as_ref(), self.cells);
            costs
        })
    }

    /// Takes over discarded costs that fit, if it has none.
    pub(super) fn adopt_costs(&mut self, discarded: &mut DiscardedCosts) {
        if self.costs.get().is_none()
            && let Some(used) = &self.used
            && let Some(kept) = discarded.take(used)
        {
            self.costs = OnceLock::from(kept);
            self.restore_costs();
        }
    }

    /// Brings the costs to the saved sources after a load, for they may be those of another game.
    pub(super) fn restore_costs(&mut self) {
        if let Some(costs) = self.costs.get_mut() {
            costs.restore(self.used.as_ref(), self.wanted.as_ref(), self.cells);
        }
    }

    /// Takes over settings that differ. The costs in use stay until new ones are ready, unless no
    /// costs follow from the new settings.
    pub(super) fn set_settings(&mut self, wanted: &FlowField, check: FieldCheck<'_>) {
        let settings = checked(wanted, check);
        let (Some(old), Some(new)) = (&self.settings, &settings) else {
            if self.settings != settings {
                *self = Self {
                    settings,
                    ..default()
                };
            }
            return;
        };
        let shape = FieldShape::of(new);
        for (source, offset) in [
            (&self.used, &mut self.used_offset),
            (&self.wanted, &mut self.wanted_offset),
        ] {
            // Smaller than the rounding of the area, or taken back.
            if source.as_ref().is_some_and(|source| source.shape == shape) {
                *offset = Vec2::ZERO;
            }
        }
        self.is_edited |= FieldShape::of(old) != shape
            || old.slow_areas != new.slow_areas
            || old.crowd_cost != new.crowd_cost;
        self.settings = settings;
    }

    /// Notes that the origin has moved. The costs keep their numbers, and serve until new ones are
    /// ready for the area as it is now.
    pub(crate) fn shift(&mut self, by: Vec2) {
        self.used_offset += by;
        self.wanted_offset += by;
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
        self.kept();
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
        let known = used.filter(|used| used.leads_to(&goals, settings.cell_size));
        let changed = costs.changed_ground(obstacles);
        self.is_outdated = self.is_edited || known.is_none() || changed.is_some();
        if !is_free || !self.is_outdated {
            return;
        }
        let goals = known.map_or(goals, |known| known.goals.clone());
        let shape = FieldShape::of(settings);
        let is_same = used.is_some_and(|used| used.shape == shape);
        costs.note_updates(obstacles);
        let Some(own) = costs.of_shape(&shape) else {
            return;
        };
        let ground = changed.filter(|_| is_same);
        let ground = ground.unwrap_or_else(|| own.ground_of(obstacles));
        let mut source = FieldSource::new(settings, goals, &ground);
        let goals = source.goals();
        // Bodies are counted here, too, or obstacles that never rest would leave no tick for a
        // count.
        source.crowd = if settings.crowd_cost == 0.0 || used.is_none() {
            Crowd::default()
        } else if !is_same {
            own.new_crowd(bodies(), &goals)
        } else if counts {
            self.since_count = 0.0;
            own.crowd_toward(bodies(), &goals, known.is_some())
        } else {
            own.crowd_for(&goals, known.is_some())
        };
        self.is_edited = false;
        self.begin(source, Some(ground), false);
    }

    /// Counts slow bodies, and begins new costs if the crowd has changed.
    fn take_up_crowd<'a>(&mut self, counts: bool, bodies: &impl Fn() -> &'a [SlowBody]) {
        if !counts || self.wanted.is_some() {
            return;
        }
        let (Some(costs), Some(used)) = (self.costs(), &self.used) else {
            return;
        };
        let crowd = costs.crowd_toward(bodies(), costs.goals(), true);
        let wanted = (crowd != used.crowd).then(|| {
            let mut wanted = used.clone();
            wanted.crowd = crowd;
            wanted
        });
        self.since_count = 0.0;
        if let Some(wanted) = wanted {
            self.begin(wanted, None, true);
        }
    }

    /// Begins new costs; `ground` is `None` if it is the same.
    fn begin(&mut self, wanted: FieldSource, ground: Option<Ground>, is_crowd: bool) {
        if let Some(costs) = self.costs.get_mut() {
            costs.begin(wanted.clone(), ground);
        }
        self.wanted = Some(wanted);
        self.wanted_offset = Vec2::ZERO;
        self.cells = 0;
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
        let cells = settings.cells_per_tick.into();
        self.cells = self.cells.saturating_add(cells);
        if costs.advance(cells) {
            self.used = self.wanted.take();
            self.used_offset = self.wanted_offset;
        }
    }
}

/// Keeps the costs of a field that is removed or replaced until the next tick.
fn discard_costs(mut world: DeferredWorld, context: HookContext) {
    let state = world.get_mut::<FlowFieldState>(context.entity);
    let costs = state.and_then(|mut state| state.bypass_change_detection().costs.take());
    if let Some(costs) = costs
        && let Some(mut discarded) = world.get_resource_mut::<DiscardedCosts>()
    {
        discarded.0.push(costs);
    }
}

/// Compares all but the costs, which follow from the rest.
impl PartialEq for FlowFieldState {
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
            && self.used == other.used
            && self.wanted == other.wanted
            && self.used_offset == other.used_offset
            && self.wanted_offset == other.wanted_offset
            && self.cells == other.cells
            && self.is_crowd_in_work == other.is_crowd_in_work
            && self.is_outdated == other.is_outdated
            && self.is_edited == other.is_edited
            && self.since_count == other.since_count
    }
}
