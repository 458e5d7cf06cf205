//! Every public component and setting reflects, and survives being written and read.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::reflect::{ReflectComponent, ReflectResource};
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::behaviors::{PassingSide, WallMemory, WanderAngle, WhiskerMemory};
use bevy_horde::obstacle::{ObstacleIndex, ObstacleState};
use bevy_horde::perception::{LastSeen, SeenTarget};
use bevy_horde::prelude::*;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use bevy_horde::think_interval::ThinkMemory;
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
            ThinkInterval,
            ThinkMemory,
            Perception,
            Seek,
            Flee,
            Arrive,
            Pursue,
            Evade,
            Wander,
            WanderAngle,
            Separation,
            Alignment,
            Cohesion,
            Flock,
            AvoidAgents,
            AvoidObstacles,
            PassingSide,
            Whiskers,
            WhiskerMemory,
            FollowWall,
            WallMemory,
            Contain,
            LineOfSight,
            LastSeen,
            AgentState,
            Obstacle,
            ObstacleState
        );
    };
}

#[test]
fn every_component_is_registered_as_one() {
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
fn every_setting_and_part_is_registered() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for resource in [
        TypeId::of::<MovementSpace>(),
        TypeId::of::<SteeringSeed>(),
        TypeId::of::<SteeringTick>(),
        TypeId::of::<NextAgentId>(),
    ] {
        let registration = registry.get(resource).expect("registered");
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
        TypeId::of::<HiddenTarget>(),
    ] {
        assert!(registry.get(part).is_some());
    }
}

#[test]
fn a_component_that_is_edited_by_reflection_counts() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), Seek::new(Vec2::new(9.0, 0.0))))
        .id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let reflect = registry
        .get_type_data::<ReflectComponent>(TypeId::of::<Seek>())
        .expect("registered");
    let mut entity = app.world_mut().entity_mut(agent);
    let mut seek = reflect.reflect_mut(&mut entity).expect("there");
    *seek
        .reflect_path_mut("weight")
        .map(|weight| weight.try_downcast_mut::<f32>().expect("a number"))
        .expect("there") = 0.5;
    app.update();
    assert_near(force(&app, agent).x, 7.5, 1e-4);
}

