//! Observers that note what agents report.

use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An event, and its agent.
#[derive(Clone, Copy, Debug)]
pub struct Heard {
    /// The agent.
    pub agent: Entity,
    /// The name of the event.
    pub event: &'static str,
    /// Its goal, if it has arrived.
    pub arrived_at: Option<Vec2>,
    /// Whether the agent existed and had a `Journey`.
    pub is_there: bool,
}

/// The events of the last tick.
#[derive(Resource, Default)]
pub struct Hearing(pub Vec<Heard>);

/// Adds the observers.
pub fn add_to(app: &mut App) {
    app.init_resource::<Hearing>()
        .add_observer(|it: On<Arrived>, mut hears: Hears| {
            hears.note(it.entity, "Arrived", Some(it.goal));
        })
        .add_observer(|it: On<HasSettled>, mut hears: Hears| {
            hears.note(it.entity, "HasSettled", None);
        })
        .add_observer(|it: On<Stuck>, mut hears: Hears| {
            hears.note(it.entity, "Stuck", None);
        })
        .add_observer(|it: On<Unreachable>, mut hears: Hears| {
            hears.note(it.entity, "Unreachable", None);
        });
}

#[derive(bevy::ecs::system::SystemParam)]
struct Hears<'w, 's> {
    hearing: ResMut<'w, Hearing>,
    journeys: Query<'w, 's, (), (With<Journey>, With<SteeringAgent>)>,
}

impl Hears<'_, '_> {
    fn note(&mut self, agent: Entity, event: &'static str, arrived_at: Option<Vec2>) {
        self.hearing.0.push(Heard {
            agent,
            event,
            arrived_at,
            is_there: self.journeys.contains(agent),
        });
    }
}
