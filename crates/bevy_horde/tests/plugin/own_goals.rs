//! A game's goals equal the goals of the plugin's behaviors, bit for bit.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::perception::LastSeen;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use bevy_horde::validation::SteeringWarnings;

/// What `Seek` does, by a plain system of the game.
#[derive(Component, Clone)]
#[require(SteeringGoal)]
struct OwnSeek(Target, f32);

fn own_seek(
    time: Res<Time>,
    places: Query<&Transform>,
    mut agents: Query<(&OwnSeek, &AgentState, &mut SteeringGoal)>,
) {
    for (OwnSeek(target, weight), state, mut goal) in &mut agents {
        let toward = |place: Vec2| Goal::seek(state, time.delta_secs(), place).with_weight(*weight);
        match *target {
            Target::Point(place) => goal.set(toward(place.truncate())),
            Target::PlanePoint(place) => goal.set(toward(place)),
            Target::Entity(entity) => {
                let place = places.get(entity).unwrap().translation.truncate();
                goal.set_for_agent(toward(place), entity);
            }
            Target::NearestOf(_) => {}
        }
    }
}

/// What `Seek` does, as a behavior with a target.
#[derive(Component, TypePath, Clone)]
#[require(BehaviorForces)]
struct Chase {
    prey: Target,
    weight: f32,
}

impl TargetBehavior for Chase {
    const TARGET_FIELD: &'static str = "prey";

    fn target(&self) -> Target {
        self.prey
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        agent.head_for(Goal::seek(agent.state, agent.tick, target.position));
    }
}

/// The ways to seek a target with a weight: the plugin's and the game's.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    Plugin,
    System,
    Trait,
}

impl Way {
    fn insert(self, agent: &mut EntityWorldMut, target: Target, weight: f32) {
        match self {
            Self::Plugin => agent.insert(Seek { target, weight }),
            Self::System => agent.insert(OwnSeek(target, weight)),
            Self::Trait => agent.insert(Chase {
                prey: target,
                weight,
            }),
        };
    }
}

fn own_app() -> App {
    let mut app = app();
    let systems = (own_seek, steer_for_target::<Chase>);
    app.add_systems(FixedUpdate, systems.in_set(SteeringSystems::Goals));
    app
}

/// A walker among obstacles, and a crowd of agents that seek the walker or a place. Returns the
/// bits and the traces of the crowd after `ticks`.
fn crowd(way: Way, count: u16, ticks: usize, change: fn(&mut EntityWorldMut, u16)) -> Outcome {
    let mut app = own_app();
    // Round a solid body at rest, agents with `Seek` settle.
    let walker = (at(0.0, 0.0), SteeringAgent::new(0.5, 3.0).non_solid());
    let walker = app.world_mut().spawn((walker, Wander::default())).id();
    for number in 0..12_u8 {
        let number = f32::from(number);
        let place = Vec2::from_angle(2.4 * number) * (5.0 + 2.0 * number);
        let wall = Obstacle::segment(vec2(-2.0, 0.0), vec2(2.0, 1.0));
        app.world_mut().spawn((at(place.x, place.y), wall));
    }
    let agents: Vec<Entity> = (0..count)
        .map(|number| {
            let place = Vec2::from_angle(2.399_963 * f32::from(number));
            let place = place * (6.0 + 1.2 * f32::from(number).sqrt());
            let mut agent = app.world_mut().spawn((
                at(place.x, place.y),
                SteeringAgent::new(0.4, 4.0),
                AvoidObstacles::default(),
                AvoidAgents::default(),
                Separation::default(),
                SteeringTrace::default(),
            ));
            let target = match number % 3 {
                0 => Target::from(walker),
                1 => Target::from(-place),
                _ => Target::from(Vec3::new(3.0, -4.0, 0.0)),
            };
            way.insert(&mut agent, target, 0.7 + 0.1 * f32::from(number % 7));
            change(&mut agent, number);
            agent.id()
        })
        .collect();
    let mut turned = 0;
    for _ in 0..ticks {
        app.update();
        let bearings = agents.iter();
        let bearings = bearings.filter_map(|agent| get::<SteeringTrace>(&app, *agent).bearing);
        turned += bearings.count();
    }
    let trace = |agent: &Entity| {
        let mut trace = get::<SteeringTrace>(&app, *agent).clone();
        // Only the name of the behavior may differ.
        for added in &mut trace.contributions {
            added.behavior = "";
        }
        trace
    };
    Outcome {
        bits: agents.iter().map(|agent| bits(&app, *agent)).collect(),
        traces: agents.iter().map(trace).collect(),
        turned,
    }
}

