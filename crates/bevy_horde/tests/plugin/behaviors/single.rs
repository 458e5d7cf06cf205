//! Behaviors of a single agent: their direction, and when they are inactive.

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
fn seek_takes_the_maximum_force_at_rest_and_none_at_full_speed() {
    let seek = Seek::new(Vec2::new(30.0, 40.0));
    let from_rest = first_force(Vec2::ZERO, seek).unwrap();
    assert_close(from_rest, Vec2::new(9.0, 12.0), 1e-4);
    let at_speed = first_force(Vec2::new(3.0, 4.0), seek).unwrap();
    assert_close(at_speed, Vec2::ZERO, 1e-4);
}

#[test]
fn seek_adds_no_force_at_its_target_and_is_inactive_for_the_agent_itself() {
    let at_target = first_force(Vec2::X, Seek::new(Vec2::ZERO));
    assert_eq!(at_target, Some(Vec2::ZERO));
    let mut app = app();
    let seeker = spawn(&mut app, agent());
    app.world_mut()
        .entity_mut(seeker)
        .insert(Seek::entity(seeker));
    app.update();
    assert!(!has_contribution(&app, seeker));
}

#[test]
fn each_of_many_agents_seeks_its_own_target() {
    let mut app = app();
    let [near, far] =
        [at(3.0, 40.0), at(-30.0, 5.0)].map(|place| app.world_mut().spawn(place).id());
    let gone = app.world_mut().spawn(at(1.0, 1.0)).id();
    app.world_mut().despawn(gone);
    let targets = [
        Target::Entity(near),
        Target::Entity(near),
        Target::Entity(far),
        Target::Entity(gone),
        Target::Entity(far),
        Target::PlanePoint(Vec2::new(9.0, -9.0)),
        Target::Point(Vec3::new(9.0, -9.0, 3.0)),
        Target::PlanePoint(Vec2::NAN),
        Target::PlanePoint(Vec2::NAN),
        Target::Entity(near),
    ];
    let body = || agent().non_solid();
    let seekers = targets.map(|target| spawn(&mut app, (body(), at(1.0, 2.0), Seek::new(target))));
    let own = spawn(&mut app, (body(), at(1.0, 2.0), Seek::default()));
    let last = spawn(
        &mut app,
        (body(), at(1.0, 2.0), Seek::new(Target::Entity(own))),
    );
    app.world_mut().entity_mut(own).insert(Seek::entity(own));
    app.world_mut().entity_mut(own).insert(at(50.0, 2.0));
    app.update();
    let toward = |x: f32, y: f32| Some(15.0 * Vec2::new(x - 1.0, y - 2.0).normalize());
    let expected = [
        toward(3.0, 40.0),
        toward(3.0, 40.0),
        toward(-30.0, 5.0),
        None,
        toward(-30.0, 5.0),
        toward(9.0, -9.0),
        toward(9.0, -9.0),
        None,
        None,
        toward(3.0, 40.0),
        None,
        toward(50.0, 2.0),
    ];
    let all = seekers.into_iter().chain([own, last]);
    for (number, (seeker, expected)) in all.zip(expected).enumerate() {
        let found = has_contribution(&app, seeker).then(|| force(&app, seeker));
        assert_eq!(found.is_some(), expected.is_some(), "seeker {number}");
        if let (Some(found), Some(expected)) = (found, expected) {
            assert_close(found, expected, 1e-3);
        }
    }
}

#[test]
fn seek_passes_through_its_target_and_comes_back() {
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
    let flee =
        |distance: f32| first_force(Vec2::ZERO, Flee::new(Vec2::new(distance, 0.0)).within(5.0));
    assert_close(flee(4.9).unwrap(), Vec2::new(-15.0, 0.0), 1e-4);
    assert_eq!(flee(5.1), None);
    let however_far = first_force(Vec2::ZERO, Flee::new(Vec2::new(0.0, 5000.0))).unwrap();
    assert_close(however_far, Vec2::new(0.0, -15.0), 1e-4);
}

