mod columns;
mod tightest;

use super::*;
use crate::test_inputs::{angles, close, headings, mirrored, turned, vectors, wild_vectors};
use proptest::prelude::*;

fn passing_speed(distance: f32, contact: f32, lateral: f32) -> f32 {
    let [distance, contact, lateral] = [distance, contact, lateral].map(F32Lanes::from_scalar);
    super::passing_speed(distance, contact, lateral).to_scalar()
}

/// The approach of one body to another.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Approach {
    /// The free gap between the two bodies, world units; negative when they overlap.
    gap: f32,
    /// The approach speed at which they pass beside each other, see [`passing_speed`]; 0 when they
    /// cannot pass.
    passing_speed: f32,
    /// The approach speed of the other body, world units per second.
    their_speed: f32,
    /// The time in which the bodies may close a gap, seconds.
    braking_time: f32,
    /// The speed by which this body advances against the other, world units per second; negative if
    /// it falls back.
    assertiveness: f32,
    /// Whether the other body keeps its half of the gap.
    is_shared: bool,
}

impl Approach {
    /// The largest approach speed of this body; negative when it has to retreat. See
    /// [`Approaches::max_speed`].
    fn max_speed(&self) -> f32 {
        let one = F32Lanes::from_scalar;
        let approaches = Approaches {
            gap: one(self.gap),
            passing_speed: one(self.passing_speed),
            their_speed: one(self.their_speed),
            braking_time: one(self.braking_time),
            assertiveness: one(self.assertiveness),
            is_shared: one(if self.is_shared { 1.0 } else { 0.0 }).is_above(one(0.0)),
        };
        approaches.max_speed().to_scalar()
    }
}

/// The tightest constraints of one body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct VelocityConstraints {
    constraints: [VelocityConstraint; MOST_CONSTRAINTS],
    distances: [f32; MOST_CONSTRAINTS],
    count: usize,
}

impl VelocityConstraints {
    /// The constraints, farthest neighbor first.
    ///
    /// The order matters where constraints contradict each other, because the last one holds best.
    /// The nearest neighbor comes last, or bodies overlap. With the tightest last, a jam dissolves
    /// faster, but has thirty times the overlaps at 30 ticks a second. With the nearest first, a
    /// jam takes the same time on average, and sometimes a tenth more. The order must not depend on
    /// positions in the world either. With an order from south to north, a crowd takes a tenth
    /// longer to dissolve.
    fn kept(&self) -> &[VelocityConstraint] {
        &self.constraints[..self.count]
    }

    /// Adds the constraint of a neighbor after those of equal distance.
    ///
    /// When there are too many, the loosest is dropped; of equal ones, the last. A constraint that
    /// is not finite is ignored.
    fn add(&mut self, constraint: VelocityConstraint, distance: f32) {
        if !(constraint.toward.is_finite() && constraint.max_speed.is_finite()) {
            return;
        }
        if self.count == MOST_CONSTRAINTS {
            let mut loosest = 0;
            for index in 1..MOST_CONSTRAINTS {
                if self.constraints[index].max_speed >= self.constraints[loosest].max_speed {
                    loosest = index;
                }
            }
            if constraint.max_speed >= self.constraints[loosest].max_speed {
                return;
            }
            self.constraints.copy_within(loosest + 1.., loosest);
            self.distances.copy_within(loosest + 1.., loosest);
            self.count -= 1;
        }
        let mut place = self.count;
        while place > 0 && self.distances[place - 1] < distance {
            self.constraints[place] = self.constraints[place - 1];
            self.distances[place] = self.distances[place - 1];
            place -= 1;
        }
        self.constraints[place] = constraint;
        self.distances[place] = distance;
        self.count += 1;
    }
}

/// An approach over a gap of 0.5, closed in 0.5 s, without a push.
fn approach(their_speed: f32) -> Approach {
    Approach {
        gap: 0.5,
        passing_speed: 0.0,
        their_speed,
        braking_time: 0.5,
        assertiveness: 0.0,
        is_shared: true,
    }
}

fn constraints(of: &[VelocityConstraint]) -> VelocityConstraints {
    let mut constraints = VelocityConstraints::default();
    for constraint in of {
        constraints.add(*constraint, 0.0);
    }
    constraints
}

