//! Every component and setting survives serialization.

use crate::harness::*;
use crate::reflection::every_shape;
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::behaviors::{
    ChosenTarget, DetourState, FollowWallState, FormationSlot, FormationState, HideState,
    JourneyState, Progress, QueueState, TrailPoint, WanderAngle, WhiskerState, YieldState,
};
use bevy_horde::obstacle::ObstacleState;
use bevy_horde::perception::{LastSeen, SeenTarget};
use bevy_horde::prelude::*;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use bevy_horde::update_interval::HeldDecision;
use serde::{Serialize, de::DeserializeOwned};

#[track_caller]
fn assert_survives<T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug>(value: T) {
    let text = ron::to_string(&value).expect("the value serializes");
    let read: T = ron::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, value, "{text}");
}

#[test]
fn every_component_and_setting_survives_a_round_trip() {
    let entity = Entity::PLACEHOLDER;
    assert_survives(
        SteeringAgent::new(3.0, 4.0)
            .with_mass(2.0)
            .with_max_turn_rate(1.5)
            .with_combine(Combine::WeightedSum)
            .non_solid(),
    );
    assert_survives(SteeringAgent::default());
    assert_survives(AgentId(7));
    assert_survives(Velocity(Vec3::new(1.0, 2.0, 3.0)));
    assert_survives(Heading(Vec3::X));
    assert_survives(Facing {
        rotate: false,
        smoothing_time: 0.3,
        max_turn_rate: 2.0,
        slow_speed: 0.2,
    });
    assert_survives(Facing::default());
    assert_survives(Steering::default());
    assert_survives(AgentState::default());
    let mut goal = SteeringGoal::default();
    let there = Goal::new(Vec2::ONE, Vec2::X);
    goal.set_for_agent(there.with_weight(2.0), Entity::PLACEHOLDER);
    assert_survives(goal);
    assert_survives(ObstacleState::default());
    assert_survives(SteeringDisabled);
    assert_survives(ExternalLocomotion);
    assert_survives(UpdateInterval { ticks: 7 });
    assert_survives(SpeedFactor(0.5));
    assert_survives(Impulse::new(Vec3::ONE, 0.25).with_damping(3.0));
    assert_survives(HeldDecision {
        velocity: Vec2::new(1.0, -2.0),
        push_strength: 0.5,
        has_contribution: true,
        heads_for: Some(Vec2::new(3.0, 4.0)),
    });
    assert_survives(Perception {
        max_neighbors: 3,
        memberships: 5,
        filters: 9,
    });
    assert_survives(Seek::entity(entity));
    assert_survives(Flee::new(Vec3::ONE).within(3.0));
    assert_survives(Flee::default());
    assert_survives(Arrive::new(Vec2::ONE));
    assert_survives(Gather::entity(entity));
    assert_survives(Settled {
        is_settled: true,
        passes_through: true,
        goal: Vec2::X,
        spot: Vec2::Y,
        blocked_for: 0.1,
        room_for: 0.2,
    });
    assert_survives(Pursue::new(entity));
    assert_survives(Evade::new(entity).within(2.0));
    assert_survives(Wander {
        rate: 1.0,
        spread: 0.5,
        weight: 2.0,
    });
    assert_survives(WanderAngle(0.7));
    assert_survives(PositionRemainder(Vec2::new(1e-5, -2e-5)));
    assert_survives(Separation::default());
    assert_survives(Alignment::default());
    assert_survives(Cohesion::default());
    assert_survives(Flock {
        flockmates: 6,
        ..default()
    });
    assert_survives(AvoidAgents {
        braking_time: 0.25,
        priority: -3,
        avoid_target: true,
        ..default()
    });
    assert_survives(YieldState {
        seconds: 0.25,
        along: Vec2::X,
        aside: Vec2::NEG_Y,
        held_up: 0.9,
        right_of_way: 1.5,
        position: Vec2::new(8.0, 9.0),
        update_time: 0.25,
    });
    assert_survives(AvoidObstacles {
        margin: Length::World(3.0),
        ..default()
    });
    assert_survives(DetourState {
        is_passing: true,
        left: true,
        obstacle: Some(entity),
        times_turned_back: 2,
        goal_bearing: Vec2::X,
        unreachable_goal: Some(Vec2::new(7.0, -8.0)),
        nearest_place: Vec2::new(6.0, -7.0),
        obstacle_count: 9,
        corner: Vec2::new(3.0, 4.0),
        clearance: 0.5,
        corner_on_right: true,
        exit: Vec2::NEG_Y,
        reach: 0.4,
        way_beyond: 12.0,
        goal: Vec2::new(9.0, 1.0),
        looks_far: true,
        is_open_ended: true,
        search_in: 0.1,
    });
    assert_survives(Whiskers::new(5));
    assert_survives(WhiskerState {
        winner: Some(2),
        time_left: 0.2,
        ..default()
    });
    assert_survives(OffsetPursue::new(entity, Vec2::new(1.0, -2.0)));
    assert_survives(FollowLeader::new(entity));
    let own = FormationShape::Slots(vec![Vec2::X, Vec2::NEG_Y]);
    for shape in [
        own,
        FormationShape::Box,
        FormationShape::Ranks { ranks: 3 },
        FormationShape::Block { files: 5 },
        FormationShape::Column { files: 3 },
    ] {
        assert_survives(Formation::new(shape).with_spacing(Length::World(2.0)));
    }
    assert_survives(InFormation(entity));
    assert_survives(FormationSlot {
        slot: Some(3),
        lag: 1.5,
        progress: Progress {
            anchor: Vec2::ONE,
            stuck_for: 0.5,
        },
    });
    assert_survives(FormationState {
        is_marching: true,
        heading: Vec2::X,
        column_files: 2,
        slots: vec![Vec2::NEG_X],
        column: vec![Vec2::NEG_Y],
        trail: vec![TrailPoint {
            position: Vec2::ONE,
            left: 2.0,
            right: 3.0,
        }],
        next_slot: 7,
        unchecked_slots: 400,
        ..default()
    });
    assert_survives(FollowField::new(entity));
    assert_survives(FlowField {
        slow_areas: vec![SlowArea {
            area: Rect::new(0.0, 1.0, 2.0, 3.0),
            cost: 2.0,
        }],
        ..FlowField::default().to(entity).to(Vec2::ONE)
    });
    assert_survives(Interpose::new(entity, Vec2::ONE));
    assert_survives(Hide::from_all([entity.into(), Vec2::ONE.into()]));
    assert_survives(HideState {
        place: Some(Vec2::X),
    });
    assert_survives(Journey { stuck_after: 2.0 });
    assert_survives(JourneyState {
        goal: Some(Vec2::ONE),
        is_stuck: true,
        progress: Progress {
            stuck_for: 4.0,
            ..default()
        },
        ..default()
    });
    assert_survives(LookAt {
        target: entity.into(),
        place: Some(Vec2::Y),
    });
    assert_survives(Queue::at(Vec2::Y));
    assert_survives(QueueState {
        doorway: Some(Target::PlanePoint(vec2(1.0, 2.0))),
        joined: Some(7),
        has_passed: true,
        has_goal: true,
    });
    assert_survives(Path::new([Vec2::X, Vec2::Y]).with_width(2.0).closed());
    assert_survives(FollowPath {
        direction: PathDirection::BackAndForth,
        ..FollowPath::along(entity)
    });
    assert_survives(PathProgress {
        is_following: true,
        is_backward: true,
        segment: 3,
        along: 1.5,
        distance: 9.0,
        remaining: 4.0,
        position: Vec2::new(1.0, 2.0),
        distance_to_path: 3.0,
        is_off_path: true,
    });
    assert_survives(FollowWall {
        side: WallSide::Left,
        ..default()
    });
    assert_survives(FollowWallState {
        is_following: true,
        wall_on_left: true,
    });
    assert_survives(Contain::circle(Vec2::ONE, 3.0));
    assert_survives(Contain::polygon([Vec2::ZERO, Vec2::X, Vec2::Y]));
    assert_survives(LineOfSight {
        neighbors: false,
        hidden_target: HiddenTarget::GiveUp,
        range: 12.5,
        half_angle: 0.75,
        tracking_angle: 1.5,
        memory_time: 3.25,
    });
    assert_survives(LastSeen {
        targets: vec![SeenTarget::of::<Seek>(Entity::PLACEHOLDER, Vec2::ONE)],
    });
    assert_survives(LineOfSight::default());
    assert_survives(ChosenTargets {
        targets: vec![ChosenTarget::of::<Seek>(Entity::PLACEHOLDER)],
    });
    assert_survives(Obstacle::circle(3.0).passable().transparent());
    for shape in every_shape() {
        assert_survives(Obstacle::new(shape));
    }
    assert_survives(MovementSpace::Xz);
    assert_survives(SteeringSeed(4));
    assert_survives(PushOut { max_speed: 3.0 });
    assert_survives(SteeringTick(5));
    assert_survives(NextAgentId(6));
    assert_survives(Tier::Flocking);
    assert_survives(Target::PlanePoint(Vec2::ONE));
    assert_survives(Target::NearestOf(0b101));
    assert_survives(View::narrow(Length::Radii(2.0)));
}

