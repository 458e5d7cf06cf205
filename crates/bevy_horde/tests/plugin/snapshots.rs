//! A snapshot puts a world back, and the same ticks have the same results.

use crate::harness::{app, at, get, place, run};
use bevy::ecs::entity::{EntityHashMap, MapEntities};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::behaviors::{DetourState, WanderAngle};
use bevy_horde::obstacle::{ObstacleIndex, obstacle_of};
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use bevy_horde::{CrowdSnapshot, WrongVersion};

/// Everything that the plugin keeps, in words; of fields the agents that follow them tell.
fn state(app: &App) -> String {
    let all = format!("{:?}", CrowdSnapshot::of(app.world()));
    let (state, _) = all.split_once(" fields: ").expect("the last part");
    state.to_owned()
}

#[derive(Component)]
struct Cart;

/// Moves the carts of the game, by the number of the tick alone.
fn move_carts(tick: Res<SteeringTick>, mut carts: Query<&mut Transform, With<Cart>>) {
    for mut transform in &mut carts {
        transform.translation.y = 6.0 * (0.05 * tick.0 as f32).sin();
    }
}

fn game() -> App {
    let mut app = app();
    app.add_systems(FixedUpdate, move_carts.before(SteeringSystems::Perceive));
    app
}

/// Agents with every behavior that remembers something. Returns them in the order of their ids.
fn populate(app: &mut App, first: u64) -> Vec<Entity> {
    let world = app.world_mut();
    world.spawn((at(4.0, 0.0), Obstacle::rectangle(1.0, 2.0), Cart));
    world.spawn((at(-8.0, 3.0), Obstacle::circle(1.5)));
    let area = Rect::new(-30.0, -30.0, 30.0, 30.0);
    let field = FlowField {
        cells_per_tick: 200,
        crowd_cost: 1.0,
        ..FlowField::new(area).to(vec2(20.0, 20.0))
    };
    let field = world.spawn(field).id();
    let body = |number: u32| {
        let spot = Vec2::from_angle(2.4 * number as f32) * (1.5 * number as f32).sqrt();
        let place = at(2.0 * spot.x, 2.0 * spot.y);
        let id = AgentId(first + u64::from(number));
        (
            place,
            SteeringAgent::new(0.4, 3.0),
            id,
            AvoidAgents::default(),
        )
    };
    let player = world.spawn((body(0), Wander::default())).id();
    let around = (AvoidObstacles::default(), Journey::default());
    let leader = (Formation::default(), Arrive::new(vec2(15.0, -9.0)), around);
    let leader = world.spawn((body(1), leader)).id();
    let mut agents = vec![player, leader];
    for number in 2..40 {
        let mut agent = world.spawn(body(number));
        match number % 11 {
            0 => agent.insert((Pursue::new(player), LineOfSight::default(), around)),
            1 => agent.insert((Gather::new(vec2(-12.0, 4.0)), around)),
            2 => agent.insert((Queue::at(vec2(12.0, 4.0)), Arrive::new(vec2(12.0, 4.0)))),
            3 => agent.insert(InFormation(leader)),
            4 => agent.insert((FollowField::new(field), around)),
            5 => agent.insert((
                Flock::default(),
                Seek::new(player),
                UpdateInterval { ticks: 3 },
            )),
            6 => agent.insert((Hide::new(player), around)),
            7 => {
                let path = Path::new([vec2(-5.0, 0.0), vec2(5.0, 9.0), vec2(14.0, 0.0)]);
                agent.insert((path, FollowPath::default(), around))
            }
            8 => agent.insert((FollowWall::default(), Whiskers::default())),
            9 => agent.insert((Seek::new(vec2(40.0, 0.0)), Impulse::new(Vec3::X * 4.0, 2.0))),
            _ => agent.insert((Evade::new(player), Contain::circle(Vec2::ZERO, 25.0))),
        };
        agents.push(agent.id());
    }
    agents
}

#[test]
fn ticks_that_are_played_again_have_the_same_results() {
    let mut app = game();
    populate(&mut app, 0);
    for ticks in [1, 7, 30, 64, 150, 200] {
        run(&mut app, ticks);
        let now = CrowdSnapshot::of(app.world());
        let before = state(&app);
        run(&mut app, 90);
        let expected = state(&app);
        assert_ne!(before, expected);
        now.restore(app.world_mut()).unwrap();
        assert_eq!(state(&app), before);
        run(&mut app, 90);
        assert!(state(&app) == expected, "after {ticks} more ticks");
    }
}

