//! The same time at 30, 60 and 240 ticks per second.
//!
//! Integration is semi-implicit. Paths differ by about `a dt^2 / 2` for each change of the force,
//! and by `v dt` for the time of that change. The tolerances follow from this.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::prelude::*;

const RATES: [f64; 3] = [30.0, 60.0, 240.0];

/// Runs a scene for `seconds` at a rate, and returns a measurement.
fn after<T>(
    hertz: f64,
    seconds: f64,
    spawn: impl Fn(&mut App) -> Vec<Entity>,
    measure: impl Fn(&App, &[Entity]) -> T,
) -> T {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    let entities = spawn(&mut app);
    run(&mut app, (seconds * hertz).round() as usize);
    measure(&app, &entities)
}

/// The position of a single agent after `seconds`, at every rate.
fn ends(seconds: f64, behavior: impl Bundle + Clone, velocity: Vec2) -> [Vec2; 3] {
    RATES.map(|hertz| {
        after(
            hertz,
            seconds,
            |app| {
                let body = (SteeringAgent::default(), moving(velocity.x, velocity.y));
                vec![app.world_mut().spawn((body, behavior.clone())).id()]
            },
            |app, agents| place(app, agents[0]),
        )
    })
}

#[track_caller]
fn assert_agree(ends: [Vec2; 3], tolerance: f32) {
    for end in ends {
        assert_close(end, ends[2], tolerance);
    }
}

#[test]
fn coasting_agrees() {
    assert_agree(ends(3.0, (), Vec2::new(3.0, -2.0)), 1e-4);
}

#[test]
fn a_slow_body_far_out_moves_at_any_tick() {
    // At 2000, the spacing of coordinates is 0.00012. In 1/240 s, a body with a speed of 0.005
    // moves by 0.00002.
    let far = Vec2::new(1000.0, -2000.0);
    for (hertz, solid) in RATES
        .into_iter()
        .flat_map(|hertz| [(hertz, true), (hertz, false)])
    {
        let end = after(
            hertz,
            10.0,
            |app| {
                let place = Transform::from_translation(far.extend(0.0));
                let body = SteeringAgent { solid, ..default() };
                let body = (body, moving(0.003, -0.004), place);
                vec![app.world_mut().spawn(body).id()]
            },
            |app, agents| place(app, agents[0]),
        );
        assert_close(end - far, Vec2::new(0.03, -0.04), 1.5e-4);
    }
}

#[test]
fn a_teleported_agent_keeps_no_rounding_remainder() {
    let mut app = app_with(SteeringPlugin::default(), 240.0);
    let place = Transform::from_xyz(1000.0, -2000.0, 0.0);
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), moving(0.003, -0.004), place))
        .id();
    run(&mut app, 3);
    let remainder = *app.world().get::<PositionRemainder>(agent).unwrap();
    assert!(remainder.0.length() > 1e-5, "{remainder:?}");
    app.world_mut()
        .entity_mut(agent)
        .insert((Transform::from_xyz(1.0, 1.0, 0.0), Velocity::default()));
    run(&mut app, 1);
    assert_eq!(self::place(&app, agent), Vec2::ONE);
    assert_eq!(app.world().get(agent), Some(&PositionRemainder::default()));
}

#[test]
fn seek_agrees() {
    // While accelerating, paths differ by up to v dt: 5 x (1/30 - 1/240) for the extreme rates.
    assert_agree(
        ends(2.0, Seek::new(Vec2::new(50.0, 30.0)), Vec2::ZERO),
        0.15,
    );
    // A right-angled turn.
    assert_agree(
        ends(2.0, Seek::new(Vec2::new(0.0, 50.0)), Vec2::new(5.0, 0.0)),
        0.25,
    );
}

