//! Each event of a journey has a cause: none is false, and none comes twice.

use crate::events::{Seen, record_events};
use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

fn watched() -> App {
    let mut app = app();
    record_events(&mut app);
    app.add_observer(|it: On<BackOnPath>, mut seen: ResMut<Seen>| {
        seen.0.push(("back on path", it.entity));
    });
    app
}

fn count(app: &App, name: &str) -> usize {
    let seen = &app.world().resource::<Seen>().0;
    seen.iter().filter(|(known, _)| *known == name).count()
}

fn walker() -> impl Bundle {
    let avoids = (AvoidAgents::default(), AvoidObstacles::default());
    (SteeringAgent::default(), avoids, Journey::default())
}

#[test]
fn a_formation_arrives_once_for_each_order() {
    for shape in [
        FormationShape::Box,
        FormationShape::Wedge,
        FormationShape::Column { files: 2 },
        FormationShape::Circle,
    ] {
        let mut app = watched();
        let order = |x: f32, y: f32| Arrive::new(vec2(x, y));
        let leader = (at(0.0, 0.0), walker(), Formation::new(shape.clone()));
        let leader = app.world_mut().spawn((leader, order(30.0, 0.0))).id();
        let mut members = vec![leader];
        for number in 0..8_u8 {
            let (row, column) = (f32::from(number / 3), f32::from(number % 3));
            let place = at(-1.5 * row - 1.5, 1.5 * (column - 1.0));
            let member = (place, walker(), InFormation(leader));
            members.push(app.world_mut().spawn(member).id());
        }
        for (goal, watches_again) in [
            (order(30.0, 0.0), false),
            (order(0.0, 0.0), false),
            (order(20.0, 20.0), true),
        ] {
            app.world_mut().entity_mut(leader).insert(goal);
            for member in members.iter().filter(|_| watches_again) {
                app.world_mut()
                    .entity_mut(*member)
                    .insert(Journey::default());
            }
            app.world_mut().resource_mut::<Seen>().0.clear();
            run(&mut app, 10);
            assert_eq!(count(&app, "arrived"), 0, "{shape:?}: nothing has moved");
            run(&mut app, 1_500);
            assert_eq!(count(&app, "arrived"), 9, "{shape:?}");
            assert_eq!(count(&app, "unreachable"), 0, "{shape:?}");
        }
    }
}

#[test]
fn a_field_with_a_way_is_never_reported_as_unreachable() {
    let mut app = watched();
    let area = Rect::new(-40.0, -40.0, 40.0, 40.0);
    let field = FlowField::new(area).with_cell_size(0.5);
    let field = app.world_mut().spawn(field.to(vec2(35.0, 0.0))).id();
    for (x, y, width, height) in [
        (0.0, 5.0, 3.0, 8.0),
        (10.0, -6.0, 8.0, 2.0),
        (-10.0, -3.0, 2.0, 12.0),
        (18.0, 4.0, 4.0, 4.0),
        (-22.0, 7.0, 6.0, 3.0),
    ] {
        let tomb = Obstacle::rectangle(width, height);
        app.world_mut().spawn((at(x, y), tomb));
    }
    for number in 0..40_u8 {
        let (column, row) = (f32::from(number % 5), f32::from(number / 5));
        let place = at(-35.0 + 1.5 * column, 3.0 * row - 12.0);
        app.world_mut()
            .spawn((place, walker(), FollowField::new(field)));
    }
    run(&mut app, 3_600);
    assert_eq!(count(&app, "unreachable"), 0);
    assert_eq!(count(&app, "arrived"), 40);
}

#[test]
fn a_tower_that_is_built_over_an_agent_closes_no_way() {
    for (aside, cell) in [(0.0, 8.0), (15.0, 8.0), (15.0, 2.0)] {
        let mut app = watched();
        let area = Rect::new(0.0, -300.0, 600.0, 300.0);
        let field = FlowField::new(area).with_body_radii([8.0]);
        let field = field.with_cell_size(cell).to(vec2(550.0, 0.0));
        let field = app.world_mut().spawn(field).id();
        let body = SteeringAgent::new(8.0, 70.0);
        let walker = (at(20.0, 3.0), body, Journey::default());
        let walker = app.world_mut().spawn((walker, FollowField::new(field)));
        let walker = walker.id();
        run(&mut app, 120);
        let there = place(&app, walker) + vec2(0.0, aside);
        let tower = (at(there.x, there.y), Obstacle::rectangle(40.0, 40.0));
        app.world_mut().spawn(tower);
        run(&mut app, 1_200);
        let label = format!("{aside} aside, cells of {cell}");
        assert_eq!(count(&app, "unreachable"), 0, "{label}");
        assert_eq!(count(&app, "arrived"), 1, "{label}");
    }
}

