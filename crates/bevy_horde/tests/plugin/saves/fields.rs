//! A game that is saved while its flow fields are computed and repaired.

use super::game::{Loader, Saver, pass};
use crate::harness::*;
use bevy::prelude::*;
use bevy::reflect::{GetPath, PartialReflect, ReflectRef};
use bevy_horde::agent::PositionRemainder;
use bevy_horde::behaviors::YieldState;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;

const UPDATES: usize = 170;
const AREA: Rect = Rect {
    min: vec2(-12.0, -8.0),
    max: vec2(12.0, 8.0),
};

/// An obstacle that is in the way from time to time.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Gate;

/// An obstacle that never rests.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Cart;

#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Bait;

/// An agent that stands, and is somewhere else from time to time.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Statue(f32);

/// Where a statue stands.
fn spot(statue: Statue, tick: u64) -> Transform {
    at(
        -4.0 + 1.3 * (tick / 31 % 3) as f32,
        statue.0 + (tick / 62 % 2) as f32,
    )
}

/// Moves everything by the tick and the saved transforms alone, so a loaded game goes on alike.
fn shift(
    tick: Res<SteeringTick>,
    mut things: Query<(
        &mut Transform,
        Has<Gate>,
        Has<Cart>,
        Has<Bait>,
        Option<&Statue>,
    )>,
) {
    for (mut transform, is_gate, is_cart, is_bait, statue) in &mut things {
        if is_gate && tick.0.is_multiple_of(23) {
            transform.translation.y = if (tick.0 / 23).is_multiple_of(2) {
                0.0
            } else {
                30.0
            };
        } else if is_cart && tick.0 > 60 {
            transform.translation.x += 0.05;
        } else if is_bait && tick.0 == 90 {
            transform.translation.y = -5.0;
        } else if let Some(statue) = statue {
            *transform = spot(*statue, tick.0);
        }
    }
}

/// Edits the settings at some ticks.
fn edit(tick: Res<SteeringTick>, mut fields: Query<&mut FlowField>) {
    for mut field in &mut fields {
        let swamp = |cost| SlowArea {
            area: Rect::new(-6.0, -4.0, 2.0, 3.0),
            cost,
        };
        match tick.0 {
            34 => field.slow_areas = vec![swamp(0.3), swamp(2.0)],
            48 => field.cells_per_tick = 700,
            75 => field.crowd_cost = 2.0,
            100 => field.area.max.x = 13.0,
            109 => field.slow_areas[0].cost = 3.0,
            _ => {}
        }
    }
}

fn game() -> App {
    let mut app = app();
    app.init_resource::<Saver>()
        .register_type::<(Gate, Cart, Bait, Statue)>()
        .add_systems(
            FixedUpdate,
            (
                (pass::<3>, shift, edit)
                    .chain()
                    .before(SteeringSystems::Perceive),
                pass::<5>.after(SteeringSystems::Locomote),
            ),
        )
        .add_systems(Last, |mut saver: ResMut<Saver>| saver.update += 1);
    app
}

/// A field of 3 072 cells for two sizes that takes some 30 ticks to build. A gate and a cart change
/// the field before it is ready, and so do agents that stand in the way.
fn populate(world: &mut World) {
    let bait = world.spawn((at(10.0, 5.0), Bait)).id();
    let field = FlowField {
        cells_per_tick: 500,
        ..FlowField::new(AREA)
            .with_cell_size(0.5)
            .with_body_radii([0.2, 0.35])
            .to(bait)
    };
    let field = world.spawn((at(0.0, 0.0), field)).id();
    for [start, end] in [
        [vec2(0.0, -8.0), vec2(0.0, -2.0)],
        [vec2(0.0, 2.0), vec2(0.0, 6.0)],
        [vec2(5.0, -5.0), vec2(5.0, 8.0)],
    ] {
        world.spawn((at(0.0, 0.0), Obstacle::segment(start, end)));
    }
    let gate = Obstacle::segment(vec2(0.0, -2.0), vec2(0.0, 2.0));
    world.spawn((at(0.0, 0.0), gate, Gate));
    let cart = Obstacle::polyline([vec2(-9.0, -3.0), vec2(-8.0, -4.0), vec2(-8.0, -6.0)]);
    world.spawn((at(0.0, 0.0), cart, Cart));
    for number in 0..12_u8 {
        let place = at(
            -10.0 + f32::from(number % 4) * 1.5,
            f32::from(number / 4) * 2.0,
        );
        let radius = if number % 2 == 0 { 0.2 } else { 0.35 };
        world.spawn((
            place,
            SteeringAgent::new(radius, 3.0),
            FollowField::new(field),
            AvoidAgents::default(),
        ));
    }
    for number in 0..6_u8 {
        let statue = Statue(f32::from(number) - 2.0);
        world.spawn((spot(statue, 0), SteeringAgent::new(0.3, 3.0), statue));
    }
}

