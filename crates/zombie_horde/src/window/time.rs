//! Pause, single steps and the speed of time.

use bevy::prelude::*;
use bevy::time::TimeSystems;
use bevy_egui::input::EguiWantsInput;
use core::ops::RangeInclusive;
use core::time::Duration;

/// The slowest and the fastest speed of time.
pub(super) const SPEEDS: RangeInclusive<f32> = 0.1..=4.0;

/// The most time that a frame catches up on; it always allows the ticks below. A slow machine then
/// shows slow motion instead of spending its time on ticks that are not drawn.
const LONGEST_FRAME: Duration = Duration::from_millis(34);
/// Ticks per frame that are always allowed.
const MAX_TICKS_PER_FRAME: u32 = 2;

/// Requests one tick while the clock is paused.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct StepRequest(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StepRequest>()
        .add_systems(First, limit_catching_up.before(TimeSystems))
        .add_systems(PreUpdate, read_keys)
        .add_systems(
            RunFixedMainLoop,
            make_step.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
        );
}

pub(super) fn limit_catching_up(ticks: Res<Time<Fixed>>, mut clock: ResMut<Time<Virtual>>) {
    let most = LONGEST_FRAME.max(ticks.timestep() * MAX_TICKS_PER_FRAME);
    if clock.max_delta() != most {
        clock.set_max_delta(most);
    }
}

fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    egui: Res<EguiWantsInput>,
    mut clock: ResMut<Time<Virtual>>,
    mut step: ResMut<StepRequest>,
) {
    if egui.wants_keyboard_input() {
        return;
    }
    if keys.just_pressed(KeyCode::Space) {
        if clock.is_paused() {
            clock.unpause();
        } else {
            clock.pause();
        }
    }
    if keys.just_pressed(KeyCode::Period) {
        clock.pause();
        step.0 = true;
    }
}

fn make_step(
    clock: Res<Time<Virtual>>,
    mut fixed: ResMut<Time<Fixed>>,
    mut step: ResMut<StepRequest>,
) {
    if core::mem::take(&mut step.0) && clock.is_paused() {
        let timestep = fixed.timestep();
        fixed.accumulate_overstep(timestep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::time::{TimePlugin, TimeUpdateStrategy};

    #[derive(Resource, Default)]
    struct Ticks(u32);

    #[test]
    fn a_slow_machine_does_not_pile_up_ticks() {
        let mut app = App::new();
        app.add_plugins(TimePlugin)
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)))
            .insert_resource(Time::<Fixed>::from_hz(20.0))
            .init_resource::<Ticks>()
            .add_systems(First, limit_catching_up.before(TimeSystems))
            .add_systems(FixedUpdate, |mut ticks: ResMut<Ticks>| ticks.0 += 1);
        // No time passes before the first frame.
        app.update();
        for frame in 1..=3 {
            app.update();
            assert_eq!(app.world().resource::<Ticks>().0, 2 * frame);
        }
        // Another tick rate has another limit. Two frames of a 60 Hz display always run in full.
        app.world_mut()
            .resource_mut::<Time<Fixed>>()
            .set_timestep_hz(10.0);
        app.update();
        assert_eq!(app.world().resource::<Ticks>().0, 8);
        app.world_mut()
            .resource_mut::<Time<Fixed>>()
            .set_timestep_hz(500.0);
        app.update();
        assert_eq!(app.world().resource::<Ticks>().0, 8 + 17);
    }

    #[test]
    fn a_paused_clock_ticks_once_per_step() {
        let mut app = App::new();
        app.add_plugins(TimePlugin)
            .init_resource::<StepRequest>()
            .init_resource::<Ticks>()
            .add_systems(
                RunFixedMainLoop,
                make_step.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
            )
            .add_systems(FixedUpdate, |mut ticks: ResMut<Ticks>| ticks.0 += 1);
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        app.update();
        assert_eq!(app.world().resource::<Ticks>().0, 0);
        for _ in 0..3 {
            app.world_mut().resource_mut::<StepRequest>().0 = true;
            app.update();
            app.update();
        }
        assert_eq!(app.world().resource::<Ticks>().0, 3);
    }
}
