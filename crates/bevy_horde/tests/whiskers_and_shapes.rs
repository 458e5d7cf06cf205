//! scratch
#![allow(missing_docs, reason = "scratch")]
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::prelude::*;

fn app(hertz: f64) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::default()))
        .insert_resource(Time::<Fixed>::from_hz(hertz))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn go(
    name: &str,
    hertz: f64,
    count: u32,
    obstacles: &[Obstacle],
    from: Vec2,
    to: Vec2,
    seek: bool,
    verbose: bool,
) {
    let mut app = app(hertz);
    for o in obstacles {
        app.world_mut().spawn(o.clone());
    }
    let mut e = app.world_mut().spawn((
        SteeringAgent::new(0.3, 1.3),
        Whiskers::new(count),
        Transform::from_translation(from.extend(0.0)),
    ));
    if seek {
        e.insert(Seek::new(to));
    } else {
        e.insert(Arrive::new(to));
    }
    let e = e.id();
    let mut time = None;
    let mut touched = 0;
    let mut turns = 0.0f32;
    let mut gap = f32::INFINITY;
    let mut lastturn = Vec2::ZERO;
    let mut path = vec![];
    let total = (60.0 * hertz) as usize;
    for tick in 0..total {
        app.update();
        let p = app
            .world()
            .get::<Transform>(e)
            .unwrap()
            .translation
            .truncate();
        let v = app.world().get::<Velocity>(e).unwrap().0.truncate();
        assert!(p.is_finite() && v.is_finite());
        if tick % (hertz as usize / 2) == 0 {
            path.push(p);
        }
        let idx = app
            .world()
            .resource::<bevy_horde::obstacle::ObstacleIndex>();
        for o in idx.obstacles() {
            gap = gap.min(o.shape.signed_distance(p) - 0.3);
            if o.shape.signed_distance(p) < 0.3 + 1e-3 {
                touched += 1;
            }
        }
        if v.length() > 0.1 && lastturn.length() > 0.1 {
            turns += v.angle_to(lastturn).abs().to_degrees();
        }
        lastturn = v;
        if p.distance(to) < 0.3 {
            time = Some(tick as f64 / hertz);
            break;
        }
    }
    let p = app
        .world()
        .get::<Transform>(e)
        .unwrap()
        .translation
        .truncate();
    println!(
        "{name:24} {hertz:4} Hz n={count} time {time:?} touch {:.2}s turned {turns:.0} gap {gap:.3} end {p:.2}",
        touched as f64 / hertz
    );
    if verbose {
        for q in path {
            print!("({:.1},{:.1}) ", q.x, q.y);
        }
        println!();
    }
}

#[test]
fn scratch() {
    let verbose = std::env::var("V").is_ok();
    let only = std::env::var("ONLY").unwrap_or_default();
    let wall = |l: f32| {
        vec![Obstacle::segment(
            Vec2::new(4.0, -l / 2.0),
            Vec2::new(4.0, l / 2.0),
        )]
    };
    let scenes: Vec<(&str, Vec<Obstacle>, Vec2, Vec2)> = vec![
        ("wall 3 behind", wall(3.0), Vec2::ZERO, Vec2::new(8.0, 0.0)),
        (
            "wall 12 behind",
            wall(12.0),
            Vec2::ZERO,
            Vec2::new(8.0, 0.0),
        ),
        ("wall 12 off", wall(12.0), Vec2::ZERO, Vec2::new(8.0, 2.0)),
        (
            "wall 12 along",
            wall(12.0),
            Vec2::new(3.2, -9.0),
            Vec2::new(3.2, 9.0),
        ),
        (
            "wall 12 crossing end",
            wall(12.0),
            Vec2::new(3.2, -9.0),
            Vec2::new(5.0, 9.0),
        ),
        (
            "wall 12 aslant",
            wall(12.0),
            Vec2::new(0.0, -4.0),
            Vec2::new(8.0, 3.0),
        ),
        (
            "rect corner",
            vec![Obstacle::polygon([
                Vec2::new(3.0, 0.0),
                Vec2::new(5.0, -2.0),
                Vec2::new(7.0, 0.0),
                Vec2::new(5.0, 2.0),
            ])],
            Vec2::ZERO,
            Vec2::new(10.0, 0.0),
        ),
        (
            "rect flat",
            vec![Obstacle::polygon([
                Vec2::new(3.0, -2.0),
                Vec2::new(7.0, -2.0),
                Vec2::new(7.0, 2.0),
                Vec2::new(3.0, 2.0),
            ])],
            Vec2::ZERO,
            Vec2::new(10.0, 0.0),
        ),
        (
            "capsule",
            vec![Obstacle::capsule(
                Vec2::new(4.0, -3.0),
                Vec2::new(4.0, 3.0),
                0.5,
            )],
            Vec2::ZERO,
            Vec2::new(10.0, 0.0),
        ),
        (
            "V",
            vec![Obstacle::polyline([
                Vec2::new(1.0, 3.0),
                Vec2::new(5.0, 0.0),
                Vec2::new(1.0, -3.0),
            ])],
            Vec2::ZERO,
            Vec2::new(10.0, 0.0),
        ),
        (
            "L",
            vec![Obstacle::polyline([
                Vec2::new(0.0, 3.0),
                Vec2::new(5.0, 3.0),
                Vec2::new(5.0, -3.0),
            ])],
            Vec2::ZERO,
            Vec2::new(8.0, 5.0),
        ),
        ("goal at wall", wall(12.0), Vec2::ZERO, Vec2::new(3.5, 0.0)),
        (
            "circle",
            vec![Obstacle::polygon((0..24).map(|i| {
                Vec2::new(5.0, 0.0) + 2.0 * Vec2::from_angle(i as f32 * 0.2618)
            }))],
            Vec2::ZERO,
            Vec2::new(10.0, 0.0),
        ),
    ];
    for (name, obstacles, from, to) in scenes {
        if !name.contains(&only) {
            continue;
        }
        for count in [1, 3, 7] {
            for hz in [30.0, 60.0, 240.0] {
                go(name, hz, count, &obstacles, from, to, true, verbose);
            }
        }
    }
}
