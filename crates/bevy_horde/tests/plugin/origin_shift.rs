//! A shift of the origin moves everything that the plugin remembers, and changes nothing else.

mod crowds;
mod fields;
mod positions;

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;
use bevy_horde::behaviors::PathProgress;
use bevy_horde::obstacle::{ObstacleIndex, obstacle_of};
use bevy_horde::perception::LastSeen;
use bevy_horde::prelude::*;

/// The number of events of any kind.
#[derive(Resource, Default)]
struct Events(usize);

fn count_events(app: &mut App) {
    app.init_resource::<Events>();
    app.add_observer(|_: On<Arrived>, mut events: ResMut<Events>| events.0 += 1);
    app.add_observer(|_: On<HasSettled>, mut events: ResMut<Events>| events.0 += 1);
    app.add_observer(|_: On<Stuck>, mut events: ResMut<Events>| events.0 += 1);
    app.add_observer(|_: On<Unreachable>, mut events: ResMut<Events>| events.0 += 1);
    app.add_observer(|_: On<BackOnPath>, mut events: ResMut<Events>| events.0 += 1);
}

/// Shifts every `Transform` without a parent, as a game does.
fn shift_transforms(world: &mut World, by: Vec3) {
    let mut all = world.query_filtered::<&mut Transform, (Without<ChildOf>, Allow<Disabled>)>();
    for mut transform in all.iter_mut(world) {
        transform.translation += by;
    }
}

/// Shifts the world, as a game does.
fn shift(app: &mut App, by: Vec3) {
    let world = app.world_mut();
    shift_transforms(world, by);
    world.commands().queue(ShiftOrigin(by));
    world.flush();
}

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

#[test]
fn a_settled_crowd_stays_settled() {
    let mut app = app();
    count_events(&mut app);
    let crowd: Vec<Entity> = (0..40)
        .map(|number| {
            let place = Vec2::from_angle(number as f32 * 2.4) * (6.0 + 0.4 * number as f32);
            let behaviors = (Gather::new(vec2(50.0, 3.0)), AvoidAgents::default());
            let agent = SteeringAgent::default();
            let agent = (at(place.x, place.y), agent, behaviors, Journey::default());
            spawn(&mut app, agent)
        })
        .collect();
    run(&mut app, 60 * 60);
    let is_settled = |app: &App, agent: Entity| get::<Settled>(app, agent).is_settled;
    let settled = |app: &App| crowd.iter().filter(|it| is_settled(app, **it)).count();
    assert_eq!(settled(&app), 40);
    assert_eq!(app.world().resource::<Events>().0, 80);
    let places: Vec<Vec2> = crowd.iter().map(|agent| place(&app, *agent)).collect();
    let mut offset = Vec2::ZERO;
    for by in [vec2(-40.0, 0.0), vec2(1000.7, -300.3), vec2(-700.1, 9.9)] {
        shift(&mut app, by.extend(0.0));
        offset += by;
        for _ in 0..5 * 60 {
            app.update();
            assert_eq!(settled(&app), 40);
        }
        // No event came again.
        assert_eq!(app.world().resource::<Events>().0, 80);
        for (agent, was) in crowd.iter().zip(&places) {
            assert_close(place(&app, *agent), was + offset, 2e-3);
        }
    }
}

#[test]
fn agents_with_places_of_their_own_stay_there() {
    let mut app = app();
    count_events(&mut app);
    let goals: Vec<Vec2> = (0..30)
        .map(|number| vec2((number % 6) as f32 * 1.37, (number / 6) as f32 * 1.41))
        .collect();
    let agents: Vec<Entity> = (goals.iter())
        .map(|goal| {
            let start = at(goal.x * 2.0 - 9.0, goal.y * 2.0 - 3.0);
            let behaviors = (Arrive::new(*goal), AvoidAgents::default());
            spawn(
                &mut app,
                (
                    start,
                    SteeringAgent::default(),
                    behaviors,
                    Journey::default(),
                ),
            )
        })
        .collect();
    run(&mut app, 30 * 60);
    let events = app.world().resource::<Events>().0;
    assert_eq!(events, 60);
    shift(&mut app, vec3(-513.3, 77.7, 0.0));
    run(&mut app, 5 * 60);
    assert_eq!(app.world().resource::<Events>().0, events);
    for (agent, goal) in agents.iter().zip(goals) {
        assert_close(place(&app, *agent), goal + vec2(-513.3, 77.7), 0.02);
    }
}

