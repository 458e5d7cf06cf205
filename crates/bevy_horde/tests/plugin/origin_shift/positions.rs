//! Every field that may hold a position is known to the shift.

use crate::harness::*;
use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::enums::VariantInfo;
use bevy::reflect::{NamedField, TypeInfo, TypeRegistry, UnnamedField};
use core::any::TypeId;

/// The fields that a shift moves.
const SHIFTED: &[&str] = &[
    "AgentState.0",
    "Arrive.target",
    "Contain.region",
    "DetourState.corner",
    "DetourState.goal",
    "DetourState.nearest_place",
    "DetourState.unreachable_goal",
    "Evade.threat",
    "Flee.threat",
    "FlowField.area",
    "FlowField.goals",
    "FlowField.slow_areas",
    "FlowFieldState.used_offset",
    "FlowFieldState.wanted_offset",
    "FollowLeader.target",
    "FormationSlot.progress",
    "FormationState.leader_position",
    "FormationState.position",
    "FormationState.trail",
    "Gather.target",
    "HeldDecision.heads_for",
    "Hide.threats",
    "HideState.place",
    "Interpose.other",
    "Interpose.target",
    "JourneyState.goal",
    "JourneyState.progress",
    "LastSeen.targets",
    "LookAt.place",
    "LookAt.target",
    "ObstacleState.known",
    "OffsetPursue.target",
    "Path.points",
    "PathProgress.position",
    "Pursue.target",
    "Queue.doorway",
    "QueueState.doorway",
    "Seek.target",
    "Settled.goal",
    "Settled.spot",
    "Steering.heads_for",
    "SteeringGoal.goal",
    "YieldState.position",
];

/// The fields with vectors that stay: velocities, forces, directions, offsets, shapes, what is in
/// the coordinates of a field, and what is empty between two ticks.
const KEPT: &[&str] = &[
    "BehaviorForces.goal",
    "BehaviorForces.heads_for",
    "BehaviorForces.place",
    "BehaviorForces.tiers",
    "DetourState.exit",
    "DetourState.goal_bearing",
    "FlowFieldState.settings",
    "FlowFieldState.used",
    "FlowFieldState.wanted",
    "Formation.facing",
    "Formation.shape",
    "FormationState.clearance",
    "FormationState.column",
    "FormationState.facing",
    "FormationState.heading",
    "FormationState.leader_velocity",
    "FormationState.offset",
    "FormationState.pattern",
    "FormationState.slots",
    "FormationState.velocity",
    "Heading.0",
    "HeldDecision.velocity",
    "Impulse.velocity",
    "Obstacle.shape",
    "ObstacleState.velocity",
    "OffsetPursue.offset",
    "PositionRemainder.0",
    "Steering.desired_velocity",
    "Steering.force",
    "SteeringContributions.tiers",
    "Velocity.0",
    "YieldState.along",
    "YieldState.aside",
];

/// Whether a value of this type may hold a vector.
fn may_hold_a_vector(registry: &TypeRegistry, of: TypeId) -> bool {
    if [
        TypeId::of::<Vec2>(),
        TypeId::of::<Vec3>(),
        TypeId::of::<Rect>(),
    ]
    .contains(&of)
    {
        return true;
    }
    let any = |types: Vec<TypeId>| types.into_iter().any(|it| may_hold_a_vector(registry, it));
    match registry.get_type_info(of) {
        Some(TypeInfo::Struct(info)) => any(info.iter().map(NamedField::type_id).collect()),
        Some(TypeInfo::TupleStruct(info)) => any(info.iter().map(UnnamedField::type_id).collect()),
        Some(TypeInfo::Tuple(info)) => any(info.iter().map(UnnamedField::type_id).collect()),
        Some(TypeInfo::List(info)) => any(vec![info.item_ty().id()]),
        Some(TypeInfo::Array(info)) => any(vec![info.item_ty().id()]),
        Some(TypeInfo::Enum(info)) => info.iter().any(|variant| match variant {
            VariantInfo::Struct(info) => any(info.iter().map(NamedField::type_id).collect()),
            VariantInfo::Tuple(info) => any(info.iter().map(UnnamedField::type_id).collect()),
            VariantInfo::Unit(_) => false,
        }),
        _ => false,
    }
}

#[test]
fn every_vector_in_a_component_is_known_to_the_shift() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut found = Vec::new();
    for registration in registry.iter() {
        let table = registration.type_info().type_path_table();
        let is_component = registration.data::<ReflectComponent>().is_some();
        if !table.path().starts_with("bevy_horde::") || !is_component {
            continue;
        }
        let fields: Vec<(String, TypeId)> = match registration.type_info() {
            TypeInfo::Struct(info) => (info.iter())
                .map(|field| (field.name().to_owned(), field.type_id()))
                .collect(),
            TypeInfo::TupleStruct(info) => (info.iter())
                .map(|field| (field.index().to_string(), field.type_id()))
                .collect(),
            _ => Vec::new(),
        };
        for (field, of) in fields {
            if may_hold_a_vector(&registry, of) {
                found.push(format!("{}.{field}", table.short_path()));
            }
        }
    }
    found.sort();
    let mut known: Vec<&str> = SHIFTED.iter().chain(KEPT).copied().collect();
    known.sort_unstable();
    assert_eq!(found, known, "shift new positions, and list each vector");
}
