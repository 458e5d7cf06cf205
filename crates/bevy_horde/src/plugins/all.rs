//! All parts of the plugin together.

use super::{
    SteeringChecksPlugin, SteeringCorePlugin, SteeringCrowdsPlugin, SteeringFieldsPlugin,
    SteeringFormationsPlugin, SteeringObstaclesPlugin,
};
use crate::behaviors::{WhiskerCasts, steer_whiskers};
use crate::passing_side::PassingSide;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use bevy::app::PluginGroupBuilder;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::ecs::system::SystemParamItem;
use bevy::prelude::*;

/// Steering for every entity with a [`SteeringAgent`](crate::agent::SteeringAgent).
///
/// ```
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::new(FixedUpdate).in_space(MovementSpace::Xz)))
///     .update();
/// ```
///
/// The plugin reads agents in whole columns. Components by which the world hides entities (Bevy's
/// default query filters) have to lie in tables, as `Disabled` does. Otherwise the first tick
/// panics and says so. An entity that is hidden and shown again counts from the next tick on. A
/// game that hides entities by a component of its own must show them between ticks, and not within
/// one.
///
/// Add the plugin before the first [`SteeringAgent`](crate::agent::SteeringAgent) is spawned. It
/// adds the components of its stages to the required components of `SteeringAgent`. If it is added
/// twice, it warns, and the first one counts.
///
/// The app needs Bevy's `TimePlugin` and `TaskPoolPlugin`, which `MinimalPlugins` and
/// `DefaultPlugins` contain.
///
/// # Sequential systems
///
/// The stages depend on each other and run in turn, each on as many threads as its work is worth.
/// Bevy's usual executor still hands every system to another thread. That takes up to 0.1 ms a
/// tick, as much as a thousand flocking agents. If the schedule holds little else that could run in
/// parallel, use the single-threaded executor. The results are the same:
///
/// ```
/// use bevy::ecs::schedule::SingleThreadedExecutor;
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .edit_schedule(FixedUpdate, |schedule| {
///         schedule.set_executor(SingleThreadedExecutor::new());
///     })
///     .update();
/// ```
#[derive(Clone)]
pub struct SteeringPlugin {
    core: SteeringCorePlugin,
    obstacles: SteeringObstaclesPlugin,
}

impl SteeringPlugin {
    /// Steers in `schedule`, in the plane [`MovementSpace::Xy`], with seed 0.
    ///
    /// In a fixed schedule every run gives the same results; in `Update` ticks are as long as
    /// frames.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            core: SteeringCorePlugin {
                schedule: schedule.intern(),
                space: MovementSpace::default(),
                seed: 0,
                passing_side: PassingSide::default(),
                simd_level: SimdLevel::default(),
            },
            obstacles: SteeringObstaclesPlugin::default(),
        }
    }

    /// The same plugin in another plane.
    pub const fn in_space(mut self, space: MovementSpace) -> Self {
        self.core.space = space;
        self
    }

    /// The same plugin with another seed for everything random.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.core.seed = seed;
        self
    }

    /// The same plugin with another side to which every agent turns when nothing else decides.
    pub const fn with_passing_side(mut self, passing_side: PassingSide) -> Self {
        self.core.passing_side = passing_side;
        self
    }

    /// The same plugin with a choice of the processor's instructions; results do not depend on it.
    pub const fn with_simd_level(mut self, simd_level: SimdLevel) -> Self {
        self.core.simd_level = simd_level;
        self
    }

    /// The same plugin, but [`Whiskers`](crate::behaviors::Whiskers) feel what `C` casts against,
    /// such as a physics engine, instead of the plugin's obstacles.
    pub fn with_whisker_casts<C: WhiskerCasts>(mut self) -> Self
    where
        for<'w, 's> SystemParamItem<'w, 's, C::Param>: Sync,
    {
        self.obstacles.whiskers = || steer_whiskers::<C>.into_configs();
        self
    }

    /// The core of the plugin alone, for a game of boids: goals, flocks, avoidance of agents, and
    /// solid bodies. Comes last, after all settings. See [`SteeringPlugins`] for other choices.
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_horde::prelude::*;
    ///
    /// App::new()
    ///     .add_plugins((MinimalPlugins, SteeringPlugin::default().core()))
    ///     .update();
    /// ```
    pub fn core(self) -> SteeringCorePlugin {
        self.core
    }
}

impl Default for SteeringPlugin {
    /// Steers in [`FixedUpdate`].
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

impl Plugin for SteeringPlugin {
    /// False, so that a second plugin gets a warning. Bevy would panic without saying what to do.
    fn is_unique(&self) -> bool {
        false
    }

    fn build(&self, app: &mut App) {
        let schedule = self.core.schedule;
        if app.is_plugin_added::<SteeringCorePlugin>() {
            // Before `Startup` Bevy may have no log.
            app.add_systems(Startup, move || {
                log::warn!(
                    "SteeringPlugin is added twice; the second, in {schedule:?}, is left out; add \
                     it once, in one schedule"
                );
            });
            return;
        }
        SteeringPlugins(self.clone()).build().finish(app);
    }
}

/// The parts of the plugin, each of which a game may leave out.
///
/// | part | what it is for |
/// |---|---|
/// | [`SteeringCorePlugin`] | goals, flocks, avoidance of agents, solid bodies, and all that no other part has |
/// | [`SteeringObstaclesPlugin`] | obstacles, `AvoidObstacles`, `Whiskers`, `FollowWall`, `Hide`, walls in `LineOfSight` and queries |
/// | [`SteeringCrowdsPlugin`] | settling, also of `Gather`; right of way, `Queue`, `Journey` |
/// | [`SteeringFieldsPlugin`] | flow fields |
/// | [`SteeringFormationsPlugin`] | formations |
/// | [`SteeringChecksPlugin`] | warnings about wrong use |
///
/// A part that is left out runs no system and adds no memory to agents, and its guarantees do not
/// hold. A component whose part is missing does nothing, and a warning names it and the part.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
/// use bevy_horde::{SteeringFieldsPlugin, SteeringFormationsPlugin, SteeringPlugins};
///
/// let parts = SteeringPlugins(SteeringPlugin::default().in_space(MovementSpace::Xz)).build();
/// App::new()
///     .add_plugins(MinimalPlugins)
///     .add_plugins(
///         parts
///             .disable::<SteeringFieldsPlugin>()
///             .disable::<SteeringFormationsPlugin>(),
///     )
///     .update();
/// ```
#[derive(Default)]
pub struct SteeringPlugins(pub SteeringPlugin);

impl PluginGroup for SteeringPlugins {
    fn build(self) -> PluginGroupBuilder {
        let SteeringPlugin { core, obstacles } = self.0;
        PluginGroupBuilder::start::<Self>()
            .add(core)
            .add(obstacles)
            .add(SteeringCrowdsPlugin)
            .add(SteeringFieldsPlugin)
            .add(SteeringFormationsPlugin)
            .add(SteeringChecksPlugin)
    }
}