#[test]
fn a_snapshot_is_put_back_into_another_world() {
    let mut first = game();
    let agents = populate(&mut first, 0);
    run(&mut first, 80);
    let mut snapshot = CrowdSnapshot::of(first.world());
    let mut second = game();
    // Other numbers for all entities.
    for _ in 0..9 {
        second.world_mut().spawn_empty();
    }
    let twins = populate(&mut second, 0);
    let mut map = EntityHashMap::<Entity>::default();
    for (agent, twin) in agents.iter().zip(&twins) {
        map.insert(*agent, *twin);
    }
    for (one, other) in [
        others::<Obstacle>(&mut first),
        others::<FlowField>(&mut first),
    ]
    .into_iter()
    .flatten()
    .zip(
        [
            others::<Obstacle>(&mut second),
            others::<FlowField>(&mut second),
        ]
        .into_iter()
        .flatten(),
    ) {
        map.insert(one, other);
        let transform = *first
            .world()
            .get::<Transform>(one)
            .unwrap_or(&Transform::IDENTITY);
        if let Some(mut twin) = second.world_mut().get_mut::<Transform>(other) {
            *twin = transform;
        }
    }
    snapshot.map_entities(&mut map);
    snapshot.restore(second.world_mut()).unwrap();
    run(&mut first, 120);
    run(&mut second, 120);
    for (agent, twin) in agents.iter().zip(&twins) {
        assert_eq!(place(&first, *agent), place(&second, *twin));
    }
}

fn others<C: Component>(app: &mut App) -> Vec<Entity> {
    let mut all = app.world_mut().query_filtered::<Entity, With<C>>();
    all.iter(app.world()).collect()
}

#[test]
fn entities_that_come_and_go_are_no_part_of_it() {
    let mut app = game();
    let agents = populate(&mut app, 0);
    run(&mut app, 20);
    let now = CrowdSnapshot::of(app.world());
    app.world_mut().despawn(agents[5]);
    let late = (
        at(50.0, 50.0),
        SteeringAgent::new(0.4, 3.0),
        Wander::default(),
    );
    let late = app.world_mut().spawn(late).id();
    run(&mut app, 20);
    let wandered = place(&app, late);
    let angle = *get::<WanderAngle>(&app, late);
    assert_ne!(wandered, vec2(50.0, 50.0));
    now.restore(app.world_mut()).unwrap();
    assert!(app.world().get_entity(agents[5]).is_err());
    assert_eq!(
        (place(&app, late), *get::<WanderAngle>(&app, late)),
        (wandered, angle)
    );
    run(&mut app, 5);
}

#[test]
fn an_order_in_the_first_tick_that_is_played_again_is_a_new_order() {
    let mut app = app();
    app.init_resource::<Arrivals>()
        .add_observer(|_: On<Arrived>, mut count: ResMut<Arrivals>| count.0 += 1);
    let agent = (
        SteeringAgent::new(0.5, 4.0),
        Arrive::new(vec2(1.0, 0.0)),
        Journey::default(),
    );
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 120);
    let now = CrowdSnapshot::of(app.world());
    let mut arrivals = || {
        app.world_mut().resource_mut::<Arrivals>().0 = 0;
        // To the same place: only that it is inserted makes it an order.
        let order = Arrive::new(vec2(1.0, 0.0));
        app.world_mut().entity_mut(agent).insert(order);
        run(&mut app, 240);
        let arrivals = app.world().resource::<Arrivals>().0;
        now.restore(app.world_mut()).unwrap();
        arrivals
    };
    assert_eq!([arrivals(), arrivals(), arrivals()], [1, 1, 1]);
}

#[derive(Resource, Default)]
struct Arrivals(usize);

