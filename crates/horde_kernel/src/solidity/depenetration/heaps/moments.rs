//! The distribution of the bodies in a cell: area, center and variances.

use super::HeapBody;
use crate::solidity::depenetration::contacts::MOST_CONTACTS;
use crate::solidity::depenetration::pressure::Source;
use core::f32::consts::PI;
use glam::Vec2;

/// A cell is dense if the areas of its bodies add up to more than this fraction of the area over
/// which the bodies are spread.
const DENSE: f32 = 0.85;
/// Up to this fraction, the bodies are little denser than a packed crowd.
const MILD: f32 = 1.2;
/// The fraction of the area that bodies cover in the end. Only a perfect order fits more.
const SPREAD: f32 = 0.78;
/// The time that a heap takes to spread, seconds.
const SPREADING_TIME: f32 = 0.7;

/// The moments of the bodies of one cell, or of several cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    count: usize,
    radius_sum: f32,
    area: f32,
    center: Vec2,
    /// The area-weighted sum of the squared offsets from the center.
    squares: Vec2,
    /// The area-weighted sum of the products of both offset coordinates.
    product: f32,
}

/// The density of the bodies of a cell.
pub(super) struct Density {
    pub(super) is_dense: bool,
    /// Whether the bodies are little denser than a packed crowd.
    pub(super) is_mild: bool,
}

impl Moments {
    /// The moments of some bodies, at least one.
    pub(super) fn of(members: &[HeapBody]) -> Self {
        let origin = members[0].position;
        let (mut area, mut center, mut radius_sum) = (0.0, Vec2::ZERO, 0.0);
        for member in members {
            let own = PI * member.radius * member.radius;
            area += own;
            center += (member.position - origin) * own;
            radius_sum += member.radius;
        }
        let center = origin + center / area;
        let (mut squares, mut product) = (Vec2::ZERO, 0.0);
        for member in members {
            let own = PI * member.radius * member.radius;
            let offset = member.position - center;
            squares += offset * offset * own;
            product += offset.x * offset.y * own;
        }
        Self {
            count: members.len(),
            radius_sum,
            area,
            center,
            squares,
            product,
        }
    }

    /// The combined moments of these bodies and others.
    pub(super) fn with(self, other: Self) -> Self {
        let area = self.area + other.area;
        let part = other.area / area;
        let between = other.center - self.center;
        let weight = self.area * part;
        Self {
            count: self.count + other.count,
            radius_sum: self.radius_sum + other.radius_sum,
            area,
            center: self.center + between * part,
            squares: self.squares + other.squares + between * between * weight,
            product: self.product + other.product + between.x * between.y * weight,
        }
    }

    /// The density of the bodies in a cell with this side.
    #[inline]
    pub(super) fn density(&self, side: f32) -> Density {
        let ([long, short], radius) = (self.ellipse().squares, self.radius());
        let has = PI * (f32::sqrt(long) + radius) * (f32::sqrt(short) + radius);
        let has = has.min(side * side);
        Density {
            is_dense: self.count > MOST_CONTACTS && self.area > DENSE * has,
            is_mild: self.area <= MILD * has,
        }
    }

    /// The area in which the bodies have space side by side.
    #[inline]
    pub(super) fn target_area(&self) -> f32 {
        self.area / SPREAD
    }

    /// The source of these bodies in this tick, in a cell with this side.
    pub(super) fn source(&self, side: f32, tick: f32) -> Source {
        let Ellipse { axis, squares } = self.ellipse();
        // An ellipse with both half axes longer by `lacking` would have the required area. The
        // ellipse grows equally on both axes, by at most `lacking` in a tick.
        let [half_long, half_short] = squares.map(f32::sqrt);
        let (sum, difference) = (half_long + half_short, half_long - half_short);
        let grown = f32::sqrt(difference * difference + 4.0 * self.target_area() / PI);
        let lacking = 0.5 * (grown - sum).max(0.0);
        let growth = lacking.min((lacking + half_short) * (tick / SPREADING_TIME));
        Source {
            center: self.center,
            axis,
            squares,
            flow: growth * sum * PI,
            near: 4.0 * side * side,
        }
    }

    fn radius(&self) -> f32 {
        self.radius_sum / self.count as f32
    }

    /// The uniform ellipse with the same variances as the bodies.
    fn ellipse(&self) -> Ellipse {
        // Its half axes are twice the standard deviations.
        let scale = 4.0 / self.area;
        let (squares, product) = (self.squares * scale, self.product * scale);
        let (mean, half) = (squares.element_sum() * 0.5, (squares.x - squares.y) * 0.5);
        let differs = f32::sqrt(half * half + product * product);
        let axis = if half >= 0.0 {
            Vec2::new(half + differs, product)
        } else {
            Vec2::new(product, differs - half)
        };
        let least = 1e-6 * self.radius() * self.radius();
        Ellipse {
            axis: axis.normalize_or(Vec2::X),
            squares: [mean + differs, mean - differs].map(|square| square.max(0.0) + least),
        }
    }
}

struct Ellipse {
    /// The unit vector along the longer axis.
    axis: Vec2,
    /// The squares of the longer and the shorter half axis.
    squares: [f32; 2],
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn member(x: f32, y: f32, radius: f32) -> HeapBody {
        HeapBody {
            group: 0,
            number: 0,
            rank: 0,
            radius,
            gives_way: true,
            was_at: Vec2::new(x, y),
            position: Vec2::new(x, y),
        }
    }

    #[test]
    fn a_square_has_equal_variances() {
        // The center of four bodies of area pi is (1, 2). Each is 1 off along both axes.
        let bodies = [(0.0, 1.0), (2.0, 1.0), (0.0, 3.0), (2.0, 3.0)];
        let moments = Moments::of(&bodies.map(|(x, y)| member(x, y, 1.0)));
        assert_eq!(moments.center, Vec2::new(1.0, 2.0));
        assert!((moments.area - 4.0 * PI).abs() < 1e-5);
        assert!(
            (moments.squares - Vec2::splat(4.0 * PI))
                .abs()
                .max_element()
                < 1e-4
        );
        assert_eq!(moments.product, 0.0);
        // The half axes are twice the deviation of 1.
        let [long, short] = moments.ellipse().squares;
        assert!((long - 4.0).abs() < 1e-4 && (short - 4.0).abs() < 1e-4);
    }

    proptest! {
        #[test]
        fn moments_of_parts_are_those_of_the_whole(
            bodies in proptest::collection::vec((-20.0_f32..20.0, -20.0_f32..20.0, 0.1_f32..3.0), 2..40),
            part in 0.0_f32..1.0,
        ) {
            let members: Vec<HeapBody> =
                bodies.iter().map(|(x, y, radius)| member(*x, *y, *radius)).collect();
            let count = ((members.len() - 2) as f32 * part) as usize + 1;
            let whole = Moments::of(&members);
            let parts = Moments::of(&members[..count]).with(Moments::of(&members[count..]));
            prop_assert_eq!(parts.count, whole.count);
            prop_assert!((parts.area - whole.area).abs() < 1e-4 * whole.area);
            prop_assert!(parts.center.distance(whole.center) < 1e-3);
            let size = whole.area * 400.0;
            prop_assert!((parts.squares - whole.squares).abs().max_element() < 1e-4 * size);
            prop_assert!((parts.product - whole.product).abs() < 1e-4 * size);
        }
    }
}
