//! Crowds in motion go on as if nothing had happened.

use super::{Events, count_events, shift};
use crate::harness::*;
use crate::random_scenes::Dice;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An obstacle that drives along x, units per second.
#[derive(Component)]
struct Truck(f32);

fn drive(time: Res<Time>, mut trucks: Query<(&Truck, &mut Transform)>) {
    for (truck, mut transform) in &mut trucks {
        transform.translation.x += truck.0 * time.delta_secs();
    }
}

fn goal(dice: &mut Dice, agents: &[Entity]) -> Target {
    match dice.whole(3) {
        0 if !agents.is_empty() => agents[dice.whole(agents.len())].into(),
        1 => Target::Point(dice.point(25.0).extend(0.0)),
        _ => Target::PlanePoint(dice.point(25.0)),
    }
}

/// A drawn scene with behaviors of all kinds. Returns its agents.
fn populate(app: &mut App, seed: u64) -> Vec<Entity> {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    for _ in 0..6 {
        let placed = dice.placement(22.0);
        let transform = Transform::from_translation(placed.at.extend(0.0))
            .with_rotation(Quat::from_rotation_z(placed.angle));
        let shape = dice.shape(3.0);
        app.world_mut().spawn((transform, Obstacle::new(shape)));
    }
    let cart = Transform::from_translation(dice.point(20.0).extend(0.0))
        .with_rotation(Quat::from_rotation_z(dice.number(0.0, 6.0)));
    let on_cart = at(dice.number(1.0, 4.0), dice.number(1.0, 4.0));
    let cart = app.world_mut().spawn(cart).id();
    let on_cart = (on_cart, Obstacle::rectangle(2.0, 1.0), ChildOf(cart));
    app.world_mut().spawn(on_cart);
    for _ in 0..2 {
        let place = dice.point(20.0).extend(0.0);
        let truck = (
            Transform::from_translation(place),
            Obstacle::rectangle(3.0, 1.5),
        );
        let speed = dice.number(-3.0, 3.0);
        app.world_mut().spawn((truck, Truck(speed)));
    }
    let mut field = FlowField::new(Rect::new(-40.0, -40.0, 40.0, 40.0))
        .to(dice.point(20.0))
        .to(FieldGoal::Circle {
            center: dice.point(30.0),
            radius: 2.0,
        });
    let swamp = Rect::from_center_half_size(dice.point(10.0), Vec2::splat(5.0));
    field.slow_areas.push(SlowArea {
        area: swamp,
        cost: 2.5,
    });
    let field = app.world_mut().spawn(field).id();
    let road = Path::new((0..5).map(|_| dice.point(25.0))).with_width(3.0);
    let road = app.world_mut().spawn(road).id();
    let mut agents = Vec::new();
    for number in 0..40 {
        let place = Transform::from_translation(dice.point(25.0).extend(0.0));
        let body = SteeringAgent::new(dice.number(0.3, 0.7), dice.number(2.0, 5.0));
        let order = goal(dice, &agents);
        let mut agent = app.world_mut().spawn((place, body, Journey::default()));
        agent.insert((AvoidAgents::default(), AvoidObstacles::default()));
        match number % 14 {
            0 => agent.insert(Seek::new(order)),
            1 => agent.insert(Arrive::new(order)),
            2 | 3 => agent.insert(Gather::new(vec2(5.0, 5.0))),
            4 => agent.insert((Pursue::new(order), LineOfSight::default())),
            5 => agent.insert((Wander::default(), Contain::circle(Vec2::ZERO, 25.0))),
            6 => agent.insert(FollowPath::along(road)),
            7 | 8 => agent.insert(FollowField::new(field)),
            9 => agent.insert((Seek::new(order), Queue::at(vec2(-8.0, 3.0)))),
            10 => agent.insert(Hide::new(order)),
            11 => agent.insert((Flee::new(order), Evade::new(vec2(1.0, 2.0)))),
            12 => agent.insert((
                FollowPath::default(),
                Path::new((0..4).map(|_| vec2(number as f32, 2.0) + dice.point(9.0))).closed(),
            )),
            _ => agent.insert((
                Interpose::new(order, vec2(3.0, -3.0)),
                UpdateInterval { ticks: 4 },
            )),
        };
        if number % 4 == 0 {
            agent.insert(LookAt::new(order));
        }
        if dice.one_in(5) {
            let thrown = dice.point(6.0).extend(0.0);
            agent.insert(Impulse::new(thrown, 1.5).with_damping(2.0));
        }
        agents.push(agent.id());
    }
    let leader = agents[0];
    let formation = Formation::new(FormationShape::Wedge);
    app.world_mut().entity_mut(leader).insert(formation);
    for number in 0..5 {
        let place = place(app, leader) - vec2(1.5 * number as f32, 1.0);
        let member = app.world_mut().spawn((
            Transform::from_translation(place.extend(0.0)),
            SteeringAgent::default(),
            InFormation(leader),
            (AvoidAgents::default(), AvoidObstacles::default()),
        ));
        agents.push(member.id());
    }
    agents
}

