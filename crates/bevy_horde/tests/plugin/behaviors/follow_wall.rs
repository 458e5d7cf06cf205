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

fn closed(points: &[(f32, f32)]) -> Vec<Vec2> {
    points.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}

/// Things to go round or along, each with a place to begin.
fn scenes() -> Vec<(&'static str, Vec<Obstacle>, Vec2)> {
    let room = closed(&[(-12.0, -9.0), (12.0, -9.0), (12.0, 9.0), (-12.0, 9.0)]);
    let bay = closed(&[
        (-12.0, -8.0), (12.0, -8.0), (12.0, 8.0), (5.0, 8.0), (5.0, -2.0), (-5.0, -2.0), (-5.0, 8.0), (-12.0, 8.0),
    ]);
    vec![
        ("disc", vec![Obstacle::circle(3.0)], Vec2::new(0.0, -5.0)),
        ("small disc", vec![Obstacle::circle(0.3)], Vec2::new(0.0, -2.0)),
        ("large disc", vec![Obstacle::circle(20.0)], Vec2::new(0.0, -22.0)),
        ("segment", vec![Obstacle::segment(Vec2::new(-10.0, 0.0), Vec2::new(10.0, 0.0))], Vec2::new(0.0, -1.5)),
        ("capsule", vec![Obstacle::capsule(Vec2::new(-10.0, 0.0), Vec2::new(10.0, 0.0), 1.0)], Vec2::new(0.0, -3.0)),
        ("rectangle", vec![Obstacle::rectangle(20.0, 8.0)], Vec2::new(0.0, -6.0)),
        ("room", vec![Obstacle::closed_polyline(room)], Vec2::new(0.0, -7.0)),
        ("concave", vec![Obstacle::polygon(bay)], Vec2::new(0.0, -10.0)),
        ("corner", vec![Obstacle::polyline([Vec2::new(-20.0, 0.0), Vec2::ZERO, Vec2::new(0.0, -20.0)])], Vec2::new(-10.0, -2.0)),
        ("acute", vec![Obstacle::polyline([Vec2::new(-20.0, 0.0), Vec2::ZERO, Vec2::new(-20.0, -10.0)])], Vec2::new(-15.0, -2.0)),
        ("wedge", vec![Obstacle::polyline([Vec2::new(-20.0, 0.0), Vec2::ZERO, Vec2::new(-20.0, -5.0)])], Vec2::new(-17.0, -2.0)),
        ("dead end", vec![Obstacle::polyline([Vec2::new(-20.0, 0.0), Vec2::ZERO, Vec2::new(0.0, -3.0), Vec2::new(-20.0, -3.0)])], Vec2::new(-15.0, -1.5)),
        ("narrow", vec![Obstacle::segment(Vec2::new(-20.0, 0.0), Vec2::new(20.0, 0.0)), Obstacle::segment(Vec2::new(-20.0, -1.3), Vec2::new(20.0, -1.3))], Vec2::new(-15.0, -0.65)),
    ]
}

fn gap(app: &App, agent: Entity) -> f32 {
    let place = place(app, agent);
    let index = app.world().resource::<ObstacleIndex>();
    let least = index.obstacles().iter().map(|obstacle| obstacle.shape.signed_distance(place)).fold(f32::INFINITY, f32::min);
    least - get::<SteeringAgent>(app, agent).body_radius
}

#[test]
fn measure() {
    for (name, obstacles, start) in scenes() {
        for side in [WallSide::Left] {
        for hertz in [30.0, 60.0] {
            let mut app = app_with(SteeringPlugin::default(), hertz);
            for obstacle in &obstacles { app.world_mut().spawn(obstacle.clone()); }
            let agent = app.world_mut().spawn((at(start.x, start.y), SteeringAgent::default(), moving(5.0, 0.0), FollowWall::on(side))).id();
            let (mut least, mut most, mut sum, mut n) = (9.0f32, -9.0f32, 0.0, 0);
            let mut last = velocity(&app, agent);
            let (mut reversals, mut slowest, mut length, mut noop, mut at_least) = (0, 9.0f32, 0.0f32, 0, Vec2::ZERO);
            let mut sharpest = 0.0f32;
            let ticks = (30.0 * hertz) as usize;
            for tick in 0..ticks {
                app.update();
                let g = gap(&app, agent);
                let now = velocity(&app, agent);
                if g < least { least = g; at_least = place(&app, agent); }
                if tick > (2.0*hertz) as usize {
                    most = most.max(g); sum += g; n += 1;
                    reversals += usize::from(now.dot(last) < 0.0);
                    slowest = slowest.min(now.length());
                    sharpest = sharpest.max(now.angle_to(last).abs() * hertz as f32);
                    length += now.length() / hertz as f32;
                    noop += usize::from(!has_opinion(&app, agent));
                }
                last = now;
            }
            println!("{name:10} {side:?} {hertz:3} gap {least:.3} at {at_least:.1} .. {most:.3} mean {:.3} rev {reversals} slow {slowest:.2} len {length:.0} sharp {sharpest:.1} noop {noop} end {:.1}", sum / n as f32, place(&app, agent));
        }
        }
    }
}
