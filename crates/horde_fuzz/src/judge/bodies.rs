//! Solid bodies and solid obstacles: never in, never through, and out again.

use super::obstacles::{Obstacles, Standing};
use super::snapshot::Seen;
use super::way_out::has_way_out;
use super::{Check, Flaw};
use crate::geometry::{Shape, WayRound, tolerance};
use bevy::math::DVec2;
use std::collections::BTreeMap;

/// Ticks within which a body is out of what it was in, where there is a way out.
pub const TICKS_TO_COME_OUT: u32 = 60;
/// With more bodies than this, every one counts as pushed by others: to find out would cost more
/// than the tick.
const MOST_BODIES: usize = 400;
/// How far surfaces at hand may move a body without any other reason, in its radii. This covers the
/// gap that it keeps and, in a crease, several times as much.
const GAP: f64 = 0.05;
/// A body that is nearer to a surface than so many radii is moved off.
const HALF_GAP: f64 = 1.0005;
/// Units in the last place that it may be moved by.
const GAP_ROUNDING: f64 = 64.0 * f32::EPSILON as f64;
/// A heap moves bodies that are no farther from it than this, in radii.
const HEAP_REACH: f64 = 30.0;
/// A body in a packed crowd has itself and so many others within three radii, at most.
const PACKED: usize = 9;

/// What is known of a body.
#[derive(Clone, Copy, Debug, Default)]
struct Body {
    /// Where it was, and in which tick, when it was last free of every obstacle.
    anchor: Option<(DVec2, u64)>,
    /// How far it can have gone since, world units.
    budget: f64,
    /// Whether it was in an obstacle when the tick began.
    starts_inside: bool,
    /// For how many ticks.
    ticks_inside: u32,
    /// Where the last tick left it, and how large it was.
    left_at: Option<(DVec2, f64)>,
}

/// All bodies, by number.
#[derive(Default)]
pub struct Bodies {
    bodies: BTreeMap<u32, Body>,
}

impl Bodies {
    /// How many were in an obstacle when the tick began.
    pub fn inside(&self) -> usize {
        let inside = self.bodies.values().filter(|body| body.starts_inside);
        inside.count()
    }

    /// Looks at where bodies are before a tick.
    pub fn start(&mut self, before: &BTreeMap<u32, Seen>, obstacles: &Obstacles, tick: u64) {
        self.bodies
            .retain(|thing, _| before.get(thing).is_some_and(Seen::is_kept_out));
        for (thing, seen) in before.iter().filter(|(_, seen)| seen.is_kept_out()) {
            let body = self.bodies.entry(*thing).or_default();
            let (at, radius) = (seen.at, seen.radius());
            if body.left_at != Some((at, radius)) {
                *body = Body::default();
            }
            if obstacles.last_change() == tick {
                body.ticks_inside = 0;
            }
            let mut is_anchored = true;
            body.starts_inside = false;
            for (standing, shape) in others(obstacles, *thing) {
                let doubt = tolerance(at, shape);
                if !shape.is_near(at, at, radius + doubt) {
                    continue;
                }
                let is_inside = shape.distance(at) < radius - doubt || shape.may_hold(at);
                body.starts_inside |= is_inside;
                let is_moving = standing.since == tick && standing.before.is_some();
                let is_in_doubt = shape.distance_to_edges(at) <= shape.radius + 2.0 * doubt;
                is_anchored &= !is_in_doubt && (!is_inside || is_moving);
            }
            if is_anchored {
                body.anchor = Some((at, tick));
                body.budget = 0.0;
            }
        }
    }

