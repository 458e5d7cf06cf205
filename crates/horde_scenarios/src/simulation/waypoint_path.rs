//! The waypoint path of a walker: the next waypoint, and whether a step has reached it.

use crate::scenario::Waypoint;
use bevy::math::Vec2;

/// Within this distance of a gate's line, in body radii, an agent beside the gate keeps the side
/// from which it comes.
const KEEPS_SIDE: f32 = 2.0;

/// The waypoint path of one agent.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WaypointPath {
    waypoints: Vec<Waypoint>,
    next: usize,
    /// Whether the agent comes to the gate ahead from the left; `None` before its first step toward
    /// the gate.
    is_left: Option<bool>,
    /// Distance at which a position counts as reached, meters.
    within: f32,
    /// Whether the path restarts after the last waypoint.
    is_endless: bool,
    /// Radius of the body, meters.
    radius: f32,
}

impl WaypointPath {
    /// A path through these waypoints, at least one.
    pub fn new(waypoints: Vec<Waypoint>, within: f32, radius: f32) -> Self {
        Self {
            waypoints,
            next: 0,
            is_left: None,
            within,
            is_endless: false,
            radius,
        }
    }

    /// An endless path around these corners, at least one.
    pub fn endless(path: &[Vec2], within: f32, radius: f32) -> Self {
        let waypoints = path.iter().copied().map(Waypoint::Position).collect();
        Self {
            is_endless: true,
            ..Self::new(waypoints, within, radius)
        }
    }

    /// Whether every waypoint has been reached.
    pub fn is_done(&self) -> bool {
        self.next >= self.waypoints.len()
    }

    /// The number of waypoints that have been reached; on an endless path, in this lap.
    pub fn reached(&self) -> usize {
        self.next
    }

    /// Whether at most one waypoint is left; `false` on an endless path.
    pub fn is_at_last(&self) -> bool {
        !self.is_endless && self.next + 1 >= self.waypoints.len()
    }

    /// The position to head for. The aim is a radius behind a gate, so that agents do not slow down
    /// in front of it.
    pub fn aim(&self, position: Vec2) -> Vec2 {
        let waypoint = &self.waypoints[self.next.min(self.waypoints.len() - 1)];
        let nearest = waypoint.nearest(position, self.radius);
        match waypoint {
            Waypoint::Position(_) | Waypoint::Area(_) => nearest,
            Waypoint::Gate { .. } if self.is_done() => nearest,
            Waypoint::Gate { from, to } => {
                let left = (*to - *from).normalize().perp();
                let is_left = self.is_left_of(position, (*from, *to));
                nearest + self.radius * if is_left { -left } else { left }
            }
        }
    }

    /// Whether an agent at a position comes to a gate from the left. Beside the gate and near its
    /// line, as in another door of the same wall, the agent keeps its side. Elsewhere its position
    /// decides.
    fn is_left_of(&self, position: Vec2, (from, to): (Vec2, Vec2)) -> bool {
        let (along, length) = (to - from).normalize_and_length();
        let distance = along.perp_dot(position - from);
        let is_between_ends = (0.0..=length).contains(&along.dot(position - from));
        let keeps = !is_between_ends && distance.abs() <= KEEPS_SIDE * self.radius;
        (self.is_left.filter(|_| keeps)).unwrap_or(distance > 0.0)
    }

    /// Advances to the next waypoint if a step has reached the current one.
    pub fn walk(&mut self, from: Vec2, to: Vec2) {
        let Some(waypoint) = self.waypoints.get(self.next) else {
            return;
        };
        let is_reached = match waypoint {
            Waypoint::Position(position) => position.distance(to) <= self.within,
            Waypoint::Gate {
                from: start,
                to: end,
            } => crosses((from, to), (*start, *end)),
            Waypoint::Area(shape) => shape.signed_distance(to.as_dvec2()) <= 0.0,
        };
        self.is_left = match waypoint {
            Waypoint::Gate {
                from: start,
                to: end,
            } if !is_reached => Some(self.is_left_of(to, (*start, *end))),
            _ => None,
        };
        if is_reached {
            self.next += 1;
            if self.is_endless {
                self.next %= self.waypoints.len();
            }
        }
    }
}

