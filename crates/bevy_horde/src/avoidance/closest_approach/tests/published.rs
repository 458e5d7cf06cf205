//! Defects of the published avoidance of agents that the plugin's avoidance lacks.
//!
//! The formulas are those of `AvoidOtherAgents.cs`.

use super::*;
use crate::math::random::agent_stream;
use rand::RngExt;
use rand_xoshiro::SplitMix64;

fn random_vector(stream: &mut SplitMix64, extent: f32) -> Vec2 {
    Vec2::new(
        stream.random_range(-extent..extent),
        stream.random_range(-extent..extent),
    )
}

/// The published formulas.
mod observer {
    use super::*;

    /// The predicted least separation and when it comes, as `AvoidOtherAgents.cs` computes them.
    pub(super) fn prediction(offset: Vec2, relative_velocity: Vec2) -> (f32, f32) {
        let speed = relative_velocity.length();
        let time = -offset.dot(relative_velocity) / (speed * speed);
        (offset.length() - speed * time, time)
    }

    pub(super) fn predicts_collision(
        offset: Vec2,
        relative_velocity: Vec2,
        collision_radius: f32,
    ) -> bool {
        let (min_separation, time) = prediction(offset, relative_velocity);
        min_separation <= 2.0 * collision_radius && time > 0.0
    }

    /// The direction of `steering.LinearMovement` against the one target at `target_position`.
    pub(super) fn escape(
        position: Vec2,
        velocity: Vec2,
        target_position: Vec2,
        target_velocity: Vec2,
        collision_radius: f32,
    ) -> Vec2 {
        // Declared, reset, and never set.
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
}

/// Whether two bodies come within the clearance of each other, by moving them in small steps.
fn stepped_collision(offset: Vec2, relative_velocity: Vec2, clearance: f32) -> bool {
    (0..40_000).any(|step| (offset + relative_velocity * (step as f32 * 1e-3)).length() < clearance)
}

#[test]
fn predicted_collisions_happen() {
    let radius = 0.4;
    let stream = &mut agent_stream(17, 0, 0);
    let (mut published, mut published_right, mut ours, mut ours_right, mut real) = (0, 0, 0, 0, 0);
    for _ in 0..1_500 {
        let (offset, relative_velocity) = (random_vector(stream, 6.0), random_vector(stream, 3.0));
        let closest = -offset.dot(relative_velocity) / relative_velocity.length_squared();
        let least = (offset + relative_velocity * closest.max(0.0)).length();
        // Grazes and pairs that touch from the start decide nothing.
        if (least - 2.0 * radius).abs() < 2e-2 || offset.length() < 2.0 * radius || closest > 35.0 {
            continue;
        }
        let happens = stepped_collision(offset, relative_velocity, 2.0 * radius);
        real += u32::from(happens);
        if observer::predicts_collision(offset, relative_velocity, radius) {
            published += 1;
            published_right += u32::from(happens);
        }
        let encounter = Encounter {
            offset,
            relative_velocity,
            clearance: 2.0 * radius,
            horizon: 60.0,
            passing_side: Side::Right,
        };
        if encounter.time_to_collision().is_some() {
            ours += 1;
            ours_right += u32::from(happens);
        }
    }
    let published_precision = f64::from(published_right) / f64::from(published);
    assert!(published_precision < 0.6, "{published_precision}");
    assert!(real > 50, "{real} collisions tell too little");
    // Predicted and real collisions agree.
    assert_eq!((ours, ours_right), (real, real));
}

#[test]
fn the_escape_leads_away_from_where_the_other_will_pass() {
    // The other crosses half a unit ahead. Its first distance is never set. So the published form
    // always flees from the place where the other is now, as seen from the level's origin.
    let (position, velocity) = (Vec2::new(10.0, 10.0), Vec2::new(2.0, 0.0));
    let (target, target_velocity) = (Vec2::new(14.5, 14.0), Vec2::new(0.0, -2.0));
    let published = observer::escape(position, velocity, target, target_velocity, 0.4);
    assert!(published.distance(-target.normalize()) < 1e-6);
    let ours = Encounter {
        offset: target - position,
        relative_velocity: target_velocity - velocity,
        clearance: 0.8,
        horizon: 5.0,
        passing_side: Side::Right,
    };
    let push = ours.push(Vec2::X, || Vec2::X).unwrap();
    // Relative to us it passes at (0.25, -0.25): away from there is up and back.
    assert!(
        push.normalize().distance(Vec2::new(-1.0, 1.0).normalize()) < 1e-3,
        "{push}"
    );
}

#[test]
fn the_levels_origin_does_not_matter() {
    let scene = |origin: Vec2| {
        let (position, velocity) = (origin, Vec2::new(2.0, 0.0));
        let (target, target_velocity) = (origin + Vec2::new(8.0, 0.5), Vec2::new(-2.0, 0.0));
        let published = observer::escape(position, velocity, target, target_velocity, 0.4);
        let ours = Encounter {
            offset: target - position,
            relative_velocity: target_velocity - velocity,
            clearance: 0.8,
            horizon: 5.0,
            passing_side: Side::Right,
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
    // The published directions differ by more than a right angle; the plugin's are bit-identical.
    assert!(
        answers
            .iter()
            .any(|(published, _)| published.dot(answers[0].0) < 0.0)
    );
    assert!(answers.iter().all(|(_, ours)| *ours == answers[0].1));
}
