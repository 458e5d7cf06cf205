//! Shortest ways of a body among barriers: a graph of points about all corners.

use crate::barrier::Barrier;
use bevy::math::DVec2;
use core::f64::consts::{PI, TAU};

/// Points about each corner. The body's circle is inside their polygon, so ways around a corner are
/// up to 1.3 % of the arc too long.
const POINTS: u32 = 16;

/// Ways keep this share of the body's radius from surfaces: less than one, because bodies touch
/// surfaces.
const KEPT: f64 = 0.995;

/// The largest number of points; more take too long.
const MAX_POINTS: usize = 1200;

/// A barrier and its bounding box.
#[derive(Clone, Debug)]
struct Boxed {
    barrier: Barrier,
    least: DVec2,
    most: DVec2,
}

/// The ways of bodies of one radius among barriers.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    /// Distance that the center keeps from surfaces, meters.
    kept: f64,
    barriers: Vec<Boxed>,
    points: Vec<DVec2>,
    /// For each point: the points to which the straight way is free, with their distances, meters.
    links: Vec<Vec<(usize, f64)>>,
}

/// The lengths of the shortest ways from all points to one goal.
#[derive(Clone, Debug)]
pub(crate) struct WaysTo {
    goal: DVec2,
    /// The length from each point, meters; infinite where no way leads to the goal.
    lengths: Vec<f64>,
}

/// A shortest way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Way {
    /// Its length, meters.
    pub(crate) length: f64,
    /// The end of its first straight part.
    pub(crate) next: DVec2,
}

impl Ways {
    /// Makes the ways of bodies of this radius, meters; `None` if there are too many corners.
    pub(crate) fn new<'a>(
        barriers: impl IntoIterator<Item = &'a Barrier>,
        radius: f64,
    ) -> Option<Self> {
        let boxed = |barrier: &Barrier| {
            let (least, most) = barrier.bounds();
            Boxed {
                barrier: barrier.clone(),
                least,
                most,
            }
        };
        let mut ways = Self {
            kept: KEPT * radius,
            barriers: barriers.into_iter().map(boxed).collect(),
            points: Vec::new(),
            links: Vec::new(),
        };
        let corners = |boxed: &Boxed| boxed.barrier.positions().len();
        let count: usize = ways.barriers.iter().map(corners).sum();
        if count * POINTS as usize > MAX_POINTS {
            return None;
        }
        let points = ways.barriers.iter().flat_map(|boxed| {
            let own = match boxed.barrier {
                Barrier::Circle { radius, .. } | Barrier::Capsule { radius, .. } => radius.into(),
                _ => 0.0,
            };
            let distance = (own + radius) / (PI / f64::from(POINTS)).cos();
            let corners = boxed.barrier.positions();
            corners.into_iter().flat_map(move |corner| {
                let angle = |number: u32| TAU * f64::from(number) / f64::from(POINTS);
                (0..POINTS).map(move |number| corner + distance * DVec2::from_angle(angle(number)))
            })
        });
        let points: Vec<DVec2> = points.collect();
        ways.points = points;
        let is_free: Vec<bool> = ways
            .points
            .iter()
            .map(|point| ways.is_free(*point, *point))
            .collect();
        let mut free = is_free.iter();
        ways.points.retain(|_| *free.next().unwrap_or(&false));
        ways.links = vec![Vec::new(); ways.points.len()];
        for one in 0..ways.points.len() {
            for other in 0..one {
                let (from, to) = (ways.points[one], ways.points[other]);
                if ways.is_free(from, to) {
                    let length = from.distance(to);
                    ways.links[one].push((other, length));
                    ways.links[other].push((one, length));
                }
            }
        }
        Some(ways)
    }

    /// The cost of the ways to one goal: the number of points, squared.
    pub(crate) fn cost(&self) -> usize {
        self.points.len().pow(2)
    }

    /// Whether the body fits on the straight way between two points.
    pub(crate) fn is_free(&self, from: DVec2, to: DVec2) -> bool {
        let (least, most) = (from.min(to) - self.kept, from.max(to) + self.kept);
        self.barriers.iter().all(|boxed| {
            let is_away = least.cmpgt(boxed.most).any() || most.cmplt(boxed.least).any();
            is_away || boxed.barrier.clearance(from, to) >= self.kept
        })
    }

    /// The shortest ways to a goal.
    pub(crate) fn to(&self, goal: DVec2) -> WaysTo {
        let first = |point: &DVec2| match self.is_free(*point, goal) {
            true => point.distance(goal),
            false => f64::INFINITY,
        };
        let mut lengths: Vec<f64> = self.points.iter().map(first).collect();
        let mut open: Vec<bool> = vec![true; lengths.len()];
        loop {
            let nearest = (0..lengths.len())
                .filter(|point| open[*point] && lengths[*point].is_finite())
                .min_by(|one, other| lengths[*one].total_cmp(&lengths[*other]));
            let Some(nearest) = nearest else {
                return WaysTo { goal, lengths };
            };
            open[nearest] = false;
            for (other, length) in &self.links[nearest] {
                lengths[*other] = lengths[*other].min(lengths[nearest] + length);
            }
        }
    }

    /// The shortest way from a position; `None` if no way leads to the goal.
    pub(crate) fn shortest(&self, to: &WaysTo, from: DVec2) -> Option<Way> {
        if self.is_free(from, to.goal) {
            return Some(Way {
                length: from.distance(to.goal),
                next: to.goal,
            });
        }
        let all = self.points.iter().zip(&to.lengths);
        let mut candidates: Vec<Way> = all
            .filter(|(_, length)| length.is_finite())
            .map(|(point, length)| Way {
                length: length + from.distance(*point),
                next: *point,
            })
            .collect();
        candidates.sort_by(|one, other| one.length.total_cmp(&other.length));
        candidates
            .into_iter()
            .find(|way| self.is_free(from, way.next))
    }
}

