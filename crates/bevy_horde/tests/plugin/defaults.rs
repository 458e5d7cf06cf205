//! Every default, written out by hand.
//!
//! A wrong default is a bug in every game that relies on it.

use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::behaviors::{DetourState, WanderAngle, WhiskerState, YieldState};
use bevy_horde::prelude::*;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use core::f32::consts::PI;

#[test]
fn the_default_agent_has_radius_half_a_unit_and_speed_five() {
    let expected = SteeringAgent {
        body_radius: 0.5,
        max_speed: 5.0,
        max_force: 15.0,
        mass: 1.0,
        max_turn_rate: f32::INFINITY,
        solid: true,
        combine: Combine::Prioritized,
    };
    assert_eq!(SteeringAgent::default(), expected);
    assert_eq!(SteeringAgent::new(0.5, 5.0), expected);
}

#[test]
fn a_new_agent_has_its_radius_and_speed_and_a_force_of_three_times_the_speed() {
    let expected = SteeringAgent {
        body_radius: 8.0,
        max_speed: 60.0,
        max_force: 180.0,
        mass: 1.0,
        max_turn_rate: f32::INFINITY,
        solid: true,
        combine: Combine::Prioritized,
    };
    assert_eq!(SteeringAgent::new(8.0, 60.0), expected);
}

#[test]
fn each_builder_changes_one_field() {
    let agent = SteeringAgent::new(8.0, 60.0);
    let with = |change: fn(&mut SteeringAgent)| {
        let mut changed = agent;
        change(&mut changed);
        changed
    };
    assert_eq!(
        agent.with_max_force(7.0),
        with(|agent| agent.max_force = 7.0)
    );
    assert_eq!(agent.with_mass(2.0), with(|agent| agent.mass = 2.0));
    assert_eq!(
        agent.with_max_turn_rate(1.5),
        with(|agent| agent.max_turn_rate = 1.5)
    );
    assert_eq!(agent.non_solid(), with(|agent| agent.solid = false));
    let weighted = agent.with_combine(Combine::WeightedSum);
    assert_eq!(weighted, with(|agent| agent.combine = Combine::WeightedSum));
}

#[test]
fn the_required_components_of_an_agent_start_at_rest() {
    assert_eq!(Velocity::default(), Velocity(Vec3::ZERO));
    assert_eq!(Heading::default(), Heading(Vec3::ZERO));
    let facing = Facing {
        rotate: true,
        smoothing_time: 0.1,
        max_turn_rate: f32::INFINITY,
        slow_speed: 0.1,
    };
    assert_eq!(Facing::default(), facing);
    let none = Facing {
        rotate: false,
        ..facing
    };
    assert_eq!(Facing::NONE, none);
    let steering = Steering {
        force: Vec3::ZERO,
        desired_velocity: Vec3::ZERO,
        has_contribution: false,
        heads_for: None,
    };
    assert_eq!(Steering::default(), steering);
    assert_eq!(AgentId::default(), AgentId(u64::MAX));
    assert_eq!(Combine::default(), Combine::Prioritized);
}

#[test]
fn an_impulse_starts_without_time_and_a_speed_factor_at_one() {
    let expected = Impulse {
        velocity: Vec3::ZERO,
        damping: 0.0,
        time: 0.0,
    };
    assert_eq!(Impulse::default(), expected);
    let dash = Impulse {
        velocity: Vec3::X,
        damping: 0.0,
        time: 2.0,
    };
    assert_eq!(Impulse::new(Vec3::X, 2.0), dash);
    assert_eq!(SpeedFactor::default(), SpeedFactor(1.0));
    let blast = Blast {
        center: Vec3::X,
        radius: 6.0,
        speed: 15.0,
        falloff: 0.5,
        damping: 4.0,
        time: 0.5,
        groups: u32::MAX,
        without: None,
    };
    assert_eq!(Blast::new(Vec3::X, 6.0, 15.0), blast);
}

#[test]
fn agents_perceive_all_groups_and_at_most_sixteen_neighbors() {
    let perception = Perception {
        max_neighbors: 16,
        memberships: 1,
        filters: u32::MAX,
    };
    assert_eq!(Perception::default(), perception);
}

#[test]
fn the_named_views_have_the_published_angles() {
    let range = Length::World(3.0);
    let angle = |half_angle: f32| View { range, half_angle };
    assert_eq!(View::narrow(range), angle(PI / 4.0));
    assert_eq!(View::limited(range), angle(PI / 2.0));
    assert_eq!(View::wide(range), angle(3.0 * PI / 4.0));
    assert_eq!(View::all(range), angle(PI));
    assert_eq!(View::custom(range, 0.3), angle(0.3));
}

