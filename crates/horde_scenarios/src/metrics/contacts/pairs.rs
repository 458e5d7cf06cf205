//! Contacts of agents with agents, found by a sweep along x.

use super::{Contacts, DEEP_PART, Tally};
use crate::frame::Participant;
use crate::metrics::observer::{Body, Observation};

/// Counts the contacts.
#[derive(Clone, Debug)]
pub(in crate::metrics) struct PairRecorder {
    radii: Vec<f64>,
    widest: f64,
    /// Agent numbers sorted by x. The order of the previous tick is almost sorted in the next.
    order: Vec<u32>,
    tally: Tally,
}

impl PairRecorder {
    pub(in crate::metrics) fn new(participants: &[Participant]) -> Self {
        let radii: Vec<f64> = participants
            .iter()
            .map(|participant| participant.radius.into())
            .collect();
        Self {
            widest: radii.iter().copied().fold(0.0, f64::max),
            order: (0..radii.len() as u32).collect(),
            tally: Tally::new(radii.len()),
            radii,
        }
    }

    pub(in crate::metrics) fn observe(&mut self, observation: &Observation) {
        let Self {
            radii,
            widest,
            order,
            tally,
        } = self;
        sort(order, observation.bodies);
        for_each_overlap(
            order,
            observation.bodies,
            radii,
            *widest,
            |first, second, depth| {
                tally.note((first.min(second) as u32, first.max(second) as u32), depth);
                if depth > DEEP_PART * radii[first].min(radii[second]) {
                    tally.note_deep(first);
                    tally.note_deep(second);
                }
            },
        );
        tally.end(observation.tick);
    }

    pub(in crate::metrics) fn finish(&self, agent_seconds: f64) -> Contacts {
        self.tally.finish(agent_seconds)
    }
}

fn sort(order: &mut [u32], bodies: &[Body]) {
    let x = |number: &u32| bodies[*number as usize].position.x;
    order.sort_by(|first, second| x(first).total_cmp(&x(second)));
}

/// Visits every pair of overlapping bodies. Two bodies cannot touch if their centers are farther
/// apart along x than the first radius plus the largest radius.
fn for_each_overlap(
    order: &[u32],
    bodies: &[Body],
    radii: &[f64],
    widest: f64,
    mut visit: impl FnMut(usize, usize, f64),
) {
    for (rank, first) in order.iter().enumerate() {
        let first = *first as usize;
        let body = &bodies[first];
        if !body.is_present {
            continue;
        }
        for second in &order[rank + 1..] {
            let second = *second as usize;
            let other = &bodies[second];
            if other.position.x - body.position.x >= radii[first] + widest {
                break;
            }
            let reach = radii[first] + radii[second];
            let square = body.position.distance_squared(other.position);
            if other.is_present && square < reach * reach {
                visit(first, second, reach - square.sqrt());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{for_each_overlap, sort};
    use crate::metrics::Contacts;
    use crate::metrics::observer::Body;
    use crate::metrics::synthetic::{RATES, assert_same_at_all_rates, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2};
    use core::f64::consts::PI;
    use proptest::prelude::*;

    fn contacts(rate: u32, distance: impl Fn(f64) -> f64) -> Contacts {
        let participants = [walker(Vec2::ZERO, &[]), walker(Vec2::ZERO, &[])];
        let motion = |side: f64| {
            let distance = &distance;
            move |time: f64| dvec2(0.5 * side * distance(time), 0.0)
        };
        measure(rate, 20.0, &participants, &[], &[motion(1.0), motion(-1.0)]).agent_contacts
    }

    #[test]
    fn a_pair_counts_again_only_after_separation() {
        for rate in RATES {
            // Radii of 0.5 m touch at 1 m. The distance is 1 + 0.1 cos(pi t / 5): contact from 2.5
            // to 7.5 s and from 12.5 to 17.5 s.
            let parted = contacts(rate, |time| 1.0 + 0.1 * (PI * time / 5.0).cos());
            assert_eq!(parted.count, 2, "{rate} Hz");
            assert!((parted.deepest - 0.1).abs() < 1e-3);
            // Deeper than 0.025 m where -cos > 0.25: 2 acos(0.25) / 2 pi = 0.4196 of the time, for
            // both agents.
            assert!(
                (parted.deep_share - 0.4196).abs() < 5e-3,
                "{rate} Hz: {parted:?}"
            );
            // 0.98 + 0.0195 cos: never more than 0.9995 m. The depth of 1 mm is passed again and
            // again, but the pair does not separate.
            let lasting = contacts(rate, |time| 0.98 + 0.0195 * (PI * time / 5.0).cos());
            assert_eq!(lasting.count, 1, "{rate} Hz");
        }
    }

    #[test]
    fn an_overlap_below_a_millimeter_does_not_count() {
        assert_eq!(contacts(60, |_| 0.9995), Contacts::default());
    }

    #[test]
    fn depth_and_share_are_the_same_at_all_rates() {
        let distance = |time: f64| 1.0 + 0.3 * (PI * time / 3.0).cos();
        assert_same_at_all_rates(0.02, |rate| contacts(rate, distance).deep_share);
        assert_same_at_all_rates(0.02, |rate| contacts(rate, distance).deepest);
    }

    proptest! {
        #[test]
        fn the_sweep_finds_what_all_pairs_show(
            agents in prop::collection::vec(
                (-3.0f64..3.0, -3.0f64..3.0, 0.0f64..0.8, any::<bool>()), 0..50,
            ),
        ) {
            let body = |(x, y, _, is_present): &(f64, f64, f64, bool)| Body {
                position: DVec2::new(*x, *y), is_present: *is_present, ..Body::default()
            };
            let bodies: Vec<Body> = agents.iter().map(body).collect();
            let radii: Vec<f64> = agents.iter().map(|(_, _, radius, _)| *radius).collect();
            let mut slow = Vec::new();
            for first in 0..bodies.len() {
                for second in first + 1..bodies.len() {
                    let distance = bodies[first].position.distance(bodies[second].position);
                    let depth = radii[first] + radii[second] - distance;
                    if depth > 1e-12 && bodies[first].is_present && bodies[second].is_present {
                        slow.push((first, second));
                    }
                }
            }
            let mut order: Vec<u32> = (0..bodies.len() as u32).collect();
            sort(&mut order, &bodies);
            let mut fast = Vec::new();
            for_each_overlap(&order, &bodies, &radii, 0.8, |first, second, depth| {
                if depth > 1e-12 {
                    fast.push((first.min(second), first.max(second)));
                }
            });
            fast.sort_unstable();
            prop_assert_eq!(fast, slow);
        }
    }
}