#[derive(PartialEq, Debug)]
struct Outcome {
    bits: Vec<Vec<u32>>,
    traces: Vec<SteeringTrace>,
    /// How often obstacles have turned a goal.
    turned: usize,
}

#[test]
fn a_games_goal_is_turned_and_planned_with_as_seeks_is() {
    let expected = crowd(Way::Plugin, 40, 300, |_, _| {});
    assert!(expected.turned > 200, "{}", expected.turned);
    assert!(expected.traces.iter().all(|trace| trace.goal.is_some()));
    for way in [Way::System, Way::Trait] {
        assert!(crowd(way, 40, 300, |_, _| {}) == expected, "{way:?}");
    }
}

#[test]
fn on_several_threads_it_is_the_same() {
    let expected = crowd(Way::Plugin, 2_500, 6, |_, _| {});
    for way in [Way::System, Way::Trait] {
        assert!(crowd(way, 2_500, 6, |_, _| {}) == expected, "{way:?}");
    }
}

#[test]
fn with_an_update_interval_it_is_the_same() {
    let seldom = |agent: &mut EntityWorldMut, number: u16| {
        let ticks = 1 + (number % 4) as u8;
        agent.insert(UpdateInterval { ticks });
    };
    let expected = crowd(Way::Plugin, 40, 200, seldom);
    for way in [Way::System, Way::Trait] {
        assert!(crowd(way, 40, 200, seldom) == expected, "{way:?}");
    }
}

#[test]
fn out_of_sight_a_target_is_remembered_as_seek_remembers_it() {
    let looks = |agent: &mut EntityWorldMut, number: u16| {
        let modes = [
            HiddenTarget::LastSeen,
            HiddenTarget::GiveUp,
            HiddenTarget::KeepTracking,
        ];
        agent.insert(LineOfSight {
            hidden_target: modes[usize::from(number / 3) % 3],
            neighbors: number.is_multiple_of(2),
            ..default()
        });
    };
    let expected = crowd(Way::Plugin, 40, 300, looks);
    let hidden = expected.traces.iter().flat_map(|trace| &trace.sight_lines);
    assert!(hidden.filter(|line| !line.is_clear).count() > 3);
    assert!(crowd(Way::Trait, 40, 300, looks) == expected);
}

#[test]
fn each_behavior_of_a_game_has_a_memory_of_its_own() {
    let mut app = own_app();
    let prey = app.world_mut().spawn(at(6.0, 1.0)).id();
    let sought = app.world_mut().spawn(at(-2.0, 5.0)).id();
    let mut agent = app.world_mut().spawn((
        SteeringAgent::default(),
        LineOfSight::default(),
        Seek::entity(sought),
    ));
    Way::Trait.insert(&mut agent, prey.into(), 1.0);
    let agent = agent.id();
    app.update();
    let memory = get::<LastSeen>(&app, agent);
    let (chased, sought) = (memory.of::<Chase>(), memory.of::<Seek>());
    assert_eq!(chased.map(|seen| seen.position), Some(vec2(6.0, 1.0)));
    assert_eq!(sought.map(|seen| seen.position), Some(vec2(-2.0, 5.0)));
    assert_eq!(memory.of::<Pursue>(), None);
    // The memory of a target ends when the target despawns.
    app.world_mut().despawn(prey);
    app.update();
    let memory = get::<LastSeen>(&app, agent);
    assert!(memory.of::<Chase>().is_none() && memory.of::<Seek>().is_some());
}

/// The components and fields that have been reported.
fn reported(app: &App) -> Vec<(&'static str, &'static str)> {
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let names = reported.iter().map(|input| (input.component, input.field));
    names.collect()
}

#[test]
fn a_target_that_is_gone_is_reported_by_the_names_of_the_game() {
    let mut app = own_app();
    let prey = app.world_mut().spawn(at(6.0, 1.0)).id();
    let mut agent = app.world_mut().spawn(SteeringAgent::default());
    Way::Trait.insert(&mut agent, prey.into(), 1.0);
    let agent = agent.id();
    app.update();
    assert!(has_contribution(&app, agent));
    app.world_mut().despawn(prey);
    run(&mut app, 2);
    assert!(!has_contribution(&app, agent));
    assert_eq!(reported(&app), [("Chase", "prey")]);
}

