//! Unusable shapes, and shapes with a flaw.

use super::*;

/// Shapes that are unusable at any place.
fn unusable_shapes() -> Vec<ObstacleShape> {
    let segment = |start, end| ObstacleShape::Segment { start, end };
    let rectangle = |x, y| ObstacleShape::Rectangle {
        half_size: vec2(x, y),
    };
    let capsule = |start, end, radius| ObstacleShape::Capsule { start, end, radius };
    let mut shapes = vec![
        segment(Vec2::ONE, Vec2::ONE),
        wall(&[], false),
        wall(&[], true),
        wall(&[Vec2::ONE], false),
        wall(&[Vec2::ONE], true),
        wall(&[Vec2::ONE, Vec2::ONE, Vec2::ONE], true),
        rectangle(0.0, 1.0),
        rectangle(1.0, 0.0),
        rectangle(-1.0, 1.0),
        rectangle(-1.0, -1.0),
        polygon(&[]),
        polygon(&[Vec2::ONE]),
        polygon(&[Vec2::ZERO, Vec2::ONE]),
        polygon(&[Vec2::ZERO, Vec2::ONE, vec2(3.0, 3.0)]),
        polygon(&[Vec2::ONE, Vec2::ONE, Vec2::ONE]),
        capsule(Vec2::ZERO, Vec2::ONE, 0.0),
        capsule(Vec2::ZERO, Vec2::ONE, -1.0),
        circle(0.0),
        circle(-1.0),
    ];
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for spot in [vec2(bad, 0.0), vec2(0.0, bad), Vec2::splat(bad)] {
            shapes.extend([
                segment(spot, Vec2::ONE),
                segment(Vec2::ONE, spot),
                wall(&[spot, Vec2::ONE, Vec2::X], false),
                wall(&[Vec2::ONE, Vec2::X, spot], true),
                polygon(&[Vec2::ZERO, spot, Vec2::ONE, Vec2::X]),
                capsule(spot, Vec2::ONE, 1.0),
                capsule(Vec2::ONE, spot, 1.0),
            ]);
        }
        shapes.extend([
            rectangle(bad, 1.0),
            rectangle(1.0, bad),
            capsule(Vec2::ZERO, Vec2::ONE, bad),
            circle(bad),
        ]);
    }
    shapes
}

/// An app with an agent that passes a good obstacle, and perhaps an `other` obstacle in the way.
struct Passage {
    app: App,
    agent: Entity,
    other: Option<Entity>,
}

impl Passage {
    fn new(other: Option<Obstacle>) -> Self {
        let mut app = app();
        app.world_mut().spawn((at(6.0, 0.3), Obstacle::circle(1.0)));
        let mind = (AvoidObstacles::default(), Seek::new(vec2(30.0, 0.0)));
        let agent = (SteeringAgent::default(), moving(5.0, 0.0), mind);
        let agent = app.world_mut().spawn(agent).id();
        let other = other.map(|other| app.world_mut().spawn((at(3.0, 0.0), other)).id());
        run(&mut app, 30);
        Self { app, agent, other }
    }

    fn repair(&mut self) {
        let mut other = self.app.world_mut().entity_mut(self.other.unwrap());
        other.get_mut::<Obstacle>().unwrap().shape = polygon(&SQUARE);
        self.app.update();
    }

    /// The signed distance in the middle of the corrected shape.
    fn middle(&self) -> f32 {
        let middle = vec2(4.0, 1.0);
        let of_other = |obstacle: &PlacedObstacle| Some(entity_of(obstacle.id)) == self.other;
        let nearest = index(&self.app).nearest(middle, f32::INFINITY, of_other);
        nearest.unwrap().distance
    }

    #[track_caller]
    fn assert_named_once(&self, what: &str, field: &'static str) {
        let expected = InvalidSetting {
            entity: self.other.unwrap(),
            component: "Obstacle",
            field,
        };
        assert_eq!(reported(&self.app), [expected], "{what}");
    }
}

#[test]
fn an_unusable_shape_is_reported_once_does_no_harm_and_may_be_fixed() {
    let reference = Passage::new(None);
    for shape in unusable_shapes() {
        let what = format!("{shape:?}");
        let mut passage = Passage::new(Some(shape.into()));
        passage.assert_named_once(&what, "shape");
        assert_eq!(index(&passage.app).obstacles().len(), 1, "{what}");
        assert_eq!(
            bits(&passage.app, passage.agent),
            bits(&reference.app, reference.agent),
            "{what}"
        );
        passage.repair();
        assert_eq!(index(&passage.app).obstacles().len(), 2, "{what}");
        assert_near(passage.middle(), -1.0, 1e-6);
        passage.assert_named_once(&what, "shape");
    }
}

