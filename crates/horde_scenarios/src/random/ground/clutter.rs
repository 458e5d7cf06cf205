//! Separate obstacles of every shape.

use super::{Ground, GroundKind, Need, fence};
use crate::barrier::Barrier;
use crate::random::dice::Dice;
use crate::random::outline::Outline;
use bevy::math::{Rect, Vec2};

/// The number of tries to place an obstacle.
const TRIES: usize = 60;

/// Places up to 14 random obstacles with gaps, in some draws within a fence.
pub(super) fn draw(dice: &mut Dice, need: Need) -> Ground {
    let area = Rect::from_corners(Vec2::ZERO, need.size(dice) * 1.3);
    let gap = f64::from(need.gap(dice));
    let count = dice.count(1, 14);
    let mut outlines: Vec<Outline> = Vec::new();
    let mut barriers = Vec::new();
    if dice.chance(0.3) {
        let around = fence(area);
        outlines.push(Outline::new(&around));
        barriers.push(around);
    }
    for _ in 0..count {
        let fits = (0..TRIES).find_map(|_| {
            let barrier = obstacle(dice, area, need.widest);
            let outline = Outline::new(&barrier);
            let (least, most) = barrier.bounds();
            let is_inside = area.contains(least.as_vec2()) && area.contains(most.as_vec2());
            // The distance alone does not tell whether a barrier is inside or outside the fence.
            let fits = is_inside && outlines.iter().all(|other| other.distance(&outline) >= gap);
            fits.then_some((barrier, outline))
        });
        if let Some((barrier, outline)) = fits {
            barriers.push(barrier);
            outlines.push(outline);
        }
    }
    Ground {
        kind: GroundKind::Clutter,
        barriers,
        doors: Vec::new(),
        areas: vec![area],
        is_one_way: false,
    }
}

/// An obstacle anywhere in an area.
fn obstacle(dice: &mut Dice, area: Rect, unit: f32) -> Barrier {
    let center = dice.position(area);
    let axis = dice.direction();
    let half = unit * Vec2::new(dice.between(0.5, 7.0), dice.between(0.5, 4.0));
    // The position of a point that is given in the obstacle's own axes.
    let at = |x: f32, y: f32| center + axis * (x * half.x) + axis.perp() * (y * half.y);
    match dice.count(0, 7) {
        0 => Barrier::Circle {
            center,
            radius: half.y,
        },
        1 => Barrier::Rectangle {
            center,
            size: 2.0 * half,
            turned: 0.0,
        },
        2 => Barrier::Polygon {
            points: vec![at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)],
        },
        3 => Barrier::Polygon {
            points: vec![
                at(-1.0, -0.6),
                at(0.2, -1.0),
                at(1.0, 0.1),
                at(0.3, 1.0),
                at(-0.8, 0.7),
            ],
        },
        4 => Barrier::Segment {
            from: at(-1.0, 0.0),
            to: at(1.0, 0.0),
        },
        5 => Barrier::Capsule {
            from: at(-1.0, 0.0),
            to: at(1.0, 0.0),
            radius: 0.5 * half.y,
        },
        6 => angle(&at),
        _ => cup(dice, center, axis, unit),
    }
}

/// A filled polygon with the shape of an L.
fn angle(at: &impl Fn(f32, f32) -> Vec2) -> Barrier {
    Barrier::Polygon {
        points: vec![
            at(-1.0, -1.0),
            at(1.0, -1.0),
            at(1.0, -0.6),
            at(-0.6, -0.6),
            at(-0.6, 1.0),
            at(-1.0, 1.0),
        ],
    }
}

/// A thin wall around a dead end that the widest body can enter and leave.
fn cup(dice: &mut Dice, center: Vec2, axis: Vec2, unit: f32) -> Barrier {
    let half = unit * dice.between(1.5, 5.0);
    let depth = unit * dice.between(1.0, 8.0);
    let (across, along) = (axis.perp() * half, axis * depth);
    Barrier::Polyline {
        points: vec![
            center + across + along,
            center + across,
            center - across,
            center - across + along,
        ],
        closed: false,
    }
}
