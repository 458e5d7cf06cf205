use super::{FlawKind, MotionObserver, Observed};
use crate::barrier::Barrier;
use crate::frame::{Frame, Participant, Sample};
use bevy::math::{Vec2, vec2};
use core::f32::consts::TAU;

const RATES: [u32; 3] = [30, 60, 240];

fn agent(start: Vec2, radius: f32) -> Participant {
    Participant {
        group: 0,
        radius,
        speed: 1.0,
        mass: 70.0,
        start,
        goals: vec![start],
        appears: 0.0,
    }
}

/// Observes motions for some seconds; all agents have arrived.
fn observe_motion(
    rate: u32,
    seconds: f32,
    agents: &[Participant],
    barriers: &[Barrier],
    motion: impl Fn(usize, f32) -> Vec2,
) -> Observed {
    let mut observer = MotionObserver::new(agents, barriers);
    for tick in 0..=(seconds * rate as f32).round() as u32 {
        let time = tick as f32 / rate as f32;
        let sample = |agent| Sample {
            position: motion(agent, time),
            has_arrived: true,
            is_present: true,
            ..Sample::default()
        };
        let samples: Vec<Sample> = (0..agents.len()).map(sample).collect();
        observer.observe(&Frame {
            time: f64::from(time),
            tick: 1.0 / f64::from(rate),
            agents: &samples,
        });
    }
    observer.finish()
}

fn kinds(observed: &Observed) -> Vec<FlawKind> {
    observed.flaws().iter().map(|flaw| flaw.kind).collect()
}

#[test]
fn trembling_is_measured_in_seconds_at_every_rate() {
    for rate in RATES {
        // A tenth of the radius to and fro at 5 Hz, from 2 s to 7 s.
        let motion = |_, time: f32| match (2.0..7.0).contains(&time) {
            true => vec2(0.05 * (5.0 * TAU * time).sin(), 0.0),
            false => Vec2::ZERO,
        };
        let observed = observe_motion(rate, 12.0, &[agent(Vec2::ZERO, 0.5)], &[], motion);
        // Six reversals take 0.6 s, and the last six are in the window for 1.4 s more.
        let seconds = observed.trembling.worst;
        assert!((5.5..6.2).contains(&seconds), "{rate} Hz: {seconds} s");
        assert_eq!(kinds(&observed), [FlawKind::Trembles], "{rate} Hz");
    }
}

#[test]
fn walking_to_and_fro_and_tiny_jitter_are_no_trembling() {
    for rate in RATES {
        let one = [agent(Vec2::ZERO, 0.5)];
        // 3 m to and fro, twice a second: farther than one radius.
        let far = |_, time: f32| vec2(3.0 * (2.0 * TAU * time).sin(), 0.0);
        assert_eq!(
            observe_motion(rate, 10.0, &one, &[], far).trembling.worst,
            0.0
        );
        // Half a percent of the radius.
        let tiny = |_, time: f32| vec2(0.0025 * (5.0 * TAU * time).sin(), 0.0);
        assert_eq!(
            observe_motion(rate, 10.0, &one, &[], tiny).trembling.worst,
            0.0
        );
        // Once round a corner, and once back.
        let around = |_, time: f32| vec2(time.min(5.0), (time - 5.0).clamp(-2.0, 2.0).abs());
        assert_eq!(
            observe_motion(rate, 10.0, &one, &[], around)
                .trembling
                .worst,
            0.0
        );
    }
}

#[test]
fn overlaps_are_shares_of_the_smaller_radius() {
    let pair = [agent(Vec2::ZERO, 1.0), agent(vec2(1.5, 0.0), 0.5)];
    let observed = |distance: f32| {
        observe_motion(60, 1.0, &pair, &[], |agent, _| {
            vec2(distance * agent as f32, 0.0)
        })
    };
    // 1.5 - 1.49 m, of 0.5 m: 2 %.
    let deep = observed(1.49);
    assert!((deep.overlap.worst - 0.02).abs() < 1e-4, "{deep:?}");
    assert_eq!(kinds(&deep), [FlawKind::Overlaps]);
    assert_eq!(kinds(&observed(1.496)), []);
}

#[test]
fn walls_are_touched_entered_or_crossed() {
    let thin = [Barrier::Segment {
        from: vec2(1.0, -5.0),
        to: vec2(1.0, 5.0),
    }];
    let one = [agent(Vec2::ZERO, 0.5)];
    let at = |x: f32| observe_motion(60, 1.0, &one, &thin, move |_, _| vec2(x, 0.0));
    assert_eq!(kinds(&at(0.5)), []);
    assert_eq!(kinds(&at(0.51)), [FlawKind::TouchesWall]); // 2 %
    assert_eq!(kinds(&at(0.56)), [FlawKind::EntersWall]); // 12 %
    // From one side to the other in one tick, never near the wall at the end of a tick.
    let jump = observe_motion(60, 1.0, &one, &thin, |_, time| {
        vec2(if time < 0.5 { 0.0 } else { 2.0 }, 0.0)
    });
    assert_eq!(
        (jump.crossings, kinds(&jump)),
        (1, vec![FlawKind::EntersWall])
    );
}

#[test]
fn agents_that_wait_at_the_end_are_stuck() {
    let pair = [agent(Vec2::ZERO, 0.5), agent(vec2(5.0, 0.0), 0.5)];
    let mut observer = MotionObserver::new(&pair, &[]);
    for tick in 0..=20 * 60 {
        let time = f64::from(tick) / 60.0;
        let sample = |x: f64| Sample {
            position: vec2(x as f32, 0.0),
            is_present: true,
            ..Sample::default()
        };
        observer.observe(&Frame {
            time,
            tick: 1.0 / 60.0,
            // The first walks for 5 s and waits for 15 s; the second never waits.
            agents: &[sample(-time.min(5.0)), sample(5.0 + time)],
        });
    }
    let observed = observer.finish();
    assert_eq!((observed.arrived, observed.stuck), (0, 1));
    assert_eq!(kinds(&observed), [FlawKind::DoesNotArrive]);
}
