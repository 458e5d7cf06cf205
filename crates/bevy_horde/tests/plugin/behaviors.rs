//! Each behaviour does what its documentation says: when it acts, what it leads to, and when it has nothing to say.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::PassingSide;
use bevy_horde::prelude::*;

/// Body radius 0.5, speed 5, force 15.
fn agent() -> SteeringAgent {
    SteeringAgent::default()
}

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// The forces of the first tick of a lone agent that moves at `velocity` and has `behavior`.
fn first_force(velocity: Vec2, behavior: impl Bundle) -> Option<Vec2> {
    let mut app = app();
    let agent = spawn(
        &mut app,
        (agent(), moving(velocity.x, velocity.y), behavior),
    );
    app.update();
    has_opinion(&app, agent).then(|| force(&app, agent))
}

/// The least distance of an agent's body from a circle's edge over so many ticks.
fn least_clearance(app: &mut App, agent: Entity, circle: (Vec2, f32), ticks: usize) -> f32 {
    let radius = get::<SteeringAgent>(app, agent).body_radius;
    let mut least = f32::INFINITY;
    for _ in 0..ticks {
        app.update();
        least = least.min(place(app, agent).distance(circle.0) - circle.1 - radius);
    }
    least
}

mod single {
    use super::*;

    #[test]
    fn an_agent_without_behaviors_coasts() {
        assert_eq!(first_force(Vec2::new(3.0, 4.0), ()), None);
        let mut app = app();
        let agent = spawn(&mut app, (agent(), moving(3.0, 4.0)));
        run(&mut app, 60);
        assert_close(place(&app, agent), Vec2::new(3.0, 4.0), 1e-4);
    }

    #[test]
    fn seek_asks_for_the_maximum_from_rest_and_for_none_at_full_speed() {
        let seek = Seek::new(Vec2::new(30.0, 40.0));
        let from_rest = first_force(Vec2::ZERO, seek).unwrap();
        assert_close(from_rest, Vec2::new(9.0, 12.0), 1e-4);
        let at_speed = first_force(Vec2::new(3.0, 4.0), seek).unwrap();
        assert_close(at_speed, Vec2::ZERO, 1e-4);
    }

    #[test]
    fn seek_has_no_opinion_at_its_target_or_about_itself() {
        assert_eq!(first_force(Vec2::X, Seek::new(Vec2::ZERO)), None);
        let mut app = app();
        let seeker = spawn(&mut app, agent());
        app.world_mut()
            .entity_mut(seeker)
            .insert(Seek::entity(seeker));
        app.update();
        assert!(!has_opinion(&app, seeker));
    }

    #[test]
    fn seek_goes_through_its_target_and_comes_back() {
        let mut app = app();
        let agent = spawn(&mut app, (agent(), Seek::new(Vec2::new(10.0, 0.0))));
        let (mut farthest, mut crossings, mut last) = (0.0_f32, 0, 0.0);
        for _ in 0..600 {
            app.update();
            let x = place(&app, agent).x;
            farthest = farthest.max(x);
            crossings += usize::from((x > 10.0) != (last > 10.0));
            last = x;
        }
        assert!(farthest > 10.5 && farthest < 14.0, "{farthest}");
        assert!(crossings >= 2, "{crossings}");
    }

    #[test]
    fn flee_acts_within_its_panic_distance_only() {
        let flee = |distance: f32| {
            first_force(Vec2::ZERO, Flee::new(Vec2::new(distance, 0.0)).within(5.0))
        };
        assert_close(flee(4.9).unwrap(), Vec2::new(-15.0, 0.0), 1e-4);
        assert_eq!(flee(5.1), None);
        let however_far = first_force(Vec2::ZERO, Flee::new(Vec2::new(0.0, 5000.0))).unwrap();
        assert_close(however_far, Vec2::new(0.0, -15.0), 1e-4);
    }

    #[test]
    fn flee_leaves_the_very_spot_along_its_heading() {
        let mut app = app();
        let place = at(0.0, 0.0).with_rotation(Quat::from_rotation_z(1.0));
        let agent = spawn(&mut app, (agent(), place, Flee::new(Vec2::ZERO)));
        app.update();
        assert_close(force(&app, agent), Vec2::from_angle(1.0) * 15.0, 1e-4);
    }

