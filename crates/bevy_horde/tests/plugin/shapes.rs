//! Obstacles of every shape: the primitives they are made from, and where they stand.

mod unusable;

use crate::harness::*;
use crate::slow_geometry::{Placement, SlowShape};
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_horde::obstacle::{ObstacleIndex, PlacedObstacle, entity_of};
use bevy_horde::prelude::*;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};
use horde_kernel::obstacles::placed;

fn index(app: &App) -> &ObstacleIndex {
    app.world().resource()
}

fn reported(app: &App) -> Vec<InvalidSetting> {
    app.world().resource::<SteeringWarnings>().reported()
}

fn circle(radius: f32) -> ObstacleShape {
    ObstacleShape::Circle { radius }
}

fn polygon(points: &[Vec2]) -> ObstacleShape {
    ObstacleShape::Polygon {
        points: points.to_vec(),
    }
}

fn wall(points: &[Vec2], closed: bool) -> ObstacleShape {
    ObstacleShape::Polyline {
        points: points.to_vec(),
        closed,
    }
}

const SQUARE: [Vec2; 4] = [
    Vec2::new(0.0, 0.0),
    Vec2::new(2.0, 0.0),
    Vec2::new(2.0, 2.0),
    Vec2::new(0.0, 2.0),
];
/// The same corners, crosswise.
const BOW_TIE: [Vec2; 4] = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]];

/// The obstacle made from each of Bevy's shapes, and the expected shape, written out.
fn primitives() -> Vec<(&'static str, Obstacle, ObstacleShape)> {
    // The hook is neither straight nor symmetric, so a turned or mirrored result differs.
    let hook = [
        vec2(0.0, 0.0),
        vec2(4.0, 0.0),
        vec2(4.0, 1.0),
        vec2(1.0, 1.5),
        vec2(1.0, 3.0),
        vec2(0.0, 3.0),
    ];
    let triangle = [vec2(-1.0, -1.0), vec2(3.0, -1.0), vec2(-1.0, 1.0)];
    let segment = Segment2d::new(vec2(-1.0, 2.0), vec2(3.0, 1.0));
    vec![
        ("Circle", Circle::new(1.5).into(), circle(1.5)),
        (
            "Segment2d",
            segment.into(),
            ObstacleShape::Segment {
                start: vec2(-1.0, 2.0),
                end: vec2(3.0, 1.0),
            },
        ),
        (
            "Polyline2d",
            Polyline2d::new(hook).into(),
            wall(&hook, false),
        ),
        (
            "Rectangle",
            Rectangle::new(3.0, 1.0).into(),
            polygon(&[
                vec2(-1.5, -0.5),
                vec2(1.5, -0.5),
                vec2(1.5, 0.5),
                vec2(-1.5, 0.5),
            ]),
        ),
        ("Polygon", Polygon::new(hook).into(), polygon(&hook)),
        (
            "ConvexPolygon",
            ConvexPolygon::new(triangle).unwrap().into(),
            polygon(&triangle),
        ),
        (
            // One corner straight up.
            "RegularPolygon",
            RegularPolygon::new(2.0, 3).into(),
            polygon(&[
                vec2(0.0, 2.0),
                vec2(-3_f32.sqrt(), -1.0),
                vec2(3_f32.sqrt(), -1.0),
            ]),
        ),
        (
            "Triangle2d",
            Triangle2d::new(triangle[0], triangle[1], triangle[2]).into(),
            polygon(&triangle),
        ),
        (
            // Upright, 2 between the middles of its ends.
            "Capsule2d",
            Capsule2d::new(0.5, 2.0).into(),
            ObstacleShape::Capsule {
                start: vec2(0.0, -1.0),
                end: vec2(0.0, 1.0),
                radius: 0.5,
            },
        ),
    ]
}

fn placements() -> [Placement; 6] {
    let usual = Placement {
        at: vec2(7.0, -3.0),
        angle: 0.0,
        scale: Vec2::ONE,
    };
    let turned = Placement {
        angle: 2.0,
        ..usual
    };
    [
        usual,
        turned,
        Placement {
            scale: vec2(3.0, 3.0),
            ..turned
        },
        Placement {
            scale: vec2(0.5, 2.0),
            ..turned
        },
        Placement {
            scale: vec2(-1.0, 1.0),
            ..turned
        },
        Placement {
            scale: vec2(1.5, -0.7),
            ..turned
        },
    ]
}

