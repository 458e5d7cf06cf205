//! Agents that seek agents: they touch their target, surround it, and do not orbit it.

use super::*;
use core::f32::consts::TAU;

/// The body radius of every agent here.
const RADIUS: f32 = 8.0;
/// Bodies within this distance are in touch. The slack allows for rounding and depenetration.
const IN_TOUCH: f32 = 2.05 * RADIUS;

/// The properties of the chasers, except for their target.
#[derive(Clone, Copy)]
struct Chasers {
    count: usize,
    avoid: AvoidAgents,
    flocks: bool,
    update_every: u8,
    needs_sight: bool,
}

impl Chasers {
    fn zombies(count: usize) -> Self {
        Self {
            count,
            avoid: AvoidAgents::default(),
            flocks: true,
            update_every: 1,
            needs_sight: false,
        }
    }

    /// Spawns the chasers on a spiral around the origin, each with `behavior`.
    fn spawn<B: Component>(self, app: &mut App, behavior: impl Fn() -> B) -> Vec<Entity> {
        (0..self.count)
            .map(|number| {
                // The golden angle spreads the bearings evenly, all of them different.
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
                if self.update_every > 1 {
                    let ticks = self.update_every;
                    zombie.insert(UpdateInterval { ticks });
                }
                if self.needs_sight {
                    zombie.insert(LineOfSight::default());
                }
                zombie.id()
            })
            .collect()
    }
}

/// The body of the player.
fn player() -> SteeringAgent {
    SteeringAgent::new(RADIUS, 60.0)
}

/// The state of a chase after the first twelve seconds.
#[derive(Debug)]
struct Outcome {
    /// The part of the time with at least one chaser in touch.
    any_in_touch: f32,
    /// The mean number of chasers in touch.
    in_touch: f32,
    /// The mean angular speed of the chasers around their target, radians per second.
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

/// The least mean number of chasers in touch, of `count`.
fn inner_ring(count: usize) -> f32 {
    // Six bodies fit around a seventh of the same size. Chasers that touch it stand, and may leave
    // room for less than one body between two of them.
    (count as f32 - 0.2).min(1.9)
}

#[test]
fn zombies_catch_a_standing_agent_and_stay() {
    for braking_time in [0.5, 0.0] {
        for count in [1, 5, 50] {
            let chasers = Chasers {
                avoid: AvoidAgents {
                    braking_time,
                    ..default()
                },
                ..Chasers::zombies(count)
            };
            assert_caught(&seek_standing(chasers), inner_ring(count), 0.12);
        }
    }
}

#[test]
fn zombies_without_flocking_with_update_intervals_or_by_sight_catch_it_too() {
    for count in [1, 5, 50] {
        let zombies = Chasers::zombies(count);
        for chasers in [
            Chasers {
                flocks: false,
                ..zombies
            },
            Chasers {
                update_every: 4,
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
fn pursuers_catch_a_moving_agent() {
    for count in [1, 5] {
        let mut app = app();
        let slow = SteeringAgent::new(RADIUS, 30.0);
        let player = spawn(&mut app, (slow, Seek::new(Vec2::new(1e6, 0.0))));
        let zombies = Chasers::zombies(count);
        let chasers = zombies.spawn(&mut app, || Pursue::entity(player));
        assert_caught(&watch(&mut app, player, &chasers), inner_ring(count), 0.2);
    }
}

#[test]
fn chasers_catch_every_kind_of_standing_agent() {
    // The player is disabled, too heavy to be pushed, or avoids others itself.
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
            assert_caught(&outcome, 1.9, 0.25);
            for chaser in chasers {
                app.world_mut().despawn(chaser);
            }
        }
    }
}

#[test]
fn two_agents_that_seek_each_other_meet() {
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
fn an_arrival_at_an_agent_keeps_its_tolerance() {
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
    // Without a tolerance they touch the target.
    for chaser in &chasers {
        let mut chaser = app.world_mut().entity_mut(*chaser);
        chaser.insert(Arrive::entity(player));
    }
    assert_caught(&watch(&mut app, player, &chasers), 2.9, 0.12);
}

#[test]
fn a_chaser_that_avoids_its_target_does_not_touch_it() {
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

/// The first force on an agent that seeks one of two agents ahead of it.
fn force_before_two(avoid_target: bool, seeks: impl Fn([Entity; 2]) -> Seek) -> Vec2 {
    let mut app = app();
    // Both agents are in the way, one nearer than the other.
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
fn a_chaser_avoids_every_agent_except_its_target() {
    let places = [Vec2::new(40.0, 3.0), Vec2::new(70.0, -3.0)];
    for target in 0..2 {
        // A seeker of a point avoids both.
        let to_place = force_before_two(false, |_| Seek::new(places[target]));
        let to_agent = force_before_two(false, |others| Seek::entity(others[target]));
        let avoiding = force_before_two(true, |others| Seek::entity(others[target]));
        assert_eq!(avoiding, to_place);
        assert!(to_agent.distance(to_place) > 1.0, "{to_agent} {to_place}");
        // The seeker of an agent still avoids the other one.
        assert!(to_agent.y.abs() > 1.0, "{to_agent}");
    }
}

#[test]
fn an_agent_that_flees_from_another_also_avoids_it() {
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
fn chasers_spread_all_around_their_target() {
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
    // No gap is wide enough for another body in touch.
    assert!(widest < TAU / 3.0, "{bearings:?}");
    let farthest = chasers.iter().map(|chaser| place(&app, *chaser).length());
    let farthest = farthest.fold(0.0, f32::max) / RADIUS;
    // 51 packed bodies of radius 1 fill a disc of radius 8, or of 11 with the gaps of a crowd.
    assert!(farthest < 11.0, "{farthest}");
}
