//! Agents follow paths: with a width, past obstacles, through edits, and to an end.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;

const CORNER: [Vec2; 3] = [vec2(0.0, 0.0), vec2(30.0, 0.0), vec2(30.0, 30.0)];

/// Body radius 0.5, speed 5, force 15, on a path of its own.
fn walker(app: &mut App, start: Vec2, path: Path, follow: FollowPath) -> Entity {
    let body = (at(start.x, start.y), SteeringAgent::default());
    app.world_mut().spawn((body, path, follow)).id()
}

fn progress(app: &App, agent: Entity) -> PathProgress {
    *get::<PathProgress>(app, agent)
}

fn distance_to_corner(position: Vec2) -> f32 {
    let on = |start: Vec2, end: Vec2| {
        let way = end - start;
        let along = (position - start).dot(way) / way.length_squared();
        position.distance(start + way * along.clamp(0.0, 1.0))
    };
    on(CORNER[0], CORNER[1]).min(on(CORNER[1], CORNER[2]))
}

#[test]
fn a_walker_passes_the_points_at_full_speed_and_stops_at_the_end() {
    for hertz in [20.0, 60.0, 144.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let path = Path::new(CORNER).with_width(4.0);
        let agent = walker(&mut app, CORNER[0], path, FollowPath::default());
        let (mut time, mut slowest, mut farthest) = (0.0, f32::INFINITY, 0.0_f32);
        while place(&app, agent).distance(CORNER[2]) > 0.05 && time < 20.0 {
            app.update();
            time += 1.0 / hertz as f32;
            let remaining = progress(&app, agent).remaining;
            if (2.0..54.0).contains(&remaining) {
                slowest = slowest.min(velocity(&app, agent).length());
            }
            farthest = farthest.max(distance_to_corner(place(&app, agent)));
        }
        // 60 units at 5 a second, and half a second each for speeding up and braking.
        assert!((11.5..13.0).contains(&time), "{time} s at {hertz}");
        assert!(slowest > 4.2, "{slowest} at {hertz}");
        assert!(farthest < 1.6, "{farthest} at {hertz}");
        run(&mut app, 60);
        assert_close(place(&app, agent), CORNER[2], 0.01);
        assert!(velocity(&app, agent).length() < 0.01);
        assert!(get::<Settled>(&app, agent).is_settled);
        assert_near(progress(&app, agent).distance, 60.0, 0.02);
    }
}

#[test]
fn walkers_on_one_road_stay_side_by_side() {
    let mut app = app();
    let road = app
        .world_mut()
        .spawn(Path::new(CORNER).with_width(10.0))
        .id();
    let agents: Vec<Entity> = [-4.0, -2.0, 0.0, 2.0, 4.0]
        .into_iter()
        .map(|y| {
            let body = (at(0.0, y), SteeringAgent::default());
            app.world_mut().spawn((body, FollowPath::along(road))).id()
        })
        .collect();
    // About 20 units along the road.
    run(&mut app, 270);
    for (agent, y) in agents.iter().zip([-4.0, -2.0, 0.0, 2.0, 4.0]) {
        assert_near(place(&app, *agent).y, y, 0.05);
    }
}

#[test]
fn a_path_is_walked_backward_and_back_and_forth() {
    let mut app = app();
    let backward = FollowPath::default().with_direction(PathDirection::Backward);
    let agent = walker(&mut app, CORNER[2], Path::new(CORNER), backward);
    let patrol = FollowPath::default().with_direction(PathDirection::BackAndForth);
    let line = Path::new([vec2(100.0, 0.0), vec2(110.0, 0.0)]);
    let guard = walker(&mut app, vec2(100.0, 0.0), line, patrol);
    let mut turns = 0;
    let mut was_backward = false;
    for _ in 0..1_200 {
        app.update();
        let is_backward = progress(&app, guard).is_backward;
        turns += usize::from(is_backward != was_backward);
        was_backward = is_backward;
    }
    assert_close(place(&app, agent), CORNER[0], 0.05);
    // 20 s at 5 units a second: legs of 9 to 11 units, and the turns.
    assert!((6..=10).contains(&turns), "{turns}");
    assert!((99.0..111.0).contains(&place(&app, guard).x));
}