#[test]
fn two_bodies_share_the_approach_speed_equally() {
    // Together 0.5 / 0.5 = 1. The other approaches at 1, and half is still left for this body.
    assert_eq!(approach(1.0).max_speed(), 0.5);
    // The other approaches at 0.2: 1 - 0.2 is left.
    assert_eq!(approach(0.2).max_speed(), 0.8);
    // The other moves away at 3: 1 + 3.
    assert_eq!(approach(-3.0).max_speed(), 4.0);
}

#[test]
fn a_body_retreats_from_an_unresponsive_neighbor() {
    let careless = Approach {
        is_shared: false,
        ..approach(1.5)
    };
    // 1 - 1.5.
    assert_eq!(careless.max_speed(), -0.5);
}

#[test]
fn a_body_does_not_retreat_from_a_neighbor_that_keeps_its_half() {
    let touching = Approach {
        gap: 0.0,
        ..approach(2.0)
    };
    assert_eq!(touching.max_speed(), 0.0);
}

#[test]
fn the_separation_speed_is_in_proportion_to_the_overlap() {
    let deep = Approach {
        gap: -0.1,
        ..approach(0.0)
    };
    // -0.1 / 0.5 = -0.2, half of it each, for any speed of the other.
    assert_eq!(deep.max_speed(), -0.1);
    assert_eq!(
        Approach {
            their_speed: -3.0,
            ..deep
        }
        .max_speed(),
        -0.1
    );
}

#[test]
fn a_push_adds_to_the_speed() {
    let shoving = Approach {
        gap: 0.0,
        assertiveness: 0.3,
        ..approach(0.0)
    };
    // Half of nothing, plus 0.3; the other falls back by the same speed.
    assert_eq!(shoving.max_speed(), 0.3);
    let pressed = |their_speed: f32| {
        Approach {
            assertiveness: -0.3,
            their_speed,
            ..shoving
        }
        .max_speed()
    };
    assert_eq!(
        [pressed(0.0), pressed(0.2), pressed(1.0)],
        [0.0, -0.2, -0.3]
    );
}

#[test]
fn two_passing_bodies_may_approach_faster() {
    // 5 apart, in contact at 3. A velocity that just misses has 4 parts along the line between the
    // centers and 3 parts across: 1.5 / 3 * 4.
    assert_eq!(passing_speed(5.0, 3.0, 1.5), 2.0);
    assert_eq!(passing_speed(5.0, 3.0, -1.5), 2.0);
    assert_eq!(passing_speed(3.0, 3.0, 1.5), 0.0);
    assert_eq!(passing_speed(2.0, 3.0, 1.5), 0.0);
    assert_eq!(passing_speed(5.0, 3.0, 0.0), 0.0);
    assert_eq!(passing_speed(f32::MAX, 1e-30, 2.0), 0.0);
    let passing = |gap: f32, passing_speed: f32| {
        Approach {
            gap,
            passing_speed,
            ..approach(3.0)
        }
        .max_speed()
    };
    // Half of 2, instead of half of 0.5 / 0.5. A passing speed below the braking speed has no
    // effect.
    assert_eq!(passing(0.5, 2.0), 1.0);
    assert_eq!(passing(0.5, 0.4), 0.5);
    // In contact and overlap, the passing speed has no effect: half of -0.1 / 0.5.
    assert_eq!(passing(0.0, 2.0), 0.0);
    assert_eq!(passing(-0.1, 2.0), -0.1);
}

#[test]
fn a_constraint_removes_only_the_excess() {
    let constraints = constraints(&[VelocityConstraint {
        toward: Vec2::X,
        max_speed: 0.5,
    }]);
    assert_eq!(
        keep_within(constraints.kept(), Vec2::new(2.0, 1.0), 2.0),
        Vec2::new(0.5, 1.0)
    );
    assert_eq!(
        keep_within(constraints.kept(), Vec2::new(0.4, 1.0), 2.0),
        Vec2::new(0.4, 1.0)
    );
    let retreat = VelocityConstraint {
        toward: Vec2::Y,
        max_speed: -0.25,
    };
    let mut both = constraints;
    both.add(retreat, 0.0);
    assert_eq!(
        keep_within(both.kept(), Vec2::new(2.0, 1.0), 2.0),
        Vec2::new(0.5, -0.25)
    );
}

