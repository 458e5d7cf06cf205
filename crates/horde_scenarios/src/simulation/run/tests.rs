use super::*;
use crate::scenario::shipped;

fn layout(name: &str) -> Layout {
    let loaded = shipped(name).expect("it comes with the suite");
    loaded.expect("it is legal").1
}

fn variant(rate: u32, symmetry: Symmetry) -> Variant {
    Variant { rate, symmetry }
}

/// Every frame of a run, and its outcome.
fn film(layout: &Layout, variant: Variant) -> (Vec<(f64, Vec<Sample>)>, Outcome) {
    let mut frames = Vec::new();
    let outcome = simulate(layout, variant, |frame| {
        frames.push((frame.time, frame.agents.to_vec()));
    });
    (frames, outcome)
}

#[test]
fn every_update_is_one_tick() {
    for rate in [30, 60, 240] {
        let mut layout = layout("wall-40");
        layout.end = End::After(2.0);
        let (frames, outcome) = film(&layout, variant(rate, Symmetry::Plain));
        assert_eq!(frames.len(), 2 * rate as usize + 1);
        assert_eq!((outcome.is_done, outcome.seconds), (true, 2.0));
        for (number, pair) in frames.windows(2).enumerate() {
            let [(before, from), (after, to)] = pair else {
                panic!("two frames");
            };
            assert!((after - before - 1.0 / f64::from(rate)).abs() < 1e-9);
            // Exactly one tick at the new velocity.
            let moved = to[0].position - from[0].position;
            let expected = to[0].velocity / rate as f32;
            assert!(
                moved.distance(expected) < 1e-4,
                "{number}: {moved} {expected}"
            );
        }
    }
}

#[test]
fn a_run_does_not_depend_on_parallel_runs() {
    let layout = layout("antipodal-10");
    let alone = film(&layout, variant(60, Symmetry::Plain));
    let beside: Vec<_> = std::thread::scope(|scope| {
        let run = || film(&layout, variant(60, Symmetry::Plain));
        let threads = [scope.spawn(run), scope.spawn(run), scope.spawn(run)];
        threads.map(|thread| thread.join().expect("it ends")).into()
    });
    for run in beside {
        assert_eq!(run, alone);
    }
}

#[test]
fn in_a_mirror_agents_pass_on_the_other_side() {
    let layout = layout("head-on-aligned");
    let (plain, _) = film(&layout, variant(60, Symmetry::Plain));
    let (mirrored, _) = film(&layout, variant(60, Symmetry::Mirrored));
    assert_eq!(plain.len(), mirrored.len());
    let mut widest = 0.0_f32;
    for ((_, plain), (_, mirrored)) in plain.iter().zip(&mirrored) {
        for (plain, mirrored) in plain.iter().zip(mirrored) {
            // Frames are in the coordinates of the file.
            assert!(plain.position.distance(mirrored.position) < 1e-4);
            widest = widest.max(plain.position.y.abs());
        }
    }
    assert!(widest > 0.15, "no agent stepped aside");
}

#[test]
fn symmetries_show_a_walker_on_the_same_way() {
    let layout = layout("cul-de-sac-cup");
    let (plain, _) = film(&layout, variant(60, Symmetry::Plain));
    for symmetry in [Symmetry::Rotated, Symmetry::Shifted] {
        let (transformed, outcome) = film(&layout, variant(60, symmetry));
        assert!(outcome.is_done);
        assert_eq!(transformed[0].1[0].position.round(), plain[0].1[0].position);
        // A second of walking straight into the cup, before any decision.
        let (plain, transformed) = (plain[60].1[0], transformed[60].1[0]);
        assert!(
            plain.position.distance(transformed.position) < 1e-2,
            "{symmetry:?}"
        );
        assert!(
            plain.velocity.distance(transformed.velocity) < 1e-2,
            "{symmetry:?}"
        );
    }
}

