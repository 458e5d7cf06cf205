//! A game that queries agents and obstacles in its systems, and is saved at many points.

use super::saved::{Save, load, save};
use crate::harness::*;
use bevy::app::{First, Last, PostUpdate, PreUpdate};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;
use bevy_horde::perception::AgentState;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// The results of an agent's queries. Part of the game's state.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
#[require(SteeringContributions)]
struct Mood(f32);

/// An obstacle of the game, by number.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Crate(u32);

pub(super) fn chance(tick: SteeringTick, salt: u64, number: u64) -> SplitMix64 {
    SplitMix64::seed_from_u64(tick.0.wrapping_mul(1_000_003) ^ (salt << 40) ^ (number << 20))
}

/// Runs queries of every kind. The results change the mood and the velocity of each agent.
fn ask(
    query: SteeringQuery,
    mut agents: Query<(&Transform, &mut Mood, &mut Velocity), With<SteeringAgent>>,
) {
    for (transform, mut mood, mut velocity) in &mut agents {
        let place = transform.translation;
        let near = query.agents_within(place, 3.0);
        let nearest = query.nearest_agents(place, 4);
        let mut sum: f32 = near.iter().chain(&nearest).map(|hit| hit.distance).sum();
        sum += near.len() as f32;
        if let Some(nearest) = query.nearest_obstacle(place) {
            sum += nearest.distance + nearest.point.x;
        }
        let ahead = place + velocity.0 * 3.0;
        sum += query
            .first_obstacle_for_circle(place, ahead, 0.4)
            .map_or(0.5, |hit| hit.distance);
        sum += f32::from(u8::from(query.line_of_sight(place, Vec3::ZERO)));
        mood.0 = 0.9 * mood.0 + 0.01 * sum;
        velocity.0 *= 1.0 + 0.01 * mood.0.sin();
    }
}

/// A behavior of the game.
fn sulk(mut agents: Query<(&Mood, &AgentState, &mut SteeringContributions)>) {
    for (mood, state, mut contributions) in &mut agents {
        if state.is_updating() {
            let force = Vec3::new(mood.0.cos(), mood.0.sin(), 0.0);
            contributions.add(Tier::Goal, force);
        }
    }
}

