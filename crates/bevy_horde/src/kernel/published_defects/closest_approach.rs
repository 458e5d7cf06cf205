//! The forms of document 002, "Programming Intelligence, Part II": predicted separation, and walls.

use super::{circle, random_vector};
use crate::kernel::agent_avoidance::Encounter;
use crate::kernel::circle::cast_circle;
use crate::kernel::pursuit::{Ability, seek};
use crate::kernel::random::agent_stream;
use crate::kernel::vector::Side;
use crate::kernel::whisker::{Feel, detour};
use bevy::math::Vec2;
use rand::RngExt;

/// The predicted least separation and its time, as `AvoidOtherAgents.cs` computes them.
fn prediction(offset: Vec2, relative_velocity: Vec2) -> (f32, f32) {
    let speed = relative_velocity.length();
    let time = -offset.dot(relative_velocity) / (speed * speed);
    (offset.length() - speed * time, time)
}

fn predicts_collision(offset: Vec2, relative_velocity: Vec2, collision_radius: f32) -> bool {
    let (min_separation, time) = prediction(offset, relative_velocity);
    min_separation <= 2.0 * collision_radius && time > 0.0
}

/// The direction of `steering.LinearMovement` against the one target at `target_position`.
fn escape(
    position: Vec2,
    velocity: Vec2,
    target_position: Vec2,
    target_velocity: Vec2,
    collision_radius: f32,
) -> Vec2 {
    // The document declares and resets this variable, and never sets it.
    let first_distance = 0.0;
    let mut relative_position = target_position - position;
    let relative_velocity = target_velocity - velocity;
    let (min_separation, time) = prediction(relative_position, relative_velocity);
    if min_separation <= 0.0 || first_distance < 2.0 * collision_radius {
        relative_position = target_position;
    } else {
        relative_position += relative_velocity * time;
    }
    -relative_position.normalize()
}

/// The target that `AvoidWalls.cs` sets: a point before the wall, on the normal at the hit.
fn wall_target(hit: Vec2, normal: Vec2, avoiding_distance: f32) -> Vec2 {
    hit + normal * avoiding_distance
}

/// Whether two bodies collide, found by moving them in small steps.
fn stepped_collision(offset: Vec2, relative_velocity: Vec2, clearance: f32) -> bool {
    (0..40_000).any(|step| (offset + relative_velocity * (step as f32 * 1e-3)).length() < clearance)
}

#[test]
fn exactly_the_predicted_collisions_happen() {
    let radius = 0.4;
    let stream = &mut agent_stream(17, 0, 0);
    let (mut published, mut published_right, mut ours, mut ours_right, mut real) = (0, 0, 0, 0, 0);
    for _ in 0..1_500 {
        let (offset, relative_velocity) = (random_vector(stream, 6.0), random_vector(stream, 3.0));
        let closest = -offset.dot(relative_velocity) / relative_velocity.length_squared();
        let least = (offset + relative_velocity * closest.max(0.0)).length();
        // Skip grazes and pairs that overlap from the start: rounding decides those.
        if (least - 2.0 * radius).abs() < 2e-2 || offset.length() < 2.0 * radius || closest > 35.0 {
            continue;
        }
        let happens = stepped_collision(offset, relative_velocity, 2.0 * radius);
        real += u32::from(happens);
        if predicts_collision(offset, relative_velocity, radius) {
            published += 1;
            published_right += u32::from(happens);
        }
        let encounter = Encounter {
            offset,
            relative_velocity,
            clearance: 2.0 * radius,
            horizon: 60.0,
            hand: Side::Right,
        };
        if encounter.time_to_collision().is_some() {
            ours += 1;
            ours_right += u32::from(happens);
        }
    }
    let published_precision = f64::from(published_right) / f64::from(published);
    assert!(published_precision < 0.6, "{published_precision}");
    assert!(real > 50, "only {real} collisions");
    // Every predicted collision happens, and every collision is predicted.
    assert_eq!((ours, ours_right), (real, real));
}

