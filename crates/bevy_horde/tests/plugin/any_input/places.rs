//! Places and rotations that are not finite, or as large as numbers go.

use super::*;

#[test]
fn a_bad_place_or_rotation_loses_no_agent() {
    let mut reference = scene();
    run(&mut reference.app, 6);
    let expected = others_bits(&reference);
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let spoils: [(&str, fn(&mut Transform, f32)); 5] = [
            ("x", |transform, odd| transform.translation.x = odd),
            ("y", |transform, odd| transform.translation.y = odd),
            ("rotation", |transform, odd| {
                transform.rotation = Quat::from_xyzw(odd, odd, odd, odd);
            }),
            ("rotation.w", |transform, odd| transform.rotation.w = odd),
            ("rotation.z", |transform, odd| transform.rotation.z = odd),
        ];
        for (what, spoil) in spoils {
            let mut scene = scene();
            run(&mut scene.app, 2);
            let last_good = place(&scene.app, scene.victim);
            let mut transform = scene
                .app
                .world_mut()
                .get_mut::<Transform>(scene.victim)
                .unwrap();
            spoil(&mut transform, odd);
            run(&mut scene.app, 4);
            assert_finite(&scene.app, scene.victim, what);
            let now = place(&scene.app, scene.victim);
            assert!(now.distance(last_good) < 1.0, "{what}: {last_good} {now}");
            assert_eq!(
                others_bits(&scene),
                expected,
                "{what} = {odd} changes others"
            );
            if what.len() == 1 {
                let warning = InvalidSetting {
                    entity: scene.victim,
                    component: "Transform",
                    field: "translation",
                };
                assert_eq!(reported(&scene.app), [warning]);
            }
        }
    }
}

#[test]
fn an_agent_without_a_valid_place_waits_for_one() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((
            at(f32::NAN, 1.0),
            moving(1.0, 0.0),
            SteeringAgent::default(),
        ))
        .id();
    run(&mut app, 3);
    app.world_mut().entity_mut(agent).insert(at(4.0, 1.0));
    run(&mut app, 60);
    assert_close(place(&app, agent), Vec2::new(5.0, 1.0), 1e-4);
}

#[test]
fn a_nan_layer_does_not_stop_an_agent() {
    let mut app = app();
    let mut start = at(0.0, 0.0);
    start.translation.z = f32::NAN;
    let agent = app
        .world_mut()
        .spawn((
            start,
            Velocity(Vec3::new(1.0, 0.0, f32::NAN)),
            SteeringAgent::default(),
        ))
        .id();
    run(&mut app, 60);
    assert_close(place(&app, agent), Vec2::X, 1e-4);
    assert!(get::<Transform>(&app, agent).translation.z.is_nan());
    assert_eq!(reported(&app), []);
}

#[test]
fn an_obstacle_as_large_as_numbers_go_does_no_harm() {
    for radius in [1e7, 1e18, 1e30, f32::MAX] {
        let mut app = app();
        app.world_mut()
            .spawn((at(3.0, 0.0), Obstacle::circle(radius)));
        let target = app.world_mut().spawn(at(9.0, 0.0)).id();
        let agent = spawn_complete_agent(app.world_mut(), at(0.0, 0.0), target);
        run(&mut app, 5);
        assert_finite(&app, agent, &format!("an obstacle of {radius}"));
    }
}

#[test]
fn places_as_far_as_numbers_go_do_no_harm() {
    for far in [1.1e6, 1e9, 1e18, 3e19, 1e30, f32::MAX] {
        let mut app = app();
        let world = app.world_mut();
        let target = world.spawn(at(-far, far)).id();
        let agents: Vec<_> = [(0.0, 0.0), (far, 0.0), (far, -far), (-far, far), (far, 0.0)]
            .map(|(x, y)| spawn_complete_agent(world, at(x, y), target))
            .to_vec();
        world.spawn((at(far, far), Obstacle::circle(1.0)));
        world.spawn((at(far, 0.0), Obstacle::circle(0.25 * far)));
        run(&mut app, 5);
        for agent in agents {
            assert_finite(&app, agent, &format!("at {far}"));
        }
    }
}

#[test]
fn agents_walk_about_a_million_units_from_the_origin() {
    let far = 1_000_000.0;
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((
            at(far, far),
            SteeringAgent::new(8.0, 120.0),
            Arrive::new(Vec2::new(far + 300.0, far)),
        ))
        .id();
    run(&mut app, 600);
    assert_close(place(&app, agent), Vec2::new(far + 300.0, far), 0.2);
    assert!(velocity(&app, agent).length() < 1.0);
}