#[test]
fn a_missing_field_has_its_default() {
    let seek: Seek = ron::from_str("(weight: 3.0)").expect("the text parses");
    assert_eq!(
        seek,
        Seek {
            weight: 3.0,
            ..default()
        }
    );
    let agent: SteeringAgent = ron::from_str("(max_speed: 9.0)").expect("the text parses");
    assert_eq!(
        agent,
        SteeringAgent {
            max_speed: 9.0,
            ..default()
        }
    );
    let flock: Flock = ron::from_str("(cohesion: (weight: 4.0))").expect("the text parses");
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

#[test]
fn a_field_in_work_survives_a_round_trip() {
    let mut app = app();
    let wall = Obstacle::polyline([Vec2::X, Vec2::Y, Vec2::NEG_X]);
    let wall = app.world_mut().spawn((at(0.0, 0.0), wall)).id();
    let slow = FlowField {
        cells_per_tick: 2_000,
        ..default()
    };
    let field = slow.clone().to(Vec2::ONE);
    let field = app.world_mut().spawn(field).id();
    for _ in 0..2 {
        run(&mut app, 4);
        // First with costs in work only, then with costs in use as well.
        assert!(!get::<FlowFieldState>(&app, field).is_ready());
        assert_survives(get::<FlowFieldState>(&app, field).clone());
        run(&mut app, 10);
        assert!(get::<FlowFieldState>(&app, field).is_ready());
        let other = slow.clone().to(vec2(30.0, 0.0));
        app.world_mut().entity_mut(field).insert(other);
        app.world_mut().entity_mut(wall).insert(at(9.0, 0.0));
    }
}

fn assert_rejects<T: DeserializeOwned + core::fmt::Debug>() {
    let error = ron::from_str::<T>("(wieght: 3.0)").expect_err("a field that does not exist");
    assert!(error.to_string().contains("wieght"), "{error}");
}

#[test]
fn a_misspelled_field_is_an_error_that_names_it() {
    assert_rejects::<SteeringAgent>();
    assert_rejects::<Facing>();
    assert_rejects::<Perception>();
    assert_rejects::<Seek>();
    assert_rejects::<Flee>();
    assert_rejects::<Arrive>();
    assert_rejects::<Gather>();
    assert_rejects::<Settled>();
    assert_rejects::<Pursue>();
    assert_rejects::<Evade>();
    assert_rejects::<Wander>();
    assert_rejects::<Separation>();
    assert_rejects::<Alignment>();
    assert_rejects::<Cohesion>();
    assert_rejects::<Flock>();
    assert_rejects::<AvoidAgents>();
    assert_rejects::<YieldState>();
    assert_rejects::<AvoidObstacles>();
    assert_rejects::<Whiskers>();
    assert_rejects::<View>();
    assert_rejects::<Obstacle>();
    assert_rejects::<DetourState>();
    assert_rejects::<WhiskerState>();
    assert_rejects::<OffsetPursue>();
    assert_rejects::<FollowLeader>();
    assert_rejects::<Formation>();
    assert_rejects::<FormationSlot>();
    assert_rejects::<FormationState>();
    assert_rejects::<Interpose>();
    assert_rejects::<LookAt>();
    assert_rejects::<Hide>();
    assert_rejects::<HideState>();
    assert_rejects::<Queue>();
    assert_rejects::<QueueState>();
    assert_rejects::<Journey>();
    assert_rejects::<JourneyState>();
    assert_rejects::<FlowField>();
    assert_rejects::<FlowFieldState>();
    assert_rejects::<Path>();
    assert_rejects::<FollowPath>();
    assert_rejects::<PathProgress>();
    assert_rejects::<FollowWall>();
    assert_rejects::<FollowWallState>();
    assert_rejects::<Contain>();
    assert_rejects::<LineOfSight>();
    assert_rejects::<LastSeen>();
    assert_rejects::<ChosenTargets>();
}
