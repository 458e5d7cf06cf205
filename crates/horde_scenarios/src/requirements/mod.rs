//! What the runs of a scenario must reach, and whether they do.

mod agreement;
mod asked;
mod judge;
mod run;

pub use agreement::{
    CROWD_POSE_TOLERANCE, FLOCK_TOLERANCE, PAIR_POSE_TOLERANCE, RATE_TOLERANCE, pose_spread,
    pose_tolerance, rate_spread,
};
pub use asked::{LARGEST_DEEP_SHARE, MOST_SIGN_CHANGES, Requirements};
pub use judge::{Verdict, judge};
pub use run::{Run, STANDARD_RATE, standard_run};
