//! Runs scripts: an app, and its things by number.

use crate::act::{Act, Clock, Kind, Part, Place, Script, Stage};
use crate::asking;
use crate::hearing::{self, Hearing};
use crate::save;
use crate::variation::Variation;
use bevy::ecs::entity::EntityMapper;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;

/// The usual length of a tick, seconds.
pub const USUAL_TICK: f32 = 1.0 / 60.0;

/// An app that runs a script.
pub struct Game {
    /// The app.
    pub app: App,
    /// Its things, by number.
    pub things: BTreeMap<u32, Entity>,
    /// The variation of the run.
    pub variation: Variation,
    stage: Stage,
    seconds: f32,
    /// An obstacle out of reach of all bodies.
    stranger: Option<Entity>,
}

/// Marker components that put things into different tables.
#[derive(Component, Clone, Copy)]
pub struct Mark<const NUMBER: u8>;

impl Game {
    /// An empty app.
    pub fn new(stage: Stage, variation: Variation) -> Self {
        let mut game = Self {
            app: empty(stage, &variation),
            things: BTreeMap::new(),
            variation,
            stage,
            seconds: USUAL_TICK,
            stranger: None,
        };
        game.set_tick_length(USUAL_TICK);
        // The first reading of the clock has no length, so it happens before any act.
        game.app.update();
        game
    }

    /// The length of a tick, seconds.
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// The plane of movement.
    pub fn space(&self) -> MovementSpace {
        *self.app.world().resource()
    }

    /// Runs one tick.
    pub fn tick(&mut self) {
        self.app.world_mut().resource_mut::<Hearing>().0.clear();
        self.app.update();
    }

    /// The number of agents.
    pub fn agents(&mut self) -> u64 {
        let mut agents = self.app.world_mut().query::<&SteeringAgent>();
        agents.iter(self.app.world()).count() as u64
    }

    /// In a run with another history: may mark an obstacle as changed, and add or remove another
    /// one far away.
    pub fn disturb(&mut self, number: usize) {
        let Some(seed) = self.variation.history else {
            return;
        };
        let drawn = mix(seed, number as u64);
        let count = self.things.len().max(1);
        let entity = self.things.values().nth(drawn as usize % count);
        if let Some(entity) = entity
            && let Some(mut obstacle) = self.app.world_mut().get_mut::<Obstacle>(*entity)
        {
            obstacle.set_changed();
        }
        let world = self.app.world_mut();
        match self.stranger.take() {
            Some(stranger) => {
                world.despawn(stranger);
            }
            None if drawn.is_multiple_of(3) => {
                let far = Transform::from_translation(Vec3::splat(3e7));
                let stranger = world.spawn((far, Obstacle::circle(1.0)));
                self.stranger = Some(stranger.id());
            }
            None => {}
        }
    }

    /// Performs an act; [`tick`](Self::tick) runs the ticks.
    pub fn perform(&mut self, act: &Act) {
        match act {
            Act::TickLength(seconds) => self.set_tick_length(*seconds),
            Act::Tick(_) => {}
            Act::Spawn {
                thing,
                place,
                parts,
            } => self.spawn(*thing, place, parts),
            Act::Despawn(thing) => {
                if let Some(entity) = self.things.remove(thing) {
                    self.app.world_mut().despawn(entity);
                }
            }
            Act::Insert { thing, part } => {
                let Some(part) = self.mapped(part.clone()) else {
                    return;
                };
                self.change(*thing, |entity| {
                    number(entity, *thing, core::slice::from_ref(&part));
                    part.insert_into(entity);
                });
            }
            Act::Remove { thing, kind } => self.change(*thing, |entity| kind.remove_from(entity)),
            Act::Put { thing, place } => {
                let space = self.space();
                self.change(*thing, |entity| {
                    if let Some(mut transform) = entity.get_mut::<Transform>() {
                        *transform = place.transform(space);
                    }
                });
            }
            Act::Shift { thing, by } => {
                let by = self.space().to_world(*by);
                self.change(*thing, |entity| {
                    if let Some(mut transform) = entity.get_mut::<Transform>() {
                        transform.translation += by;
                    }
                });
            }
            Act::Hide(thing) => self.change(*thing, |entity| {
                entity.insert(Disabled);
            }),
            Act::Show(thing) => self.change(*thing, |entity| {
                entity.remove::<Disabled>();
            }),
            Act::Duplicate { thing, copy } => self.duplicate(*thing, *copy),
            Act::Space(space) => {
                self.app.insert_resource(*space);
            }
            Act::Hand(hand) => {
                self.app.insert_resource(*hand);
            }
            Act::Save => {
                if self.variation.saves {
                    self.go_on_in_a_new_app();
                }
            }
        }
    }

    /// The entity of a thing; `None` if it is missing.
    pub fn entity(&self, thing: u32) -> Option<Entity> {
        self.things.get(&thing).copied()
    }

    fn change(&mut self, thing: u32, change: impl FnOnce(&mut EntityWorldMut)) {
        if let Some(entity) = self.entity(thing)
            && let Ok(mut entity) = self.app.world_mut().get_entity_mut(entity)
        {
            change(&mut entity);
        }
    }

