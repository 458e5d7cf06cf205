//! A rotated, mirrored, moved or scaled scene gives the rotated, mirrored, moved or scaled result.
//!
//! Most scenes run for one second. Crowds are chaotic: a rounding error doubles in a few ticks.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::WanderAngle;
use bevy_horde::prelude::*;
use core::f32::consts::TAU;

/// A change of a scene.
#[derive(Clone, Copy)]
struct Change {
    space: MovementSpace,
    angle: f32,
    mirrored: bool,
    scale: f32,
    shift: Vec2,
    /// The coordinate outside the plane.
    layer: f32,
}

const PLAIN: Change = Change {
    space: MovementSpace::Xy,
    angle: 0.0,
    mirrored: false,
    scale: 1.0,
    shift: Vec2::ZERO,
    layer: 0.0,
};

impl Change {
    /// A direction in the changed scene.
    fn turn(&self, direction: Vec2) -> Vec2 {
        let direction = if self.mirrored {
            Vec2::new(direction.x, -direction.y)
        } else {
            direction
        };
        Vec2::from_angle(self.angle).rotate(direction)
    }

    fn place(&self, place: Vec2) -> Vec2 {
        self.turn(place) * self.scale + self.shift
    }

    fn world(&self, plane: Vec2) -> Vec3 {
        self.space.with_plane(Vec3::splat(self.layer), plane)
    }
}

/// An app with agents of many behaviors.
struct Mixture {
    app: App,
    agents: Vec<Entity>,
}

fn mixture(change: Change, with_wander: bool) -> Mixture {
    let mut app = app_with(SteeringPlugin::default().in_space(change.space), 60.0);
    let world = app.world_mut();
    let passing_side = if change.mirrored {
        PassingSide::Right
    } else {
        PassingSide::Left
    };
    world.insert_resource(passing_side);
    let place = |x: f32, y: f32| {
        let at = change.world(change.place(Vec2::new(x, y)));
        Transform::from_translation(at)
    };
    let moving = |x: f32, y: f32| {
        let velocity = change.turn(Vec2::new(x, y)) * change.scale;
        Velocity(change.world(velocity))
    };
    let body = SteeringAgent::new(0.5 * change.scale, 5.0 * change.scale);
    let point = |x: f32, y: f32| change.place(Vec2::new(x, y));

    world.spawn((place(9.0, 0.7), Obstacle::circle(2.0 * change.scale)));
    world.spawn((place(3.0, -8.3), Obstacle::circle(1.0 * change.scale)));
    let mut agents = Vec::new();
    let prey = (
        place(14.0, 9.0),
        moving(-2.0, 1.0),
        body,
        Flee::new(point(15.0, 5.0)),
    );
    let prey = world.spawn(prey).id();
    agents.push(prey);
    // The agents are slow and far apart. In a dense crowd, rounding errors grow too large within a
    // second.
    let gentle = AvoidAgents {
        braking_time: 0.0,
        horizon: 1.0,
        range: Length::Radii(10.0),
        margin: Length::Radii(0.25),
        weight: 0.33,
        ..default()
    };
    let avoiders = (AvoidObstacles::default(), gentle);
    for number in 0..6 {
        let y = 2.0 * number as f32 - 3.1;
        let seeker = (
            place(0.3 * y, y),
            moving(4.0, 0.1),
            body,
            Seek::new(point(20.0, 0.4)),
        );
        agents.push(world.spawn((seeker, avoiders, Flock::default())).id());
    }
    let hunter = (place(6.0, 9.5), moving(1.0, 0.5), body, Pursue::new(prey));
    agents.push(world.spawn(hunter).id());
    let heavy = body
        .with_mass(2.0)
        .with_max_turn_rate(1.5)
        .with_combine(Combine::WeightedSum);
    let heavy = (
        place(-3.0, -8.0),
        moving(3.0, 0.2),
        heavy,
        Arrive::new(point(9.0, -9.0)),
    );
    agents.push(world.spawn((heavy, Whiskers::default())).id());
    let coward = (place(4.0, 14.0), moving(0.5, 1.0), body, Evade::new(prey));
    agents.push(world.spawn(coward).id());
    if with_wander {
        let walker = (
            place(-20.0, 20.0),
            moving(1.0, 1.0),
            body,
            Wander::default(),
        );
        agents.push(world.spawn(walker).id());
    }
    Mixture { app, agents }
}

/// The largest difference between the changed scene and the changed result, in units of the plain
/// scene.
fn error(change: Change, with_wander: bool) -> f32 {
    let mut plain = mixture(PLAIN, with_wander);
    let mut changed = mixture(change, with_wander);
    run(&mut plain.app, 60);
    run(&mut changed.app, 60);
    let mut worst = 0.0_f32;
    for (plain_agent, agent) in plain.agents.iter().zip(&changed.agents) {
        let expected = change.place(place(&plain.app, *plain_agent));
        let transform = get::<Transform>(&changed.app, *agent);
        let actual = change.space.to_plane(transform.translation);
        worst = worst.max(actual.distance(expected) / change.scale);
        let expected = change.turn(velocity(&plain.app, *plain_agent)) * change.scale;
        let actual = change
            .space
            .to_plane(get::<Velocity>(&changed.app, *agent).0);
        worst = worst.max(actual.distance(expected) / change.scale);
        let facing = get::<Transform>(&plain.app, *plain_agent).rotation;
        let expected = change.turn(MovementSpace::Xy.heading(facing).unwrap());
        let actual = change.space.heading(transform.rotation).unwrap();
        // The facing depends on the initial rotation, which the change leaves alone.
        if change.angle == 0.0 && !change.mirrored && change.space == MovementSpace::Xy {
            worst = worst.max(actual.distance(expected));
        }
    }
    worst
}

