//! The way of a body round a corner, and the edges that it meets there.

use crate::math::vector::{Side, direction, direction_and_length};
use crate::obstacles::edge::Edge;
use glam::Vec2;

/// [`Arc::first_contact`] tests the place this far beyond each candidate, radians.
const STEP: f32 = 2e-3;

/// An arc about a corner, of at most three quarters of a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arc {
    /// The corner.
    pub center: Vec2,
    /// The distance from the corner, world units.
    pub radius: f32,
    /// The direction from the corner in which the arc begins, a unit vector.
    pub from: Vec2,
    /// The direction from the corner in which the arc ends, a unit vector.
    pub to: Vec2,
    /// The side to which the arc turns.
    pub turn: Side,
}

impl Arc {
    /// The first place of the arc that is nearer to `edge` than `clearance`; `None` if the arc
    /// stays clear.
    ///
    /// Returns the turn from the start of the arc, as [`turned`] counts it, and the direction from
    /// the center.
    pub fn first_contact(&self, edge: &Edge, clearance: f32) -> Option<(f32, Vec2)> {
        let is_near = |direction: Vec2| {
            let place = self.center + direction * self.radius;
            edge.nearest(place).distance_squared(place) < clearance * clearance
        };
        let reach = self.radius + clearance;
        if edge.nearest(self.center).distance_squared(self.center) >= reach * reach {
            return None;
        }
        if is_near(self.from) {
            return Some((0.0, self.from));
        }
        // If rounding turns the end back past the beginning, the arc has no length.
        let end = turned(self.from, self.to, self.turn);
        if end > 3.0 {
            return None;
        }
        let mut first: Option<(f32, Vec2)> = None;
        let mut consider = |direction: Vec2| {
            let at = turned(self.from, direction, self.turn);
            let ahead = direction + self.turn.of(direction) * STEP;
            let is_first = first.is_none_or(|(known, _)| at < known);
            if at < end && is_first && is_near(ahead.normalize_or(direction)) {
                first = Some((at, direction));
            }
        };
        for tip in [edge.start, edge.end] {
            // Candidates: places of the arc at the clearance from an end of the edge.
            if let Some((toward, apart)) = direction_and_length(tip - self.center) {
                let squares = self.radius * self.radius + apart * apart - clearance * clearance;
                both_ways(toward, squares / (2.0 * self.radius * apart), &mut consider);
            }
        }
        if let Some(along) = direction(edge.end - edge.start) {
            // Candidates: places at the clearance from the line of the edge.
            let normal = along.perp();
            let height = normal.dot(edge.start - self.center);
            for offset in [height - clearance, height + clearance] {
                both_ways(normal, offset / self.radius, &mut consider);
            }
        }
        first
    }
}

/// Calls `consider` with the two directions whose cosine with `middle` is `cosine`, if they exist.
fn both_ways(middle: Vec2, cosine: f32, mut consider: impl FnMut(Vec2)) {
    let sine_squared = 1.0 - cosine * cosine;
    if sine_squared >= 0.0 {
        let aside = middle.perp() * sine_squared.sqrt();
        consider(middle * cosine + aside);
        consider(middle * cosine - aside);
    }
}