    #[test]
    fn arrive_rests_exactly_at_its_target_at_any_tick_length() {
        for hertz in [5.0, 10.0, 30.0, 60.0, 240.0] {
            let mut app = app_with(SteeringPlugin::default(), hertz);
            let target = Vec2::new(20.0, -7.0);
            let agent = spawn(&mut app, (agent(), moving(0.0, 5.0), Arrive::new(target)));
            run(&mut app, (10.0 * hertz) as usize);
            assert_close(place(&app, agent), target, 6e-4);
            assert!(velocity(&app, agent).length() < 1e-4);
            let before = place(&app, agent);
            run(&mut app, (2.0 * hertz) as usize);
            assert_close(place(&app, agent), before, 1e-5);
        }
    }

    #[test]
    fn arrive_does_not_overshoot() {
        for hertz in [5.0, 60.0] {
            let mut app = app_with(SteeringPlugin::default(), hertz);
            let agent = spawn(&mut app, (agent(), Arrive::new(Vec2::new(20.0, 0.0))));
            for _ in 0..(10.0 * hertz) as usize {
                app.update();
                let x = place(&app, agent).x;
                assert!(x < 20.0 + 1e-4, "{hertz} Hz: {x}");
            }
        }
    }

    #[test]
    fn arrive_slows_down_from_its_slowing_distance() {
        let speed_at_five = |slowing: f32| {
            let mut app = app();
            let arrive = Arrive {
                slowing_distance: Length::World(slowing),
                ..Arrive::new(Vec2::new(30.0, 0.0))
            };
            let agent = spawn(&mut app, (agent(), arrive));
            while place(&app, agent).x < 25.0 {
                app.update();
            }
            velocity(&app, agent).x
        };
        assert!(speed_at_five(0.0) > 4.8);
        assert_near(speed_at_five(20.0), 5.0 * 5.0 / 20.0, 0.1);
    }

    fn ticks_to_catch(chase: impl FnOnce(&mut EntityWorldMut, Entity)) -> usize {
        let mut app = app();
        // It crosses ahead, a little slower than the chaser.
        let prey = spawn(&mut app, (at(15.0, -10.0), agent(), moving(0.0, 4.0)));
        let mut chaser = app.world_mut().spawn(agent());
        chase(&mut chaser, prey);
        let chaser = chaser.id();
        for tick in 0..3000 {
            app.update();
            if place(&app, chaser).distance(place(&app, prey)) < 1.5 {
                return tick;
            }
        }
        panic!("never caught");
    }

    #[test]
    fn pursue_meets_a_crossing_target_sooner_than_seek() {
        let seek = ticks_to_catch(|agent, prey| {
            agent.insert(Seek::entity(prey));
        });
        let pursue = ticks_to_catch(|agent, prey| {
            agent.insert(Pursue {
                max_prediction: 10.0,
                ..Pursue::new(prey)
            });
        });
        assert!(pursue * 4 < seek * 3, "{pursue} against {seek}");
    }

    #[test]
    fn pursue_without_prediction_is_seek() {
        let mut app = app();
        let prey = spawn(&mut app, (at(9.0, 3.0), moving(-1.0, 4.0)));
        let seeker = spawn(&mut app, (agent(), Seek::entity(prey)));
        app.update();
        let expected = force(&app, seeker);
        let pursue = Pursue {
            max_prediction: 0.0,
            ..Pursue::new(prey)
        };
        app.world_mut().entity_mut(seeker).remove::<Seek>().insert((
            pursue,
            at(0.0, 0.0),
            Velocity::default(),
        ));
        app.update();
        assert_close(force(&app, seeker), expected, 1e-5);
    }

    #[test]
    fn pursue_leads_its_target() {
        let mut app = app();
        let prey = spawn(&mut app, (at(10.0, 0.0), moving(0.0, 3.0)));
        let chaser = spawn(&mut app, (agent(), Pursue::new(prey)));
        app.update();
        // |(10, 3 t)| = 5 t at t = 2.5, beyond the horizon of 2 s: led by 2 s, to (10, 6).
        assert_close(
            force(&app, chaser),
            Vec2::new(10.0, 6.0).normalize() * 15.0,
            1e-3,
        );
    }

    #[test]
    fn evade_heads_away_from_the_meeting_and_not_from_the_pursuer() {
        let mut app = app();
        let hunter = spawn(&mut app, (at(10.0, 0.0), moving(-10.0, 4.0)));
        let evader = spawn(&mut app, (agent(), Evade::new(hunter)));
        app.update();
        let flight = force(&app, evader);
        // The hunter will pass on the upper side: a plain flee would go straight left.
        assert!(flight.y < -1.0, "{flight}");
        assert_near(flight.length(), 15.0, 1e-3);
    }