#[test]
fn a_path_of_one_place_is_walked_to_its_end() {
    let end = vec2(3.0, 3.0);
    for points in [vec![end], vec![end, end], vec![end - vec2(0.1, 0.0), end]] {
        // A ring has no end.
        for closed in [false, points[0] == end] {
            let mut app = app();
            let mut path = Path::new(points.clone());
            path.closed = closed;
            let patrol = FollowPath::default().with_direction(PathDirection::BackAndForth);
            let agent = walker(&mut app, vec2(-1.0, 0.0), path, patrol);
            run(&mut app, 600);
            assert_close(place(&app, agent), end, 1e-2);
            assert!(get::<Velocity>(&app, agent).0.length() < 1e-2);
        }
    }
}

#[test]
fn a_ring_is_walked_for_ever() {
    let mut app = app();
    let ring = [
        vec2(0.0, 0.0),
        vec2(10.0, 0.0),
        vec2(10.0, 10.0),
        vec2(0.0, 10.0),
    ];
    let path = Path::new(ring).closed();
    let agent = walker(&mut app, vec2(0.0, 0.0), path, FollowPath::default());
    let mut length = 0.0;
    for _ in 0..1_200 {
        let before = place(&app, agent);
        app.update();
        length += place(&app, agent).distance(before);
    }
    assert!(length > 85.0, "{length}");
    assert!(!get::<Settled>(&app, agent).is_settled);
}

#[test]
fn a_changed_path_is_taken_up_where_it_is_nearest() {
    let mut app = app();
    let agent = walker(
        &mut app,
        CORNER[0],
        Path::new(CORNER),
        FollowPath::default(),
    );
    run(&mut app, 120);
    let before = place(&app, agent).x;
    assert!(before > 8.0);
    // The path gets a point behind the agent, and another end. The agent does not go back.
    let longer = [
        vec2(0.0, 0.0),
        vec2(4.0, 0.0),
        vec2(20.0, 0.0),
        vec2(20.0, -9.0),
    ];
    app.world_mut().get_mut::<Path>(agent).unwrap().points = longer.to_vec();
    run(&mut app, 30);
    assert!(place(&app, agent).x > before + 1.5);
    run(&mut app, 360);
    assert_close(place(&app, agent), longer[3], 0.05);
    // Another path altogether.
    app.world_mut()
        .entity_mut(agent)
        .insert(Path::new([vec2(20.0, 0.0), vec2(40.0, 0.0)]));
    run(&mut app, 480);
    assert_close(place(&app, agent), vec2(40.0, 0.0), 0.05);
}

#[test]
fn an_obstacle_on_the_path_is_passed() {
    for radius in [1.0, 3.0, 6.0] {
        let mut app = app();
        app.world_mut()
            .spawn((at(15.0, 0.3), Obstacle::circle(radius)));
        let line = Path::new([vec2(0.0, 0.0), vec2(15.0, 0.0), vec2(40.0, 0.0)]);
        let agent = walker(&mut app, Vec2::ZERO, line, FollowPath::default());
        app.world_mut()
            .entity_mut(agent)
            .insert(AvoidObstacles::default());
        let mut ticks = 0;
        while place(&app, agent).distance(vec2(40.0, 0.0)) > 0.05 && ticks < 1_200 {
            app.update();
            ticks += 1;
        }
        // The way is 40 units plus twice the radius, at 5 a second.
        assert!(
            ticks < 600 + 24 * radius as usize,
            "{ticks} ticks round {radius}"
        );
    }
}

