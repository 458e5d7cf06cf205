//! What numbers and places of a file may be: each says what is wrong with a field, and what is legal.

use crate::closed_path;
use bevy::math::Vec2;
use core::fmt::Display;

/// The most agents of all groups together.
pub(super) const MOST_AGENTS: usize = 20_000;
/// The most waypoints of all agents of a group together.
pub(super) const MOST_WAYPOINTS: usize = 1_000_000;
/// The most obstacles.
pub(super) const MOST_OBSTACLES: usize = 10_000;
/// The most points of one obstacle.
pub(super) const MOST_POINTS: usize = 10_000;
/// The longest run, seconds: a day.
pub(super) const LONGEST_RUN: f64 = 86_400.0;
/// The longest run of all agents together, seconds.
pub(super) const MOST_AGENT_SECONDS: f64 = 1e7;

pub(super) fn above_zero<Number: Copy + Display + Into<f64>>(
    field: &str,
    number: Number,
) -> Option<String> {
    let legal = number.into().is_finite() && number.into() > 0.0;
    (!legal).then(|| format!("{field} is {number}, and must be above 0"))
}

pub(super) fn at_least(field: &str, number: f32, least: f32) -> Option<String> {
    let legal = number.is_finite() && number >= least;
    (!legal).then(|| format!("{field} is {number}, and must be {least} or more"))
}

pub(super) fn at_most<Number: PartialOrd + Display>(
    field: &str,
    number: Number,
    most: Number,
) -> Option<String> {
    (number > most).then(|| format!("{field} is {number}, and must be at most {most}"))
}

/// How many there are: at least one.
pub(super) fn count(field: &str, number: usize, most: usize) -> Option<String> {
    let none = || format!("{field} is 0, and must be at least 1");
    (number == 0)
        .then(none)
        .or_else(|| at_most(field, number, most))
}

/// The ends of a line.
pub(super) fn apart(from: Vec2, to: Vec2) -> Option<String> {
    (from == to).then(|| format!("from and to are both {from}, and must differ"))
}

/// The corners of a path whose last one is joined to the first.
pub(super) fn path(corners: &[Vec2]) -> Option<String> {
    if !corners.iter().all(|corner| corner.is_finite()) {
        return Some("path has a coordinate that is not a finite number".into());
    }
    let legal = corners.len() >= 2 && closed_path::length(corners) > 0.0;
    (!legal).then(|| "path must have at least 2 different corners".into())
}
