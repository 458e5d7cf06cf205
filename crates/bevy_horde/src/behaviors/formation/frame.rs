//! The frame of a formation: how its origin, heading, trail and files follow the leader.

use super::room::SURFACE_GAP;
use super::state::{FormationState, TrailPoint};
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use bevy::prelude::*;
use horde_kernel::formation::marching::{Free, Lag, Turn, angle_to, pace, turn, turned};
use horde_kernel::formation::slots::{Extent, column, files_of_box};
use horde_kernel::math::angle::decayed;
use horde_kernel::math::vector::{direction_and_length, truncate};

/// The time over which the leader's velocity is smoothed, seconds.
const SMOOTHING: f32 = 0.3;
/// A leader below this part of the slowest member's speed stands. A leader that prefers less than
/// this part of its pace rests.
pub(super) const STANDING_SPEED: f32 = 0.1;
/// A formation faces its final direction when the leader has stood for this long, seconds: at its
/// goal, and elsewhere.
pub(super) const STANDS: (f32, f32) = (0.5, 4.0);
/// A formation faces its final direction if the cosine of the angle from its heading is at least
/// this.
const FACES: f32 = 0.9999;
/// While the final direction turns by less than the angle with this cosine in a tick, the formation
/// follows it, and members keep their slots.
const TRACKS: f32 = 0.98;
/// While the leader stands, the slots approach it at this part of the slowest member's speed.
const SETTLES: f32 = 0.1;
/// The slots close up to a leader ahead of them at this part of the slowest member's speed.
const CLOSES_UP: f32 = 0.25;
/// The time ahead in which the leader detects a narrow place, seconds.
const LOOK_AHEAD: f32 = 0.5;
/// A leader was teleported if it moves in a tick by more than this plus two of its largest steps,
/// spacings.
const LONGEST_STEP: f32 = 4.0;
/// The most points of a trail.
const MOST_POINTS: usize = 1024;

/// How the slots have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    None,
    /// Members have come or gone.
    Count,
    /// All slots have jumped, as when the formation turns about.
    Anew,
}

/// A formation in this tick.
pub(super) struct Marching<'a> {
    pub(super) leader: &'a AgentState,
    /// The velocity that the leader prefers; zero without a goal.
    pub(super) sets_out: Vec2,
    /// Whether the leader has settled.
    pub(super) is_settled: bool,
    pub(super) obstacles: &'a ObstacleIndex,
    /// The leader and the members. Obstacles on these entities do not narrow the way.
    pub(super) bodies: Vec<Entity>,
    pub(super) tick: f32,
    pub(super) spacing: f32,
    /// The radius of the largest member, world units.
    pub(super) radius: f32,
    /// The largest speed of the slowest agent, the leader included, world units per second.
    pub(super) slowest: f32,
    /// The lag of the members that are not stuck.
    pub(super) lag: Lag,
    /// The files of a column; 0 for another shape.
    pub(super) files: usize,
    pub(super) extent: Extent,
    /// The part of the spacing that the leader takes; `None` for one without a body.
    pub(super) leader_size: Option<f32>,
    /// The part of the spacing that the member at each slot takes.
    pub(super) sizes: Vec<f32>,
    /// The unit vector along which the formation faces when its leader stands; zero for none.
    pub(super) facing: Vec2,
}

