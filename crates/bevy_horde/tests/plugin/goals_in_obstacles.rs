//! A goal inside a solid obstacle is reached at the obstacle's surface.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::FormationState;
use bevy_horde::prelude::*;
use std::collections::BTreeMap;

/// What the agents reported: how often each has arrived, and all other events.
#[derive(Resource, Default)]
struct Reports {
    arrived: BTreeMap<Entity, u32>,
    failures: Vec<String>,
}

fn watched(hertz: f64) -> App {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    app.init_resource::<Reports>();
    app.add_observer(|it: On<Arrived>, mut reports: ResMut<Reports>| {
        *reports.arrived.entry(it.entity).or_default() += 1;
    });
    app.add_observer(|it: On<Stuck>, mut reports: ResMut<Reports>| {
        reports
            .failures
            .push(format!("{} is stuck by {:?}", it.entity, it.by));
    });
    app.add_observer(|it: On<Unreachable>, mut reports: ResMut<Reports>| {
        reports
            .failures
            .push(format!("{} has no way to {}", it.entity, it.goal));
    });
    app
}

fn buildings() -> [Obstacle; 3] {
    let corners = [(-4.0, -2.0), (3.0, -4.0), (5.0, 2.0), (0.0, 5.0)];
    [
        Obstacle::rectangle(8.0, 5.0),
        Obstacle::circle(3.0),
        Obstacle::polygon(corners.map(Vec2::from)),
    ]
}

/// Spawns `count` agents west of the origin, each with the components of `order`.
fn crowd<B: Bundle>(app: &mut App, count: u8, order: impl Fn() -> B) -> Vec<Entity> {
    let walkers = (0..count).map(|number| {
        let (column, row) = (f32::from(number / 8), f32::from(number % 8));
        let body = (
            at(-15.0 - 1.3 * column, 1.3 * row - 4.0),
            SteeringAgent::default(),
        );
        let avoids = (AvoidAgents::default(), AvoidObstacles::default());
        app.world_mut()
            .spawn((body, avoids, Journey::default(), order()))
            .id()
    });
    walkers.collect()
}

#[track_caller]
fn assert_all_arrived(app: &App, agents: &[Entity], what: &str) {
    let reports = app.world().resource::<Reports>();
    assert!(
        reports.failures.is_empty(),
        "{what}: {:?}",
        reports.failures
    );
    for agent in agents {
        let times = reports.arrived.get(agent).copied().unwrap_or_default();
        assert_eq!(times, 1, "{what}: {agent} at {}", place(app, *agent));
        let speed = velocity(app, *agent).length();
        assert!(speed < 0.05, "{what}: {agent} moves at {speed}");
    }
}

#[test]
fn a_crowd_settles_along_a_building() {
    for (shape, building) in buildings().into_iter().enumerate() {
        for (count, hertz) in [(1, 30.0), (5, 144.0), (20, 64.0)] {
            let mut app = watched(hertz);
            let building = app.world_mut().spawn((at(0.0, 0.0), building.clone())).id();
            let agents = crowd(&mut app, count, || Gather::entity(building));
            run(&mut app, (40.0 * hertz) as usize);
            let what = format!("{count} at shape {shape}, {hertz} Hz");
            assert_all_arrived(&app, &agents, &what);
        }
    }
}

#[test]
fn a_place_in_a_building_is_reached_at_its_surface() {
    let mut app = watched(60.0);
    app.world_mut()
        .spawn((at(0.0, 0.0), Obstacle::rectangle(8.0, 5.0)));
    let agents = crowd(&mut app, 3, || Arrive::new(vec2(1.0, 0.5)));
    run(&mut app, 1_200);
    assert_all_arrived(&app, &agents, "three agents");
    for agent in &agents {
        // Half of 8 units, and the radius of 0.5, are 4.5.
        assert!(place(&app, *agent).x < -4.4, "on the near side");
        assert!(place(&app, *agent).x > -6.5, "beside the wall");
    }
}

#[test]
fn an_open_fence_is_reached_at_its_surface() {
    let mut app = watched(60.0);
    let fence = Obstacle::polyline([vec2(3.0, -6.0), vec2(0.0, 0.0), vec2(3.0, 6.0)]);
    let fence = app.world_mut().spawn((at(5.0, 0.0), fence)).id();
    let agents = crowd(&mut app, 4, || Arrive::entity(fence));
    run(&mut app, 1_200);
    assert_all_arrived(&app, &agents, "four agents");
}

#[test]
fn a_field_leads_to_the_surface_of_a_building() {
    for (shape, building) in buildings().into_iter().enumerate() {
        let mut app = watched(60.0);
        app.world_mut().spawn((at(0.0, 0.0), building));
        let area = Rect::new(-30.0, -20.0, 20.0, 20.0);
        let field = FlowField::new(area).with_cell_size(0.5).to(Vec2::ZERO);
        let field = app.world_mut().spawn(field).id();
        // A wall between the crowd and the building, open to the north.
        let wall = Obstacle::segment(vec2(-10.0, -20.0), vec2(-10.0, 9.0));
        app.world_mut().spawn((at(0.0, 0.0), wall));
        let agents = crowd(&mut app, 20, || FollowField::new(field));
        run(&mut app, 60 * 40);
        assert_all_arrived(&app, &agents, &format!("20 at shape {shape}"));
    }
}

