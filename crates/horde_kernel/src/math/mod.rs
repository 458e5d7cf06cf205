//! Numbers: angles, directions, lanes, randomness, the same on every machine.
//!
//! | module | what is in it |
//! |---|---|
//! | [`angle`] | angles, cosines and decay, the same on every machine |
//! | [`damping`] | velocities that decay |
//! | [`lanes`] | several numbers at once |
//! | [`portable`] | sines and exponents, the same on every machine |
//! | [`random`] | random numbers as a pure function of seed, agent and tick |
//! | [`reserve`] | vectors that grow with headroom |
//! | [`vector`] | vectors of the plane and of space: directions, truncation, left and right |

pub mod angle;
pub mod damping;
pub mod lanes;
pub mod portable;
pub mod random;
pub mod reserve;
pub mod vector;
