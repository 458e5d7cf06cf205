//! Slots of formations, in the frame of the leader: `x` ahead, `y` to the left.
//!
//! The leader is at the origin and has no slot. Slots are in order from the front to the back.

use super::angle::cosine_and_sine;
use bevy::math::Vec2;
use core::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, TAU};

/// Slots in ranks of `files` side by side, behind the leader. A shorter last rank is centered.
pub fn ranks(count: usize, files: usize, spacing: f32) -> Vec<Vec2> {
    let files = files.clamp(1, count.max(1));
    let slot = |number: usize| {
        let (rank, file) = (number / files, number % files);
        let width = files.min(count - rank * files);
        let aside = 0.5 * (width - 1) as f32 - file as f32;
        Vec2::new(-((rank + 1) as f32), aside) * spacing
    };
    (0..count).map(slot).collect()
}

/// The least number of files with which a block of `count` is no deeper than wide.
pub fn files_of_box(count: usize) -> usize {
    let mut files = (count as f32).sqrt() as usize;
    while files * files < count {
        files += 1;
    }
    files
}

/// Slots in two arms behind the leader, at 45 degrees to its way. The leader is the tip.
pub fn wedge(count: usize, spacing: f32) -> Vec<Vec2> {
    let step = spacing * FRAC_1_SQRT_2;
    let slot = |number: usize| {
        let along = (number / 2 + 1) as f32;
        let side = if number.is_multiple_of(2) {
            along
        } else {
            -along
        };
        Vec2::new(-along, side) * step
    };
    (0..count).map(slot).collect()
}

/// Slots on a ring about the leader, with no slot straight ahead. Slots are at least `spacing` from
/// each other and from the leader.
pub fn ring(count: usize, spacing: f32) -> Vec<Vec2> {
    let step = TAU / count.max(1) as f32;
    let sine = if count < 6 {
        0.0
    } else {
        cosine_and_sine(0.5 * step).y
    };
    let radius = if sine > 0.0 {
        (0.5 * spacing / sine).max(spacing)
    } else {
        spacing
    };
    // Left and right in turn, from the front on.
    let slot = |number: usize| {
        let is_alone = count % 2 == 1 && number + 1 == count;
        if is_alone {
            return Vec2::new(-radius, 0.0);
        }
        let angle = step * ((number / 2) as f32 + 0.5);
        let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
        let quarter = if angle > FRAC_PI_2 {
            angle - FRAC_PI_2
        } else {
            angle
        };
        let turned = cosine_and_sine(quarter);
        let place = if angle > FRAC_PI_2 {
            Vec2::new(-turned.y, turned.x)
        } else {
            turned
        };
        Vec2::new(place.x, place.y * side) * radius
    };
    (0..count).map(slot).collect()
}

/// How far slots reach from the leader.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Extent {
    /// The largest `x` and `y`.
    pub most: Vec2,
    /// The least `x` and `y`.
    pub least: Vec2,
    /// The largest distance from the leader.
    pub radius: f32,
}

impl Extent {
    /// The extent of these slots.
    pub fn of(slots: &[Vec2]) -> Self {
        let Some(first) = slots.first() else {
            return Self::default();
        };
        let extremes = slots.iter().fold((*first, *first), |(least, most), slot| {
            (least.min(*slot), most.max(*slot))
        });
        Self {
            least: extremes.0,
            most: extremes.1,
            radius: slots.iter().map(|slot| slot.length()).fold(0.0, f32::max),
        }
    }

    /// How far the middle of the slots is ahead of the leader; negative if behind.
    pub fn middle(&self) -> f32 {
        0.5 * (self.most.x + self.least.x)
    }
}

/// The place of each slot in a column of `files`: `x` is the distance along the way behind the
/// leader, as a negative number, and `y` is to the left of the way.
///
/// The slots fill the column from the front to the back; of each rank, those nearest to the middle
/// come first.
pub fn column(slots: &[Vec2], files: usize, spacing: f32) -> Vec<Vec2> {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by(|one, other| {
        let (one, other) = (slots[*one], slots[*other]);
        (other.x.total_cmp(&one.x)).then(one.y.abs().total_cmp(&other.y.abs()))
    });
    let mut places = vec![Vec2::ZERO; slots.len()];
    let ranks = order.chunks_mut(files.max(1));
    for (rank, members) in (1..).zip(ranks) {
        members.sort_by(|one, other| slots[*other].y.total_cmp(&slots[*one].y));
        let leftmost = 0.5 * (members.len() - 1) as f32;
        for (file, slot) in members.iter().enumerate() {
            places[*slot] = Vec2::new(-(rank as f32), leftmost - file as f32) * spacing;
        }
    }
    places
}

#[cfg(test)]
mod tests;
