//! What agents think, drawn over them.

mod feelers;
mod forces;
mod grid;
mod sight;
mod views;

use super::depiction::{DrawnMotion, TickPart};
use bevy::ecs::query::QueryFilter;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_inspector::{InspectedAgent, Overlays};

/// Of more agents than this only some, spread evenly, are drawn over.
const MOST_AGENTS: usize = 36;

/// Everything drawn over the agents.
#[derive(Default, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
struct HordeGizmos;

pub(super) fn plugin(app: &mut App) {
    app.insert_gizmo_config(
        HordeGizmos,
        GizmoConfig {
            line: GizmoLineConfig {
                width: 1.5,
                ..default()
            },
            ..default()
        },
    )
    .add_systems(
        PostUpdate,
        (
            grid::draw.run_if(shown(|overlays| overlays.grid)),
            views::draw.run_if(shown(|overlays| overlays.views)),
            sight::draw.run_if(shown(|overlays| overlays.sight_lines)),
            feelers::draw.run_if(shown(|overlays| overlays.feelers)),
            forces::draw.run_if(shown(|overlays| overlays.forces)),
        )
            .chain()
            .after(TransformSystems::Propagate),
    );
}

fn shown(which: fn(&Overlays) -> bool) -> impl Fn(Res<Overlays>) -> bool + Clone {
    move |overlays| which(&overlays)
}

/// The agents that are drawn over, where they are drawn.
#[derive(SystemParam)]
struct DrawnAgents<'w, 's, F: QueryFilter + 'static> {
    picked: Res<'w, InspectedAgent>,
    part: TickPart<'w>,
    agents: Query<
        'w,
        's,
        (
            Entity,
            &'static DrawnMotion,
            &'static SteeringAgent,
            &'static Heading,
            &'static Velocity,
        ),
        F,
    >,
}

/// One of them.
struct DrawnAgent {
    entity: Entity,
    place: Vec2,
    heading: Vec2,
    velocity: Vec2,
    radius: f32,
    max_speed: f32,
    max_force: f32,
}

impl<F: QueryFilter + 'static> DrawnAgents<'_, '_, F> {
    /// The picked one; without one, all of them or some.
    fn iter(&self) -> impl Iterator<Item = DrawnAgent> {
        let part = self.part.get();
        let every = self.agents.iter().count().div_ceil(MOST_AGENTS).max(1);
        let picked = self.picked.0;
        self.agents
            .iter()
            .enumerate()
            .filter(move |(number, (entity, ..))| match picked {
                Some(picked) => picked == *entity,
                None => number % every == 0,
            })
            .map(
                move |(_, (entity, motion, agent, heading, velocity))| DrawnAgent {
                    entity,
                    place: motion.at(part).0,
                    heading: heading.0.truncate().normalize_or(Vec2::X),
                    velocity: velocity.0.truncate(),
                    radius: agent.body_radius,
                    max_speed: agent.max_speed,
                    max_force: agent.max_force,
                },
            )
    }
}
