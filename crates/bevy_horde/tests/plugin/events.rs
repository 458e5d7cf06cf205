//! Records the events of journeys.

use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The names of the events, each with its agent.
#[derive(Resource, Default)]
pub struct Seen(pub Vec<(&'static str, Entity)>);

/// Records arrivals, settling and unreachable goals in [`Seen`].
pub fn record_events(app: &mut App) {
    app.init_resource::<Seen>();
    app.add_observer(|it: On<Arrived>, mut seen: ResMut<Seen>| {
        seen.0.push(("arrived", it.entity));
    });
    app.add_observer(|it: On<HasSettled>, mut seen: ResMut<Seen>| {
        seen.0.push(("settled", it.entity));
    });
    app.add_observer(|it: On<Unreachable>, mut seen: ResMut<Seen>| {
        seen.0.push(("unreachable", it.entity));
    });
}
