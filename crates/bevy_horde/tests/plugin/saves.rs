//! A saved game goes on bit for bit, wherever in a frame it was saved. Systems of the game ask
//! where agents and obstacles are.

use crate::harness::*;
use bevy::app::{First, Last, PostUpdate, PreUpdate};
use bevy::ecs::component::ComponentCloneBehavior;
use bevy::ecs::entity::{EntityHashMap, SceneEntityMapper};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::ecs::reflect::{ReflectComponent, ReflectResource};
use bevy::ecs::relationship::RelationshipHookMode;
use bevy::prelude::*;
use bevy::reflect::{PartialReflect, TypeRegistry};
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::obstacle::{ObstacleIndex, ObstacleState};
use bevy_horde::perception::{AgentIndex, AgentState};
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use core::any::TypeId;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// A saved game, as Bevy's scenes save one: every registered component of every entity, and
/// resources.
#[derive(Default)]
struct Save {
    entities: Vec<(Entity, Vec<Box<dyn PartialReflect>>)>,
    resources: Vec<Box<dyn PartialReflect>>,
}

fn save(world: &mut World) -> Save {
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let mut query = world.query_filtered::<EntityRef, (With<Transform>, Allow<Disabled>)>();
    let entities = query.iter(world).map(|entity| {
        let components = entity.archetype().components().iter();
        let components = components.filter_map(|id| {
            let type_id = world.components().get_info(*id)?.type_id()?;
            let reflect = registry.get_type_data::<ReflectComponent>(type_id)?;
            Some(reflect.reflect(entity)?.to_dynamic())
        });
        (entity.id(), components.collect())
    });
    let entities = entities.collect();
    let resources = [
        world.resource::<SteeringTick>().to_dynamic(),
        world.resource::<NextAgentId>().to_dynamic(),
    ];
    Save {
        entities,
        resources: resources.into(),
    }
}

/// Bevy's scenes look a component up by the type that it represents, and leave out what clones
/// ignore.
fn load(world: &mut World, save: &Save) {
    let mut query = world.query_filtered::<Entity, (With<Transform>, Allow<Disabled>)>();
    let old: Vec<Entity> = query.iter(world).collect();
    for entity in old {
        world.despawn(entity);
    }
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    // Others than there were, in another order.
    let mut map = EntityHashMap::default();
    for (saved, _) in save.entities.iter().rev() {
        world.spawn_empty();
        map.insert(*saved, world.spawn_empty().id());
    }
    for (saved, components) in &save.entities {
        for component in components {
            apply(world, &registry, &mut map, Some(*saved), &**component);
        }
    }
    for resource in &save.resources {
        apply(world, &registry, &mut map, None, &**resource);
    }
}

fn apply(
    world: &mut World,
    registry: &TypeRegistry,
    map: &mut EntityHashMap<Entity>,
    saved: Option<Entity>,
    component: &dyn PartialReflect,
) {
    let represented = component.get_represented_type_info().expect("known");
    let type_id: TypeId = represented.type_id();
    let reflect = registry
        .get_type_data::<ReflectComponent>(type_id)
        .expect("a component");
    let id = reflect.register_component(world);
    let info = world.components().get_info(id).expect("registered");
    if matches!(info.clone_behavior(), ComponentCloneBehavior::Ignore) {
        return;
    }
    let entity = match saved {
        Some(saved) => map[&saved],
        None => {
            assert!(registry.get_type_data::<ReflectResource>(type_id).is_some());
            world.resource_entities().get(id).expect("there")
        }
    };
    SceneEntityMapper::world_scope(map, world, |world, mapper| {
        reflect.apply_or_insert_mapped(
            &mut world.entity_mut(entity),
            component,
            registry,
            mapper,
            RelationshipHookMode::Skip,
        );
    });
}

/// What an agent has learned from its questions. Part of the game's state.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Mood(f32);

/// An obstacle of the game, by number.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Crate(u32);

fn chance(tick: SteeringTick, salt: u64, number: u64) -> SplitMix64 {
    SplitMix64::seed_from_u64(tick.0.wrapping_mul(1_000_003) ^ (salt << 40) ^ (number << 20))
}

/// Asks everything there is to ask, and makes something of it.
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
        if state.is_thinking() {
            let force = Vec3::new(mood.0.cos(), mood.0.sin(), 0.0);
            contributions.add(Tier::Goal, force);
        }
    }
}

/// A behavior of the game that has a target.
#[derive(Component, Reflect, Clone, Copy)]
#[reflect(Component)]
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

/// Moves, reshapes, hides and shows obstacles.
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

/// Where in a frame a game is saved, and loaded.
const PLACES: usize = 11;