    #[test]
    fn evade_acts_within_its_panic_distance_only() {
        let evade = |distance: f32| {
            first_force(Vec2::ZERO, Evade::new(Vec2::new(distance, 0.0)).within(5.0))
        };
        assert!(evade(4.9).unwrap().x < -14.9);
        assert_eq!(evade(5.1), None);
    }

    #[test]
    fn an_evader_outlives_a_fleer() {
        let escape = |behave: fn(&mut EntityWorldMut, Entity)| {
            let mut app = app();
            let hunter = SteeringAgent::new(0.5, 7.0);
            let hunter = spawn(&mut app, (at(-12.0, 3.0), hunter));
            let mut prey = app.world_mut().spawn((agent(), moving(0.0, 5.0)));
            behave(&mut prey, hunter);
            let prey = prey.id();
            app.world_mut().entity_mut(hunter).insert(Pursue::new(prey));
            (0..2000)
                .find(|_| {
                    app.update();
                    place(&app, hunter).distance(place(&app, prey)) < 1.2
                })
                .unwrap_or(2000)
        };
        let flee = escape(|prey, hunter| {
            prey.insert(Flee::new(hunter));
        });
        let evade = escape(|prey, hunter| {
            prey.insert(Evade::new(hunter));
        });
        let nothing = escape(|_, _| {});
        assert!(
            flee > nothing && evade > nothing,
            "{nothing} {flee} {evade}"
        );
    }

    #[test]
    fn wanderers_turn_smoothly_and_each_in_its_own_way() {
        let mut app = app();
        let walkers: Vec<_> = (0..20)
            .map(|number| {
                let place = at(0.0, 300.0 * number as f32);
                spawn(
                    &mut app,
                    (place, agent(), moving(5.0, 0.0), Wander::default()),
                )
            })
            .collect();
        let mut last: Vec<_> = walkers
            .iter()
            .map(|walker| velocity(&app, *walker))
            .collect();
        for _ in 0..300 {
            app.update();
            for (walker, last) in walkers.iter().zip(&mut last) {
                let now = velocity(&app, *walker);
                assert!(now.length() > 2.5, "{now}");
                assert!(now.angle_to(*last).abs() < 0.15);
                *last = now;
            }
        }
        let mean: Vec2 = last.iter().copied().sum::<Vec2>() / 20.0;
        assert!(mean.length() < 3.0, "all wander the same way: {mean}");
    }

    #[test]
    fn a_wanderers_walk_depends_on_the_seed_and_on_nobody_else() {
        let walk = |seed: u64, crowd: usize| {
            let mut app = app_with(SteeringPlugin::default().with_seed(seed), 60.0);
            for number in 0..crowd {
                let other = (
                    AgentId(100 + number as u64),
                    at(0.0, 500.0 + 9.0 * number as f32),
                );
                spawn(&mut app, (agent(), Wander::default(), other));
            }
            let walker = spawn(&mut app, (agent(), Wander::default(), AgentId(7)));
            run(&mut app, 120);
            bits(&app, walker)
        };
        assert_eq!(walk(1, 0), walk(1, 30));
        assert_ne!(walk(1, 0), walk(2, 0));
    }
}

mod groups {
    use super::*;

    /// The force on an agent at the origin that looks along +x, from one mate.
    fn beside_mate(mate: Vec2, behavior: impl Bundle) -> Option<Vec2> {
        let mut app = app();
        let observer = spawn(&mut app, (agent(), moving(1.0, 0.0), behavior));
        spawn(&mut app, (agent(), at(mate.x, mate.y), moving(0.0, 2.0)));
        app.update();
        has_opinion(&app, observer).then(|| force(&app, observer))
    }

    #[test]
    fn the_rules_of_a_flock_have_no_opinion_alone() {
        assert_eq!(
            first_force(Vec2::X, (Flock::default(), AvoidAgents::default())),
            None
        );
    }

    #[test]
    fn separation_pushes_away_up_to_its_distance() {
        let separation = || Separation {
            view: View::all(Length::World(2.0)),
            weight: 1.0,
        };
        assert_eq!(beside_mate(Vec2::new(2.01, 0.0), separation()), None);
        // (1 - 1.5 / 2)^2 of the force.
        let push = beside_mate(Vec2::new(1.5, 0.0), separation()).unwrap();
        assert_close(push, Vec2::new(-15.0 / 16.0, 0.0), 1e-4);
        let push = beside_mate(Vec2::new(0.0, -1.0), separation()).unwrap();
        assert_close(push, Vec2::new(0.0, 15.0 / 4.0), 1e-4);
    }

