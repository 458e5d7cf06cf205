//! Rounds numbers.

use super::Minimizer;
use crate::act::Script;
use crate::draw::visit_numbers;
use crate::play::Failure;

/// The tried numbers of digits.
const DIGITS: [i32; 3] = [1, 2, 3];
/// In a script with more numbers than this, single numbers are not tried.
const MOST_NUMBERS: usize = 400;

impl<F: FnMut(&Script) -> Vec<Failure>> Minimizer<F> {
    /// Replaces numbers by 0, by 1, or by fewer digits.
    pub(super) fn round_numbers(&mut self, best: &mut (Script, Failure)) {
        for digits in DIGITS {
            let mut script = best.0.clone();
            visit_numbers(&mut script, &mut |number| {
                *number = rounded(*number, digits)
            });
            if self.keep(best, script) {
                break;
            }
        }
        let mut count = 0;
        visit_numbers(&mut best.0.clone(), &mut |_| count += 1);
        if count > MOST_NUMBERS {
            return;
        }
        for place in 0..count {
            let mut old = 0.0;
            edit(&mut best.0.clone(), place, |number| old = *number);
            let rounder = DIGITS.map(|digits| rounded(old, digits));
            for new in [0.0, 1.0].into_iter().chain(rounder) {
                // 0 and 1 are round enough; 1 is legal where 0 is not.
                if new == old || old == 0.0 || old == 1.0 {
                    break;
                }
                let mut script = best.0.clone();
                edit(&mut script, place, |number| *number = new);
                if self.keep(best, script) {
                    break;
                }
            }
        }
    }
}

fn edit(script: &mut Script, place: usize, mut change: impl FnMut(&mut f32)) {
    let mut number = 0;
    visit_numbers(script, &mut |value| {
        if number == place {
            change(value);
        }
        number += 1;
    });
}

/// The number with this many significant digits.
fn rounded(number: f32, digits: i32) -> f32 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    let precision = usize::try_from(digits - 1).unwrap_or(0);
    format!("{number:.precision$e}").parse().unwrap_or(number)
}
