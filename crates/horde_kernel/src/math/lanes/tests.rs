use super::*;
use crate::math::vector::{Side, direction_and_length, truncate};
use crate::test_inputs::{angles, wild_numbers, wild_sizes, wild_vectors};
use glam::{Vec2, Vec3};
use proptest::prelude::*;
use pulp::{Arch, WithSimd};

/// Runs a formula in all lanes of this machine.
struct InLanes<'a> {
    inputs: &'a [[f32; MOST_LANES]; 4],
}

impl WithSimd for InLanes<'_> {
    type Output = (usize, Vec<[f32; MOST_LANES]>);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let [a, b, c, d] = self.inputs.map(|input| F32Lanes::load(simd, &input));
        let (first, second) = (Vec2Lanes { x: a, y: b }, Vec2Lanes { x: c, y: d });
        let (direction, length, has_direction) = first.direction_and_length();
        let truncated = first.truncate(c);
        let lanes = a.is_below(d);
        let (only_direction, only_length, is_only) = first.direction_and_length_where(lanes);
        let results = [
            first.dot(second),
            first.perp_dot(second),
            first.length(),
            direction.x,
            direction.y,
            has_direction.or_zero(length),
            truncated.x,
            truncated.y,
            a.max(b),
            a.min(b),
            a.abs(),
            -a,
            a / b,
            first.side(Side::Left).x,
            a.is_at_most(b).select(c, d),
            (a.is_below(b) | c.is_equal(d)).or_zero(a),
            (!a.is_finite()).or_zero(b),
            a.is_below(b).or_nan(c),
            // The results of the masked form come last.
            is_only.or_zero(only_direction.x),
            is_only.or_zero(only_direction.y),
            is_only.or_zero(only_length),
        ];
        (S::F32_LANES, results.map(F32Lanes::to_array).to_vec())
    }
}

/// Directions, lengths and truncated vectors of space, in all lanes of this machine.
struct InSpace<'a> {
    inputs: &'a [[f32; MOST_LANES]; 4],
}

impl WithSimd for InSpace<'_> {
    type Output = (usize, Vec<[f32; MOST_LANES]>);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let [x, y, z, limit] = self.inputs.map(|input| F32Lanes::load(simd, &input));
        let vectors = Vec3Lanes { x, y, z };
        let asked = limit.is_above(limit.splat_like(0.0));
        let (direction, length, has_direction) = vectors.direction_and_length_where(asked);
        let (direction, length) = (
            direction.or_zero(has_direction),
            has_direction.or_zero(length),
        );
        let truncated = vectors.truncate(limit);
        let zero = limit.splat_like(0.0);
        let results = [
            direction.x,
            direction.y,
            direction.z,
            length,
            truncated.x,
            truncated.y,
            truncated.z,
            zero,
        ];
        (S::F32_LANES, results.map(F32Lanes::to_array).to_vec())
    }
}

/// Runs the same formula for each number alone.
fn one_by_one(inputs: &[[f32; MOST_LANES]; 4]) -> Vec<[f32; MOST_LANES]> {
    let mut results = Vec::new();
    for lane in 0..MOST_LANES {
        let mut own = [[0.0; MOST_LANES]; 4];
        for (own, input) in own.iter_mut().zip(inputs) {
            own[0] = input[lane];
        }
        let (_, found) = InLanes { inputs: &own }.with_simd(Scalar);
        results.resize(found.len(), [0.0; MOST_LANES]);
        for (result, found) in results.iter_mut().zip(found) {
            result[lane] = found[0];
        }
    }
    results
}

fn columns() -> impl Strategy<Value = [[f32; MOST_LANES]; 4]> {
    let odd = prop_oneof![
        8 => wild_numbers(),
        1 => Just(f32::NAN),
        1 => Just(f32::INFINITY),
        1 => Just(-0.0_f32),
        1 => Just(f32::MAX),
        1 => Just(f32::MIN_POSITIVE),
    ];
    proptest::collection::vec(odd, 4 * MOST_LANES).prop_map(|numbers| {
        core::array::from_fn(|column| core::array::from_fn(|lane| numbers[4 * lane + column]))
    })
}

