//! The debug drawing, as a painter that writes everything down sees it.

mod everything;
mod forces;
mod harness;
mod layers;
mod not_finite;
mod obstacles;
mod seen_and_felt;
mod velocity_limits;
mod views;
