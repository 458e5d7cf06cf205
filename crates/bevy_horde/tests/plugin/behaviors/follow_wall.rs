//! FollowWall: round everything, at its distance, without a touch and without trembling.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::WallMemory;
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use bevy_horde::validation::InputWarnings;
use core::f32::consts::PI;

/// Body radius 0.5, speed 5, force 15: the gap is 0.25, walls are sensed up to 5.
const GAP: f32 = 0.25;

/// A block with a bay in its upper side: outer and inner corners.
const BAY: [(f32, f32); 8] = [
    (-12.0, -8.0),
    (12.0, -8.0),
    (12.0, 8.0),
    (5.0, 8.0),
    (5.0, -2.0),
    (-5.0, -2.0),
    (-5.0, 8.0),
    (-12.0, 8.0),
];

fn closed(points: &[(f32, f32)]) -> Vec<Vec2> {
    points.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}

/// Things to go round or along, each with a place to begin.
fn scenes() -> Vec<(&'static str, Vec<Obstacle>, Vec2)> {
    let room = closed(&[(-12.0, -9.0), (12.0, -9.0), (12.0, 9.0), (-12.0, 9.0)]);
    let bay = closed(&BAY);
    vec![
        ("disc", vec![Obstacle::circle(3.0)], Vec2::new(0.0, -5.0)),
        (
            "small disc",
            vec![Obstacle::circle(0.3)],
            Vec2::new(0.0, -2.0),
        ),
        (
            "large disc",
            vec![Obstacle::circle(20.0)],
            Vec2::new(0.0, -22.0),
        ),
        (
            "segment",
            vec![Obstacle::segment(
                Vec2::new(-10.0, 0.0),
                Vec2::new(10.0, 0.0),
            )],
            Vec2::new(0.0, -1.5),
        ),
        (
            "capsule",
            vec![Obstacle::capsule(
                Vec2::new(-10.0, 0.0),
                Vec2::new(10.0, 0.0),
                1.0,
            )],
            Vec2::new(0.0, -3.0),
        ),
        (
            "rectangle",
            vec![Obstacle::rectangle(20.0, 8.0)],
            Vec2::new(0.0, -6.0),
        ),
        (
            "room",
            vec![Obstacle::closed_polyline(room)],
            Vec2::new(0.0, -7.0),
        ),
        (
            "concave",
            vec![Obstacle::polygon(bay)],
            Vec2::new(0.0, -10.0),
        ),
        (
            "corner",
            vec![Obstacle::polyline([
                Vec2::new(-20.0, 0.0),
                Vec2::ZERO,
                Vec2::new(0.0, -20.0),
            ])],
            Vec2::new(-10.0, -2.0),
        ),
        (
            "acute",
            vec![Obstacle::polyline([
                Vec2::new(-20.0, 0.0),
                Vec2::ZERO,
                Vec2::new(-20.0, -10.0),
            ])],
            Vec2::new(-15.0, -2.0),
        ),
        (
            "wedge",
            vec![Obstacle::polyline([
                Vec2::new(-20.0, 0.0),
                Vec2::ZERO,
                Vec2::new(-20.0, -5.0),
            ])],
            Vec2::new(-17.0, -2.0),
        ),
        (
            "dead end",
            vec![Obstacle::polyline([
                Vec2::new(-20.0, 0.0),
                Vec2::ZERO,
                Vec2::new(0.0, -3.0),
                Vec2::new(-20.0, -3.0),
            ])],
            Vec2::new(-15.0, -1.5),
        ),
        (
            "narrow",
            vec![
                Obstacle::segment(Vec2::new(-20.0, 0.0), Vec2::new(20.0, 0.0)),
                Obstacle::segment(Vec2::new(-20.0, -1.3), Vec2::new(20.0, -1.3)),
            ],
            Vec2::new(-15.0, -0.65),
        ),
    ]
}

fn gap(app: &App, agent: Entity) -> f32 {
    let place = place(app, agent);
    let index = app.world().resource::<ObstacleIndex>();
    let least = index
        .obstacles()
        .iter()
        .map(|obstacle| obstacle.shape.signed_distance(place))
        .fold(f32::INFINITY, f32::min);
    least - get::<SteeringAgent>(app, agent).body_radius
}

/// What was seen of one agent, from two seconds on.
struct Walk {
    gaps: Vec<f32>,
    least_gap: f32,
    reversals: usize,
    length: f32,
    places: Vec<Vec2>,
}

