//! Formations march: their frames move, and members get slots.

use super::frame::{Change, Marching};
use super::state::{FormationSlot, FormationState};
use super::{Formation, FormationMembers, FormationShape, InFormation};
use crate::math::assignment::{assign, total_way};
use crate::math::formation::{Extent, files_of_box, ranks, ring, wedge};
use crate::math::marching::Lag;
use crate::math::vector::direction;
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::settled::Settled;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::prelude::*;

/// A member that lags and does not move for this long is stuck, seconds.
const STUCK: f32 = 4.0;
/// The time between two checks of the assignment, seconds.
const LOOK_OVER: f32 = 0.5;
/// Another assignment replaces the present one if it is shorter than this part of it.
const CLEARLY_SHORTER: f32 = 0.9;
/// The softness of the assignment, see [`assign`], spacings: many short ways beat one long way.
const SOFTNESS: f32 = 0.05;

/// Moves the frames of all formations, and assigns slots.
pub(in super::super) fn march(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    // Output
    mut leaders: Query<(
        Entity,
        &Formation,
        &AgentState,
        Option<&Settled>,
        Option<&FormationMembers>,
        &mut FormationState,
    )>,
    mut members: Query<(&AgentState, &mut FormationSlot), With<InFormation>>,
) {
    for (entity, formation, leader, settled, entities, mut state) in &mut leaders {
        let own = gather(entities, &mut members);
        if leader.slot().is_none() || own.is_empty() {
            state.set_if_neq(FormationState::default());
            continue;
        }
        let check = warnings.of(entity, "Formation");
        let radius = (own.iter()).fold(0.0, |radius: f32, member| radius.max(member.radius));
        let spacing = formation.resolve_spacing(radius, check);
        let speeds = own.iter().map(|member| member.speed);
        let counted = own.iter().filter(|member| member.anchored_for < STUCK);
        let slots = formation.slots(own.len(), spacing, check);
        let marching = Marching {
            leader,
            is_settled: settled.is_some_and(|settled| settled.is_settled),
            obstacles: &obstacles,
            bodies: own
                .iter()
                .map(|member| member.entity)
                .chain([entity])
                .collect(),
            tick: time.delta_secs(),
            spacing,
            radius,
            slowest: speeds.fold(leader.max_speed, f32::min),
            lag: Lag::of(counted.map(|member| member.lag)),
            files: match formation.shape {
                FormationShape::Column { files } => files.max(1) as usize,
                _ => 0,
            },
            extent: Extent::of(&slots),
            facing: formation.resolve_facing(check),
        };
        let change = marching.advance(slots, &mut state);
        if let Some(assigned) = reassign(&own, change, &mut state, &marching) {
            for (member, slot) in own.iter().zip(assigned) {
                if let Ok((_, mut known)) = members.get_mut(member.entity) {
                    known.slot = Some(slot);
                }
            }
        }
    }
}

/// A moving member of a formation.
struct MarchingMember {
    entity: Entity,
    /// The slot of the agent, its number in the order of the ids.
    agent_slot: usize,
    position: Vec2,
    radius: f32,
    speed: f32,
    slot: Option<u32>,
    lag: f32,
    anchored_for: f32,
}

/// The members that move, in the order of their ids. All others lose their slots.
fn gather(
    entities: Option<&FormationMembers>,
    members: &mut Query<(&AgentState, &mut FormationSlot), With<InFormation>>,
) -> Vec<MarchingMember> {
    let mut own = Vec::new();
    for entity in entities.into_iter().flat_map(FormationMembers::iter) {
        let Ok((state, mut known)) = members.get_mut(entity) else {
            continue;
        };
        match state.slot().filter(|_| state.is_moving()) {
            Some(agent_slot) => own.push(MarchingMember {
                entity,
                agent_slot,
                position: state.position,
                radius: state.body_radius,
                speed: state.max_speed,
                slot: known.slot,
                lag: known.lag,
                anchored_for: known.anchored_for,
            }),
            None => {
                known.set_if_neq(FormationSlot::default());
            }
        }
    }
    own.sort_unstable_by_key(|member| member.agent_slot);
    own
}

