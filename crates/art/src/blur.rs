//! Blurs planes of numbers, for soft edges, bevels and shadows.

/// Three box blurs in each direction, close to a Gaussian with a deviation of `radius` pixels.
pub fn soften(plane: &mut Vec<f32>, width: usize, height: usize, radius: f32) {
    let reach = radius.round() as usize;
    if reach == 0 {
        return;
    }
    let mut scratch = vec![0.0; plane.len()];
    for _ in 0..3 {
        box_rows(plane, &mut scratch, width, height, reach);
        std::mem::swap(plane, &mut scratch);
    }
    let mut upright = transposed(plane, width, height);
    for _ in 0..3 {
        box_rows(&upright, &mut scratch, height, width, reach);
        std::mem::swap(&mut upright, &mut scratch);
    }
    *plane = transposed(&upright, height, width);
}

fn box_rows(source: &[f32], target: &mut [f32], width: usize, height: usize, reach: usize) {
    let share = 1.0 / (2 * reach + 1) as f32;
    for row in 0..height {
        let line = &source[row * width..(row + 1) * width];
        let mut sum: f32 = line[..reach.min(width)].iter().sum();
        for column in 0..width {
            if column + reach < width {
                sum += line[column + reach];
            }
            if column > reach {
                sum -= line[column - reach - 1];
            }
            target[row * width + column] = sum * share;
        }
    }
}

fn transposed(plane: &[f32], width: usize, height: usize) -> Vec<f32> {
    let mut turned = vec![0.0; plane.len()];
    for row in 0..height {
        for column in 0..width {
            turned[column * height + row] = plane[row * width + column];
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blur_keeps_the_sum_and_spreads_evenly() {
        let (width, height) = (41, 31);
        let mut plane = vec![0.0; width * height];
        plane[15 * width + 20] = 1.0;
        soften(&mut plane, width, height, 3.0);
        let sum: f32 = plane.iter().sum();
        assert!((sum - 1.0).abs() < 1e-3);
        assert!((plane[15 * width + 15] - plane[15 * width + 25]).abs() < 1e-5);
        assert!((plane[10 * width + 20] - plane[20 * width + 20]).abs() < 1e-5);
    }
}