/// An agent beside a wall, and one beside a wall on an island that is turned and far out. Returns
/// the walls, with a hidden one, and the agents.
fn walls() -> (App, [Entity; 3], [Entity; 2]) {
    let mut app = app();
    let island = Transform::from_xyz(7290.1, -870.3, 0.0);
    let island = island.with_rotation(Quat::from_rotation_z(0.7));
    let island = spawn(&mut app, island);
    let on_island = (at(3.3, 1.7), Obstacle::rectangle(6.0, 1.0));
    let on_island = spawn(&mut app, (on_island, ChildOf(island)));
    let wall = (at(0.0, 5.1), Obstacle::rectangle(7.0, 1.0));
    let wall = spawn(&mut app, wall);
    let hidden = (at(0.0, -5.1), Obstacle::circle(1.0), Disabled);
    let hidden = spawn(&mut app, hidden);
    let agents = [vec2(0.0, 3.9), vec2(7291.0, -867.0)].map(|place| {
        let body = (SteeringAgent::default(), AvoidObstacles::default());
        spawn(&mut app, (at(place.x, place.y), body))
    });
    run(&mut app, 20);
    (app, [on_island, wall, hidden], agents)
}

#[test]
fn a_shift_is_no_motion_of_an_obstacle() {
    let known = |app: &App, entity: Entity| {
        let index = app.world().resource::<ObstacleIndex>();
        let mut all = index.obstacles().iter();
        let found = all.find(|obstacle| obstacle.id == obstacle_of(entity));
        found.map(|found| (found.standing_since, found.velocity))
    };
    for by in [vec2(-40.0, 0.0), vec2(0.3, 2.1), vec2(-7311.3, 877.7)] {
        let (mut app, walls, agents) = walls();
        let (mut stays, _, others) = self::walls();
        let before = walls.map(|entity| known(&app, entity));
        assert_eq!(before[2], None);
        shift(&mut app, by.extend(0.0));
        for _ in 0..30 {
            app.update();
            stays.update();
            assert_eq!(walls.map(|entity| known(&app, entity)), before);
            for (agent, other) in agents.iter().zip(others) {
                let expected = place(&stays, other) + by;
                assert_close(place(&app, *agent), expected, 4e-3);
            }
        }
        // A true move counts as ever.
        let mut moved = app.world_mut().get_mut::<Transform>(walls[1]).unwrap();
        moved.translation.x += 0.02;
        app.update();
        let velocity = known(&app, walls[1]).unwrap().1;
        assert_close(velocity, vec2(1.2, 0.0), 0.05);
    }
}

#[test]
fn an_agent_goes_on_along_its_path_beside_another_stretch() {
    for radius in [0.5, 0.0] {
        go_on_along_a_hairpin(SteeringAgent::new(radius, 5.0));
    }
}

fn go_on_along_a_hairpin(body: SteeringAgent) {
    let mut app = app();
    // Slanted, so that a shift rounds the places between the points.
    let (along, aside) = (vec2(0.96, 0.28), vec2(-0.28, 0.96));
    let on_path = |ahead: f32, beside: f32| vec2(0.37, 0.11) + ahead * along + beside * aside;
    let hairpin = [(0.0, 0.0), (60.0, 0.0), (60.0, 2.0), (0.0, 2.0)];
    let agent = (
        at(0.37, 0.11),
        body,
        FollowPath::default(),
        Path::new(hairpin.map(|(ahead, beside)| on_path(ahead, beside))),
    );
    let agent = spawn(&mut app, agent);
    run(&mut app, 120);
    let mut offset = Vec2::ZERO;
    for by in [vec2(-40.1, 7.3), vec2(1234.5, -987.6)] {
        // Pushed nearer to the way back.
        let ahead = get::<PathProgress>(&app, agent).distance;
        let pushed = on_path(ahead, 1.8) + offset;
        let mut transform = app.world_mut().get_mut::<Transform>(agent).unwrap();
        transform.translation = pushed.extend(0.0);
        run(&mut app, 1);
        let before = *get::<PathProgress>(&app, agent);
        assert_eq!(before.segment, 0);
        shift(&mut app, by.extend(0.0));
        offset += by;
        let after = *get::<PathProgress>(&app, agent);
        assert_eq!(after.position, before.position + by);
        run(&mut app, 1);
        let after = *get::<PathProgress>(&app, agent);
        assert_eq!(after.segment, 0);
        assert_close(after.position, before.position + by, 0.2);
        assert!((after.distance - before.distance).abs() < 0.2);
    }
    // A path that moves is another one: the agent goes on from the nearest place.
    let mut path = app.world_mut().get_mut::<Path>(agent).unwrap();
    path.points
        .iter_mut()
        .for_each(|point| *point += 0.1 * along);
    run(&mut app, 1);
    assert_eq!(get::<PathProgress>(&app, agent).segment, 2);
}