    #[test]
    fn cohesion_pulls_toward_the_centre_of_the_flockmates() {
        let mut app = app();
        let cohesion = Cohesion {
            view: View::all(Length::World(10.0)),
            weight: 1.0,
        };
        let observer = spawn(&mut app, (agent(), cohesion));
        for (x, y) in [(4.0, 0.0), (4.0, 4.0), (-2.0, 5.0), (30.0, 0.0)] {
            spawn(&mut app, (agent(), at(x, y)));
        }
        app.update();
        // The centre of the three in view is (2, 3), a fifth and three tenths of the range away.
        assert_close(force(&app, observer), Vec2::new(3.0, 4.5), 1e-4);
    }

    #[test]
    fn alignment_turns_toward_the_mean_velocity_of_the_flockmates() {
        let mut app = app();
        let alignment = Alignment {
            view: View::all(Length::World(10.0)),
            weight: 1.0,
        };
        let observer = spawn(&mut app, (agent(), moving(1.0, 0.0), alignment));
        spawn(&mut app, (agent(), at(4.0, 0.0), moving(3.0, 2.0)));
        spawn(&mut app, (agent(), at(-4.0, 3.0), moving(0.0, 4.0)));
        spawn(&mut app, (agent(), at(-40.0, 3.0), moving(0.0, -4.0)));
        app.update();
        // Mean (1.5, 3) less own (1, 0), over the speed of 5, times the force of 15.
        assert_close(force(&app, observer), Vec2::new(1.5, 9.0), 1e-4);
    }

    #[test]
    fn a_flock_is_its_three_rules_and_each_may_stand_for_itself() {
        let with_flock = beside_mate(Vec2::new(1.2, 0.7), Flock::default()).unwrap();
        let with_rules = beside_mate(
            Vec2::new(1.2, 0.7),
            (
                Separation::default(),
                Alignment::default(),
                Cohesion::default(),
            ),
        )
        .unwrap();
        assert_eq!(with_flock, with_rules);
        let loner = Cohesion {
            weight: 0.0,
            ..default()
        };
        let flock = Flock {
            cohesion: loner,
            ..default()
        };
        assert_eq!(
            beside_mate(Vec2::new(1.2, 0.7), (Flock::default(), loner)),
            beside_mate(Vec2::new(1.2, 0.7), flock)
        );
    }

    #[test]
    fn views_see_as_wide_as_they_are_called() {
        let range = Length::World(3.0);
        // Bearings from the heading, in degrees, on both sides.
        let views = [
            (
                "narrow",
                View::narrow(range),
                [true, false, false, false, false],
            ),
            (
                "limited",
                View::limited(range),
                [true, true, true, false, false],
            ),
            ("wide", View::wide(range), [true, true, true, true, false]),
            ("all", View::all(range), [true, true, true, true, true]),
        ];
        for (name, view, seen) in views {
            for (degrees, seen) in [44.0_f32, 46.0, 90.0, 134.0, 180.0].into_iter().zip(seen) {
                for side in [-1.0, 1.0] {
                    let mate = if degrees == 90.0 {
                        Vec2::new(0.0, 2.0 * side)
                    } else {
                        Vec2::from_angle(side * degrees.to_radians()) * 2.0
                    };
                    let separation = Separation { view, weight: 1.0 };
                    let saw = beside_mate(mate, separation).is_some();
                    assert_eq!(saw, seen, "{name} at {degrees} x {side}");
                }
            }
        }
        let custom = Separation {
            view: View::custom(range, 0.2),
            weight: 1.0,
        };
        assert!(beside_mate(Vec2::from_angle(0.19) * 2.0, custom).is_some());
        assert!(beside_mate(Vec2::from_angle(0.21) * 2.0, custom).is_none());
    }

    #[test]
    fn only_the_nearest_count_when_there_are_too_many() {
        let mut app = app();
        let separation = Separation {
            view: View::all(Length::World(10.0)),
            weight: 1.0,
        };
        let perception = Perception {
            max_neighbors: 2,
            ..default()
        };
        let observer = spawn(&mut app, (agent(), separation, perception));
        // Spawned from far to near, all on the same side but the two nearest.
        for distance in [9.0, 8.0, 7.0, 6.0, 5.0, 4.0] {
            spawn(&mut app, (agent(), at(distance, 0.0)));
        }
        spawn(&mut app, (agent(), at(0.0, 3.0)));
        spawn(&mut app, (agent(), at(0.0, 2.0)));
        app.update();
        let push = force(&app, observer);
        assert_near(push.x, 0.0, 1e-5);
        assert!(push.y < -1.0, "{push}");
    }