/// Thirty updates per second, at every tick rate.
#[test]
fn the_same_number_of_updates_per_second_agrees_at_every_tick_rate() {
    let ends = |goal: Vec2, velocity: Vec2| {
        RATES.map(|hertz| {
            after(
                hertz,
                2.0,
                |app| {
                    let ticks = (hertz / 30.0) as u8;
                    let mind = (Seek::new(goal), UpdateInterval { ticks });
                    let body = (SteeringAgent::default(), moving(velocity.x, velocity.y));
                    vec![app.world_mut().spawn((body, mind)).id()]
                },
                |app, agents| place(app, agents[0]),
            )
        })
    };
    // As above, with updates up to 1/30 s later.
    assert_agree(ends(Vec2::new(50.0, 30.0), Vec2::ZERO), 0.3);
    assert_agree(ends(Vec2::new(0.0, 50.0), Vec2::new(5.0, 0.0)), 0.4);
}

#[test]
fn flee_agrees() {
    assert_agree(
        ends(2.0, Flee::new(Vec2::new(9.0, 4.0)), Vec2::new(2.0, 0.0)),
        0.25,
    );
}

#[test]
fn arrive_agrees_on_the_way_and_at_the_end() {
    let arrive = Arrive::new(Vec2::new(12.0, 0.0));
    for seconds in [1.0, 2.0, 3.0] {
        assert_agree(ends(seconds, arrive, Vec2::ZERO), 0.15);
    }
    assert_agree(ends(8.0, arrive, Vec2::ZERO), 1e-3);
}

#[test]
fn pursue_agrees() {
    let end = |hertz| {
        after(
            hertz,
            1.5,
            |app| {
                let prey = (at(10.0, -4.0), SteeringAgent::default(), moving(0.0, 3.0));
                let prey = app.world_mut().spawn(prey).id();
                let hunter = (SteeringAgent::default(), Pursue::new(prey));
                vec![app.world_mut().spawn(hunter).id()]
            },
            |app, agents| place(app, agents[0]),
        )
    };
    assert_agree(RATES.map(end), 0.15);
}

/// The spread of wanderers: the mean square of the angle of their velocity.
fn wander_spread(hertz: f64, seconds: f64) -> f32 {
    after(
        hertz,
        seconds,
        |app| {
            (0..1500)
                .map(|number| {
                    let ghost = SteeringAgent::default().non_solid();
                    let walker = (at(0.0, 60.0 * number as f32), ghost, moving(5.0, 0.0));
                    app.world_mut().spawn((walker, Wander::default())).id()
                })
                .collect()
        },
        |app, agents| {
            let square = |agent: &Entity| velocity(app, *agent).to_angle().powi(2);
            agents.iter().map(square).sum::<f32>() / agents.len() as f32
        },
    )
}

#[test]
fn wanderers_spread_by_the_same_angle() {
    for seconds in [0.5, 1.0] {
        let spreads = RATES.map(|hertz| wander_spread(hertz, seconds));
        for spread in spreads {
            // 1500 samples give the variance to about 4 %. A walk that depends on dt is wrong by
            // factors.
            let ratio = spread / spreads[2];
            assert!((0.8..1.25).contains(&ratio), "{spreads:?}");
        }
    }
}

#[test]
fn a_flock_agrees() {
    let state = |hertz| {
        after(
            hertz,
            5.0,
            |app| {
                (0..40)
                    .map(|number| {
                        let from =
                            Vec2::from_angle(number as f32 * 2.4) * (number as f32).sqrt() * 1.2;
                        let way = Vec2::from_angle(number as f32 * 0.05) * 4.0;
                        let bird = (SteeringAgent::default(), Flock::default());
                        app.world_mut()
                            .spawn((bird, at(from.x, from.y), moving(way.x, way.y)))
                            .id()
                    })
                    .collect()
            },
            |app, agents| {
                let count = agents.len() as f32;
                let center = agents.iter().map(|agent| place(app, *agent)).sum::<Vec2>() / count;
                let way = agents
                    .iter()
                    .map(|agent| velocity(app, *agent))
                    .sum::<Vec2>()
                    / count;
                let extent = agents
                    .iter()
                    .map(|agent| place(app, *agent).distance(center))
                    .sum::<f32>()
                    / count;
                (center, way, extent)
            },
        )
    };
    let states = RATES.map(state);
    for (center, way, extent) in states {
        assert_close(center, states[2].0, 0.5);
        assert_close(way, states[2].1, 0.2);
        assert_near(extent, states[2].2, 0.3);
    }
}