fn walk(obstacles: &[Obstacle], start: Vec2, side: WallSide, hertz: f64, seconds: f64) -> Walk {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    for obstacle in obstacles {
        app.world_mut().spawn(obstacle.clone());
    }
    let agent = (
        at(start.x, start.y),
        SteeringAgent::default(),
        moving(5.0, 0.0),
        FollowWall::on(side),
    );
    let agent = app.world_mut().spawn(agent).id();
    let mut walk = Walk {
        gaps: Vec::new(),
        least_gap: f32::INFINITY,
        reversals: 0,
        length: 0.0,
        places: Vec::new(),
    };
    let mut last = velocity(&app, agent);
    for tick in 0..(seconds * hertz) as usize {
        app.update();
        let (gap, now) = (gap(&app, agent), velocity(&app, agent));
        walk.least_gap = walk.least_gap.min(gap);
        if tick as f64 > 2.0 * hertz {
            walk.gaps.push(gap);
            walk.reversals += usize::from(now.dot(last) < 0.0);
            walk.length += now.length() / hertz as f32;
            walk.places.push(place(&app, agent));
        }
        last = now;
    }
    walk
}

#[test]
fn everything_is_followed_without_a_touch_and_without_trembling() {
    for (name, obstacles, start) in scenes() {
        for (side, hertz) in [
            (WallSide::Nearest, 60.0),
            (WallSide::Left, 30.0),
            (WallSide::Right, 240.0),
        ] {
            let walk = walk(&obstacles, start, side, hertz, 30.0);
            let most = walk.gaps.iter().copied().fold(0.0, f32::max);
            // A body in contact keeps a gap of about 0.001.
            assert!(
                walk.least_gap > 0.01,
                "{name} {side:?} {hertz}: {}",
                walk.least_gap
            );
            assert!(most < 2.5, "{name} {side:?} {hertz}: {most}");
            assert_eq!(walk.reversals, 0, "{name} {side:?} {hertz}");
            // Of 140 at full speed.
            assert!(
                walk.length > 85.0,
                "{name} {side:?} {hertz}: {}",
                walk.length
            );
        }
    }
}

#[test]
fn it_goes_all_the_way_round() {
    for (name, obstacles, start) in scenes() {
        // A passage that counts as closed is not entered again, and at a mouth the other end may be the nearer wall.
        if ["narrow", "dead end"].contains(&name) {
            continue;
        }
        let seconds = if name == "large disc" { 35.0 } else { 30.0 };
        let walk = walk(&obstacles, start, WallSide::Nearest, 60.0, seconds);
        // Back near a place of long ago, and nowhere near it in between.
        let first = walk.places[0];
        let farthest = walk
            .places
            .iter()
            .map(|place| place.distance(first))
            .fold(0.0, f32::max);
        let comes_back = walk
            .places
            .iter()
            .skip_while(|place| place.distance(first) < 0.9 * farthest)
            .any(|place| place.distance(first) < 1.0);
        assert!(farthest > 1.2 && comes_back, "{name}: {farthest}");
    }
}

#[test]
fn on_straight_parts_the_gap_is_kept_within_a_twentieth() {
    let wall = [Obstacle::segment(
        Vec2::new(-200.0, 0.0),
        Vec2::new(200.0, 0.0),
    )];
    for hertz in [30.0, 60.0, 240.0] {
        for start in [-0.8, -2.0, -5.0] {
            let walk = walk(
                &wall,
                Vec2::new(-100.0, start),
                WallSide::Nearest,
                hertz,
                10.0,
            );
            assert!(walk.least_gap > 0.2, "{}", walk.least_gap);
            for gap in &walk.gaps[walk.gaps.len() / 2..] {
                assert_near(*gap, GAP, 0.05 * GAP);
            }
        }
    }
}

fn first_force(obstacle: Obstacle, velocity: Vec2, follow: FollowWall) -> Option<Vec2> {
    let mut app = app();
    app.world_mut().spawn(obstacle);
    let agent = (
        SteeringAgent::default(),
        moving(velocity.x, velocity.y),
        follow,
    );
    let agent = app.world_mut().spawn(agent).id();
    app.update();
    has_opinion(&app, agent).then(|| force(&app, agent))
}

fn wall_at(height: f32) -> Obstacle {
    Obstacle::segment(Vec2::new(-50.0, height), Vec2::new(50.0, height))
}

#[test]
fn it_acts_within_its_range_only() {
    let follow = FollowWall::default();
    // The gap is 5 at 5.5.
    assert!(first_force(wall_at(5.49), Vec2::X, follow).is_some());
    assert_eq!(first_force(wall_at(5.51), Vec2::X, follow), None);
    let blind = FollowWall {
        range: Length::ZERO,
        ..follow
    };
    assert_eq!(first_force(wall_at(0.6), Vec2::X, blind), None);
    // At its distance and at full speed nothing is to be changed.
    let content = first_force(wall_at(0.75), Vec2::X * 5.0, follow).unwrap();
    assert_close(content, Vec2::ZERO, 1e-3);
}

#[test]
fn the_side_is_that_of_the_heading_or_the_one_that_is_asked_for() {
    let way = |velocity: f32, side| {
        first_force(wall_at(0.75), Vec2::X * velocity, FollowWall::on(side))
            .unwrap()
            .x
    };
    assert!(way(1.0, WallSide::Nearest) > 10.0);
    assert!(way(-1.0, WallSide::Nearest) < -10.0);
    // The wall is above: on the left of whoever goes to the right.
    assert!(way(-1.0, WallSide::Left) > 10.0);
    assert!(way(1.0, WallSide::Right) < -10.0);
}