    #[test]
    fn groups_decide_who_perceives_whom() {
        let sees = |own: Perception, other: Perception| {
            let mut app = app();
            let observer = spawn(&mut app, (agent(), own, Separation::default()));
            spawn(&mut app, (agent(), at(1.2, 0.0), other));
            app.update();
            has_opinion(&app, observer)
        };
        let member = |memberships: u32, perceives: u32| Perception {
            memberships,
            perceives,
            ..default()
        };
        assert!(sees(Perception::default(), Perception::default()));
        assert!(sees(member(1, 0b10), member(0b10, 0)));
        assert!(sees(member(1, 0b110), member(0b1100, 0)));
        assert!(!sees(member(1, 0b01), member(0b10, 0)));
        assert!(!sees(member(1, 0), member(0b10, 0)));
        assert!(!sees(member(1, u32::MAX), member(0, 0)));
        let nobody = Perception {
            max_neighbors: 0,
            ..default()
        };
        assert!(!sees(nobody, Perception::default()));
    }

    #[test]
    fn flockmates_are_for_alignment_and_cohesion_and_separation_heeds_everybody() {
        let beside = |flockmates: u32, distance: f32| {
            let mut app = app();
            let flock = Flock {
                flockmates,
                ..default()
            };
            let observer = spawn(&mut app, (agent(), flock));
            let stranger = Perception {
                memberships: 0b10,
                ..default()
            };
            spawn(&mut app, (agent(), at(distance, 0.0), stranger));
            app.update();
            has_opinion(&app, observer).then(|| force(&app, observer).x)
        };
        // Beyond the separation distance of 2, within the view of 5.
        assert!(beside(0b10, 3.0).unwrap() > 0.0);
        assert_eq!(beside(0b01, 3.0), None);
        assert!(beside(0b01, 1.2).unwrap() < 0.0);
    }

    #[test]
    fn coincident_agents_part_in_opposite_directions() {
        for behaves_by_separation in [true, false] {
            let mut app = app();
            let ghosts: Vec<_> = (0..2)
                .map(|_| {
                    let ghost = agent().without_solidity();
                    if behaves_by_separation {
                        spawn(&mut app, (ghost, Separation::default()))
                    } else {
                        spawn(&mut app, (ghost, AvoidAgents::default()))
                    }
                })
                .collect();
            app.update();
            let (a, b) = (force(&app, ghosts[0]), force(&app, ghosts[1]));
            assert!(a.length() > 1.0, "{a}");
            assert_close(a, -b, 1e-5);
            run(&mut app, 60);
            let apart = place(&app, ghosts[0]).distance(place(&app, ghosts[1]));
            assert!(apart > 1.0, "{apart}");
        }
    }

    #[test]
    fn a_scattered_flock_gathers_aligns_and_keeps_its_distance() {
        let mut app = app();
        let mates: Vec<_> = (0..30)
            .map(|number| {
                let place =
                    Vec2::from_angle(number as f32 * 2.4) * (0.9 * number as f32).sqrt() * 1.6;
                let way = Vec2::from_angle(number as f32 * 1.7) * 4.0;
                let body = (agent(), at(place.x, place.y), moving(way.x, way.y));
                spawn(&mut app, (body, Flock::default()))
            })
            .collect();
        run(&mut app, 900);
        let headings: Vec2 = mates
            .iter()
            .map(|mate| velocity(&app, *mate).normalize_or_zero())
            .sum();
        assert!(headings.length() / 30.0 > 0.7, "{headings}");
        let mut alone = 0;
        for mate in &mates {
            let nearest = mates
                .iter()
                .filter(|other| *other != mate)
                .map(|other| place(&app, *mate).distance(place(&app, *other)))
                .fold(f32::INFINITY, f32::min);
            assert!(nearest > 0.99, "{nearest}");
            alone += usize::from(nearest > 5.0);
        }
        assert!(alone <= 3, "{alone} have lost the flock");
    }
}

mod agents_in_the_way {
    use super::*;

