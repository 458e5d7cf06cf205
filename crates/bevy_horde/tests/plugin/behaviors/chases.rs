//! Agents that head for agents: they come in touch, close round their target, and do not orbit it.

use super::*;
use core::f32::consts::TAU;

/// Bodies of this radius touch at twice that.
const RADIUS: f32 = 8.0;
/// Rounding, and what a tick presses bodies apart.
const IN_TOUCH: f32 = 2.05 * RADIUS;

/// What chasers are, beside what they head for.
#[derive(Clone, Copy)]
struct Chasers {
    count: usize,
    avoid: AvoidAgents,
    flocks: bool,
    thinks_every: u8,
    needs_sight: bool,
}

impl Chasers {
    fn zombies(count: usize) -> Self {
        Self {
            count,
            avoid: AvoidAgents::default(),
            flocks: true,
            thinks_every: 1,
            needs_sight: false,
        }
    }

    /// Spawns them in a ring, each with a behavior that heads for the target.
    fn spawn<B: Component>(self, app: &mut App, behavior: impl Fn() -> B) -> Vec<Entity> {
        (0..self.count)
            .map(|number| {
                // The golden angle: all round, and no two alike.
                let bearing = number as f32 * 2.399_963;
                let distance = 120.0 + 35.0 * (number as f32).sqrt();
                let position = Vec2::from_angle(bearing) * distance;
                let body = (at(position.x, position.y), SteeringAgent::new(RADIUS, 60.0));
                let zombie = (body, AvoidObstacles::default(), self.avoid, behavior());
                let zombie = spawn(app, zombie);
                let mut zombie = app.world_mut().entity_mut(zombie);
                if self.flocks {
                    zombie.insert(Flock::default());
                }
                if self.thinks_every > 1 {
                    let ticks = self.thinks_every;
                    zombie.insert(ThinkInterval { ticks });
                }
                if self.needs_sight {
                    zombie.insert(LineOfSight::default());
                }
                zombie.id()
            })
            .collect()
    }
}

/// A solid body that is the player.
fn player() -> SteeringAgent {
    SteeringAgent::new(RADIUS, 60.0)
}

/// What comes of a chase after the first twelve seconds.
#[derive(Debug)]
struct Outcome {
    /// The part of the time in which any chaser is in touch.
    any_in_touch: f32,
    /// How many are in touch in the mean.
    in_touch: f32,
    /// How fast the chasers turn about their target in the mean, whichever way, radians per second.
    turning: f32,
}

fn watch(app: &mut App, player: Entity, chasers: &[Entity]) -> Outcome {
    let offsets = |app: &App| -> Vec<Vec2> {
        let target = place(app, player);
        let places = chasers.iter().map(|chaser| place(app, *chaser));
        places.map(|place| place - target).collect()
    };
    run(app, 720);
    let (mut ticks_in_touch, mut touches, mut turned) = (0, 0, 0.0);
    const TICKS: usize = 600;
    for _ in 0..TICKS {
        let before = offsets(app);
        app.update();
        let after = offsets(app);
        let in_touch = after.iter().filter(|offset| offset.length() <= IN_TOUCH);
        let in_touch = in_touch.count();
        touches += in_touch;
        ticks_in_touch += usize::from(in_touch > 0);
        let turns = before.iter().zip(&after);
        turned += turns
            .map(|(before, after)| before.angle_to(*after).abs())
            .sum::<f32>();
    }
    let ticks = TICKS as f32;
    Outcome {
        any_in_touch: ticks_in_touch as f32 / ticks,
        in_touch: touches as f32 / ticks,
        turning: turned / (chasers.len() as f32 * ticks) * HERTZ,
    }
}

/// Chasers that seek a standing agent.
fn seek_standing(chasers: Chasers) -> Outcome {
    let mut app = app();
    let player = spawn(&mut app, player());
    let chasers = chasers.spawn(&mut app, || Seek::entity(player));
    watch(&mut app, player, &chasers)
}

#[track_caller]
fn assert_caught(outcome: &Outcome, least_in_touch: f32, most_turning: f32) {
    assert!(
        outcome.any_in_touch > 0.99
            && outcome.in_touch >= least_in_touch
            && outcome.turning <= most_turning,
        "{outcome:?}"
    );
}