#[test]
fn the_side_is_remembered_until_there_is_no_wall() {
    let mut app = app();
    let wall = app.world_mut().spawn(wall_at(1.0)).id();
    let agent = (
        SteeringAgent::default(),
        moving(1.0, 0.0),
        FollowWall::default(),
    );
    let agent = app.world_mut().spawn(agent).id();
    app.update();
    let following = WallMemory {
        is_following: true,
        wall_on_left: true,
    };
    assert_eq!(*get::<WallMemory>(&app, agent), following);
    // Pushed the other way it does not change its mind.
    app.world_mut().entity_mut(agent).insert(moving(-5.0, 0.0));
    app.update();
    assert_eq!(*get::<WallMemory>(&app, agent), following);
    assert!(force(&app, agent).x > 10.0);
    app.world_mut().entity_mut(wall).despawn();
    app.update();
    assert_eq!(*get::<WallMemory>(&app, agent), WallMemory::default());
    assert!(!has_opinion(&app, agent));
}

#[test]
fn defaults_are_these() {
    let follow = FollowWall {
        side: WallSide::Nearest,
        distance: Length::Radii(0.5),
        range: Length::Radii(10.0),
        look_ahead: 0.5,
        weight: 1.0,
    };
    assert_eq!(FollowWall::default(), follow);
    let left = FollowWall {
        side: WallSide::Left,
        ..follow
    };
    assert_eq!(FollowWall::on(WallSide::Left), left);
    let memory = WallMemory {
        is_following: false,
        wall_on_left: false,
    };
    assert_eq!(WallMemory::default(), memory);
}

#[test]
fn one_without_a_weight_does_not_stop_the_next() {
    let mut app = app();
    app.world_mut().spawn(wall_at(1.0));
    let off = FollowWall {
        weight: 0.0,
        ..default()
    };
    let first = app
        .world_mut()
        .spawn((SteeringAgent::default(), at(-9.0, 0.0), off))
        .id();
    let second = (
        SteeringAgent::default(),
        at(9.0, 0.0),
        FollowWall::default(),
    );
    let second = app.world_mut().spawn(second).id();
    app.update();
    assert!(!has_opinion(&app, first));
    assert!(force(&app, second).length() > 10.0);
}

#[test]
fn bad_numbers_are_named_and_harmless() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0] {
        let (length, good) = (Length::World(bad), FollowWall::default());
        for (field, follow) in [
            (
                "distance",
                FollowWall {
                    distance: length,
                    ..good
                },
            ),
            (
                "range",
                FollowWall {
                    range: length,
                    ..good
                },
            ),
            (
                "look_ahead",
                FollowWall {
                    look_ahead: bad,
                    ..good
                },
            ),
            (
                "weight",
                FollowWall {
                    weight: bad,
                    ..good
                },
            ),
        ] {
            let mut app = app();
            app.world_mut().spawn(wall_at(1.0));
            let agent = (SteeringAgent::default(), moving(5.0, 0.0), follow);
            let agent = app.world_mut().spawn(agent).id();
            run(&mut app, 30);
            assert!(place(&app, agent).is_finite() && velocity(&app, agent).is_finite());
            let reported = app.world().resource::<InputWarnings>().reported();
            let fields: Vec<_> = reported
                .iter()
                .map(|input| (input.component, input.field))
                .collect();
            assert_eq!(fields, [("FollowWall", field)]);
        }
    }
}

#[test]
fn the_way_depends_neither_on_the_tick_nor_on_the_turn_of_the_scene() {
    let walk = |hertz: f64, angle: f32, mirror: f32| {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let placed = |point: Vec2| Vec2::from_angle(angle).rotate(point * Vec2::new(1.0, mirror));
        let bay = BAY.map(|point| placed(Vec2::from(point)));
        app.world_mut().spawn(Obstacle::polygon(bay));
        let [start, velocity] = [(8.0, -10.0), (3.0, 2.0)].map(|point| placed(Vec2::from(point)));
        let agent = (
            at(start.x, start.y),
            moving(velocity.x, velocity.y),
            SteeringAgent::default(),
            FollowWall::default(),
        );
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, (8.0 * hertz) as usize);
        let back = Vec2::from_angle(-angle).rotate(place(&app, agent));
        (back * Vec2::new(1.0, mirror), bits(&app, agent))
    };
    let plain = walk(60.0, 0.0, 1.0);
    assert_eq!(plain.1, walk(60.0, 0.0, 1.0).1);
    assert_close(walk(60.0, PI / 3.0, 1.0).0, plain.0, 0.05);
    assert_close(walk(60.0, 0.0, -1.0).0, plain.0, 0.05);
    for hertz in [30.0, 240.0] {
        // Of 40 units of way.
        assert_close(walk(hertz, 0.0, 1.0).0, plain.0, 1.0);
    }
}
