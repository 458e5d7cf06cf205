//! The pressure that pushes the bodies of a heap outward.
//!
//! A source represents the bodies of a cell that need more area than they have. Its charge is
//! uniform over the ellipse with the center and the variances of the bodies. The source pushes like
//! an electric charge of that shape. Far outside, the push is the flow (the area that one tick
//! provides) over the circumference at that distance. Inside, the push is in proportion to the
//! offset. All pushes together make exactly the flow.

use crate::math::lanes::{F32Lanes, Vec2Lanes, VectorLanes};
use core::f32::consts::{PI, TAU};
use glam::Vec2;
use pulp::Simd;

/// A group of bodies of a heap with too little area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) center: Vec2,
    /// The unit vector along the longer axis.
    pub(super) axis: Vec2,
    /// The squares of the longer and the shorter half axis. Neither is 0.
    pub(super) squares: [f32; 2],
    /// The area that the push of one tick provides, square world units.
    pub(super) flow: f32,
    /// The squared distance below which the shape matters.
    pub(super) near: f32,
}

impl Source {
    /// The mirror image of the source in a flat wall through `point`.
    #[inline]
    pub(super) fn mirrored(&self, point: Vec2, normal: Vec2) -> Self {
        let reflected = |vector: Vec2| vector - normal * (2.0 * vector.dot(normal));
        Self {
            center: point + reflected(self.center - point),
            axis: reflected(self.axis),
            ..*self
        }
    }

    /// The displacements by this source in the current tick, at these positions.
    #[inline(always)]
    pub(super) fn push<S: Simd>(&self, simd: S, position: Vec2Lanes<S>) -> Vec2Lanes<S> {
        let offset = position - Vec2Lanes::splat(simd, self.center);
        let distance_squared = offset.length_squared();
        let is_near = distance_squared.is_below(distance_squared.splat_like(self.near));
        let far = offset * (distance_squared.splat_like(self.flow / TAU) / distance_squared);
        if !is_near.any() {
            return far;
        }
        is_near.select_vectors(self.push_near(simd, offset, distance_squared), far)
    }

    /// The push near the ellipse.
    ///
    /// Outside the ellipse, the push equals that of the confocal ellipse through the position.
    #[inline(always)]
    fn push_near<S: Simd>(
        &self,
        simd: S,
        offset: Vec2Lanes<S>,
        distance_squared: F32Lanes<S>,
    ) -> Vec2Lanes<S> {
        let zero = F32Lanes::splat(simd, 0.0);
        let axis = Vec2Lanes::splat(simd, self.axis);
        let [long, short] = self.squares;
        let (along, across) = (offset.dot(axis), axis.perp_dot(offset));
        // The larger root of x^2 + b x + c.
        let b = zero.splat_like(long + short) - distance_squared;
        let c = zero.splat_like(long * short) - along * along * short - across * across * long;
        let root = (b * b - c * 4.0).max(zero).sqrt();
        let grown = ((root - b) * 0.5).max(zero);
        let (long, short) = ((grown + long).sqrt(), (grown + short).sqrt());
        let push = zero.splat_like(self.flow / PI) / (long + short);
        let (along, across) = (push * along / long, push * across / short);
        Vec2Lanes {
            x: axis.x * along - axis.y * across,
            y: axis.y * along + axis.x * across,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulp::{Arch, Scalar, WithSimd};

    struct Push<'a>(&'a Source, Vec2);

    impl WithSimd for Push<'_> {
        type Output = Vec2;

        fn with_simd<S: Simd>(self, simd: S) -> Vec2 {
            let push = self.0.push(simd, Vec2Lanes::splat(simd, self.1));
            push.to_column().get(0)
        }
    }

    fn ellipse(long: f32, short: f32) -> Source {
        Source {
            center: Vec2::new(1.0, -2.0),
            axis: Vec2::from_angle(0.6),
            squares: [long * long, short * short],
            flow: 5.0,
            near: f32::INFINITY,
        }
    }

    /// The push of many small charges that fill the ellipse, in double precision.
    fn summed(source: &Source, position: Vec2) -> glam::DVec2 {
        let (long, short) = (source.squares[0].sqrt(), source.squares[1].sqrt());
        let (mut push, mut count) = (glam::DVec2::ZERO, 0.0);
        // The grid is not symmetric about any query position.
        let steps = 1201;
        for column in 0..steps {
            for row in 0..steps {
                let at = Vec2::new(column as f32 + 0.37, row as f32 + 0.61) * (2.0 / steps as f32);
                let at = at - Vec2::ONE;
                if at.length_squared() > 1.0 {
                    continue;
                }
                let along = source.axis * (at.x * long);
                let across = source.axis.perp() * (at.y * short);
                let offset = (position - source.center - along - across).as_dvec2();
                count += 1.0;
                // Charges around the position cancel.
                if offset.length() > 0.05 {
                    push += offset / offset.length_squared();
                }
            }
        }
        push * f64::from(source.flow) / (core::f64::consts::TAU * count)
    }

    #[test]
    fn an_ellipse_pushes_like_many_charges_that_fill_it() {
        for (long, short) in [(1.0, 1.0), (3.0, 0.5), (2.0, 1.5)] {
            let source = ellipse(long, short);
            for offset in [
                Vec2::new(0.31, 0.12),
                Vec2::new(-0.7, 0.2),
                Vec2::new(0.2, 2.1),
                Vec2::new(-3.3, -1.4),
                Vec2::new(6.0, 1.0),
            ] {
                let position = source.center + offset;
                let push = Arch::new().dispatch(Push(&source, position)).as_dvec2();
                let expected = summed(&source, position);
                let error = push.distance(expected) / expected.length();
                assert!(error < 0.02, "{long} {short} {offset}: {push} {expected}");
            }
        }
    }

    #[test]
    fn far_away_only_the_missing_area_counts() {
        let mut source = ellipse(3.0, 0.5);
        let position = source.center + Vec2::new(40.0, -25.0);
        let shaped = Arch::new().dispatch(Push(&source, position));
        source.near = 1.0;
        let simple = Arch::new().dispatch(Push(&source, position));
        assert!(shaped.distance(simple) < 0.01 * simple.length());
        // The flow over the circumference of a circle.
        let expected = 5.0 / (TAU * Vec2::new(40.0, -25.0).length());
        assert!((simple.length() - expected).abs() < 1e-4 * expected);
    }

    #[test]
    fn lanes_make_no_difference() {
        let source = ellipse(3.0, 0.5);
        for number in 0..100 {
            let offset = Vec2::from_angle(number as f32 * 0.7) * (number as f32 * 0.1);
            let push = Push(&source, source.center + offset);
            let one = Scalar.vectorize(Push(&source, source.center + offset));
            assert_eq!(Arch::new().dispatch(push), one);
        }
    }

    #[test]
    fn an_image_in_a_wall_blocks_the_flow_through_it() {
        let source = ellipse(3.0, 0.5);
        let (point, normal) = (Vec2::new(4.0, 0.0), Vec2::from_angle(2.5));
        let image = source.mirrored(point, normal);
        for along in [-5.0, -1.0, 0.0, 2.0, 9.0] {
            let place = point + normal.perp() * along;
            let push = |source| Arch::new().dispatch(Push(source, place));
            let (own, seen) = (push(&source), push(&image));
            assert!((own + seen).dot(normal).abs() < 1e-3 * own.length());
        }
    }
}