    fn spawn(&mut self, thing: u32, place: &Place, parts: &[Part]) {
        if self.things.contains_key(&thing) {
            return;
        }
        let space = self.space();
        let parts = parts.iter().filter_map(|part| self.mapped(part.clone()));
        let parts: Vec<_> = parts.collect();
        let layout = self.variation.layout;
        let world = self.app.world_mut();
        let marks = layout.map_or(0, |layout| mix(layout, u64::from(thing)) % 16);
        if marks % 3 == 1 {
            let gap = world.spawn(Transform::default()).id();
            world.despawn(gap);
        }
        let mut entity = world.spawn(place.transform(space));
        if marks & 1 > 0 {
            entity.insert(Mark::<0>);
        }
        number(&mut entity, thing, &parts);
        for part in parts {
            part.insert_into(&mut entity);
        }
        // Every agent reports, so that events of all kinds are checked.
        if entity.contains::<SteeringAgent>() && !entity.contains::<Journey>() {
            entity.insert(Journey::default());
        }
        if marks & 2 > 0 {
            entity.insert(Mark::<1>);
        }
        if marks & 4 > 0 {
            entity.insert(Mark::<2>);
        }
        if marks & 8 > 0 {
            entity.remove::<Mark<0>>();
        }
        let entity = entity.id();
        self.things.insert(thing, entity);
    }

    fn duplicate(&mut self, thing: u32, copy: u32) {
        if let Some(entity) = self.entity(thing)
            && !self.things.contains_key(&copy)
            && let Ok(mut entity) = self.app.world_mut().get_entity_mut(entity)
        {
            let clone = entity.clone_and_spawn();
            self.things.insert(copy, clone);
        }
    }

    /// The component with entities in place of the placeholders; `None` for a relationship to a
    /// missing thing, which Bevy does not allow.
    fn mapped(&self, mut part: Part) -> Option<Part> {
        part.map_entities(&mut Entities(&self.things));
        let is_lost = part == Part::InFormation(InFormation(Entity::PLACEHOLDER));
        (!is_lost).then_some(part)
    }

    fn set_tick_length(&mut self, seconds: f32) {
        let length = Duration::try_from_secs_f32(seconds).unwrap_or_default();
        self.seconds = length.as_secs_f32();
        // Bevy rejects a timestep of 0. With `Clock::Frames`, too, else Bevy would run its empty
        // fixed schedules hundreds of times in a long frame.
        if !length.is_zero() {
            let mut clock = self.app.world_mut().resource_mut::<Time<Fixed>>();
            clock.set_timestep(length);
        }
        let strategy = match self.stage.clock {
            Clock::Frames => TimeUpdateStrategy::ManualDuration(length),
            // With 0 timesteps per frame the fixed clock does not tick.
            Clock::Fixed => TimeUpdateStrategy::FixedTimesteps(u32::from(!length.is_zero())),
        };
        self.app.insert_resource(strategy);
    }

    fn go_on_in_a_new_app(&mut self) {
        let mut next = Self::new(self.stage, self.variation.clone());
        next.set_tick_length(self.seconds);
        next.things = save::restore(&mut self.app, &self.things, &mut next.app);
        *self = next;
    }
}

/// The entities of things, by their placeholders.
struct Entities<'a>(&'a BTreeMap<u32, Entity>);

impl EntityMapper for Entities<'_> {
    fn get_mapped(&mut self, source: Entity) -> Entity {
        let entity = self.0.get(&source.index_u32());
        entity.copied().unwrap_or(Entity::PLACEHOLDER)
    }

    fn set_mapped(&mut self, _: Entity, _: Entity) {}
}

/// Gives a new agent the id of its number, unless it has one. The ids are then the same in any
/// order of spawning.
fn number(entity: &mut EntityWorldMut, thing: u32, parts: &[Part]) {
    let becomes_agent = parts.iter().any(|part| part.kind() == Kind::SteeringAgent);
    let is_numbered =
        entity.contains::<AgentId>() || parts.iter().any(|part| part.kind() == Kind::AgentId);
    if becomes_agent && !is_numbered {
        entity.insert(AgentId(u64::from(thing)));
    }
}

/// Makes an app without things.
fn empty(stage: Stage, variation: &Variation) -> App {
    let schedule = match stage.clock {
        Clock::Fixed => FixedUpdate.intern(),
        Clock::Frames => Update.intern(),
    };
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        SteeringPlugin::new(schedule)
            .in_space(stage.space)
            .with_seed(stage.seed)
            .with_simd_level(variation.simd_level),
    ));
    app.world_mut()
        .resource_mut::<Time<Virtual>>()
        .set_max_delta(Duration::from_secs(3600));
    hearing::add_to(&mut app);
    if stage.asks {
        asking::add_to(&mut app, schedule);
    }
    if !variation.on_threads {
        let one_by_one = |schedule: &mut Schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        };
        app.edit_schedule(FixedUpdate, one_by_one);
        app.edit_schedule(Update, one_by_one);
    }
    app.finish();
    app.cleanup();
    app
}

/// A hash of two numbers.
pub fn mix(first: u64, second: u64) -> u64 {
    let mut number = first ^ second.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The steps of a script in order, each with the index of its act: the act itself, then `None` for
/// each of its ticks.
pub fn steps(script: &Script) -> impl Iterator<Item = (usize, Option<&Act>)> {
    script.acts.iter().enumerate().flat_map(|(number, act)| {
        let ticks = match act {
            Act::Tick(ticks) => *ticks,
            _ => 0,
        };
        let ticks = (0..ticks).map(move |_| (number, None));
        core::iter::once((number, Some(act))).chain(ticks)
    })
}
