//! A game that goes back some frames, as `bevy_ggrs` lets it: component by component, in any order.

use crate::harness::*;
use bevy::ecs::component::Mutable;
use bevy::ecs::entity::{EntityHashMap, MapEntities};
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::behaviors::{DetourState, WanderAngle, YieldState};
use bevy_horde::obstacle::ObstacleState;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use core::any::Any;
use core::marker::PhantomData;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::SplitMix64;

/// An entity that is put back.
#[derive(Component)]
struct Rollback;

/// Saves and puts back one kind of component.
trait Column {
    fn save(&self, world: &mut World) -> Box<dyn Any>;
    fn load(&self, world: &mut World, saved: &dyn Any, map: &EntityHashMap<Entity>);
    fn map(&self, world: &mut World, map: &mut EntityHashMap<Entity>);
}

struct Plain<C>(PhantomData<C>);

/// A component with entities.
struct Mapped<C>(PhantomData<C>);

fn saved<C: Component + Clone>(world: &mut World) -> Box<dyn Any> {
    let mut all = world.query_filtered::<(Entity, &C), With<Rollback>>();
    let all: Vec<(Entity, C)> = (all.iter(world))
        .map(|(entity, value)| (entity, value.clone()))
        .collect();
    Box::new(all)
}

fn put_back<C: Component + Clone>(world: &mut World, saved: &dyn Any, map: &EntityHashMap<Entity>) {
    let saved = saved.downcast_ref::<Vec<(Entity, C)>>().expect("of C");
    let mut others = world.query_filtered::<Entity, With<Rollback>>();
    let others: Vec<Entity> = others.iter(world).collect();
    for entity in others {
        match saved.iter().find(|(old, _)| map[old] == entity) {
            Some((_, value)) => world.entity_mut(entity).insert(value.clone()),
            None => world.entity_mut(entity).remove::<C>(),
        };
    }
}

impl<C: Component<Mutability = Mutable> + Clone> Column for Plain<C> {
    fn save(&self, world: &mut World) -> Box<dyn Any> {
        saved::<C>(world)
    }
    fn load(&self, world: &mut World, saved: &dyn Any, map: &EntityHashMap<Entity>) {
        put_back::<C>(world, saved, map);
    }
    fn map(&self, _: &mut World, _: &mut EntityHashMap<Entity>) {}
}

impl<C: Component<Mutability = Mutable> + Clone + MapEntities> Column for Mapped<C> {
    fn save(&self, world: &mut World) -> Box<dyn Any> {
        saved::<C>(world)
    }
    fn load(&self, world: &mut World, saved: &dyn Any, map: &EntityHashMap<Entity>) {
        put_back::<C>(world, saved, map);
    }
    /// What `update_component_with_map_entities` does.
    fn map(&self, world: &mut World, map: &mut EntityHashMap<Entity>) {
        let mut all = world.query_filtered::<&mut C, With<Rollback>>();
        for mut component in all.iter_mut(world) {
            MapEntities::map_entities(&mut *component, map);
        }
    }
}

macro_rules! columns {
    ($kind:ident: $($component:ty),* $(,)?) => {
        [$(Box::new($kind::<$component>(PhantomData)) as Box<dyn Column>),*]
    };
}

fn columns() -> Vec<Box<dyn Column>> {
    let plain = columns!(Plain: Transform, SteeringAgent, AgentId, Velocity, Heading,
        PositionRemainder, Steering, AgentState, Wander, WanderAngle, Flock, AvoidAgents,
        YieldState, AvoidObstacles, Obstacle, ObstacleState, Settled);
    let mapped = columns!(Mapped: Seek, Pursue, DetourState, ChosenTargets);
    plain.into_iter().chain(mapped).collect()
}

/// The state of a game after a frame.
struct Frame {
    entities: Vec<Entity>,
    columns: Vec<Box<dyn Any>>,
    tick: SteeringTick,
    next_id: NextAgentId,
}

fn save(world: &mut World, columns: &[Box<dyn Column>]) -> Frame {
    let mut entities = world.query_filtered::<Entity, With<Rollback>>();
    Frame {
        entities: entities.iter(world).collect(),
        columns: columns.iter().map(|column| column.save(world)).collect(),
        tick: *world.resource(),
        next_id: *world.resource(),
    }
}

