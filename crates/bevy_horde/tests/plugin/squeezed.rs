//! Bodies between obstacles that move toward each other, and bodies that carry an obstacle.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, SteeringTrace};

/// Spawns a closed room 20 wide, made of a fence or of four blocks.
fn spawn_room(app: &mut App, is_fence: bool) {
    if is_fence {
        let corners = [
            vec2(-10.0, -10.0),
            vec2(10.0, -10.0),
            vec2(10.0, 10.0),
            vec2(-10.0, 10.0),
        ];
        app.world_mut().spawn(Obstacle::closed_polyline(corners));
    } else {
        for (x, y, width, height) in [
            (11.0, 0.0, 2.0, 24.0),
            (-11.0, 0.0, 2.0, 24.0),
            (0.0, 11.0, 24.0, 2.0),
            (0.0, -11.0, 24.0, 2.0),
        ] {
            app.world_mut()
                .spawn((at(x, y), Obstacle::rectangle(width, height)));
        }
    }
}

#[test]
fn a_crate_near_a_wall_pushes_a_body_aside_and_never_through_the_wall() {
    for is_fence in [true, false] {
        for step in [0.01, 0.1, 0.7] {
            for offset in [0.0, 0.9, -1.7] {
                let mut app = app();
                spawn_room(&mut app, is_fence);
                let start = 7.0;
                let crate_ = (at(start, 0.0), Obstacle::rectangle(2.0, 4.0));
                let crate_ = app.world_mut().spawn(crate_).id();
                let agent = SteeringAgent::new(0.5, 5.0);
                let agent = app.world_mut().spawn((at(9.2, offset), agent)).id();
                let steps = (2.9 / step) as usize;
                for tick in 0..steps + 300 {
                    let x = start + step * tick.min(steps) as f32;
                    let mut transform = app.world_mut().get_mut::<Transform>(crate_).unwrap();
                    transform.translation.x = x;
                    app.update();
                    let now = place(&app, agent);
                    let label = format!("{now}, step {step}, offset {offset}, fence {is_fence}");
                    assert!(now.abs().max_element() < 10.0, "through the wall: {label}");
                }
                let now = place(&app, agent);
                let beside = (now - vec2(start + step * steps as f32, 0.0)).abs();
                let distance = (beside - vec2(1.0, 2.0)).max(Vec2::ZERO).length();
                assert!(
                    distance >= 0.5,
                    "the body stays in the crate at {now}, step {step}, offset {offset}"
                );
            }
        }
    }
}

#[test]
fn a_block_that_fills_a_passage_pushes_no_body_through_its_walls() {
    // A blind passage 4 wide between blocks. A block of the same width moves to its end.
    for (radius, step) in [(0.5, 0.01), (0.5, 0.3), (0.1, 0.05), (1.9, 0.1)] {
        for offset in [0.0, 0.9, -1.4] {
            let mut app = app();
            for (x, y, width, height) in [
                (0.0, 3.0, 30.0, 2.0),
                (0.0, -3.0, 30.0, 2.0),
                (11.0, 0.0, 2.0, 4.0),
            ] {
                app.world_mut()
                    .spawn((at(x, y), Obstacle::rectangle(width, height)));
            }
            let press = (at(0.0, 0.0), Obstacle::rectangle(6.0, 4.0));
            let press = app.world_mut().spawn(press).id();
            let agent = (SteeringAgent::new(radius, 5.0), SteeringTrace::default());
            let y = offset * (2.0_f32 - radius).min(1.0);
            let agent = app.world_mut().spawn((at(6.0, y), agent)).id();
            let steps = (7.0 / step) as usize;
            let mut is_squeezed = false;
            for tick in 0..steps + 20 {
                let mut transform = app.world_mut().get_mut::<Transform>(press).unwrap();
                transform.translation.x = step * tick.min(steps) as f32;
                app.update();
                let now = place(&app, agent);
                assert!(
                    now.y.abs() < 2.0 && now.x < 10.0,
                    "{now} is through a wall, radius {radius}, step {step}, offset {offset}"
                );
                is_squeezed |= get::<SteeringTrace>(&app, agent)
                    .reasons
                    .contains(&Reason::Squeezed);
            }
            assert!(is_squeezed || place(&app, agent).x < 7.0);
            // Once the block is gone, the body comes out of the walls.
            app.world_mut().entity_mut(press).insert(at(-20.0, 0.0));
            run(&mut app, 2);
            assert!(
                !get::<SteeringTrace>(&app, agent)
                    .reasons
                    .contains(&Reason::Squeezed)
            );
            assert!(place(&app, agent).y.abs() <= 2.0 - radius);
        }
    }
}

#[test]
fn a_crate_in_a_blind_passage_of_tiles_lets_bodies_out_behind_it() {
    // Tiles of 1 by 1 line a blind passage 2 wide. A crate moves over the bodies inside.
    for crate_at in [7.5, 7.0] {
        let mut app = app();
        for x in 0..13 {
            for y in [-2, -1, 0, 1] {
                if y == -2 || y == 1 || x >= 10 {
                    let tile = Obstacle::rectangle(1.0, 1.0);
                    let place = at(x as f32 + 0.5, y as f32 + 0.5);
                    app.world_mut().spawn((place, tile));
                }
            }
        }
        let press = (at(-20.0, 0.0), Obstacle::rectangle(5.0, 1.8));
        let press = app.world_mut().spawn(press).id();
        let agents: Vec<Entity> = (0..20)
            .map(|_| {
                let agent = SteeringAgent::new(0.4, 5.0).non_solid();
                app.world_mut().spawn((at(9.3, 0.0), agent)).id()
            })
            .collect();
        app.update();
        for agent in &agents {
            app.world_mut()
                .get_mut::<SteeringAgent>(*agent)
                .unwrap()
                .solid = true;
            app.world_mut().entity_mut(*agent).insert(at(9.3, 0.0));
        }
        app.world_mut().entity_mut(press).insert(at(crate_at, 0.0));
        app.update();
        for agent in agents {
            let now = place(&app, agent);
            assert!(now.y.abs() < 1.0 && now.x < 10.0, "{now} is through a tile");
            assert!(now.x < crate_at - 2.5, "{now} is in the crate");
        }
    }
}

