//! Members and leaders that die, and settings that are wrong.

use super::*;
use bevy_horde::validation::SteeringWarnings;

#[test]
fn a_tenth_dies_and_the_gaps_close() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, vec2(300.0, 0.0));
    let members = crowd(&mut app, 100, leader);
    run(&mut app, 600);
    let before = slots_of(&app, &members);
    let (dead, alive): (Vec<_>, Vec<_>) = (0..100).partition(|number| number % 10 == 3);
    for number in dead {
        app.world_mut().despawn(members[number]);
    }
    let left: Vec<Entity> = alive.iter().map(|number| members[*number]).collect();
    run(&mut app, 2);
    let mut slots = slots_of(&app, &left);
    let kept = alive
        .iter()
        .zip(&slots)
        .filter(|(number, slot)| before[**number] == **slot);
    let kept = kept.count();
    slots.sort_unstable();
    assert!(slots.into_iter().eq((0..90).map(Some)));
    assert!(kept >= 45, "{kept}");
    run(&mut app, 300);
    let (most, _) = lags(&app, &left);
    assert!(most < 0.1 * SPACING, "{most}");
}

#[test]
fn members_without_a_leader_add_nothing() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, vec2(100.0, 0.0));
    let members = crowd(&mut app, 5, leader);
    run(&mut app, 60);
    app.world_mut().despawn(leader);
    app.update();
    for member in &members {
        assert!(app.world().get::<InFormation>(*member).is_none());
        let forces = get::<Steering>(&app, *member);
        assert!(forces.force.is_finite());
    }
    // A leader that is no formation leads nowhere, and the plugin reports its follower once.
    let other = app
        .world_mut()
        .spawn((at(50.0, 0.0), SteeringAgent::default()))
        .id();
    let lost = app
        .world_mut()
        .spawn((at(60.0, 0.0), SteeringAgent::default(), InFormation(other)))
        .id();
    run(&mut app, 3);
    assert!(!has_contribution(&app, lost));
    assert_eq!(
        app.world().resource::<SteeringWarnings>().reported().len(),
        1
    );
}

#[test]
fn a_formation_of_none_and_of_one_and_a_change_of_leader() {
    let mut app = app();
    let alone = point(&mut app, FormationShape::Box, vec2(30.0, 0.0));
    let other = point(&mut app, FormationShape::Circle, vec2(-30.0, 0.0));
    run(&mut app, 150);
    assert_near(velocity(&app, alone).x, 5.0, 0.1);
    let members = crowd(&mut app, 1, alone);
    run(&mut app, 600);
    assert_close(place(&app, members[0]), vec2(30.0 - SPACING, 0.0), 0.01);
    // The member joins the other formation, which is about (-30, 0) and faces the other way.
    app.world_mut()
        .entity_mut(members[0])
        .insert(InFormation(other));
    run(&mut app, 1_200);
    assert_close(place(&app, members[0]), vec2(-30.0 + SPACING, 0.0), 0.01);
    // A disabled member has no slot.
    app.world_mut()
        .entity_mut(members[0])
        .insert(SteeringDisabled);
    app.update();
    assert_eq!(get::<FormationSlot>(&app, members[0]).slot, None);
}

#[test]
fn settings_that_are_not_finite_are_reported_and_harmless() {
    let mut app = app();
    let shape = FormationShape::Slots(vec![Vec2::NAN, vec2(-2.0, 0.0), vec2(f32::INFINITY, 0.0)]);
    let leader = point(&mut app, shape, vec2(30.0, 0.0));
    let spacing = Length::World(f32::NAN);
    app.world_mut()
        .get_mut::<Formation>(leader)
        .unwrap()
        .spacing = spacing;
    let members = crowd(&mut app, 5, leader);
    run(&mut app, 600);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let fields: Vec<&str> = reported.iter().map(|report| report.field).collect();
    assert_eq!(reported.len(), 2, "{reported:?}");
    assert!(fields.contains(&"shape") && fields.contains(&"spacing"));
    for member in &members {
        assert!(place(&app, *member).is_finite());
    }
    for length in [Length::World(0.0), Length::World(1e30), Length::World(-1.0)] {
        app.world_mut()
            .get_mut::<Formation>(leader)
            .unwrap()
            .spacing = length;
        app.world_mut().get_mut::<Formation>(leader).unwrap().shape =
            FormationShape::Column { files: 0 };
        run(&mut app, 30);
    }
    for member in &members {
        assert!(place(&app, *member).is_finite());
    }
}

#[test]
fn a_leader_without_members_goes_at_its_own_speed() {
    let mut app = app();
    let leader = leader(&mut app, FormationShape::Line, vec2(200.0, 0.0));
    let slow = (at(-2.0, 0.0), SteeringAgent::new(0.5, 1.0));
    let slow = (slow, InFormation(leader));
    let slow = app.world_mut().spawn(slow).id();
    run(&mut app, 120);
    assert!(velocity(&app, leader).length() < 1.1);
    app.world_mut().despawn(slow);
    run(&mut app, 120);
    assert_near(velocity(&app, leader).length(), 5.0, 0.01);
}

#[test]
fn bodies_that_are_obstacles_narrow_no_way_of_their_own_formation() {
    let mut app = app();
    let leader = leader(&mut app, FormationShape::Line, vec2(80.0, 0.0));
    let members = crowd(&mut app, 5, leader);
    for tank in members.iter().chain([&leader]) {
        let hull = Obstacle::circle(0.4);
        app.world_mut().entity_mut(*tank).insert(hull);
    }
    run(&mut app, 480);
    // A line has no files; a column would have some.
    assert_eq!(state(&app, leader).column_files, 0);
    run(&mut app, 1_200);
    let (most, _) = lags(&app, &members);
    assert!(most < 0.05, "{most}");
}

#[test]
fn points_without_a_spacing_march() {
    let mut app = app();
    let slots = vec![vec2(-2.0, 1.0), vec2(-4.0, -1.0)];
    let march = Formation::new(FormationShape::Slots(slots))
        .with_spacing(Length::World(0.0))
        .on_marching_point(0.0, 2.0);
    let walk = (Arrive::new(vec2(10.0, 0.0)), at(0.0, 0.0));
    let leader = app.world_mut().spawn((march, walk)).id();
    let members = [-1.0, 1.0].map(|y| {
        let body = SteeringAgent::new(0.0, 5.0);
        let member = (at(-3.0, y), body, InFormation(leader));
        app.world_mut().spawn(member).id()
    });
    run(&mut app, 600);
    // Without spacing every lag counts as large, so the leader walks at its slowest.
    let front = place(&app, leader);
    assert!(front.x > 1.0, "{front}");
    let mut places = members.map(|member| place(&app, member));
    places.sort_by(|one, other| other.x.total_cmp(&one.x));
    assert_close(places[0], front + vec2(-2.0, 1.0), 0.1);
    assert_close(places[1], front + vec2(-4.0, -1.0), 0.1);
}
