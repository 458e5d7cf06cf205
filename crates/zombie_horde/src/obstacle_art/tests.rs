use super::*;

/// One obstacle of every shape, in the order of `ObstacleShape`.
fn shapes() -> Vec<Obstacle> {
    let bend = [vec2(-60.0, 0.0), vec2(0.0, 40.0), vec2(60.0, 0.0)];
    vec![
        Obstacle::circle(40.0),
        Obstacle::segment(vec2(-50.0, 0.0), vec2(50.0, 10.0)),
        Obstacle::polyline(bend),
        Obstacle::closed_polyline(bend),
        Obstacle::rectangle(70.0, 40.0),
        Obstacle::polygon([
            vec2(0.0, 0.0),
            vec2(120.0, 0.0),
            vec2(120.0, 120.0),
            vec2(80.0, 120.0),
            vec2(80.0, 40.0),
            vec2(0.0, 40.0),
        ]),
        Obstacle::capsule(vec2(-40.0, 0.0), vec2(40.0, 0.0), 15.0),
    ]
}

const BUILDS: [Build; 4] = [Build::Stone, Build::Lamp, Build::Leaves, Build::Wood];

fn pieces(drawing: &Drawing) -> impl Iterator<Item = &Piece> {
    drawing.low.iter().chain(&drawing.tall)
}

#[test]
fn every_shape_of_everything_is_drawn_where_it_stands() {
    // Away from the origin, turned, and twice as large.
    let transform = Transform::from_xyz(500.0, -300.0, 0.0)
        .with_rotation(Quat::from_rotation_z(0.7))
        .with_scale(Vec3::splat(2.0));
    for obstacle in shapes() {
        for build in BUILDS {
            let drawing = draw(Look::Built(build), &obstacle, &transform);
            assert!(pieces(&drawing).count() > 8, "{obstacle:?} of {build:?}");
            for piece in pieces(&drawing) {
                assert!(piece.points.len() > 1, "{obstacle:?} of {build:?}");
                for point in &piece.points {
                    // The farthest corner of the polygon is 2 * hypot(120, 120) = 340 units away;
                    // shadows reach farther.
                    let distance = point.distance(vec2(500.0, -300.0));
                    assert!(distance < 400.0, "{obstacle:?} of {build:?} at {point}");
                }
            }
        }
    }
}

#[test]
fn a_drawing_moves_with_its_obstacle() {
    for obstacle in shapes() {
        let look = Look::Built(Build::Stone);
        let here = draw(look, &obstacle, &Transform::default());
        let there = draw(look, &obstacle, &Transform::from_xyz(64.0, 0.0, 0.0));
        assert_eq!(pieces(&here).count(), pieces(&there).count());
        for (one, other) in pieces(&here).zip(pieces(&there)) {
            assert_eq!((one.color, one.style), (other.color, other.style));
            for (point, moved) in one.points.iter().zip(&other.points) {
                assert!(
                    (*point + vec2(64.0, 0.0)).distance(*moved) < 0.05,
                    "{obstacle:?}"
                );
            }
        }
    }
}

#[test]
fn round_tombs_have_pictures_of_their_own_and_other_tombs_do_not() {
    let look = Look::Tomb(3);
    for obstacle in shapes() {
        let is_round = matches!(obstacle.shape, ObstacleShape::Circle { .. });
        assert_eq!(has_picture(look, &obstacle), is_round, "{obstacle:?}");
        let drawing = draw(look, &obstacle, &Transform::default());
        assert_eq!(drawing == Drawing::default(), is_round, "{obstacle:?}");
    }
}

#[test]
fn see_through_walls_are_fences() {
    let wall = Obstacle::segment(vec2(-50.0, 0.0), vec2(50.0, 0.0));
    let fence = wall.clone().transparent();
    let draw = |obstacle| draw(Look::Built(Build::Stone), obstacle, &Transform::default());
    assert_ne!(draw(&wall), draw(&fence));
    assert!(!draw(&wall).tall.is_empty() && !draw(&fence).tall.is_empty());
}

#[test]
fn only_lamps_and_candles_shine() {
    let lamp = draw(
        Look::Built(Build::Lamp),
        &Obstacle::rectangle(40.0, 40.0),
        &Transform::from_xyz(9.0, 8.0, 0.0),
    );
    assert_eq!(lamp.lights.len(), 1);
    assert!(lamp.lights[0].position.distance(vec2(9.0, 8.0)) < 1e-3);
    let hedge = draw(
        Look::Built(Build::Leaves),
        &Obstacle::rectangle(40.0, 40.0),
        &Transform::default(),
    );
    assert_eq!(hedge.lights, []);
}

#[test]
fn invalid_and_empty_obstacles_are_not_drawn() {
    let nowhere = Transform::from_xyz(f32::NAN, 0.0, 0.0);
    for obstacle in shapes() {
        for build in BUILDS {
            let drawing = draw(Look::Built(build), &obstacle, &nowhere);
            assert_eq!(drawing, Drawing::default(), "{obstacle:?}");
        }
    }
    for nothing in [
        Obstacle::polyline([]),
        Obstacle::polygon([Vec2::ZERO; 5]),
        Obstacle::segment(Vec2::ONE, Vec2::ONE),
        Obstacle::circle(f32::INFINITY),
    ] {
        let drawing = draw(Look::Built(Build::Stone), &nothing, &Transform::default());
        assert_eq!(drawing, Drawing::default(), "{nothing:?}");
    }
}

#[test]
fn outlines_are_as_deep_as_their_narrowest_part() {
    let square = [
        vec2(0.0, 0.0),
        vec2(10.0, 0.0),
        vec2(10.0, 10.0),
        vec2(0.0, 10.0),
    ];
    let depth = outline::depth_of(&square, 20.0);
    assert!((4.0..=5.0).contains(&depth), "{depth}");
    let inner = outline::inset(&square, 2.0);
    let expected = [
        vec2(2.0, 2.0),
        vec2(8.0, 2.0),
        vec2(8.0, 8.0),
        vec2(2.0, 8.0),
    ];
    assert_eq!(inner, expected);
    assert!(
        outline::contains(&square, vec2(5.0, 5.0)) && !outline::contains(&square, vec2(11.0, 5.0))
    );
    assert_eq!(
        outline::distance_to_line(&square, true, vec2(5.0, 4.0)),
        4.0
    );
    let clockwise: Vec<Vec2> = square.into_iter().rev().collect();
    assert_eq!(outline::counterclockwise(&clockwise), square);
}

#[test]
fn gaps_are_measured_from_what_is_drawn() {
    let turned = Transform::from_xyz(100.0, 0.0, 0.0)
        .with_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2));
    let gap = |obstacle: Obstacle, position: Vec2| {
        Placed::of(&obstacle, &turned)
            .expect("somewhere")
            .gap(position)
    };
    // Now 40 wide and 70 high.
    let tomb = Obstacle::rectangle(70.0, 40.0);
    assert!((gap(tomb.clone(), vec2(100.0, 0.0)) + 20.0).abs() < 1e-3);
    assert!((gap(tomb, vec2(100.0, 45.0)) - 10.0).abs() < 1e-3);
    // Now from (100, -50) to (100, 50), and 14 thick.
    let wall = Obstacle::segment(vec2(-50.0, 0.0), vec2(50.0, 0.0));
    assert!((gap(wall.clone(), vec2(110.0, 30.0)) - 3.0).abs() < 1e-3);
    assert!(gap(wall, vec2(104.0, 30.0)) < 0.0);
}