#[test]
fn an_area_in_a_building_is_reached_at_its_surface() {
    let circle = |x: f32, y: f32, radius: f32| FieldGoal::Circle {
        center: vec2(x, y),
        radius,
    };
    let rectangle = |x: f32, y: f32, width: f32, height: f32| {
        FieldGoal::Rectangle(Rect::from_center_size(vec2(x, y), vec2(width, height)))
    };
    for (number, (count, goal, free_side)) in [
        // Within the building, which is 8 wide and 5 high.
        (16, circle(0.0, 0.0, 1.5), 0.0),
        (16, circle(1.0, 0.5, 0.1), 0.0),
        (16, rectangle(0.0, 0.0, 7.0, 4.0), 0.0),
        // Free in part: on the near side, and on the far side.
        (3, circle(-4.0, 0.0, 3.0), -1.0),
        (3, rectangle(4.0, 0.0, 8.0, 3.0), 1.0),
    ]
    .into_iter()
    .enumerate()
    {
        let mut app = watched(60.0);
        app.world_mut()
            .spawn((at(0.0, 0.0), Obstacle::rectangle(8.0, 5.0)));
        let area = Rect::new(-30.0, -20.0, 20.0, 20.0);
        let field = FlowField::new(area).with_cell_size(0.5).to(goal);
        let field = app.world_mut().spawn(field).id();
        let agents = crowd(&mut app, count, || FollowField::new(field));
        run(&mut app, 60 * 30);
        assert_all_arrived(&app, &agents, &format!("goal {number}"));
        for agent in agents {
            let side = place(&app, agent).x * free_side;
            assert!(free_side == 0.0 || side > 4.0, "goal {number}: {side}");
        }
    }
}

#[test]
fn an_agent_without_a_body_stops_at_a_building_if_it_avoids_it() {
    let mut app = watched(60.0);
    app.world_mut()
        .spawn((at(0.0, 0.0), Obstacle::rectangle(8.0, 5.0)));
    let path = Path::new([vec2(-15.0, 6.0), vec2(-9.0, 2.0), vec2(0.0, 2.0)]);
    let path = app.world_mut().spawn(path).id();
    let body = SteeringAgent {
        solid: false,
        ..default()
    };
    let mut spawn = |y: f32, order: &dyn Fn(&mut EntityWorldMut)| {
        let mut agent = app.world_mut().spawn((at(-15.0, y), body));
        agent.insert((AvoidObstacles::default(), Journey::default()));
        order(&mut agent);
        agent.id()
    };
    let outside = [
        spawn(0.0, &|it| {
            it.insert(Arrive::new(vec2(0.0, 0.0)));
        }),
        spawn(1.0, &|it| {
            it.insert(Gather::new(vec2(0.0, 1.0)));
        }),
        spawn(6.0, &|it| {
            it.insert(FollowPath::along(path));
        }),
    ];
    let ghost = spawn(-1.0, &|it| {
        it.insert(Arrive::new(vec2(0.0, -1.0)));
        it.remove::<AvoidObstacles>();
    });
    run(&mut app, 1_200);
    for agent in outside {
        assert_all_arrived(&app, &[agent], "outside");
        let x = place(&app, agent).x;
        assert!((-5.0..-4.4).contains(&x), "{x}");
    }
    assert_all_arrived(&app, &[ghost], "a ghost");
    assert_close(place(&app, ghost), vec2(0.0, -1.0), 0.01);
}

#[test]
fn a_formation_that_is_sent_onto_a_building_forms_up_before_it() {
    let mut app = watched(60.0);
    app.world_mut()
        .spawn((at(0.0, 0.0), Obstacle::rectangle(12.0, 12.0)));
    let march = Formation::new(FormationShape::Box).on_marching_point(0.5, 5.0);
    let way = (Arrive::new(vec2(0.0, 0.0)), AvoidObstacles::default());
    let leader = app.world_mut().spawn((at(-30.0, 0.0), march, way)).id();
    let members: Vec<Entity> = (0..9_u8)
        .map(|number| {
            let (row, column) = (f32::from(number / 3), f32::from(number % 3));
            let place = at(-1.5 * row - 31.5, 1.5 * (column - 1.0));
            let avoids = (AvoidAgents::default(), AvoidObstacles::default());
            let body = (place, SteeringAgent::default(), Journey::default());
            let slot = (avoids, InFormation(leader));
            app.world_mut().spawn((body, slot)).id()
        })
        .collect();
    run(&mut app, 60 * 30);
    assert_all_arrived(&app, &members, "members");
    assert!(place(&app, leader).x < -6.0, "the leader is outside");
    let files = get::<FormationState>(&app, leader).column_files;
    assert_eq!(files, 0, "they stand in their shape");
    for member in members {
        assert!(place(&app, member).y.abs() < 2.0, "a box is three wide");
    }
}
