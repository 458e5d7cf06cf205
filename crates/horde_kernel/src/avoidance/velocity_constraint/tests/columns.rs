//! Compares the constraints of several bodies at once with those of each body alone.

use super::*;
use crate::math::lanes::{MOST_LANES, VectorColumn};
use pulp::{Arch, WithSimd};

/// Keeps the tightest constraints of several neighbors, for one body per lane.
struct Tightest<'a> {
    neighbors: &'a [[Option<(VelocityConstraint, f32)>; MOST_LANES]],
}

impl WithSimd for Tightest<'_> {
    type Output = Vec<Vec<VelocityConstraint>>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut tightest = TightestConstraints::default();
        for constraints in self.neighbors {
            let of = constraints.map(Option::unwrap_or_default);
            let mut toward = <VectorColumn>::default();
            for (lane, (constraint, _)) in of.iter().enumerate() {
                toward.set(lane, constraint.toward);
            }
            let lanes = |numbers: [f32; MOST_LANES]| F32Lanes::load(simd, &numbers);
            let is_one = constraints.map(|constraint| if constraint.is_some() { 1.0 } else { 0.0 });
            tightest.add(
                lanes(is_one).is_above(F32Lanes::splat(simd, 0.0)),
                toward.lanes(simd),
                lanes(of.map(|(constraint, _)| constraint.max_speed)),
                lanes(of.map(|(_, distance)| distance)),
            );
        }
        let bodies = (0..S::F32_LANES).map(|lane| tightest.kept(lane).collect());
        bodies.collect()
    }
}

/// A constraint with the distance of its neighbor, often equal to another one; or none.
fn any_limit() -> impl Strategy<Value = Option<(VelocityConstraint, f32)>> {
    let coarse = |numbers: core::ops::Range<i8>| numbers.prop_map(f32::from);
    let max_speed = prop_oneof![8 => coarse(-2..6), 1 => -3.0_f32..3.0, 1 => Just(f32::INFINITY), 1 => Just(f32::NAN)];
    let distance = prop_oneof![coarse(0..4), 0.0_f32..5.0];
    let toward = prop_oneof![9 => headings(), 1 => Just(Vec2::NAN)];
    let constraint = (toward, max_speed, distance).prop_map(|(toward, max_speed, distance)| {
        (VelocityConstraint { toward, max_speed }, distance)
    });
    prop::option::weighted(0.8, constraint)
}

proptest! {
    /// The results are equal for any input and any number of equal constraints.
    #[test]
    fn lanes_keep_the_same_constraints_as_each_body(
        neighbors in prop::collection::vec([(); MOST_LANES].map(|()| any_limit()), 0..30),
    ) {
        for arch in [Arch::Scalar, Arch::new()] {
            let together = arch.dispatch(Tightest { neighbors: &neighbors });
            for (lane, together) in together.iter().enumerate() {
                let mut alone = VelocityConstraints::default();
                for constraints in &neighbors {
                    if let Some((constraint, distance)) = constraints[lane] {
                        alone.add(constraint, distance);
                    }
                }
                prop_assert_eq!(together, alone.kept());
            }
        }
    }
}
