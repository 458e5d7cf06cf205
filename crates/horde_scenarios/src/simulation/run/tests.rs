use super::*;
use crate::scenario::shipped;
use crate::simulation::Model;

fn layout(name: &str) -> Layout {
    let loaded = shipped(name).expect("it comes with the suite");
    loaded.expect("it is legal").1
}

fn variant(rate: u32, pose: Pose) -> Variant {
    Variant {
        rate,
        pose,
        model: Model::default(),
    }
}

/// Every frame of a run, and how it ended.
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
        let (frames, outcome) = film(&layout, variant(rate, Pose::Plain));
        assert_eq!(frames.len(), 2 * rate as usize + 1);
        assert_eq!((outcome.is_done, outcome.seconds), (true, 2.0));
        for (number, pair) in frames.windows(2).enumerate() {
            let [(before, from), (after, to)] = pair else {
                panic!("two frames");
            };
            assert!((after - before - 1.0 / f64::from(rate)).abs() < 1e-9);
            // One tick at the new velocity, and not two or none.
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
fn a_run_does_not_depend_on_what_runs_beside_it() {
    let layout = layout("antipodal-10");
    let alone = film(&layout, variant(60, Pose::Plain));
    let beside: Vec<_> = std::thread::scope(|scope| {
        let run = || film(&layout, variant(60, Pose::Plain));
        let threads = [scope.spawn(run), scope.spawn(run), scope.spawn(run)];
        threads.map(|thread| thread.join().expect("it ends")).into()
    });
    for run in beside {
        assert_eq!(run, alone);
    }
}

#[test]
fn in_a_mirror_everybody_turns_to_the_other_hand() {
    let layout = layout("head-on-aligned");
    for model in Model::ALL {
        let (plain, _) = film(
            &layout,
            Variant {
                model,
                ..variant(60, Pose::Plain)
            },
        );
        let (mirrored, _) = film(
            &layout,
            Variant {
                model,
                ..variant(60, Pose::Mirrored)
            },
        );
        assert_eq!(plain.len(), mirrored.len());
        let mut widest = 0.0_f32;
        for ((_, plain), (_, mirrored)) in plain.iter().zip(&mirrored) {
            for (plain, mirrored) in plain.iter().zip(mirrored) {
                // Frames are given back as in the file.
                assert!(
                    plain.position.distance(mirrored.position) < 1e-4,
                    "{model:?}"
                );
                widest = widest.max(plain.position.y.abs());
            }
        }
        assert!(widest > 0.15, "{model:?}: nobody stepped aside");
    }
}

#[test]
fn poses_show_a_walker_on_the_same_way() {
    let layout = layout("cul-de-sac-cup");
    let (plain, _) = film(&layout, variant(60, Pose::Plain));
    for pose in [Pose::Rotated, Pose::Shifted] {
        let (posed, outcome) = film(&layout, variant(60, pose));
        assert!(outcome.is_done);
        assert_eq!(posed[0].1[0].position.round(), plain[0].1[0].position);
        // A second of walking straight into the cup: nothing to be undecided about yet.
        let (plain, posed) = (plain[60].1[0], posed[60].1[0]);
        assert!(plain.position.distance(posed.position) < 1e-2, "{pose:?}");
        assert!(plain.velocity.distance(posed.velocity) < 1e-2, "{pose:?}");
    }
}

#[test]
fn those_who_leave_are_gone_where_they_arrived() {
    let layout = layout("overtaking");
    let (frames, outcome) = film(&layout, variant(60, Pose::Plain));
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
fn those_who_stand_have_arrived_and_nobody_waits_for_them() {
    let mut layout = layout("standing-crowd");
    layout.participants[0].start.y = -5.0;
    layout.errands[0] = Errand::Walk {
        waypoints: vec![crate::scenario::Waypoint::Place(Vec2::new(-4.0, -8.0))],
    };
    let (frames, outcome) = film(&layout, variant(60, Pose::Plain));
    assert!(frames[0].1[1..].iter().all(|agent| agent.has_arrived));
    assert!(!frames[0].1[0].has_arrived);
    // 3 m at 1.3 m/s, and braking.
    assert!(outcome.is_done && outcome.seconds < 4.0, "{outcome:?}");
}

#[test]
fn time_runs_out() {
    let mut layout = layout("head-on-aligned");
    layout.end = End::EveryoneArrived { within: 1.0 };
    let (_, outcome) = film(&layout, variant(60, Pose::Plain));
    assert_eq!((outcome.is_done, outcome.seconds), (false, 1.0));
}

#[test]
fn a_flock_stays_on_its_ground_and_hunters_follow() {
    let mut flock = layout("flock-wide-20");
    flock.end = End::After(20.0);
    let size = flock.wraps.expect("it wraps");
    let (frames, _) = film(&flock, variant(60, Pose::Rotated));
    let farthest = frames.iter().flat_map(|(_, agents)| agents);
    let farthest = farthest.fold(Vec2::ZERO, |most, agent| most.max(agent.position.abs()));
    assert!(
        (farthest - size / 2.0).max_element() < 2.0,
        "{farthest} of {size}"
    );

    let mut zombies = layout("zombies");
    zombies.participants.truncate(20);
    zombies.errands.truncate(20);
    zombies.end = End::After(15.0);
    let (frames, _) = film(&zombies, variant(30, Pose::Plain));
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
fn those_who_stay_stop_at_their_goal() {
    let mut layout = layout("head-on-offset-0.3");
    layout.end = End::After(8.0);
    layout.arrival.within = 0.5;
    let Errand::Walk { waypoints } = &mut layout.errands[0] else {
        panic!("it walks");
    };
    // One comes through a place on the way, the other straight.
    waypoints.insert(0, crate::scenario::Waypoint::Place(Vec2::new(0.0, 0.3)));
    let (frames, _) = film(&layout, variant(60, Pose::Plain));
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
fn those_who_circulate_pass_the_corners_in_order() {
    let mut layout = layout("pedestrians");
    layout.participants.truncate(1);
    layout.errands.truncate(1);
    let path = [
        Vec2::new(60.0, 60.0),
        Vec2::new(68.0, 60.0),
        Vec2::new(64.0, 68.0),
    ];
    layout.participants[0].start = Vec2::new(60.0, 61.0);
    layout.errands[0] = Errand::Circulate {
        path: path.to_vec(),
        within: 1.5,
    };
    layout.end = End::After(60.0);
    let (frames, _) = film(&layout, variant(30, Pose::Mirrored));
    let mut passed: Vec<usize> = Vec::new();
    for (_, agents) in &frames {
        let near = path
            .iter()
            .position(|corner| corner.distance(agents[0].position) <= 1.6);
        if let Some(near) = near.filter(|near| passed.last() != Some(near)) {
            passed.push(near);
        }
    }
    // A round is 26 m, less what the corners cut, at 2 m/s: four rounds at least.
    assert!(passed.len() >= 12, "{passed:?}");
    assert!(
        passed
            .iter()
            .enumerate()
            .all(|(number, corner)| *corner == number % 3),
        "{passed:?}"
    );
}
