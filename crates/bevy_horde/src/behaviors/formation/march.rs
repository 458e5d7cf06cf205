//! The frame of a formation in this tick, and the assignment of its slots.

use super::state::{FormationSlot, FormationState, TrailPoint};
use super::{Formation, FormationMembers, FormationShape, InFormation};
use crate::math::angle::decayed;
use crate::math::assignment::{assign, total_way};
use crate::math::formation::{Extent, column, files_of_box, ranks, ring, wedge};
use crate::math::marching::{Free, Lag, Turn, angle_to, pace, turn, turned};
use crate::math::vector::{direction_and_length, left, right};
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::prelude::*;

/// The time over which the leader's velocity is smoothed, seconds.
const SMOOTHING: f32 = 0.3;
/// A leader below this part of the pace stands.
const STANDS: f32 = 0.1;
/// While the leader stands, the slots come to it at this part of the pace.
const SETTLES: f32 = 0.1;
/// How far ahead of the leader a narrow place is seen, seconds.
const LOOK_AHEAD: f32 = 0.5;
/// A member that lags and does not move for this long is stuck, seconds.
const STUCK: f32 = 4.0;
/// How often the assignment is looked over, seconds.
const LOOK_OVER: f32 = 0.5;
/// Another assignment has to be shorter than this part of the present one.
const CLEARLY_SHORTER: f32 = 0.9;
/// How much short ways are preferred to a long one, spacings.
const SOFTNESS: f32 = 0.05;
/// A leader that moves farther than this in a tick is somewhere else, spacings.
const JUMP: f32 = 4.0;
/// The part of the body by which a place beside or before an obstacle is off it.
const BESIDE: f32 = 0.05;
/// The most points of a trail.
const MOST_POINTS: usize = 1024;

/// Moves the frames of all formations, and assigns slots.
pub(in super::super) fn march(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    // Output
    mut leaders: Query<(
        Entity,
        &Formation,
        &AgentState,
        Option<&FormationMembers>,
        &mut FormationState,
    )>,
    mut members: Query<(&AgentState, &mut FormationSlot), With<InFormation>>,
) {
    for (entity, formation, leader, entities, mut state) in &mut leaders {
        let own = gather(entities, &mut members);
        if leader.slot().is_none() || own.is_empty() {
            state.set_if_neq(FormationState::default());
            continue;
        }
        let check = warnings.of(entity, "Formation");
        let radius = (own.iter()).fold(0.0, |radius: f32, member| radius.max(member.radius));
        let spacing = formation.resolve_spacing(radius, check);
        let speeds = own.iter().map(|member| member.speed);
        let counted = own.iter().filter(|member| member.anchored_for < STUCK);
        let slots = formation.slots(own.len(), spacing, check);
        let marching = Marching {
            leader,
            obstacles: &obstacles,
            tick: time.delta_secs(),
            spacing,
            radius,
            slowest: speeds.fold(leader.max_speed, f32::min),
            lag: Lag::of(counted.map(|member| member.lag)),
            files: match formation.shape {
                FormationShape::Column { files } => files.max(1) as usize,
                _ => 0,
            },
            extent: Extent::of(&slots),
        };
        let change = marching.advance(slots, &mut state);
        if let Some(assigned) = reassign(&own, change, &mut state, &marching) {
            for (member, slot) in own.iter().zip(assigned) {
                if let Ok((_, mut known)) = members.get_mut(member.entity) {
                    known.slot = Some(slot);
                }
            }
        }
    }
}

/// A member that takes part.
struct Member {
    entity: Entity,
    /// The rank among the ids.
    rank: usize,
    position: Vec2,
    radius: f32,
    speed: f32,
    slot: Option<u32>,
    lag: f32,
    anchored_for: f32,
}

