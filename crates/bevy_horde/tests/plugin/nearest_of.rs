//! Targets that are the nearest of a group.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::behaviors::ChosenTarget;
use bevy_horde::prelude::*;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};
use proptest::prelude::*;

const HUMANS: u32 = 1 << 3;
const DOGS: u32 = 1 << 4;

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// A member of some groups that stays where it is.
fn member(memberships: u32, place: Vec2) -> impl Bundle {
    let groups = Perception {
        memberships,
        ..default()
    };
    (
        at(place.x, place.y),
        SteeringAgent::default().non_solid(),
        groups,
    )
}

/// An agent that stays at the origin.
fn chaser() -> impl Bundle {
    (SteeringAgent::default().non_solid(), ExternalLocomotion)
}

fn chosen<B: TargetBehavior>(app: &App, agent: Entity) -> Option<Entity> {
    get::<ChosenTargets>(app, agent).of::<B>()
}

fn reported(app: &App) -> Vec<InvalidSetting> {
    app.world().resource::<SteeringWarnings>().reported()
}

type Add = fn(&mut World, Entity, Target);

/// All behaviors of the plugin with one target that keep a choice.
const BEHAVIORS: [(&str, Add, fn(&App, Entity) -> Option<Entity>); 7] = [
    (
        "Seek",
        |world, agent, it| {
            world.entity_mut(agent).insert(Seek::new(it));
        },
        chosen::<Seek>,
    ),
    (
        "Arrive",
        |world, agent, it| {
            world.entity_mut(agent).insert(Arrive::new(it));
        },
        chosen::<Arrive>,
    ),
    (
        "Gather",
        |world, agent, it| {
            world.entity_mut(agent).insert(Gather::new(it));
        },
        chosen::<Gather>,
    ),
    (
        "Pursue",
        |world, agent, it| {
            world.entity_mut(agent).insert(Pursue::new(it));
        },
        chosen::<Pursue>,
    ),
    (
        "Flee",
        |world, agent, it| {
            world.entity_mut(agent).insert(Flee::new(it));
        },
        chosen::<Flee>,
    ),
    (
        "Evade",
        |world, agent, it| {
            world.entity_mut(agent).insert(Evade::new(it));
        },
        chosen::<Evade>,
    ),
    (
        "OffsetPursue",
        |world, agent, it| {
            world
                .entity_mut(agent)
                .insert(OffsetPursue::new(it, Vec2::ONE));
        },
        chosen::<OffsetPursue>,
    ),
];

#[test]
fn the_nearest_member_is_as_that_entity() {
    for sight in [None, Some(LineOfSight::default())] {
        for (name, add, choice) in BEHAVIORS {
            let run_with = |target: Option<Target>| {
                let mut app = app();
                let agent = spawn(&mut app, chaser());
                spawn(&mut app, member(DOGS, Vec2::new(2.0, 0.0)));
                spawn(&mut app, member(HUMANS, Vec2::new(-9.0, 0.0)));
                let near = spawn(
                    &mut app,
                    (member(HUMANS, Vec2::new(5.0, 4.0)), moving(0.5, 1.0)),
                );
                add(app.world_mut(), agent, target.unwrap_or(near.into()));
                if let Some(sight) = sight {
                    app.world_mut().entity_mut(agent).insert(sight);
                }
                run(&mut app, 3);
                let is_chosen = choice(&app, agent) == Some(near);
                (force(&app, agent), has_contribution(&app, agent), is_chosen)
            };
            let (force, has_contribution, is_chosen) = run_with(None);
            assert!(has_contribution && !is_chosen, "{name}");
            let group = run_with(Some(Target::NearestOf(HUMANS)));
            assert_eq!(group, (force, has_contribution, true), "{name} {sight:?}");
        }
    }
}

#[test]
fn an_agent_is_not_its_own_target_and_groups_may_be_several() {
    let mut app = app();
    let own = spawn(&mut app, member(HUMANS, Vec2::ZERO));
    let dog = spawn(&mut app, member(DOGS, Vec2::new(3.0, 0.0)));
    let human = spawn(&mut app, member(HUMANS, Vec2::new(-4.0, 0.0)));
    for (groups, expected) in [(HUMANS, human), (DOGS, dog), (HUMANS | DOGS, dog)] {
        let seek = (Seek::new(Target::NearestOf(groups)), ExternalLocomotion);
        app.world_mut()
            .entity_mut(own)
            .insert((seek, ChosenTargets::default()));
        app.update();
        assert_eq!(chosen::<Seek>(&app, own), Some(expected));
        assert_eq!(force(&app, own).x > 0.0, expected == dog);
    }
}

