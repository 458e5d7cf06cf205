//! Plays, checks and compares one script.

use crate::act::Script;
use crate::draw::Family;
use crate::game::mix;
use crate::judge::Check;
use crate::options::Options;
use crate::play::{Failure, Way, compare, compare_with, play};
use crate::report::{Found, Tally};
use crate::threads::compare_threads;
use crate::variation::Comparison;

/// Plays a script in every variation that the options and its family require.
pub fn check_script(script: &Script, options: &Options, drawn: Option<(Family, u64)>) -> Tally {
    let mut tally = Tally::default();
    let way = Way {
        judges: true,
        is_timed: !options.untimed,
        limits_ratio: !options.untimed && drawn.is_some_and(|(family, _)| family.limits_ratio()),
        records: true,
        ..Way::default()
    };
    let seed = drawn.map_or(0, |(_, app)| app);
    let comparisons = match drawn {
        _ if options.uncompared => vec![],
        Some((family, app)) => chosen(family, app),
        None => Comparison::IN_PROCESS.to_vec(),
    };
    let usual = play(script, &way);
    tally.apps += 1;
    tally.counts.add(usual.counts);
    let is_cut_off = usual.failures.iter().any(|failure| failure.ends_the_run());
    let mut found = usual.failures;
    found.retain(|failure| match failure.flaw.check {
        Check::Slow | Check::Costly => is_slow_again(script, failure),
        _ => true,
    });
    // A run that ended early cannot be compared.
    let comparisons = comparisons.into_iter().filter(|_| !is_cut_off);
    for comparison in comparisons {
        let played = match comparison {
            Comparison::Threads => compare_threads(script),
            _ => compare_with(&usual.record, script, comparison, seed),
        };
        *tally.comparisons.entry(comparison).or_default() += 1;
        tally.counts.add(played.counts);
        found.extend(played.failures);
    }
    found.retain(|failure| !options.ignored.contains(&failure.flaw.check));
    let found = found.into_iter();
    tally.found = found
        .map(|failure| Found::new(failure, script, drawn, seed))
        .collect();
    tally
}

/// Whether ticks are too slow in a second run, too, because machines are slow at times.
fn is_slow_again(script: &Script, failure: &Failure) -> bool {
    let again = play(script, &way_of(failure)).failures;
    again.iter().any(|other| other.is_like(failure))
}

/// The way that checks for a failure like this one.
fn way_of(failure: &Failure) -> Way {
    Way {
        judges: true,
        is_timed: failure.flaw.check == Check::Slow,
        limits_ratio: failure.flaw.check == Check::Costly,
        ..Way::default()
    }
}

/// A function that plays a script in the way that found the failure `like`.
pub fn reproduce(like: &Failure, seed: u64) -> impl FnMut(&Script) -> Vec<Failure> + use<> {
    let (comparison, way) = (like.comparison, way_of(like));
    move |script| match comparison {
        Some(Comparison::Threads) => compare_threads(script).failures,
        Some(comparison) => compare(script, comparison, seed).failures,
        None => play(script, &way).failures,
    }
}

fn chosen(family: Family, app: u64) -> Vec<Comparison> {
    let (count, all) = family.comparisons();
    let first = mix(app, 2) as usize;
    (0..count.min(all.len()))
        .map(|number| all[(first + number) % all.len()])
        .collect()
}