#[test]
fn flee_leaves_a_coincident_threat_along_its_heading() {
    let mut app = app();
    let place = at(0.0, 0.0).with_rotation(Quat::from_rotation_z(1.0));
    let agent = spawn(&mut app, (agent(), place, Flee::new(Vec2::ZERO)));
    app.update();
    assert_close(force(&app, agent), Vec2::from_angle(1.0) * 15.0, 1e-4);
}

#[test]
fn arrive_stops_exactly_at_its_target_at_any_tick_length() {
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

/// The final distance between an agent that arrives and its moving target.
fn lag(hertz: f64, target: impl Bundle, interval: u8) -> f32 {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    let target = spawn(&mut app, target);
    let body = agent().non_solid();
    let arrive = (Arrive::entity(target), UpdateInterval { ticks: interval });
    let agent = spawn(&mut app, (body, at(-3.0, 6.0), arrive));
    let is_agent = app.world().get::<SteeringAgent>(target).is_some();
    let moves = app.world().get::<Velocity>(target);
    let way = moves.map_or(Vec3::ZERO, |velocity| velocity.0) / hertz as f32;
    for _ in 0..(12.0 * hertz) as usize {
        app.update();
        if !is_agent {
            // The plugin moves agents only, so the test moves this target.
            let mut place = app.world_mut().get_mut::<Transform>(target).unwrap();
            place.translation += way;
        }
    }
    place(&app, agent).distance(place(&app, target))
}

#[test]
fn arrive_does_not_lag_behind_a_moving_target() {
    for hertz in [10.0, 30.0, 60.0, 240.0] {
        for interval in [1, 3] {
            for (x, y) in [(2.0, 0.0), (-1.5, 3.0), (0.0, -4.0)] {
                let body = agent().non_solid();
                let walker = lag(hertz, (body, moving(x, y)), interval);
                let thing = lag(hertz, (Transform::default(), moving(x, y)), interval);
                assert!(walker < 2e-3, "{hertz} {interval} {x} {y}: {walker}");
                assert!(thing < 2e-3, "{hertz} {interval} {x} {y}: {thing}");
            }
        }
    }
}

#[test]
fn arrive_at_a_target_without_a_velocity_comes_to_rest() {
    assert!(lag(60.0, Transform::from_xyz(4.0, 2.0, 0.0), 1) < 1e-3);
    // A disabled agent stands at any velocity.
    let disabled = (agent(), moving(2.0, 0.0), SteeringDisabled);
    assert!(lag(60.0, disabled, 1) < 1e-3);
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
    // The target crosses ahead, slightly slower than the chaser.
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
    panic!("the chaser never reaches its target");
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
fn pursue_without_prediction_equals_seek() {
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
    // |(10, 3 t)| = 5 t at t = 2.5. `max_prediction` limits the prediction to 2 s, so to (10, 6).
    assert_close(
        force(&app, chaser),
        Vec2::new(10.0, 6.0).normalize() * 15.0,
        1e-3,
    );
}

#[test]
fn evade_leaves_the_predicted_meeting_point_and_not_the_pursuer() {
    let mut app = app();
    let hunter = spawn(&mut app, (at(10.0, 0.0), moving(-10.0, 4.0)));
    let evader = spawn(&mut app, (agent(), Evade::new(hunter)));
    app.update();
    let flight = force(&app, evader);
    // The pursuer will pass on the upper side. Flee would go straight left.
    assert!(flight.y < -1.0, "{flight}");
    assert_near(flight.length(), 15.0, 1e-3);
}

#[test]
fn evade_acts_within_its_panic_distance_only() {
    let evade =
        |distance: f32| first_force(Vec2::ZERO, Evade::new(Vec2::new(distance, 0.0)).within(5.0));
    assert!(evade(4.9).unwrap().x < -14.9);
    assert_eq!(evade(5.1), None);
}

#[test]
fn evade_escapes_longer_than_flee() {
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
fn wanderers_turn_smoothly_and_independently() {
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
    assert!(
        mean.length() < 3.0,
        "all agents wander the same way: {mean}"
    );
}

#[test]
fn a_wanderers_path_depends_on_the_seed_and_not_on_other_agents() {
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