#[test]
fn without_constraints_every_velocity_is_allowed() {
    assert!(VelocityConstraints::default().kept().is_empty());
    assert_eq!(
        keep_within(
            VelocityConstraints::default().kept(),
            Vec2::new(9.0, 9.0),
            1.0
        ),
        Vec2::new(9.0, 9.0)
    );
}

#[test]
fn the_loosest_of_too_many_constraints_are_dropped() {
    let all: Vec<_> = [5.0, 1.0, 9.0, 2.0, 9.0, 3.0, 4.0, 6.0, 0.5, 7.0]
        .map(|max_speed| VelocityConstraint {
            toward: Vec2::X,
            max_speed,
        })
        .to_vec();
    let kept: Vec<_> = constraints(&all)
        .kept()
        .iter()
        .map(|constraint| constraint.max_speed)
        .collect();
    // Both constraints of 9 are dropped, the later first; 7 is the loosest that is left.
    assert_eq!(kept, [5.0, 1.0, 2.0, 3.0, 4.0, 6.0, 0.5, 7.0]);
}

#[test]
fn constraints_of_the_nearest_come_last() {
    let mut constraints = VelocityConstraints::default();
    let with = |max_speed: f32| VelocityConstraint {
        toward: Vec2::X,
        max_speed,
    };
    for (max_speed, distance) in [(1.0, 3.0), (2.0, 1.0), (3.0, 2.0), (4.0, 1.0), (5.0, 9.0)] {
        constraints.add(with(max_speed), distance);
    }
    let kept = |constraints: &VelocityConstraints| -> Vec<f32> {
        constraints
            .kept()
            .iter()
            .map(|constraint| constraint.max_speed)
            .collect()
    };
    // At distances of 9, 3, 2, 1 and 1; equal distances keep the order of insertion.
    assert_eq!(kept(&constraints), [5.0, 1.0, 3.0, 2.0, 4.0]);
    for max_speed in [0.5, 0.4, 0.3] {
        constraints.add(with(max_speed), 4.0);
    }
    // The ninth constraint drops the loosest one, 5.
    constraints.add(with(0.1), 8.0);
    assert_eq!(kept(&constraints), [0.1, 0.5, 0.4, 0.3, 1.0, 3.0, 2.0, 4.0]);
    constraints.add(with(4.5), 0.0);
    assert_eq!(kept(&constraints).len(), 8);
    assert!(!kept(&constraints).contains(&4.5));
}

fn few_constraints() -> impl Strategy<Value = Vec<VelocityConstraint>> {
    prop::collection::vec(
        (headings(), 0.0_f32..3.0)
            .prop_map(|(toward, max_speed)| VelocityConstraint { toward, max_speed }),
        0..8,
    )
}

#[test]
fn a_wide_gap_excludes_a_lower_speed() {
    let may_be_below = |speed: f32, gap: f32, their_speed: f32| {
        let one = F32Lanes::from_scalar;
        Approaches::may_be_below(one(speed), one(gap), one(their_speed), one(0.5)).to_scalar()
    };
    // 3 units in half a second are 6 units per second, less the approach speed of 2 of the other.
    assert!(!may_be_below(3.9, 3.0, 2.0));
    assert!(may_be_below(4.1, 3.0, 2.0));
    // The other moves away.
    assert!(!may_be_below(7.9, 3.0, -2.0));
    // In contact, a body may have to retreat.
    assert!(may_be_below(0.0, 0.0, -9.0) && may_be_below(0.0, -0.1, -9.0));
    // NaN excludes nothing.
    assert!(may_be_below(3.9, f32::NAN, 2.0));
}