#[test]
fn a_path_through_a_closed_door_is_unreachable_once() {
    let mut app = watched();
    let room = [(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)];
    for (number, from) in room.into_iter().enumerate() {
        let to = room[(number + 1) % room.len()];
        let wall = Obstacle::segment(Vec2::from(from), Vec2::from(to));
        app.world_mut().spawn((at(0.0, 0.0), wall));
    }
    let path = Path::new([vec2(-5.0, 0.0), vec2(0.0, 3.0), vec2(30.0, 0.0)]).with_width(2.0);
    app.world_mut()
        .spawn((at(-5.0, 0.0), walker(), path, FollowPath::default()));
    run(&mut app, 1_800);
    assert_eq!(count(&app, "unreachable"), 1);
    assert_eq!(count(&app, "settled"), 1);
    assert_eq!(count(&app, "arrived"), 0);
}

#[test]
fn a_target_that_walks_outside_of_a_closed_room_is_unreachable_once() {
    for radius in [12.0, 17.0, 25.0_f32] {
        let mut app = watched();
        let room = [(-6.0, -6.0), (6.0, -6.0), (6.0, 6.0), (-6.0, 6.0)].map(Vec2::from);
        let room = Obstacle::closed_polyline(room);
        app.world_mut().spawn((at(0.0, 0.0), room));
        let round = (0..24_u8).map(|number| {
            let angle = f32::from(number) / 24.0 * core::f32::consts::TAU;
            Vec2::from_angle(angle) * radius
        });
        let round = Path::new(round).with_width(1.0).closed();
        let guard = (at(radius, 0.0), SteeringAgent::default(), round);
        let guard = app.world_mut().spawn((guard, FollowPath::default())).id();
        let beside = OffsetPursue::new(guard, vec2(-1.0, 1.0));
        app.world_mut().spawn((at(0.0, 0.0), walker(), beside));
        run(&mut app, 1_200);
        assert_eq!(count(&app, "unreachable"), 1, "at {radius}");
        assert_eq!(count(&app, "settled"), 0, "at {radius}");
    }
}

#[test]
fn an_agent_that_an_observer_removes_reports_nothing_more() {
    let mut app = watched();
    app.add_observer(|it: On<Arrived>, mut commands: Commands| {
        commands.entity(it.entity).despawn();
    });
    app.add_observer(|it: On<HasSettled>, mut commands: Commands| {
        commands.entity(it.entity).insert(Wander::default());
    });
    let goal = Arrive::new(vec2(5.0, 0.0));
    let agent = app.world_mut().spawn((at(0.0, 0.0), walker(), goal)).id();
    run(&mut app, 300);
    assert!(app.world().get_entity(agent).is_err());
    assert_eq!((count(&app, "arrived"), count(&app, "settled")), (1, 0));
}

#[test]
fn observers_without_any_journey_are_named_once() {
    use bevy_horde::validation::SteeringWarnings;
    let names = |app: &App| {
        let reported = app.world().resource::<SteeringWarnings>().reported();
        let named = reported.iter().filter(|it| it.component == "Journey");
        named.count()
    };
    let mut app = watched();
    let agent = (at(0.0, 0.0), SteeringAgent::default());
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 290);
    assert_eq!(names(&app), 0);
    run(&mut app, 900);
    assert_eq!(names(&app), 1);
    // With a journey nothing is wrong, and neither without an observer.
    let mut app = watched();
    app.world_mut().spawn((at(0.0, 0.0), walker()));
    run(&mut app, 900);
    assert_eq!(names(&app), 0);
    let mut app = crate::harness::app();
    app.world_mut()
        .spawn((at(0.0, 0.0), SteeringAgent::default()));
    run(&mut app, 900);
    assert_eq!(names(&app), 0);
    let _ = agent;
}

#[test]
fn an_agent_that_chases_and_comes_back_is_told_to_be_on_its_path() {
    let mut app = watched();
    let path = Path::new([Vec2::ZERO, vec2(300.0, 0.0)]).with_width(2.0);
    let guard = (at(0.0, 0.0), walker(), path, FollowPath::default());
    let guard = app.world_mut().spawn(guard).id();
    run(&mut app, 120);
    assert!(get::<PathProgress>(&app, guard).distance_to_path < 1.0);
    let off = |weight: f32| FollowPath {
        weight,
        ..default()
    };
    let chase = (off(0.0), Seek::new(vec2(10.0, 90.0)));
    app.world_mut().entity_mut(guard).insert(chase);
    run(&mut app, 900);
    let progress = get::<PathProgress>(&app, guard);
    assert!(progress.is_off_path && progress.distance_to_path > 30.0);
    assert_eq!(count(&app, "back on path"), 0);
    let mut entity = app.world_mut().entity_mut(guard);
    entity.remove::<Seek>().insert(off(1.0));
    run(&mut app, 1_500);
    let progress = get::<PathProgress>(&app, guard);
    assert!(!progress.is_off_path && progress.distance_to_path < 1.0);
    assert_eq!(count(&app, "back on path"), 1);
}
