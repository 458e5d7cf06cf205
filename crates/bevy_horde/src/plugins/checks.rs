//! Warns once about use that Bevy allows but that does not do what was meant.

use super::core::schedule;
use crate::agent::{Heading, SteeringAgent, Velocity};
use crate::agent_id::{AgentId, GivenIds};
use crate::arbitration::{BehaviorForces, SteeringContributions};
use crate::avoidance::AvoidAgents;
use crate::flocking::NewFlockingRule;
use crate::obstacle::Obstacle;
use crate::perception::{AgentIndex, AgentState, Perception, index_agents};
use crate::schedule::{SteeringSystems, SteeringTick};
use crate::validation::{InvalidSetting, SteeringWarnings};
use bevy::prelude::*;

/// How long agents may exist without any tick before one of them gets a warning, seconds.
const LONGEST_WAIT: f32 = 5.0;

/// A scale this near to 1 counts as 1: importers round it.
const SAME_SCALE: f32 = 1e-4;

/// The number of agents to check in each tick.
const CHECKED_PER_TICK: usize = 16;

/// The part of the plugin that warns about wrong use. It checks some agents in every tick, at
/// hardly any cost.
pub struct SteeringChecksPlugin;

impl Plugin for SteeringChecksPlugin {
    fn build(&self, app: &mut App) {
        let schedule = schedule(app);
        let name_missing_ticks = move |time: Option<Res<Time<Real>>>,
                                       clock: Option<Res<Time<Virtual>>>,
                                       has_run: Res<HasRun>,
                                       agents: Query<Entity, With<SteeringAgent>>,
                                       warnings: Res<SteeringWarnings>,
                                       mut waited: Local<f32>| {
            let stands = clock.is_some_and(|it| it.is_paused() || it.relative_speed() == 0.0);
            if let (Some(time), Some(agent), false) = (time, agents.iter().next(), stands) {
                *waited += time.delta_secs();
                if *waited > LONGEST_WAIT {
                    let setting = named(agent, "SteeringAgent", "");
                    let (what, fix) = match has_run.0 {
                        true => (
                            "runs without SteeringSystems",
                            "the run conditions of these sets have to let them run",
                        ),
                        false => ("has not run", "give the plugin a schedule that runs"),
                    };
                    warnings.report(
                        setting,
                        format_args!(
                            "does not move, nor does any other: the schedule of SteeringPlugin, \
                             {schedule:?}, {what}; {fix}"
                        ),
                    );
                }
            }
        };
        app.init_resource::<GivenIds>()
            .init_resource::<HasRun>()
            .add_observer(check_carried_obstacles)
            .add_observer(check_removed_part)
            .add_systems(
                schedule,
                (
                    name_behaviors_without_agent,
                    check_agents_in_turn.after(index_agents),
                    name_shared_ids.run_if(|given: Res<GivenIds>| given.0),
                )
                    .in_set(SteeringSystems::Perceive),
            )
            .add_systems(
                schedule,
                (|mut has_run: ResMut<HasRun>| has_run.0 = true)
                    .run_if(|has_run: Res<HasRun>| !has_run.0),
            )
            .add_systems(
                Last,
                name_missing_ticks.run_if(|tick: Res<SteeringTick>| tick.0 == 0),
            );
    }
}

/// Whether the plugin's schedule has run, with or without its sets.
#[derive(Resource, Default)]
struct HasRun(bool);

fn named(entity: Entity, component: &'static str, field: &'static str) -> InvalidSetting {
    InvalidSetting {
        entity,
        component,
        field,
    }
}

/// Warns about agents that are points, are scaled, or have a parent that moves them. Checks some
/// agents per tick, in turn.
fn check_agents_in_turn(
    // Inputs
    index: Res<AgentIndex>,
    agents: Query<(&SteeringAgent, &Transform, Option<&ChildOf>)>,
    parents: Query<(&Transform, Option<&ChildOf>)>,
    warnings: Res<SteeringWarnings>,
    // Local
    mut next: Local<usize>,
    mut has_named_point: Local<bool>,
    mut has_named_scale: Local<bool>,
    mut last_scaled: Local<Option<(Entity, Vec3)>>,
) {
    let entities = index.entities();
    let count = entities.len();
    let from = if *next < count { *next } else { 0 };
    let to = count.min(from + CHECKED_PER_TICK);
    *next = to;
    for entity in &entities[from..to] {
        let Ok((agent, transform, parent)) = agents.get(*entity) else {
            continue;
        };
        if agent.body_radius == 0.0 && !*has_named_point {
            *has_named_point = warnings.report(
                named(*entity, "SteeringAgent", "body_radius"),
                "is 0: the agent is a point, and its lengths in radii are 0; set the radius of \
                 the body in world units (further points are not named)",
            );
        }
        // A mirrored picture is not scaled. A scale that an animation changes differs at the next
        // check.
        let is_scaled = !transform.scale.abs().abs_diff_eq(Vec3::ONE, SAME_SCALE);
        let scaled = is_scaled.then_some((*entity, transform.scale));
        if !*has_named_scale && scaled.is_some() && scaled == *last_scaled {
            *has_named_scale = warnings.report(
                named(*entity, "Transform", "scale"),
                format_args!(
                    "is {}, which changes the picture and not the body; set \
                     SteeringAgent::body_radius in world units (further agents are not named)",
                    transform.scale
                ),
            );
        }
        match *last_scaled {
            // Its scale has changed, so the next scaled agent is the one to check again.
            Some((last, _)) if last == *entity && scaled != *last_scaled => *last_scaled = None,
            Some((last, _)) if agents.contains(last) => {}
            _ => *last_scaled = scaled,
        }
        if let Some(parent) = moving_parent(parent, &parents) {
            warnings.report(
                named(parent, "Transform", ""),
                format_args!(
                    "moves the picture of agent {entity}, which is its child, and not its body; \
                     let agents have no parent, or one without a Transform of its own"
                ),
            );
        }
    }
}