#[test]
fn without_a_path_the_second_of_two_walks_and_the_first_is_reported() {
    let mut app = app();
    let gone = app.world_mut().spawn(Path::new(CORNER)).id();
    let body = (at(-5.0, 0.0), SteeringAgent::default());
    let lost = app.world_mut().spawn((body, FollowPath::along(gone))).id();
    let broken = Path::new([Vec2::NAN, Vec2::ONE]);
    let broken = walker(&mut app, vec2(-9.0, 0.0), broken, FollowPath::default());
    let good = walker(
        &mut app,
        CORNER[0],
        Path::new(CORNER),
        FollowPath::default(),
    );
    app.world_mut().despawn(gone);
    run(&mut app, 60);
    assert!(!has_contribution(&app, lost) && !has_contribution(&app, broken));
    assert!(place(&app, good).x > 2.0);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let named = |entity, component, field| {
        let is_named = |known: &&_| {
            let known: &bevy_horde::validation::InvalidSetting = known;
            (known.entity, known.component, known.field) == (entity, component, field)
        };
        reported.iter().filter(is_named).count()
    };
    assert_eq!(named(lost, "FollowPath", "path"), 1);
    assert_eq!(named(broken, "Path", "points"), 1);
    assert_eq!(reported.len(), 2);
}

#[test]
fn a_crowd_on_a_road_uses_its_width_and_settles_at_the_end() {
    let mut app = app();
    let road = app
        .world_mut()
        .spawn(Path::new(CORNER).with_width(8.0))
        .id();
    let agents: Vec<Entity> = (0..20_u8)
        .map(|number| {
            let (row, column) = (number / 5, number % 5);
            let start = at(-1.3 * f32::from(row), 1.3 * (f32::from(column) - 2.0));
            let avoid = AvoidAgents::default();
            let body = (start, SteeringAgent::default(), avoid);
            app.world_mut().spawn((body, FollowPath::along(road))).id()
        })
        .collect();
    let (mut left, mut right) = (f32::NEG_INFINITY, f32::INFINITY);
    for _ in 0..2_400 {
        app.update();
        for agent in &agents {
            let position = place(&app, *agent);
            if (15.0..25.0).contains(&position.y) {
                (left, right) = (left.max(position.x), right.min(position.x));
            }
        }
    }
    // The crowd is 5.2 wide at first, and the centers have 7 units of the width of 8.
    assert!(left - right > 0.5 * 7.0, "{left} {right}");
    for agent in &agents {
        let settled = get::<Settled>(&app, *agent);
        assert!(settled.is_settled, "{} {settled:?}", place(&app, *agent));
        assert!(place(&app, *agent).distance(CORNER[2]) < 4.0);
    }
}

#[test]
fn a_path_that_changed_while_it_was_hidden_is_followed_as_it_is() {
    let mut app = app();
    let road = app.world_mut().spawn(Path::new(CORNER)).id();
    let body = (at(0.0, 0.0), SteeringAgent::default());
    let agent = app.world_mut().spawn((body, FollowPath::along(road))).id();
    run(&mut app, 10);
    app.world_mut().entity_mut(road).insert(Disabled);
    run(&mut app, 1);
    app.world_mut().get_mut::<Path>(road).unwrap().points = vec![Vec2::ZERO, vec2(0.0, -20.0)];
    run(&mut app, 2);
    app.world_mut().entity_mut(road).remove::<Disabled>();
    run(&mut app, 60);
    assert!(place(&app, agent).y < -2.0, "{}", place(&app, agent));
}

/// The largest distance of a body's surface from the corridor about a path, on the way to its end
/// or in 40 seconds.
fn farthest_out(path: Path, direction: PathDirection, force: f32, hertz: f64) -> f32 {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    let mut points = path.points.clone();
    if path.closed {
        points.push(points[0]);
    }
    let (width, start) = (path.width, points[0]);
    let follow = FollowPath::default().with_direction(direction);
    let agent = walker(&mut app, start, path, follow);
    let mut body = app.world_mut().entity_mut(agent);
    body.get_mut::<SteeringAgent>().unwrap().max_force = force;
    let mut farthest = 0.0_f32;
    for _ in 0..(40.0 * hertz) as u32 {
        app.update();
        let position = place(&app, agent);
        let from_line = points.windows(2).map(|ends| {
            let way = ends[1] - ends[0];
            let along = (position - ends[0]).dot(way) / way.length_squared();
            position.distance(ends[0] + way * along.clamp(0.0, 1.0))
        });
        let from_line = from_line.fold(f32::INFINITY, f32::min);
        farthest = farthest.max(from_line + 0.5 - 0.5 * width);
        if get::<Settled>(&app, agent).is_settled {
            return farthest;
        }
    }
    let has_end =
        !(points[0] == points[points.len() - 1] || direction == PathDirection::BackAndForth);
    assert!(!has_end, "does not arrive");
    farthest
}

