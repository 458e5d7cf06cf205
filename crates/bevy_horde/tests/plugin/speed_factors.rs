//! A factor on speed keeps agility in proportion.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An agent that runs along x.
fn runner(app: &mut App, factor: Option<f32>) -> Entity {
    let body = SteeringAgent::default().non_solid();
    let mut runner = app
        .world_mut()
        .spawn((at(0.0, 0.0), body, Seek::new(vec2(1e3, 0.0))));
    if let Some(factor) = factor {
        runner.insert(SpeedFactor(factor));
    }
    runner.id()
}

#[test]
fn an_agent_takes_as_long_to_its_full_speed() {
    let mut app = app();
    let (usual, slow, fast) = (
        runner(&mut app, None),
        runner(&mut app, Some(0.25)),
        runner(&mut app, Some(4.0)),
    );
    for _ in 0..60 {
        app.update();
        let speed = velocity(&app, usual).x;
        assert_near(velocity(&app, slow).x, 0.25 * speed, 1e-4);
        assert_near(velocity(&app, fast).x, 4.0 * speed, 1e-3);
    }
    run(&mut app, 180);
    assert_near(velocity(&app, fast).x, 20.0, 0.01);
    assert_eq!(get::<AgentState>(&app, fast).max_speed(), 20.0);
}

#[test]
fn a_change_and_a_removal_count_from_the_next_tick_on() {
    let mut app = app();
    let runner = runner(&mut app, Some(2.0));
    run(&mut app, 240);
    assert_near(velocity(&app, runner).x, 10.0, 0.01);
    app.world_mut().entity_mut(runner).insert(SpeedFactor(0.5));
    app.update();
    assert_eq!(velocity(&app, runner).x, 2.5);
    // Hidden from the plugin's search for changes.
    app.world_mut().entity_mut(runner).remove::<SpeedFactor>();
    run(&mut app, 240);
    assert_near(velocity(&app, runner).x, 5.0, 0.01);
    app.world_mut().entity_mut(runner).insert(SpeedFactor(0.0));
    app.update();
    assert_eq!(velocity(&app, runner), Vec2::ZERO);
}

#[test]
fn a_bad_factor_counts_as_one() {
    let mut app = app();
    let odd = [f32::NAN, -1.0, f32::INFINITY].map(|factor| runner(&mut app, Some(factor)));
    let huge = runner(&mut app, Some(f32::MAX));
    run(&mut app, 240);
    for odd in odd {
        assert_near(velocity(&app, odd).x, 5.0, 0.01);
    }
    assert!(velocity(&app, huge).is_finite());
}