/// How many are in touch at least, of so many.
fn inner_ring(count: usize) -> f32 {
    // Six bodies of one size fit round a seventh; the sixth of a crowd may rattle.
    (count as f32 - 0.2).min(5.5)
}

#[test]
fn zombies_catch_a_standing_agent_and_stay() {
    for model in [
        AvoidanceModel::VelocityLimits,
        AvoidanceModel::ClosestApproach,
    ] {
        for count in [1, 5, 50] {
            let chasers = Chasers {
                avoid: AvoidAgents { model, ..default() },
                ..Chasers::zombies(count)
            };
            assert_caught(&seek_standing(chasers), inner_ring(count), 0.12);
        }
    }
}

#[test]
fn zombies_catch_it_without_flocking_with_think_intervals_and_by_sight() {
    for count in [1, 5, 50] {
        let zombies = Chasers::zombies(count);
        for chasers in [
            Chasers {
                flocks: false,
                ..zombies
            },
            Chasers {
                thinks_every: 4,
                ..zombies
            },
            Chasers {
                needs_sight: true,
                ..zombies
            },
        ] {
            assert_caught(&seek_standing(chasers), inner_ring(count), 0.12);
        }
    }
}

#[test]
fn pursuers_catch_an_agent_that_walks_on() {
    for count in [1, 5] {
        let mut app = app();
        let slow = SteeringAgent::new(RADIUS, 30.0);
        let player = spawn(&mut app, (slow, Seek::new(Vec2::new(1e6, 0.0))));
        let zombies = Chasers::zombies(count);
        let chasers = zombies.spawn(&mut app, || Pursue::entity(player));
        assert_caught(&watch(&mut app, player, &chasers), inner_ring(count), 0.12);
    }
}

#[test]
fn an_agent_that_does_not_move_is_caught_as_well() {
    // Disabled, of a mass that cannot be pushed, one that avoids others itself.
    for behaviors in 0..3 {
        let mut app = app();
        let player = spawn(&mut app, player());
        let mut entity = app.world_mut().entity_mut(player);
        match behaviors {
            0 => entity.insert(SteeringDisabled),
            1 => entity.insert(SteeringAgent {
                mass: 1e6,
                ..*entity.get::<SteeringAgent>().unwrap()
            }),
            _ => entity.insert((AvoidAgents::default(), Arrive::new(Vec2::ZERO))),
        };
        for count in [5, 50] {
            let zombies = Chasers::zombies(count);
            let chasers = zombies.spawn(&mut app, || Seek::entity(player));
            let outcome = watch(&mut app, player, &chasers);
            assert_caught(&outcome, 4.5, 0.25);
            for chaser in chasers {
                app.world_mut().despawn(chaser);
            }
        }
    }
}

#[test]
fn two_that_seek_each_other_meet() {
    let mut app = app();
    let zombie = |place: Transform| (place, player(), Flock::default(), AvoidAgents::default());
    let [first, second] =
        [at(-100.0, 0.0), at(90.0, 30.0)].map(|place| spawn(&mut app, zombie(place)));
    for (seeker, target) in [(first, second), (second, first)] {
        let mut seeker = app.world_mut().entity_mut(seeker);
        seeker.insert(Seek::entity(target));
    }
    let outcome = watch(&mut app, first, &[second]);
    assert_caught(&outcome, 0.99, 0.1);
}

#[test]
fn an_arrival_keeps_its_tolerance_to_an_agent() {
    let mut app = app();
    let player = spawn(&mut app, player());
    let chasers = Chasers {
        flocks: false,
        ..Chasers::zombies(3)
    };
    let chasers = chasers.spawn(&mut app, || Arrive {
        tolerance: Length::Radii(5.0),
        ..Arrive::entity(player)
    });
    run(&mut app, 1200);
    for chaser in &chasers {
        let distance = place(&app, *chaser).distance(place(&app, player));
        assert!((3.0..=5.01).contains(&(distance / RADIUS)), "{distance}");
    }
    assert_close(place(&app, player), Vec2::ZERO, 1e-3);
    // Without one they come in touch.
    for chaser in &chasers {
        let mut chaser = app.world_mut().entity_mut(*chaser);
        chaser.insert(Arrive::entity(player));
    }
    assert_caught(&watch(&mut app, player, &chasers), 2.9, 0.12);
}

