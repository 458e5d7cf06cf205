//! The right of way of two bodies that block each other beside obstacles.

use crate::math::vector::{Side, direction, truncate};
use glam::Vec2;

/// Two bodies may block each other while the speed of each along its preferred velocity is below
/// this part of its preferred speed.
const SLOW: f32 = 0.5;
/// The time in which a body that yields steps aside, seconds.
const STEP_TIME: f32 = 0.3;
/// A body in touch with the passing one also goes back while it steps aside, at this part of its
/// full speed.
const BACKING: f32 = 0.5;
/// The gap that a yielding body leaves to the passing one, in radii of the yielding body.
const ROOM: f32 = 0.2;
/// A body looks for others within this many of its radii.
const NEARBY: f32 = 10.0;
/// Two bodies are near within a gap of this many radii of the larger one.
const TOUCHING: f32 = 1.5;
/// A body counts as beside an obstacle within this gap, in radii.
const BESIDE: f32 = 1.5;
/// Two bodies want to get past each other if changing places brings them nearer to their goals. The
/// total gain has to be more than this part of their distance.
const GAIN: f32 = 0.4;
/// `GAIN` for two bodies whose preferred velocities do not oppose each other.
const LARGE_GAIN: f32 = 1.2;
/// Two bodies want into the same place if each presses toward the other with more than this part of
/// its preferred velocity.
const MERGES: f32 = 0.3;
/// Both bodies have to be blocked for longer than this before one counts as wedged by the other,
/// seconds.
const WEDGED: f32 = 2.5;
/// Of two bodies that want into the same place, one is ahead if the part of its preferred velocity
/// toward the other is smaller by more than this.
const LEAD: f32 = 0.02;
/// A body is before or beside another while the cosine of its bearing is above minus this.
const BESIDE_EACH_OTHER: f32 = 0.2;
/// While a body steps aside, its way has to be free for this part of its radius.
const SCRAPES: f32 = 0.98;
/// The part of its radius for which the way has to be free before a body begins to step aside. It
/// is larger, so that the body does not stop at once.
const SPARE: f32 = 1.15;
/// The part of its radius for which the way has to be free while a body goes back. It is small,
/// because the body slides along walls.
const SLIM: f32 = 0.5;
/// How far back a body looks for room, in radii.
const MOST_STEPS: u8 = 14;
/// Ways back count as equally long if they differ by less than this, in radii.
const SAME: f32 = 2.0;

/// A body on its way, and what decides whether it goes first.
#[derive(Clone, Copy, Debug)]
pub struct Traveler {
    /// Its slot, which breaks ties.
    pub slot: u32,
    /// Its position.
    pub position: Vec2,
    /// Its velocity, world units per second.
    pub velocity: Vec2,
    /// Its radius.
    pub radius: f32,
    /// The preferred velocity.
    pub preferred_velocity: Vec2,
    /// The direction of the preferred velocity; zero without one.
    pub along: Vec2,
    /// The position for which it heads.
    pub goal: Vec2,
    /// Whether no way leads to its goal.
    pub is_enclosed: bool,
    /// Bodies of a lower priority make way.
    pub priority: i32,
    /// For how long others have blocked it, seconds; 0 while it yields.
    pub blocked_for: f32,
    /// Whether the body yields only to bodies near by.
    pub yields_to_near: bool,
    /// The direction in which the bodies go that it lets pass; zero while it does not yield.
    pub yields: Vec2,
}

impl Traveler {
    /// How far to look for others, world units.
    pub fn reach(&self) -> f32 {
        NEARBY * self.radius
    }

    /// An obstacle within this distance of the center is beside the body, world units.
    pub fn beside(&self) -> f32 {
        (1.0 + BESIDE) * self.radius
    }

    fn is_slow(&self) -> bool {
        self.velocity.dot(self.preferred_velocity) < SLOW * self.preferred_velocity.length_squared()
    }

    /// Whether the two want past each other: changing places would clearly shorten the sum of their
    /// distances to their goals.
    pub fn opposes(&self, other: &Self) -> bool {
        let own = self.goal.distance(self.position) - self.goal.distance(other.position);
        let theirs = other.goal.distance(other.position) - other.goal.distance(self.position);
        let gain = if self.meets(other) { GAIN } else { LARGE_GAIN };
        own + theirs > gain * self.position.distance(other.position)
    }

    /// Whether the preferred velocities of the two oppose each other now.
    fn meets(&self, other: &Self) -> bool {
        self.along.dot(other.along) < 0.0
    }

    /// Whether the two want into the same place, as before a doorway for one: each presses toward
    /// the other.
    fn merges(&self, other: &Self) -> bool {
        self.presses_by(MERGES, other) && other.presses_by(MERGES, self)
    }

