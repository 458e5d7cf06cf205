//! Where targets are, for those who look for them.

use crate::agent::{SteeringDisabled, Velocity};
use crate::arbitration::BehaviorForces;
use crate::instructions::Instructions;
use crate::obstacle::ObstacleIndex;
use crate::parallel::{Cost, for_each_agent};
use crate::perception::{
    AgentIndex, AgentState, HiddenTarget, LastSeen, LineOfSight, NO_SLOT, SeenTarget, is_in_sight,
};
use crate::space::MovementSpace;
use crate::tables::{columns, for_each_piece, hold};
use crate::target::Target;
use crate::trace::{SightLine, SteeringTrace};
use crate::validation::{FieldCheck, InputWarnings};
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How near an agent must come to the place where it last saw its target to be there, in body radii.
const NEAR_ENOUGH: f32 = 2.0;

/// Looks targets up as they are at the start of the tick; nothing moves before `Locomote`.
#[derive(SystemParam)]
pub(super) struct Targets<'w, 's> {
    time: Res<'w, Time>,
    warnings: Res<'w, InputWarnings>,
    space: Res<'w, MovementSpace>,
    instructions: Res<'w, Instructions>,
    obstacles: Res<'w, ObstacleIndex>,
    agents: Res<'w, AgentIndex>,
    chases: Res<'w, Chases>,
    entities: Query<
        'w,
        's,
        (
            &'static Transform,
            Option<&'static Velocity>,
            Has<SteeringDisabled>,
            Option<&'static AgentState>,
        ),
    >,
}

/// Whether any agent heads for an agent in this tick. If none does, the rules about neighbors do
/// not look at targets.
#[derive(Resource, Default)]
pub(crate) struct Chases(AtomicBool);

impl Chases {
    /// Whether there have been any since the last call.
    pub(super) fn take(&self) -> bool {
        self.0.swap(false, Relaxed)
    }

    fn note(&self) {
        // Most notes are not the first, and a write would take the memory from the other threads.
        if !self.0.load(Relaxed) {
            self.0.store(true, Relaxed);
        }
    }
}

/// Assumes that some agents head for agents: a saved game does not hold what this tick has noted of
/// them.
pub(crate) fn expect_chases(chases: Res<Chases>) {
    chases.note();
}

/// An agent that looks for a target, and what it needs when it does not see through everything.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Seeker {
    entity: Entity,
    state: &'static AgentState,
    line_of_sight: Option<&'static LineOfSight>,
    last_seen: Option<&'static mut LastSeen>,
    trace: Option<&'static mut SteeringTrace>,
}

/// A behaviour that has a target.
pub(super) trait Targeted: Component {
    const PURPOSE: Purpose;

    fn target(&self) -> &Target;

    fn weight(&self) -> f32;
}

/// The agents that have a certain behaviour with a target.
#[derive(SystemParam)]
pub(super) struct Seekers<'w, 's, B: Targeted> {
    /// Most see through everything. Nothing of what looking takes is read for them.
    all_seeing: Query<
        'w,
        's,
        (
            Entity,
            &'static B,
            &'static AgentState,
            &'static mut BehaviorForces,
        ),
        (Without<LineOfSight>, Without<LastSeen>),
    >,
    looking: Query<
        'w,
        's,
        (&'static B, Seeker, &'static mut BehaviorForces),
        Or<(With<LineOfSight>, With<LastSeen>)>,
    >,
}

/// The behaviour for which a target is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Seek,
    Arrive,
    Pursue,
    Flee,
    Evade,
}

impl Purpose {
    /// Whether it leads toward the target, and not away from it.
    fn heads_for(self) -> bool {
        matches!(self, Self::Seek | Self::Arrive | Self::Pursue)
    }

    /// The names of its component and of the field that holds the target.
    fn input(self) -> (&'static str, &'static str) {
        match self {
            Self::Seek => ("Seek", "target"),
            Self::Arrive => ("Arrive", "target"),
            Self::Pursue => ("Pursue", "target"),
            Self::Flee => ("Flee", "threat"),
            Self::Evade => ("Evade", "threat"),
        }
    }

    /// Its memory, and the name of that.
    fn memory(self, last_seen: &mut LastSeen) -> (&mut Option<SeenTarget>, &'static str) {
        match self {
            Self::Seek => (&mut last_seen.seek, "seek"),
            Self::Arrive => (&mut last_seen.arrive, "arrive"),
            Self::Pursue => (&mut last_seen.pursue, "pursue"),
            Self::Flee => (&mut last_seen.flee, "flee"),
            Self::Evade => (&mut last_seen.evade, "evade"),
        }
    }
}

