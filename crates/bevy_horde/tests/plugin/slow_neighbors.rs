//! The vectorized neighbor search against the slow reference.

use crate::harness::*;
use crate::random_scenes::Dice;
use crate::slow_reference::{Goal, Member, depends_on_order, expected_force};
use bevy::prelude::*;
use bevy_horde::prelude::*;

fn member(dice: &mut Dice, half: f32) -> Member {
    let view = |dice: &mut Dice| {
        let range = if dice.one_in(4) {
            0.0
        } else {
            dice.number(0.5, 6.0)
        };
        let range = if dice.one_in(40) { 9.0 * range } else { range };
        let half_angle = if dice.one_in(3) {
            core::f32::consts::PI
        } else {
            dice.number(0.3, 3.0)
        };
        View::custom(Length::World(range), half_angle)
    };
    let groups = [1, 2, 3, u32::MAX];
    let body = SteeringAgent::new(dice.number(0.1, 0.6), dice.number(1.0, 5.0));
    Member {
        id: 0,
        body: SteeringAgent {
            mass: dice.number(0.5, 2.0),
            solid: false,
            combine: Combine::WeightedSum,
            ..body
        },
        position: dice.point(half),
        velocity: dice.direction() * dice.number(0.2, 1.0) * body.max_speed,
        perception: Perception {
            max_neighbors: [1, 3, 16, 300][dice.whole(4)],
            memberships: groups[dice.whole(3)],
            filters: groups[1 + dice.whole(3)],
        },
        flock: Flock {
            separation: Separation {
                view: view(dice),
                weight: dice.number(0.0, 2.0),
            },
            alignment: Alignment {
                view: view(dice),
                weight: dice.number(0.0, 2.0),
            },
            cohesion: Cohesion {
                view: view(dice),
                weight: dice.number(0.0, 2.0),
            },
            flockmates: groups[dice.whole(4)],
        },
        avoid: (!dice.one_in(3)).then(|| AvoidAgents {
            braking_time: [0.0, 0.5][dice.whole(2)],
            range: Length::World(dice.number(0.5, 6.0)),
            horizon: dice.number(0.5, 4.0),
            priority: dice.whole(3) as i32 - 1,
            assertiveness: dice.number(0.0, 1.0),
            weight: dice.number(0.1, 2.0),
            ..default()
        }),
        goal: None,
    }
}

/// Lets half of the crowd seek a few agents of the crowd. Some seekers start beside their target.
fn choose_goals(dice: &mut Dice, crowd: &mut [Member]) {
    for own in 0..crowd.len() {
        if dice.one_in(2) {
            continue;
        }
        let target = dice.whole(4) * 3;
        if target == own {
            continue;
        }
        let (radius, position) = (crowd[target].radius(), crowd[target].position);
        let id = crowd[target].id;
        let seeker = &mut crowd[own];
        seeker.body.solid = !dice.one_in(4);
        if let Some(avoid) = &mut seeker.avoid {
            avoid.avoid_target = dice.one_in(4);
        }
        if dice.one_in(3) && own > 9 {
            let reach = radius + 3.0 * seeker.radius();
            seeker.position = position + dice.direction() * reach * dice.number(0.3, 1.2);
        }
        let offset = position - seeker.position;
        seeker.goal = Some(Goal {
            id,
            distance: offset.length(),
            preferred_velocity: seeker.seek_velocity(offset),
            is_beside: seeker.body.solid && offset.length() < 3.0 * seeker.radius() + radius,
        });
    }
}

/// Which agents of a crowd are neighbors of which.
#[derive(Clone, Copy, PartialEq)]
enum Groups {
    /// Every agent has random groups and limits.
    Random,
    /// Every agent considers every other, as in most games.
    Shared,
    /// As `Shared`, except for one agent without a group.
    SharedButOne,
    /// Random groups, and every third agent coincides with another.
    RandomCoincident,
    /// Random groups, and all agents are in a pile. Each has few neighbors.
    RandomPile,
    /// Random groups, and half of the agents seek others.
    RandomSeeking,
    /// Every agent considers every other, and half of them seek others.
    SharedSeeking,
}

