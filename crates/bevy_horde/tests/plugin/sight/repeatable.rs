//! Bit-identical for any number of threads, any spawn order, any layout of entities, and after save and restore.

use super::*;
use bevy::app::TaskPoolOptions;
use bevy_horde::perception::LastSeen;
use std::process::Command;

/// Enough for several tasks.
const CROWD: u64 = 1200;
const TICKS: usize = 25;
/// Set for a child process: how many threads it computes with.
const THREADS: &str = "BEVY_HORDE_TEST_THREADS";

/// Puts agents into another table.
#[derive(Component)]
struct Hat;

fn town() -> App {
    let threads = (std::env::var(THREADS).ok()).and_then(|count| count.parse().ok());
    let task_pool_options =
        threads.map_or_else(TaskPoolOptions::default, TaskPoolOptions::with_num_threads);
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins.set(TaskPoolPlugin { task_pool_options }),
        SteeringPlugin::default().with_seed(5),
    ))
    .insert_resource(Time::<Fixed>::from_hz(60.0))
    .insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update();
    for number in 0..60_u16 {
        let number = f32::from(number);
        let place = Vec2::from_angle(2.4 * number) * (2.0 + 2.6 * number.sqrt());
        let wall = Obstacle::segment(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.5));
        let turned = at(place.x, place.y).with_rotation(Quat::from_rotation_z(number));
        app.world_mut().spawn((turned, wall));
    }
    app
}

/// An agent that is made from its number alone, and looks for the agent of the number before that is there.
fn spawn_agent(app: &mut App, number: u64, prey: Entity) -> Entity {
    let spread = number as f32;
    let place = Vec2::from_angle(spread * 2.399_963) * (0.6 * spread.sqrt());
    let way = Vec2::from_angle(spread * 1.3);
    let modes = [
        HiddenTarget::GoOn,
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

/// The bits of all agents, by id.
fn result(app: &mut App) -> Vec<(u64, Vec<u32>)> {
    let mut agents = app.world_mut().query::<(Entity, &AgentId)>();
    let mut list: Vec<_> = agents
        .iter(app.world())
        .map(|(entity, id)| (id.0, entity))
        .collect();
    list.sort_unstable();
    list.into_iter()
        .map(|(id, entity)| (id, bits(app, entity)))
        .collect()
}

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
    result(&mut app)
}

fn fingerprint(result: &[(u64, Vec<u32>)]) -> u64 {
    let words = result
        .iter()
        .flat_map(|(id, bits)| core::iter::once(*id).chain(bits.iter().map(|bit| u64::from(*bit))));
    words.fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        (hash ^ word).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn a_run_with_walls_is_the_same_as_the_run_before() {
    let first = reference();
    // The child processes of the next test are read by this line.
    println!("fingerprint {:016x}", fingerprint(&first));
    if std::env::var_os(THREADS).is_none() {
        assert_eq!(first, reference());
    }
}

#[test]
fn the_number_of_threads_does_not_matter_to_sight() {
    // The path of this module without the program's name.
    let module = module_path!().split_once("::").expect("a module").1;
    let test = format!("{module}::a_run_with_walls_is_the_same_as_the_run_before");
    let child = |threads: &str| {
        let output = Command::new(std::env::current_exe().expect("this program has a path"))
            .args(["--exact", &test, "--nocapture"])
            .env(THREADS, threads)
            .output()
            .expect("the test runs itself");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines()
            .find_map(|line| line.split("fingerprint ").nth(1))
            .unwrap_or_else(|| panic!("no fingerprint in {text}"))
            .trim()
            .to_owned()
    };
    let expected = format!("{:016x}", fingerprint(&reference()));
    for threads in ["1", "3"] {
        assert_eq!(child(threads), expected, "{threads} threads");
    }
}

#[test]
fn neither_spawn_order_nor_layout_nor_a_trace_matters_to_sight() {
    let mut app = town();
    let prey = spawn_prey(&mut app);
    for number in (0..CROWD).rev() {
        // An order without any pattern: 713 is prime to the number of agents.
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
    assert_eq!(result(&mut app), reference());
}

#[test]
fn a_restored_run_goes_on_looking_where_it_was() {
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
    assert!(has_opinion(&app, seeker) && place(&app, seeker).y > 0.5);
}