/// The scene of a seed after as many ticks.
fn scene(seed: u64, ticks: usize) -> (App, Vec<Entity>) {
    let mut app = app();
    count_events(&mut app);
    app.add_systems(FixedUpdate, drive.before(SteeringSystems::Perceive));
    let agents = populate(&mut app, seed);
    run(&mut app, ticks);
    (app, agents)
}

/// Rounds every place as a shift does, and shifts nothing.
fn round(app: &mut App, by: Vec3) {
    let world = app.world_mut();
    let mut all = world.query_filtered::<&mut Transform, Without<ChildOf>>();
    for mut transform in all.iter_mut(world) {
        transform.translation += by;
        transform.translation -= by;
    }
}

/// The distances of the agents of two scenes, of which the second is shifted.
fn distances(one: &App, other: &App, agents: &[Entity], by: Vec2) -> Vec<f32> {
    let off = |agent: &Entity| place(other, *agent) - by - place(one, *agent);
    agents.iter().map(|agent| off(agent).length()).collect()
}

#[test]
fn crowds_in_motion_go_on_as_if_nothing_had_happened() {
    // How many agents are off, and how many events there were.
    let (mut shifted_off, mut rounded_off, mut seen) = (0, 0, 0);
    let mut events = [0; 3];
    for seed in 0..6 {
        let mut dice = Dice::new(seed + 100);
        let by = dice.point(900.0);
        let ticks = 5 + dice.whole(300);
        let (mut stays, agents) = scene(seed, ticks);
        let (mut shifted, _) = scene(seed, ticks);
        let (mut rounded, _) = scene(seed, ticks);
        assert_eq!(distances(&stays, &shifted, &agents, Vec2::ZERO), [0.0; 45]);
        shift(&mut shifted, by.extend(0.0));
        round(&mut rounded, by.extend(0.0));
        for (ticks, most) in [(1, 1e-3), (14, 0.3), (45, f32::INFINITY)] {
            for app in [&mut stays, &mut shifted, &mut rounded] {
                run(app, ticks);
            }
            let own = distances(&stays, &shifted, &agents, by);
            let farthest = own.iter().copied().fold(0.0, f32::max);
            assert!(farthest < most, "{seed}, {ticks}: {farthest}");
            let control = distances(&stays, &rounded, &agents, Vec2::ZERO);
            shifted_off += own.iter().filter(|off| **off > 0.05).count();
            rounded_off += control.iter().filter(|off| **off > 0.05).count();
            seen += agents.len();
        }
        for (sum, app) in events.iter_mut().zip([&stays, &shifted, &rounded]) {
            *sum += app.world().resource::<Events>().0;
        }
    }
    // Rounding alone does as much.
    assert!(
        shifted_off <= rounded_off + seen / 100,
        "{shifted_off}, {rounded_off} of {seen}"
    );
    let [stays, shifted, _] = events;
    assert!(
        stays > 50 && usize::abs_diff(stays, shifted) <= 3,
        "{events:?}"
    );
}