impl Groups {
    fn is_random(self) -> bool {
        matches!(
            self,
            Self::Random | Self::RandomCoincident | Self::RandomPile | Self::RandomSeeking
        )
    }

    fn apply(self, crowd: &mut [Member]) {
        if self == Self::RandomCoincident {
            for index in (2..crowd.len()).step_by(3) {
                crowd[index].position = crowd[index - 1].position;
            }
        }
        if self == Self::RandomPile {
            for member in &mut *crowd {
                member.position *= 1e-3;
                member.perception.max_neighbors = member.perception.max_neighbors.min(3);
            }
        }
        if self.is_random() {
            return;
        }
        for member in &mut *crowd {
            member.perception = Perception {
                max_neighbors: 300,
                ..default()
            };
            member.flock.flockmates = u32::MAX;
        }
        if self == Self::SharedButOne {
            // The first agent is within view of another, so that only the groups of the first can
            // hide it.
            crowd[0].position = crowd[1].position + Vec2::new(0.5, 0.2);
            crowd[0].perception.memberships = 0;
        }
    }
}

/// The lowest id of a crowd.
const FIRST_ID: u64 = 7;

fn crowd(seed: u64, count: usize, half_size: f32, groups: Groups) -> Vec<Member> {
    let mut dice = Dice::new(seed);
    let mut crowd: Vec<Member> = (0..count).map(|_| member(&mut dice, half_size)).collect();
    groups.apply(&mut crowd);
    for (id, member) in (FIRST_ID..).zip(&mut crowd) {
        member.id = id;
    }
    if matches!(groups, Groups::RandomSeeking | Groups::SharedSeeking) {
        choose_goals(&mut dice, &mut crowd);
    }
    crowd
}

/// An app with the crowd, and its agents in the order of the crowd.
fn spawn(crowd: &[Member], simd_level: SimdLevel) -> (App, Vec<Entity>) {
    let mut app = app();
    app.insert_resource(simd_level);
    let agents: Vec<Entity> = crowd
        .iter()
        .map(|member| {
            let mut agent = app.world_mut().spawn((
                member.body,
                at(member.position.x, member.position.y),
                moving(member.velocity.x, member.velocity.y),
                member.perception,
                member.flock,
                AgentId(member.id),
            ));
            if let Some(avoid) = member.avoid {
                agent.insert(avoid);
            }
            agent.id()
        })
        .collect();
    for (member, agent) in crowd.iter().zip(&agents) {
        if let Some(goal) = member.goal {
            let target = agents[(goal.id - FIRST_ID) as usize];
            let mut agent = app.world_mut().entity_mut(*agent);
            agent.insert(Seek::entity(target));
        }
    }
    (app, agents)
}

#[test]
fn slow_reference_and_vector_instructions_give_the_same_forces() {
    let mut compared = 0;
    let scenes = [
        (60, 6.0, Groups::Random),
        (200, 6.0, Groups::Random),
        (500, 40.0, Groups::Random),
        (300, 3.0, Groups::Random),
        (9, 50.0, Groups::Random),
        (300, 20.0, Groups::Shared),
        (300, 20.0, Groups::SharedButOne),
        (200, 12.0, Groups::RandomCoincident),
        (60, 3.0, Groups::RandomCoincident),
        (200, 6.0, Groups::RandomSeeking),
        (60, 3.0, Groups::RandomSeeking),
        (300, 20.0, Groups::SharedSeeking),
        (40, 6.0, Groups::SharedSeeking),
        (500, 3.0, Groups::RandomPile),
    ];
    for (seed, (count, half_size, groups)) in scenes.into_iter().enumerate() {
        let crowd = crowd(seed as u64, count, half_size, groups);
        for simd_level in [SimdLevel::Auto, SimdLevel::Scalar] {
            let (mut app, agents) = spawn(&crowd, simd_level);
            app.update();
            for (own, agent) in agents.iter().enumerate() {
                if depends_on_order(own, &crowd) {
                    continue;
                }
                let (found, expected) = (force(&app, *agent), expected_force(own, &crowd));
                let tolerance = 5e-3 * crowd[own].body.max_force;
                assert!(
                    found.distance(expected) <= tolerance,
                    "crowd {seed}, agent {own}: {found} instead of {expected}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1200, "{compared}");
}