    /// Whether two that walk toward each other's place get there, and their least distance on the way.
    fn head_on(offset: f32, speeds: (f32, f32), radii: (f32, f32)) -> f32 {
        let mut app = app();
        let walker = |radius: f32, speed: f32, x: f32, y: f32| {
            let goal = Vec2::new(-x, 0.0);
            let way = moving(-x.signum() * speed, 0.0);
            let body = SteeringAgent::new(radius, speed);
            (
                body,
                at(x, y),
                way,
                Arrive::new(goal),
                AvoidAgents::default(),
            )
        };
        let a = spawn(&mut app, walker(radii.0, speeds.0, -4.0, 0.0));
        let b = spawn(&mut app, walker(radii.1, speeds.1, 4.0, offset));
        let mut least = f32::INFINITY;
        for _ in 0..1200 {
            app.update();
            least = least.min(place(&app, a).distance(place(&app, b)));
        }
        assert_close(place(&app, a), Vec2::new(4.0, 0.0), 0.1);
        assert_close(place(&app, b), Vec2::new(-4.0, 0.0), 0.1);
        least - radii.0 - radii.1
    }

    #[test]
    fn head_on_pairs_pass_and_brush_at_most() {
        for offset in [0.0, 1e-6, 1e-3, -1e-3, 0.1, -0.1, 0.3] {
            for speeds in [(1.34, 1.34), (1.34, 0.9)] {
                for radii in [(0.2, 0.2), (0.2, 0.39)] {
                    let gap = head_on(offset, speeds, radii);
                    assert!(
                        gap > -0.01,
                        "offset {offset}, {speeds:?}, {radii:?}: gap {gap}"
                    );
                }
            }
        }
    }

    #[test]
    fn crossing_agents_brush_at_most() {
        for lead in [-0.5, -0.2, 0.0, 0.2, 0.5] {
            let mut app = app();
            let body = SteeringAgent::new(0.3, 1.5);
            let a = spawn(
                &mut app,
                (
                    body,
                    at(-5.0, 0.0),
                    moving(1.5, 0.0),
                    Arrive::new(Vec2::new(5.0, 0.0)),
                    AvoidAgents::default(),
                ),
            );
            let b = spawn(
                &mut app,
                (
                    body,
                    at(0.0, -5.0 + lead),
                    moving(0.0, 1.5),
                    Arrive::new(Vec2::new(0.0, 5.0)),
                    AvoidAgents::default(),
                ),
            );
            let mut least = f32::INFINITY;
            for _ in 0..900 {
                app.update();
                least = least.min(place(&app, a).distance(place(&app, b)) - 0.6);
            }
            assert!(least > -0.01, "lead {lead}: {least}");
            assert_close(place(&app, a), Vec2::new(5.0, 0.0), 0.1);
            assert_close(place(&app, b), Vec2::new(0.0, 5.0), 0.1);
        }
    }

    /// The forces on two that approach each other with a slight offset.
    fn approach(a: impl Bundle, b: impl Bundle) -> (Vec2, Vec2) {
        let mut app = app();
        let a = spawn(&mut app, (agent(), at(-2.0, 0.0), moving(4.0, 0.0), a));
        let b = spawn(&mut app, (agent(), at(2.0, 0.3), moving(-4.0, 0.0), b));
        app.update();
        (force(&app, a), force(&app, b))
    }

    /// Light enough that no force reaches the limit, where shares can no longer be told.
    fn light() -> AvoidAgents {
        AvoidAgents {
            weight: 0.5,
            ..default()
        }
    }

    #[test]
    fn two_that_avoid_take_half_each_and_one_alone_takes_all() {
        let (a, b) = approach(light(), light());
        assert!(a.y < -0.5, "{a}");
        assert_close(a, -b, 1e-4);
        let (alone, none) = approach(light(), ());
        assert_close(alone, a * 2.0, 1e-4);
        assert_eq!(none, Vec2::ZERO);
    }

    #[test]
    fn one_that_does_not_heed_me_leaves_me_all_the_work() {
        let (alone, _) = approach(AvoidAgents::default(), ());
        let blind = Perception {
            perceives: 0,
            ..default()
        };
        let (a, _) = approach(AvoidAgents::default(), (AvoidAgents::default(), blind));
        assert_close(a, alone, 1e-4);
        let idle = AvoidAgents {
            weight: 0.0,
            ..default()
        };
        let (a, _) = approach(AvoidAgents::default(), idle);
        assert_close(a, alone, 1e-4);
    }

    #[test]
    fn priority_is_right_of_way() {
        let vip = || AvoidAgents {
            priority: 1,
            ..default()
        };
        let (a, b) = approach(AvoidAgents::default(), vip());
        let (alone, _) = approach(AvoidAgents::default(), ());
        assert_close(a, alone, 1e-4);
        assert_eq!(b, Vec2::ZERO);
    }

