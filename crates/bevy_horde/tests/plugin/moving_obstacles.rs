//! Agents step aside of obstacles that move, and return.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::obstacle::{ObstacleIndex, obstacle_of};
use bevy_horde::prelude::*;
use proptest::prelude::*;

/// A truck that drives along the x axis, and an agent that stands near its way.
#[derive(Clone, Debug)]
struct Drive {
    hertz: f64,
    speed: f32,
    high: f32,
    radius: f32,
    max_speed: f32,
    /// The place of the agent beside the axis.
    beside: f32,
    /// Whether the truck tells its velocity; else its `Transform` tells it.
    has_velocity: bool,
}

impl Drive {
    /// The way from the middle of the truck's way to its border, with the usual margin.
    fn step(&self) -> f32 {
        0.5 * self.high + 1.35 * self.radius
    }
}

fn drive() -> impl Strategy<Value = Drive> {
    (
        prop::sample::select(vec![30.0, 64.0, 144.0]),
        2.0_f32..12.0,
        1.0_f32..4.0,
        0.3_f32..0.8,
        2.0_f32..5.0,
        -3.0_f32..3.0,
        any::<bool>(),
    )
        .prop_map(
            |(hertz, speed, high, radius, max_speed, beside, has_velocity)| Drive {
                hertz,
                speed,
                high,
                radius,
                max_speed,
                beside,
                has_velocity,
            },
        )
}

/// Drives the truck past the agent. Returns how far the agent was from its start along the way of
/// the truck and across, at most.
fn drive_past(app: &mut App, agent: Entity, drive: &Drive) -> Vec2 {
    let start = place(app, agent);
    let truck = (at(-60.0, 0.0), Obstacle::rectangle(6.0, drive.high));
    let truck = app.world_mut().spawn(truck).id();
    if drive.has_velocity {
        let velocity = moving(drive.speed, 0.0);
        app.world_mut().entity_mut(truck).insert(velocity);
    }
    let mut farthest = Vec2::ZERO;
    // Until the end of the truck is past the start.
    let ticks = (66.0 / drive.speed * drive.hertz as f32) as usize;
    for _ in 0..ticks {
        let mut truck = app.world_mut().get_mut::<Transform>(truck).unwrap();
        truck.translation.x += drive.speed / drive.hertz as f32;
        app.update();
        farthest = farthest.max((place(app, agent) - start).abs());
    }
    farthest
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn an_idle_agent_steps_aside_of_a_truck(drive in drive()) {
        let mut app = app_with(SteeringPlugin::default(), drive.hertz);
        let body = SteeringAgent::new(drive.radius, drive.max_speed);
        let agent = (at(0.0, drive.beside), body, AvoidObstacles::default());
        let agent = app.world_mut().spawn(agent).id();
        let farthest = drive_past(&mut app, agent, &drive);
        prop_assert!(farthest.x < 2.0 * drive.step(), "carried along by {}", farthest.x);
    }

    #[test]
    fn an_agent_with_a_place_returns_to_it(drive in drive()) {
        let mut app = app_with(SteeringPlugin::default(), drive.hertz);
        let body = SteeringAgent::new(drive.radius, drive.max_speed);
        let home = vec2(0.0, drive.beside);
        let agent = (at(home.x, home.y), body, AvoidObstacles::default(), Arrive::new(home));
        let agent = app.world_mut().spawn(agent).id();
        let farthest = drive_past(&mut app, agent, &drive);
        let step = drive.step();
        prop_assert!(farthest.x < 1.5 * step, "carried along by {}", farthest.x);
        prop_assert!(farthest.y < 1.5 * step, "{} for {step}", farthest.y);
        run(&mut app, 3 * drive.hertz as usize);
        prop_assert!(place(&app, agent).distance(home) < 0.2 * drive.radius);
    }
}

fn velocity_of(app: &App, obstacle: Entity) -> Vec2 {
    let index = app.world().resource::<ObstacleIndex>();
    let mut known = index.obstacles().iter();
    known
        .find(|known| known.id == obstacle_of(obstacle))
        .unwrap()
        .velocity
}

#[test]
fn an_obstacle_moves_by_its_velocity_or_by_the_change_of_its_place() {
    let mut app = app();
    app.world_mut()
        .spawn((at(50.0, 0.0), SteeringAgent::new(0.5, 5.0)));
    let plain = (at(0.0, 0.0), Obstacle::rectangle(2.0, 1.0));
    let plain = app.world_mut().spawn(plain).id();
    let told = (at(0.0, 9.0), Obstacle::circle(1.0), moving(3.0, -1.0));
    let told = app.world_mut().spawn(told).id();
    app.update();
    // A new obstacle has not moved.
    assert_eq!(velocity_of(&app, plain), Vec2::ZERO);
    assert_eq!(velocity_of(&app, told), vec2(3.0, -1.0));
    app.world_mut().entity_mut(plain).insert(at(0.5, 0.0));
    app.update();
    assert_close(velocity_of(&app, plain), vec2(0.5 * HERTZ, 0.0), 1e-3);
    assert_eq!(velocity_of(&app, told), vec2(3.0, -1.0));
    app.world_mut().entity_mut(told).insert(Velocity::default());
    app.update();
    assert_eq!(velocity_of(&app, plain), Vec2::ZERO);
    assert_eq!(velocity_of(&app, told), Vec2::ZERO);
    // An obstacle that goes farther than its own length was put there.
    app.world_mut().entity_mut(plain).insert(at(9.0, 0.0));
    app.world_mut().entity_mut(told).insert(Velocity(Vec3::NAN));
    app.update();
    assert_eq!(velocity_of(&app, plain), Vec2::ZERO);
    assert_eq!(velocity_of(&app, told), Vec2::ZERO);
}

#[test]
fn an_obstacle_on_an_agent_is_avoided_as_an_agent() {
    let mut app = app();
    let tank = (
        at(0.0, 0.0),
        moving(3.0, 0.0),
        SteeringAgent::new(0.5, 5.0),
        Obstacle::circle(0.4),
    );
    let tank = app.world_mut().spawn(tank).id();
    for _ in 0..3 {
        app.update();
        assert_eq!(velocity_of(&app, tank), Vec2::ZERO);
    }
    // Without its agent it is an obstacle that moves.
    app.world_mut().entity_mut(tank).remove::<SteeringAgent>();
    app.world_mut().entity_mut(tank).insert(moving(2.0, 0.0));
    app.update();
    assert_eq!(velocity_of(&app, tank), vec2(2.0, 0.0));
}