#[test]
fn places_in_memories_are_shifted_in_both_spaces() {
    for space in [MovementSpace::Xy, MovementSpace::Xz] {
        let mut app = app_with(SteeringPlugin::default().in_space(space), 60.0);
        let put = |x: f32, y: f32| Transform::from_translation(space.to_world(vec2(x, y)));
        let prey = spawn(&mut app, (put(20.0, 0.0), SteeringAgent::default()));
        let wall = spawn(&mut app, (put(10.0, 90.0), Obstacle::rectangle(1.0, 20.0)));
        let hunter = (
            (put(0.0, 0.0), SteeringAgent::new(0.5, 2.0)),
            (Pursue::new(prey), LineOfSight::default()),
            (
                Arrive::new(Vec3::new(1.0, 2.0, 3.0)),
                UpdateInterval { ticks: 60 },
            ),
        );
        let hunter = spawn(&mut app, hunter);
        let hides = (put(-9.0, 0.0), SteeringAgent::default(), Disabled);
        let hides = spawn(&mut app, (hides, Seek::new(vec2(4.0, 5.0))));
        run(&mut app, 70);
        app.world_mut()
            .get_mut::<Transform>(wall)
            .unwrap()
            .translation = put(10.0, 0.0).translation;
        run(&mut app, 65);
        let by = Vec3::new(100.0, 20.0, -30.0);
        let (plane, flat) = (space.to_plane(by), space.to_world(space.to_plane(by)));
        let heads_for = get::<Steering>(&app, hunter).heads_for.unwrap();
        shift(&mut app, by);
        assert_eq!(
            get::<Seek>(&app, hides).target,
            (vec2(4.0, 5.0) + plane).into()
        );
        let arrives = get::<Arrive>(&app, hunter).target;
        assert_eq!(arrives, Target::Point(Vec3::new(101.0, 22.0, -27.0)));
        assert_eq!(
            get::<Steering>(&app, hunter).heads_for,
            Some(heads_for + flat)
        );
        run(&mut app, 1);
        assert_eq!(
            get::<Steering>(&app, hunter).heads_for,
            Some(heads_for + flat)
        );
        let seen = get::<LastSeen>(&app, hunter).of::<Pursue>().unwrap();
        assert!(seen.age > 0.0);
        assert_close(seen.position, vec2(20.0, 0.0) + plane, 1e-3);
    }
}

#[test]
fn queries_before_the_next_tick_find_what_was_shifted() {
    let mut app = app();
    let agent = spawn(&mut app, (at(5.0, 3.0), SteeringAgent::default()));
    spawn(&mut app, (at(0.0, 12.0), Obstacle::rectangle(8.0, 1.0)));
    run(&mut app, 5);
    let look = |query: SteeringQuery| {
        let near = query.nearest_agent(vec2(21.0, -5.0));
        let wall = query.nearest_obstacle(vec2(16.0, 0.0));
        (
            near.map(|hit| hit.entity),
            near.map(|hit| hit.distance),
            wall.map(|near| near.point),
        )
    };
    shift(&mut app, vec3(16.0, -8.0, 0.0));
    let found = app.world_mut().run_system_cached(look).unwrap();
    assert_eq!(found, (Some(agent), Some(0.0), Some(vec2(16.0, 3.5))));
}

#[test]
fn a_shift_that_is_not_finite_or_without_the_plugin_does_nothing() {
    let mut app = app();
    let agent = spawn(&mut app, (SteeringAgent::default(), Seek::new(Vec2::ONE)));
    run(&mut app, 5);
    for by in [Vec3::NAN, Vec3::INFINITY] {
        app.world_mut().commands().queue(ShiftOrigin(by));
        app.world_mut().flush();
        assert_eq!(
            get::<Seek>(&app, agent).target,
            Target::PlanePoint(Vec2::ONE)
        );
    }
    app.world_mut().commands().queue(ShiftOrigin(Vec3::MAX));
    app.world_mut().commands().queue(ShiftOrigin(Vec3::MAX));
    app.world_mut().flush();
    run(&mut app, 5);
    assert!(place(&app, agent).is_finite());
    let mut world = World::new();
    world.commands().queue(ShiftOrigin(Vec3::X));
    world.flush();
    let target = Target::Point(Vec3::new(1.0, 2.0, 3.0));
    let there = ShiftOrigin(Vec3::ONE).shift_target(target, MovementSpace::Xz);
    assert_eq!(there, Target::Point(Vec3::new(2.0, 3.0, 4.0)));
    let target = Target::PlanePoint(Vec2::ONE);
    let there = ShiftOrigin(Vec3::new(1.0, 2.0, 3.0)).shift_target(target, MovementSpace::Xz);
    assert_eq!(there, Target::PlanePoint(vec2(2.0, 4.0)));
}