#[test]
fn a_behavior_that_does_not_require_its_forces_is_reported() {
    let mut app = app();
    app.add_systems(
        FixedUpdate,
        steer_for_target::<Chase>.in_set(SteeringSystems::Goals),
    );
    let chase = Chase {
        prey: Vec2::X.into(),
        weight: 1.0,
    };
    let agent = (SteeringAgent::default(), chase);
    let agent = app.world_mut().spawn(agent).id();
    app.world_mut().entity_mut(agent).remove::<BehaviorForces>();
    run(&mut app, 3);
    assert!(!has_contribution(&app, agent));
    assert_eq!(reported(&app), [("Chase", "BehaviorForces")]);
}

/// A behavior with a goal, a force and a setting that are not finite.
#[derive(Component, TypePath)]
#[require(SteeringGoal)]
struct Confused;

impl TargetBehavior for Confused {
    fn target(&self) -> Target {
        Target::PlanePoint(Vec2::ONE)
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        agent.head_for(wrong_goal());
        agent.add(Tier::Flocking, target.position * f32::INFINITY);
        assert_eq!(agent.setting("nerve", f32::NAN), 0.0);
    }
}

fn wrong_goal() -> Goal {
    Goal::new(Vec2::ONE, Vec2::new(f32::NAN, 1.0))
}

fn confuse(mut agents: Query<&mut SteeringGoal, With<Confused>>) {
    for mut goal in &mut agents {
        goal.set(wrong_goal());
    }
}

#[test]
fn a_goal_that_is_not_finite_is_dropped_and_reported() {
    let mut app = app();
    let systems = (confuse, steer_for_target::<Confused>);
    app.add_systems(FixedUpdate, systems.in_set(SteeringSystems::Goals));
    let agent = app.world_mut().spawn((SteeringAgent::default(), Confused));
    let agent = agent.id();
    run(&mut app, 5);
    assert!(!has_contribution(&app, agent));
    let mut expected = [
        ("Confused", "force"),
        ("Confused", "goal"),
        ("Confused", "nerve"),
        ("SteeringGoal", "goal"),
    ];
    expected.sort_unstable();
    assert_eq!(reported(&app), expected);
}

#[test]
fn the_games_goal_comes_first_and_others_add_their_force() {
    let mut app = own_app();
    let mut agent = app.world_mut().spawn((
        SteeringAgent::default(),
        SteeringTrace::default(),
        Seek::new(vec2(0.0, 50.0)),
    ));
    Way::System.insert(&mut agent, vec2(50.0, 0.0).into(), 0.25);
    let agent = agent.id();
    app.update();
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!(trace.goal, Some(vec2(50.0, 0.0)));
    assert_close(trace.tier(Tier::Goal), vec2(0.25 * 15.0, 15.0), 1e-4);
}

#[test]
fn a_goal_is_emptied_in_every_tick() {
    let mut app = own_app();
    let mut agent = app.world_mut().spawn(SteeringAgent::default());
    Way::System.insert(&mut agent, vec2(50.0, 0.0).into(), 1.0);
    let agent = agent.id();
    app.update();
    assert!(has_contribution(&app, agent));
    assert_eq!(get::<SteeringGoal>(&app, agent).goal(), None);
    app.world_mut().entity_mut(agent).remove::<OwnSeek>();
    app.update();
    assert!(!has_contribution(&app, agent));
}

#[test]
fn a_goal_that_is_set_outside_of_its_stage_counts_once_and_is_named() {
    let mut app = app();
    app.add_systems(Update, own_seek);
    let mut agent = app.world_mut().spawn(SteeringAgent::default());
    Way::System.insert(&mut agent, vec2(50.0, 0.0).into(), 1.0);
    let agent = agent.id();
    app.update();
    assert!(!has_contribution(&app, agent));
    app.update();
    assert!(has_contribution(&app, agent));
    assert_eq!(reported(&app), [("SteeringGoal", "set")]);
}