/// Whether a step crosses a line between its ends, in either direction, or starts or ends on it. A
/// step along the line does not cross it.
fn crosses((from, to): (Vec2, Vec2), (start, end): (Vec2, Vec2)) -> bool {
    let along = end - start;
    let (before, after) = (along.perp_dot(from - start), along.perp_dot(to - start));
    if before == after || before * after > 0.0 {
        return false;
    }
    let position = from + (to - from) * (before / (before - after));
    let part = (position - start).dot(along) / along.length_squared();
    (0.0..=1.0).contains(&part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::Barrier;
    use bevy::math::vec2;

    const GATE: Waypoint = Waypoint::Gate {
        from: Vec2::new(5.0, 0.0),
        to: Vec2::new(5.0, 4.0),
    };

    #[test]
    fn a_gate_is_passed_only_between_its_ends() {
        let way = WaypointPath::new(vec![GATE], 0.25, 0.2);
        let walked = |from, to| {
            let mut way = way.clone();
            way.walk(from, to);
            way.is_done()
        };
        assert!(walked(vec2(4.9, 1.0), vec2(5.1, 1.0)));
        assert!(walked(vec2(5.1, 1.0), vec2(4.9, 1.0)));
        assert!(walked(vec2(4.9, 1.0), vec2(5.0, 1.0)));
        assert!(!walked(vec2(4.8, 1.0), vec2(4.9, 1.0)));
        assert!(!walked(vec2(4.9, 4.1), vec2(5.1, 4.1)));
        assert!(!walked(vec2(5.0, 1.0), vec2(5.0, 2.0)));
    }

    #[test]
    fn a_gate_is_aimed_at_from_behind() {
        let way = WaypointPath::new(vec![GATE], 0.25, 0.2);
        // A radius of 0.2 behind the line, from either side.
        assert!(way.aim(vec2(0.0, 2.0)).distance(vec2(5.2, 2.0)) < 1e-6);
        assert!(way.aim(vec2(9.0, 2.0)).distance(vec2(4.8, 2.0)) < 1e-6);
    }

    #[test]
    fn beside_a_gate_the_aim_stays_on_its_side() {
        let mut way = WaypointPath::new(vec![GATE], 0.25, 0.2);
        // Through another door of the same wall, above the gate.
        way.walk(vec2(4.0, 6.0), vec2(4.9, 6.0));
        way.walk(vec2(4.9, 6.0), vec2(5.1, 6.0));
        assert!(way.aim(vec2(5.1, 6.0)).x > 5.1);
        // More than two radii beyond the line the agent comes from the other side.
        way.walk(vec2(5.1, 6.0), vec2(5.5, 6.0));
        assert!(way.aim(vec2(5.5, 6.0)).x < 4.9);
        assert!(way.aim(vec2(5.1, 6.0)).x < 4.9);
    }

    #[test]
    fn behind_a_gate_that_it_has_not_passed_an_agent_aims_back_through_it() {
        let mut way = WaypointPath::new(vec![GATE], 0.25, 0.2);
        way.walk(vec2(4.0, 6.0), vec2(4.9, 6.0));
        way.walk(vec2(4.9, 6.0), vec2(5.2, 6.0));
        // Down along the wall, until it is between the ends of the gate.
        way.walk(vec2(5.2, 6.0), vec2(5.2, 4.1));
        assert!(way.aim(vec2(5.2, 4.1)).x > 5.1);
        way.walk(vec2(5.2, 4.1), vec2(5.2, 3.9));
        assert!(way.aim(vec2(5.2, 3.9)).x < 4.9);
    }

    #[test]
    fn an_area_is_reached_inside_and_aimed_at_a_radius_inside() {
        let disc = Waypoint::Area(Barrier::Circle {
            center: vec2(5.0, 0.0),
            radius: 2.0,
        });
        let box_of_4 = Waypoint::Area(Barrier::Rectangle {
            center: vec2(5.0, 0.0),
            size: vec2(4.0, 4.0),
            turned: 0.0,
        });
        for area in [disc, box_of_4] {
            let mut way = WaypointPath::new(vec![area], 0.25, 0.2);
            assert!(way.aim(Vec2::ZERO).distance(vec2(3.2, 0.0)) < 1e-5);
            assert_eq!(way.aim(vec2(4.0, 0.5)), vec2(4.0, 0.5));
            assert!(way.aim(vec2(3.1, 0.0)).distance(vec2(3.2, 0.0)) < 1e-5);
            way.walk(Vec2::ZERO, vec2(2.9, 0.0));
            assert!(!way.is_done());
            way.walk(Vec2::ZERO, vec2(3.1, 0.0));
            assert!(way.is_done());
        }
    }

    #[test]
    fn positions_are_reached_in_order() {
        let positions = [vec2(1.0, 0.0), vec2(2.0, 0.0)].map(Waypoint::Position);
        let mut way = WaypointPath::new(positions.to_vec(), 0.25, 0.2);
        assert!(!way.is_at_last());
        way.walk(Vec2::ZERO, vec2(2.0, 0.0));
        assert_eq!(way.aim(Vec2::ZERO), vec2(1.0, 0.0));
        way.walk(Vec2::ZERO, vec2(0.8, 0.0));
        assert_eq!(way.aim(Vec2::ZERO), vec2(2.0, 0.0));
        assert!(way.is_at_last() && !way.is_done());
        way.walk(Vec2::ZERO, vec2(1.9, 0.0));
        assert!(way.is_done());
        assert_eq!(way.aim(Vec2::ZERO), vec2(2.0, 0.0));
    }

    #[test]
    fn an_endless_way_begins_again() {
        let path = [vec2(1.0, 0.0), vec2(2.0, 0.0)];
        let mut way = WaypointPath::endless(&path, 0.25, 0.2);
        for position in path {
            assert_eq!(way.aim(Vec2::ZERO), position);
            way.walk(Vec2::ZERO, position);
        }
        assert_eq!(way.aim(Vec2::ZERO), path[0]);
        assert!(!way.is_done() && !way.is_at_last());
    }
}
