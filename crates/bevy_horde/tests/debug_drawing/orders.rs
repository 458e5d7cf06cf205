//! Paths, flow fields, formations, and the events of journeys.

use crate::everything::field;
use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::{FormationMembers, FormationSlot, FormationState};
use bevy_horde::debug::{
    DebugLayer, JourneyMark, draw_event, draw_flow_field, draw_formation, draw_path,
};
use bevy_horde::prelude::*;

fn drawing_of_path(path: &Path) -> Recorder {
    let mut recorder = Recorder::default();
    draw_path(
        &mut recorder,
        MovementSpace::Xy,
        Vec3::new(0.0, 0.0, 3.0),
        path,
    );
    recorder
}

#[test]
fn a_line_has_no_corridor_and_a_ring_comes_back() {
    let points = [Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 4.0)];
    let open = drawing_of_path(&Path::new(points));
    assert_eq!(open.lines(DebugLayer::Paths), [points.to_vec()]);
    assert!(open.drawn[0].1.iter().all(|point| point.z == 3.0));
    // Two segments of 3 and 4, and 5 for the way back.
    let ring = drawing_of_path(&Path::new(points).closed());
    assert_eq!(ring.length(DebugLayer::Paths), 12.0);
}

#[test]
fn the_edges_of_a_corridor_keep_half_its_width_from_the_line() {
    let points = [Vec2::ZERO, Vec2::new(6.0, 0.0), Vec2::new(6.0, -6.0)];
    let drawn = drawing_of_path(&Path::new(points).with_width(2.0));
    let edges: Vec<_> = drawn.lines(DebugLayer::Paths).split_off(1);
    // Two edges of each segment, and the arc of the corner, on its outer side.
    assert_eq!(edges.len(), 5);
    let away = |point: Vec2| {
        points
            .windows(2)
            .map(|ends| {
                let along = ends[1] - ends[0];
                let part = ((point - ends[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                point.distance(ends[0] + along * part)
            })
            .fold(f32::INFINITY, f32::min)
    };
    let arc = &edges[4];
    assert!(arc.len() > 5);
    for point in arc {
        assert_near(away(*point), 1.0, 1e-4);
        assert!(point.x >= 6.0 - 1e-4 && point.y >= -1e-4, "{point}");
    }
    for edge in &edges[..4] {
        let middle = (edge[0] + edge[1]) / 2.0;
        assert_near(away(middle), 1.0, 1e-4);
    }
}

#[test]
fn the_arrows_of_a_field_lead_to_its_goal() {
    let mut app = app(MovementSpace::Xy);
    let (field, state) = field(&mut app);
    let arrows = |spacing: f32| {
        let mut recorder = Recorder::default();
        let (space, level) = (MovementSpace::Xy, Vec3::ZERO);
        draw_flow_field(&mut recorder, space, level, &field, &state, spacing);
        let mut lines = recorder.lines(DebugLayer::FlowFields);
        lines.retain(|line| line.len() == 2);
        lines
    };
    // 8 by 4 arrows, one per cell. A spacing smaller than a cell adds no arrows.
    assert_eq!(arrows(1.0).len(), 32);
    assert_eq!(arrows(0.1).len(), 32);
    assert_eq!(arrows(2.0).len(), 8);
    let goal = Vec2::new(3.5, 0.0);
    for line in arrows(2.0) {
        let way = (line[1] - line[0]).normalize();
        let straight = (goal - (line[0] + line[1]) / 2.0).normalize();
        assert!(way.dot(straight) > 0.95, "{line:?}");
    }
}

/// The ends of the lines from members to their slots, and the lag of each member, after the leader
/// has walked round a corner.
fn ways_to_slots(shape: FormationShape) -> Vec<(Vec<Vec2>, f32)> {
    let mut app = app(MovementSpace::Xy);
    let corner = Path::new([Vec2::ZERO, Vec2::new(12.0, 0.0), Vec2::new(12.0, 8.0)]);
    let point = Formation::new(shape).on_marching_point(0.5, 4.0);
    let leader = (point, corner, FollowPath::default(), Transform::default());
    let leader = app.world_mut().spawn(leader).id();
    for number in 0..6 {
        let start = Transform::from_xyz(-1.5 * number as f32, 0.5, 0.0);
        let body = (SteeringAgent::default(), AvoidAgents::default());
        app.world_mut().spawn((start, body, InFormation(leader)));
    }
    for _ in 0..1200 {
        app.update();
    }
    let world = app.world();
    let state = world.get::<FormationState>(leader).expect("it leads");
    let members = world.get::<FormationMembers>(leader).expect("it leads");
    let members = members.iter().map(|member| {
        let place = world.get::<Transform>(member).expect("a place").translation;
        (place, world.get::<FormationSlot>(member).expect("a slot"))
    });
    let mut recorder = Recorder::default();
    let (space, level) = (MovementSpace::Xy, Vec3::ZERO);
    draw_formation(&mut recorder, space, level, state, members.clone());
    let mut lines = recorder.lines(DebugLayer::Formations);
    lines.retain(|line| line.len() == 2);
    // The first line is the arrow of the heading.
    let lags = members.map(|(_, slot)| slot.lag);
    lines.into_iter().skip(1).zip(lags).collect()
}

#[test]
fn lines_lead_from_members_to_the_slots_in_which_they_stand() {
    for shape in [FormationShape::Wedge, FormationShape::Column { files: 2 }] {
        let ways = ways_to_slots(shape.clone());
        assert_eq!(ways.len(), 6);
        for (line, lag) in &ways {
            let length = line[0].distance(line[1]);
            assert!(length < 0.3, "{shape:?}: {line:?}");
            assert_near(length, *lag, 0.02);
        }
        let ends: Vec<Vec2> = ways.iter().map(|(line, _)| line[1]).collect();
        for (number, end) in ends.iter().enumerate() {
            let others = ends.iter().skip(number + 1);
            assert!(others.clone().all(|other| other.distance(*end) > 1.0));
        }
    }
}

#[test]
fn slots_have_rings_in_the_frame_and_a_formation_faces_its_way() {
    let slots = vec![Vec2::new(-2.0, 1.0), Vec2::new(-2.0, -1.0)];
    let state = FormationState {
        is_marching: true,
        position: Vec2::new(10.0, 0.0),
        heading: Vec2::Y,
        spacing: 2.0,
        slots,
        ..default()
    };
    let drawing = |state: &FormationState| {
        let mut recorder = Recorder::default();
        let (space, level) = (MovementSpace::Xy, Vec3::ZERO);
        draw_formation(&mut recorder, space, level, state, None);
        recorder.lines(DebugLayer::Formations)
    };
    let lines = drawing(&state);
    // The formation heads along +y: behind is toward -y, and left is toward -x.
    for (ring, middle) in lines
        .iter()
        .zip([Vec2::new(9.0, -2.0), Vec2::new(11.0, -2.0)])
    {
        for point in ring {
            assert_near(point.distance(middle), 0.8, 1e-4);
        }
    }
    assert_eq!(lines[2], [Vec2::new(10.0, 0.0), Vec2::new(10.0, 2.0)]);
    let waiting = FormationState::default();
    assert!(drawing(&waiting).is_empty());
}

#[test]
fn each_kind_of_event_has_a_mark_of_its_own() {
    let mut marks = Vec::new();
    for mark in [
        JourneyMark::Arrived,
        JourneyMark::HasSettled,
        JourneyMark::Stuck,
        JourneyMark::Unreachable,
    ] {
        let mut recorder = Recorder::default();
        let place = Vec3::new(5.0, 6.0, 7.0);
        draw_event(&mut recorder, MovementSpace::Xy, place, 2.0, mark, 1.5);
        let points = recorder.points(DebugLayer::Events);
        for point in &points {
            assert_near(point.distance(place.truncate()), 1.6 * 1.5 * 2.0, 1e-4);
        }
        assert!(!marks.contains(&points.len()), "{mark:?}");
        marks.push(points.len());
    }
}

#[test]
fn orders_that_are_not_finite_are_not_drawn() {
    let mut app = app(MovementSpace::Xy);
    let (field, state) = field(&mut app);
    let mut recorder = Recorder::default();
    let (space, mark) = (MovementSpace::Xy, JourneyMark::Unreachable);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bent = Path::new([Vec2::ZERO, Vec2::new(bad, 1.0), Vec2::ONE]).with_width(2.0);
        draw_path(&mut recorder, space, Vec3::ZERO, &bent);
        let wide = Path::new([Vec2::ZERO, Vec2::X, Vec2::ONE]).with_width(bad);
        draw_path(&mut recorder, space, Vec3::ZERO, &wide);
        draw_event(&mut recorder, space, Vec3::splat(bad), 1.0, mark, 1.0);
        draw_event(&mut recorder, space, Vec3::ZERO, bad, mark, 1.0);
        let lost = FormationState {
            is_marching: true,
            heading: Vec2::splat(bad),
            spacing: bad,
            slots: vec![Vec2::ONE],
            ..default()
        };
        let slot = FormationSlot {
            slot: Some(0),
            ..default()
        };
        let member = [(Vec3::splat(bad), &slot)];
        draw_formation(&mut recorder, space, Vec3::ZERO, &lost, member);
        let endless = FlowField {
            cell_size: bad,
            area: Rect {
                min: Vec2::ZERO,
                max: Vec2::splat(bad),
            },
            ..field.clone()
        };
        draw_flow_field(&mut recorder, space, Vec3::ZERO, &endless, &state, bad);
    }
    for (layer, points) in recorder.drawn {
        assert!(points.iter().all(|point| point.is_finite()), "{layer:?}");
    }
}