#[test]
fn a_squeezed_body_reports_its_state() {
    let mut app = app();
    let room = [
        vec2(-0.4, -0.4),
        vec2(0.4, -0.4),
        vec2(0.4, 0.4),
        vec2(-0.4, 0.4),
    ];
    app.world_mut().spawn(Obstacle::closed_polyline(room));
    let agent = SteeringAgent::new(0.5, 5.0);
    let squeezed = app
        .world_mut()
        .spawn((agent, SteeringTrace::default()))
        .id();
    let free = app
        .world_mut()
        .spawn((at(5.0, 0.0), agent, SteeringTrace::default()))
        .id();
    app.update();
    assert!(
        get::<SteeringTrace>(&app, squeezed)
            .reasons
            .contains(&Reason::Squeezed)
    );
    assert!(
        !get::<SteeringTrace>(&app, free)
            .reasons
            .contains(&Reason::Squeezed)
    );
    assert!(place(&app, squeezed).abs().max_element() < 0.4);
}

#[test]
fn a_body_that_ignores_obstacles_is_no_longer_squeezed() {
    type Change = fn(&mut EntityWorldMut);
    let stops: [(&str, Change, Change); 3] = [
        (
            "not solid",
            |agent| agent.get_mut::<SteeringAgent>().unwrap().solid = false,
            |agent| agent.get_mut::<SteeringAgent>().unwrap().solid = true,
        ),
        (
            "disabled",
            |agent| {
                agent.insert(SteeringDisabled);
            },
            |agent| {
                agent.remove::<SteeringDisabled>();
            },
        ),
        (
            "moved by the game",
            |agent| {
                agent.insert(ExternalLocomotion);
            },
            |agent| {
                agent.remove::<ExternalLocomotion>();
            },
        ),
    ];
    for (label, opt_out, opt_in) in stops {
        let mut app = counting_app(60.0);
        let agents = [0.0, 20.0].map(|x| {
            let room = [
                vec2(-0.4, -0.4),
                vec2(0.4, -0.4),
                vec2(0.4, 0.4),
                vec2(-0.4, 0.4),
            ];
            let room = Obstacle::closed_polyline(room);
            app.world_mut().spawn((at(x, 0.0), room));
            let agent = (SteeringAgent::new(0.5, 5.0), SteeringTrace::default());
            app.world_mut().spawn((at(x, 0.0), agent)).id()
        });
        let squeezed = |app: &App| {
            agents.map(|agent| {
                get::<SteeringTrace>(app, agent)
                    .reasons
                    .contains(&Reason::Squeezed)
            })
        };
        run(&mut app, 2);
        assert_eq!(
            (
                squeezed(&app),
                count(&app, &SteeringDiagnosticsPlugin::SQUEEZED)
            ),
            ([true; 2], 2.0)
        );
        opt_out(&mut app.world_mut().entity_mut(agents[0]));
        for _ in 0..3 {
            app.update();
            let found = (
                squeezed(&app),
                count(&app, &SteeringDiagnosticsPlugin::SQUEEZED),
            );
            assert_eq!(found, ([false, true], 1.0), "{label}");
        }
        opt_in(&mut app.world_mut().entity_mut(agents[0]));
        app.update();
        let found = (
            squeezed(&app),
            count(&app, &SteeringDiagnosticsPlugin::SQUEEZED),
        );
        assert_eq!(found, ([true; 2], 2.0), "no longer {label}");
    }
}

#[test]
fn an_agent_ignores_the_obstacle_that_it_carries() {
    let mut app = app();
    let shield = Obstacle::circle(1.5);
    let agent = SteeringAgent::new(0.5, 5.0);
    let behaviors = (
        Seek::new(vec2(20.0, 0.0)),
        AvoidObstacles::default(),
        Whiskers::default(),
        FollowWall {
            weight: 0.0,
            ..default()
        },
    );
    let carrier = app.world_mut().spawn((agent, shield, behaviors)).id();
    let alone = app
        .world_mut()
        .spawn((at(0.0, 50.0), agent, Seek::new(vec2(20.0, 50.0))))
        .id();
    let other = app.world_mut().spawn((at(0.0, 1.7), agent)).id();
    app.update();
    let apart = place(&app, other).distance(place(&app, carrier));
    assert!(apart >= 1.9, "the other agent is in the shield: {apart}");
    for _ in 0..60 {
        app.update();
        let difference = place(&app, carrier) + vec2(0.0, 50.0) - place(&app, alone);
        assert!(
            difference.length() < 1e-3,
            "the shield moves it by {difference}"
        );
    }
    // At rest, the agent keeps its position.
    app.world_mut()
        .entity_mut(carrier)
        .remove::<(Seek, Whiskers, AvoidObstacles)>();
    *app.world_mut().get_mut::<Velocity>(carrier).unwrap() = Velocity::default();
    let before = place(&app, carrier);
    run(&mut app, 20);
    assert_eq!(place(&app, carrier), before);
}