    #[test]
    fn those_that_stand_leave_the_work_to_those_that_walk() {
        let mut app = app();
        let avoid = light;
        let walker = spawn(
            &mut app,
            (agent(), at(-2.0, 0.0), moving(4.0, 0.0), avoid()),
        );
        let stander = spawn(&mut app, (agent(), at(1.0, 0.3), avoid()));
        app.update();
        let (walks, stands) = (force(&app, walker).length(), force(&app, stander).length());
        assert_near(walks / stands, 10.0, 0.01);
    }

    #[test]
    fn nothing_is_avoided_that_leaves_passes_or_is_too_far() {
        let alone_against = |place: Vec2, way: Vec2| {
            let mut app = app();
            let a = spawn(
                &mut app,
                (agent(), moving(4.0, 0.0), AvoidAgents::default()),
            );
            spawn(
                &mut app,
                (agent(), at(place.x, place.y), moving(way.x, way.y)),
            );
            app.update();
            has_opinion(&app, a)
        };
        assert!(alone_against(Vec2::new(3.0, 0.0), Vec2::ZERO));
        assert!(
            !alone_against(Vec2::new(3.0, 0.0), Vec2::new(4.5, 0.0)),
            "it leaves"
        );
        assert!(
            !alone_against(Vec2::new(-3.0, 0.0), Vec2::ZERO),
            "it lies behind"
        );
        assert!(
            !alone_against(Vec2::new(3.0, 1.3), Vec2::ZERO),
            "it is passed"
        );
        assert!(
            !alone_against(Vec2::new(6.0, 0.0), Vec2::ZERO),
            "it is out of range"
        );
        assert!(
            !alone_against(Vec2::new(4.9, 0.0), Vec2::new(3.0, 0.0)),
            "it takes too long"
        );
    }

    #[test]
    fn a_ring_of_ten_that_swap_places_does_not_lock() {
        let mut app = app();
        let walkers: Vec<_> = (0..10)
            .map(|number| {
                let from = Vec2::from_angle(number as f32 * core::f32::consts::TAU / 10.0) * 4.0;
                let body = SteeringAgent::new(0.18, 1.3);
                let mind = (Arrive::new(-from), AvoidAgents::default());
                (spawn(&mut app, (body, at(from.x, from.y), mind)), -from)
            })
            .collect();
        run(&mut app, 60 * 20);
        for (walker, goal) in walkers {
            assert_close(place(&app, walker), goal, 0.2);
        }
    }
}

mod obstacles_in_the_way {
    use super::*;

    /// Passes a circle of radius 2 at x = 12 whose centre lies `offset` beside the line to the goal.
    fn pass(offset: f32, hertz: f64, mind: impl Bundle) -> (f32, Vec2) {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let circle = (Vec2::new(12.0, offset), 2.0);
        spawn(&mut app, (at(12.0, offset), Obstacle::circle(2.0)));
        let body = (agent(), moving(5.0, 0.0));
        let agent = spawn(&mut app, (body, mind, Arrive::new(Vec2::new(24.0, 0.0))));
        let ticks = (10.0 * hertz) as usize;
        let least = least_clearance(&mut app, agent, circle, ticks);
        (least, place(&app, agent))
    }

    #[test]
    fn an_obstacle_is_passed_with_a_gap_near_the_margin_dead_centre_too() {
        for offset in [0.0, 1e-4, -1e-4, 0.5, -0.5, 1.5, -1.5, 2.4] {
            for hertz in [30.0, 60.0, 240.0] {
                let (gap, end) = pass(offset, hertz, AvoidObstacles::default());
                assert_close(end, Vec2::new(24.0, 0.0), 0.01);
                // The margin is 0.35 radii of 0.5.
                assert!(gap > 0.05, "offset {offset} at {hertz} Hz: gap {gap}");
                assert!(gap < 0.6, "offset {offset} at {hertz} Hz: gap {gap}");
            }
        }
    }

    #[test]
    fn what_is_not_in_the_way_is_not_avoided() {
        let avoids = |x: f32, y: f32, radius: f32, goal: f32| {
            let mut app = app();
            spawn(&mut app, (at(x, y), Obstacle::circle(radius)));
            let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
            let agent = spawn(&mut app, (body, Seek::new(Vec2::new(goal, 0.0))));
            app.update();
            get::<PassingSide>(&app, agent).obstacle.is_some()
        };
        assert!(avoids(5.0, 0.0, 1.0, 50.0));
        assert!(
            avoids(5.0, 1.6, 1.0, 50.0),
            "the corridor is as wide as body and margin"
        );
        assert!(!avoids(5.0, 1.7, 1.0, 50.0), "it is passed");
        assert!(!avoids(-5.0, 0.0, 1.0, 50.0), "it lies behind");
        assert!(!avoids(10.0, 0.0, 1.0, 50.0), "it is far");
        assert!(!avoids(5.0, 0.0, 1.0, 2.0), "it lies behind the goal");
        assert!(
            avoids(60.0, 0.0, 54.0, 500.0),
            "the edge counts, not the centre"
        );
    }