#[test]
fn the_default_target_is_the_origin() {
    let origin = Target::Point(Vec3::ZERO);
    assert_eq!(Target::default(), origin);
    let seek = Seek {
        target: origin,
        weight: 1.0,
    };
    assert_eq!(Seek::default(), seek);
    let flee = Flee {
        threat: origin,
        panic_distance: f32::INFINITY,
        weight: 1.0,
    };
    assert_eq!(Flee::default(), flee);
    let arrive = Arrive {
        target: origin,
        deceleration: 0.6,
        slowing_distance: Length::World(0.0),
        tolerance: Length::Radii(0.001),
        weight: 1.0,
    };
    assert_eq!(Arrive::default(), arrive);
    let gather = Gather {
        target: origin,
        gap: Length::Radii(0.2),
        make_way: 1.5,
        weight: 1.0,
    };
    assert_eq!(Gather::default(), gather);
    let nothing = Settled {
        is_settled: false,
        passes_through: false,
        goal: Vec2::ZERO,
        spot: Vec2::ZERO,
        blocked_for: 0.0,
        room_for: 0.0,
    };
    assert_eq!(Settled::default(), nothing);
    let pursue = Pursue {
        target: origin,
        max_prediction: 2.0,
        weight: 1.0,
    };
    assert_eq!(Pursue::default(), pursue);
    let evade = Evade {
        threat: origin,
        max_prediction: 1.0,
        panic_distance: f32::INFINITY,
        weight: 1.0,
    };
    assert_eq!(Evade::default(), evade);
}

#[test]
fn constructors_set_only_the_target() {
    let place = Vec2::new(1.0, 2.0);
    let target = Target::PlanePoint(place);
    assert_eq!(
        Seek::new(place),
        Seek {
            target,
            ..default()
        }
    );
    assert_eq!(
        Arrive::new(place),
        Arrive {
            target,
            ..default()
        }
    );
    assert_eq!(
        Pursue::new(place),
        Pursue {
            target,
            ..default()
        }
    );
    let threat = target;
    assert_eq!(
        Flee::new(place),
        Flee {
            threat,
            ..default()
        }
    );
    assert_eq!(
        Evade::new(place),
        Evade {
            threat,
            ..default()
        }
    );
    let panic_distance = 4.0;
    assert_eq!(
        Flee::new(place).within(4.0),
        Flee {
            threat,
            panic_distance,
            ..default()
        }
    );
    assert_eq!(
        Evade::new(place).within(4.0),
        Evade {
            threat,
            panic_distance,
            ..default()
        }
    );
    let target = Target::Entity(Entity::PLACEHOLDER);
    assert_eq!(
        Seek::entity(Entity::PLACEHOLDER),
        Seek {
            target,
            ..default()
        }
    );
    assert_eq!(Target::from(Vec3::ONE), Target::Point(Vec3::ONE));
}

#[test]
fn the_default_wander_rate_is_two_per_second() {
    let wander = Wander {
        rate: 2.0,
        spread: 0.7,
        weight: 1.0,
    };
    assert_eq!(Wander::default(), wander);
    assert_eq!(WanderAngle::default(), WanderAngle(0.0));
}

#[test]
fn a_flock_separates_within_four_radii_and_sees_ten() {
    let separation = Separation {
        view: View {
            range: Length::Radii(4.0),
            half_angle: PI,
        },
        weight: 1.5,
    };
    let view = View {
        range: Length::Radii(10.0),
        half_angle: 3.0 * PI / 4.0,
    };
    let alignment = Alignment { view, weight: 1.0 };
    let cohesion = Cohesion { view, weight: 0.5 };
    assert_eq!(Separation::default(), separation);
    assert_eq!(Alignment::default(), alignment);
    assert_eq!(Cohesion::default(), cohesion);
    let flock = Flock {
        separation,
        alignment,
        cohesion,
        flockmates: u32::MAX,
    };
    assert_eq!(Flock::default(), flock);
}

