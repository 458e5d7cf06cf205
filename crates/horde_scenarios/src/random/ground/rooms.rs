//! Walls with doors: one long wall, or rooms.

use super::{Ground, GroundKind, Need, fence};
use crate::barrier::Barrier;
use crate::random::dice::Dice;
use bevy::math::{Rect, Vec2};

/// Least length of wall between two doors, or between a door and a corner, in radii of the widest
/// body; the thickness of the wall is added.
const MIN_PIECE: f32 = 1.0;

/// Draws one long wall with one to three openings; the ground is open at the ends of the wall, or
/// fenced.
pub(super) fn wall(dice: &mut Dice, need: Need) -> Option<Ground> {
    let area = Rect::from_corners(Vec2::ZERO, need.size(dice));
    let middle = area.center().x + area.width() * dice.between(-0.15, 0.15);
    let mut builder = Builder::new(dice, need);
    let count = builder.dice.count(1, 3);
    let ends = [Vec2::new(middle, area.min.y), Vec2::new(middle, area.max.y)];
    builder.wall_with_doors(ends, count)?;
    if builder.dice.chance(0.5) {
        builder.barriers.push(fence(area));
    }
    let half = builder.thickness / 2.0;
    let left = Rect::from_corners(area.min, Vec2::new(middle - half, area.max.y));
    let right = Rect::from_corners(Vec2::new(middle + half, area.min.y), area.max);
    Some(builder.finish(GroundKind::Wall, vec![left, right]))
}

/// Draws two to six rooms side by side, with a door in every wall between two rooms, or in most.
pub(super) fn draw(dice: &mut Dice, need: Need) -> Option<Ground> {
    let (columns, rows) = dice.one_of(&[(2_u8, 1_u8), (3, 1), (2, 2), (3, 2)]);
    let number = f32::from(columns) * f32::from(rows);
    let grid = Vec2::new(columns.into(), rows.into());
    // A room must hold the larger part of the crowd.
    let size = need.size(dice) * dice.between(1.0, 1.0 + 0.15 * number);
    let room = size / grid;
    let area = Rect::from_corners(Vec2::ZERO, size);
    let mut builder = Builder::new(dice, need);
    builder.barriers.push(fence(area));
    let corner = |column: u8, row: u8| room * Vec2::new(column.into(), row.into());
    for column in 0..columns {
        for row in 0..rows {
            if column > 0 {
                let doors = usize::from(row == 0 || builder.dice.chance(0.7));
                builder.wall_with_doors([corner(column, row), corner(column, row + 1)], doors)?;
            }
            if row > 0 {
                let doors = usize::from(column == 0 || builder.dice.chance(0.7));
                builder.wall_with_doors([corner(column, row), corner(column + 1, row)], doors)?;
            }
        }
    }
    let half = Vec2::splat(builder.thickness / 2.0);
    let rooms = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    let areas = rooms
        .map(|(column, row)| {
            let least = corner(column, row) + half;
            Rect::from_corners(least, corner(column + 1, row + 1) - half)
        })
        .collect();
    Some(builder.finish(GroundKind::Rooms, areas))
}

/// Collects walls and doors.
struct Builder<'a> {
    dice: &'a mut Dice,
    need: Need,
    /// Thickness of the walls, meters; 0 for thin ones.
    thickness: f32,
    barriers: Vec<Barrier>,
    doors: Vec<[Vec2; 2]>,
}

impl<'a> Builder<'a> {
    fn new(dice: &'a mut Dice, need: Need) -> Self {
        let thickness = match dice.chance(0.5) {
            true => need.widest * dice.between(0.2, 1.5),
            false => 0.0,
        };
        Self {
            dice,
            need,
            thickness,
            barriers: Vec::new(),
            doors: Vec::new(),
        }
    }

    /// Builds a straight wall with doors; `None` if the doors do not fit.
    fn wall_with_doors(&mut self, [from, to]: [Vec2; 2], doors: usize) -> Option<()> {
        let along = (to - from).normalize();
        let widths: Vec<f32> = (0..doors).map(|_| self.need.gap(self.dice)).collect();
        let piece = MIN_PIECE * self.need.widest + self.thickness;
        let spare = from.distance(to) - widths.iter().sum::<f32>() - piece * (doors + 1) as f32;
        if spare < 0.0 {
            return None;
        }
        let mut parts: Vec<f32> = (0..doors).map(|_| self.dice.between(0.0, spare)).collect();
        parts.sort_by(f32::total_cmp);
        let (mut begin, mut used) = (from, 0.0);
        for (width, part) in widths.into_iter().zip(parts) {
            let jamb = begin + along * (piece + part - used);
            let other = jamb + along * width;
            self.piece(begin, jamb);
            self.doors.push([jamb, other]);
            (begin, used) = (other, part);
        }
        self.piece(begin, to);
        Some(())
    }

    fn piece(&mut self, from: Vec2, to: Vec2) {
        self.barriers.push(match self.thickness > 0.0 {
            true => Barrier::Rectangle {
                center: (from + to) / 2.0,
                size: (to - from).abs().max(Vec2::splat(self.thickness)),
                turned: 0.0,
            },
            false => Barrier::Segment { from, to },
        });
    }

    fn finish(self, kind: GroundKind, areas: Vec<Rect>) -> Ground {
        Ground {
            kind,
            barriers: self.barriers,
            doors: self.doors,
            areas,
            is_one_way: false,
        }
    }
}