/// Returns the first parent with a `Transform` other than the identity.
fn moving_parent(
    parent: Option<&ChildOf>,
    parents: &Query<(&Transform, Option<&ChildOf>)>,
) -> Option<Entity> {
    let mut next = parent;
    while let Some(ChildOf(parent)) = next {
        let (transform, grandparent) = parents.get(*parent).ok()?;
        if *transform != Transform::IDENTITY {
            return Some(*parent);
        }
        next = grandparent;
    }
    None
}

/// Warns about obstacles that are children of an agent.
fn check_carried_obstacles(
    inserted: On<Insert, (Obstacle, ChildOf, SteeringAgent)>,
    parents: Query<&ChildOf>,
    children: Query<&Children>,
    agents: Query<(), With<SteeringAgent>>,
    obstacles: Query<&ChildOf, With<Obstacle>>,
    warnings: Res<SteeringWarnings>,
) {
    let entity = inserted.entity;
    let own = core::iter::once(entity);
    let Some(agent) = (own.clone())
        .chain(parents.iter_ancestors(entity))
        .find(|above| agents.contains(*above))
    else {
        return;
    };
    for below in own.chain(children.iter_descendants(entity)) {
        if below != agent
            && let Ok(ChildOf(parent)) = obstacles.get(below)
        {
            warnings.report(
                named(below, "ChildOf", "0"),
                format_args!(
                    "is entity {parent}, so the obstacle moves with the agent {agent} and blocks \
                     it; put the Obstacle on the agent itself, or let the obstacle have no parent"
                ),
            );
        }
    }
}

fn check_removed_part(
    removed: On<
        Remove,
        (
            Velocity,
            Heading,
            Transform,
            Perception,
            AgentId,
            AgentState,
        ),
    >,
    agents: Query<(), With<SteeringAgent>>,
    mut commands: Commands,
) {
    let entity = removed.entity;
    if !agents.contains(entity) {
        return;
    }
    // Despawning removes these components, too. The command then finds no entity.
    commands.queue(move |world: &mut World| {
        let Ok(agent) = world.get_entity(entity) else {
            return;
        };
        let parts = [
            ("Velocity", agent.contains::<Velocity>()),
            ("Heading", agent.contains::<Heading>()),
            ("Transform", agent.contains::<Transform>()),
            ("Perception", agent.contains::<Perception>()),
            ("AgentId", agent.contains::<AgentId>()),
            ("AgentState", agent.contains::<AgentState>()),
        ];
        let missing = parts.into_iter().find(|(_, is_there)| !is_there);
        if let (true, Some((part, _))) = (agent.contains::<SteeringAgent>(), missing) {
            world.resource::<SteeringWarnings>().report(
                named(entity, part, ""),
                "has been removed, so the entity is no agent; insert it again, or insert \
                 SteeringDisabled to stop an agent",
            );
        }
    });
}

/// Filters new components that steer an agent, or contribute to it.
type NewBehavior = Or<(
    Added<BehaviorForces>,
    Added<SteeringContributions>,
    Added<AvoidAgents>,
    NewFlockingRule,
)>;

fn name_behaviors_without_agent(
    entities: Query<Entity, (NewBehavior, Without<SteeringAgent>)>,
    warnings: Res<SteeringWarnings>,
) {
    for entity in &entities {
        warnings.report(
            named(entity, "SteeringAgent", ""),
            "is missing, so the behaviors of the entity do nothing; insert it",
        );
    }
}

fn name_shared_ids(
    // Inputs
    agents: Query<(&AgentId, Entity), With<SteeringAgent>>,
    warnings: Res<SteeringWarnings>,
    // Local
    mut sorted: Local<Vec<(AgentId, Entity)>>,
    // Output
    mut given: ResMut<GivenIds>,
) {
    given.0 = false;
    sorted.clear();
    sorted.extend(agents.iter().map(|(id, entity)| (*id, entity)));
    sorted.sort_unstable();
    for pair in sorted.windows(2) {
        let [(first, one), (second, other)] = pair else {
            continue;
        };
        if first == second {
            warnings.report(
                named(*other, "AgentId", "0"),
                format_args!(
                    "is {}, as that of entity {one}: the two share their random numbers, and \
                     their order depends on the order of spawning; give each agent its own",
                    first.0
                ),
            );
        }
    }
}