#[test]
fn a_walker_brakes_for_corners_and_stays_in_the_corridor() {
    for degrees in [20.0_f32, 30.0, 60.0, 90.0, 120.0, 150.0, 175.0] {
        let corner = vec2(30.0, 0.0);
        let end = corner + 30.0 * Vec2::from_angle(degrees.to_radians());
        let (forward, backward) = (PathDirection::Forward, PathDirection::Backward);
        for (width, force, hertz, direction) in [
            (1.5, 15.0, 60.0, forward),
            (2.0, 5.0, 20.0, forward),
            (2.0, 5.0, 144.0, forward),
            (2.0, 15.0, 144.0, backward),
            (4.0, 5.0, 60.0, forward),
        ] {
            let mut points = [Vec2::ZERO, corner, end];
            if direction == backward {
                points.reverse();
            }
            let path = Path::new(points).with_width(width);
            let out = farthest_out(path, direction, force, hertz);
            let run = format!("{degrees} degrees, width {width}, force {force}, {hertz} Hz");
            assert!(out < 0.15, "{out} outside at {run}");
        }
    }
}

#[test]
fn a_walker_stays_in_the_corridor_of_a_ring_and_at_the_end_of_a_patrol() {
    let ring = [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (5.0, 12.0)].map(Vec2::from);
    let ring = Path::new(ring).closed().with_width(2.0);
    let patrol = Path::new([Vec2::ZERO, vec2(20.0, 0.0)]).with_width(2.0);
    for (path, direction) in [
        (ring, PathDirection::Forward),
        (patrol, PathDirection::BackAndForth),
    ] {
        let out = farthest_out(path.clone(), direction, 5.0, 60.0);
        assert!(out < 0.15, "{out} outside of {path:?}");
    }
}

#[test]
fn braking_for_a_corner_does_not_outvote_other_forces() {
    for hertz in [60.0, 240.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let path = Path::new(CORNER).with_width(2.0);
        let follow = FollowPath {
            weight: 0.1,
            ..default()
        };
        let agent = walker(&mut app, vec2(20.0, 0.0), path, follow);
        let away = Seek::new(vec2(200.0, 0.0));
        app.world_mut().entity_mut(agent).insert(away);
        run(&mut app, (8.0 * hertz) as usize);
        assert!(place(&app, agent).x > 45.0, "{}", place(&app, agent));
    }
}

#[test]
fn steps_within_the_corridor_and_wide_bends_cost_no_speed() {
    // 0.5 forward and 0.5 to the side in turn, about a straight line; and a bend of radius 4.
    let stairs: Vec<Vec2> = (0..80_u32)
        .map(|step| vec2((step / 2) as f32 * 0.5, step.div_ceil(2) as f32 * 0.5))
        .collect();
    let bend: Vec<Vec2> = (0..62)
        .map(|step| 4.0 * Vec2::from_angle(step as f32 * 0.1))
        .collect();
    for (points, way) in [(stairs, 28.0), (bend, 24.4)] {
        let mut app = app();
        let path = Path::new(points.clone()).with_width(2.0);
        let agent = walker(&mut app, points[0], path, FollowPath::default());
        app.update();
        let mut time = 1.0 / 60.0;
        while progress(&app, agent).remaining > 0.1 {
            app.update();
            time += 1.0 / 60.0;
            assert!(time < 20.0, "does not arrive");
        }
        // Half a second for speeding up, and for braking.
        assert!(time < way / 5.0 + 1.0, "{time} s for {way}");
    }
}
