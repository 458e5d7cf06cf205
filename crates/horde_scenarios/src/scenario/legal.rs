//! Limits of the numbers and points in a file. Each check describes what is wrong with a field and
//! what is legal.

use crate::closed_path;
use bevy::math::Vec2;
use core::fmt::Display;

/// The largest number of agents of all groups.
pub(super) const MAX_AGENTS: usize = 20_000;
/// The largest number of waypoints of all agents of a group.
pub(super) const MAX_WAYPOINTS: usize = 1_000_000;
/// The largest number of obstacles and doors.
pub(super) const MAX_OBSTACLES: usize = 10_000;
/// The largest number of points of one obstacle.
pub(super) const MAX_POINTS: usize = 10_000;
/// The longest run, seconds: a day.
pub(super) const MAX_RUN: f64 = 86_400.0;
/// The largest sum of the run times of all agents, seconds.
pub(super) const MAX_AGENT_SECONDS: f64 = 1e7;

/// The largest number, and the largest coordinate.
pub(super) const MAX_NUMBER: f32 = 1e7;

pub(super) fn above_zero<Number: Copy + Display + Into<f64>>(
    field: &str,
    number: Number,
) -> Option<String> {
    let legal = number.into() > 0.0;
    (!legal)
        .then(|| format!("{field} is {number}, and must be above 0"))
        .or_else(|| within_range(field, number))
}

pub(super) fn at_least(field: &str, number: f32, least: f32) -> Option<String> {
    let legal = number >= least;
    (!legal)
        .then(|| format!("{field} is {number}, and must be {least} or more"))
        .or_else(|| within_range(field, number))
}

fn within_range<Number: Copy + Display + Into<f64>>(field: &str, number: Number) -> Option<String> {
    let is_larger = number.into() > MAX_NUMBER.into();
    is_larger.then(|| format!("{field} is {number}, and must be at most {MAX_NUMBER}"))
}

/// Whether a position is at most `MAX_NUMBER` from both axes.
pub(super) fn is_position(position: Vec2) -> bool {
    position.abs().cmple(Vec2::splat(MAX_NUMBER)).all()
}

/// What is wrong with a position for which `is_position` is false.
pub(super) fn bad_coordinate() -> String {
    format!("has a coordinate that is not a finite number of at most {MAX_NUMBER}")
}

pub(super) fn at_most<Number: PartialOrd + Display>(
    field: &str,
    number: Number,
    most: Number,
) -> Option<String> {
    (number > most).then(|| format!("{field} is {number}, and must be at most {most}"))
}

/// Describes a count that is 0 or above `most`.
pub(super) fn count(field: &str, number: usize, most: usize) -> Option<String> {
    let none = || format!("{field} is 0, and must be at least 1");
    (number == 0)
        .then(none)
        .or_else(|| at_most(field, number, most))
}

/// Describes equal ends of a line.
pub(super) fn apart(from: Vec2, to: Vec2) -> Option<String> {
    (from == to).then(|| format!("from and to are both {from}, and must differ"))
}

/// Describes what is wrong with the corners of a path, closed or open.
pub(super) fn path(corners: &[Vec2]) -> Option<String> {
    if !corners.iter().all(|corner| is_position(*corner)) {
        return Some(format!("path {}", bad_coordinate()));
    }
    let legal = corners.len() >= 2 && closed_path::length(corners) > 0.0;
    (!legal).then(|| "path must have at least 2 different corners".into())
}