/// A behavior of the game that has a target.
#[derive(Component, Reflect, Clone, Copy)]
#[reflect(Component)]
#[require(BehaviorForces)]
struct Stalk(#[entities] Entity);

impl TargetBehavior for Stalk {
    fn target(&self) -> Target {
        self.0.into()
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let place = target.position - 1.5 * target.heading;
        agent.head_for(Goal::seek(agent.state, agent.tick, place));
    }
}

/// A goal of the game.
#[derive(Component, Reflect, Clone, Copy)]
#[reflect(Component)]
#[require(SteeringGoal)]
struct Visit(#[entities] Entity);

fn visit(
    time: Res<Time>,
    states: Query<&AgentState>,
    mut agents: Query<(&Visit, &AgentState, &mut SteeringGoal)>,
) {
    for (Visit(other), state, mut goal) in &mut agents {
        if let Ok(there) = states.get(*other) {
            let (tick, place) = (time.delta_secs(), there.position());
            goal.set_for_agent(Goal::arrive(state, tick, place, Vec2::ZERO), *other);
        }
    }
}

/// Moves, turns, reshapes, hides, shows and despawns obstacles.
fn shift_crates(
    tick: Res<SteeringTick>,
    mut crates: Query<
        (Entity, &Crate, &mut Transform, &mut Obstacle, Has<Disabled>),
        Allow<Disabled>,
    >,
    mut commands: Commands,
) {
    for (entity, number, mut transform, mut obstacle, is_hidden) in &mut crates {
        let mut chance = chance(*tick, 1, number.0.into());
        match chance.random_range(0..12) {
            0..3 => transform.translation.x += chance.random_range(-0.2_f32..0.2),
            3 => transform.rotate_z(0.3),
            4 => *obstacle = Obstacle::circle(chance.random_range(0.3_f32..1.2)),
            5 => *obstacle = Obstacle::rectangle(chance.random_range(0.5_f32..2.0), 1.0),
            6 if is_hidden => {
                commands.entity(entity).remove::<Disabled>();
            }
            6 => {
                commands.entity(entity).insert(Disabled);
            }
            7 if number.0 > 5 => commands.entity(entity).despawn(),
            _ => {}
        }
    }
}

/// Lets agents come, go, hide and change.
fn stir_agents(
    tick: Res<SteeringTick>,
    mut agents: Query<(Entity, &AgentId, &mut SteeringAgent, Has<Disabled>), Allow<Disabled>>,
    mut commands: Commands,
) {
    for (entity, id, mut agent, is_hidden) in &mut agents {
        let mut chance = chance(*tick, 2, id.0);
        match chance.random_range(0..60) {
            0 if is_hidden => {
                commands.entity(entity).remove::<Disabled>();
            }
            0 => {
                commands.entity(entity).insert(Disabled);
            }
            1 => agent.max_speed = chance.random_range(1.0_f32..6.0),
            2 => {
                commands.entity(entity).insert(SteeringDisabled);
            }
            3 => {
                commands.entity(entity).remove::<SteeringDisabled>();
            }
            4 if id.0 > 20 => commands.entity(entity).despawn(),
            _ => {}
        }
    }
    let mut chance = chance(*tick, 3, 0);
    if chance.random_bool(0.1) {
        let place = chance.random_range(-8.0_f32..8.0);
        commands.spawn((
            at(place, 9.0),
            SteeringAgent::default(),
            Wander::default(),
            AvoidAgents::default(),
            Mood::default(),
        ));
    }
}

/// The number of points in a frame, between two ticks, where a game is saved, and loaded.
pub(super) const PLACES: usize = 8;

#[derive(Resource, Default)]
pub(super) struct Saver {
    pub(super) update: usize,
    /// The saves to make: the number of updates and the point in the frame.
    pub(super) wanted: Vec<(usize, usize)>,
    pub(super) saved: Vec<((usize, usize), Save)>,
}

/// A saved game to be loaded at this point in the frame.
#[derive(Resource)]
pub(super) struct Loader(pub(super) usize, pub(super) Save);

pub(super) fn pass<const PLACE: usize>(world: &mut World) {
    let saver = world.resource::<Saver>();
    let here = (saver.update, PLACE);
    if saver.wanted.contains(&here) {
        let save = save(world);
        world.resource_mut::<Saver>().saved.push((here, save));
    }
    if let Some(loader) = world.remove_resource::<Loader>() {
        if loader.0 == PLACE {
            load(world, &loader.1);
        } else {
            world.insert_resource(loader);
        }
    }
}

pub(super) fn game() -> App {
    let mut app = app();
    app.init_resource::<Saver>()
        .register_type::<(Mood, Crate, Stalk, Visit)>()
        .add_systems(First, pass::<0>)
        .add_systems(PreUpdate, pass::<1>)
        .add_systems(FixedFirst, pass::<2>)
        .add_systems(
            FixedUpdate,
            (
                (ask, pass::<3>, shift_crates, stir_agents, pass::<4>)
                    .chain()
                    .before(SteeringSystems::Perceive),
                sulk.in_set(SteeringSystems::Behave),
                (visit, steer_for_target::<Stalk>).in_set(SteeringSystems::Goals),
                (pass::<5>, ask).chain().after(SteeringSystems::Locomote),
            ),
        )
        .add_systems(Update, (pass::<6>, ask).chain())
        .add_systems(PostUpdate, shift_crates)
        .add_systems(
            Last,
            (pass::<7>, |mut saver: ResMut<Saver>| saver.update += 1).chain(),
        );
    app
}

pub(super) fn populate(world: &mut World) {
    let player = (at(3.0, 1.0), SteeringAgent::new(0.5, 3.0));
    let player = world
        .spawn((
            player,
            Wander::default(),
            Mood::default(),
            Formation::default(),
        ))
        .id();
    for number in 0..16_u8 {
        let place = at(
            f32::from(number % 4) * 2.5 - 6.0,
            f32::from(number / 4) * 2.5 - 6.0,
        );
        let body = SteeringAgent::new(0.4, 4.0);
        let body = if number % 5 == 0 {
            body.non_solid()
        } else {
            body
        };
        let mut agent = world.spawn((place, body, Mood::default(), AvoidObstacles::default()));
        agent.insert((Flock::default(), AvoidAgents::default()));
        match number % 4 {
            0 => agent.insert((Seek::entity(player), LineOfSight::default())),
            1 => agent.insert((Pursue::new(player), UpdateInterval { ticks: 3 })),
            2 => agent.insert((Wander::default(), Contain::circle(Vec2::ZERO, 9.0))),
            _ => agent.insert((Arrive::entity(player), Whiskers::new(3))),
        };
        match number % 7 {
            3 => agent.insert((FollowWall::default(), LookAt::new(player))),
            4 => agent.insert(Stalk(player)),
            5 => agent.insert(Visit(player)),
            6 => agent.insert(InFormation(player)),
            1 => agent.insert((
                Impulse::new(Vec3::new(4.0, -3.0, 0.0), 0.7).with_damping(2.0),
                SpeedFactor(1.5),
            )),
            _ => &mut agent,
        };
    }
    for number in 0..9_u32 {
        let place = Vec2::from_angle(number as f32) * (2.0 + number as f32);
        let obstacle = match number % 3 {
            0 => Obstacle::circle(0.6),
            1 => Obstacle::rectangle(1.0, 2.0),
            _ => Obstacle::polyline([Vec2::ZERO, vec2(1.0, 0.5), vec2(2.0, 0.0)]),
        };
        world.spawn((at(place.x, place.y), obstacle, Crate(number)));
    }
}

/// Everything that moves, by id, and the game's own state.
pub(super) fn state(app: &mut App) -> Vec<(u64, Vec<u32>)> {
    let mut agents = app
        .world_mut()
        .query_filtered::<(Entity, &AgentId, &Mood), Allow<Disabled>>();
    let agents: Vec<_> = agents
        .iter(app.world())
        .map(|(entity, id, mood)| (entity, id.0, mood.0))
        .collect();
    let mut state: Vec<_> = agents
        .into_iter()
        .map(|(entity, id, mood)| {
            let mut bits = bits(app, entity);
            bits.push(mood.to_bits());
            (id, bits)
        })
        .collect();
    let mut crates = app
        .world_mut()
        .query_filtered::<(&Crate, &Transform), Allow<Disabled>>();
    state.extend(crates.iter(app.world()).map(|(number, transform)| {
        let place = transform.translation.to_array().map(f32::to_bits);
        (u64::MAX - u64::from(number.0), place.to_vec())
    }));
    state.sort();
    state
}
