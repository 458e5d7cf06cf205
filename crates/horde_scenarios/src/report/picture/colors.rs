//! Colors that color-blind readers can tell apart (after Okabe and Ito).

use bevy::math::Vec2;
use core::f32::consts::TAU;
use plotters::style::RGBColor;

/// Colors of groups, by number.
const OF_GROUPS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(60, 60, 60),
];

/// The first six of these colors, in a ring where neighbors are similar.
const RING: [RGBColor; 6] = [
    OF_GROUPS[0],
    OF_GROUPS[5],
    OF_GROUPS[2],
    OF_GROUPS[4],
    OF_GROUPS[1],
    OF_GROUPS[3],
];

/// Color of barriers.
pub(super) const BARRIER: RGBColor = RGBColor(84, 92, 104);

/// Color of axes and text.
pub(super) const TEXT: RGBColor = RGBColor(45, 50, 58);

/// Color of grid lines.
pub(super) const FAINT: RGBColor = RGBColor(226, 229, 233);

/// The color of a group.
pub(super) fn of_group(group: usize) -> RGBColor {
    OF_GROUPS[group % OF_GROUPS.len()]
}

/// The color of a direction.
pub(super) fn of_direction(direction: Vec2) -> RGBColor {
    let position = (direction.to_angle() / TAU).rem_euclid(1.0) * RING.len() as f32;
    let (from, part) = (position as usize % RING.len(), position.fract());
    let (from, to) = (RING[from], RING[(from + 1) % RING.len()]);
    let between =
        |from: u8, to: u8| (f32::from(from) * (1.0 - part) + f32::from(to) * part).round() as u8;
    RGBColor(
        between(from.0, to.0),
        between(from.1, to.1),
        between(from.2, to.2),
    )
}

#[cfg(test)]
mod tests {
    use super::{RING, of_direction};
    use bevy::math::Vec2;

    #[test]
    fn the_ring_closes() {
        assert_eq!(of_direction(Vec2::X), RING[0]);
        let nearly_round = of_direction(Vec2::from_angle(-0.001));
        assert!(nearly_round.0.abs_diff(RING[0].0) <= 1);
        // Halfway around is the fourth color.
        assert_eq!(of_direction(Vec2::NEG_X), RING[3]);
    }
}
