//! Runs the scene to a tick as fast as the machine can, and stops there: to compare runs.

use super::mouse::BaitFollowsMouse;
use super::time::limit_catching_up;
use crate::state_hash::hash_state;
use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};
use bevy_horde::schedule::SteeringTick;
use core::time::Duration;

/// Ticks between two frames on the way.
const TICKS_PER_FRAME: u64 = 30;

/// Runs the scene to `tick`. Time then stands still, until the user lets it go on.
pub struct RunToPlugin {
    /// The tick.
    pub tick: u64,
}

/// A run to a tick.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunTo {
    /// The tick.
    pub tick: u64,
    /// The hash of the state at that tick, once the run is there.
    pub state_hash: Option<u64>,
}

impl Plugin for RunToPlugin {
    fn build(&self, app: &mut App) {
        let run = RunTo {
            tick: self.tick,
            state_hash: None,
        };
        app.insert_resource(run)
            // A mouse over the window must not change the run.
            .insert_resource(BaitFollowsMouse(false))
            .add_systems(
                First,
                hurry
                    .after(limit_catching_up)
                    .before(TimeSystems)
                    .run_if(is_running),
            )
            .add_systems(Last, stop.run_if(is_running));
    }
}

fn is_running(run: Res<RunTo>) -> bool {
    run.state_hash.is_none()
}

fn hurry(
    run: Res<RunTo>,
    tick: Res<SteeringTick>,
    mut clock: ResMut<Time<Virtual>>,
    mut strategy: ResMut<TimeUpdateStrategy>,
) {
    let left = run.tick.saturating_sub(tick.0).min(TICKS_PER_FRAME);
    *strategy = TimeUpdateStrategy::FixedTimesteps(left as u32);
    clock.set_max_delta(Duration::MAX);
}

fn stop(world: &mut World) {
    if world.resource::<SteeringTick>().0 < world.resource::<RunTo>().tick {
        return;
    }
    let hash = world.run_system_cached(hash_state);
    world.resource_mut::<RunTo>().state_hash = hash.ok();
    world.insert_resource(TimeUpdateStrategy::Automatic);
    world.resource_mut::<Time<Virtual>>().pause();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{SceneName, SceneSettings};
    use crate::simulation::SimulationPlugin;

    /// The tick and the hash at the end of a run.
    fn ending(settings: SceneSettings, prepare: impl Fn(&mut App), frames: u32) -> (u64, u64) {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, SimulationPlugin { settings }))
            .add_systems(First, limit_catching_up.before(TimeSystems));
        prepare(&mut app);
        for _ in 0..frames {
            app.update();
        }
        let hash = app.world_mut().run_system_cached(hash_state);
        let tick = app.world().resource::<SteeringTick>().0;
        (tick, hash.expect("the simulation has every resource"))
    }

    #[test]
    fn a_hurried_run_stops_at_its_tick_in_the_state_of_a_slow_run() {
        let settings = SceneSettings {
            agents: 20,
            ..SceneSettings::new(SceneName::Zombies)
        };
        let by_tick = |app: &mut App| {
            app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        };
        let hurried = |app: &mut App| {
            app.add_plugins(RunToPlugin { tick: 70 });
        };
        let slow = ending(settings, by_tick, 71);
        assert_eq!(slow.0, 70);
        assert_eq!(ending(settings, hurried, 10), slow);
    }
}