#[test]
fn leaving_agents_disappear_where_they_arrived() {
    let layout = layout("overtaking");
    let (frames, outcome) = film(&layout, variant(60, Symmetry::Plain));
    assert!(outcome.is_done);
    let left = frames.iter().position(|(_, agents)| !agents[1].is_present);
    let left = left.expect("the fast one leaves first");
    assert!(left < frames.len() - 1);
    for (_, agents) in &frames[left..] {
        assert_eq!(agents[1], frames[left].1[1]);
        assert!(agents[1].has_arrived);
        // The gate is at 20 m, a tick is 1.6 m/s / 60 Hz = 27 mm.
        assert!(
            (20.0..20.03).contains(&agents[1].position.x),
            "{}",
            agents[1].position
        );
    }
}

#[test]
fn standing_agents_have_arrived_and_do_not_delay_the_end() {
    let mut layout = layout("standing-crowd");
    layout.participants[0].start.y = -5.0;
    layout.tasks[0] = Task::Walk {
        waypoints: vec![crate::scenario::Waypoint::Position(Vec2::new(-4.0, -8.0))],
    };
    let (frames, outcome) = film(&layout, variant(60, Symmetry::Plain));
    assert!(frames[0].1[1..].iter().all(|agent| agent.has_arrived));
    assert!(!frames[0].1[0].has_arrived);
    // 3 m at 1.3 m/s, and braking.
    assert!(outcome.is_done && outcome.seconds < 4.0, "{outcome:?}");
}

#[test]
fn time_runs_out() {
    let mut layout = layout("head-on-aligned");
    layout.end = End::AllArrived { within: 1.0 };
    let (_, outcome) = film(&layout, variant(60, Symmetry::Plain));
    assert_eq!((outcome.is_done, outcome.seconds), (false, 1.0));
}

#[test]
fn a_flock_stays_on_its_ground_and_hunters_follow() {
    let mut flock = layout("flock-wide-20");
    flock.end = End::After(20.0);
    let size = flock.wraps.expect("it wraps");
    let (frames, _) = film(&flock, variant(60, Symmetry::Rotated));
    let farthest = frames.iter().flat_map(|(_, agents)| agents);
    let farthest = farthest.fold(Vec2::ZERO, |most, agent| most.max(agent.position.abs()));
    assert!(
        (farthest - size / 2.0).max_element() < 2.0,
        "{farthest} of {size}"
    );

    let mut zombies = layout("zombies");
    zombies.participants.truncate(20);
    zombies.tasks.truncate(20);
    zombies.end = End::After(15.0);
    let (frames, _) = film(&zombies, variant(30, Symmetry::Plain));
    let away = |frame: &(f64, Vec<Sample>)| {
        let distances = frame.1.iter().map(|agent| agent.position.length());
        distances.sum::<f32>() / 20.0
    };
    let (first, last) = (
        frames.first().expect("a frame"),
        frames.last().expect("a frame"),
    );
    assert!(
        away(last) < 0.7 * away(first),
        "{} {}",
        away(first),
        away(last)
    );
}

#[test]
fn staying_agents_stop_at_their_goal() {
    let mut layout = layout("head-on-offset-0.3");
    layout.end = End::After(8.0);
    layout.arrival.within = 0.5;
    let Task::Walk { waypoints } = &mut layout.tasks[0] else {
        panic!("it walks");
    };
    // One walker passes a position on the way; the other one goes straight.
    waypoints.insert(0, crate::scenario::Waypoint::Position(Vec2::new(0.0, 0.3)));
    let (frames, _) = film(&layout, variant(60, Symmetry::Plain));
    let (_, agents) = frames.last().expect("a frame");
    for (agent, participant) in agents.iter().zip(&layout.participants) {
        assert!(agent.has_arrived && agent.is_present);
        assert!(
            agent.position.distance(participant.goals[0]) < 1e-2,
            "{}",
            agent.position
        );
        assert!(agent.velocity.length() < 1e-2, "{}", agent.velocity);
    }
}

