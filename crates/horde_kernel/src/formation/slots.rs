//! Slots of formations, in the frame of the leader: `x` ahead, `y` to the left.
//!
//! The leader is at the origin and has no slot. Slots are in order from the front to the back.

use crate::math::angle::cosine_and_sine;
use core::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, TAU};
use glam::Vec2;

/// Slots in ranks of `files` side by side, behind the leader. A shorter last rank is centered.
///
/// `sizes` are the parts of `spacing` that the members at the slots take, and `leader` is that of
/// the leader; `None` for one without a body. Neighbors in a rank are the mean of their parts
/// apart, and ranks the mean of their largest.
pub fn ranks(leader: Option<f32>, sizes: &[f32], files: usize, spacing: f32) -> Vec<Vec2> {
    let mut slots = Vec::with_capacity(sizes.len());
    let (mut back, mut depth_before) = (0.0, leader);
    for rank in sizes.chunks(files.max(1)) {
        let depth = rank.iter().copied().fold(0.0, f32::max);
        back += 0.5 * (depth + depth_before.unwrap_or(depth));
        depth_before = Some(depth);
        let mut left = 0.5 * rank.iter().sum::<f32>();
        for size in rank {
            slots.push(Vec2::new(-back, left - 0.5 * size) * spacing);
            left -= size;
        }
    }
    slots
}

/// The least number of files with which a block of `count` is no deeper than wide.
#[inline]
pub fn files_of_box(count: usize) -> usize {
    let mut files = (count as f32).sqrt() as usize;
    while files * files < count {
        files += 1;
    }
    files
}

/// Slots in two arms behind the leader, at 45 degrees to its way. The leader is the tip. `leader`
/// and `sizes` are as for [`ranks`].
pub fn wedge(leader: Option<f32>, sizes: &[f32], spacing: f32) -> Vec<Vec2> {
    let step = spacing * FRAC_1_SQRT_2;
    let mut arms = [(0.0, leader); 2];
    let slot = |(number, size): (usize, &f32)| {
        let (along, before) = &mut arms[number % 2];
        *along += 0.5 * (size + before.unwrap_or(*size));
        *before = Some(*size);
        let side = if number.is_multiple_of(2) {
            *along
        } else {
            -*along
        };
        Vec2::new(-*along, side) * step
    };
    sizes.iter().enumerate().map(slot).collect()
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
    #[inline]
    pub fn middle(&self) -> f32 {
        0.5 * (self.most.x + self.least.x)
    }
}

/// The place of each slot in a column of `files`: `x` is the distance along the way behind the
/// leader, as a negative number, and `y` is to the left of the way. `leader` and `sizes` are as for
/// [`ranks`].
///
/// The slots fill the column from the front to the back; of each rank, those nearest to the middle
/// come first.
pub fn column(
    slots: &[Vec2],
    files: usize,
    leader: Option<f32>,
    sizes: &[f32],
    spacing: f32,
) -> Vec<Vec2> {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by(|one, other| {
        let (one, other) = (slots[*one], slots[*other]);
        (other.x.total_cmp(&one.x)).then(one.y.abs().total_cmp(&other.y.abs()))
    });
    for members in order.chunks_mut(files.max(1)) {
        members.sort_by(|one, other| slots[*other].y.total_cmp(&slots[*one].y));
    }
    let sizes: Vec<f32> = order.iter().map(|slot| sizes[*slot]).collect();
    let mut places = vec![Vec2::ZERO; slots.len()];
    for (slot, place) in order.into_iter().zip(ranks(leader, &sizes, files, spacing)) {
        places[slot] = place;
    }
    places
}

#[cfg(test)]
mod tests;