#[test]
fn of_equally_near_members_the_lowest_id_counts() {
    for ids in [[5, 7], [7, 5]] {
        let mut app = app();
        let agent = spawn(&mut app, (chaser(), Seek::new(Target::NearestOf(HUMANS))));
        let places = [Vec2::new(6.0, 0.0), Vec2::new(-6.0, 0.0)];
        let members =
            [0, 1].map(|it| spawn(&mut app, (member(HUMANS, places[it]), AgentId(ids[it]))));
        app.update();
        let first = usize::from(ids[1] < ids[0]);
        assert_eq!(chosen::<Seek>(&app, agent), Some(members[first]));
    }
}

#[test]
fn a_chaser_keeps_its_choice_until_another_is_a_tenth_nearer() {
    for sight in [None, Some(LineOfSight::default())] {
        let mut app = app();
        let agent = spawn(&mut app, (chaser(), Pursue::new(Target::NearestOf(HUMANS))));
        if let Some(sight) = sight {
            app.world_mut().entity_mut(agent).insert(sight);
        }
        let left = spawn(&mut app, member(HUMANS, Vec2::new(-10.0, 0.0)));
        let right = spawn(&mut app, member(HUMANS, Vec2::new(10.5, 0.0)));
        app.update();
        assert_eq!(chosen::<Pursue>(&app, agent), Some(left));
        let put = |app: &mut App, place: f32| {
            app.world_mut().entity_mut(right).insert(at(place, 0.0));
            app.update();
            chosen::<Pursue>(app, agent)
        };
        for place in [9.9, 10.1, 9.9, 10.1, 9.01] {
            assert_eq!(put(&mut app, place), Some(left), "{sight:?}");
            assert!(force(&app, agent).x < 0.0);
        }
        for place in [8.99, 9.5, 10.5, 11.0] {
            assert_eq!(put(&mut app, place), Some(right), "{sight:?}");
            assert!(force(&app, agent).x > 0.0);
        }
        assert_eq!(put(&mut app, 11.2), Some(left), "{sight:?}");
    }
}

#[test]
fn a_choice_that_is_gone_hidden_or_out_of_the_groups_is_replaced() {
    let leaves: [(&str, fn(&mut World, Entity)); 3] = [
        ("is despawned", |world, it| {
            world.despawn(it);
        }),
        ("is hidden", |world, it| {
            world.entity_mut(it).insert(Disabled);
        }),
        ("is no member", |world, it| {
            world.entity_mut(it).insert(Perception::default());
        }),
    ];
    for (name, add, choice) in BEHAVIORS {
        for (what, leave) in leaves {
            let mut app = app();
            let agent = spawn(&mut app, chaser());
            add(app.world_mut(), agent, Target::NearestOf(HUMANS));
            let near = spawn(&mut app, member(HUMANS, Vec2::new(4.0, 0.0)));
            let far = spawn(&mut app, member(HUMANS, Vec2::new(9.0, 0.0)));
            app.update();
            assert_eq!(choice(&app, agent), Some(near), "{name}");
            leave(app.world_mut(), near);
            app.update();
            assert_eq!(choice(&app, agent), Some(far), "{name}: the first {what}");
        }
    }
}

#[test]
fn groups_without_another_agent_are_as_a_despawned_target() {
    for sight in [None, Some(LineOfSight::default())] {
        let mut app = app();
        let prey = spawn(&mut app, member(HUMANS, Vec2::new(20.0, 0.0)));
        let agents = [0.0, 5.0].map(|y| {
            let body = (SteeringAgent::default(), at(0.0, y));
            let agent = (body, Seek::new(Target::NearestOf(HUMANS)));
            let agent = spawn(&mut app, agent);
            if let Some(sight) = sight {
                app.world_mut().entity_mut(agent).insert(sight);
            }
            agent
        });
        run(&mut app, 30);
        assert_eq!(reported(&app), []);
        app.world_mut().despawn(prey);
        let before = agents.map(|agent| velocity(&app, agent));
        run(&mut app, 30);
        assert_eq!(agents.map(|agent| velocity(&app, agent)), before);
        assert!(agents.iter().all(|agent| !has_contribution(&app, *agent)));
        assert_eq!(agents.map(|agent| chosen::<Seek>(&app, agent)), [None; 2]);
        // Only one of the two agents is named.
        let named: Vec<_> = reported(&app)
            .iter()
            .map(|it| (it.component, it.field))
            .collect();
        assert_eq!(named, [("Seek", "target")], "{sight:?}");
        let prey = spawn(&mut app, member(HUMANS, Vec2::new(90.0, 0.0)));
        run(&mut app, 1);
        assert_eq!(
            agents.map(|agent| chosen::<Seek>(&app, agent)),
            [Some(prey); 2]
        );
    }
}

