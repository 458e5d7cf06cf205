use super::{RandomReport, RandomResult};
use crate::random::{FlawKind, GoalKind, GroundKind, Observed};

fn result(seed: u64, ground: GroundKind, observed: Observed) -> RandomResult {
    RandomResult {
        seed,
        ground,
        goals: GoalKind::Own,
        is_guided: false,
        narrowest_door: (ground == GroundKind::Rooms).then_some(seed as f32 - 1.0),
        agents: observed.agents,
        limit: 60.0,
        flaws: observed.flaws(),
        observed: Some(observed),
    }
}

fn arrived(arrived: usize) -> Observed {
    Observed {
        agents: 10,
        arrived,
        ..Observed::default()
    }
}

fn report() -> RandomReport {
    let mut crossed = arrived(10);
    crossed.crossings = 1;
    let mut overlapping = arrived(10);
    overlapping.overlap.worst = 0.05;
    let results = vec![
        result(1, GroundKind::Open, arrived(10)),
        result(2, GroundKind::Open, overlapping),
        result(3, GroundKind::Rooms, arrived(9)),
        result(4, GroundKind::Rooms, arrived(2)),
        result(5, GroundKind::Wall, crossed),
    ];
    RandomReport::new("ours", results)
}

#[test]
fn the_worst_comes_first_and_severe_ones_stand_apart() {
    let report = report();
    let seeds: Vec<u64> = report.unsolved.iter().map(|result| result.seed).collect();
    assert_eq!(seeds, [5, 4, 3, 2]);
    assert_eq!(report.severe, [5]);
    assert_eq!((report.solved, report.scenarios), (1, 5));
    assert_eq!(report.unsolved[0].flaws[0].kind, FlawKind::EntersWall);
}

#[test]
fn the_text_has_the_share_and_every_unsolved_seed() {
    let text = report().text();
    assert!(text.starts_with("ours: 1 of 5 solved, 20.0 %\n"), "{text}");
    assert!(text.contains("does not arrive in 2, the worst flaw in 2: seeds 4, 3\n"));
    assert!(text.contains("Panics and entered walls: 5\n"));
    for (seed, flaw) in [
        (2, "overlaps: 5.0 %"),
        (3, "does not arrive: 1 of 10"),
        (4, "does not arrive: 8 of 10"),
        (5, "enters a wall"),
    ] {
        let own = format!("seed {seed}: ");
        let line = text.lines().find(|line| line.starts_with(&own));
        assert!(line.is_some_and(|line| line.contains(flaw)), "{text}");
    }
    assert!(!text.contains("seed 1:"));
    // Seeds 3 and 4 have doors of 2 and 3 radii.
    assert!(
        text.contains("doors not told: 0/1 with a door of up to 2.5 radii, 0/1 with wider ones\n")
    );
    let row = |name: &str| {
        text.lines()
            .find(|line| line.trim_start().starts_with(name))
    };
    assert!(row("open").is_some_and(|row| row.contains("1/2")), "{text}");
}
