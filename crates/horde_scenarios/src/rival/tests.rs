use super::{RivalKind, can_walk, walk};
use crate::barrier::samples::every_barrier;
use crate::barrier::{Barrier, Door};
use crate::frame::{Participant, Sample};
use crate::scenario::{Arrival, End, Layout, Settings, Task, Waypoint, shipped};
use bevy::math::{Vec2, vec2};

/// Walkers of radius 0.3 m and 1.5 m/s.
fn layout(trips: &[(Vec2, Vec2)], barriers: &[Barrier]) -> Layout {
    let participant = |(start, goal): &(Vec2, Vec2)| Participant {
        group: 0,
        radius: 0.3,
        speed: 1.5,
        mass: 70.0,
        start: *start,
        goals: vec![*goal],
        appears: 0.0,
    };
    let task = |(_, goal): &(Vec2, Vec2)| Task::Walk {
        waypoints: vec![Waypoint::Position(*goal)],
    };
    Layout {
        participants: trips.iter().map(participant).collect(),
        tasks: trips.iter().map(task).collect(),
        settings: vec![Settings::default()],
        barriers: barriers.to_vec(),
        doors: Vec::new(),
        targets: Vec::new(),
        arrival: Arrival::default(),
        end: End::AllArrived { within: 60.0 },
        wraps: None,
    }
}

/// The samples of every frame, and the end.
fn film(layout: &Layout, kind: RivalKind) -> (Vec<Vec<Sample>>, crate::simulation::Outcome) {
    let mut frames = Vec::new();
    let end = walk(layout, &mut *kind.start(), 60, |frame| {
        frames.push(frame.agents.to_vec());
    });
    (frames, end)
}

#[test]
fn dodgy_agents_pass_each_other() {
    let trips = [
        (vec2(-5.0, 0.0), vec2(5.0, 0.0)),
        (vec2(5.0, 0.05), vec2(-5.0, 0.05)),
    ];
    let (frames, end) = film(&layout(&trips, &[]), RivalKind::Dodgy);
    // 10 m at 1.5 m/s take 6.7 s.
    assert!(end.is_done && end.seconds < 8.0, "{end:?}");
    let apart = frames
        .iter()
        .map(|agents| agents[0].position.distance(agents[1].position));
    let nearest = apart.fold(f32::INFINITY, f32::min);
    assert!((0.595..0.8).contains(&nearest), "{nearest} m");
}

#[test]
fn dodgy_agents_enter_no_barrier() {
    let barriers = every_barrier();
    for barrier in &barriers {
        let middle = barrier.positions().iter().sum::<bevy::math::DVec2>()
            / barrier.positions().len() as f64;
        let middle = middle.as_vec2();
        for side in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
            // From outside through the middle to the other side.
            let trip = (middle + 16.0 * side, middle - 16.0 * side);
            let mut layout = layout(&[trip], core::slice::from_ref(barrier));
            layout.end = End::After(20.0);
            let (frames, _) = film(&layout, RivalKind::Dodgy);
            for agents in frames {
                let position = agents[0].position.as_dvec2();
                let distance = barrier.signed_distance(position);
                assert!(
                    distance > 0.27,
                    "{distance} m from {barrier:?}, from {side}"
                );
            }
        }
    }
}

#[test]
fn straight_agents_take_distance_over_speed() {
    let wall = Barrier::Segment {
        from: vec2(0.0, -5.0),
        to: vec2(0.0, 5.0),
    };
    let trips = [
        (vec2(-5.0, 0.0), vec2(5.0, 0.0)),
        (vec2(5.0, 0.0), vec2(-5.0, 0.0)),
    ];
    let (frames, end) = film(&layout(&trips, &[wall]), RivalKind::Straight);
    // 10 - 0.25 m at 1.5 m/s take 6.5 s: 390 ticks.
    assert!(end.is_done);
    assert!((end.seconds - 6.5).abs() <= 1.01 / 60.0, "{end:?}");
    assert!(frames.iter().flatten().all(|agent| agent.position.y == 0.0));
}

#[test]
fn agents_that_stay_stop_at_their_goal_and_those_that_leave_are_gone() {
    let mut layout = layout(&[(Vec2::ZERO, vec2(3.0, 0.0))], &[]);
    layout.end = End::After(5.0);
    let (frames, _) = film(&layout, RivalKind::Straight);
    let last = frames.last().expect("a frame")[0];
    assert!(last.position.distance(vec2(3.0, 0.0)) < 1e-4 && last.is_present);
    layout.arrival.then = crate::scenario::AfterArrival::Leave;
    let (frames, _) = film(&layout, RivalKind::Straight);
    assert!(!frames.last().expect("a frame")[0].is_present);
}

#[test]
fn the_goals_that_an_agent_has_reached_are_counted() {
    let mut layout = layout(&[(Vec2::ZERO, vec2(0.0, 6.0))], &[]);
    let corner = Waypoint::Position(vec2(3.0, 0.0));
    let Task::Walk { waypoints } = &mut layout.tasks[0] else {
        unreachable!("every agent walks");
    };
    waypoints.insert(0, corner);
    let (frames, _) = film(&layout, RivalKind::Straight);
    let reached = |frame: usize| frames[frame][0].goals_reached;
    // 3 m at 1.5 m/s take 2 s: 120 ticks.
    assert_eq!([reached(0), reached(60), reached(130)], [0, 0, 1]);
}

#[test]
fn a_door_stops_agents_until_it_vanishes() {
    let mut layout = layout(&[(vec2(-3.0, 0.0), vec2(3.0, 0.0))], &[]);
    layout.doors = vec![Door {
        shape: Barrier::Segment {
            from: vec2(0.0, -30.0),
            to: vec2(0.0, 30.0),
        },
        from: 0.0,
        until: Some(5.0),
    }];
    let (frames, end) = film(&layout, RivalKind::Dodgy);
    // At 60 Hz frame 300 is at 5 s. Without the door the agent would be there in 4 s.
    assert!(
        frames[..=300]
            .iter()
            .all(|agents| agents[0].position.x < -0.2)
    );
    assert!(end.is_done && end.seconds < 9.0, "{end:?}");
}

#[test]
fn an_agent_appears_when_its_time_has_come() {
    let mut layout = layout(&[(Vec2::ZERO, vec2(3.0, 0.0))], &[]);
    layout.participants[0].appears = 1.0;
    let (frames, end) = film(&layout, RivalKind::Straight);
    assert!(frames[..=60].iter().all(|agents| !agents[0].is_present));
    assert!(frames[61][0].is_present);
    // 3 - 0.25 m at 1.5 m/s take 1.83 s.
    assert!((end.seconds - 2.83).abs() < 0.04, "{end:?}");
}

#[test]
fn flocks_and_hunters_are_not_walked() {
    let layout = |name: &str| {
        let loaded = shipped(name).expect("it comes with the suite");
        loaded.expect("it is legal").1
    };
    for name in ["flock-wide-20", "zombies"] {
        assert!(!can_walk(&layout(name)), "{name}");
    }
    for name in ["corridor", "pedestrians", "standing-crowd", "bottleneck"] {
        assert!(can_walk(&layout(name)), "{name}");
    }
}
