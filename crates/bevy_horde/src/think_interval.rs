//! Agents that do not think in every tick.

use crate::agent::Steering;
use crate::agent_id::AgentId;
use crate::kernel::motion::accelerate;
use crate::kernel::pursuit::Ability;
use crate::kernel::vector::truncate;
use crate::locomotion::Motion;
use crate::parallel::for_each_agent;
use crate::perception::AgentState;
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Lets an agent think every so many ticks only, as far from the camera is often enough. Without it, it thinks in every one.
///
/// In the ticks between it goes on to the velocity that it has decided on: it moves as smoothly as ever, is kept out of
/// obstacles and bodies, and others perceive it. When it thinks, it thinks for the whole interval, as in a tick that long:
/// what it asks for is reached when it thinks next, and not overshot. So it sees and turns later, by up to the interval, and
/// nothing else about it changes. Who thinks in which tick depends on [`AgentId`] and [`SteeringTick`], so that every tick
/// has an equal share of them.
///
/// What a game's own behaviours add to
/// [`SteeringContributions`](crate::arbitration::SteeringContributions) in the ticks between is dropped;
/// [`AgentState::is_thinking`] tells them.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `ticks` | it thinks in one of so many ticks | 1: in every one | 1 and up | cheaper; reacts later, swings wider round what it meets | 1, or remove |
///
/// At 60 ticks a second 4 is hardly seen; where the interval is as long as the time in which the agent reaches its full
/// speed, it shows. 0 is reported once (see [`InputWarnings`]) and counts as 1.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// world.spawn((SteeringAgent::default(), Wander::default(), ThinkInterval { ticks: 4 }));
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(ThinkMemory)]
pub struct ThinkInterval {
    /// It thinks in one of so many ticks.
    pub ticks: u8,
}

impl Default for ThinkInterval {
    fn default() -> Self {
        Self { ticks: 1 }
    }
}

/// What an agent that does not think in every tick has decided. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct ThinkMemory {
    /// The velocity to be reached when it thinks next, in steering coordinates.
    pub velocity: Vec2,
    /// How much it presses on when others push it back, 0 to 1.
    pub presses_on: f32,
    /// Whether any behaviour had an opinion; without one it coasts.
    pub has_opinion: bool,
}

impl ThinkInterval {
    /// How many ticks there are until it thinks next; all of them when it thinks in this one.
    fn ticks_left(self, tick: SteeringTick, id: Option<&AgentId>) -> u8 {
        let ticks = self.ticks.max(1);
        let turn = tick.0.wrapping_add(id.map_or(0, |id| id.0));
        ticks - (turn % u64::from(ticks)) as u8
    }
}

/// Leaves out of this tick's thinking whose turn it is not.
pub(crate) fn space_out_thinking(
    // Inputs
    tick: Res<SteeringTick>,
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(Entity, &ThinkInterval, Option<&AgentId>, &mut AgentState)>,
) {
    for_each_agent(&mut agents, |(entity, interval, id, mut state)| {
        if interval.ticks == 0 {
            let check = warnings.of(entity, "ThinkInterval");
            check.unusable("ticks", "is 0; 1 is used instead");
        }
        let ticks = interval.ticks.max(1);
        let is_its_turn = interval.ticks_left(*tick, id) == ticks;
        state
            .bypass_change_detection()
            .think_every(ticks, is_its_turn);
    });
}

/// Remembers what was decided in this tick, and goes on with what was decided before.
pub(crate) fn keep_decisions(
    // Inputs
    time: Res<Time>,
    tick: Res<SteeringTick>,
    space: Res<MovementSpace>,
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        &ThinkInterval,
        Option<&AgentId>,
        &AgentState,
        &mut ThinkMemory,
        &mut Steering,
        &mut Motion,
    )>,
) {
    let (length, space) = (time.delta_secs(), *space);
    for_each_agent(
        &mut agents,
        |(entity, interval, id, state, mut memory, mut steering, mut motion)| {
            let (velocity, most) = (state.velocity(), state.max_speed);
            let after =
                |force: Vec2, time: f32| accelerate(velocity, force / state.mass(), most, time);
            if state.is_thinking() {
                let force = space.to_plane(steering.force);
                *memory = ThinkMemory {
                    velocity: after(force, state.think_time(length)),
                    presses_on: motion.presses_on,
                    has_opinion: steering.has_opinion,
                };
                if state.think_time(length) > length {
                    steering.desired_velocity = space.to_world(after(force, length));
                }
            }
            if !state.is_going_on() {
                return;
            }
            let check = warnings.of(entity, "ThinkMemory");
            if !memory.velocity.is_finite() {
                check.unusable("velocity", "is not finite; it is forgotten");
                *memory = ThinkMemory::default();
            }
            let mut force = Vec2::ZERO;
            if memory.has_opinion {
                let ticks_left = interval.ticks_left(*tick, id);
                let ability = Ability {
                    tick: length * f32::from(ticks_left),
                    ..state.ability(length)
                };
                let needed = ability.force_to_velocity_now(velocity, memory.velocity);
                force = truncate(needed, ability.max_force);
            }
            motion.presses_on = check.part("presses_on", memory.presses_on, 0.0);
            *steering = Steering {
                force: space.to_world(force),
                desired_velocity: space.to_world(after(force, length)),
                has_opinion: memory.has_opinion,
            };
        },
    );
}