proptest! {
    /// Constraints that all allow a body at rest do not contradict each other.
    #[test]
    fn constraints_that_allow_rest_are_satisfied(of in few_constraints(), wanted in vectors(4.0)) {
        let within = keep_within(constraints(&of).kept(), wanted, 4.0);
        for constraint in &of {
            // Sharp corners converge slowly; a quarter of the speed may be left.
            let most = constraint.max_speed + 0.25 * wanted.length() + 1e-3;
            prop_assert!(constraint.toward.dot(within) <= most);
        }
        prop_assert!(within.length() <= wanted.length() + 1e-4);
    }

    #[test]
    fn a_velocity_within_all_constraints_is_unchanged(of in few_constraints(), wanted in vectors(4.0)) {
        let is_within = |it: &VelocityConstraint| it.toward.dot(wanted) <= it.max_speed;
        prop_assume!(of.iter().all(is_within));
        prop_assert_eq!(keep_within(constraints(&of).kept(), wanted, 4.0), wanted);
    }

    #[test]
    fn a_necessary_lower_speed_is_never_excluded(
        gap in -2.0_f32..9.0,
        passing_speed in 0.0_f32..5.0,
        their_speed in -5.0_f32..5.0,
        braking_time in 0.1_f32..3.0,
        assertiveness in -2.0_f32..2.0,
        is_shared in any::<bool>(),
        faster in 0.0_f32..2.0,
    ) {
        let approach = Approach { gap, passing_speed, their_speed, braking_time, assertiveness, is_shared };
        let may_be_below = |speed: f32| {
            let one = F32Lanes::from_scalar;
            Approaches::may_be_below(one(speed), one(gap), one(their_speed), one(braking_time)).to_scalar()
        };
        // Speeds that are barely higher must not be excluded either.
        let slower = approach.max_speed().max(0.0);
        prop_assert!(may_be_below(slower.next_up()));
        prop_assert!(may_be_below((slower + faster).next_up()));
    }

    #[test]
    fn constraints_turn_and_mirror_with_the_scene(of in few_constraints(), wanted in vectors(4.0), angle in angles()) {
        let plain = keep_within(constraints(&of).kept(), wanted, 4.0);
        let moved = |change: &dyn Fn(Vec2) -> Vec2| {
            let of: Vec<_> = of
                .iter()
                .map(|it| VelocityConstraint { toward: change(it.toward), ..*it })
                .collect();
            keep_within(constraints(&of).kept(), change(wanted), 4.0)
        };
        prop_assert!(close(moved(&|v| turned(v, angle)), turned(plain, angle), 2e-2));
        prop_assert_eq!(moved(&mirrored), mirrored(plain));
    }

    /// Both constraints of a pair together keep its approach speed within the limit.
    #[test]
    fn a_pair_approaches_no_faster_than_its_gap_allows(
        gap in 0.0_f32..3.0,
        own in -3.0_f32..3.0,
        other in -3.0_f32..3.0,
        braking_time in 0.1_f32..2.0,
    ) {
        let max_speed = |their_speed: f32| {
            Approach { gap, passing_speed: 0.0, their_speed, braking_time, assertiveness: 0.0, is_shared: true }.max_speed()
        };
        // Each body uses the velocity of the other at the start of the tick.
        let (own_after, other_after) = (own.min(max_speed(other)), other.min(max_speed(own)));
        let together = gap / braking_time;
        // If both approach at half of the limit or faster, one tick is enough.
        if own >= 0.5 * together && other >= 0.5 * together {
            prop_assert!(own_after + other_after <= together + 1e-4);
        }
    }

    /// Every approach below the passing speed misses.
    #[test]
    fn the_passing_speed_just_misses(
        contact in 0.1_f32..3.0,
        gap in 0.05_f32..5.0,
        lateral in -3.0_f32..3.0,
        part in 0.0_f32..0.99,
    ) {
        prop_assume!(lateral.abs() > 1e-2);
        let distance = contact + gap;
        let way = Vec2::new(-part * passing_speed(distance, contact, lateral), lateral);
        let missed_by = Vec2::new(distance, 0.0).reject_from(way).length();
        prop_assert!(missed_by >= contact * (1.0 - 1e-3), "{missed_by} of {contact}");
    }

    #[test]
    fn any_constraint_leaves_a_finite_velocity(
        toward in wild_vectors(),
        max_speed in prop::num::f32::ANY,
        wanted in vectors(10.0),
    ) {
        let mut constraints = VelocityConstraints::default();
        constraints.add(VelocityConstraint { toward: toward.normalize_or_zero(), max_speed }, 1.0);
        constraints.add(VelocityConstraint { toward: Vec2::NAN, max_speed: 0.0 }, 1.0);
        let within = keep_within(constraints.kept(), wanted, 10.0);
        prop_assert!(within.is_finite());
    }
}