/// The new slots of the members; `None` if they keep theirs.
fn reassign(
    own: &[MarchingMember],
    change: Change,
    state: &mut FormationState,
    marching: &Marching,
) -> Option<Vec<u32>> {
    let known = known_slots(own);
    let has_gap = own.iter().any(|member| member.lag > marching.spacing);
    state.assigned_for += marching.tick;
    let is_due = state.assigned_for >= LOOK_OVER;
    let is_new = change != Change::None || known.is_none();
    if !(is_new || is_due && has_gap) {
        return None;
    }
    state.assigned_for = 0.0;
    let (positions, places) = positions_and_places(own, state);
    // To close a gap, many members move up by one place: none can walk through the others.
    let closes_gap = change != Change::Anew && known.is_some();
    let softness = if closes_gap { 1.0 } else { SOFTNESS } * marching.spacing;
    let assigned = assign(&positions, &places, softness);
    let Some(known) = known.filter(|_| !is_new) else {
        return Some(assigned);
    };
    let present = total_way(&positions, &places, &known, softness);
    let way = total_way(&positions, &places, &assigned, softness);
    (way < CLEARLY_SHORTER * present).then_some(assigned)
}

/// The positions of members and slots. In a column both are measured along the trail, so that ways
/// go round its corners.
fn positions_and_places(own: &[MarchingMember], state: &FormationState) -> (Vec<Vec2>, Vec<Vec2>) {
    let positions = own.iter().map(|member| member.position);
    if state.is_column() {
        let beside = positions.map(|position| state.beside_trail(position));
        return (beside.collect(), state.column.clone());
    }
    let places = (0..own.len()).filter_map(|slot| state.place(slot));
    (
        positions.collect(),
        places.map(|place| place.position).collect(),
    )
}

/// The slots of the members; `None` unless all differ and are below the number of members.
fn known_slots(own: &[MarchingMember]) -> Option<Vec<u32>> {
    let mut is_taken = vec![false; own.len()];
    let slots = own.iter().map(|member| {
        let slot = member.slot?;
        let is_taken = is_taken.get_mut(slot as usize)?;
        (!core::mem::replace(is_taken, true)).then_some(slot)
    });
    slots.collect()
}

impl Formation {
    /// The checked spacing, world units. `radius` is that of the largest member.
    pub(super) fn resolve_spacing(&self, radius: f32, check: FieldCheck<'_>) -> f32 {
        let usual = Self::default().spacing.resolve(radius);
        check.at_least_zero("spacing", self.spacing.resolve(radius), usual)
    }

    /// The unit vector along which the formation faces when its leader stands; zero if it faces
    /// along the way that it marched.
    fn resolve_facing(&self, check: FieldCheck<'_>) -> Vec2 {
        if !self.facing.is_finite() {
            check.unusable("facing", "is not finite; the formation faces along its way");
        }
        direction(self.facing).unwrap_or(Vec2::ZERO)
    }

    fn slots(&self, count: usize, spacing: f32, check: FieldCheck<'_>) -> Vec<Vec2> {
        match &self.shape {
            FormationShape::Line => ranks(count, count, spacing),
            FormationShape::Column { files } => ranks(count, *files as usize, spacing),
            FormationShape::Wedge => wedge(count, spacing),
            FormationShape::Box => ranks(count, files_of_box(count), spacing),
            FormationShape::Circle => ring(count, spacing),
            FormationShape::Slots(own) => {
                let mut slots: Vec<Vec2> = own.iter().take(count).copied().collect();
                for slot in &mut slots {
                    if !slot.is_finite() {
                        check.unusable("shape", "has a slot that is not finite; it is 0, 0");
                        *slot = Vec2::ZERO;
                    }
                }
                let back = Extent::of(&slots).least.x.min(0.0);
                let behind = ranks(count - slots.len(), 1, spacing);
                slots.extend(behind.iter().map(|slot| Vec2::new(slot.x + back, slot.y)));
                slots
            }
        }
    }
}