/// The turn from `from` to `to` on `side`, from 0 to 4: it grows with the angle, by 1 each quarter
/// turn.
pub fn turned(from: Vec2, to: Vec2, side: Side) -> f32 {
    let along = from.dot(to);
    let aside = side.of(from).dot(to);
    let sum = along.abs() + aside.abs();
    if sum <= 0.0 {
        return 0.0;
    }
    let quarter = aside / sum;
    match (along >= 0.0, aside >= 0.0) {
        (true, true) => quarter,
        (false, _) => 2.0 - quarter,
        (true, false) => 4.0 + quarter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn arc(from: Vec2, to: Vec2, turn: Side) -> Arc {
        Arc {
            center: Vec2::ZERO,
            radius: 1.0,
            from,
            to,
            turn,
        }
    }

    #[test]
    fn an_arc_meets_the_clearance_of_a_point_beside_its_corner() {
        // Circles of radius 1 about points 1 apart cross where the cosine is 1/2.
        let arc = arc(Vec2::NEG_X, Vec2::X, Side::Right);
        let (at, direction) = arc.first_contact(&Edge::point(Vec2::X), 1.0).unwrap();
        let half_height = 0.75_f32.sqrt();
        assert!((direction - Vec2::new(0.5, half_height)).length() < 1e-6);
        // Beyond a right angle, `turned` returns 2 - sine / (sine - cosine). The turn here is 120
        // degrees, and its cosine is -1/2.
        assert!(
            (at - (2.0 - half_height / (0.5 + half_height))).abs() < 1e-6,
            "{at}"
        );
        assert_eq!(arc.first_contact(&Edge::point(Vec2::X), 0.0), None);
        assert_eq!(arc.first_contact(&Edge::point(Vec2::NEG_Y), 1.0), None);
    }

    #[test]
    fn turns_grow_from_zero_to_four_quarters() {
        let turn =
            |angle: f32, side| turned(Vec2::Y, Vec2::from_angle((90.0 + angle).to_radians()), side);
        for (angle, expected) in [
            (0.0, 0.0),
            (45.0, 0.5),
            (90.0, 1.0),
            (135.0, 1.5),
            (180.0, 2.0),
            (270.0, 3.0),
            (315.0, 3.5),
        ] {
            assert!((turn(angle, Side::Left) - expected).abs() < 1e-5 || expected == 0.0);
            assert!((turn(-angle, Side::Right) - expected).abs() < 1e-5 || expected == 0.0);
        }
        for tenth in 1..3599_i16 {
            let (less, more) = (f32::from(tenth) * 0.1, f32::from(tenth + 1) * 0.1);
            assert!(turn(less, Side::Left) < turn(more, Side::Left), "{less}");
            assert!(
                turn(-less, Side::Right) < turn(-more, Side::Right),
                "{less}"
            );
        }
        assert_eq!(turned(Vec2::Y, Vec2::Y, Side::Left), 0.0);
        assert_eq!(turned(Vec2::Y, Vec2::ZERO, Side::Left), 0.0);
    }

    proptest! {
        #[test]
        fn the_first_contact_is_the_first_of_many_places(
            (start, end) in ((-3.0..3.0_f32, -3.0..3.0_f32), (-3.0..3.0_f32, -3.0..3.0_f32)),
            (from, angle) in (-3.0..3.0_f32, 0.05..3.1_f32),
            clearance in 0.1..1.5_f32,
            is_left in any::<bool>(),
        ) {
            let (turn, sign) = if is_left { (Side::Left, 1.0) } else { (Side::Right, -1.0) };
            let at = |part: f32| Vec2::from_angle(from + sign * angle * part);
            let arc = arc(at(0.0), at(1.0), turn);
            let edge = Edge { start: start.into(), end: end.into() };
            let gap = |part: f32| edge.nearest(at(part)).distance(at(part)) - clearance;
            let parts = (0..=2000).map(|part| part as f32 / 2000.0);
            let first = parts.clone().find(|part| gap(*part) < -0.002);
            match (arc.first_contact(&edge, clearance), first) {
                (None, Some(part)) => prop_assert!(false, "contact at {part}"),
                (Some((_, direction)), _) => {
                    let found = arc.from.angle_to(direction) * sign / angle;
                    let before = parts.filter(|part| *part < found - 0.001);
                    for part in before {
                        prop_assert!(gap(part) > -0.002, "{part} before {found}");
                    }
                    let place = edge.nearest(direction).distance(direction);
                    prop_assert!(place < clearance + 0.002);
                }
                (None, None) => {}
            }
        }
    }
}
