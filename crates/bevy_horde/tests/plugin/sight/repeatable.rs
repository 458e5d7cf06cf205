//! Bit-identical sight for any number of threads, spawn order and table layout, and after a
//! restore.

use super::*;
use crate::repeatable_runs::{
    app_on_threads, bits_by_id, fingerprint, fingerprint_of_child, is_child,
};
use bevy_horde::perception::LastSeen;

/// Enough agents for several tasks.
const CROWD: u64 = 1200;
const TICKS: usize = 25;

/// Moves agents to another table.
#[derive(Component)]
struct Hat;

/// An app with sixty walls, without agents.
fn town() -> App {
    let mut app = app_on_threads(SteeringPlugin::default().with_seed(5));
    for number in 0..60_u16 {
        let number = f32::from(number);
        let place = Vec2::from_angle(2.4 * number) * (2.0 + 2.6 * number.sqrt());
        let wall = Obstacle::segment(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.5));
        let turned = at(place.x, place.y).with_rotation(Quat::from_rotation_z(number));
        app.world_mut().spawn((turned, wall));
    }
    app
}

/// Spawns an agent that depends only on its number, with `prey` as its target or threat.
fn spawn_agent(app: &mut App, number: u64, prey: Entity) -> Entity {
    let spread = number as f32;
    let place = Vec2::from_angle(spread * 2.399_963) * (0.6 * spread.sqrt());
    let way = Vec2::from_angle(spread * 1.3);
    let modes = [
        HiddenTarget::KeepTracking,
        HiddenTarget::LastSeen,
        HiddenTarget::GiveUp,
    ];
    let agent = (
        AgentId(number),
        SteeringAgent::new(0.25, 2.0 + (number % 3) as f32),
        at(place.x, place.y),
        moving(way.x, way.y),
        (Flock::default(), AvoidAgents::default(), Wander::default()),
        Perception {
            max_neighbors: 2 + (number % 9) as u32,
            ..default()
        },
    );
    let agent = spawn(app, agent);
    let mut entity = app.world_mut().entity_mut(agent);
    if !number.is_multiple_of(4) {
        entity.insert(sees(modes[(number % 3) as usize]));
    }
    match number % 5 {
        0 => entity.insert(Seek::new(prey)),
        1 => entity.insert(Arrive::new(prey)),
        2 => entity.insert(Pursue::new(prey)),
        3 => entity.insert(Flee::new(prey).within(4.0)),
        _ => entity.insert(Evade::new(prey).within(4.0)),
    };
    agent
}

fn spawn_prey(app: &mut App) -> Entity {
    let prey = (
        SteeringAgent::new(0.3, 4.0),
        Wander::default(),
        AgentId(u64::MAX - 1),
    );
    spawn(app, (prey, at(3.0, 2.0)))
}

/// The state of the crowd after all ticks.
fn reference() -> Vec<(u64, Vec<u32>)> {
    let mut app = town();
    let prey = spawn_prey(&mut app);
    for number in 0..CROWD {
        spawn_agent(&mut app, number, prey);
    }
    run(&mut app, TICKS);
    let remembering = (app.world_mut().query::<&LastSeen>())
        .iter(app.world())
        .filter(|seen| **seen != LastSeen::default())
        .count();
    assert!((100..1100).contains(&remembering), "{remembering}");
    bits_by_id(&mut app)
}

#[test]
fn a_run_with_walls_is_the_same_as_the_run_before() {
    let first = reference();
    // The next test reads this line from its child processes.
    println!("fingerprint {}", fingerprint(&first));
    if !is_child() {
        assert_eq!(first, reference());
    }
}

#[test]
fn sight_does_not_depend_on_the_number_of_threads() {
    // The path of this module without the crate name.
    let module = module_path!().split_once("::").expect("a module").1;
    let test = format!("{module}::a_run_with_walls_is_the_same_as_the_run_before");
    let expected = fingerprint(&reference());
    for threads in ["1", "3"] {
        assert_eq!(
            fingerprint_of_child(&test, threads),
            expected,
            "{threads} threads"
        );
    }
}

#[test]
fn sight_depends_neither_on_spawn_order_nor_on_layout_nor_on_a_trace() {
    let mut app = town();
    let prey = spawn_prey(&mut app);
    for number in (0..CROWD).rev() {
        // A scrambled order: 713 is coprime to the number of agents.
        let number = number * 713 % CROWD;
        let agent = spawn_agent(&mut app, number, prey);
        let mut entity = app.world_mut().entity_mut(agent);
        if number.is_multiple_of(3) {
            entity.insert(Hat);
        }
        if number.is_multiple_of(7) {
            entity.insert(SteeringTrace::default());
        }
    }
    run(&mut app, TICKS);
    assert_eq!(bits_by_id(&mut app), reference());
}

#[test]
fn a_restored_run_continues_its_searches() {
    let mut app = app();
    let target = spawn(&mut app, at(12.0, 3.0));
    let seeker = (
        SteeringAgent::default(),
        Seek::entity(target),
        LineOfSight::default(),
    );
    let seeker = spawn(&mut app, seeker);
    run(&mut app, 10);
    wall_at(&mut app, 9.0);
    app.world_mut().entity_mut(target).insert(at(14.0, -9.0));
    run(&mut app, 10);

    let mut restored = crate::harness::app();
    let new_target = spawn(&mut restored, at(14.0, -9.0));
    wall_at(&mut restored, 9.0);
    let mut memory = get::<LastSeen>(&app, seeker).clone();
    for seen in &mut memory.targets {
        seen.entity = new_target;
    }
    let copy = (
        *get::<SteeringAgent>(&app, seeker),
        *get::<Transform>(&app, seeker),
        *get::<Velocity>(&app, seeker),
        *get::<Heading>(&app, seeker),
        *get::<LineOfSight>(&app, seeker),
        Seek::entity(new_target),
        memory,
    );
    let copy = spawn(&mut restored, copy);
    run(&mut app, 30);
    run(&mut restored, 30);
    assert_eq!(bits(&app, seeker), bits(&restored, copy));
    assert!(has_contribution(&app, seeker) && place(&app, seeker).y > 0.5);
}