#[test]
fn one_that_avoids_its_target_keeps_off() {
    let chasers = Chasers {
        avoid: AvoidAgents {
            avoid_target: true,
            ..default()
        },
        ..Chasers::zombies(1)
    };
    let outcome = seek_standing(chasers);
    assert_eq!(outcome.any_in_touch, 0.0, "{outcome:?}");
}

/// The first force on an agent that seeks one of two that stand before it.
fn force_before_two(avoid_target: bool, seeks: impl Fn([Entity; 2]) -> Seek) -> Vec2 {
    let mut app = app();
    // Both in the way, one nearer.
    let others = [at(40.0, 3.0), at(70.0, -3.0)]
        .map(|place| spawn(&mut app, (place, player(), SteeringDisabled)));
    let avoid = AvoidAgents {
        avoid_target,
        ..default()
    };
    let seeker = (player(), moving(60.0, 0.0), avoid, seeks(others));
    let seeker = spawn(&mut app, seeker);
    app.update();
    force(&app, seeker)
}

#[test]
fn all_others_are_avoided_as_before() {
    let places = [Vec2::new(40.0, 3.0), Vec2::new(70.0, -3.0)];
    for target in 0..2 {
        // A place is no agent: both are in the way.
        let to_place = force_before_two(false, |_| Seek::new(places[target]));
        let to_agent = force_before_two(false, |others| Seek::entity(others[target]));
        let avoiding = force_before_two(true, |others| Seek::entity(others[target]));
        assert_eq!(avoiding, to_place);
        assert!(to_agent.distance(to_place) > 1.0, "{to_agent} {to_place}");
        // The other one still is.
        assert!(to_agent.y.abs() > 1.0, "{to_agent}");
    }
}

#[test]
fn an_agent_that_flees_from_another_avoids_it_as_well() {
    let mut app = app();
    let player = spawn(&mut app, player());
    let flee = Flee {
        weight: 1e-6,
        ..Flee::new(player)
    };
    let body = (at(-30.0, 2.0), moving(60.0, 0.0));
    let body = (
        body,
        SteeringAgent::new(RADIUS, 60.0),
        AvoidAgents::default(),
    );
    let agent = spawn(&mut app, (body, flee));
    app.update();
    let beside = force(&app, agent);
    app.world_mut().entity_mut(agent).remove::<Flee>();
    app.world_mut()
        .entity_mut(agent)
        .insert((at(-30.0, 2.0), moving(60.0, 0.0)));
    app.world_mut().entity_mut(player).insert(at(0.0, 0.0));
    app.update();
    assert_close(force(&app, agent), beside, 1e-2 * beside.length());
    assert!(beside.length() > 1.0);
}

#[test]
fn those_who_surround_their_target_are_spread_round_it() {
    let mut app = app();
    let player = spawn(&mut app, (player(), SteeringDisabled));
    let chasers = Chasers::zombies(50).spawn(&mut app, || Seek::entity(player));
    run(&mut app, 1200);
    let mut bearings: Vec<f32> = chasers
        .iter()
        .map(|chaser| place(&app, *chaser))
        .filter(|place| place.length() <= IN_TOUCH)
        .map(Vec2::to_angle)
        .collect();
    bearings.sort_by(f32::total_cmp);
    let first = bearings[0] + TAU;
    bearings.push(first);
    let widest = bearings.windows(2).map(|pair| pair[1] - pair[0]);
    let widest = widest.fold(0.0, f32::max);
    // No gap in which another one would fit in touch.
    assert!(widest < TAU / 3.0, "{bearings:?}");
    let farthest = chasers.iter().map(|chaser| place(&app, *chaser).length());
    let farthest = farthest.fold(0.0, f32::max) / RADIUS;
    // Packed, 51 bodies of radius 1 lie within some 8; with the gaps of the crowd within 11.
    assert!(farthest < 11.0, "{farthest}");
}
