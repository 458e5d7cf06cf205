//! Judges whether the runs of a scenario meet the requirements.

mod added;
mod agreement;
mod judge;
mod limits;
mod run;

pub use agreement::{
    CROWD_SYMMETRY_TOLERANCE, FLOCK_TOLERANCE, PAIR_SYMMETRY_TOLERANCE, RATE_TOLERANCE,
    rate_spread, symmetry_spread, symmetry_tolerance,
};
pub use judge::{Verdict, judge};
pub use limits::{MAX_DEEP_SHARE, MAX_SIGN_CHANGES};
pub use run::{Run, STANDARD_RATE, standard_run};