#[test]
fn a_mask_visits_its_lanes() {
    let numbers = [1.0, 5.0, 2.0, 7.0, 0.0, 9.0, 3.0, 3.0];
    struct Large<'a>(&'a [f32; MOST_LANES]);
    impl WithSimd for Large<'_> {
        type Output = (usize, Vec<usize>, [[u32; MOST_LANES]; 2]);
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
            let large = F32Lanes::load(simd, self.0).is_above(F32Lanes::splat(simd, 4.0));
            let lanes: Vec<_> = large.lanes().collect();
            assert!(large.any() || lanes.is_empty());
            assert!(!Mask::none(simd).any());
            let three = U32Lanes::splat(simd, 3);
            let counted = [three.count(large), three.discount(large)];
            (S::F32_LANES, lanes, counted.map(U32Lanes::to_array))
        }
    }
    let (count, lanes, [counted, discounted]) = Arch::new().dispatch(Large(&numbers));
    let expected: Vec<usize> = [1, 3, 5].into_iter().filter(|lane| *lane < count).collect();
    assert_eq!(lanes, expected);
    for lane in 0..count {
        let expected = if numbers[lane] > 4.0 { (4, 2) } else { (3, 3) };
        assert_eq!((counted[lane], discounted[lane]), expected);
    }
}

#[test]
fn lanes_are_counted_and_compared_with_each_other() {
    struct Across<'a>(&'a [f32; MOST_LANES]);
    impl WithSimd for Across<'_> {
        type Output = (usize, f32, f32, [u32; MOST_LANES], [f32; MOST_LANES]);
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
            let numbers = F32Lanes::load(simd, self.0);
            let counted = U32Lanes::counting_from(simd, 40);
            let (least, largest) = (numbers.least(), numbers.largest());
            let numbers = counted.to_lanes().to_array();
            (S::F32_LANES, least, largest, counted.to_array(), numbers)
        }
    }
    let numbers = [3.0, -5.0, 2.0, 7.0, 0.0, -9.0, 11.0, 1.0];
    let (count, least, largest, counted, as_lanes) = Arch::new().dispatch(Across(&numbers));
    let own = &numbers[..count];
    assert_eq!(least, own.iter().copied().fold(f32::INFINITY, f32::min));
    assert_eq!(
        largest,
        own.iter().copied().fold(f32::NEG_INFINITY, f32::max)
    );
    for lane in 0..count {
        assert_eq!(
            (counted[lane], as_lanes[lane]),
            (40 + lane as u32, 40.0 + lane as f32)
        );
    }
}

#[test]
fn words_share_bits_and_have_an_order() {
    let word = |value: u32| U32Lanes::splat(Scalar, value);
    assert!(word(0b0110).overlaps(word(0b0100)).to_scalar());
    assert!(!word(0b0110).overlaps(word(0b1001)).to_scalar());
    assert!(word(3).is_below(word(u32::MAX)).to_scalar());
    assert!(!word(1 << 31).is_below(word(5)).to_scalar());
    assert!(word(7).is_equal(word(7)).to_scalar() && !word(7).is_equal(word(8)).to_scalar());
}