#[cfg(test)]
mod tests {
    use super::{Ways, WaysTo};
    use crate::barrier::Barrier;
    use bevy::math::{DVec2, dvec2, vec2};

    fn wall(from: (f32, f32), to: (f32, f32)) -> Barrier {
        let (from, to) = (from.into(), to.into());
        Barrier::Segment { from, to }
    }

    fn length(barriers: &[Barrier], radius: f64, from: DVec2, goal: DVec2) -> Option<f64> {
        let ways = Ways::new(barriers, radius).expect("few corners");
        let to: WaysTo = ways.to(goal);
        ways.shortest(&to, from).map(|way| way.length)
    }

    #[test]
    fn a_free_way_is_straight_and_one_round_a_wall_touches_its_end() {
        let barriers = [wall((0.0, -3.0), (0.0, 30.0))];
        let (from, goal) = (dvec2(-4.0, 0.0), dvec2(4.0, 0.0));
        assert_eq!(length(&[], 0.5, from, goal), Some(8.0));
        // A point goes over (0, -3): twice 5 m.
        let thin = length(&barriers, 1e-6, from, goal).expect("a way");
        assert!((thin - 10.0).abs() < 1e-3, "{thin}");
        // A body of 0.5 m: two tangents from 5 m, and the arc between them below the end.
        let tangent = (25.0_f64 - 0.25).sqrt();
        let arc = core::f64::consts::TAU - 2.0 * (0.1_f64).acos() - 2.0 * (4.0_f64).atan2(3.0);
        let expected = 2.0 * tangent + 0.5 * arc;
        let broad = length(&barriers, 0.5, from, goal).expect("a way");
        assert!((broad - expected).abs() < 0.02, "{broad} {expected}");
    }

    #[test]
    fn a_gap_lets_a_body_through_that_fits() {
        let gap = |radii: f32| {
            let barriers = [
                wall((0.0, 0.5 * radii), (0.0, 9.0)),
                wall((0.0, -0.5 * radii), (0.0, -9.0)),
            ];
            length(&barriers, 1.0, dvec2(-5.0, 2.0), dvec2(5.0, 2.0)).expect("a way")
        };
        assert!(gap(2.05) < 12.0, "{}", gap(2.05));
        assert!(gap(1.9) > 15.0, "{}", gap(1.9));
    }

    #[test]
    fn no_way_leads_out_of_a_closed_room() {
        let room = Barrier::Polyline {
            points: vec![
                vec2(-2.0, -2.0),
                vec2(2.0, -2.0),
                vec2(2.0, 2.0),
                vec2(-2.0, 2.0),
            ],
            closed: true,
        };
        assert_eq!(length(&[room], 0.3, DVec2::ZERO, dvec2(5.0, 0.0)), None);
    }

    #[test]
    fn a_way_goes_round_every_shape() {
        for barrier in crate::barrier::samples::every_barrier() {
            let (least, most) = barrier.bounds();
            let (from, goal) = (least - 5.0, most + 5.0);
            let way = length(core::slice::from_ref(&barrier), 0.5, from, goal).expect("a way");
            let straight = from.distance(goal);
            assert!(
                (straight..1.5 * straight).contains(&way),
                "{barrier:?}: {way}"
            );
        }
    }
}
