//! Every public component and setting is registered, and reflection edits it.

use crate::harness::*;
use bevy::ecs::entity::MapEntities;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::reflect::{ReflectComponent, ReflectResource};
use bevy::prelude::*;
use bevy::reflect::enums::VariantInfo;
use bevy::reflect::{NamedField, TypeInfo, TypeRegistry, UnnamedField};
use bevy_horde::agent::PositionRemainder;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::behaviors::{
    ChosenTarget, DetourState, FollowWallState, FormationSlot, FormationState, HideState,
    JourneyState, QueueState, WanderAngle, WhiskerState, YieldState,
};
use bevy_horde::obstacle::{ObstacleIndex, ObstacleState};
use bevy_horde::perception::{LastSeen, SeenTarget};
use bevy_horde::prelude::*;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use bevy_horde::update_interval::HeldDecision;
use core::any::TypeId;

macro_rules! for_every_component {
    ($visit:ident) => {
        $visit!(
            SteeringAgent,
            AgentId,
            Velocity,
            PositionRemainder,
            Heading,
            Facing,
            Steering,
            SteeringContributions,
            SteeringGoal,
            SteeringDisabled,
            ExternalLocomotion,
            UpdateInterval,
            SpeedFactor,
            Impulse,
            LookAt,
            HeldDecision,
            Perception,
            Seek,
            Flee,
            Arrive,
            Gather,
            Settled,
            Pursue,
            Evade,
            Wander,
            WanderAngle,
            Separation,
            Alignment,
            Cohesion,
            Flock,
            AvoidAgents,
            YieldState,
            AvoidObstacles,
            DetourState,
            Whiskers,
            WhiskerState,
            OffsetPursue,
            FollowLeader,
            Formation,
            FormationState,
            InFormation,
            FormationMembers,
            FormationSlot,
            Interpose,
            Hide,
            HideState,
            Queue,
            QueueState,
            FollowField,
            FlowField,
            FlowFieldState,
            Journey,
            JourneyState,
            Path,
            FollowPath,
            PathProgress,
            FollowWall,
            FollowWallState,
            Contain,
            LineOfSight,
            LastSeen,
            ChosenTargets,
            AgentState,
            Obstacle,
            ObstacleState
        );
    };
}

#[test]
fn every_component_is_registered_as_a_component() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    macro_rules! check {
        ($($component:ty),*) => {
            $(
                let name = stringify!($component);
                let registration = registry
                    .get(TypeId::of::<$component>())
                    .unwrap_or_else(|| panic!("{name} is not registered"));
                assert!(registration.data::<ReflectComponent>().is_some(), "{name}");
                if name != "Obstacle" {
                    assert!(registration.data::<ReflectDefault>().is_some(), "{name}");
                }
            )*
        };
    }
    for_every_component!(check);
}

#[test]
fn every_resource_and_field_type_is_registered() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for resource in [
        TypeId::of::<MovementSpace>(),
        TypeId::of::<SteeringSeed>(),
        TypeId::of::<PushOut>(),
        TypeId::of::<SteeringTick>(),
        TypeId::of::<NextAgentId>(),
    ] {
        let registration = registry.get(resource).expect("the type is registered");
        assert!(registration.data::<ReflectResource>().is_some());
    }
    for part in [
        TypeId::of::<Combine>(),
        TypeId::of::<Tier>(),
        TypeId::of::<Goal>(),
        TypeId::of::<View>(),
        TypeId::of::<Length>(),
        TypeId::of::<Target>(),
        TypeId::of::<ObstacleShape>(),
        TypeId::of::<Region>(),
        TypeId::of::<WallSide>(),
        TypeId::of::<FormationShape>(),
        TypeId::of::<HiddenTarget>(),
        TypeId::of::<ChosenTarget>(),
    ] {
        assert!(registry.get(part).is_some());
    }
}

