//! Pause, single steps and the pace of time.

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use core::ops::RangeInclusive;

/// The slowest and the fastest pace.
pub(super) const PACES: RangeInclusive<f32> = 0.1..=4.0;

/// Asks for one tick while the clock stands.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct StepRequest(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StepRequest>()
        .add_systems(PreUpdate, read_keys)
        .add_systems(
            RunFixedMainLoop,
            make_step.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
        );
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
    use bevy::time::TimePlugin;

    #[derive(Resource, Default)]
    struct Ticks(u32);

    #[test]
    fn a_standing_clock_ticks_once_for_each_step() {
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