#[test]
fn circulating_agents_pass_the_corners_in_order() {
    let mut layout = layout("pedestrians");
    layout.participants.truncate(1);
    layout.tasks.truncate(1);
    let path = [
        Vec2::new(60.0, 60.0),
        Vec2::new(68.0, 60.0),
        Vec2::new(64.0, 68.0),
    ];
    layout.participants[0].start = Vec2::new(60.0, 61.0);
    layout.tasks[0] = Task::Circulate {
        path: path.to_vec(),
        within: 1.5,
    };
    layout.end = End::After(60.0);
    let (frames, _) = film(&layout, variant(30, Symmetry::Mirrored));
    let mut passed: Vec<usize> = Vec::new();
    for (_, agents) in &frames {
        let near = path
            .iter()
            .position(|corner| corner.distance(agents[0].position) <= 1.6);
        if let Some(near) = near.filter(|near| passed.last() != Some(near)) {
            passed.push(near);
        }
    }
    // A lap is 26 m, minus the cut corners, at 2 m/s: at least four laps.
    assert!(passed.len() >= 12, "{passed:?}");
    assert!(
        passed
            .iter()
            .enumerate()
            .all(|(number, corner)| *corner == number % 3),
        "{passed:?}"
    );
}

/// A scenario of one walker from the origin to (6, 0), with these additions.
fn walk(in_group: &str, in_file: &str) -> Layout {
    let folder = crate::command::test_support::Folder::new(&format!(
        "walk-{}-{}",
        in_group.len(),
        in_file.len()
    ));
    let file = folder.file("walk.ron");
    let text = format!(
        "(title: \"\", about: \"\", groups: [(start: Points([(0, 0)]), \
         moves: Walks([Offset((6, 0))]), radius: 0.3, speed: 1.3{in_group})], \
         ends: AllArrived(within: 30){in_file})"
    );
    std::fs::write(&file, text).expect("written");
    crate::scenario::load(&file).expect("legal").1
}

#[test]
fn a_walker_passes_a_door_when_it_opens() {
    let room = "Polyline(points: [(-2, -2), (2, -2), (2, 2), (-2, 2)], closed: true)";
    let layout = walk("", &format!(", doors: [(shape: {room}, until: 5)]"));
    let (frames, outcome) = film(&layout, variant(60, Symmetry::Rotated));
    let position = frames[60 * 5].1[0].position.abs();
    assert!(position.max_element() < 1.71, "{position}");
    assert!(outcome.is_done, "{outcome:?}");
    // The walker stops at a door that closes.
    let wall = "Segment(from: (4, -90), to: (4, 90))";
    let layout = walk("", &format!(", doors: [(shape: {wall}, from: 1)]"));
    assert!(!film(&layout, variant(60, Symmetry::Plain)).1.is_done);
}

#[test]
fn emitted_agents_appear_when_it_is_time_and_there_is_room() {
    let layout = walk(
        ", emits: (every: 0.1, count: 3, after: 1)",
        ", arrival: (then: Leave)",
    );
    let (frames, outcome) = film(&layout, variant(60, Symmetry::Mirrored));
    let appears = |agent: usize| {
        let frame = frames.iter().find(|(_, agents)| agents[agent].is_present);
        frame.expect("it appears").0
    };
    assert!((0.95..1.05).contains(&appears(0)), "{}", appears(0));
    // The agent before must first walk 0.6 m, at up to 1.3 m/s.
    for agent in [1, 2] {
        let wait = appears(agent) - appears(agent - 1);
        assert!((0.4..1.5).contains(&wait), "{agent}: {wait}");
    }
    assert!(outcome.is_done, "{outcome:?}");
}

#[test]
fn the_settings_of_a_group_reach_its_agents() {
    let time = |in_group: &str| {
        let layout = walk(in_group, "");
        film(&layout, variant(60, Symmetry::Plain)).1.seconds
    };
    // 20 N move 70 kg with 0.29 m/s^2: the walker needs at least a second more.
    assert!(time(", max_force: 20") > time("") + 1.0);
    let wall = ", obstacles: [Segment(from: (3, -0.5), to: (3, 30))]";
    let least_y = |in_group: &str| {
        let layout = walk(in_group, wall);
        let (frames, _) = film(&layout, variant(60, Symmetry::Plain));
        let y = frames.iter().map(|(_, agents)| agents[0].position.y);
        y.fold(0.0_f32, f32::min)
    };
    let wide = least_y(", avoid_obstacles: (margin: World(1.5))");
    assert!(wide < least_y("") - 0.7, "{wide} {}", least_y(""));
}
