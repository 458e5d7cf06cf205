//! Members of different sizes: each has room for its own size.

use super::*;

/// Every third member is three times as large as the others.
fn radius(number: usize) -> f32 {
    if number.is_multiple_of(3) { 1.2 } else { 0.4 }
}

fn mixed_crowd(app: &mut App, count: usize, leader: Entity) -> Vec<Entity> {
    let members = crowd(app, count, leader);
    for (number, member) in members.iter().enumerate() {
        let mut body = app.world_mut().get_mut::<SteeringAgent>(*member).unwrap();
        body.body_radius = radius(number);
    }
    members
}

/// The least gap between two members, as a part of the sum of their radii; 0 in touch.
fn least_gap(app: &App, members: &[Entity]) -> f32 {
    let mut least = f32::INFINITY;
    for (one, a) in members.iter().enumerate() {
        for (other, b) in members[..one].iter().enumerate() {
            let distance = place(app, *a).distance(place(app, *b));
            least = least.min(distance / (radius(one) + radius(other)) - 1.0);
        }
    }
    least
}

#[test]
fn members_are_as_far_apart_as_their_sizes_say() {
    for shape in [
        FormationShape::Line,
        FormationShape::Ranks { ranks: 3 },
        FormationShape::Block { files: 5 },
        FormationShape::Column { files: 2 },
        FormationShape::Wedge,
        FormationShape::Box,
    ] {
        let mut app = app();
        let leader = point(&mut app, shape.clone(), vec2(60.0, 0.0));
        let members = mixed_crowd(&mut app, 12, leader);
        run(&mut app, 1_500);
        let (most, _) = lags(&app, &members);
        assert!(most < 0.02, "{shape:?}: {most}");
        // Three radii from neighbor to neighbor are 1.5 times the sum of both radii.
        let gap = least_gap(&app, &members);
        assert!((gap - 0.5).abs() < 0.02, "{shape:?}: {gap}");
        let known = (state(&app, leader).slots.clone(), slots_of(&app, &members));
        run(&mut app, 300);
        let then = (state(&app, leader).slots.clone(), slots_of(&app, &members));
        assert_eq!(known, then, "{shape:?}");
    }
}

#[test]
fn a_line_is_as_long_as_its_members_are_wide() {
    for (spacing, length) in [
        // Spacings of 3.6 and 1.2, less the outer halves of two members.
        (
            Length::Radii(3.0),
            [4.0 * 3.6 + 8.0 * 1.2 - 3.6, 4.0 * 3.6 + 8.0 * 1.2 - 1.2],
        ),
        (Length::World(3.0), [33.0, 33.0]),
    ] {
        let mut app = app();
        let leader = point(&mut app, FormationShape::Line, vec2(60.0, 0.0));
        let mut formation = app.world_mut().get_mut::<Formation>(leader).unwrap();
        formation.spacing = spacing;
        mixed_crowd(&mut app, 12, leader);
        run(&mut app, 900);
        let slots = &state(&app, leader).slots;
        let found = slots[0].y - slots[11].y;
        let range = length[0] - 1e-3..length[1] + 1e-3;
        assert!(range.contains(&found), "{spacing:?}: {found}");
    }
}

#[test]
fn a_mixed_box_passes_a_gate() {
    let mut app = app();
    for y in [12.5, -12.5] {
        let wall = Obstacle::rectangle(2.0, 20.0);
        app.world_mut().spawn((at(20.0, y), wall));
    }
    let leader = point(&mut app, FormationShape::Box, vec2(50.0, 0.0));
    let mut body = app.world_mut().get_mut::<SteeringAgent>(leader).unwrap();
    body.body_radius = 1.2;
    let members = mixed_crowd(&mut app, 16, leader);
    let mut was_column = false;
    for _ in 0..3_000 {
        app.update();
        was_column |= state(&app, leader).is_column();
    }
    assert!(was_column);
    let (most, _) = lags(&app, &members);
    assert!(most < 0.05, "{most}");
    let gap = least_gap(&app, &members);
    assert!((gap - 0.5).abs() < 0.05, "{gap}");
}

#[test]
fn small_members_keep_off_their_large_leader() {
    for shape in [FormationShape::Wedge, FormationShape::Column { files: 1 }] {
        let mut app = app();
        let leader = leader(&mut app, shape.clone(), vec2(60.0, 0.0));
        let mut body = app.world_mut().get_mut::<SteeringAgent>(leader).unwrap();
        body.body_radius = 1.2;
        let members = crowd(&mut app, 6, leader);
        for member in &members {
            let mut body = app.world_mut().get_mut::<SteeringAgent>(*member).unwrap();
            body.body_radius = 0.4;
        }
        run(&mut app, 1_500);
        let (most, _) = lags(&app, &members);
        assert!(most < 0.05, "{shape:?}: {most}");
        let away = members.iter().map(|member| {
            let leader = place(&app, leader);
            place(&app, *member).distance(leader)
        });
        let least = away.fold(f32::INFINITY, f32::min);
        // Three radii are 1.5 times the sum of both radii.
        assert!((least - 2.4).abs() < 0.05, "{shape:?}: {least}");
    }
}

#[test]
fn a_column_follows_a_change_of_sizes() {
    let mut app = app();
    let shape = FormationShape::Column { files: 1 };
    let leader = point(&mut app, shape, vec2(60.0, 0.0));
    let members = mixed_crowd(&mut app, 6, leader);
    run(&mut app, 1_500);
    let deepest = |app: &App| {
        let column = state(app, leader).column.iter();
        column.fold(0.0, |deepest: f32, at| deepest.min(at.x))
    };
    // Two spacings of 3.6 and four of 1.2.
    let mixed = deepest(&app);
    assert!((-14.0..-10.0).contains(&mixed), "{mixed}");
    for member in &members {
        let mut body = app.world_mut().get_mut::<SteeringAgent>(*member).unwrap();
        body.body_radius = 1.2;
    }
    run(&mut app, 2);
    let equal = deepest(&app);
    assert!((equal + 6.0 * 3.6).abs() < 1e-3, "{equal}");
}