proptest! {
    /// The results agree bit for bit, for any input.
    #[test]
    fn many_lanes_agree_with_one(inputs in columns()) {
        let (count, many) = Arch::new().dispatch(InLanes { inputs: &inputs });
        let one = one_by_one(&inputs);
        for (number, (many, one)) in many.iter().zip(&one).enumerate() {
            for lane in 0..count {
                let (many, one) = (many[lane], one[lane]);
                let same = many.to_bits() == one.to_bits() || (many.is_nan() && one.is_nan());
                prop_assert!(same, "{number}: {many} {one}");
            }
        }
    }

    /// The results agree bit for bit, for vectors of any length.
    #[test]
    fn lanes_agree_with_the_scalar_form(inputs in columns()) {
        let (count, many) = Arch::new().dispatch(InLanes { inputs: &inputs });
        let [x, y, limit, most] = inputs;
        for lane in 0..count {
            let vector = Vec2::new(x[lane], y[lane]);
            let bits = |numbers: [f32; 3]| numbers.map(f32::to_bits);
            let in_lane = |rows: &[[f32; MOST_LANES]]| bits([rows[0][lane], rows[1][lane], rows[2][lane]]);

            let is_asked_for = x[lane] < most[lane];
            let plain = direction_and_length(vector).filter(|_| is_asked_for);
            let expected = plain.map_or([0.0; 3], |(along, length)| [along.x, along.y, length]);
            prop_assert_eq!(in_lane(&many[many.len() - 3..]), bits(expected));

            let plain = truncate(vector, limit[lane]);
            prop_assert_eq!(in_lane(&many[6..])[..2].to_vec(), bits([plain.x, plain.y, 0.0])[..2].to_vec());
        }
    }

    /// The results agree bit for bit, for vectors of space of any length.
    #[test]
    fn lanes_of_space_agree_with_the_scalar_form(inputs in columns()) {
        let (count, many) = Arch::new().dispatch(InSpace { inputs: &inputs });
        let [x, y, z, limit] = inputs;
        for lane in 0..count {
            let vector = Vec3::new(x[lane], y[lane], z[lane]);
            let bits = |numbers: [f32; 4]| numbers.map(f32::to_bits);
            let asked = direction_and_length(vector).filter(|_| limit[lane] > 0.0);
            let expected = asked.map_or([0.0; 4], |(along, length)| along.extend(length).to_array());
            let found = core::array::from_fn(|row| many[row][lane]);
            prop_assert_eq!(bits(found), bits(expected));
            let expected = truncate(vector, limit[lane]).extend(0.0).to_array();
            let found = core::array::from_fn(|row| many[4 + row][lane]);
            prop_assert_eq!(bits(found), bits(expected));
        }
    }

    #[test]
    fn directions_agree_with_the_scalar_form(vector in wild_vectors()) {
        let (direction, length, has_direction) = Vec2Lanes::from_scalar(vector).direction_and_length();
        let plain = direction_and_length(vector);
        prop_assert_eq!(has_direction.to_scalar(), plain.is_some());
        if let Some((along, long)) = plain {
            prop_assert!(direction.to_scalar().distance(along) <= 1e-6);
            prop_assert!((length.to_scalar() - long).abs() <= 1e-6 * long);
        }
    }

    #[test]
    fn only_longer_vectors_have_a_direction(
        vector in prop_oneof![
            wild_vectors(),
            (0.0_f32..38.0, angles()).prop_map(|(size, angle)| Vec2::from_angle(angle) * 10_f32.powf(size)),
        ],
        shortest in prop_oneof![wild_sizes(), (0.0_f32..38.0).prop_map(|size| 10_f32.powf(size))],
    ) {
        let (direction, is_longer) =
            Vec2Lanes::from_scalar(vector).directions_of_longer(F32Lanes::from_scalar(shortest));
        let plain = direction_and_length(vector).filter(|(_, length)| *length > shortest);
        prop_assert_eq!(is_longer.to_scalar(), plain.is_some());
        if let Some((along, _)) = plain {
            prop_assert_eq!(direction.to_scalar(), along);
        }
    }

    #[test]
    fn vectors_that_are_not_finite_have_no_direction(x in wild_numbers()) {
        for vector in [
            Vec2::new(x, f32::NAN),
            Vec2::new(f32::NAN, x),
            Vec2::new(f32::INFINITY, x),
            Vec2::new(x, f32::NEG_INFINITY),
        ] {
            prop_assert!(!Vec2Lanes::from_scalar(vector).direction_and_length().2.to_scalar(), "{}", vector);
        }
    }
}