/// The bits of all agents, and the answers of the field at many places.
fn state(app: &mut App) -> Vec<u32> {
    let mut agents = app.world_mut().query::<(&AgentId, Entity)>();
    let mut agents: Vec<_> = agents.iter(app.world()).collect();
    agents.sort();
    let agents: Vec<Entity> = agents.into_iter().map(|(_, entity)| entity).collect();
    let moved = agents.into_iter().flat_map(|agent| bits(app, agent));
    let mut state: Vec<u32> = moved.collect();
    let mut fields = app.world_mut().query::<&FlowFieldState>();
    for field in fields.iter(app.world()) {
        state.push(field.is_ready().into());
        for number in 0..800_u16 {
            let cell = vec2(f32::from(number % 40), f32::from(number / 40));
            let place = AREA.min + (cell + 0.3) * AREA.size() / vec2(40.0, 20.0);
            let costs = [0.2, 0.35].map(|radius| field.cost(place, radius));
            state.extend(costs.map(|cost| cost.unwrap_or(-1.0).to_bits()));
        }
    }
    state
}

#[test]
fn a_field_that_is_saved_while_it_is_computed_goes_on_bit_for_bit() {
    let mut app = game();
    populate(app.world_mut());
    let wanted = (0..UPDATES - 20).flat_map(|update| [(update, 3), (update, 5)]);
    let mut saver = app.world_mut().resource_mut::<Saver>();
    (saver.update, saver.wanted) = (0, wanted.collect());
    let mut expected = Vec::new();
    for _ in 0..UPDATES {
        app.update();
        expected.push(state(&mut app));
    }
    let mut sizes: Vec<usize> = expected.iter().map(Vec::len).collect();
    sizes.dedup();
    assert_eq!(sizes.len(), 1);
    let ready = expected.iter().map(|state| state[sizes[0] - 1601]);
    let times_ready = ready
        .clone()
        .zip(ready.skip(1))
        .filter(|pair| *pair == (0, 1));
    assert!(times_ready.count() > 5);
    let saved = core::mem::take(&mut app.world_mut().resource_mut::<Saver>().saved);
    assert_eq!(saved.len(), 2 * (UPDATES - 20));
    for ((update, place), save) in saved {
        let mut restored = game();
        restored.insert_resource(Loader(place, save));
        for (number, expected) in expected.iter().enumerate().skip(update).take(60) {
            restored.update();
            assert!(
                state(&mut restored) == *expected,
                "saved at {update}, place {place}: differs after update {number}"
            );
        }
    }
}

/// The components of agents that a rollback sets back.
type Motion = (Velocity, Heading, PositionRemainder, Settled, YieldState);

fn motion(agent: EntityRef) -> Option<Motion> {
    let (velocity, heading) = (*agent.get()?, *agent.get()?);
    Some((
        velocity,
        heading,
        *agent.get()?,
        *agent.get()?,
        *agent.get()?,
    ))
}

