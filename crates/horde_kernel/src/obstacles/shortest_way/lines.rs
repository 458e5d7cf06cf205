//! The lines that a search may draw next.

use super::line::{sign, tangent};
use super::nodes::OpenLine;
use super::{Corner, Search, Terrain, Wall};
use crate::math::vector::Side;
use glam::Vec2;

/// Sine of the angle by which a way may turn away from its corner, a tolerance for rounding.
const TAUT: f32 = 1e-4;

impl<T: Terrain> Search<'_, T> {
    /// Adds the corners of the obstacle of a wall in the way, and the lines there from all nodes.
    pub(super) fn learn(&mut self, wall: &Wall) {
        if self.memory.owners.contains(&wall.owner) {
            return;
        }
        self.memory.owners.push(wall.owner);
        let mut added = core::mem::take(&mut self.memory.added);
        added.clear();
        self.terrain.corners(wall, &mut added);
        let known = self.memory.corners.len();
        let last = added.len().saturating_sub(1);
        for (number, corner) in added.drain(..).enumerate() {
            let corners = &mut self.memory.corners;
            // The ends of walls often meet other walls.
            let is_end = number == 0 || number == last;
            let others = &mut corners[..if is_end { known } else { 0 }];
            match others
                .iter_mut()
                .find(|other| other.corner == corner.corner)
            {
                Some(same) => same.join(&corner),
                None => corners.push(corner),
            }
        }
        self.memory.added = added;
        for number in 0..self.memory.nodes.len() {
            if self.memory.nodes[number].is_expanded {
                self.note_lines(number, known);
            }
        }
    }

    /// Notes the lines from a node to the goal and to all corners.
    pub(super) fn expand(&mut self, number: usize) {
        self.memory.nodes[number].is_expanded = true;
        self.note_line(number, None);
        self.note_lines(number, 0);
    }

    /// Notes the lines from a node to the corners from number `first` on.
    fn note_lines(&mut self, number: usize, first: usize) {
        self.memory.work.tests += (self.memory.corners.len() - first) as u32;
        for corner in first..self.memory.corners.len() {
            for side in [Side::Right, Side::Left] {
                self.note_line(number, Some((corner, side)));
            }
        }
    }

    /// Notes the line from a node to a corner or to the goal, if a taut way may lead along it.
    fn note_line(&mut self, number: usize, to: Option<(usize, Side)>) {
        let node = &self.memory.nodes[number];
        let (end, is_seen) = match to {
            Some((corner, side)) => {
                let Corner {
                    center,
                    radius,
                    is_seen,
                } = self.memory.corners[corner].corner;
                ((center, radius, Some(side)), is_seen)
            }
            None => ((self.goal, 0.0, None), true),
        };
        let own = (node.corner.center, node.corner.radius, node.side);
        let (offset, radii) = (end.0 - own.0, end.1 + own.1);
        let may_be_beside = |(corner, side): (usize, Side)| {
            self.memory.corners[corner].may_leave_walls_beside(side, offset, radii)
        };
        let ends = [to, node.number.zip(node.side)];
        if !ends.into_iter().flatten().all(may_be_beside) {
            return;
        }
        let Some(line) = tangent(own, end) else {
            return;
        };
        let turn = node.arrival.perp_dot(line.bearing);
        let is_taut = sign(node.side) * turn >= -TAUT;
        let place = line.start + line.bearing * line.length;
        let far_ends = [line.start, place];
        let is_beside = |(end, far): (Option<(usize, Side)>, Vec2)| {
            end.is_none_or(|(corner, side)| {
                self.memory.corners[corner].leaves_walls_beside(side, line.bearing, far)
            })
        };
        if !is_taut || !ends.into_iter().zip(far_ends).all(is_beside) {
            return;
        }
        let branch = self.branch_along(node.branch, node.place, line.start);
        let branch = self.branch_along(branch, line.start, place);
        if (self.only.zip(branch)).is_some_and(|(only, branch)| only != branch) {
            return;
        }
        let length = node.length + node.turn_to(line.bearing) + line.length;
        let rest = self.goal - place;
        let rest = if is_seen {
            rest.length()
        } else {
            unseen_length(rest, line.bearing, self.sight)
        };
        let open = OpenLine {
            from: number,
            to,
            line,
            length,
            estimate: length + rest,
            branch,
            order: self.memory.noted,
        };
        self.memory.noted += 1;
        self.memory.open.push(open);
    }

    /// The side of the first wall after a straight part of a way, where it was `branch` before.
    fn branch_along(&self, branch: Option<Side>, from: Vec2, to: Vec2) -> Option<Side> {
        let beyond = |place: Vec2| (place - self.from).dot(self.toward) - self.front;
        let [start, end] = [from, to].map(beyond);
        match (start > 0.0, end > 0.0) {
            // A way that begins at the wall passes it on the side to which it leads.
            (false, true) if start == 0.0 => Some(self.side_of(to)),
            (false, true) => Some(self.side_of(from + (to - from) * (start / (start - end)))),
            (true, false) => None,
            _ => branch,
        }
    }

    /// The side of the straight way on which a place is.
    pub(super) fn side_of(&self, place: Vec2) -> Side {
        if self.toward.perp_dot(place - self.from) > 0.0 {
            Side::Left
        } else {
            Side::Right
        }
    }
}

/// The length of the way to a goal at the offset `rest` from the place where a wall along `bearing`
/// leaves the sight.
fn unseen_length(rest: Vec2, bearing: Vec2, sight: f32) -> f32 {
    let more = sight.min(rest.length());
    more + (rest - bearing * more).length()
}
