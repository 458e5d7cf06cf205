//! Two halls that a corridor joins.

use super::{Ground, GroundKind, Need};
use crate::barrier::Barrier;
use crate::random::MIN_GAP;
use crate::random::dice::Dice;
use bevy::math::{Rect, Vec2};

/// Draws the halls and the corridor, straight or with a corner, as one closed wall.
pub(super) fn draw(dice: &mut Dice, need: Need) -> Ground {
    let unit = need.widest;
    let (first, second) = (need.size(dice), need.size(dice));
    let is_one_way = dice.chance(0.5);
    let width = match is_one_way {
        true => need.gap(dice),
        false => 2.0 * need.gap(dice),
    };
    let length = unit * dice.between(5.0, 20.0);
    let lower = (first.y - width) * dice.between(0.1, 0.9);
    let from = Rect::from_corners(Vec2::ZERO, first);
    let mouth = [Vec2::new(first.x, lower), Vec2::new(first.x, lower + width)];
    let (to, far_mouth, points) = if dice.chance(0.5) {
        straight(dice, from, mouth, length, second)
    } else {
        with_corner(dice, from, mouth, (length, unit), second)
    };
    Ground {
        kind: GroundKind::Corridor,
        barriers: vec![Barrier::Polyline {
            points,
            closed: true,
        }],
        doors: vec![mouth, far_mouth],
        areas: vec![from, to],
        is_one_way: is_one_way && width < 2.0 * MIN_GAP * unit,
    }
}

type Drawn = (Rect, [Vec2; 2], Vec<Vec2>);

fn straight(dice: &mut Dice, from: Rect, mouth: [Vec2; 2], length: f32, hall: Vec2) -> Drawn {
    let ahead = Vec2::new(length, 0.0);
    let far = mouth.map(|jamb| jamb + ahead);
    let width = mouth[1].y - mouth[0].y;
    let below = (hall.y - width) * dice.between(0.1, 0.9);
    let corner = far[0] - Vec2::new(0.0, below);
    let to = Rect::from_corners(corner, corner + hall);
    let points = vec![
        from.min,
        Vec2::new(from.max.x, from.min.y),
        mouth[0],
        far[0],
        to.min,
        Vec2::new(to.max.x, to.min.y),
        to.max,
        Vec2::new(to.min.x, to.max.y),
        far[1],
        mouth[1],
        from.max,
        Vec2::new(from.min.x, from.max.y),
    ];
    (to, far, points)
}

/// The corridor goes right, and then up into the other hall.
fn with_corner(
    dice: &mut Dice,
    from: Rect,
    mouth: [Vec2; 2],
    (length, unit): (f32, f32),
    hall: Vec2,
) -> Drawn {
    let width = mouth[1].y - mouth[0].y;
    let inner = mouth[1] + Vec2::new(length, 0.0);
    let outer = mouth[0] + Vec2::new(length + width, 0.0);
    let up = length * dice.between(0.5, 1.0);
    let far = [
        Vec2::new(inner.x, inner.y + up),
        Vec2::new(outer.x, inner.y + up),
    ];
    // The second hall begins to the right of the first.
    let most = (length - 2.0 * MIN_GAP * unit).max(0.0);
    let beside = (most * dice.between(0.1, 1.0)).min(0.9 * (hall.x - width));
    let corner = far[0] - Vec2::new(beside, 0.0);
    let to = Rect::from_corners(corner, corner + hall);
    let points = vec![
        from.min,
        Vec2::new(from.max.x, from.min.y),
        mouth[0],
        outer,
        far[1],
        Vec2::new(to.max.x, to.min.y),
        to.max,
        Vec2::new(to.min.x, to.max.y),
        to.min,
        far[0],
        inner,
        mouth[1],
        from.max,
        Vec2::new(from.min.x, from.max.y),
    ];
    (to, far, points)
}
