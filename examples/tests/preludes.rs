//! The preludes of bevy_horde, Bevy and avian2d have no name in common: an ambiguous name does not
//! compile.

use avian2d::prelude::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::any::type_name;

macro_rules! names {
    ($($Type:ty),* $(,)?) => {
        [$(type_name::<$Type>()),*]
    };
}

#[test]
fn every_type_of_the_prelude_can_be_named_beside_the_others() {
    let names = names![
        AgentHit,
        AgentId,
        AgentState,
        Alignment,
        Arrive,
        Arrived,
        AvoidAgents,
        AvoidObstacles,
        BackOnPath,
        ChosenTargets,
        Cohesion,
        Combine,
        Contain,
        Evade,
        ExternalLocomotion,
        Facing,
        FilteredSteeringQuery<'_, '_, '_>,
        FieldGoal,
        Flee,
        Flock,
        FlowField,
        FlowFieldState,
        FollowField,
        FollowLeader,
        FollowPath,
        FollowWall,
        Formation,
        FormationMembers,
        FormationShape,
        Goal,
        HasSettled,
        Heading,
        HiddenTarget,
        Hide,
        InFormation,
        Interpose,
        Journey,
        Length,
        LineOfSight,
        LookAt,
        MovementSpace,
        NearestObstacle,
        Obstacle,
        ObstacleHit,
        ObstacleShape,
        OffsetPursue,
        PassingSide,
        Path,
        PathDirection,
        PathProgress,
        Perception,
        Pursue,
        PushOut,
        Queue,
        Region,
        Seek,
        Separation,
        SimdLevel,
        SlowArea,
        SteeredAgent,
        Steering,
        SteeringAgent,
        SteeringContributions,
        BehaviorForces,
        SteeringDisabled,
        SteeringGoal,
        SteeringPlugin,
        SteeringQuery<'_, '_>,
        SteeringSystems,
        Target,
        TargetState,
        Stuck,
        StuckBy,
        Tier,
        Unreachable,
        UpdateInterval,
        Blast,
        ShiftOrigin,
        BodyHit,
        Impulse,
        SpeedFactor,
        Velocity,
        View,
        WallSide,
        Wander,
        WhiskerCast,
        WhiskerHit,
        Whiskers,
    ];
    for name in names {
        let is_ours = ["bevy_horde::", "horde_kernel::"].map(|it| name.starts_with(it));
        assert!(is_ours.contains(&true), "{name}");
    }
    assert!(type_name::<RigidBody>().starts_with("avian2d::"));
    assert!(type_name::<Transform>().starts_with("bevy_"));
}