#[test]
fn an_edit_of_a_component_by_reflection_acts() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), Seek::new(Vec2::new(9.0, 0.0))))
        .id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let reflect = registry
        .get_type_data::<ReflectComponent>(TypeId::of::<Seek>())
        .expect("the type is registered");
    let mut entity = app.world_mut().entity_mut(agent);
    let mut seek = reflect
        .reflect_mut(&mut entity)
        .expect("the component or field exists");
    *seek
        .reflect_path_mut("weight")
        .map(|weight| {
            weight
                .try_downcast_mut::<f32>()
                .expect("the field is a number")
        })
        .expect("the component or field exists") = 0.5;
    app.update();
    assert_near(force(&app, agent).x, 7.5, 1e-4);
}

#[test]
fn the_hooks_of_the_engine_map_entities() {
    let mut world = World::new();
    let (before, after) = (world.spawn_empty().id(), world.spawn_empty().id());
    let mut mapper = (before, after);
    macro_rules! check {
        ($($behavior:expr),*) => {
            $(
                let mut mapped = $behavior(before);
                Component::map_entities(&mut mapped, &mut mapper);
                assert_eq!(mapped, $behavior(after));
                let mut mapped = $behavior(before);
                MapEntities::map_entities(&mut mapped, &mut mapper);
                assert_eq!(mapped, $behavior(after));
            )*
        };
    }
    let seen = |entity| {
        let position = Vec2::ONE;
        LastSeen {
            targets: vec![
                SeenTarget::of::<Evade>(entity, position),
                SeenTarget::of::<Seek>(entity, position),
            ],
        }
    };
    let visiting = |entity| {
        let mut goal = SteeringGoal::default();
        goal.set_for_agent(Goal::seek(&AgentState::default(), 0.1, Vec2::ONE), entity);
        goal
    };
    let chosen = |entity| ChosenTargets {
        targets: vec![ChosenTarget::of::<Seek>(entity)],
    };
    let passing = |entity| DetourState {
        obstacle: Some(entity),
        ..default()
    };
    let waiting = |entity: Entity| QueueState {
        doorway: Some(entity.into()),
        ..default()
    };
    let patrol = |entity| FollowPath {
        path: Some(entity),
        ..default()
    };
    check!(
        Seek::entity,
        Arrive::entity,
        Gather::new,
        Pursue::new,
        Flee::entity,
        Evade::new,
        |entity| OffsetPursue::new(entity, Vec2::ONE),
        FollowLeader::new,
        |entity| Interpose::new(Vec2::ONE, entity),
        |entity| Interpose::new(entity, Vec2::ONE),
        |entity: Entity| Hide::from_all([Vec2::ONE.into(), entity.into()]),
        |entity: Entity| LookAt::new(entity),
        |entity: Entity| Queue::at(entity),
        waiting,
        FollowField::new,
        |entity: Entity| FlowField::default().to(Vec2::ONE).to(entity),
        patrol,
        InFormation,
        passing,
        seen,
        chosen,
        visiting
    );
    let leader = world.spawn_empty().id();
    world.entity_mut(before).insert(InFormation(leader));
    let members = world.entity_mut(leader).take::<FormationMembers>();
    let mut members = members.expect("the leader has a member");
    Component::map_entities(&mut members, &mut mapper);
    assert_eq!(members.iter().collect::<Vec<_>>(), [after]);
    MapEntities::map_entities(&mut members, &mut (after, before));
    assert_eq!(members.iter().collect::<Vec<_>>(), [before]);
    let mut place = Seek::new(Vec2::ONE);
    Component::map_entities(&mut place, &mut mapper);
    assert_eq!(place, Seek::new(Vec2::ONE));
}

