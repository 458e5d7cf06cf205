//! Formations march: their frames move, and members get slots.

use super::assign::reassign;
use super::frame::{Change, Marching, STANDS};
use super::state::{FormationSlot, FormationState};
use super::{Formation, FormationMembers, FormationShape, InFormation};
use crate::arbitration::BehaviorForces;
use crate::length::Length;
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::settled::Settled;
use crate::space::MovementSpace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::prelude::*;
use horde_kernel::formation::marching::Lag;
use horde_kernel::formation::slots::{Extent, files_of_box, ranks, ring, wedge};
use horde_kernel::math::vector::direction;

/// A member that lags and does not move for this long is stuck, seconds.
const STUCK: f32 = 4.0;

/// Moves the frames of all formations, and assigns slots.
pub(crate) fn march(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    // Output
    mut leaders: Query<(
        Entity,
        &Formation,
        &AgentState,
        &BehaviorForces,
        Option<&Settled>,
        Option<&FormationMembers>,
        &mut FormationState,
    )>,
    mut members: Query<(&AgentState, &mut FormationSlot), With<InFormation>>,
) {
    for (entity, formation, leader, forces, settled, entities, mut state) in &mut leaders {
        let own = gather(entities, &mut members);
        // The goal of the leader tells where the formation faces at first.
        let waits = !state.is_marching && leader.is_holding();
        if leader.slot().is_none() || own.is_empty() || waits {
            state.set_if_neq(FormationState::default());
            continue;
        }
        let check = warnings.of(entity, "Formation");
        let radius = (own.iter()).fold(0.0, |radius: f32, member| radius.max(member.radius));
        let spacing = formation.resolve_spacing(radius, check);
        let speeds = own.iter().map(|member| member.speed);
        let counted = own.iter().filter(|member| member.stuck_for < STUCK);
        let leader_size = formation.leader_size(leader, radius);
        let slots = |sizes: &[f32]| {
            let slots = formation.slots(leader_size, sizes, spacing, check);
            let slots = slots.into_iter().map(|slot| space.turned_left(slot));
            slots.collect::<Vec<_>>()
        };
        let pattern = slots(&vec![1.0; own.len()]);
        let sizes = formation.sizes(&own, radius);
        let slots = slots(&sizes);
        let marching = Marching {
            leader,
            sets_out: forces
                .goal
                .map_or(Vec2::ZERO, |goal| goal.preferred_velocity),
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
            leader_size,
            sizes,
            facing: formation.resolve_facing(check),
        };
        let change = marching.advance(pattern, slots, &mut state);
        // A leader that has stood for a while stands, whatever it prefers.
        let leader_goes_on =
            leader.is_moving() && !state.leader_rests && state.stood_for < STANDS.1;
        state.is_under_way = state.is_moving || leader_goes_on || change == Change::Anew;
        if let Some(assigned) = reassign(&own, change, &mut state, &marching) {
            for (member, slot) in own.iter().zip(assigned) {
                if member.slot != Some(slot)
                    && let Ok((_, mut known)) = members.get_mut(member.entity)
                {
                    known.slot = Some(slot);
                }
            }
        }
    }
}

/// A moving member of a formation.
pub(super) struct MarchingMember {
    entity: Entity,
    /// The slot of the agent, its number in the order of the ids.
    agent_slot: usize,
    pub(super) position: Vec2,
    radius: f32,
    speed: f32,
    pub(super) slot: Option<u32>,
    pub(super) lag: f32,
    stuck_for: f32,
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
                stuck_for: known.progress.stuck_for,
            }),
            None => {
                known.set_if_neq(FormationSlot::default());
            }
        }
    }
    own.sort_unstable_by_key(|member| member.agent_slot);
    own
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

    /// The part of the spacing that the leader takes; `None` for one without a body. `radius` is
    /// that of the largest member.
    fn leader_size(&self, leader: &AgentState, radius: f32) -> Option<f32> {
        let counts = leader.solid && radius > 0.0 && matches!(self.spacing, Length::Radii(_));
        counts.then(|| (leader.body_radius / radius).max(1.0))
    }

    /// The part of the spacing that the member at each slot takes. `radius` is that of the largest
    /// member.
    fn sizes(&self, own: &[MarchingMember], radius: f32) -> Vec<f32> {
        let mut sizes = vec![1.0; own.len()];
        if matches!(self.spacing, Length::World(_)) {
            return sizes;
        }
        for member in own.iter().filter(|member| member.radius < radius) {
            let slot = member.slot.and_then(|slot| sizes.get_mut(slot as usize));
            if let Some(size) = slot {
                *size = member.radius / radius;
            }
        }
        sizes
    }

    /// The slots: `x` ahead, `y` to the left.
    fn slots(
        &self,
        leader: Option<f32>,
        sizes: &[f32],
        spacing: f32,
        check: FieldCheck<'_>,
    ) -> Vec<Vec2> {
        let count = sizes.len();
        match &self.shape {
            FormationShape::Line => ranks(leader, sizes, count, spacing),
            FormationShape::Ranks { ranks: deep } => ranks(
                leader,
                sizes,
                count.div_ceil((*deep).max(1) as usize),
                spacing,
            ),
            FormationShape::Column { files } | FormationShape::Block { files } => {
                ranks(leader, sizes, *files as usize, spacing)
            }
            FormationShape::Wedge => wedge(leader, sizes, spacing),
            FormationShape::Box => ranks(leader, sizes, files_of_box(count), spacing),
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
                let leader = leader.filter(|_| slots.is_empty());
                let behind = ranks(leader, &sizes[slots.len()..], 1, spacing);
                slots.extend(behind.iter().map(|slot| Vec2::new(slot.x + back, slot.y)));
                slots
            }
        }
    }
}