    /// Judges where a tick has left them.
    pub fn judge(
        &mut self,
        before: &BTreeMap<u32, Seen>,
        after: &BTreeMap<u32, Seen>,
        obstacles: &Obstacles,
        tick: u64,
        seconds: f64,
        flaws: &mut Vec<(Option<u32>, Flaw)>,
    ) {
        // What is pushed out of an obstacle may push anything.
        let does_any_come_out = self.inside() > 0;
        for (thing, body) in &mut self.bodies {
            let (Some(was), Some(is)) = (before.get(thing), after.get(thing)) else {
                continue;
            };
            let reach = was.max_speed() * seconds;
            let pushed = does_any_come_out
                || is_pushed_by_bodies(*thing, was, before, seconds)
                || is_pushed_by_obstacles(*thing, was, reach, obstacles, tick)
                || is_put_back(*thing, was, obstacles);
            let far = was.at.abs().max_element() + reach;
            let gap = GAP * was.radius()
                + GAP_ROUNDING * far.max(near_magnitude(*thing, was, reach, obstacles));
            let mut way = if pushed {
                f64::INFINITY
            } else {
                reach * (1.0 + 1e-6) + gap
            };
            let gone = was.at.distance(is.at);
            if gone > way && is_pushed_by_heap(was, before) {
                way = f64::INFINITY;
            }
            if gone > way {
                let text = format!(
                    "a body of radius {:?} went {gone:e} in a tick in which it can go {way:e}: from {} to {}",
                    was.radius(),
                    was.at,
                    is.at
                );
                flaws.push((Some(*thing), Flaw::new(Check::Thrown, text)));
            }
            body.budget += way;
            let found = [
                passes_nothing(*thing, body, was, is.at, obstacles),
                enters_nothing(*thing, body, was, is.at, obstacles),
                comes_out(*thing, body, was, is.at, obstacles),
            ];
            let found = found.into_iter().filter_map(Result::err);
            flaws.extend(found.map(|flaw| (Some(*thing), flaw)));
            body.left_at = Some((is.at, is.radius()));
        }
    }
}

/// The obstacles that are not the body's own.
fn others(obstacles: &Obstacles, thing: u32) -> impl Iterator<Item = (&Standing, &Shape)> {
    let all = obstacles.iter();
    all.filter(move |(standing, _)| standing.thing != thing)
        .map(|(standing, shape)| (standing, &**shape))
}

/// The largest number that obstacles at hand are made of.
fn near_magnitude(thing: u32, was: &Seen, reach: f64, obstacles: &Obstacles) -> f64 {
    let reach = reach + 2.0 * was.radius();
    let near = others(obstacles, thing).filter(|(_, shape)| shape.is_near(was.at, was.at, reach));
    near.map(|(_, shape)| shape.magnitude).fold(0.0, f64::max)
}

/// Whether others may push it in a tick.
fn is_pushed_by_bodies(thing: u32, was: &Seen, all: &BTreeMap<u32, Seen>, seconds: f64) -> bool {
    if all.len() > MOST_BODIES {
        return true;
    }
    let reach = |seen: &Seen| {
        let speed = seen
            .velocity
            .map_or(0.0, |velocity| velocity.as_dvec3().length());
        seen.max_speed().max(speed) * seconds + 1.01 * seen.radius()
    };
    let own = reach(was);
    all.iter().any(|(other, seen)| {
        let room = own + reach(seen);
        let is_near = seen.at.distance(was.at) <= room;
        // One that is nowhere may be kept where it was last.
        *other != thing && seen.is_solid() && (is_near || !seen.at.is_finite())
    })
}

/// Whether it is pushed by a heap: near it a body has more others close by than a packed crowd has.
fn is_pushed_by_heap(was: &Seen, all: &BTreeMap<u32, Seen>) -> bool {
    let is_within = |one: &Seen, other: &Seen, radii: f64| {
        one.at.distance(other.at) <= radii * one.radius().max(other.radius())
    };
    let near = all
        .values()
        .filter(|seen| seen.is_solid() && is_within(was, seen, HEAP_REACH));
    let near: Vec<&Seen> = near.collect();
    near.iter().any(|one| {
        let close = near.iter().filter(|other| is_within(one, other, 3.0));
        close.count() > PACKED
    })
}

/// Whether an obstacle that has just changed may push it.
fn is_pushed_by_obstacles(
    thing: u32,
    was: &Seen,
    reach: f64,
    obstacles: &Obstacles,
    tick: u64,
) -> bool {
    let reach = reach + 1.1 * was.radius();
    obstacles.has_unclear()
        || others(obstacles, thing).any(|(standing, shape)| {
            let reach = reach + tolerance(was.at, shape);
            standing.since == tick && shape.is_near(was.at, was.at, reach)
        })
}

/// Whether it is so near to an obstacle that it is moved off. Where the obstacle has narrow notches,
/// the next place at which it fits may be far.
fn is_put_back(thing: u32, was: &Seen, obstacles: &Obstacles) -> bool {
    others(obstacles, thing).any(|(_, shape)| {
        let near = HALF_GAP * was.radius() + tolerance(was.at, shape);
        shape.is_near(was.at, was.at, near) && shape.distance(was.at) < near
    })
}