#[test]
fn passing_an_obstacle_agrees() {
    for offset in [0.3, -1.0] {
        let ends = RATES.map(|hertz| {
            after(
                hertz,
                5.5,
                |app| {
                    app.world_mut()
                        .spawn((at(12.0, offset), Obstacle::circle(2.0)));
                    let walker = (SteeringAgent::default(), moving(5.0, 0.0));
                    let mind = (AvoidObstacles::default(), Seek::new(Vec2::new(200.0, 0.0)));
                    vec![app.world_mut().spawn((walker, mind)).id()]
                },
                |app, agents| place(app, agents[0]),
            )
        });
        assert_agree(ends, 0.5);
    }
}

#[test]
fn agents_that_pass_each_other_agree() {
    let ends = RATES.map(|hertz| {
        after(
            hertz,
            4.0,
            |app| {
                let other = (at(10.0, 0.4), SteeringAgent::default(), moving(-5.0, 0.0));
                app.world_mut().spawn((
                    other,
                    AvoidAgents::default(),
                    Seek::new(Vec2::new(-200.0, 0.0)),
                ));
                let walker = (
                    SteeringAgent::default(),
                    moving(5.0, 0.0),
                    AvoidAgents::default(),
                );
                vec![
                    app.world_mut()
                        .spawn((walker, Seek::new(Vec2::new(200.0, 0.0))))
                        .id(),
                ]
            },
            |app, agents| place(app, agents[0]),
        )
    });
    assert_agree(ends, 0.4);
}

#[test]
fn a_limited_turn_agrees() {
    let ends = RATES.map(|hertz| {
        after(
            hertz,
            2.0,
            |app| {
                let ship = SteeringAgent::default().with_max_turn_rate(0.6);
                let ship = (ship, moving(5.0, 0.0), Seek::new(Vec2::new(0.0, 300.0)));
                vec![app.world_mut().spawn(ship).id()]
            },
            |app, agents| velocity(app, agents[0]),
        )
    });
    for end in ends {
        // Two seconds at 0.6 rad/s.
        assert_near(end.to_angle(), 1.2, 0.05);
        assert_close(end, ends[2], 0.3);
    }
}

#[test]
fn facing_agrees() {
    let angles = |facing: Facing, seconds: f64| {
        RATES.map(|hertz| {
            after(
                hertz,
                seconds,
                |app| {
                    let walker = (SteeringAgent::default(), moving(0.0, 2.0), facing);
                    vec![app.world_mut().spawn(walker).id()]
                },
                |app, agents| {
                    let rotation = get::<Transform>(app, agents[0]).rotation;
                    (rotation * Vec3::X).truncate().to_angle()
                },
            )
        })
    };
    let quarter = core::f32::consts::FRAC_PI_2;
    let smooth = Facing {
        smoothing_time: 0.2,
        ..default()
    };
    for angle in angles(smooth, 0.2) {
        // After the smoothing time, 1 - 1/e of the turn is done.
        assert_near(angle, quarter * (1.0 - (-1.0_f32).exp()), 2e-3);
    }
    let limited = Facing {
        smoothing_time: 0.0,
        max_turn_rate: 1.0,
        ..default()
    };
    for angle in angles(limited, 0.5) {
        assert_near(angle, 0.5, 2e-3);
    }
    let at_once = Facing {
        smoothing_time: 0.0,
        ..default()
    };
    for angle in angles(at_once, 0.1) {
        assert_near(angle, quarter, 1e-5);
    }
}