#[test]
fn the_second_agent_chooses_if_the_first_cannot() {
    let opt_outs: [fn(&mut World, Entity); 4] = [
        |world, it| {
            world.entity_mut(it).insert(SteeringDisabled);
        },
        |world, it| {
            world.entity_mut(it).insert(at(f32::NAN, 0.0));
        },
        |world, it| {
            world.entity_mut(it).insert(Seek::new(Target::NearestOf(0)));
        },
        |world, it| {
            world.entity_mut(it).remove::<ChosenTargets>();
        },
    ];
    for sight in [None, Some(LineOfSight::default())] {
        for opt_out in opt_outs {
            let mut app = app();
            let agents = [0, 1].map(|_| {
                let agent = spawn(&mut app, (chaser(), Seek::new(Target::NearestOf(HUMANS))));
                if let Some(sight) = sight {
                    app.world_mut().entity_mut(agent).insert(sight);
                }
                agent
            });
            let prey = spawn(&mut app, member(HUMANS, Vec2::new(4.0, 0.0)));
            opt_out(app.world_mut(), agents[0]);
            run(&mut app, 2);
            assert_eq!(chosen::<Seek>(&app, agents[1]), Some(prey));
            assert!(force(&app, agents[1]).x > 0.0);
        }
    }
}

#[test]
fn with_line_of_sight_the_nearest_in_sight_counts() {
    let mut app = app();
    let seek = Seek::new(Target::NearestOf(HUMANS));
    let sight = LineOfSight::default().within(20.0, 1.0).tracking(0.0);
    let agent = spawn(&mut app, (chaser(), seek, sight));
    // Behind a wall, behind the agent, and too far: none is in sight.
    let wall = spawn(&mut app, (at(3.0, 0.0), Obstacle::circle(0.5)));
    let walled = spawn(&mut app, member(HUMANS, Vec2::new(5.0, 0.0)));
    let behind = spawn(&mut app, member(HUMANS, Vec2::new(-2.0, 0.0)));
    spawn(&mut app, member(HUMANS, Vec2::new(21.0, 9.0)));
    app.update();
    assert_eq!(chosen::<Seek>(&app, agent), None);
    assert!(!has_contribution(&app, agent));
    assert_eq!(reported(&app), []);
    let open = spawn(&mut app, member(HUMANS, Vec2::new(12.0, 8.0)));
    app.update();
    assert_eq!(chosen::<Seek>(&app, agent), Some(open));
    app.world_mut().despawn(wall);
    app.update();
    assert_eq!(chosen::<Seek>(&app, agent), Some(walled));
    // A member out of sight is remembered while no other is in sight.
    app.world_mut().despawn(open);
    app.world_mut().entity_mut(walled).insert(at(-5.0, 0.0));
    app.update();
    assert_eq!(chosen::<Seek>(&app, agent), Some(walled));
    assert!(force(&app, agent).x > 0.0);
    app.world_mut().entity_mut(behind).insert(at(2.0, 1.0));
    app.update();
    assert_eq!(chosen::<Seek>(&app, agent), Some(behind));
    assert!(force(&app, agent).y > 0.0);
}

#[test]
fn an_agent_that_holds_its_decision_keeps_its_choice() {
    let mut app = app();
    let seek = Seek::new(Target::NearestOf(HUMANS));
    let agent = spawn(&mut app, (chaser(), seek, UpdateInterval { ticks: 60 }));
    let far = spawn(&mut app, member(HUMANS, Vec2::new(9.0, 0.0)));
    run(&mut app, 60);
    assert_eq!(chosen::<Seek>(&app, agent), Some(far));
    let near = spawn(&mut app, member(HUMANS, Vec2::new(-3.0, 0.0)));
    run(&mut app, 1);
    assert_eq!(chosen::<Seek>(&app, agent), Some(far));
    run(&mut app, 60);
    assert_eq!(chosen::<Seek>(&app, agent), Some(near));
}

