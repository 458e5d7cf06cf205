//! Saving and restoring a game with Bevy's scenes: the run continues bit for bit.
//!
//! Run it: `cargo run --example save_restore`
//!
//! Watch: the game is saved after two seconds, runs for two more, and is loaded once. The line says
//! how many agents end at the same position, to the last bit. Then the next save follows.

use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "every four seconds the last two are repeated",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn)
    .add_systems(Update, add_sprites)
    .add_systems(FixedUpdate, save_or_load.after(SteeringSystems::Locomote));
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    let fence = Contain::rectangle(Vec2::ZERO, vec2(1120.0, 600.0));
    let leader = (SteeringAgent::new(12.0, 90.0), Wander::default());
    let leader = commands.spawn((leader, fence.clone())).id();
    for number in 1..=40 {
        let position = Vec2::from_angle(number as f32) * (60.0 + 5.0 * number as f32);
        commands.spawn((
            Transform::from_translation(position.extend(0.0)),
            SteeringAgent::new(10.0, 120.0),
            // Bevy maps the target to the entity in the loaded game.
            Pursue::new(leader),
            (Flock::default(), Wander::default(), AvoidAgents::default()),
            (AvoidObstacles::default(), fence.clone()),
        ));
    }
    for number in 0..6 {
        let position = Vec2::from_angle(number as f32) * 300.0;
        let boulder = Obstacle::circle(30.0);
        commands.spawn((Transform::from_translation(position.extend(0.0)), boulder));
    }
}

/// A saved game holds no sprites: loaded agents get theirs as spawned ones do.
fn add_sprites(
    agents: Query<(Entity, &SteeringAgent, Has<Pursue>), Added<SteeringAgent>>,
    assets: Res<AssetServer>,
    mut commands: Commands,
) {
    for (entity, agent, pursues) in &agents {
        commands.entity(entity).insert(Sprite {
            image: assets.load("agent.png"),
            color: [palette::RED, palette::GREEN][usize::from(pursues)],
            custom_size: Some(Vec2::splat(2.3 * agent.body_radius)),
            ..default()
        });
    }
}

/// A saved game, and the positions at the end of its first run, once that has ended.
#[derive(Resource)]
struct Saved(DynamicWorld, Option<Vec<(AgentId, [u32; 3])>>);

fn save_or_load(world: &mut World) {
    let tick = world.resource::<SteeringTick>().0;
    let saved = world.remove_resource::<Saved>();
    let saved = match (tick % 240, saved) {
        (120, None) => Some(Saved(save(world), None)),
        (0, Some(Saved(game, None))) => {
            let end = positions(world);
            load(world, &game);
            Some(Saved(game, Some(end)))
        }
        (0, Some(Saved(_, Some(end)))) => {
            let now = positions(world);
            let same = end.iter().zip(&now).filter(|(end, now)| end == now).count();
            world.resource_mut::<Readout>().0 = format!("the same bits: {same} of {}", end.len());
            None
        }
        (_, saved) => saved,
    };
    if let Some(saved) = saved {
        world.insert_resource(saved);
    }
}

fn save(world: &mut World) -> DynamicWorld {
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    // A game adds its own components: registered types with `#[reflect(Component)]`.
    let components = WorldFilter::deny_all();
    let mut components = components.allow::<Transform>().allow::<Disabled>();
    for component in registry.iter() {
        let path = component.type_info().type_path();
        if path.starts_with("bevy_horde::") {
            components = components.allow_by_id(component.type_id());
        }
    }
    let entities = steered(world).into_iter();
    DynamicWorldBuilder::from_world(world, &registry)
        .with_component_filter(components)
        .deny_all_resources()
        .allow_resource::<SteeringTick>()
        .allow_resource::<NextAgentId>()
        .extract_resources()
        .extract_entities(entities)
        .build()
}

fn load(world: &mut World, game: &DynamicWorld) {
    for entity in steered(world) {
        world.despawn(entity);
    }
    game.write_to_world(world, &mut EntityHashMap::default())
        .expect("every component is registered");
}

fn steered(world: &mut World) -> Vec<Entity> {
    // Disabled entities too, which queries skip.
    let mut steered = world
        .query_filtered::<Entity, (Or<(With<SteeringAgent>, With<Obstacle>)>, Allow<Disabled>)>();
    steered.iter(world).collect()
}

fn positions(world: &mut World) -> Vec<(AgentId, [u32; 3])> {
    let mut agents = world.query::<(&AgentId, &Transform)>();
    let positions = agents.iter(world);
    let positions = positions.map(|(id, at)| (*id, at.translation.to_array().map(f32::to_bits)));
    let mut positions: Vec<_> = positions.collect();
    positions.sort_unstable();
    positions
}