#[test]
fn the_push_leads_away_from_the_point_of_closest_approach() {
    // The other body crosses half a unit ahead. The published form never sets its first distance.
    // So it always flees from the other's current position, relative to the origin.
    let (position, velocity) = (Vec2::new(10.0, 10.0), Vec2::new(2.0, 0.0));
    let (target, target_velocity) = (Vec2::new(14.5, 14.0), Vec2::new(0.0, -2.0));
    let published = escape(position, velocity, target, target_velocity, 0.4);
    assert!(published.distance(-target.normalize()) < 1e-6);
    let ours = Encounter {
        offset: target - position,
        relative_velocity: target_velocity - velocity,
        clearance: 0.8,
        horizon: 5.0,
        hand: Side::Right,
    };
    let push = ours.push(Vec2::X, || Vec2::X).unwrap();
    // The relative point of closest approach is (0.25, -0.25). Away from it is up and back.
    assert!(
        push.normalize().distance(Vec2::new(-1.0, 1.0).normalize()) < 1e-3,
        "{push}"
    );
}

#[test]
fn avoidance_does_not_depend_on_the_origin() {
    let scene = |origin: Vec2| {
        let (position, velocity) = (origin, Vec2::new(2.0, 0.0));
        let (target, target_velocity) = (origin + Vec2::new(8.0, 0.5), Vec2::new(-2.0, 0.0));
        let published = escape(position, velocity, target, target_velocity, 0.4);
        let ours = Encounter {
            offset: target - position,
            relative_velocity: target_velocity - velocity,
            clearance: 0.8,
            horizon: 5.0,
            hand: Side::Right,
        };
        (published, ours.push(Vec2::X, || Vec2::X).unwrap())
    };
    let origins = [
        Vec2::ZERO,
        Vec2::new(512.0, 0.0),
        Vec2::new(-512.0, 256.0),
        Vec2::new(0.0, -2048.0),
    ];
    let answers = origins.map(scene);
    // The published directions differ by more than a right angle. The plugin's are bit-identical.
    assert!(
        answers
            .iter()
            .any(|(published, _)| published.dot(answers[0].0) < 0.0)
    );
    assert!(answers.iter().all(|(_, ours)| *ours == answers[0].1));
}

#[test]
fn a_cast_as_wide_as_the_body_hits_obstacles_that_a_ray_misses() {
    let stream = &mut agent_stream(23, 0, 0);
    let (mut thin_misses, mut in_the_way) = (0, 0);
    for _ in 0..2_000 {
        // Pillars of radius 0.3 on the way of a body of radius 0.5.
        let pillar = circle(
            stream.random_range(1.0..5.0),
            stream.random_range(-0.79..0.79),
            0.3,
        );
        in_the_way += 1;
        thin_misses += u32::from(cast_circle(&pillar, Vec2::ZERO, Vec2::X, 6.0, 0.0).is_none());
        assert!(
            cast_circle(&pillar, Vec2::ZERO, Vec2::X, 6.0, 0.5).is_some(),
            "{pillar:?}"
        );
    }
    // The ray misses every pillar more than 0.3 to the side, of at most 0.79.
    assert!(thin_misses as f32 / in_the_way as f32 > 0.55);
}

#[test]
fn a_perpendicular_wall_leads_to_a_turn_along_it() {
    let ability = Ability {
        max_speed: 2.0,
        max_force: 6.0,
        max_acceleration: 6.0,
        tick: 1.0 / 60.0,
    };
    let velocity = Vec2::new(2.0, 0.0);
    // A wall across the way, 3 ahead. The whisker is 4 long.
    let (hit, normal) = (Vec2::new(3.0, 0.0), Vec2::NEG_X);
    for avoiding_distance in [0.5, 2.0, 4.0, 8.0] {
        let target = wall_target(hit, normal, avoiding_distance);
        let force = seek(&ability, velocity, target).map_or(Vec2::ZERO, |course| course.force);
        // The published force is on the line of approach: it brakes at most, and never turns.
        assert_eq!(force.y, 0.0);
        assert!(force.x <= 0.0);
    }
    let wall = cast_circle(
        &circle(1_003.0, 0.0, 1_000.0),
        Vec2::ZERO,
        Vec2::X,
        4.0,
        0.0,
    )
    .unwrap();
    let feel = Feel {
        index: 0,
        direction: Vec2::X,
        hit: wall,
    };
    for (remembered, toward) in [
        (None, 1.0),
        (Some(Side::Right), 1.0),
        (Some(Side::Left), -1.0),
    ] {
        let detour = detour(&feel, Vec2::X, 4.0, 0.5, 0.5, remembered, Side::Right);
        let force = seek(&ability, velocity, detour.offset).unwrap().force;
        assert!(
            force.y * toward > 0.2 * ability.max_force,
            "{force} {remembered:?}"
        );
    }
}