#[derive(Resource, Default)]
struct Saver {
    update: usize,
    /// Of the games to be saved: after so many updates, at which place.
    wanted: Vec<(usize, usize)>,
    saved: Vec<((usize, usize), Save)>,
}

/// A game to be loaded at a place.
#[derive(Resource)]
struct Loader(usize, Save);

fn pass<const PLACE: usize>(world: &mut World) {
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

fn game() -> App {
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
                pass::<5>
                    .after(SteeringSystems::Perceive)
                    .before(SteeringSystems::Behave),
                sulk.in_set(SteeringSystems::Behave),
                (visit, steer_for_target::<Stalk>).in_set(SteeringSystems::Goals),
                pass::<6>
                    .after(SteeringSystems::Behave)
                    .before(SteeringSystems::Arbitrate),
                pass::<7>
                    .after(SteeringSystems::Arbitrate)
                    .before(SteeringSystems::Locomote),
                (pass::<8>, ask).chain().after(SteeringSystems::Locomote),
            ),
        )
        .add_systems(Update, (pass::<9>, ask).chain())
        .add_systems(PostUpdate, shift_crates)
        .add_systems(
            Last,
            (pass::<10>, |mut saver: ResMut<Saver>| saver.update += 1).chain(),
        );
    app
}

fn populate(world: &mut World) {
    let player = (at(3.0, 1.0), SteeringAgent::new(0.5, 3.0));
    let player = world
        .spawn((player, Wander::default(), Mood::default()))
        .id();
    for number in 0..16_u8 {
        let place = at(
            f32::from(number % 4) * 2.5 - 6.0,
            f32::from(number / 4) * 2.5 - 6.0,
        );
        let body = SteeringAgent::new(0.4, 4.0);
        let body = if number % 5 == 0 {
            body.without_solidity()
        } else {
            body
        };
        let mut agent = world.spawn((place, body, Mood::default(), AvoidObstacles::default()));
        agent.insert((Flock::default(), AvoidAgents::default()));
        match number % 4 {
            0 => agent.insert((Seek::entity(player), LineOfSight::default())),
            1 => agent.insert((Pursue::new(player), ThinkInterval { ticks: 3 })),
            2 => agent.insert((Wander::default(), Contain::circle(Vec2::ZERO, 9.0))),
            _ => agent.insert((Arrive::entity(player), Whiskers::new(3))),
        };
        match number % 7 {
            3 => agent.insert(FollowWall::default()),
            4 => agent.insert(Stalk(player)),
            5 => agent.insert(Visit(player)),
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
fn state(app: &mut App) -> Vec<(u64, Vec<u32>)> {
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

/// Ticks of a game that is saved.
const UPDATES: usize = 90;

/// Runs a game, saves it after each of so many updates at each of the places, and asserts that
/// every save goes on as the game does.
fn assert_goes_on(game: fn() -> App, wanted: Vec<(usize, usize)>) {
    let mut app = game();
    populate(app.world_mut());
    app.world_mut().resource_mut::<Saver>().update = 0;
    app.world_mut().resource_mut::<Saver>().wanted = wanted.clone();
    run(&mut app, UPDATES);
    let expected = state(&mut app);
    assert!(expected.len() > 20);
    let saved = core::mem::take(&mut app.world_mut().resource_mut::<Saver>().saved);
    // Some of the wanted ones are the same.
    assert!(saved.len() > wanted.len() * 9 / 10, "{}", saved.len());
    let mut wrong = Vec::new();
    for (here, save) in saved {
        let mut restored = game();
        restored.insert_resource(Loader(here.1, save));
        run(&mut restored, UPDATES - here.0);
        if state(&mut restored) != expected {
            wrong.push(here);
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn a_game_that_is_saved_at_any_place_goes_on_bit_for_bit() {
    let mut chance = SplitMix64::seed_from_u64(5);
    let wanted = (0..200).map(|number| (chance.random_range(0..UPDATES - 4), number % PLACES));
    assert_goes_on(game, wanted.collect());
}

/// Hides agents after they have been read, and shows them again some ticks later.
fn hide_late(
    tick: Res<SteeringTick>,
    agents: Query<(Entity, &AgentId, Has<Disabled>), Allow<Disabled>>,
    mut commands: Commands,
) {
    for (entity, id, is_hidden) in &agents {
        let mut chance = chance(*tick, 4, id.0);
        if is_hidden && chance.random_bool(0.3) {
            commands.entity(entity).remove::<Disabled>();
        } else if !is_hidden && chance.random_bool(0.15) {
            commands.entity(entity).insert(Disabled);
        }
    }
}

#[test]
fn a_save_in_mid_tick_knows_the_agents_that_were_hidden_in_that_tick() {
    let game = || {
        let mut app = game();
        let late = hide_late
            .after(SteeringSystems::Behave)
            .before(pass::<6>)
            .before(SteeringSystems::Arbitrate);
        app.add_systems(FixedUpdate, late);
        app
    };
    // Before forces are combined, and before agents move.
    let wanted = (0..80).flat_map(|update| [(update, 6), (update, 7)]);
    assert_goes_on(game, wanted.collect());
}

#[test]
fn what_is_asked_before_the_first_tick_is_answered_as_if_nothing_had_been_loaded() {
    let mut app = app();
    let answers = |app: &mut App| {
        use bevy::ecs::system::RunSystemOnce;
        app.world_mut()
            .run_system_once(|query: SteeringQuery| {
                let distances: Vec<f32> = query
                    .agents_within(Vec2::ZERO, 50.0)
                    .iter()
                    .map(|hit| hit.distance)
                    .collect();
                (
                    distances,
                    query.nearest_obstacle(Vec2::ZERO).map(|found| found.point),
                    query.line_of_sight(Vec2::ZERO, vec2(20.0, 0.0)),
                )
            })
            .unwrap()
    };
    let agents = [3.0, 7.0].map(|x| {
        let agent = (at(x, 4.0), SteeringAgent::default(), moving(1.0, 0.0));
        app.world_mut().spawn(agent).id()
    });
    app.world_mut().spawn((at(5.0, 0.0), Obstacle::circle(1.0)));
    run(&mut app, 3);
    // Neither is known before the next tick.
    app.world_mut()
        .spawn((at(1.0, 1.0), SteeringAgent::default()));
    app.world_mut()
        .spawn((at(-2.0, 0.0), Obstacle::circle(1.0)));
    let mut obstacles = app.world_mut().query::<(&mut Transform, &mut Obstacle)>();
    for (mut transform, mut obstacle) in obstacles.iter_mut(app.world_mut()) {
        transform.translation.y += 30.0;
        *obstacle = Obstacle::circle(0.1);
    }
    app.world_mut().despawn(agents[1]);
    let expected = answers(&mut app);
    assert_eq!(expected.0.len(), 1);
    assert_eq!(expected.1, Some(vec2(4.0, 0.0)));
    assert!(!expected.2);
    let saved = save(app.world_mut());
    let mut restored = crate::harness::app();
    load(restored.world_mut(), &saved);
    assert_eq!(answers(&mut restored), expected);
    // And over a game that has gone on.
    run(&mut app, 5);
    load(app.world_mut(), &saved);
    assert_eq!(answers(&mut app), expected);
}

#[test]
fn what_is_despawned_or_hidden_since_the_last_tick_is_not_found() {
    let mut app = app();
    let [agent, other] = [1.0, 2.0].map(|x| {
        let agent = (at(x, 0.0), SteeringAgent::default().without_solidity());
        app.world_mut().spawn(agent).id()
    });
    let [wall, pond] = [5.0, 9.0].map(|x| {
        let disc = (at(x, 0.0), Obstacle::circle(1.0));
        app.world_mut().spawn(disc).id()
    });
    run(&mut app, 1);
    let found = |app: &mut App| {
        use bevy::ecs::system::RunSystemOnce;
        app.world_mut()
            .run_system_once(|query: SteeringQuery| {
                let near = query.agents_within(Vec2::ZERO, 50.0);
                let nearest = query.nearest_agents(Vec2::ZERO, 2);
                assert_eq!(near, nearest);
                let obstacle = query.nearest_obstacle(Vec2::ZERO);
                let ahead = query.first_obstacle(Vec2::ZERO, vec2(50.0, 0.0));
                assert_eq!(
                    obstacle.map(|found| found.entity),
                    ahead.map(|hit| hit.entity)
                );
                let sees = query.line_of_sight(Vec2::ZERO, vec2(50.0, 0.0));
                let near: Vec<Entity> = near.iter().map(|hit| hit.entity).collect();
                (near, obstacle.map(|found| found.entity), sees)
            })
            .unwrap()
    };
    assert_eq!(found(&mut app), (vec![agent, other], Some(wall), false));
    app.world_mut().despawn(agent);
    app.world_mut().entity_mut(wall).insert(Disabled);
    assert_eq!(found(&mut app), (vec![other], Some(pond), false));
    app.world_mut().entity_mut(other).insert(Disabled);
    app.world_mut().despawn(pond);
    assert_eq!(found(&mut app), (vec![], None, true));
    // The indices hear of it in the next tick.
    assert_eq!(app.world().resource::<AgentIndex>().len(), 2);
    run(&mut app, 1);
    assert!(app.world().resource::<AgentIndex>().is_empty());
    assert!(
        app.world()
            .resource::<ObstacleIndex>()
            .obstacles()
            .is_empty()
    );
    assert_eq!(*get::<ObstacleState>(&app, wall), ObstacleState::default());
}
