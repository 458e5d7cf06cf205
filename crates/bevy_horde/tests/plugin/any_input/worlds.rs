//! Empty worlds, single agents, thousands of agents on one spot, unusual ids, and odd clocks.

use super::*;

#[test]
fn thousands_on_one_spot_come_to_no_harm() {
    let mut app = app();
    let agents: Vec<_> = (0..3000)
        .map(|number| {
            let place = if number % 2 == 0 {
                at(0.0, 0.0)
            } else {
                at(number as f32 * 1e-4, 0.1)
            };
            app.world_mut()
                .spawn((
                    place,
                    SteeringAgent::new(0.5, 5.0),
                    Seek::new(Vec2::new(50.0, 0.0)),
                    Flock::default(),
                    AvoidAgents::default(),
                ))
                .id()
        })
        .collect();
    run(&mut app, 4);
    let mut farthest = 0.0_f32;
    for agent in agents {
        assert_finite(&app, agent, "in a heap");
        farthest = farthest.max(place(&app, agent).length());
    }
    assert!(farthest > 0.5, "the heap does not spread: {farthest}");
    assert!(
        farthest < 20.0,
        "an agent is thrown out of the heap: {farthest}"
    );
}

#[test]
fn a_paused_clock_changes_nothing() {
    for mut app in [app(), app_in(Update, 0.02)] {
        let target = app.world_mut().spawn(at(9.0, 3.0)).id();
        let agents: Vec<_> = (0..5)
            .map(|number| spawn_complete_agent(app.world_mut(), at(number as f32, 0.0), target))
            .collect();
        run(&mut app, 3);
        let ticks = *app.world().resource::<bevy_horde::schedule::SteeringTick>();
        let before: Vec<_> = agents.iter().map(|agent| bits(&app, *agent)).collect();
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        run(&mut app, 3);
        let after: Vec<_> = agents.iter().map(|agent| bits(&app, *agent)).collect();
        assert_eq!(before, after);
        assert_eq!(
            *app.world().resource::<bevy_horde::schedule::SteeringTick>(),
            ticks
        );
        app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        run(&mut app, 1);
        assert_ne!(bits(&app, agents[0]), before[0]);
    }
}

#[test]
fn a_hitch_of_five_seconds_in_a_variable_schedule_does_no_harm() {
    let mut app = app_in(Update, 5.0);
    app.world_mut().spawn((at(6.0, 0.0), Obstacle::circle(1.5)));
    let target = app.world_mut().spawn(at(30.0, 1.0)).id();
    let agents: Vec<_> = (0..6)
        .map(|number| spawn_complete_agent(app.world_mut(), at(0.0, number as f32), target))
        .collect();
    let arriving = app
        .world_mut()
        .spawn((
            at(0.0, 50.0),
            SteeringAgent::default(),
            Arrive::new(Vec2::new(60.0, 50.0)),
        ))
        .id();
    for _ in 0..8 {
        app.update();
        for agent in &agents {
            assert_finite(&app, *agent, "after a hitch");
            let distance = place(&app, *agent).distance(Vec2::new(6.0, 0.0));
            assert!(distance >= 2.0, "{distance}");
            let moved = velocity(&app, *agent).length();
            assert!(moved <= 5.001, "{moved}");
        }
    }
    assert_close(place(&app, arriving), Vec2::new(60.0, 50.0), 1e-3);
}

#[test]
fn an_empty_world_runs() {
    let mut app = app();
    run(&mut app, 3);
    assert!(
        app.world()
            .resource::<bevy_horde::perception::AgentIndex>()
            .is_empty()
    );
}

#[test]
fn a_world_of_obstacles_alone_runs() {
    let mut app = app();
    for number in 0..20 {
        app.world_mut()
            .spawn((at(number as f32, 0.0), Obstacle::circle(1.0)));
    }
    run(&mut app, 3);
    let index = app
        .world()
        .resource::<bevy_horde::obstacle::ObstacleIndex>();
    assert_eq!(index.obstacles().len(), 20);
}

#[test]
fn a_world_of_one_agent_with_everything_runs() {
    let mut app = app();
    let agent = spawn_complete_agent(app.world_mut(), at(0.0, 0.0), Entity::PLACEHOLDER);
    run(&mut app, 10);
    assert_finite(&app, agent, "alone");
}

#[test]
fn the_last_of_all_numbers_may_be_given_away() {
    let mut app = app();
    let given = AgentId(u64::MAX - 1);
    let agents = [
        app.world_mut()
            .spawn((SteeringAgent::default(), given))
            .id(),
        app.world_mut()
            .spawn((at(3.0, 0.0), SteeringAgent::default()))
            .id(),
        app.world_mut()
            .spawn((at(6.0, 0.0), SteeringAgent::default()))
            .id(),
    ];
    run(&mut app, 3);
    for agent in agents {
        assert_finite(&app, agent, "with the last number");
    }
}

#[test]
fn two_agents_may_share_a_number() {
    let mut app = app();
    let agents = [0, 1].map(|_| {
        app.world_mut()
            .spawn((
                SteeringAgent::default(),
                AgentId(7),
                Wander::default(),
                Flock::default(),
            ))
            .id()
    });
    run(&mut app, 30);
    for agent in agents {
        assert_finite(&app, agent, "with a shared number");
    }
    let apart = place(&app, agents[0]).distance(place(&app, agents[1]));
    assert!(apart > 0.5, "{apart}");
}
