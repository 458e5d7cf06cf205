//! Interest: a zombie that has waited long in the crowd strays, and later comes back to the bait.
//!
//! Without straying zombies, the horde would pack round the bait and stay there.

use super::angle::unit_at;
use super::zombies::{BODY_RADIUS, Chase};
use super::{Arena, Bait, SceneRandom};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringSeed;
use rand::{RngExt, SeedableRng};

/// A zombie slower than this share of its maximum speed waits.
const SLOW: f32 = 0.35;
/// How long a zombie waits until it loses interest, seconds.
const PATIENCE: core::ops::Range<f32> = 3.0..15.0;
/// How long a zombie strays at most, seconds.
const STRAYS: core::ops::Range<f32> = 15.0..25.0;
/// How far a zombie strays, world units.
const AWAY: core::ops::Range<f32> = 300.0..900.0;
/// The largest angle between the direction in which a zombie strays and the direction away from the
/// bait, radians.
const ASIDE: f32 = 0.7;
/// A zombie this near to the place that it strays to has arrived, world units.
const NEAR: f32 = 5.0 * BODY_RADIUS;

/// What a zombie heads for: the bait, or a place that it strays to.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Interest {
    /// How the zombie finds the bait.
    chase: Chase,
    /// The place that the zombie strays to; `None` while it wants the bait.
    strays_to: Option<Vec2>,
    /// Seconds until the zombie begins or ends straying. While it wants the bait, only waiting
    /// counts.
    left: f32,
    /// How often the zombie has begun or ended straying.
    turns: u64,
    /// The component with which the zombie follows the field, kept while it strays.
    follow: Option<FollowField>,
}

impl Interest {
    /// A zombie that wants the bait.
    pub(super) fn new(chase: Chase, random: &mut SceneRandom) -> Self {
        Self {
            chase,
            strays_to: None,
            left: random.random_range(PATIENCE),
            turns: 0,
            follow: None,
        }
    }

    /// Counts a step of `step` seconds. Returns whether the zombie now begins or ends straying.
    fn count(&mut self, position: Vec2, is_slow: bool, step: f32) -> bool {
        let is_there = match self.strays_to {
            Some(place) => position.distance(place) < NEAR,
            None => false,
        };
        if is_slow || self.strays_to.is_some() {
            self.left -= step;
        }
        is_there || self.left <= 0.0
    }

    /// Makes the zombie stray if it wanted the bait, and want the bait if it strayed.
    fn turn(&mut self, position: Vec2, away: Vec2, arena: &Arena, random: &mut SceneRandom) {
        self.turns += 1;
        if self.strays_to.take().is_none() {
            let aside = unit_at(random.random_range(-ASIDE..ASIDE));
            let place = position + random.random_range(AWAY) * away.rotate(aside);
            let half = arena.half_size - BODY_RADIUS;
            self.strays_to = Some(place.clamp(-half, half));
            self.left = random.random_range(STRAYS);
        } else {
            self.left = random.random_range(PATIENCE);
        }
    }
}

pub(super) fn lose_interest(
    time: Res<Time>,
    seed: Res<SteeringSeed>,
    arena: Res<Arena>,
    baits: Query<&Transform, With<Bait>>,
    mut zombies: Query<(
        Entity,
        &AgentId,
        &SteeringAgent,
        &Transform,
        &Velocity,
        &mut Interest,
        Option<&mut Seek>,
        Option<&FollowField>,
    )>,
    mut commands: Commands,
) {
    let Ok(bait) = baits.single() else { return };
    let bait = bait.translation.truncate();
    for (entity, id, agent, transform, velocity, mut interest, seek, follow) in &mut zombies {
        let position = transform.translation.truncate();
        let is_slow = velocity.0.length() < SLOW * agent.max_speed;
        if !interest.count(position, is_slow, time.delta_secs()) {
            continue;
        }
        // Each zombie has a random stream of its own, so results do not depend on the order of
        // zombies.
        let stream = seed.0 ^ id.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (interest.turns << 48);
        let away = (position - bait).normalize_or(Vec2::X);
        let mut random = SceneRandom::seed_from_u64(stream);
        interest.turn(position, away, &arena, &mut random);
        let target: Target = match (interest.strays_to, interest.chase) {
            (Some(place), _) => place.into(),
            (None, Chase::Bait { target, .. }) => target.into(),
            (None, Chase::Field(_)) => {
                if let Some(follow) = interest.follow.take() {
                    let mut zombie = commands.entity(entity);
                    zombie.remove::<(Seek, AvoidObstacles)>().insert(follow);
                }
                continue;
            }
        };
        match (seek, follow, interest.chase) {
            (Some(mut seek), ..) => seek.target = target,
            (None, Some(follow), Chase::Field(_)) => {
                interest.follow = Some(*follow);
                let mut zombie = commands.entity(entity);
                zombie.remove::<FollowField>();
                zombie.insert((Seek::new(target), AvoidObstacles::default()));
            }
            // The behavior was switched off.
            (None, ..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zombie_strays_after_it_has_waited_and_comes_back_from_its_place_or_after_a_while() {
        let mut random = SceneRandom::seed_from_u64(1);
        let arena = Arena::default();
        let mut interest = Interest::new(Chase::Field(Entity::PLACEHOLDER), &mut random);
        interest.left = 4.0;
        assert!(!interest.count(Vec2::ZERO, true, 3.0));
        assert!(!interest.count(Vec2::ZERO, false, 60.0), "it walks");
        assert!(interest.count(Vec2::ZERO, true, 1.0));

        interest.turn(Vec2::ZERO, Vec2::X, &arena, &mut random);
        let place = interest.strays_to.expect("it strays");
        assert!(
            AWAY.contains(&place.length()) && place.x > 0.7 * place.length(),
            "{place}"
        );
        assert!(STRAYS.contains(&interest.left) && interest.turns == 1);
        let away = place + 2.0 * NEAR * Vec2::X;
        assert!(!interest.count(away, false, 0.1));
        assert!(
            interest.count(place + 0.9 * NEAR * Vec2::X, false, 0.1),
            "it is there"
        );
        assert!(
            interest.count(away, false, interest.left),
            "the time is over"
        );

        interest.turn(place, Vec2::X, &arena, &mut random);
        assert_eq!(interest.strays_to, None);
        assert!(PATIENCE.contains(&interest.left));
    }
}