/// Goes back to a frame. `order` says in which order components and resources are put back.
fn load(world: &mut World, frame: &Frame, columns: &[Box<dyn Column>], order: &[usize]) {
    let mut all = world.query_filtered::<Entity, With<Rollback>>();
    let all: Vec<Entity> = all.iter(world).collect();
    let newer = all.iter().filter(|it| !frame.entities.contains(it));
    for entity in newer {
        world.despawn(*entity);
    }
    let mut map = EntityHashMap::default();
    for old in &frame.entities {
        let now = if all.contains(old) {
            *old
        } else {
            world.spawn(Rollback).id()
        };
        map.insert(*old, now);
    }
    for part in order {
        match (columns.get(*part), frame.columns.get(*part)) {
            (Some(column), Some(saved)) => column.load(world, &**saved, &map),
            _ if *part == columns.len() => *world.resource_mut() = frame.tick,
            _ => *world.resource_mut() = frame.next_id,
        }
    }
    for column in columns {
        column.map(world, &mut map);
    }
}

/// Agents come at some ticks and go at others.
fn come_and_go(tick: Res<SteeringTick>, agents: Query<(Entity, &AgentId)>, mut commands: Commands) {
    if [19, 22, 23, 30].contains(&tick.0) {
        let target = agents.iter().map(|(entity, id)| (*id, entity)).max();
        let target = target.expect("there are agents").1;
        let body = (at(tick.0 as f32 - 25.0, 9.0), SteeringAgent::default());
        let behaviors = (
            Wander::default(),
            Seek::entity(target),
            AvoidAgents::default(),
        );
        commands.spawn((body, behaviors, Rollback));
    }
    let leaves = [(21, 3), (24, 7), (28, 13)];
    for (entity, id) in &agents {
        if leaves.contains(&(tick.0, id.0)) {
            commands.entity(entity).despawn();
        }
    }
}

fn game() -> App {
    let mut app = app();
    app.add_systems(FixedUpdate, come_and_go.before(SteeringSystems::Perceive));
    let world = app.world_mut();
    world.spawn((at(2.0, 4.0), Obstacle::rectangle(5.0, 1.0), Rollback));
    for number in 0..12_u8 {
        let place = at(
            f32::from(number % 4) * 2.5 - 6.0,
            f32::from(number / 4) * 2.5 - 6.0,
        );
        let mut agent = world.spawn((place, SteeringAgent::default(), Rollback));
        agent.insert((AvoidAgents::default(), AvoidObstacles::default()));
        match number % 3 {
            0 => agent.insert((Wander::default(), Flock::default())),
            1 => agent.insert(Seek::new(vec2(3.0, 9.0))),
            _ => agent.insert(Pursue::new(Target::NearestOf(1))),
        };
    }
    app
}

/// The numbers of all agents with their bits, and the next number.
fn state(app: &mut App) -> (Vec<(AgentId, Vec<u32>)>, NextAgentId) {
    let mut agents = app
        .world_mut()
        .query_filtered::<(Entity, &AgentId), With<Velocity>>();
    let agents: Vec<_> = (agents.iter(app.world()))
        .map(|(entity, id)| (*id, entity))
        .collect();
    let mut agents: Vec<_> = (agents.into_iter())
        .map(|(id, entity)| (id, bits(app, entity)))
        .collect();
    agents.sort();
    (agents, *app.world().resource())
}

#[test]
fn a_game_that_goes_back_component_by_component_goes_on_bit_for_bit() {
    let columns = columns();
    let mut plain = game();
    let mut expected = Vec::new();
    for _ in 0..40 {
        plain.update();
        expected.push(state(&mut plain));
    }
    assert_eq!(expected[39].1, NextAgentId(16));
    for seed in 0..24 {
        let mut order: Vec<usize> = (0..columns.len() + 2).collect();
        order.shuffle(&mut SplitMix64::seed_from_u64(seed));
        let mut app = game();
        let mut frames = Vec::new();
        let mut frame = 0;
        // Eight frames back, over agents that came and went.
        for until in [20, 25, 28, 31, 40] {
            while frame < until {
                app.update();
                frames.truncate(frame);
                frames.push(save(app.world_mut(), &columns));
                assert_eq!(state(&mut app), expected[frame], "{seed}, {frame}");
                frame += 1;
            }
            let back = frame - 8;
            load(app.world_mut(), &frames[back - 1], &columns, &order);
            frame = back;
            assert_eq!(
                state(&mut app),
                expected[frame - 1],
                "{seed}, back to {frame}"
            );
        }
    }
}