impl Marching<'_> {
    /// Advances the frame by a tick. `pattern` are the slots of members of one size.
    pub(super) fn advance(
        &self,
        pattern: Vec<Vec2>,
        slots: Vec<Vec2>,
        state: &mut FormationState,
    ) -> Change {
        let leader = self.leader;
        let mut moved = leader.position - state.leader_position;
        let farthest = LONGEST_STEP * self.spacing + 2.0 * leader.max_speed * self.tick;
        let begins = !state.is_marching || moved.length() > farthest;
        if begins {
            let heading = self.first_heading();
            let beside = self.free(leader.position, heading);
            *state = FormationState {
                is_marching: true,
                heading,
                clearance: Vec2::new(beside.left, beside.right),
                ..default()
            };
            moved = Vec2::ZERO;
        }
        let is_other_count = state.pattern.len() != pattern.len();
        let is_changed = state.pattern != pattern || state.spacing != self.spacing;
        let has_other_slots = is_changed || state.slots != slots;
        (state.pattern, state.slots, state.spacing) = (pattern, slots, self.spacing);
        state.leader_position = leader.position;
        state.leader_velocity +=
            (leader.velocity - state.leader_velocity) * decayed(self.tick / SMOOTHING);
        let course = direction_and_length(state.leader_velocity);
        // A settled leader that makes way for others does not march.
        let marches = |speed: f32| !self.is_settled && speed > STANDING_SPEED * self.slowest;
        let course = course.filter(|(_, speed)| marches(*speed));
        let course = course.map(|(course, _)| course);
        state.is_moving = course.is_some();
        state.turn_rate = 0.0;
        let faces = self.face(state);
        let turns_about = match course {
            Some(course) if state.is_column() => self.turn_column(course, state),
            Some(course) => self.turn_shape(course, state),
            None => false,
        };
        self.move_frame(moved, state);
        self.extend_trail(course.unwrap_or(state.heading), state);
        let files = state.column_files;
        let forms_up = self.fit(course, state);
        if has_other_slots || state.column_files != files {
            state.column = if state.is_column() {
                let files = state.column_files as usize;
                column(
                    &state.pattern,
                    files,
                    self.leader_size,
                    &self.sizes,
                    self.spacing,
                )
            } else {
                Vec::new()
            };
        }
        let angle = course.map_or(0.0, |course| angle_to(state.heading, course));
        state.leader_max_speed = pace(
            self.slowest,
            angle,
            self.extent.radius,
            self.lag,
            self.spacing,
        );
        if begins || turns_about || faces || forms_up || (is_changed && !is_other_count) {
            Change::Anew
        } else if is_changed {
            Change::Count
        } else {
            Change::None
        }
    }

    /// The heading with which the formation begins: along the way on which its leader sets out,
    /// else as the leader does.
    fn first_heading(&self) -> Vec2 {
        let goes = direction_and_length(self.sets_out);
        let goes = goes.filter(|(_, speed)| *speed > STANDING_SPEED * self.slowest);
        goes.map_or(self.leader.heading, |(along, _)| along)
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
                state.position = middle - course * self.extent.middle();
                state.offset = state.position - self.leader.position;
                (state.heading, state.turn_offset) = (course, state.offset.dot(course).max(0.0));
                true
            }
            Turn::Wheel(rate) => {
                if state.turn_offset == 0.0 {
                    state.turn_rate = rate;
                    state.heading = turned(state.heading, rate * self.tick);
                }
                false
            }
        }
    }

    /// Turns a shape to its final direction once the leader has stood for a while. Returns whether
    /// the members get new slots.
    fn face(&self, state: &mut FormationState) -> bool {
        let is_other = state.facing != self.facing && state.facing.dot(self.facing) < TRACKS;
        if state.is_moving || is_other {
            (state.stood_for, state.lacks_room) = (0.0, false);
        } else {
            state.stood_for = (state.stood_for + self.tick).min(STANDS.1);
        }
        if is_other {
            // The leader may get a new goal with the new direction.
            state.leader_rests = false;
        }
        state.facing = self.facing;
        let cosine = state.heading.dot(self.facing);
        if state.is_moving || state.is_column() || self.facing == Vec2::ZERO || cosine >= FACES {
            return false;
        }
        let wait = if state.leader_rests {
            STANDS.0
        } else {
            STANDS.1
        };
        if state.stood_for < wait {
            state.is_moving = !state.lacks_room;
            return false;
        }
        state.lacks_room = !self.has_room_along(self.facing, &state.slots);
        if state.lacks_room {
            state.stood_for = 0.0;
            return false;
        }
        (state.heading, state.offset, state.turn_offset) = (self.facing, Vec2::ZERO, 0.0);
        cosine < TRACKS
    }

    /// Turns a column when the leader comes back along its trail. Returns whether the column turns.
    fn turn_column(&self, course: Vec2, state: &mut FormationState) -> bool {
        state.heading = course;
        let [older @ .., before, last] = &*state.trail else {
            return false;
        };
        let is_there = |point: &TrailPoint| {
            point.position.distance(self.leader.position) < self.radius.max(0.5 * self.spacing)
        };
        let is_back = (last.position - before.position).dot(course) < 0.0;
        if !is_back || state.turn_offset > 0.0 || !(is_there(before) || older.iter().any(is_there))
        {
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
        state.turn_offset = length;
        true
    }

    /// Moves the origin of the slots with the leader, which moved by `moved`.
    fn move_frame(&self, moved: Vec2, state: &mut FormationState) {
        let leader = self.leader;
        if state.turn_offset > 0.0 {
            self.wait_for_leader(moved, state);
        }
        if state.turn_offset > 0.0 {
            state.velocity = Vec2::ZERO;
            return;
        }
        let speed = CLOSES_UP * self.slowest;
        let closing = direction_and_length(state.offset).map_or(Vec2::ZERO, |(from, length)| {
            state.offset = from * (length - speed * self.tick).max(0.0);
            from * speed
        });
        state.position = leader.position + state.offset;
        state.velocity = leader.velocity - closing;
    }

    /// Holds the frame in place until the leader has reached its front. While the leader stands,
    /// the frame of a shape approaches it.
    fn wait_for_leader(&self, moved: Vec2, state: &mut FormationState) {
        if state.is_column() {
            state.turn_offset = (state.turn_offset - moved.length()).max(0.0);
            if let Some(head) = state.trail.last() {
                state.position = head.position;
            }
            return;
        }
        let leader = self.leader.position;
        if !state.is_moving {
            let step = SETTLES * self.slowest * self.tick;
            state.position += truncate(leader - state.position, step);
        }
        state.offset = state.position - leader;
        state.turn_offset = state.offset.dot(state.heading).max(0.0);
    }

    /// Adds the leader's place to the trail once it is a step from the last point.
    fn extend_trail(&self, forward: Vec2, state: &mut FormationState) {
        if state.is_column() && state.turn_offset > 0.0 {
            return;
        }
        let position = self.leader.position;
        let here = self.free(position, forward);
        let here = Vec2::new(here.left, here.right);
        state.clearance = state.clearance.min(here);
        let step = self.spacing.max(self.radius);
        let last = state.trail.last();
        if last.is_some_and(|last| last.position.distance(position) < step) {
            return;
        }
        state.trail.push(TrailPoint {
            position,
            left: state.clearance.x,
            right: state.clearance.y,
        });
        state.clearance = here;
        let depth = (-self.extent.least.x).max(0.0) / step.max(f32::MIN_POSITIVE);
        // Without spacing and radius the depth may be beyond all integers.
        let most = (state.slots.len() + 3).saturating_add(depth as usize);
        let surplus = state.trail.len().saturating_sub(most.min(MOST_POINTS));
        state.trail.drain(..surplus);
    }

    /// Fits the files to the free way. Returns whether the members form up in their shape again.
    fn fit(&self, course: Option<Vec2>, state: &mut FormationState) -> bool {
        if self.files > 0 && !state.is_column() {
            state.column_files = self.files as u32;
        }
        let Some(course) = course.filter(|_| state.turn_offset == 0.0) else {
            return false;
        };
        let position = self.leader.position;
        let look_ahead =
            self.extent.most.x.max(0.0) + self.spacing + LOOK_AHEAD * self.leader.velocity.length();
        let end = position + course * look_ahead;
        let hit = self.first_hit(position, end, self.radius);
        let length = hit.map_or(look_ahead, |hit| hit.distance - SURFACE_GAP * self.radius);
        let before = self.free(position + course * length.max(0.0), course);
        let beside = Free {
            left: state.clearance.x,
            right: state.clearance.y,
        };
        let room = beside.min(before);
        if !self.has_room(room) {
            // No column is wider than a square block. Otherwise a wall on one side would spread the
            // column to the other side.
            let widest = files_of_box(state.slots.len());
            let files = room.files(self.spacing).min(widest) as u32;
            state.column_files = match state.column_files {
                0 => files,
                known => known.min(files),
            };
            return false;
        }
        if state.column_files as usize == self.files {
            return false;
        }
        let deep = self.spacing - self.extent.least.x.min(0.0);
        let is_under = |point: &&TrailPoint| point.position.distance(position) <= deep;
        let mut under = state.trail.iter().rev().take_while(is_under);
        if !under.all(|point| self.has_room(point.free())) {
            return false;
        }
        state.column_files = self.files as u32;
        true
    }
}
