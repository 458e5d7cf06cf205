//! The history of stage times.

use crate::StageHistory;
use bevy_horde::diagnostics::StageTimes;
use core::time::Duration;

fn tick(number: u64) -> StageTimes {
    StageTimes {
        perceive: Duration::from_millis(1),
        behave: Duration::from_millis(2),
        arbitrate: Duration::from_millis(3),
        locomote: Duration::from_millis(number),
        ticks: number,
    }
}

#[test]
fn the_history_has_a_fixed_length_and_no_duplicates() {
    let mut history = StageHistory::default();
    assert_eq!(history.mean_tick(), 0.0);
    history.record(&StageTimes::default());
    assert!(history.is_empty());
    for number in 1..=1000 {
        history.record(&tick(number));
        history.record(&tick(number));
        assert_eq!(history.len(), number.min(300) as usize);
    }
    // Ticks 701 to 1000 remain.
    assert!((history.mean_tick() - (6.0 + 850.5)).abs() < 1e-9);
    let stages = history.mean_stages();
    for (stage, expected) in stages.iter().zip([1.0, 2.0, 3.0, 850.5]) {
        assert!((stage - expected).abs() < 1e-9, "{stages:?}");
    }
}
