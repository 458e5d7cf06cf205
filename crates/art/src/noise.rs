//! Value noise that repeats after a whole number of cells, so that it can tile.

/// A repeatable number from 0 to 1 for a lattice point.
pub fn lattice(x: i32, y: i32, seed: u32) -> f32 {
    let mut hash = (x as u32)
        .wrapping_mul(0x85eb_ca6b)
        .wrapping_add((y as u32).wrapping_mul(0xc2b2_ae35))
        .wrapping_add(seed.wrapping_mul(0x27d4_eb2f));
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2c1b_3c6d);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297a_2d39);
    hash ^= hash >> 15;
    (hash >> 8) as f32 / 16_777_215.0
}

/// Smooth noise from 0 to 1 over a lattice that repeats every `period` cells.
pub fn smooth(x: f32, y: f32, period: i32, seed: u32) -> f32 {
    let (cell_x, cell_y) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (blend_x, blend_y) = (ease(x - cell_x), ease(y - cell_y));
    let corner = |offset_x: i32, offset_y: i32| {
        lattice(
            (cell_x as i32 + offset_x).rem_euclid(period),
            (cell_y as i32 + offset_y).rem_euclid(period),
            seed,
        )
    };
    let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * blend_x;
    let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * blend_x;
    top + (bottom - top) * blend_y
}

/// Several octaves of smooth noise, from 0 to 1; `x` and `y` run from 0 to `period` over one tile.
pub fn layered(x: f32, y: f32, period: i32, octaves: u32, seed: u32) -> f32 {
    let mut sum = 0.0;
    let mut total = 0.0;
    let mut weight = 1.0;
    let mut scale = 1;
    for octave in 0..octaves {
        let factor = scale as f32;
        sum += weight * smooth(x * factor, y * factor, period * scale, seed + octave);
        total += weight;
        weight *= 0.5;
        scale *= 2;
    }
    sum / total
}

/// 0 below `low`, 1 above `high`, a smooth step between.
pub fn step(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_repeats_after_its_period() {
        for sample in 0..50 {
            let (x, y) = (sample as f32 * 0.37, sample as f32 * 0.11);
            let here = layered(x, y, 8, 4, 3);
            assert!((0.0..=1.0).contains(&here));
            assert!((here - layered(x + 8.0, y - 8.0, 8, 4, 3)).abs() < 1e-3);
        }
    }
}