    /// Whether this body presses on another that does not press back, and both have been blocked
    /// for long. If the other is also at an obstacle and has no body before it, it is wedged. False
    /// for a body of higher priority.
    pub fn may_wedge(&self, other: &Self) -> bool {
        self.priority <= other.priority
            && self.blocked_for.min(other.blocked_for) > WEDGED
            && self.presses_by(MERGES, other)
            && !other.has_before_it(self.position, self.radius)
            && self.may_be_blocked_by(other)
    }

    /// Whether this body presses toward a body at `position`, and the gap between them is small.
    pub fn has_before_it(&self, position: Vec2, radius: f32) -> bool {
        self.is_near(position, radius) && self.presses(position) > MERGES
    }

    /// Whether this body presses toward the other with more than `part` of its preferred velocity.
    /// False if either has no way to its goal.
    fn presses_by(&self, part: f32, other: &Self) -> bool {
        !self.is_enclosed && !other.is_enclosed && self.presses(other.position) > part
    }

    /// The part of its preferred velocity that leads toward `position`, -1 to 1.
    fn presses(&self, position: Vec2) -> f32 {
        let toward = direction(position - self.position);
        toward.map_or(0.0, |toward| self.along.dot(toward))
    }

    /// Whether this body enters before the other, if both want into the same place. First goes the
    /// higher priority; else the body without a way back; else the body that presses less, because
    /// it is ahead; else the lower slot. The answers of the two are opposite.
    pub fn enters_before(&self, has_way: bool, other: &Self, other_has_way: bool) -> bool {
        let (own, theirs) = (self.presses(other.position), other.presses(self.position));
        if self.priority != other.priority {
            self.priority > other.priority
        } else if has_way != other_has_way {
            other_has_way
        } else if (own - theirs).abs() > LEAD {
            own < theirs
        } else {
            self.slot < other.slot
        }
    }

    /// This body with its direction past the other: the preferred one if the two meet, or do not
    /// want past each other. Else the body has turned away from a doorway that it takes for closed.
    /// Then the direction is straight to its goal.
    pub fn on_its_way_past(&self, other: &Self) -> Self {
        let along = if self.meets(other) || !self.opposes(other) {
            self.along
        } else {
            direction(self.goal - self.position).unwrap_or(self.along)
        };
        Self { along, ..*self }
    }

    /// Whether the gap to a body at `position` is below `TOUCHING` radii of the larger one.
    pub fn is_near(&self, position: Vec2, radius: f32) -> bool {
        let near = self.radius + radius + TOUCHING * self.radius.max(radius);
        self.position.distance(position) < near
    }

    /// Whether the two may block each other: both are near, slow, and beside or before each other,
    /// and the other does not yield.
    fn may_be_blocked_by(&self, other: &Self) -> bool {
        let offset = other.position - self.position;
        let is_before =
            |own: &Self, offset: Vec2| offset.dot(own.along) > -BESIDE_EACH_OTHER * offset.length();
        other.yields == Vec2::ZERO
            && self.is_near(other.position, other.radius)
            && is_before(&self.on_its_way_past(other), offset)
            && is_before(&other.on_its_way_past(self), -offset)
            && self.is_slow()
            && other.is_slow()
    }

    /// Whether the two want past each other, or into the same place, and block each other.
    pub fn is_blocked_by(&self, other: &Self) -> bool {
        self.may_be_blocked_by(other) && (self.opposes(other) || self.merges(other))
    }

    /// Whether this body comes up close behind the other, which yields to bodies that come toward
    /// both.
    pub fn follows(&self, other: &Self) -> bool {
        let offset = other.position - self.position;
        self.is_near(other.position, other.radius)
            && offset.dot(self.along) > 0.0
            && other.along.dot(self.along) > 0.0
            && other.yields.dot(self.along) < 0.0
    }

    /// Whether the other has still to pass this body, which yields. If both want into the same
    /// place, the other has passed once it is no longer before this body.
    pub fn lets_pass(&self, other: &Self) -> bool {
        let along = other.on_its_way_past(self).along;
        let ahead = (self.position - other.position).dot(along);
        other.yields == Vec2::ZERO
            && (self.opposes(other) || self.presses_by(0.0, other))
            && (!self.yields_to_near || self.is_near(other.position, other.radius))
            && along.dot(self.yields) > 0.0
            && ahead > -0.5 * (self.radius + other.radius)
    }

    /// Whether the other can get past this body, which stays where it is, on at least one side.
    /// `is_free` takes a position, a direction, a length and a radius.
    pub fn has_room_beside(
        &self,
        other: &Self,
        is_free: impl Fn(Vec2, Vec2, f32, f32) -> bool,
    ) -> bool {
        let length = self.radius + other.radius;
        let clearance = (1.0 + ROOM) * self.radius + other.radius;
        [other.along.perp(), -other.along.perp()]
            .into_iter()
            .any(|aside| {
                let beside = self.position + clearance * aside;
                is_free(self.position, aside, clearance, other.radius)
                    && is_free(beside, other.along, length, other.radius)
                    && is_free(beside, -other.along, length, other.radius)
            })
    }