/// Sets the state back in place, as a rollback does.
#[test]
fn a_field_that_is_set_back_in_place_goes_on_bit_for_bit() {
    let mut app = game();
    populate(app.world_mut());
    app.world_mut().resource_mut::<Saver>().update = 0;
    // A list that is set back in place by reflection does not become shorter: by now the field has
    // as many slow areas as later.
    run(&mut app, 60);
    let world = app.world_mut();
    let mut fields = world.query::<(Entity, &FlowFieldState)>();
    let (field, state_of_field) = fields.single(world).expect("one field");
    let saved = state_of_field.to_dynamic();
    let settings = world.get::<FlowField>(field).expect("there").clone();
    let tick = *world.resource::<SteeringTick>();
    let mut things = world.query::<(EntityRef, &Transform)>();
    let things = things.iter(world);
    let places: Vec<_> = things
        .map(|(entity, place)| (entity.id(), *place, motion(entity)))
        .collect();
    let costs = |app: &mut App| {
        let state = state(app);
        state[state.len() - 1601..].to_vec()
    };
    let mut expected = Vec::new();
    for _ in 0..80 {
        app.update();
        expected.push(costs(&mut app));
    }
    let world = app.world_mut();
    for (entity, place, motion) in places {
        world.entity_mut(entity).insert(place);
        if let Some(motion) = motion {
            world.entity_mut(entity).insert(motion);
        }
    }
    world.entity_mut(field).insert(settings);
    world
        .get_mut::<FlowFieldState>(field)
        .expect("there")
        .apply(&*saved);
    world.insert_resource(tick);
    for expected in &expected {
        app.update();
        assert!(costs(&mut app) == *expected);
    }
}

/// The numbers of blocks that hold slow bodies: in the costs in use, and in the costs in work.
fn blocks(app: &mut App) -> [usize; 2] {
    let mut fields = app.world_mut().query::<&FlowFieldState>();
    let field = fields.single(app.world()).expect("one field");
    ["used", "wanted"].map(|costs| {
        let path = format!("{costs}.0.crowd.blocks");
        let blocks = field.reflect_path(path.as_str());
        blocks.map_or(0, |blocks| match blocks.reflect_ref() {
            ReflectRef::Map(blocks) => blocks.len(),
            _ => panic!("{path} is a map"),
        })
    })
}

#[test]
fn saves_hold_slow_bodies() {
    let mut app = game();
    populate(app.world_mut());
    app.world_mut().resource_mut::<Saver>().update = 0;
    let mut ticks_with = [0; 2];
    for _ in 0..UPDATES - 20 {
        app.update();
        for (ticks, blocks) in ticks_with.iter_mut().zip(blocks(&mut app)) {
            *ticks += usize::from(blocks > 0);
        }
    }
    assert!(ticks_with.iter().all(|ticks| *ticks > 40), "{ticks_with:?}");
}

/// Sets the state back in place, as a rollback does.
#[test]
fn a_field_that_is_set_back_drops_newer_slow_bodies() {
    let mut app = app();
    let field = FlowField {
        cells_per_tick: 150,
        ..FlowField::new(AREA)
            .with_body_radii([0.2])
            .to(vec2(10.0, 0.0))
    };
    let field = app.world_mut().spawn(field).id();
    let statues: Vec<Entity> = (0..6_u8)
        .map(|number| {
            let body = SteeringAgent::new(0.3, 3.0);
            app.world_mut()
                .spawn((at(-9.0, f32::from(number) - 3.0), body))
                .id()
        })
        .collect();
    let put = |app: &mut App, x: f32| {
        for (number, statue) in statues.iter().enumerate() {
            let place = at(x, number as f32 - 3.0);
            app.world_mut().entity_mut(*statue).insert(place);
        }
    };
    let costs = |app: &App| -> Vec<u32> {
        let state = get::<FlowFieldState>(app, field);
        let places = (0..24).flat_map(|x| (0..16).map(move |y| vec2(x as f32, y as f32)));
        let costs = places.map(|place| state.cost(AREA.min + place + 0.3, 0.2));
        costs.map(|cost| cost.unwrap_or(-1.0).to_bits()).collect()
    };
    run(&mut app, 100);
    let saved = get::<FlowFieldState>(&app, field).to_dynamic();
    let tick = *app.world().resource::<SteeringTick>();
    assert!(blocks(&mut app)[0] > 0);
    let mut expected = Vec::new();
    for _ in 0..60 {
        app.update();
        expected.push(costs(&app));
    }
    put(&mut app, -3.0);
    run(&mut app, 77);
    assert_ne!(costs(&app), expected[59]);
    put(&mut app, -9.0);
    let mut state = app
        .world_mut()
        .get_mut::<FlowFieldState>(field)
        .expect("there");
    state.apply(&*saved);
    app.world_mut().insert_resource(tick);
    for (number, expected) in expected.iter().enumerate() {
        app.update();
        assert!(costs(&app) == *expected, "{number}");
    }
}
