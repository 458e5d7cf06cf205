//! FollowWall around shapes of every kind: at its distance, without a touch and without trembling.

use super::*;
use bevy_horde::obstacle::ObstacleIndex;
use core::f32::consts::PI;

/// The gap of an agent of radius 0.5. It senses walls up to a gap of 5.
const GAP: f32 = 0.25;

/// A block with a bay in its upper side, so with outer and inner corners.
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

/// Shapes to follow, each with a name and a start.
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

/// The record of one agent, from two seconds on; `least_gap` is that of the whole walk.
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
fn agents_follow_every_shape_without_a_touch_and_without_trembling() {
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
            // At full speed the length would be 140.
            assert!(
                walk.length > 85.0,
                "{name} {side:?} {hertz}: {}",
                walk.length
            );
        }
    }
}

#[test]
fn agents_go_all_the_way_around_a_shape() {
    for (name, obstacles, start) in scenes() {
        // These two shapes have passages that count as closed, where an agent need not return.
        if ["narrow", "dead end"].contains(&name) {
            continue;
        }
        let seconds = if name == "large disc" { 35.0 } else { 30.0 };
        let walk = walk(&obstacles, start, WallSide::Nearest, 60.0, seconds);
        // The agent returns near its first position after being far from it.
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
fn along_straight_walls_the_gap_is_within_a_twentieth() {
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

#[test]
fn the_followed_path_depends_neither_on_the_tick_nor_on_the_rotation_of_the_scene() {
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
        // The path is 40 units long.
        assert_close(walk(hertz, 0.0, 1.0).0, plain.0, 1.0);
    }
}