#[test]
fn a_rotated_scene_gives_a_rotated_result() {
    for number in 1..12 {
        let angle = TAU * number as f32 / 12.0 + 0.01;
        let error = error(Change { angle, ..PLAIN }, true);
        assert!(error < 1e-3, "{angle}: {error}");
    }
}

#[test]
fn a_mirrored_scene_gives_a_mirrored_result() {
    // The random numbers of wander are not mirrored.
    for angle in [0.0, 1.0] {
        let error = error(
            Change {
                mirrored: true,
                angle,
                ..PLAIN
            },
            false,
        );
        assert!(error < 1e-3, "{error}");
    }
}

#[test]
fn a_moved_scene_gives_a_moved_result() {
    for (x, y, tolerance) in [
        (100.0, -50.0, 1e-3),
        (-3000.0, 2000.0, 3e-2),
        (30_000.0, 30_000.0, 0.2),
    ] {
        let shift = Vec2::new(x, y);
        let error = error(Change { shift, ..PLAIN }, true);
        assert!(error < tolerance, "{shift}: {error}");
    }
}

#[test]
fn a_scaled_scene_gives_a_scaled_result() {
    for scale in [1e-3, 0.1, 0.5, 3.0, 16.0, 1e3] {
        let error = error(Change { scale, ..PLAIN }, true);
        assert!(error < 1e-3, "{scale}: {error}");
    }
}

#[test]
fn both_planes_give_the_same_motion_bit_for_bit() {
    let mut flat = mixture(PLAIN, true);
    let ground = Change {
        space: MovementSpace::Xz,
        ..PLAIN
    };
    let mut ground = mixture(ground, true);
    // Seen from above, x and z are a mirror image of x and y.
    ground.app.insert_resource(PassingSide::Left);
    // Sprites and models face different local axes. Here both face +x.
    for agent in &ground.agents {
        let mut transform = ground.app.world_mut().get_mut::<Transform>(*agent).unwrap();
        transform.rotation = MovementSpace::Xz.rotation(Vec2::X);
    }
    run(&mut flat.app, 120);
    run(&mut ground.app, 120);
    for (flat_agent, ground_agent) in flat.agents.iter().zip(&ground.agents) {
        let on_ground = get::<Transform>(&ground.app, *ground_agent);
        assert_eq!(
            place(&flat.app, *flat_agent),
            MovementSpace::Xz.to_plane(on_ground.translation)
        );
        let facing = MovementSpace::Xz.heading(on_ground.rotation).unwrap();
        let expected = get::<Transform>(&flat.app, *flat_agent).rotation;
        assert_close(facing, MovementSpace::Xy.heading(expected).unwrap(), 1e-4);
    }
}

#[test]
fn the_coordinate_outside_the_plane_is_neither_read_nor_written() {
    for space in [MovementSpace::Xy, MovementSpace::Xz] {
        let mut plain = mixture(Change { space, ..PLAIN }, true);
        let mut raised = mixture(
            Change {
                space,
                layer: 123.25,
                ..PLAIN
            },
            true,
        );
        run(&mut plain.app, 60);
        run(&mut raised.app, 60);
        for (plain_agent, agent) in plain.agents.iter().zip(&raised.agents) {
            let transform = get::<Transform>(&raised.app, *agent);
            let expected = get::<Transform>(&plain.app, *plain_agent);
            assert_eq!(
                space.to_plane(transform.translation),
                space.to_plane(expected.translation)
            );
            assert_eq!(transform.rotation, expected.rotation);
            let velocity = get::<Velocity>(&raised.app, *agent).0;
            let (layer, climb) = match space {
                MovementSpace::Xy => (transform.translation.z, velocity.z),
                MovementSpace::Xz => (transform.translation.y, velocity.y),
            };
            assert_eq!((layer, climb), (123.25, 123.25));
        }
    }
}

#[test]
fn a_wanderer_with_another_heading_wanders_the_same_way_relative_to_it() {
    let walk = |angle: f32| {
        let mut app = app();
        let way = Vec2::from_angle(angle);
        let walker = (
            SteeringAgent::default(),
            Wander::default(),
            WanderAngle(0.3),
        );
        let walker = app.world_mut().spawn((walker, moving(way.x, way.y))).id();
        run(&mut app, 120);
        Vec2::from_angle(-angle).rotate(place(&app, walker))
    };
    assert_close(walk(0.0), walk(2.0), 1e-3);
}
