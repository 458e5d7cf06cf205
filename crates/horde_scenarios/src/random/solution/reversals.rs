//! Trembling: reversals of one body that follow each other closely.

use bevy::math::DVec2;
use std::collections::VecDeque;

/// A body has reversed when it has come back by this share of its radius.
const STEP: f64 = 0.02;
/// Reversals within this time count together, seconds.
const WINDOW: f64 = 2.0;
/// A body trembles with this many reversals in the window, all within one radius.
const MIN_REVERSALS: usize = 6;

/// Finds the reversals of one body and how long it trembles. Only positions count, so the tick rate
/// does not matter. A body reverses when it moves back from the farthest point of its direction.
#[derive(Clone, Debug)]
pub(super) struct Reversals {
    radius: f64,
    /// The start of its direction: where it last reversed, or up to one radius behind `farthest`.
    origin: DVec2,
    /// The farthest point in its direction since it last reversed.
    farthest: DVec2,
    /// Times and places of the reversals in the window.
    recent: VecDeque<(f64, DVec2)>,
    last: f64,
    trembling: f64,
}

impl Reversals {
    pub(super) fn new(start: DVec2, radius: f64) -> Self {
        Self {
            radius,
            origin: start,
            farthest: start,
            recent: VecDeque::new(),
            last: 0.0,
            trembling: 0.0,
        }
    }

    /// Observes the next position; returns for how long the body has trembled in all, seconds.
    pub(super) fn observe(&mut self, time: f64, position: DVec2) -> f64 {
        let ahead = self.farthest - self.origin;
        let step = STEP * self.radius;
        if ahead == DVec2::ZERO {
            // The body has no direction before its first step.
            if position.distance(self.origin) >= step {
                self.farthest = position;
            }
        } else {
            let along = (position - self.farthest).dot(ahead.normalize());
            if along >= 0.0 {
                // The direction comes from the last radius of way, so it follows a body around
                // corners.
                self.origin = position - (position - self.origin).clamp_length_max(self.radius);
                self.farthest = position;
            } else if along <= -step {
                self.recent.push_back((time, self.farthest));
                self.origin = self.farthest;
                self.farthest = position;
            }
        }
        let is_old = |(when, _): &(f64, DVec2)| *when < time - WINDOW;
        while self.recent.front().is_some_and(is_old) {
            self.recent.pop_front();
        }
        let is_near = |(_, place): &(f64, DVec2)| place.distance(position) <= self.radius;
        if self.recent.len() >= MIN_REVERSALS && self.recent.iter().all(is_near) {
            self.trembling += time - self.last;
        }
        self.last = time;
        self.trembling
    }
}
