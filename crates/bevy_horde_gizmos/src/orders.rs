//! Paths, flow fields, formations, and the events of journeys.

use crate::{GizmoPainter, SteeringDebugSystems, SteeringGizmos};
use bevy::gizmos::gizmos::Gizmos;
use bevy::prelude::*;
use bevy_horde::behaviors::{FormationMembers, FormationSlot, FormationState, Path};
use bevy_horde::debug::{JourneyMark, draw_event, draw_flow_field, draw_formation, draw_path};
use bevy_horde::flow_field::FlowFieldState;
use bevy_horde::prelude::*;

/// Smallest distance between the arrows of a field, cells.
const ARROW_SPACING: f32 = 2.0;
/// How long the mark of an event stays, seconds.
const MARK_TIME: f32 = 1.0;
/// The size of a mark when it disappears, as a multiple of its first size.
const LAST_SIZE: f32 = 2.0;

/// The events of the last second.
#[derive(Resource, Default)]
pub(crate) struct RecentEvents(Vec<RecentEvent>);

struct RecentEvent {
    agent: Entity,
    mark: JourneyMark,
    /// Seconds since the event.
    age: f32,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<RecentEvents>()
        .add_systems(
            First,
            observe_journeys.run_if(any_with_component::<Journey>.and_then(run_once)),
        )
        .add_systems(PostUpdate, age_events.before(SteeringDebugSystems::Draw));
}

/// Begins to note events. Without a journey such observers would wait in vain, and the plugin would
/// warn of that.
fn observe_journeys(mut commands: Commands) {
    commands.add_observer(|event: On<Arrived>, recent: ResMut<RecentEvents>| {
        note(recent, event.entity, JourneyMark::Arrived);
    });
    commands.add_observer(|event: On<HasSettled>, recent: ResMut<RecentEvents>| {
        note(recent, event.entity, JourneyMark::HasSettled);
    });
    commands.add_observer(|event: On<Stuck>, recent: ResMut<RecentEvents>| {
        note(recent, event.entity, JourneyMark::Stuck);
    });
    commands.add_observer(|event: On<Unreachable>, recent: ResMut<RecentEvents>| {
        note(recent, event.entity, JourneyMark::Unreachable);
    });
}

fn note(mut recent: ResMut<RecentEvents>, agent: Entity, mark: JourneyMark) {
    let age = 0.0;
    recent.0.push(RecentEvent { agent, mark, age });
}

fn age_events(time: Res<Time>, mut recent: ResMut<RecentEvents>) {
    if recent.0.is_empty() {
        return;
    }
    for event in &mut recent.0 {
        event.age += time.delta_secs();
    }
    recent.0.retain(|event| event.age < MARK_TIME);
}

pub(crate) fn draw(
    space: Res<MovementSpace>,
    recent: Res<RecentEvents>,
    paths: Query<(&Path, Option<&Transform>)>,
    fields: Query<(&FlowField, &FlowFieldState, Option<&Transform>)>,
    formations: Query<(&FormationState, &FormationMembers, Option<&Transform>)>,
    members: Query<(&Transform, &FormationSlot)>,
    agents: Query<(&Transform, &SteeringAgent)>,
    mut gizmos: Gizmos<SteeringGizmos>,
) {
    let mut painter = GizmoPainter(&mut gizmos);
    let level = |place: Option<&Transform>| place.map_or(Vec3::ZERO, |place| place.translation);
    for (path, place) in &paths {
        draw_path(&mut painter, *space, level(place), path);
    }
    for (field, state, place) in &fields {
        let spacing = ARROW_SPACING * field.cell_size;
        draw_flow_field(&mut painter, *space, level(place), field, state, spacing);
    }
    for (state, own, place) in &formations {
        let own = members.iter_many(own.iter());
        let own = own.map(|(place, slot)| (place.translation, slot));
        draw_formation(&mut painter, *space, level(place), state, own);
    }
    for event in &recent.0 {
        if let Ok((place, agent)) = agents.get(event.agent) {
            let size = 1.0 + (LAST_SIZE - 1.0) * event.age / MARK_TIME;
            let (place, radius) = (place.translation, agent.body_radius);
            draw_event(&mut painter, *space, place, radius, event.mark, size);
        }
    }
}
