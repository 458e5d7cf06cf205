//! Drawing, writing, shortening and comparing scripts.

use clap::ValueEnum;
use horde_fuzz::act::{Act, Script};
use horde_fuzz::code::expression;
use horde_fuzz::draw::{Dice, Family, draw};
use horde_fuzz::judge::Check;
use horde_fuzz::play::{Way, compare, difference, play};
use horde_fuzz::variation::{Comparison, reordered};
use std::collections::BTreeMap;

/// Families with fast apps.
const SMALL: [Family; 7] = [
    Family::Walls,
    Family::Movers,
    Family::Hidden,
    Family::Carriers,
    Family::Creases,
    Family::Odd,
    Family::Mixed,
];

#[test]
fn a_seed_draws_the_same_script_every_time() {
    for family in Family::value_variants() {
        // Compared as text, because NaN is not equal to itself.
        let text = |seed| expression(&draw(*family, seed));
        assert_eq!(text(7), text(7), "{family:?}");
        assert_ne!(text(7), text(8), "{family:?}");
    }
}

#[test]
fn scripts_survive_being_written_and_read() {
    for family in Family::value_variants() {
        let script = draw(*family, 3);
        let text = ron::to_string(&script).expect("writable");
        let read: Script = ron::from_str(&text).expect("readable");
        assert_eq!(expression(&read), expression(&script), "{family:?}");
    }
}

#[test]
fn a_subset_of_acts_can_run() {
    for family in SMALL {
        for seed in 0..6 {
            let mut script = draw(family, seed);
            let mut dice = Dice::new(seed);
            script.acts.retain(|_| dice.one_in(2));
            for act in &mut script.acts {
                if let Act::Tick(ticks) = act {
                    *ticks = (*ticks).min(4);
                }
            }
            let way = Way {
                judges: true,
                ..Way::default()
            };
            let failures = play(&script, &way).failures;
            let panics = |failure: &horde_fuzz::play::Failure| failure.flaw.check == Check::Panic;
            assert!(
                !failures.iter().any(panics),
                "{family:?} {seed}: {failures:?}"
            );
        }
    }
}

#[test]
fn another_order_keeps_what_happens_to_each_thing() {
    let by_thing = |script: &Script| {
        let mut things = BTreeMap::<Option<u32>, Vec<String>>::new();
        for act in &script.acts {
            things.entry(act.thing()).or_default().push(expression(act));
        }
        things
    };
    let mut differs = 0;
    for seed in 0..20 {
        let script = draw(Family::Creases, seed);
        let other = reordered(&script, 5);
        assert_eq!(by_thing(&script), by_thing(&other));
        differs += usize::from(expression(&script) != expression(&other));
    }
    assert!(differs > 15, "{differs}");
}

#[test]
fn a_difference_of_one_bit_is_found() {
    let record = vec![vec![(3, [0; 13])], vec![(3, [1; 13])]];
    let mut other = record.clone();
    assert_eq!(difference(&record, &other), None);
    other[1][0].1[12] ^= 1;
    let (tick, thing, _) = difference(&record, &other).expect("a difference");
    assert_eq!((tick, thing), (1, Some(3)));
    other.pop();
    assert_eq!(difference(&record, &other).map(|found| found.0), Some(1));
}

#[test]
fn equivalent_runs_are_equal() {
    for (number, comparison) in Comparison::IN_PROCESS.into_iter().enumerate() {
        let script = draw(Family::Crowds, number as u64);
        assert_eq!(
            compare(&script, comparison, 9).failures,
            [],
            "{comparison:?}"
        );
    }
}