    #[test]
    fn the_side_is_remembered_while_the_obstacle_is_in_the_way() {
        let mut app = app();
        spawn(&mut app, (at(8.0, 0.05), Obstacle::circle(2.0)));
        let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
        let agent = spawn(&mut app, (body, Seek::new(Vec2::new(30.0, 0.0))));
        app.update();
        let first = *get::<PassingSide>(&app, agent);
        assert!(
            first.obstacle.is_some() && !first.left,
            "the centre is on the left"
        );
        // From now on the centre is on the right of the heading: the side stays.
        app.world_mut()
            .get_mut::<Transform>(agent)
            .unwrap()
            .translation
            .y = 0.3;
        app.update();
        assert_eq!(*get::<PassingSide>(&app, agent), first);
        let mut flips = 0;
        for _ in 0..400 {
            let before = *get::<PassingSide>(&app, agent);
            app.update();
            let after = *get::<PassingSide>(&app, agent);
            let same = before.obstacle.is_some() && before.obstacle == after.obstacle;
            flips += usize::from(same && before.left != after.left);
        }
        assert_eq!(flips, 0);
        assert_eq!(*get::<PassingSide>(&app, agent), PassingSide::default());
    }

    #[test]
    fn avoidance_alone_coasts_past() {
        assert_eq!(first_force(Vec2::X, AvoidObstacles::default()), None);
    }

    #[test]
    fn passable_obstacles_are_avoided_too() {
        let mut app = app();
        spawn(&mut app, (at(12.0, 0.0), Obstacle::circle(2.0).passable()));
        let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
        let agent = spawn(&mut app, (body, Arrive::new(Vec2::new(24.0, 0.0))));
        let gap = least_clearance(&mut app, agent, (Vec2::new(12.0, 0.0), 2.0), 600);
        assert!(gap > 0.05, "{gap}");
    }

    #[test]
    fn two_obstacles_side_by_side_do_not_cancel() {
        // Too near to each other to go between them.
        let mut app = app();
        spawn(&mut app, (at(10.0, 1.2), Obstacle::circle(1.0)));
        spawn(&mut app, (at(10.0, -1.2), Obstacle::circle(1.0)));
        let body = (agent(), moving(5.0, 0.0), AvoidObstacles::default());
        let agent = spawn(&mut app, (body, Arrive::new(Vec2::new(20.0, 0.0))));
        run(&mut app, 1200);
        assert_close(place(&app, agent), Vec2::new(20.0, 0.0), 0.05);
    }

    #[test]
    fn a_field_of_obstacles_is_crossed() {
        let mut app = app();
        for row in 0..6 {
            for column in 0..6 {
                let x = 6.0 + 5.0 * column as f32;
                let y = -12.5 + 5.0 * row as f32 + if column % 2 == 0 { 0.0 } else { 2.5 };
                spawn(&mut app, (at(x, y), Obstacle::circle(1.2)));
            }
        }
        let walkers: Vec<_> = (0..9)
            .map(|number| {
                let y = -10.0 + 2.5 * number as f32;
                let mind = (AvoidObstacles::default(), Arrive::new(Vec2::new(45.0, y)));
                (spawn(&mut app, (agent(), at(0.0, y), mind)), y)
            })
            .collect();
        run(&mut app, 60 * 25);
        for (walker, y) in walkers {
            assert_close(place(&app, walker), Vec2::new(45.0, y), 0.05);
        }
    }

    #[test]
    fn whiskers_pass_a_circle() {
        for count in [1, 3, 5] {
            for offset in [0.0, 0.7, -0.7] {
                let (gap, end) = pass(offset, 60.0, Whiskers::new(count));
                assert_close(end, Vec2::new(24.0, 0.0), 0.05);
                assert!(gap >= 0.0, "{count} whiskers, offset {offset}: gap {gap}");
            }
        }
    }

    #[test]
    fn no_whiskers_feel_nothing() {
        let mut app = app();
        spawn(&mut app, (at(2.0, 0.0), Obstacle::circle(1.0)));
        let agent = spawn(&mut app, (agent(), moving(4.0, 0.0), Whiskers::new(0)));
        app.update();
        assert!(!has_opinion(&app, agent));
    }
}