#[test]
fn behaviors_without_a_choice_take_the_nearest_in_every_tick() {
    let mut app = app();
    // Halfway between the nearest human and the origin.
    let between = Interpose::new(Target::NearestOf(HUMANS), Vec2::ZERO);
    let agent = spawn(&mut app, (chaser(), between));
    let left = spawn(&mut app, member(HUMANS, Vec2::new(-10.0, 0.0)));
    spawn(&mut app, member(HUMANS, Vec2::new(10.1, 0.0)));
    app.update();
    assert!(force(&app, agent).x < 0.0);
    app.world_mut().entity_mut(left).insert(at(-10.2, 0.0));
    app.update();
    assert!(force(&app, agent).x > 0.0);
}

#[test]
fn a_field_has_no_nearest_agent() {
    let mut app = app();
    spawn(&mut app, member(HUMANS, Vec2::new(-10.0, 0.0)));
    let fields = [Target::NearestOf(HUMANS), Target::from(Vec2::ONE)]
        .map(|goal| spawn(&mut app, FlowField::default().to(goal)));
    app.update();
    let expected = InvalidSetting {
        entity: fields[0],
        component: "FlowField",
        field: "goals",
    };
    assert_eq!(reported(&app), [expected]);
}

#[test]
fn a_saved_choice_keeps_a_loaded_chaser_on_its_target() {
    let mut app = app();
    let seek = Seek::new(Target::NearestOf(HUMANS));
    let near = spawn(&mut app, member(HUMANS, Vec2::new(10.0, 0.0)));
    let saved = spawn(&mut app, member(HUMANS, Vec2::new(-10.5, 0.0)));
    let memory = ChosenTargets {
        targets: vec![ChosenTarget::of::<Seek>(saved)],
    };
    let agents =
        [memory, ChosenTargets::default()].map(|memory| spawn(&mut app, (chaser(), seek, memory)));
    app.update();
    let choices = agents.map(|agent| chosen::<Seek>(&app, agent));
    assert_eq!(choices, [Some(saved), Some(near)]);
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_choice_equals_that_of_a_full_search(
        members in prop::collection::vec((-40.0_f32..40.0, -40.0_f32..40.0, 0_u32..4), 1..120),
        chasers in prop::collection::vec((-300.0_f32..300.0, -300.0_f32..300.0), 1..30),
        spread in prop_oneof![Just(0.0_f32), Just(1.0), Just(1e3)],
    ) {
        let mut app = app();
        let places: Vec<_> = members.iter().map(|it| Vec2::new(it.0, it.1) * spread).collect();
        let agents: Vec<Entity> = places.iter().zip(&members)
            .map(|(place, it)| spawn(&mut app, member(it.2 << 3, *place)))
            .collect();
        let chasers: Vec<(Entity, Vec2)> = chasers.into_iter().map(|(x, y)| {
            let seek = Seek::new(Target::NearestOf(HUMANS));
            (spawn(&mut app, (at(x, y), chaser(), seek)), Vec2::new(x, y))
        }).collect();
        app.update();
        for (agent, own) in chasers {
            let nearest = (0..members.len())
                .filter(|number| members[*number].2 & 1 != 0)
                .min_by(|one, other| {
                    let distance = |number: &usize| places[*number].distance_squared(own);
                    distance(one).total_cmp(&distance(other))
                });
            prop_assert_eq!(chosen::<Seek>(&app, agent), nearest.map(|number| agents[number]));
        }
    }
}

#[test]
fn a_group_of_oneself_is_named_with_and_without_sight() {
    for sight in [None, Some(LineOfSight::default())] {
        let mut app = app();
        let agent = (
            member(HUMANS, Vec2::ZERO),
            Seek::new(Target::NearestOf(HUMANS)),
        );
        let agent = spawn(&mut app, agent);
        if let Some(sight) = sight {
            app.world_mut().entity_mut(agent).insert(sight);
        }
        run(&mut app, 3);
        let named = reported(&app);
        let named: Vec<_> = named.iter().map(|it| (it.component, it.field)).collect();
        assert_eq!(named, [("Seek", "target")], "{sight:?}");
    }
}

#[test]
fn a_choice_that_stays_is_not_marked_changed() {
    for sight in [None, Some(LineOfSight::default())] {
        let mut app = app();
        let agent = spawn(&mut app, (chaser(), Seek::new(Target::NearestOf(HUMANS))));
        if let Some(sight) = sight {
            app.world_mut().entity_mut(agent).insert(sight);
        }
        spawn(&mut app, member(HUMANS, Vec2::new(4.0, 0.0)));
        let changed = |app: &App| {
            let chosen = app.world().entity(agent).get_ref::<ChosenTargets>();
            chosen.expect("Seek requires it").last_changed()
        };
        run(&mut app, 2);
        let before = changed(&app);
        run(&mut app, 5);
        assert_eq!(changed(&app), before, "{sight:?}");
    }
}