#[test]
fn the_goal_of_an_agent_that_is_hidden_in_the_tick_is_forgotten() {
    let mut app = own_app();
    let hide = |agents: Query<Entity, With<OwnSeek>>, mut commands: Commands| {
        for agent in &agents {
            commands.entity(agent).insert(Disabled);
        }
    };
    let hide = hide.after(own_seek).in_set(SteeringSystems::Goals);
    app.add_systems(FixedUpdate, hide);
    let mut agent = app.world_mut().spawn(SteeringAgent::default());
    Way::System.insert(&mut agent, vec2(50.0, 0.0).into(), 1.0);
    let agent = agent.id();
    app.update();
    assert_eq!(get::<SteeringGoal>(&app, agent).goal(), None);
    let mut agent_mut = app.world_mut().entity_mut(agent);
    agent_mut.remove::<(Disabled, OwnSeek)>();
    app.update();
    assert!(!has_contribution(&app, agent));
    assert_eq!(velocity(&app, agent), Vec2::ZERO);
}

#[test]
fn a_clone_heads_where_its_original_does() {
    for way in [Way::System, Way::Trait] {
        let mut app = own_app();
        let mut agent = app.world_mut().spawn((
            SteeringAgent::default().non_solid(),
            SteeringTrace::default(),
        ));
        way.insert(&mut agent, vec2(50.0, 9.0).into(), 1.0);
        let agent = agent.id();
        run(&mut app, 20);
        let clone = app.world_mut().entity_mut(agent).clone_and_spawn();
        run(&mut app, 20);
        assert_eq!(velocity(&app, agent), velocity(&app, clone), "{way:?}");
        let goals = [agent, clone].map(|agent| get::<SteeringTrace>(&app, agent).goal);
        assert_eq!(goals, [Some(vec2(50.0, 9.0)); 2], "{way:?}");
    }
}

/// Stays at an offset in its leader's frame, as `examples/own_goal.rs` does.
#[derive(Component, TypePath)]
#[require(BehaviorForces)]
struct OffsetPursue {
    leader: Entity,
    offset: Vec2,
}

impl TargetBehavior for OffsetPursue {
    const TARGET_FIELD: &'static str = "leader";
    const APPROACHES: bool = false;

    fn target(&self) -> Target {
        self.leader.into()
    }

    fn steer(&self, agent: &mut SteeredAgent, leader: &TargetState) {
        let place = leader.position + self.offset.rotate(leader.heading);
        agent.head_for(Goal::arrive(
            agent.state,
            agent.tick,
            place,
            leader.velocity,
        ));
    }
}

#[test]
fn a_follower_keeps_its_offset_and_goes_round_obstacles() {
    let mut app = app();
    let system = steer_for_target::<OffsetPursue>;
    app.add_systems(FixedUpdate, system.in_set(SteeringSystems::Goals));
    let leader = (SteeringAgent::new(0.5, 2.0), moving(2.0, 0.0));
    let leader = app.world_mut().spawn(leader).id();
    let offset = vec2(-2.0, 3.0);
    let mind = (
        OffsetPursue { leader, offset },
        AvoidObstacles::default(),
        AvoidAgents::default(),
    );
    let follower = (at(-6.0, 3.0), SteeringAgent::new(0.5, 5.0), mind);
    let follower = app.world_mut().spawn(follower).id();
    // The obstacle is on the follower's way, and not on the leader's.
    app.world_mut().spawn((at(9.0, 3.0), Obstacle::circle(1.2)));
    let other = (at(20.0, 3.0), SteeringAgent::new(0.5, 5.0));
    let other = app.world_mut().spawn((other, moving(-1.0, 0.0))).id();
    let (mut farthest_off, mut least_gap) = (0.0_f32, f32::INFINITY);
    for tick in 0..900 {
        app.update();
        let place = place(&app, follower);
        let kept = crate::harness::place(&app, leader) + offset;
        if tick > 120 {
            farthest_off = farthest_off.max((place - kept).y.abs());
        }
        least_gap = least_gap.min(place.distance(vec2(9.0, 3.0)) - 1.2 - 0.5);
        least_gap = least_gap.min(place.distance(crate::harness::place(&app, other)) - 1.0);
    }
    assert!(farthest_off > 1.0, "{farthest_off}");
    assert!(least_gap > -0.01, "{least_gap}");
    let kept = place(&app, leader) + offset;
    assert_close(place(&app, follower), kept, 0.02);
}
