use super::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

fn shape(obstacle: Obstacle, transform: Transform) -> Shape {
    placed(&obstacle, &transform, MovementSpace::Xy).expect("it has an extent")
}

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

#[track_caller]
fn assert_near(actual: f64, expected: f64) {
    let near = (actual - expected).abs() <= 1e-6 * expected.abs().max(1.0);
    assert!(near, "{actual} is not {expected}");
}

fn square() -> Obstacle {
    Obstacle::polygon([
        vec2(-1.0, -1.0),
        vec2(1.0, -1.0),
        vec2(1.0, 1.0),
        vec2(-1.0, 1.0),
    ])
}

#[test]
fn distances_are_those_to_the_surface() {
    let disc = shape(Obstacle::circle(2.0), Transform::from_xyz(3.0, 0.0, 0.0));
    assert_near(disc.distance(at(6.0, 0.0)), 1.0);
    assert_near(disc.distance(at(3.0, 0.0)), -2.0);
    let square = shape(square(), Transform::IDENTITY);
    assert_near(square.distance(at(3.0, 0.0)), 2.0);
    assert_near(square.distance(at(0.75, 0.0)), -0.25);
    let wall = shape(
        Obstacle::segment(Vec2::ZERO, vec2(4.0, 0.0)),
        Transform::IDENTITY,
    );
    assert_near(wall.distance(at(7.0, 4.0)), 5.0);
    assert!(wall.is_wall() && !disc.is_wall() && !square.is_wall());
}

#[test]
fn shapes_are_placed_where_their_transforms_put_them() {
    for space in [MovementSpace::Xy, MovementSpace::Xz] {
        let place = crate::act::Place {
            at: vec2(30.0, -7.0),
            angle: 1.1,
            scale: vec2(-2.0, 0.5),
        };
        let transform = place.transform(space);
        let points = [vec2(1.0, 2.0), vec2(-3.0, 0.5), vec2(0.3, -4.0)];
        let wall = placed(&Obstacle::polyline(points), &transform, space).expect("a wall");
        let corners = wall
            .edges
            .iter()
            .map(|edge| edge[0])
            .chain([wall.edges[1][1]]);
        for (point, corner) in points.iter().zip(corners) {
            let world = transform.transform_point(space.to_world(*point));
            let expected = space.to_plane(world).as_dvec2();
            assert!(
                corner.distance(expected) < 1e-5,
                "{corner} is not {expected}"
            );
        }
        let disc = placed(&Obstacle::circle(1.5), &transform, space).expect("a disc");
        assert_near(disc.radius, 3.0);
    }
}

#[test]
fn a_ring_that_touches_itself_has_no_inside() {
    let star = [
        vec2(0.0, 3.0),
        vec2(-1.0, 0.0),
        vec2(0.0, 1.0),
        vec2(1.0, 0.0),
    ];
    let bow = [
        vec2(0.0, 0.0),
        vec2(2.0, 2.0),
        vec2(2.0, 0.0),
        vec2(0.0, 1.0),
    ];
    let pinched = [
        vec2(0.0, 0.0),
        vec2(2.0, 1.0),
        vec2(4.0, 0.0),
        vec2(4.0, 2.0),
        vec2(2.0, 1.000_000_5),
        vec2(0.0, 2.0),
    ];
    let fill = |points: &[Vec2]| {
        let points = points.iter().copied();
        shape(Obstacle::polygon(points), Transform::IDENTITY).fill
    };
    assert_eq!(fill(&star), Fill::Filled);
    assert_eq!(fill(&bow), Fill::Hollow);
    assert_eq!(fill(&pinched), Fill::Uncertain);
}

#[test]
fn shapes_without_extent_are_not_checked() {
    let none =
        |obstacle: Obstacle, transform| placed(&obstacle, &transform, MovementSpace::Xy).is_none();
    let line = [Vec2::ZERO, Vec2::X, vec2(2.0, 0.0)];
    assert!(none(Obstacle::circle(0.0), Transform::IDENTITY));
    assert!(none(Obstacle::circle(f32::NAN), Transform::IDENTITY));
    assert!(none(Obstacle::polygon(line), Transform::IDENTITY));
    assert!(none(
        Obstacle::segment(Vec2::ONE, Vec2::ONE),
        Transform::IDENTITY
    ));
    assert!(none(square(), Transform::from_scale(Vec3::splat(f32::MAX))));
    let endless = Obstacle::capsule(Vec2::NEG_INFINITY, Vec2::ZERO, 1.0);
    assert!(none(endless, Transform::IDENTITY));
}

#[test]
fn a_way_round_a_wall_leads_past_its_nearer_end() {
    let wall = shape(
        Obstacle::segment(vec2(0.0, -3.0), vec2(0.0, 4.0)),
        Transform::IDENTITY,
    );
    assert_near(wall.way_round(at(-4.0, 0.0), at(4.0, 0.0)), 10.0);
    assert_near(wall.way_round(at(-4.0, 5.0), at(4.0, 5.0)), 8.0);
    let bent = [vec2(0.0, -9.0), vec2(0.0, 0.0), vec2(9.0, 0.0)];
    let bent = shape(Obstacle::polyline(bent), Transform::IDENTITY);
    // Past the end of the whole wall, not past the end of the crossed edge.
    assert_near(
        bent.way_round(at(-1.0, -1.0), at(1.0, -1.0)),
        2.0 * 65.0_f64.sqrt(),
    );
}

#[test]
fn there_is_no_way_out_of_a_ring() {
    let ring = [
        vec2(-1.0, -1.0),
        vec2(1.0, -1.0),
        vec2(1.0, 1.0),
        vec2(0.0, 0.2),
        vec2(-1.0, 1.0),
    ];
    let ring = shape(Obstacle::closed_polyline(ring), Transform::IDENTITY);
    assert_eq!(ring.way_round(at(0.0, -0.5), at(0.0, -2.0)), f64::INFINITY);
    // Across the ring and out again: both ends are outside.
    assert!(ring.way_round(at(-2.0, 0.5), at(2.0, 0.5)).is_finite());
    assert_near(ring.way_round(at(-0.8, 0.0), at(0.8, 0.0)), 1.6);
}

#[test]
fn a_way_around_a_thick_shape_is_longer_than_through_it() {
    let (from, to) = (at(-2.0, 0.0), at(2.0, 0.0));
    let disc = shape(Obstacle::circle(1.0), Transform::IDENTITY);
    let least = disc.way_round(from, to);
    // The shortest way is two tangents and an arc.
    let shortest = 2.0 * 3.0_f64.sqrt() + core::f64::consts::PI / 3.0;
    assert!(least > 4.4 && least <= shortest, "{least}");
    let square = shape(square(), Transform::IDENTITY);
    // The bound is the way past an end of the square's diagonal; the shortest way passes two
    // corners.
    let least = square.way_round(from, to);
    assert!(
        least > 4.4 && least <= 2.0 + 2.0 * 2.0_f64.sqrt(),
        "{least}"
    );
}

#[test]
fn tolerance_grows_with_the_largest_number() {
    let disc = shape(Obstacle::circle(1.0), Transform::IDENTITY);
    assert!(tolerance(at(0.5, 0.5), &disc) < 5e-7);
    let far = shape(Obstacle::circle(1.0), Transform::from_xyz(1e5, 0.0, 0.0));
    let allowed = tolerance(at(1e5, 0.0), &far);
    assert!((0.03..0.06).contains(&allowed), "{allowed}");
}