fn passes_nothing(
    thing: u32,
    body: &Body,
    was: &Seen,
    is: DVec2,
    obstacles: &Obstacles,
) -> Result<(), Flaw> {
    let Some((from, since)) = body.anchor else {
        return Ok(());
    };
    for (standing, shape) in others(obstacles, thing) {
        let stood =
            standing.since < since || (standing.since == since && standing.before.is_none());
        let doubt = tolerance(is, shape).max(tolerance(from, shape));
        if !stood
            || !shape.is_near(from, is, doubt)
            || shape.distance_to_edges(is) <= shape.radius + 2.0 * doubt
        {
            continue;
        }
        let least = shape.way_round(from, is);
        if least > body.budget + 4.0 * doubt || least == f64::INFINITY {
            let may_leave = standing.has_moved || !is_pushed_by_mover(thing, was, obstacles);
            if may_leave && is_covered(thing, body, was, obstacles) {
                return Ok(());
            }
            return Err(Flaw::new(
                Check::Passes,
                format!(
                    "from {from} to {is} it passed obstacle {}: round it are {least:e}, and it can have gone {:e}",
                    standing.thing, body.budget
                ),
            ));
        }
    }
    Ok(())
}

/// Whether it is in an obstacle that has moved. It leaves through none that has not.
fn is_pushed_by_mover(thing: u32, was: &Seen, obstacles: &Obstacles) -> bool {
    others(obstacles, thing)
        .any(|(standing, shape)| standing.has_moved && shape.is_near(was.at, was.at, was.radius()))
}

/// Whether an obstacle covers the middle of a body that has no way out. The plugin does not promise
/// through which wall such a body goes.
fn is_covered(thing: u32, body: &Body, was: &Seen, obstacles: &Obstacles) -> bool {
    let shapes: Vec<&Shape> = others(obstacles, thing).map(|(_, shape)| shape).collect();
    let covers = |shape: &&Shape| shape.distance(was.at) <= tolerance(was.at, shape);
    body.starts_inside && shapes.iter().any(covers) && !has_way_out(was.at, was.radius(), &shapes)
}

fn enters_nothing(
    thing: u32,
    body: &Body,
    was: &Seen,
    is: DVec2,
    obstacles: &Obstacles,
) -> Result<(), Flaw> {
    if body.starts_inside {
        return Ok(());
    }
    match deepest(thing, was.radius(), is, obstacles) {
        Some((obstacle, depth, allowed)) => Err(Flaw::new(
            Check::Enters,
            format!(
                "a body of radius {:?} at {is} is {depth:e} deep in obstacle {obstacle}, where rounding allows {allowed:e}",
                was.radius()
            ),
        )),
        None => Ok(()),
    }
}

fn comes_out(
    thing: u32,
    body: &mut Body,
    was: &Seen,
    is: DVec2,
    obstacles: &Obstacles,
) -> Result<(), Flaw> {
    let radius = was.radius();
    let Some((obstacle, depth, _)) = deepest(thing, radius, is, obstacles) else {
        body.ticks_inside = 0;
        return Ok(());
    };
    body.ticks_inside += 1;
    if body.ticks_inside < TICKS_TO_COME_OUT || obstacles.has_unclear() {
        return Ok(());
    }
    let has_others = others(obstacles, thing).any(|(standing, _)| !standing.has_moved);
    if has_others && is_pushed_by_mover(thing, was, obstacles) {
        return Ok(());
    }
    let shapes: Vec<&Shape> = others(obstacles, thing).map(|(_, shape)| shape).collect();
    // On which side of a wall it is may be in doubt, and with it what the wall closes.
    let is_in_doubt = shapes.iter().any(|shape| {
        shape.is_wall() && shape.distance_to_edges(is) <= shape.radius + 2.0 * tolerance(is, shape)
    });
    if is_in_doubt || !has_way_out(is, radius, &shapes) {
        // Asked again when as many ticks have passed.
        body.ticks_inside = 0;
        return Ok(());
    }
    Err(Flaw::new(
        Check::Stuck,
        format!(
            "a body of radius {radius:?} at {is} has been in obstacles for {} ticks; it is {depth:e} deep in obstacle {obstacle}, and there is a way out",
            body.ticks_inside
        ),
    ))
}

/// The obstacle that a body is deepest in, how deep, and what rounding allows.
fn deepest(thing: u32, radius: f64, at: DVec2, obstacles: &Obstacles) -> Option<(u32, f64, f64)> {
    let mut deepest: Option<(u32, f64, f64)> = None;
    for (standing, shape) in others(obstacles, thing) {
        let allowed = tolerance(at, shape);
        if !shape.is_near(at, at, radius) {
            continue;
        }
        let depth = radius - shape.distance(at);
        if depth > allowed && deepest.is_none_or(|(_, most, _)| depth > most) {
            deepest = Some((standing.thing, depth, allowed));
        }
    }
    deepest
}