#[test]
fn no_two_agents_get_one_id_after_it() {
    let mut app = app();
    let spawn = |app: &mut App| app.world_mut().spawn(SteeringAgent::default()).id();
    let first = spawn(&mut app);
    run(&mut app, 2);
    let now = CrowdSnapshot::of(app.world());
    let second = spawn(&mut app);
    run(&mut app, 2);
    now.restore(app.world_mut()).unwrap();
    let third = spawn(&mut app);
    run(&mut app, 2);
    let ids = [first, second, third].map(|agent| *get::<AgentId>(&app, agent));
    assert_eq!(ids, [AgentId(0), AgentId(1), AgentId(2)]);
    // An agent that the game has taken back gives its number back.
    for agent in [second, third] {
        app.world_mut().despawn(agent);
    }
    now.restore(app.world_mut()).unwrap();
    let fourth = spawn(&mut app);
    run(&mut app, 2);
    assert_eq!(*get::<AgentId>(&app, fourth), AgentId(1));
}

#[test]
fn an_obstacle_that_the_game_puts_back_stands_as_long_as_then() {
    let mut app = app();
    app.world_mut().spawn(SteeringAgent::default());
    let wall = (at(9.0, 0.0), Obstacle::circle(1.0));
    let wall = app.world_mut().spawn(wall).id();
    let stands_since = |app: &App| {
        let index = app.world().resource::<ObstacleIndex>();
        let mut all = index.obstacles().iter();
        let found = all.find(|obstacle| obstacle.id == obstacle_of(wall));
        found.map(|obstacle| obstacle.standing_since)
    };
    run(&mut app, 3);
    let now = CrowdSnapshot::of(app.world());
    let before = stands_since(&app);
    // Hidden and shown again, it counts as new.
    app.world_mut().entity_mut(wall).insert(Disabled);
    run(&mut app, 2);
    app.world_mut().entity_mut(wall).remove::<Disabled>();
    run(&mut app, 2);
    assert!(stands_since(&app) > before && before.is_some());
    now.restore(app.world_mut()).unwrap();
    run(&mut app, 1);
    assert_eq!(stands_since(&app), before);
}

#[test]
fn a_memory_that_an_agent_did_not_have_is_emptied() {
    let mut app = app();
    app.world_mut().spawn((at(4.0, 0.0), Obstacle::circle(1.0)));
    let agent = (SteeringAgent::new(0.5, 3.0), Seek::new(vec2(9.0, 0.1)));
    let agent = app.world_mut().spawn(agent).id();
    let hidden = app
        .world_mut()
        .spawn((SteeringAgent::default(), Disabled))
        .id();
    // Later as many agents have the memory as now, but another one.
    let gone = (
        at(40.0, 0.0),
        SteeringAgent::default(),
        AvoidObstacles::default(),
    );
    let gone = app.world_mut().spawn(gone).id();
    run(&mut app, 2);
    let now = CrowdSnapshot::of(app.world());
    app.world_mut()
        .entity_mut(agent)
        .insert(AvoidObstacles::default());
    app.world_mut().despawn(gone);
    app.world_mut().get_mut::<Velocity>(hidden).unwrap().0 = Vec3::X;
    run(&mut app, 20);
    assert!(get::<DetourState>(&app, agent).is_passing);
    now.restore(app.world_mut()).unwrap();
    assert_eq!(*get::<DetourState>(&app, agent), DetourState::default());
    assert_eq!(app.world().get::<Velocity>(hidden).unwrap().0, Vec3::ZERO);
}

#[test]
fn an_empty_snapshot_fits_no_version() {
    let mut world = World::new();
    let result = CrowdSnapshot::default().restore(&mut world);
    assert_eq!(result, Err(WrongVersion { found: 0 }));
    assert_eq!(
        result.unwrap_err().to_string(),
        "the snapshot has version 0, and the plugin takes version 1"
    );
    // Nor has it changed the world.
    assert!(world.get_resource::<SteeringTick>().is_none());
}

#[cfg(feature = "serialize")]
#[test]
fn a_snapshot_that_was_written_to_a_file_goes_on_bit_for_bit() {
    let mut app = game();
    populate(&mut app, 0);
    run(&mut app, 90);
    let file = ron::to_string(&CrowdSnapshot::of(app.world())).expect("it can be written");
    run(&mut app, 60);
    let later = state(&app);
    run(&mut app, 30);
    let read: CrowdSnapshot = ron::from_str(&file).expect("it can be read");
    // The costs of a field are computed again after a load, from what the file holds.
    read.restore(app.world_mut())
        .expect("it is of this version");
    run(&mut app, 60);
    assert_eq!(state(&app), later);
}