/// A target that was found.
#[derive(Clone, Copy)]
pub(super) struct Sighting {
    pub(super) position: Vec2,
    pub(super) velocity: Vec2,
    /// The slot of a target that is an agent, else [`NO_SLOT`].
    slot: u32,
}

/// What was looked up last: many agents have the same target.
struct LastFound {
    target: Target,
    sighting: Option<Sighting>,
}

impl Default for LastFound {
    fn default() -> Self {
        Self {
            // Equal to no target, itself included.
            target: Target::PlanePoint(Vec2::NAN),
            sighting: None,
        }
    }
}

impl LastFound {
    /// Where `target` is; `find` is asked when it is another one than before.
    fn or_find(
        &mut self,
        target: &Target,
        find: impl FnOnce() -> Option<Sighting>,
    ) -> Option<&Sighting> {
        if *target != self.target {
            self.target = *target;
            self.sighting = find();
        }
        self.sighting.as_ref()
    }
}

impl Targets<'_, '_> {
    /// Calls `act` for every agent that thinks, knows where its target is, and whose weight is above 0, with the weight, the place and
    /// a checker of its other settings.
    pub(super) fn find_for_each<B: Targeted>(
        &self,
        seekers: &mut Seekers<B>,
        act: impl Fn(&B, f32, &AgentState, &Sighting, FieldCheck<'_>, &mut BehaviorForces)
        + Send
        + Sync
        + Clone,
    ) {
        let (component, field) = B::PURPOSE.input();
        let mut tables = hold(seekers.all_seeing.contiguous_iter_mut());
        for_each_piece(
            *self.instructions,
            Cost::Low,
            columns(&mut tables),
            #[inline(always)]
            |(entities, behaviors, states, mut forces)| {
                let mut last = LastFound::default();
                let agents = entities.iter().zip(behaviors).zip(states).enumerate();
                for (row, ((entity, behavior), state)) in agents {
                    let target = behavior.target();
                    let is_of_use = state.is_thinking() || is_chase_going_on::<B>(state, target);
                    if !is_of_use || *target == Target::Entity(*entity) {
                        continue;
                    }
                    let check = self.warnings.of(*entity, component);
                    let found =
                        last.or_find(target, || self.place_of(*entity, *target, check, field));
                    if let Some(sighting) = found
                        && let Some(weight) = weight_of(behavior, check)
                    {
                        if state.is_thinking() {
                            let mut forces = forces.get_mut(row);
                            act(behavior, weight, state, sighting, check, &mut forces);
                        }
                        if is_chase::<B>(sighting) {
                            forces.get_mut(row).head_for_agent(sighting.slot);
                            self.chases.note();
                        }
                    }
                }
            },
        );
        for_each_agent(
            &mut seekers.looking,
            Cost::Low,
            |(behavior, mut seeker, mut forces)| {
                let state = seeker.state;
                let target = *behavior.target();
                let check = self.warnings.of(seeker.entity, component);
                let found = if state.is_thinking() {
                    self.find(&mut seeker, B::PURPOSE, target, check, field)
                } else if is_chase_going_on::<B>(state, &target) {
                    self.place_of(seeker.entity, target, check, field)
                } else {
                    None
                };
                if let Some(sighting) = &found
                    && let Some(weight) = weight_of(behavior, check)
                {
                    if state.is_thinking() {
                        act(behavior, weight, state, sighting, check, &mut forces);
                    }
                    if is_chase::<B>(sighting) {
                        forces.head_for_agent(sighting.slot);
                        self.chases.note();
                    }
                }
            },
        );
    }

    /// Where `target`, which is `field` of what `check` checks, is for all that `seeker` knows; `None` when it is gone, not
    /// finite, the seeker itself, or hidden from one who makes nothing of that. Brings the seeker's memory up to date.
    fn find(
        &self,
        seeker: &mut SeekerItem,
        purpose: Purpose,
        target: Target,
        check: FieldCheck<'_>,
        field: &'static str,
    ) -> Option<Sighting> {
        let found = self.place_of(seeker.entity, target, check, field);
        let (sighting, memory) = match (target, found, seeker.line_of_sight) {
            (Target::Entity(entity), Some(found), Some(line_of_sight)) => {
                let is_known = line_of_sight.hidden_target == HiddenTarget::GoOn
                    || self.sees(seeker, entity, found.position);
                match line_of_sight.hidden_target {
                    _ if is_known => {
                        let position = found.position;
                        (Some(found), Some(SeenTarget { entity, position }))
                    }
                    HiddenTarget::LastSeen => {
                        self.recall(seeker, purpose, entity, found.slot).unzip()
                    }
                    HiddenTarget::GiveUp | HiddenTarget::GoOn => (None, None),
                }
            }
            (_, found, _) => (found, None),
        };
        if let Some(last_seen) = &mut seeker.last_seen {
            *purpose.memory(last_seen).0 = memory;
        }
        sighting
    }

    /// Where the target was last seen, when that is still of use.
    fn recall(
        &self,
        seeker: &mut SeekerItem,
        purpose: Purpose,
        entity: Entity,
        slot: u32,
    ) -> Option<(Sighting, SeenTarget)> {
        let state = seeker.state;
        let (memory, name) = purpose.memory(seeker.last_seen.as_deref_mut()?);
        let seen = memory.filter(|seen| seen.entity == entity)?;
        if !seen.position.is_finite() {
            self.warnings
                .of(seeker.entity, "LastSeen")
                .unusable(name, "is not finite; it is forgotten");
            return None;
        }
        // A fast one in long ticks would step over the place for ever.
        let step = state.max_speed * state.think_time(self.time.delta_secs());
        let reach = (NEAR_ENOUGH * state.body_radius).max(step);
        let is_there = state.position.distance(seen.position) <= reach;
        // Whoever arrives means to stay there.
        if is_there && purpose != Purpose::Arrive {
            return None;
        }
        let sighting = Sighting {
            position: seen.position,
            velocity: Vec2::ZERO,
            slot,
        };
        Some((sighting, seen))
    }

    fn sees(&self, seeker: &mut SeekerItem, target: Entity, to: Vec2) -> bool {
        let from = seeker.state.position;
        let is_clear = is_in_sight(&self.obstacles, (seeker.entity, from), (target, to));
        if let Some(trace) = &mut seeker.trace {
            trace.sight_lines.push(SightLine { from, to, is_clear });
        }
        is_clear
    }

    /// Where `target` is.
    fn place_of(
        &self,
        seeker: Entity,
        target: Target,
        check: FieldCheck<'_>,
        field: &'static str,
    ) -> Option<Sighting> {
        let sighting = match target {
            Target::Entity(entity) if entity == seeker => return None,
            Target::Entity(entity) => {
                let Ok((transform, velocity, is_disabled, state)) = self.entities.get(entity)
                else {
                    check.gone(field, entity);
                    return None;
                };
                let velocity = velocity
                    .filter(|_| !is_disabled)
                    .map_or(Vec2::ZERO, |velocity| self.space.to_plane(velocity.0));
                Sighting {
                    position: self.space.to_plane(transform.translation),
                    velocity: if velocity.is_finite() {
                        velocity
                    } else {
                        Vec2::ZERO
                    },
                    slot: state
                        .and_then(|state| self.agents.slot_of(entity, state))
                        .map_or(NO_SLOT, |slot| slot as u32),
                }
            }
            Target::Point(_) | Target::PlanePoint(_) => {
                let position = target.fixed_place(*self.space)?;
                if !position.is_finite() {
                    check.unusable(field, "is not finite; it counts as gone");
                }
                Sighting {
                    position,
                    velocity: Vec2::ZERO,
                    slot: NO_SLOT,
                }
            }
        };
        sighting.position.is_finite().then_some(sighting)
    }
}

/// Whether a behavior heads for an agent.
#[inline(always)]
fn is_chase<B: Targeted>(sighting: &Sighting) -> bool {
    B::PURPOSE.heads_for() && sighting.slot != NO_SLOT
}

/// Whether an agent that does not think in this tick may head for another. The agents around it
/// need to know.
#[inline(always)]
fn is_chase_going_on<B: Targeted>(state: &AgentState, target: &Target) -> bool {
    B::PURPOSE.heads_for() && state.is_going_on() && matches!(target, Target::Entity(_))
}

/// The weight of a behaviour; `None` for one that is switched off.
#[inline(always)]
fn weight_of(behavior: &impl Targeted, check: FieldCheck<'_>) -> Option<f32> {
    let weight = check.at_least_zero("weight", behavior.weight(), 0.0);
    (weight > 0.0).then_some(weight)
}