#[test]
fn every_shape_stands_where_its_transform_puts_it() {
    for space in [MovementSpace::Xy, MovementSpace::Xz] {
        for (name, obstacle, expected) in primitives() {
            for placement in placements() {
                let mut app = app_with(SteeringPlugin::default().in_space(space), 60.0);
                let transform = placement.transform(space);
                app.world_mut().spawn((transform, obstacle.clone()));
                app.update();
                assert_eq!(reported(&app), [], "{name}");
                let slow = SlowShape::new(&expected, &placement);
                for reach in [-0.2, 0.1, 5.0] {
                    for point in slow.points_about(reach) {
                        let found = index(&app)
                            .nearest(point.as_vec2(), f32::INFINITY, |_| true)
                            .unwrap_or_else(|| panic!("{name} is not there"));
                        let distance = slow.distance(point);
                        assert!(
                            (f64::from(found.distance) - distance).abs() < 1e-4,
                            "{name} {placement:?} in {space:?} at {point}: {found:?}, not {distance}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_inside_of_walls_is_free_and_of_polygons_is_not() {
    for (obstacle, inside) in [
        (Obstacle::closed_polyline(SQUARE), 1.0),
        (Obstacle::polygon(SQUARE), -1.0),
        (Obstacle::polygon(SQUARE.into_iter().rev()), -1.0),
    ] {
        let what = format!("{obstacle:?}");
        let mut app = app();
        app.world_mut().spawn(obstacle);
        app.update();
        let middle = index(&app).nearest(Vec2::ONE, 10.0, |_| true);
        assert_near(middle.unwrap().distance, inside, 1e-6);
        // The place is outside, 2 from the left side.
        let placed::NearestObstacle {
            distance, normal, ..
        } = index(&app)
            .nearest(vec2(-2.0, 1.0), 10.0, |_| true)
            .unwrap();
        assert_near(distance, 2.0, 1e-6);
        assert_close(normal, Vec2::NEG_X, 1e-6);
        assert_eq!(reported(&app), [], "{what}");
    }
}

#[test]
fn a_round_shape_that_is_scaled_unevenly_takes_the_larger_scale() {
    let mut app = app();
    let scaled = Transform::from_scale(Vec3::new(1.0, -3.0, 9.0));
    app.world_mut().spawn((scaled, Obstacle::circle(2.0)));
    app.update();
    let nearest = index(&app)
        .nearest(vec2(10.0, 0.0), 10.0, |_| true)
        .unwrap();
    assert_near(nearest.distance, 4.0, 1e-5);
}

#[test]
fn points_about_a_shape_have_their_distance() {
    // The tests above rely on these distances: 0.1 beyond a disc of 1.5 is 0.1 from it.
    let slow = SlowShape::new(&circle(1.5), &Placement::at(Vec2::ZERO));
    for point in slow.points_about(0.1) {
        assert!((slow.distance(point) - 0.1).abs() < 1e-12);
    }
    let square = SlowShape::new(&polygon(&SQUARE), &Placement::at(Vec2::ZERO));
    assert_eq!(square.distance(DVec2::new(1.0, 1.5)), -0.5);
    assert_eq!(square.distance(DVec2::new(5.0, 6.0)), 5.0);
}

/// Checks how a rotation turns the ends of a polyline and the heading of a sprite.
#[test]
fn a_rotation_that_is_no_unit_quaternion_turns_as_one() {
    let turn = Quat::from_rotation_z(0.7);
    for space in [MovementSpace::Xy, MovementSpace::Xz] {
        for scale in [1.0, 2.0, 0.01, 1e-25, 1e25, -3.0] {
            let mut app = app_with(SteeringPlugin::default().in_space(space), 60.0);
            let rotation = Quat::from_vec4(Vec4::from(turn) * scale);
            let wall = Obstacle::polyline([vec2(1.0, 0.0), vec2(3.0, 0.0)]);
            let mut corners = [turn, rotation].map(|rotation| {
                let transform = Transform {
                    rotation,
                    ..Transform::from_xyz(5.0, 0.0, 0.0)
                };
                let entity = app.world_mut().spawn((transform, wall.clone())).id();
                app.update();
                let bounds = *index(&app).obstacles()[0].shape.bounds();
                app.world_mut().despawn(entity);
                app.update();
                bounds
            });
            corners.reverse();
            assert_close(corners[0].min, corners[1].min, 1e-5);
            assert_close(corners[0].max, corners[1].max, 1e-5);
            let heading = space.heading(rotation).map(|heading| heading.to_array());
            let expected = space.heading(turn).map(|heading| heading.to_array());
            for (heading, expected) in heading.iter().flatten().zip(expected.iter().flatten()) {
                assert_near(*heading, *expected, 1e-5);
            }
            assert_eq!(heading.is_some(), expected.is_some());
        }
    }
}

#[test]
fn a_rotation_that_is_none_leaves_a_disc_where_it_is_and_nothing_else() {
    for rotation in [
        Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0),
        Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 1.0),
    ] {
        let mut app = app();
        let transform = Transform {
            rotation,
            ..at(5.0, 0.0)
        };
        let disc = app
            .world_mut()
            .spawn((transform, Obstacle::circle(1.0)))
            .id();
        app.world_mut()
            .spawn((transform, Obstacle::rectangle(1.0, 2.0)));
        let agent = (transform, SteeringAgent::default(), Facing::default());
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, 3);
        let placed: Vec<Entity> = (index(&app).obstacles().iter())
            .map(|obstacle| entity_of(obstacle.id))
            .collect();
        assert_eq!(placed, [disc]);
        assert_eq!(reported(&app).len(), 1);
        assert!(get::<Transform>(&app, agent).rotation.is_normalized());
        assert_eq!(MovementSpace::Xy.heading(rotation), None);
    }
}
