//! Solid bodies that overlap give way to each other.

use super::Motion;
use crate::agent::ExternalLocomotion;
use crate::kernel::parting::{Contacts, PartingBodies, SolidBody};
use crate::parallel::is_worth_threads;
use crate::perception::{AgentIndex, AgentState};
use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Rounds of giving way in a tick, at most. Each sees where the one before left the bodies; a crowd packed round its goal
/// needs this many to stay within a twentieth of a radius, and where nothing touches the first is the last.
const ROUNDS: usize = 8;
/// Bodies in a task, at least.
const BODIES_PER_TASK: usize = 1024;
/// Tasks for each thread, at most: some parts of a crowd are more crowded than others.
const TASKS_PER_THREAD: usize = 4;
/// Fewer bodies than this that touch somebody are dealt with sooner by one thread than several can be woken.
const TOUCHING_WORTH_THREADS: usize = 500;

/// How far every body has to give way, by slot.
#[derive(Resource, Default)]
pub(crate) struct BodyParting {
    is_expecting: AtomicBool,
    has_bodies: bool,
    bodies: PartingBodies,
    /// By task.
    contacts: Vec<Contacts>,
}

impl BodyParting {
    /// Says that a solid body moves in this tick; without one there is nothing to part.
    pub(super) fn expect_bodies(&self) {
        // Looked at first, or the threads would take the flag from each other for every agent.
        if !self.is_expecting.load(Relaxed) {
            self.is_expecting.store(true, Relaxed);
        }
    }

    /// Whether a solid body moves in this tick.
    pub(super) fn has_bodies(&self) -> bool {
        self.has_bodies
    }

    /// How many bodies overlapped another in this tick, before they gave way.
    pub(crate) fn touching(&self) -> usize {
        if self.has_bodies {
            self.contacts.iter().map(Contacts::len).sum()
        } else {
            0
        }
    }

    /// How far the agent in `slot` has to give way.
    pub(super) fn correction(&self, slot: usize) -> Vec2 {
        self.bodies.correction(slot)
    }
}

/// Finds how far overlapping bodies have to give way.
///
/// Bodies that are disabled or moved by the game are given way to.
pub(crate) fn part_bodies(
    // Inputs
    agents: Query<(Entity, &AgentState, &Motion, Has<ExternalLocomotion>)>,
    index: Res<AgentIndex>,
    // Output
    mut parting: ResMut<BodyParting>,
) {
    let parting = &mut *parting;
    parting.has_bodies = core::mem::take(parting.is_expecting.get_mut());
    if !parting.has_bodies {
        return;
    }
    let bodies = &mut parting.bodies;
    bodies.clear(index.len());
    for (entity, state, motion, is_external) in &agents {
        let Some(slot) = index.slot_of(entity, state).filter(|_| state.solid) else {
            continue;
        };
        let moves = state.is_moving() && !is_external;
        bodies.put(
            slot,
            SolidBody {
                position: if moves {
                    motion.position
                } else {
                    state.position
                },
                radius: state.body_radius,
                inverse_mass: if moves { state.mass.recip() } else { 0.0 },
            },
        );
    }
    let count = bodies.sort();

    let threads = ComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num());
    let tasks = if is_worth_threads(count) {
        (count / BODIES_PER_TASK).clamp(1, threads * TASKS_PER_THREAD)
    } else {
        1
    };
    parting.contacts.resize_with(tasks, Contacts::default);
    let in_task = count.div_ceil(tasks);
    for_each_task(&mut parting.contacts, tasks > 1, |task, contacts| {
        let places = (task * in_task).min(count)..((task + 1) * in_task).min(count);
        bodies.find_contacts(places, contacts);
    });
    let is_parallel =
        parting.contacts.iter().map(Contacts::len).sum::<usize>() >= TOUCHING_WORTH_THREADS;
    for round in 0..ROUNDS {
        let has_moved = AtomicBool::new(false);
        for_each_task(&mut parting.contacts, is_parallel, |_, contacts| {
            let direction = |own, other| index.parting_direction(own, other);
            if bodies.give_way(round == 0, contacts, direction) {
                has_moved.store(true, Relaxed);
            }
        });
        if !has_moved.into_inner() {
            break;
        }
        for contacts in &parting.contacts {
            bodies.carry_out(contacts);
        }
    }
}

/// Calls `work` with the number and the contacts of every task.
fn for_each_task(
    contacts: &mut [Contacts],
    is_parallel: bool,
    work: impl Fn(usize, &mut Contacts) + Sync,
) {
    match ComputeTaskPool::try_get() {
        Some(pool) if is_parallel && contacts.len() > 1 => {
            let work = &work;
            pool.scope(|scope| {
                for (task, contacts) in contacts.iter_mut().enumerate() {
                    scope.spawn(async move { work(task, contacts) });
                }
            });
        }
        _ => (0..)
            .zip(contacts)
            .for_each(|(task, contacts)| work(task, contacts)),
    }
}