/// Whether a value of this type may hold an entity, as far as reflection knows.
fn may_hold_an_entity(registry: &TypeRegistry, of: TypeId) -> bool {
    if of == TypeId::of::<Entity>() {
        return true;
    }
    let any = |types: Vec<TypeId>| types.into_iter().any(|it| may_hold_an_entity(registry, it));
    match registry.get_type_info(of) {
        Some(TypeInfo::Struct(info)) => any(info.iter().map(NamedField::type_id).collect()),
        Some(TypeInfo::TupleStruct(info)) => any(info.iter().map(UnnamedField::type_id).collect()),
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
fn the_components_with_entities_are_those_of_which_the_mapping_is_tested() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut with_entities = Vec::new();
    macro_rules! check {
        ($($component:ty),*) => {
            $(
                // The goals of a `FlowFieldState` are places.
                let is_of_places = stringify!($component) == "FlowFieldState";
                if !is_of_places && may_hold_an_entity(&registry, TypeId::of::<$component>()) {
                    with_entities.push(stringify!($component));
                }
            )*
        };
    }
    for_every_component!(check);
    with_entities.sort_unstable();
    let tested = [
        "Arrive",
        "ChosenTargets",
        "DetourState",
        "Evade",
        "Flee",
        "FlowField",
        "FollowField",
        "FollowLeader",
        "FollowPath",
        "FormationMembers",
        "Gather",
        "Hide",
        "InFormation",
        "Interpose",
        "LastSeen",
        "LookAt",
        "OffsetPursue",
        "Pursue",
        "Queue",
        "QueueState",
        "Seek",
        "SteeringGoal",
    ];
    assert_eq!(with_entities, tested);
}

#[test]
fn the_components_of_the_engine_that_a_saved_game_needs_are_registered() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for component in [TypeId::of::<Transform>(), TypeId::of::<Disabled>()] {
        let registration = registry.get(component).expect("the type is registered");
        assert!(registration.data::<ReflectComponent>().is_some());
    }
}

/// One shape of every kind.
pub fn every_shape() -> [ObstacleShape; 7] {
    let points = vec![Vec2::ZERO, Vec2::new(3.0, 0.5), Vec2::new(1.0, 4.0)];
    [
        ObstacleShape::Circle { radius: 2.5 },
        ObstacleShape::Segment {
            start: Vec2::NEG_ONE,
            end: Vec2::new(2.0, 0.1),
        },
        ObstacleShape::Polyline {
            points: points.clone(),
            closed: false,
        },
        ObstacleShape::Polyline {
            points: points.clone(),
            closed: true,
        },
        ObstacleShape::Rectangle {
            half_size: Vec2::new(1.0, 3.0),
        },
        ObstacleShape::Polygon { points },
        ObstacleShape::Capsule {
            start: Vec2::ZERO,
            end: Vec2::Y,
            radius: 0.5,
        },
    ]
}

#[test]
fn every_shape_survives_reflection() {
    for shape in every_shape() {
        let obstacle = Obstacle::new(shape).transparent();
        let dynamic = obstacle.to_dynamic();
        assert_eq!(Obstacle::from_reflect(&*dynamic), Some(obstacle));
    }
}

#[test]
fn an_edit_of_a_corner_by_reflection_acts() {
    let mut app = app();
    let points = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 1.0)];
    let obstacle = app.world_mut().spawn(Obstacle::polygon(points)).id();
    app.update();
    let right_end = |app: &App| {
        let index = app.world().resource::<ObstacleIndex>();
        index.obstacles()[0].shape.bounds().max
    };
    assert_eq!(right_end(&app), Vec2::new(4.0, 1.0));
    let mut entity = app.world_mut().entity_mut(obstacle);
    let mut edited = entity
        .get_mut::<Obstacle>()
        .expect("the component or field exists");
    *edited
        .reflect_path_mut("shape.points[2]")
        .expect("the component or field exists")
        .try_downcast_mut::<Vec2>()
        .expect("the field is a point") = Vec2::new(6.0, 7.0);
    app.update();
    assert_eq!(right_end(&app), Vec2::new(6.0, 7.0));
}