    /// Whether this body queues behind the other.
    fn queues_behind(&self, other: &Self) -> bool {
        let offset = other.position - self.position;
        self.along.dot(other.along) > 0.0 && offset.dot(other.along) > 0.0
    }

    /// The direction and the length of a step from `position` out of the way of `passing`; `None`
    /// if neither side is free. `remembered` is the direction of the last tick, or zero.
    fn aside(
        &self,
        position: Vec2,
        passing: &Self,
        remembered: Vec2,
        passing_side: Side,
        is_free: impl Fn(Vec2, Vec2, f32, f32) -> bool,
    ) -> Option<(Vec2, f32)> {
        let along = passing.along;
        let clearance = self.radius + passing.radius + ROOM * self.radius;
        let offset = position - passing.position;
        let remembered = Side::containing(along, remembered, 0.0);
        let nearer = Side::containing(along, offset, 1e-3 * self.radius);
        // The right of this body is the left of an oncoming one.
        let first = remembered
            .or(nearer)
            .unwrap_or_else(|| passing_side.opposite());
        [first, first.opposite()].into_iter().find_map(|side| {
            let direction = side.of(along);
            let way = (clearance - offset.dot(direction)).max(0.0);
            let width = if remembered == Some(side) {
                SCRAPES
            } else {
                SPARE
            };
            is_free(position, direction, way, width * self.radius).then_some((direction, way))
        })
    }

    /// The way back to where this body can step out of the way of `passing`: the direction, and the
    /// length in its radii. `None` without such a place.
    pub fn way_back(
        &self,
        passing: &Self,
        passing_side: Side,
        is_free: impl Fn(Vec2, Vec2, f32, f32) -> bool,
    ) -> Option<(Vec2, f32)> {
        let apart = direction(self.position - passing.position).unwrap_or(passing.along);
        let ways = [passing.along, -self.along, apart].map(|back| {
            (0..=MOST_STEPS)
                .map(f32::from)
                .take_while(|step| {
                    let way = step * self.radius;
                    is_free(self.position, back, way, SLIM * self.radius)
                })
                .find(|step| {
                    let position = self.position + back * (step * self.radius);
                    self.aside(position, passing, Vec2::ZERO, passing_side, &is_free)
                        .is_some()
                })
                .map(|step| (back, step))
        });
        ways.into_iter()
            .flatten()
            .min_by(|first, second| first.1.total_cmp(&second.1))
    }

    /// How long the queue behind this body is, in its radii.
    pub fn queue<'a>(&self, travelers: impl Iterator<Item = &'a Self>) -> f32 {
        let queue = travelers.filter(|other| other.slot != self.slot && other.queues_behind(self));
        queue.map(|other| 2.0 * other.radius / self.radius).sum()
    }

    /// Whether this body goes first: the higher priority, else the longer way back, else the lower
    /// slot. The answers of the two are opposite.
    pub fn goes_before(
        &self,
        way_back: Option<f32>,
        other: &Self,
        other_way_back: Option<f32>,
    ) -> bool {
        let [own, theirs] = [way_back, other_way_back].map(|way| way.unwrap_or(f32::MAX));
        if self.priority != other.priority {
            self.priority > other.priority
        } else if (own - theirs).abs() >= SAME {
            own > theirs
        } else {
            self.slot < other.slot
        }
    }

    /// The velocity with which this body yields to `passing`, and the direction of its step aside;
    /// zero if it goes back.
    pub fn yield_velocity(
        &self,
        passing: &Self,
        remembered: Vec2,
        passing_side: Side,
        max_speed: f32,
        is_free: impl Fn(Vec2, Vec2, f32, f32) -> bool,
    ) -> (Vec2, Vec2) {
        let aside = self.aside(self.position, passing, remembered, passing_side, &is_free);
        let Some((aside, way)) = aside else {
            let way_back = self.way_back(passing, passing_side, is_free);
            let back = way_back.map_or(passing.along, |(back, _)| back);
            return (back * max_speed, Vec2::ZERO);
        };
        let offset = self.position - passing.position;
        let gap = offset.length() - self.radius - passing.radius;
        let closeness = if offset.dot(passing.along) > 0.0 {
            (1.0 - gap / self.radius).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let back = passing.along * (BACKING * closeness * max_speed);
        let velocity = back + aside * (way / STEP_TIME).min(max_speed);
        (truncate(velocity, max_speed), aside)
    }
}

/// The direction of a preferred velocity; zero if it has none.
pub fn along(preferred_velocity: Vec2) -> Vec2 {
    direction(preferred_velocity).unwrap_or(Vec2::ZERO)
}

#[cfg(test)]
mod tests;
