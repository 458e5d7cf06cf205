//! Obstacles as a file writes them: every shape that the plugin has, each in its place.

use crate::barrier::Barrier;
use bevy::math::Vec2;
use serde::Deserialize;

/// An obstacle in its place, metres.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// A disc.
    Circle {
        /// Its middle.
        center: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A straight thin wall.
    Segment {
        /// One end.
        from: Vec2,
        /// The other end.
        to: Vec2,
    },
    /// A thin wall along points.
    Polyline {
        /// At least two, in order.
        points: Vec<Vec2>,
        /// Whether the last is joined to the first; the inside stays free.
        #[serde(default)]
        closed: bool,
    },
    /// A box.
    Rectangle {
        /// Its middle.
        center: Vec2,
        /// Width and height.
        size: Vec2,
        /// Turned to the left by so many degrees.
        #[serde(default)]
        turned: f32,
    },
    /// A filled polygon, convex or not.
    Polygon {
        /// At least three, in order, either way round.
        points: Vec<Vec2>,
    },
    /// Everything within a distance of a segment.
    Capsule {
        /// One end of the segment.
        from: Vec2,
        /// The other end.
        to: Vec2,
        /// The distance.
        radius: f32,
    },
}

impl Shape {
    /// The same as plain geometry.
    pub fn barrier(&self) -> Barrier {
        match self.clone() {
            Self::Circle { center, radius } => Barrier::Circle { center, radius },
            Self::Segment { from, to } => Barrier::Polyline {
                points: vec![from, to],
                closed: false,
            },
            Self::Polyline { points, closed } => Barrier::Polyline { points, closed },
            Self::Rectangle {
                center,
                size,
                turned,
            } => {
                let turn = Vec2::from_angle(turned.to_radians());
                let signs = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
                let corner = |(x, y)| center + turn.rotate(Vec2::new(x, y) * size);
                Barrier::Polygon {
                    points: signs.map(corner).to_vec(),
                }
            }
            Self::Polygon { points } => Barrier::Polygon { points },
            Self::Capsule { from, to, radius } => Barrier::Capsule { from, to, radius },
        }
    }

    /// What is wrong with it: the field, what it is, and what is legal.
    pub(super) fn find_fault(&self) -> Option<String> {
        let above_zero = |field: &str, number: f32| {
            let legal = number.is_finite() && number > 0.0;
            (!legal).then(|| format!("{field} is {number}, and must be above 0"))
        };
        let apart = |from: &Vec2, to: &Vec2| {
            (from == to).then(|| format!("from and to are both {from}, and must differ"))
        };
        let several = |points: &[Vec2], least: usize| {
            let mut different: Vec<Vec2> = points.to_vec();
            different.dedup();
            let count = different.len();
            (count < least).then(|| {
                format!("points has {count} different points, and must have at least {least}")
            })
        };
        let own = match self {
            Self::Circle { radius, .. } => above_zero("radius", *radius),
            Self::Segment { from, to } => apart(from, to),
            Self::Polyline { points, .. } => several(points, 2),
            Self::Rectangle { size, .. } => {
                above_zero("size.x", size.x).or_else(|| above_zero("size.y", size.y))
            }
            Self::Polygon { points } => several(points, 3).or_else(|| fault_of_outline(points)),
            Self::Capsule { from, to, radius } => {
                above_zero("radius", *radius).or_else(|| apart(from, to))
            }
        };
        own.or_else(|| {
            let (least, most) = self.barrier().bounds();
            let is_finite = least.is_finite() && most.is_finite();
            (!is_finite).then(|| "has a coordinate that is not a finite number".into())
        })
    }
}

/// A polygon needs an inside, and edges that do not cross.
fn fault_of_outline(points: &[Vec2]) -> Option<String> {
    let count = points.len();
    let edge = |index: usize| (points[index], points[(index + 1) % count]);
    let doubled_area: f32 = (0..count)
        .map(|index| {
            let (from, to) = edge(index);
            from.perp_dot(to)
        })
        .sum();
    if doubled_area == 0.0 {
        return Some("points are on one line, and must enclose an area".into());
    }
    let crossing = (0..count).find_map(|one| {
        let others = one + 1..count;
        let mut crossed = others.filter(|other| cross(edge(one), edge(*other)));
        crossed.next().map(|other| (one, other))
    });
    crossing.map(|(one, other)| {
        format!("the edges that begin at points[{one}] and points[{other}] cross, and must not")
    })
}

fn cross((from, to): (Vec2, Vec2), (start, end): (Vec2, Vec2)) -> bool {
    let side = |of: Vec2, from: Vec2, to: Vec2| (to - from).perp_dot(of - from);
    side(from, start, end) * side(to, start, end) < 0.0
        && side(start, from, to) * side(end, from, to) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::vec2;

    #[test]
    fn a_turned_rectangle_has_turned_corners() {
        let shape = Shape::Rectangle {
            center: vec2(10.0, 20.0),
            size: vec2(4.0, 2.0),
            turned: 90.0,
        };
        let Barrier::Polygon { points } = shape.barrier() else {
            panic!("a box is a polygon");
        };
        // A quarter turn takes (-2, -1) to (1, -2), and so on round.
        let corners = [(11.0, 18.0), (11.0, 22.0), (9.0, 22.0), (9.0, 18.0)];
        for (point, corner) in points.iter().zip(corners) {
            assert!(
                point.distance(Vec2::from(corner)) < 1e-5,
                "{point} {corner:?}"
            );
        }
    }

    #[test]
    fn faults_name_the_field() {
        let circle = |radius| Shape::Circle {
            center: Vec2::ZERO,
            radius,
        };
        assert_eq!(circle(1.0).find_fault(), None);
        assert_eq!(
            circle(-1.0).find_fault().as_deref(),
            Some("radius is -1, and must be above 0")
        );
        assert!(circle(f32::NAN).find_fault().is_some());
        let bow_tie = Shape::Polygon {
            points: vec![
                vec2(0.0, 0.0),
                vec2(2.0, 1.0),
                vec2(2.0, 0.0),
                vec2(0.0, 3.0),
            ],
        };
        assert_eq!(
            bow_tie.find_fault().as_deref(),
            Some("the edges that begin at points[0] and points[2] cross, and must not")
        );
        let far = Shape::Segment {
            from: Vec2::ZERO,
            to: vec2(f32::INFINITY, 0.0),
        };
        assert!(far.find_fault().is_some());
    }
}
