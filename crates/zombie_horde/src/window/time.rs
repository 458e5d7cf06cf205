//! The keys of the clock, and slow motion on slow machines.

use bevy::prelude::*;
use bevy::time::TimeSystems;
use bevy_egui::egui;
use bevy_horde_inspector::TimeKeys;
use core::time::Duration;

/// The most time that a frame catches up on; longer if [`MAX_TICKS_PER_FRAME`] ticks take longer.
/// So a slow machine shows slow motion, and spends no time on ticks that are not drawn.
const LONGEST_FRAME: Duration = Duration::from_millis(34);
/// Ticks per frame that are always allowed.
const MAX_TICKS_PER_FRAME: u32 = 2;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(TimeKeys {
        pause: Some(egui::Key::Space),
        step: Some(egui::Key::Period),
    })
    .add_systems(First, limit_catching_up.before(TimeSystems));
}

pub(super) fn limit_catching_up(ticks: Res<Time<Fixed>>, mut clock: ResMut<Time<Virtual>>) {
    let most = LONGEST_FRAME.max(ticks.timestep() * MAX_TICKS_PER_FRAME);
    if clock.max_delta() != most {
        clock.set_max_delta(most);
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
}
