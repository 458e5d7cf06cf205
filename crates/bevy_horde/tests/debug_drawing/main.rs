//! The debug drawing, seen by a painter that records its lines.

mod everything;
mod forces;
mod harness;
mod layers;
mod not_finite;
mod obstacles;
mod orders;
mod seen_and_felt;
mod velocity_constraints;
mod views;