/// The members that move, in the order of their ids. All others lose their slots.
fn gather(
    entities: Option<&FormationMembers>,
    members: &mut Query<(&AgentState, &mut FormationSlot), With<InFormation>>,
) -> Vec<Member> {
    let mut own = Vec::new();
    for entity in entities.into_iter().flat_map(FormationMembers::iter) {
        let Ok((state, mut known)) = members.get_mut(entity) else {
            continue;
        };
        match state.slot().filter(|_| state.is_moving()) {
            Some(rank) => own.push(Member {
                entity,
                rank,
                position: state.position,
                radius: state.body_radius,
                speed: state.max_speed,
                slot: known.slot,
                lag: known.lag,
                anchored_for: known.anchored_for,
            }),
            None => {
                known.set_if_neq(FormationSlot::default());
            }
        }
    }
    own.sort_unstable_by_key(|member| member.rank);
    own
}

/// The slots of the members, if they change.
fn reassign(
    own: &[Member],
    change: Change,
    state: &mut FormationState,
    marching: &Marching,
) -> Option<Vec<u32>> {
    let known = known_slots(own);
    let has_gap = own.iter().any(|member| member.lag > marching.spacing);
    state.assigned_for += marching.tick;
    let is_due = state.assigned_for >= LOOK_OVER && !state.is_column();
    let is_new = change != Change::None || known.is_none();
    if !is_new && !(is_due && has_gap) {
        return None;
    }
    state.assigned_for = 0.0;
    let positions: Vec<Vec2> = own.iter().map(|member| member.position).collect();
    let places = (0..own.len()).filter_map(|slot| state.place(slot));
    let places: Vec<Vec2> = places.map(|place| place.position).collect();
    // In a body that stands, many move up by one place; none can walk through it.
    let closes_gap = change != Change::Anew && known.is_some();
    let softness = if closes_gap { 1.0 } else { SOFTNESS } * marching.spacing;
    let assigned = assign(&positions, &places, softness);
    let Some(known) = known.filter(|_| !is_new) else {
        return Some(assigned);
    };
    let present = total_way(&positions, &places, &known, softness);
    let way = total_way(&positions, &places, &assigned, softness);
    (way < CLEARLY_SHORTER * present).then_some(assigned)
}

/// The slots that the members have; `None` when they are not all different and in use.
fn known_slots(own: &[Member]) -> Option<Vec<u32>> {
    let mut is_taken = vec![false; own.len()];
    let slots = own.iter().map(|member| {
        let slot = member.slot?;
        let is_taken = is_taken.get_mut(slot as usize)?;
        (!core::mem::replace(is_taken, true)).then_some(slot)
    });
    slots.collect()
}

impl Formation {
    /// The checked spacing, for the largest body.
    pub(super) fn resolve_spacing(&self, radius: f32, check: FieldCheck<'_>) -> f32 {
        let usual = Self::default().spacing.resolve(radius);
        check.at_least_zero("spacing", self.spacing.resolve(radius), usual)
    }

    fn slots(&self, count: usize, spacing: f32, check: FieldCheck<'_>) -> Vec<Vec2> {
        match &self.shape {
            FormationShape::Line => ranks(count, count, spacing),
            FormationShape::Column { files } => ranks(count, *files as usize, spacing),
            FormationShape::Wedge => wedge(count, spacing),
            FormationShape::Box => ranks(count, files_of_box(count), spacing),
            FormationShape::Circle => ring(count, spacing),
            FormationShape::Slots(own) => {
                let mut slots: Vec<Vec2> = own.iter().take(count).copied().collect();
                for slot in &mut slots {
                    if !slot.is_finite() {
                        check.unusable("shape", "has a slot that is not finite; it is 0, 0");
                        *slot = Vec2::ZERO;
                    }
                }
                let back = Extent::of(&slots).least.x.min(0.0);
                let behind = ranks(count - slots.len(), 1, spacing);
                slots.extend(behind.iter().map(|slot| Vec2::new(slot.x + back, slot.y)));
                slots
            }
        }
    }
}

/// What has changed about the slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    None,
    /// Members have come or gone.
    Count,
    /// The slots are elsewhere.
    Anew,
}

/// A formation in this tick.
struct Marching<'a> {
    leader: &'a AgentState,
    obstacles: &'a ObstacleIndex,
    tick: f32,
    spacing: f32,
    /// Of the largest member.
    radius: f32,
    /// The largest speed of the slowest member.
    slowest: f32,
    /// Of the members that are not stuck.
    lag: Lag,
    /// The files of a column; 0 for another shape.
    files: usize,
    extent: Extent,
}