#[test]
fn avoidance_looks_ahead_for_about_a_second() {
    let agents = AvoidAgents {
        horizon: 2.5,
        range: Length::Radii(12.0),
        margin: Length::Radii(0.1),
        priority: 0,
        idle_responsibility: 0.1,
        braking_time: 0.5,
        assertiveness: 0.22,
        avoid_target: false,
        weight: 1.0,
    };
    assert_eq!(AvoidAgents::default(), agents);
    let obstacles = AvoidObstacles {
        sight: Length::Radii(25.0),
        look_ahead: 1.5,
        min_look_ahead: Length::Radii(2.0),
        margin: Length::Radii(0.35),
        weight: 1.0,
    };
    assert_eq!(AvoidObstacles::default(), obstacles);
    let nothing = DetourState {
        is_passing: false,
        left: false,
        obstacle: None,
        times_turned_back: 0,
        goal_bearing: Vec2::ZERO,
        unreachable_goal: None,
        nearest_place: Vec2::ZERO,
        obstacle_count: 0,
        corner: Vec2::ZERO,
        clearance: 0.0,
        corner_on_right: false,
        exit: Vec2::ZERO,
        reach: 0.0,
        way_beyond: 0.0,
        goal: Vec2::ZERO,
        looks_far: false,
        is_open_ended: false,
        search_in: 0.0,
    };
    assert_eq!(DetourState::default(), nothing);
    let nothing = YieldState {
        seconds: 0.0,
        along: Vec2::ZERO,
        aside: Vec2::ZERO,
        held_up: 0.0,
        right_of_way: 0.0,
        position: Vec2::ZERO,
        update_time: 0.0,
    };
    assert_eq!(YieldState::default(), nothing);
    let whiskers = Whiskers {
        count: 3,
        fan_angle: 1.2,
        look_ahead: 1.0,
        min_length: Length::Radii(2.0),
        margin: Length::Radii(0.5),
        weight: 5.0,
    };
    assert_eq!(Whiskers::default(), whiskers);
    assert_eq!(
        Whiskers::new(5),
        Whiskers {
            count: 5,
            ..default()
        }
    );
    let memory = WhiskerState::default();
    assert_eq!((memory.winner, memory.time_left), (None, 0.0));
}

#[test]
fn obstacles_are_solid_and_opaque() {
    let circle = Obstacle {
        shape: ObstacleShape::Circle { radius: 2.0 },
        solid: true,
        opaque: true,
    };
    assert_eq!(Obstacle::circle(2.0), circle);
    assert_eq!(Obstacle::from(Circle::new(2.0)), circle);
    assert!(!Obstacle::circle(2.0).passable().solid);
    assert!(!Obstacle::circle(2.0).transparent().opaque);
}

#[test]
fn the_plane_is_xy_and_seed_tick_and_ids_start_at_zero() {
    assert_eq!(MovementSpace::default(), MovementSpace::Xy);
    assert_eq!(SteeringTick::default(), SteeringTick(0));
    assert_eq!(SteeringSeed::default(), SteeringSeed(0));
    assert_eq!(PushOut::default().max_speed, f32::INFINITY);
    assert_eq!(NextAgentId::default(), NextAgentId(0));
    assert_eq!(Length::ZERO, Length::World(0.0));
    assert_eq!(Length::Radii(3.0).resolve(0.5), 1.5);
    assert_eq!(Length::World(3.0).resolve(0.5), 3.0);
}

#[test]
fn an_agent_has_no_memory_of_behaviors_that_it_lacks() {
    let mut app = crate::harness::app();
    let agent = (SteeringAgent::default(), Flock::default());
    let agent = app.world_mut().spawn(agent).id();
    app.update();
    assert!(!app.world().entity(agent).contains::<BehaviorForces>());
    assert!(
        !app.world()
            .entity(agent)
            .contains::<SteeringContributions>()
    );
    app.world_mut().entity_mut(agent).insert(Seek::default());
    assert!(app.world().entity(agent).contains::<BehaviorForces>());
}

#[test]
fn an_agent_requires_all_components_that_it_needs() {
    let mut app = crate::harness::app();
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), Wander::default()))
        .id();
    let agent = app.world().entity(agent);
    assert!(agent.contains::<Transform>());
    assert!(agent.contains::<Velocity>());
    assert_eq!(agent.get(), Some(&PositionRemainder(Vec2::ZERO)));
    assert!(agent.contains::<Heading>());
    assert!(agent.contains::<Facing>());
    assert!(agent.contains::<Steering>());
    assert!(agent.contains::<Perception>());
    assert!(agent.contains::<BehaviorForces>());
    assert!(agent.contains::<WanderAngle>());
    assert_eq!(agent.get::<AgentId>(), Some(&AgentId(0)));
    assert!(!agent.contains::<SteeringContributions>());
    assert!(!agent.contains::<SteeringDisabled>());
    assert!(!agent.contains::<ExternalLocomotion>());
}