#[test]
fn a_place_that_is_none_makes_any_shape_unusable_until_it_is_mended() {
    let nowhere = at(f32::NAN, 0.0);
    let flat = Transform::from_scale(Vec3::new(0.0, 0.0, 1.0));
    let skewed = Transform::from_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
    let boundless = Transform::from_scale(Vec3::splat(f32::INFINITY));
    for (name, obstacle, _) in primitives() {
        for bad in [nowhere, flat, skewed, boundless] {
            // The rotation of a disc does not matter.
            if name == "Circle" && bad.rotation.is_nan() {
                continue;
            }
            let what = format!("{name} {bad:?}");
            let mut app = app();
            let bad = app.world_mut().spawn((bad, obstacle.clone())).id();
            run(&mut app, 2);
            assert_eq!(index(&app).obstacles().len(), 0, "{what}");
            assert_eq!(reported(&app).len(), 1, "{what}");
            *app.world_mut().get_mut::<Transform>(bad).unwrap() = at(1.0, 2.0);
            app.update();
            assert_eq!(index(&app).obstacles().len(), 1, "{what}");
            assert_eq!(reported(&app).len(), 1, "{what}");
        }
    }
}

#[test]
fn a_polygon_that_touches_itself_is_named_once_and_stands_there_as_a_wall_until_it_is_mended() {
    // Two triangles that share a corner, and a square with a spike out and back.
    let pinched = [
        vec2(0.0, 0.0),
        vec2(1.0, 1.0),
        vec2(2.0, 2.0),
        vec2(2.0, 1.0),
        vec2(1.0, 1.0),
        vec2(0.0, 1.0),
    ];
    let spiked = [
        vec2(0.0, 0.0),
        vec2(2.0, 0.0),
        vec2(2.0, 2.0),
        vec2(5.0, 2.0),
        vec2(1.0, 2.0),
        vec2(0.0, 2.0),
    ];
    let mut lopsided = BOW_TIE;
    lopsided[1] = vec2(3.0, 3.0);
    for points in [&BOW_TIE[..], &lopsided, &pinched, &spiked] {
        let what = format!("{points:?}");
        let mut passage = Passage::new(Some(Obstacle::polygon(points.iter().copied())));
        passage.assert_named_once(&what, "shape.points");
        assert_eq!(index(&passage.app).obstacles().len(), 2, "{what}");
        assert!(passage.middle() >= 0.0, "{what}");
        // A moved obstacle is the same, and gets no second warning.
        let transform = passage
            .app
            .world_mut()
            .get_mut::<Transform>(passage.other.unwrap());
        transform.unwrap().translation.z = 5.0;
        passage.app.update();
        passage.assert_named_once(&what, "shape.points");
        assert!(passage.middle() >= 0.0, "{what}");
        passage.repair();
        passage.assert_named_once(&what, "shape.points");
        assert_near(passage.middle(), -1.0, 1e-6);
    }
}

#[test]
fn points_that_repeat_the_one_before_are_named_once_and_left_out() {
    let repeated: Vec<Vec2> = SQUARE.into_iter().flat_map(|corner| [corner; 2]).collect();
    let closed_again: Vec<Vec2> = SQUARE.into_iter().chain([SQUARE[0]]).collect();
    for points in [repeated, closed_again] {
        let what = format!("{points:?}");
        let passage = Passage::new(Some(Obstacle::polygon(points)));
        passage.assert_named_once(&what, "shape.points");
        assert_near(passage.middle(), -1.0, 1e-6);
    }
}

#[test]
fn a_second_fault_is_named_too() {
    let mut passage = Passage::new(Some(Obstacle::circle(f32::NAN)));
    passage.assert_named_once("a circle", "shape");
    let other = passage.other.unwrap();
    let mut obstacle = passage.app.world_mut().get_mut::<Obstacle>(other).unwrap();
    obstacle.shape = Obstacle::polygon(BOW_TIE).shape;
    passage.app.update();
    let fields: Vec<_> = reported(&passage.app).iter().map(|bad| bad.field).collect();
    assert_eq!(fields, ["shape", "shape.points"]);
}

#[test]
fn a_fault_is_found_when_the_shape_gets_its_extent_later() {
    let mut app = app();
    let mut lopsided = BOW_TIE;
    lopsided[1] = vec2(3.0, 3.0);
    let nothing_yet = Transform::from_scale(Vec3::ZERO);
    let obstacle = (nothing_yet, Obstacle::polygon(lopsided));
    let entity = app.world_mut().spawn(obstacle).id();
    app.update();
    assert_eq!(index(&app).obstacles().len(), 0);
    app.world_mut().get_mut::<Transform>(entity).unwrap().scale = Vec3::ONE;
    app.update();
    assert!(!index(&app).obstacles()[0].shape.is_filled());
    let fields: Vec<_> = reported(&app).iter().map(|bad| bad.field).collect();
    assert_eq!(fields, ["shape", "shape.points"]);
}

#[test]
fn a_bad_shape_does_not_hide_the_obstacle_that_comes_after_it() {
    let mut app = app();
    app.world_mut().spawn(Obstacle::circle(f32::NAN));
    app.world_mut()
        .spawn((at(5.0, 0.0), Obstacle::rectangle(2.0, 2.0)));
    app.update();
    assert_eq!(index(&app).obstacles().len(), 1);
    let edge = index(&app).first_hit(Vec2::ZERO, vec2(9.0, 0.0), 0.0, |_| true);
    assert_near(edge.unwrap().distance, 4.0, 1e-6);
}
