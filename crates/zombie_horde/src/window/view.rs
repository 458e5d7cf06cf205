//! The visible part of the world: plain geometry.
//!
//! Window positions are in logical pixels from the upper left corner, y down. World positions have
//! y up.

use crate::scene::NEAR_VIEW;
use bevy::math::{Rect, Vec2};

/// Size of a fitted view, relative to the arena.
const FIT_MARGIN: f32 = 1.03;
/// The smallest and the largest scale, world units per pixel.
const SCALES: core::ops::RangeInclusive<f32> = 0.05..=60.0;

/// The visible part of the world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct View {
    /// The world position in the middle of the window.
    pub center: Vec2,
    /// World units per logical pixel.
    pub scale: f32,
}

impl Default for View {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            scale: 1.0,
        }
    }
}

impl View {
    /// A view of the whole arena around the origin, in the `free` part of a window of size
    /// `window`.
    pub fn fit(half_size: Vec2, free: Rect, window: Vec2) -> Self {
        let size = free.size().max(Vec2::ONE);
        let scale = (2.0 * half_size * FIT_MARGIN / size).max_element();
        let view = Self {
            center: Vec2::ZERO,
            scale: scale.clamp(*SCALES.start(), *SCALES.end()),
        };
        let origin = view.to_world(free.center(), window);
        Self {
            center: view.center - origin,
            ..view
        }
    }

    /// A near view with `middle` in the middle of the `free` part of the window. It shows as little
    /// of what is beyond the arena as it can.
    pub fn near(middle: Vec2, half_size: Vec2, free: Rect, window: Vec2) -> Self {
        let size = free.size().max(Vec2::ONE);
        let scale = (NEAR_VIEW / size.y).clamp(*SCALES.start(), *SCALES.end());
        let room = (half_size - 0.5 * scale * size).max(Vec2::ZERO);
        let view = Self {
            center: Vec2::ZERO,
            scale,
        };
        let offset = view.to_world(free.center(), window);
        Self {
            center: middle.clamp(-room, room) - offset,
            scale,
        }
    }

    /// The world position under a window position.
    pub fn to_world(self, position: Vec2, window: Vec2) -> Vec2 {
        let from_middle = position - window / 2.0;
        self.center + Vec2::new(from_middle.x, -from_middle.y) * self.scale
    }

    /// The same view after a drag of the mouse by this many pixels.
    pub fn drag(self, pixels: Vec2) -> Self {
        Self {
            center: self.center + Vec2::new(-pixels.x, pixels.y) * self.scale,
            ..self
        }
    }

    /// Scales the view by `factor`. The world position under `position` stays where it is.
    pub fn zoom(self, factor: f32, position: Vec2, window: Vec2) -> Self {
        let fixed = self.to_world(position, window);
        let scale = (self.scale * factor).clamp(*SCALES.start(), *SCALES.end());
        Self {
            center: fixed + (self.center - fixed) * (scale / self.scale),
            scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);

    fn assert_near(a: Vec2, b: Vec2) {
        assert!(a.distance(b) < 1e-2, "{a} is not {b}");
    }

    #[test]
    fn an_arena_fits_into_the_free_part() {
        let free = Rect::new(0.0, 0.0, 960.0, 720.0);
        let view = View::fit(Vec2::new(960.0, 540.0), free, WINDOW);
        assert!((view.scale - 2.0 * FIT_MARGIN).abs() < 1e-4);
        assert_near(view.to_world(free.center(), WINDOW), Vec2::ZERO);
        for corner in [free.min, free.max] {
            let world = view.to_world(corner, WINDOW).abs();
            assert!(world.x >= 960.0 && world.y >= 540.0);
        }
    }

    #[test]
    fn a_tall_arena_fits_by_its_height() {
        let free = Rect::new(0.0, 0.0, 960.0, 720.0);
        let view = View::fit(Vec2::new(100.0, 720.0), free, WINDOW);
        assert!((view.scale - 2.0 * FIT_MARGIN).abs() < 1e-4);
    }

    #[test]
    fn the_upper_left_corner_is_up_and_left() {
        let view = View {
            center: Vec2::new(10.0, 20.0),
            scale: 0.5,
        };
        assert_near(view.to_world(Vec2::ZERO, WINDOW), Vec2::new(-310.0, 200.0));
        assert_near(view.to_world(WINDOW / 2.0, WINDOW), view.center);
    }

    #[test]
    fn zooming_keeps_the_place_under_the_cursor() {
        let view = View {
            center: Vec2::new(-40.0, 15.0),
            scale: 1.5,
        };
        let cursor = Vec2::new(200.0, 650.0);
        let nearer = view.zoom(0.5, cursor, WINDOW);
        assert!((nearer.scale - 0.75).abs() < 1e-6);
        assert_near(
            nearer.to_world(cursor, WINDOW),
            view.to_world(cursor, WINDOW),
        );
        let nearest = view.zoom(0.0, cursor, WINDOW);
        assert!((nearest.scale - *SCALES.start()).abs() < 1e-6);
        assert!(nearest.center.is_finite());
    }

    #[test]
    fn dragging_takes_the_world_along() {
        let view = View::default();
        let grabbed = view.to_world(Vec2::new(100.0, 100.0), WINDOW);
        let dragged = view.drag(Vec2::new(30.0, -20.0));
        assert_near(dragged.to_world(Vec2::new(130.0, 80.0), WINDOW), grabbed);
    }

    #[test]
    fn an_empty_window_has_a_valid_view() {
        let view = View::fit(Vec2::splat(100.0), Rect::default(), WINDOW);
        assert!(view.center.is_finite() && view.scale.is_finite());
    }

    #[test]
    fn a_near_view_has_its_middle_in_the_free_part_and_stays_in_the_arena() {
        let free = Rect::new(0.0, 0.0, 960.0, 720.0);
        let half = Vec2::new(2000.0, 1000.0);
        let view = View::near(Vec2::new(300.0, -200.0), half, free, WINDOW);
        assert_near(
            view.to_world(free.center(), WINDOW),
            Vec2::new(300.0, -200.0),
        );
        let view = View::near(Vec2::new(5000.0, 0.0), half, free, WINDOW);
        let right = view.to_world(Vec2::new(960.0, 360.0), WINDOW);
        assert_near(right, Vec2::new(2000.0, 0.0));
        // An arena smaller than the view is in the middle.
        let view = View::near(Vec2::ONE, Vec2::splat(10.0), free, WINDOW);
        assert_near(view.to_world(free.center(), WINDOW), Vec2::ZERO);
    }
}
