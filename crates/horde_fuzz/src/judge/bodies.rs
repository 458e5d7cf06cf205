//! Checks solid bodies and solid obstacles: no body enters or passes an obstacle, and a body inside
//! comes out.

use super::obstacles::{Obstacles, Standing};
use super::snapshot::Seen;
use super::way_out::has_way_out;
use super::{Check, Flaw};
use crate::geometry::{Shape, WayRound, tolerance};
use bevy::math::DVec2;
use std::collections::BTreeMap;

/// A body that starts in an obstacle must be out after this many ticks, if there is a way out.
pub const TICKS_TO_COME_OUT: u32 = 60;
/// With more things, each body counts as pushed by others: an exact test would cost more than the
/// tick.
const MOST_BODIES: usize = 400;
/// How far nearby surfaces may move a body without another reason, in radii. This covers the gap
/// that a body keeps and, in a crease, several times this gap.
const GAP: f64 = 0.05;
/// A body nearer to a surface than this, in radii, is moved away.
const HALF_GAP: f64 = 1.0005;
/// How far rounding may move a body, relative to the largest coordinate: 64 units in the last
/// place.
const GAP_ROUNDING: f64 = 64.0 * f32::EPSILON as f64;
/// A heap moves bodies up to this distance, in radii.
const HEAP_REACH: f64 = 30.0;
/// Obstacles within this distance of an obstacle's edge may close the way out to a body, in radii.
const NEAR_WAYS_OUT: f64 = 4.0;
/// A body in a packed crowd has at most this many bodies within three radii, itself included.
const PACKED: usize = 9;

/// The history of a body.
#[derive(Clone, Copy, Debug, Default)]
struct Body {
    /// Position and tick when the body was last clearly outside every obstacle. An obstacle that
    /// has just changed does not count.
    anchor: Option<(DVec2, u64)>,
    /// How far the body can have moved since then, world units.
    budget: f64,
    /// Whether the body was in an obstacle at the start of the tick.
    starts_inside: bool,
    /// Number of consecutive ticks in obstacles since an obstacle last changed.
    ticks_inside: u32,
    /// Its position and radius after the last tick.
    left_at: Option<(DVec2, f64)>,
}

/// All bodies, by number.
#[derive(Default)]
pub struct Bodies {
    bodies: BTreeMap<u32, Body>,
}

impl Bodies {
    /// The number of bodies in obstacles at the start of the tick.
    fn inside(&self) -> usize {
        let inside = self.bodies.values().filter(|body| body.starts_inside);
        inside.count()
    }

    /// Records the bodies before a tick.
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

    /// Checks the bodies after a tick.
    pub fn judge(
        &mut self,
        before: &BTreeMap<u32, Seen>,
        after: &BTreeMap<u32, Seen>,
        obstacles: &Obstacles,
        tick: u64,
        seconds: f64,
        flaws: &mut Vec<(Option<u32>, Flaw)>,
    ) {
        // A body that an obstacle pushes out may push others.
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
                    "a body of radius {:?} went {gone:e} in a tick in which it can go {way:e}: \
                     from {} to {}",
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

/// The obstacles other than the body's own.
fn others(obstacles: &Obstacles, thing: u32) -> impl Iterator<Item = (&Standing, &Shape)> {
    let all = obstacles.iter();
    all.filter(move |(standing, _)| standing.thing != thing)
        .map(|(standing, shape)| (standing, &**shape))
}

/// The largest coordinate or radius of the nearby obstacles.
fn near_magnitude(thing: u32, was: &Seen, reach: f64, obstacles: &Obstacles) -> f64 {
    let reach = reach + 2.0 * was.radius();
    let near = others(obstacles, thing).filter(|(_, shape)| shape.is_near(was.at, was.at, reach));
    near.map(|(_, shape)| shape.magnitude).fold(0.0, f64::max)
}

/// Whether other bodies may push a body in a tick.
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
        // Pushes spread within a tick, so the other body may be pushed by up to its radius.
        let room = own + reach(seen) + seen.radius();
        let is_near = seen.at.distance(was.at) <= room;
        // The plugin may keep a body without a finite position at its last finite one.
        *other != thing && seen.is_solid() && (is_near || !seen.at.is_finite())
    })
}

/// Whether a heap may push a body: near a heap some body has more close neighbors than in a packed
/// crowd.
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

/// Whether an obstacle that has just changed may push a body; true if an obstacle is too degenerate
/// to check.
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

/// Whether a body is so near to an obstacle that the plugin moves it away. If the obstacle has
/// narrow notches, the nearest position where the body fits may be far.
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
            let is_pushed = is_in_newer_than(standing, thing, was, obstacles);
            if !is_pushed && is_covered(thing, body, was, obstacles) {
                return Ok(());
            }
            return Err(Flaw::new(
                Check::Passes,
                format!(
                    "from {from} to {is} it passed obstacle {}: round it are {least:e}, and it \
                     can have gone {:e}",
                    standing.thing, body.budget
                ),
            ));
        }
    }
    Ok(())
}

/// Whether a body is at an obstacle that moved or appeared after `old`. Then the body must not
/// leave through `old`.
fn is_in_newer_than(old: &Standing, thing: u32, was: &Seen, obstacles: &Obstacles) -> bool {
    others(obstacles, thing).any(|(standing, shape)| {
        standing.found_at > old.found_at && shape.is_near(was.at, was.at, was.radius())
    })
}

/// Whether an obstacle covers the center of a body without a way out. The plugin does not guarantee
/// which wall such a body passes.
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
                "a body of radius {:?} at {is} is {depth:e} deep in obstacle {obstacle}, where \
                 rounding allows {allowed:e}",
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
    let near = depth + NEAR_WAYS_OUT * radius;
    let is_kept_in = |(old, shape): (&Standing, &Shape)| {
        shape.is_near(is, is, near) && is_in_newer_than(old, thing, was, obstacles)
    };
    if others(obstacles, thing).any(is_kept_in) {
        return Ok(());
    }
    let shapes: Vec<&Shape> = others(obstacles, thing).map(|(_, shape)| shape).collect();
    // It may be in doubt on which side of a wall the body is, and so whether the wall encloses it.
    let is_in_doubt = shapes.iter().any(|shape| {
        shape.is_wall() && shape.distance_to_edges(is) <= shape.radius + 2.0 * tolerance(is, shape)
    });
    if is_in_doubt || !has_way_out(is, radius, &shapes) {
        // The body is checked again after the same number of ticks.
        body.ticks_inside = 0;
        return Ok(());
    }
    Err(Flaw::new(
        Check::Stuck,
        format!(
            "a body of radius {radius:?} at {is} has been in obstacles for {} ticks; it is \
             {depth:e} deep in obstacle {obstacle}, and there is a way out",
            body.ticks_inside
        ),
    ))
}

/// The obstacle that a body is deepest in, the depth, and the rounding error; `None` outside of
/// all.
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