#[test]
fn entities_are_mapped_by_the_engine_s_hooks() {
    let mut world = World::new();
    let (before, after) = (world.spawn_empty().id(), world.spawn_empty().id());
    let mut mapper = (before, after);
    macro_rules! check {
        ($($behavior:expr),*) => {
            $(
                let mut mapped = $behavior(before);
                Component::map_entities(&mut mapped, &mut mapper);
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
    check!(
        Seek::entity,
        Arrive::entity,
        Pursue::new,
        Flee::entity,
        Evade::new,
        seen,
        visiting
    );
    let mut place = Seek::new(Vec2::ONE);
    Component::map_entities(&mut place, &mut mapper);
    assert_eq!(place, Seek::new(Vec2::ONE));
}

#[test]
fn what_a_saved_game_needs_of_the_engine_is_registered() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for component in [TypeId::of::<Transform>(), TypeId::of::<Disabled>()] {
        let registration = registry.get(component).expect("registered");
        assert!(registration.data::<ReflectComponent>().is_some());
    }
}

/// One shape of every kind.
fn every_shape() -> [ObstacleShape; 7] {
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
fn a_corner_that_is_edited_by_reflection_counts() {
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
    let mut edited = entity.get_mut::<Obstacle>().expect("there");
    *edited
        .reflect_path_mut("shape.points[2]")
        .expect("there")
        .try_downcast_mut::<Vec2>()
        .expect("a point") = Vec2::new(6.0, 7.0);
    app.update();
    assert_eq!(right_end(&app), Vec2::new(6.0, 7.0));
}

#[cfg(feature = "serialize")]
mod serialized {
    use super::*;
    use serde::{Serialize, de::DeserializeOwned};

    #[track_caller]
    fn survives<T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug>(value: T) {
        let text = ron::to_string(&value).expect("writable");
        let read: T = ron::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, value, "{text}");
    }

    #[test]
    fn everything_survives_a_round_trip() {
        let entity = Entity::PLACEHOLDER;
        survives(
            SteeringAgent::new(3.0, 4.0)
                .with_mass(2.0)
                .with_max_turn_rate(1.5)
                .with_combine(Combine::WeightedSum)
                .without_solidity(),
        );
        survives(SteeringAgent::default());
        survives(AgentId(7));
        survives(Velocity(Vec3::new(1.0, 2.0, 3.0)));
        survives(Heading(Vec3::X));
        survives(Facing {
            rotate: false,
            smoothing_time: 0.3,
            max_turn_rate: 2.0,
        });
        survives(Facing::default());
        survives(Steering::default());
        survives(AgentState::default());
        let mut goal = SteeringGoal::default();
        let there = Goal::new(&AgentState::default(), 0.1, Vec2::ONE, Vec2::X);
        goal.set_for_agent(there.with_weight(2.0), entity);
        survives(goal);
        survives(ObstacleState::default());
        survives(SteeringDisabled);
        survives(ExternalLocomotion);
        survives(ThinkInterval { ticks: 7 });
        survives(ThinkMemory {
            velocity: Vec2::new(1.0, -2.0),
            presses_on: 0.5,
            has_opinion: true,
        });
        survives(Perception {
            max_neighbors: 3,
            memberships: 5,
            perceives: 9,
        });
        survives(Seek::entity(entity));
        survives(Flee::new(Vec3::ONE).within(3.0));
        survives(Flee::default());
        survives(Arrive::new(Vec2::ONE));
        survives(Pursue::new(entity));
        survives(Evade::new(entity).within(2.0));
        survives(Wander {
            rate: 1.0,
            spread: 0.5,
            weight: 2.0,
        });
        survives(WanderAngle(0.7));
        survives(PositionRemainder(Vec2::new(1e-5, -2e-5)));
        survives(Separation::default());
        survives(Alignment::default());
        survives(Cohesion::default());
        survives(Flock {
            flockmates: 6,
            ..default()
        });
        survives(AvoidAgents {
            model: AvoidanceModel::ClosestApproach,
            priority: -3,
            avoid_target: true,
            ..default()
        });
        survives(AvoidObstacles {
            margin: Length::World(3.0),
            ..default()
        });
        survives(PassingSide {
            is_passing: true,
            left: true,
            goal_bearing: Vec2::X,
        });
        survives(Whiskers::new(5));
        survives(WhiskerMemory {
            winner: Some(2),
            time_left: 0.2,
            ..default()
        });
        survives(FollowWall {
            side: WallSide::Left,
            ..default()
        });
        survives(WallMemory {
            is_following: true,
            wall_on_left: true,
        });
        survives(Contain::circle(Vec2::ONE, 3.0));
        survives(Contain::polygon([Vec2::ZERO, Vec2::X, Vec2::Y]));
        survives(LineOfSight {
            neighbors: false,
            hidden_target: HiddenTarget::GiveUp,
        });
        survives(LastSeen {
            targets: vec![SeenTarget::of::<Seek>(Entity::PLACEHOLDER, Vec2::ONE)],
        });
        survives(Obstacle::circle(3.0).passable().transparent());
        for shape in every_shape() {
            survives(Obstacle::new(shape));
        }
        survives(MovementSpace::Xz);
        survives(SteeringSeed(4));
        survives(SteeringTick(5));
        survives(NextAgentId(6));
        survives(Tier::Society);
        survives(Target::PlanePoint(Vec2::ONE));
        survives(View::narrow(Length::Radii(2.0)));
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let seek: Seek = ron::from_str("(weight: 3.0)").expect("readable");
        assert_eq!(
            seek,
            Seek {
                weight: 3.0,
                ..default()
            }
        );
        let agent: SteeringAgent = ron::from_str("(max_speed: 9.0)").expect("readable");
        assert_eq!(
            agent,
            SteeringAgent {
                max_speed: 9.0,
                ..default()
            }
        );
        let flock: Flock = ron::from_str("(cohesion: (weight: 4.0))").expect("readable");
        let cohesion = Cohesion {
            weight: 4.0,
            ..default()
        };
        assert_eq!(
            flock,
            Flock {
                cohesion,
                ..default()
            }
        );
    }

    #[track_caller]
    fn rejects<T: DeserializeOwned + core::fmt::Debug>() {
        let error = ron::from_str::<T>("(wieght: 3.0)").expect_err("a field that does not exist");
        assert!(error.to_string().contains("wieght"), "{error}");
    }

    #[test]
    fn a_misspelt_field_is_an_error_that_names_it() {
        rejects::<SteeringAgent>();
        rejects::<Facing>();
        rejects::<Perception>();
        rejects::<Seek>();
        rejects::<Flee>();
        rejects::<Arrive>();
        rejects::<Pursue>();
        rejects::<Evade>();
        rejects::<Wander>();
        rejects::<Separation>();
        rejects::<Alignment>();
        rejects::<Cohesion>();
        rejects::<Flock>();
        rejects::<AvoidAgents>();
        rejects::<AvoidObstacles>();
        rejects::<Whiskers>();
        rejects::<View>();
        rejects::<Obstacle>();
        rejects::<PassingSide>();
        rejects::<WhiskerMemory>();
        rejects::<FollowWall>();
        rejects::<WallMemory>();
        rejects::<Contain>();
        rejects::<LineOfSight>();
        rejects::<LastSeen>();
    }
}