impl Marching<'_> {
    /// Advances the frame by a tick.
    fn advance(&self, slots: Vec<Vec2>, state: &mut FormationState) -> Change {
        let leader = self.leader;
        let mut moved = leader.position - state.leader;
        let farthest = JUMP * self.spacing + 2.0 * leader.max_speed * self.tick;
        let begins = !state.is_marching || moved.length() > farthest;
        if begins {
            let beside = self.free(leader.position, leader.heading);
            *state = FormationState {
                is_marching: true,
                heading: leader.heading,
                beside: Vec2::new(beside.left, beside.right),
                ..default()
            };
            moved = Vec2::ZERO;
        }
        let is_other_count = state.slots.len() != slots.len();
        let is_changed = state.slots != slots || state.spacing != self.spacing;
        (state.slots, state.spacing) = (slots, self.spacing);
        state.leader = leader.position;
        state.course += (leader.velocity - state.course) * decayed(self.tick / SMOOTHING);
        let course = direction_and_length(state.course);
        let course = course.filter(|(_, speed)| *speed > STANDS * self.slowest);
        let course = course.map(|(course, _)| course);
        state.is_moving = course.is_some();
        state.turn_rate = 0.0;
        let turns_about = match course {
            Some(course) if state.is_column() => self.turn_column(course, state),
            Some(course) => self.turn_shape(course, state),
            None => false,
        };
        self.move_frame(moved, state);
        self.extend_trail(course.unwrap_or(state.heading), state);
        let forms_up = self.fit(course, state);
        state.column = if state.is_column() {
            column(&state.slots, state.files as usize, self.spacing)
        } else {
            Vec::new()
        };
        let angle = course.map_or(0.0, |course| angle_to(state.heading, course));
        state.pace = pace(
            self.slowest,
            angle,
            self.extent.radius,
            self.lag,
            self.spacing,
        );
        if begins || turns_about || forms_up || (is_changed && !is_other_count) {
            Change::Anew
        } else if is_changed {
            Change::Count
        } else {
            Change::None
        }
    }

    /// Turns a shape toward the course. Returns whether it turns about.
    fn turn_shape(&self, course: Vec2, state: &mut FormationState) -> bool {
        match turn(
            state.heading,
            course,
            self.extent.radius,
            self.slowest,
            self.tick,
        ) {
            Turn::About => {
                // The members stay where they are; the front is where the rear was.
                let middle = state.position + state.heading * self.extent.middle();
                let ahead = (middle - self.leader.position).dot(course) - self.extent.middle();
                (state.heading, state.ahead) = (course, ahead.max(0.0));
                true
            }
            Turn::Wheel(rate) => {
                if state.ahead == 0.0 {
                    state.turn_rate = rate;
                    state.heading = turned(state.heading, rate * self.tick);
                }
                false
            }
        }
    }

    /// Turns a column where the leader comes back on its trail. Returns whether it does.
    fn turn_column(&self, course: Vec2, state: &mut FormationState) -> bool {
        state.heading = course;
        let [older @ .., before, last] = &*state.trail else {
            return false;
        };
        let is_there = |point: &TrailPoint| {
            point.position.distance(self.leader.position) < self.radius.max(0.5 * self.spacing)
        };
        let is_back = (last.position - before.position).dot(course) < 0.0;
        if !is_back || state.ahead > 0.0 || !(is_there(before) || older.iter().any(is_there)) {
            return false;
        }
        let deepest = state
            .column
            .iter()
            .fold(0.0, |deepest: f32, place| deepest.max(-place.x));
        let mut length = 0.0;
        let mut kept = 1;
        for pair in state.trail.windows(2).rev() {
            length += pair[0].position.distance(pair[1].position);
            kept += 1;
            if length >= deepest {
                break;
            }
        }
        state.trail.drain(..state.trail.len() - kept);
        state.trail.reverse();
        for point in &mut state.trail {
            core::mem::swap(&mut point.left, &mut point.right);
        }
        state.ahead = length;
        true
    }

    /// Moves the origin of the slots with the leader, which moved by `moved`.
    fn move_frame(&self, moved: Vec2, state: &mut FormationState) {
        let leader = self.leader;
        let head = state.trail.last().map(|point| point.position);
        let walked = if state.is_column() {
            moved.length()
        } else if state.is_moving {
            moved.dot(state.heading)
        } else {
            moved.dot(state.heading) + SETTLES * self.slowest * self.tick
        };
        if state.ahead > 0.0 {
            state.ahead = (state.ahead - walked).max(0.0);
        }
        (state.position, state.velocity) = if state.ahead == 0.0 {
            (leader.position, leader.velocity)
        } else if let Some(head) = head.filter(|_| state.is_column()) {
            (head, Vec2::ZERO)
        } else {
            (leader.position + state.heading * state.ahead, Vec2::ZERO)
        };
    }

    /// Adds the leader's place to its trail.
    fn extend_trail(&self, forward: Vec2, state: &mut FormationState) {
        if state.is_column() && state.ahead > 0.0 {
            return;
        }
        let position = self.leader.position;
        let here = self.free(position, forward);
        let here = Vec2::new(here.left, here.right);
        state.beside = state.beside.min(here);
        let step = self.spacing.max(self.radius);
        let last = state.trail.last();
        if last.is_some_and(|last| last.position.distance(position) < step) {
            return;
        }
        state.trail.push(TrailPoint {
            position,
            left: state.beside.x,
            right: state.beside.y,
        });
        state.beside = here;
        let depth = (-self.extent.least.x).max(0.0) / step.max(f32::MIN_POSITIVE);
        let most = (state.slots.len() + 3 + depth as usize).min(MOST_POINTS);
        let surplus = state.trail.len().saturating_sub(most);
        state.trail.drain(..surplus);
    }

    /// Makes the files fit the free way. Returns whether the members form up in their shape again.
    fn fit(&self, course: Option<Vec2>, state: &mut FormationState) -> bool {
        if self.files > 0 && !state.is_column() {
            state.files = self.files as u32;
        }
        let Some(course) = course.filter(|_| state.ahead == 0.0) else {
            return false;
        };
        let position = self.leader.position;
        let look_ahead =
            self.extent.most.x.max(0.0) + self.spacing + LOOK_AHEAD * self.leader.velocity.length();
        let end = position + course * look_ahead;
        let hit = self
            .obstacles
            .first_hit(position, end, self.radius, |_| true);
        let length = hit.map_or(look_ahead, |hit| hit.distance - BESIDE * self.radius);
        let before = self.free(position + course * length.max(0.0), course);
        let beside = Free {
            left: state.beside.x,
            right: state.beside.y,
        };
        let room = beside.min(before);
        if !self.has_room(room) {
            let files = room.files(self.spacing).min(state.slots.len()) as u32;
            state.files = match state.files {
                0 => files,
                known => known.min(files),
            };
            return false;
        }
        if state.files as usize == self.files {
            return false;
        }
        let deep = self.spacing - self.extent.least.x.min(0.0);
        let is_under = |point: &&TrailPoint| point.position.distance(position) <= deep;
        let mut under = state.trail.iter().rev().take_while(is_under);
        if !under.all(|point| self.has_room(point.free())) {
            return false;
        }
        state.files = self.files as u32;
        true
    }

    /// Whether the whole shape has room.
    fn has_room(&self, free: Free) -> bool {
        match self.files {
            0 => free.holds(self.extent.least.y, self.extent.most.y),
            files => free.files(self.spacing) >= files,
        }
    }

    /// The free way to both sides, as far as the shape needs it.
    fn free(&self, from: Vec2, forward: Vec2) -> Free {
        let far = self.extent.most.y.max(-self.extent.least.y).max(0.0) + self.spacing;
        let radius = (1.0 - BESIDE) * self.radius;
        let side = |aside: Vec2| {
            let hit = self
                .obstacles
                .first_hit(from, from + aside * far, radius, |_| true);
            hit.map_or(far, |hit| hit.distance)
        };
        Free {
            left: side(left(forward)),
            right: side(right(forward)),
        }
    }
}
