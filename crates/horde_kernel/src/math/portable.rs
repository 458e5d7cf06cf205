//! Sine, cosine and their like, with the same bits on every machine.
//!
//! The standard library takes these functions from the platform, and their last bits differ. Square
//! roots, floors and rounding are exact everywhere and need no function here.

use glam::{DVec2, Vec2};

/// The unit vector at an angle, radians: its cosine and sine.
#[inline]
pub fn unit_at(angle: f32) -> Vec2 {
    let (sine, cosine) = libm::sincosf(angle);
    Vec2::new(cosine, sine)
}

/// The unit vector at an angle, radians, in double precision.
#[inline]
pub fn wide_unit_at(angle: f64) -> DVec2 {
    let (sine, cosine) = libm::sincos(angle);
    DVec2::new(cosine, sine)
}

/// The cosine of an angle, radians.
#[inline]
pub fn cos(angle: f32) -> f32 {
    libm::cosf(angle)
}

/// The angle with this sine, radians.
#[inline]
pub fn asin(sine: f32) -> f32 {
    libm::asinf(sine)
}

/// The exponential function.
#[inline]
pub fn exp(exponent: f32) -> f32 {
    libm::expf(exponent)
}

/// Two to the power of a whole number.
#[inline]
pub fn power_of_two(exponent: u8) -> f32 {
    libm::exp2f(f32::from(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits that every platform has to give. The other functions of `libm` need no check,
    /// because all use only operations that IEEE 754 rounds alike everywhere.
    #[test]
    fn bits_are_those_of_every_platform() {
        let unit = unit_at(1.0);
        assert_eq!(
            unit.to_array().map(f32::to_bits),
            [0x3f0a_5140, 0x3f57_6aa4]
        );
        let wide = wide_unit_at(1.0);
        let bits = [0x3fe1_4a28_0fb5_068c, 0x3fea_ed54_8f09_0cee];
        assert_eq!(wide.to_array().map(f64::to_bits), bits);
        assert_eq!(cos(1.0).to_bits(), unit.x.to_bits());
        assert_eq!(asin(0.5).to_bits(), 0x3f06_0a92);
        assert_eq!(exp(1.0).to_bits(), 0x402d_f854);
    }

    #[test]
    fn powers_of_two_are_exact() {
        assert_eq!([0, 1, 10].map(power_of_two), [1.0, 2.0, 1024.0]);
        assert_eq!(power_of_two(u8::MAX), f32::INFINITY);
    }
}
