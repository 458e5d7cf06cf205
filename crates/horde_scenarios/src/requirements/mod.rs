//! Whether the runs of a scenario reach what is asked of them.

mod agreement;
mod judge;
mod limits;
mod run;

pub use agreement::{
    CROWD_POSE_TOLERANCE, FLOCK_TOLERANCE, PAIR_POSE_TOLERANCE, RATE_TOLERANCE, pose_spread,
    pose_tolerance, rate_spread,
};
pub use judge::{Verdict, judge};
pub use limits::{LARGEST_DEEP_SHARE, MOST_SIGN_CHANGES};
pub use run::{Run, STANDARD_RATE, standard_run};
