//! Where everybody went, sampled for a picture.

use super::glances::Beat;
use super::seen::{Body, Seen};
use bevy::math::Vec2;
use std::collections::VecDeque;

/// How trails are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct TrailSettings {
    /// Time between points, seconds; doubled whenever there are too many.
    pub interval: f64,
    /// The most points of all agents together.
    pub most: usize,
    /// Only the last so many seconds; all of the run when there is no number.
    pub last: Option<f64>,
}

impl Default for TrailSettings {
    fn default() -> Self {
        Self {
            interval: 0.1,
            most: 100_000,
            last: None,
        }
    }
}

/// One point of a trail.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrailPoint {
    /// Seconds since the start.
    pub time: f64,
    /// Metres.
    pub position: Vec2,
    /// Whether there is no way from the point before: it is the first, or the agent was put there.
    pub is_beginning: bool,
}

/// The trail of one agent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trail {
    /// In order of time.
    pub points: Vec<TrailPoint>,
    /// Whether the agent is still there at the end, at the last point.
    pub is_present: bool,
}

/// Keeps the trails.
#[derive(Clone, Debug)]
pub(super) struct TrailBook {
    settings: TrailSettings,
    beat: Beat,
    trails: Vec<VecDeque<TrailPoint>>,
    /// Whether the next point of an agent begins anew.
    begins: Vec<bool>,
    newest: Vec<Body>,
    now: f64,
}

impl TrailBook {
    pub(super) fn new(count: usize, settings: &TrailSettings) -> Self {
        Self {
            settings: settings.clone(),
            beat: Beat::new(settings.interval),
            trails: vec![VecDeque::new(); count],
            begins: vec![true; count],
            newest: Vec::new(),
            now: 0.0,
        }
    }

    pub(super) fn observe(&mut self, seen: &Seen) {
        self.now = seen.time;
        self.newest.clear();
        self.newest.extend_from_slice(seen.bodies);
        for (begins, body) in self.begins.iter_mut().zip(seen.bodies) {
            *begins |= !body.is_present || !body.has_moved_here;
        }
        if self.beat.falls_on(seen) {
            self.note();
            self.forget();
        }
    }

    fn note(&mut self) {
        for (number, body) in self.newest.iter().enumerate() {
            if body.is_present {
                let is_beginning = core::mem::take(&mut self.begins[number]);
                let point = TrailPoint {
                    time: self.now,
                    position: body.position.as_vec2(),
                    is_beginning,
                };
                self.trails[number].push_back(point);
            }
        }
    }

    fn forget(&mut self) {
        if let Some(last) = self.settings.last {
            for trail in &mut self.trails {
                while trail
                    .front()
                    .is_some_and(|point| point.time < self.now - last)
                {
                    trail.pop_front();
                }
            }
        }
        // Twice as long an interval needs half as many.
        if self.trails.iter().map(VecDeque::len).sum::<usize>() > self.settings.most {
            for trail in &mut self.trails {
                thin(trail);
            }
            self.settings.interval *= 2.0;
            self.beat = Beat::new(self.settings.interval);
            self.beat.pass(self.now);
        }
    }

    pub(super) fn finish(mut self) -> Vec<Trail> {
        let is_noted =
            |trail: &VecDeque<TrailPoint>| trail.back().is_some_and(|point| point.time >= self.now);
        if !self.trails.iter().any(is_noted) {
            self.note();
        }
        let is_present = self
            .newest
            .iter()
            .map(|body| body.is_present)
            .chain(core::iter::repeat(false));
        let trails = self.trails.into_iter().zip(is_present);
        trails
            .map(|(points, is_present)| Trail {
                points: points.into(),
                is_present,
            })
            .collect()
    }
}

/// Leaves out every second point but the first.
fn thin(trail: &mut VecDeque<TrailPoint>) {
    let mut index = 0;
    let mut begins = false;
    trail.retain_mut(|point| {
        let is_kept = index % 2 == 0;
        index += 1;
        begins |= point.is_beginning;
        if is_kept {
            point.is_beginning = core::mem::take(&mut begins);
        }
        is_kept
    });
}

#[cfg(test)]
mod tests {
    use super::{Trail, TrailSettings};
    use crate::metrics::film::{film, walker};
    use crate::metrics::{Watch, WatchSettings};
    use bevy::math::{DVec2, Vec2, dvec2};

    fn trails(settings: TrailSettings, motion: impl Fn(f64) -> DVec2) -> Vec<Trail> {
        let settings = WatchSettings {
            trails: Some(settings),
            ..WatchSettings::default()
        };
        let mut watch = Watch::new(&[walker(Vec2::ZERO, &[])], &[], &settings);
        film(60, 10.1, &[motion], |frame| watch.observe(frame));
        watch.finish().trails
    }

    fn times(trail: &Trail) -> Vec<f64> {
        trail
            .points
            .iter()
            .map(|point| (point.time * 100.0).round() / 100.0)
            .collect()
    }

    #[test]
    fn a_point_every_so_often_and_the_very_end() {
        let settings = TrailSettings {
            interval: 2.0,
            ..TrailSettings::default()
        };
        let trail = &trails(settings, |time| dvec2(time, 0.0))[0];
        assert_eq!(times(trail), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 10.1]);
        assert_eq!(
            trail
                .points
                .iter()
                .filter(|point| point.is_beginning)
                .count(),
            1
        );
        assert!(trail.is_present);
    }

    #[test]
    fn too_many_points_become_half_as_many() {
        // The fifth point, at 4 s, is too many: 0, 2, 4 are left, and every second second follows; at 8 s again: 0, 4, 8.
        let settings = TrailSettings {
            interval: 1.0,
            most: 4,
            last: None,
        };
        assert_eq!(
            times(&trails(settings, |time| dvec2(time, 0.0))[0]),
            [0.0, 4.0, 8.0, 10.1]
        );
    }

    #[test]
    fn a_gap_stays_when_its_point_is_left_out() {
        // Put elsewhere at 2.5 s, so that the point at 3 s begins anew; of 0 ... 4 s, those at 1 and 3 s are left out.
        let settings = TrailSettings {
            interval: 1.0,
            most: 4,
            last: None,
        };
        let trail = &trails(settings, |time| {
            dvec2(if time < 2.5 { time } else { time - 100.0 }, 0.0)
        })[0];
        assert_eq!(times(trail), [0.0, 4.0, 8.0, 10.1]);
        let beginnings: Vec<bool> = trail
            .points
            .iter()
            .map(|point| point.is_beginning)
            .collect();
        assert_eq!(beginnings, [true, true, false, false]);
    }

    #[test]
    fn only_the_last_seconds_and_a_gap_where_it_was_put_elsewhere() {
        let settings = TrailSettings {
            interval: 1.0,
            last: Some(3.0),
            ..TrailSettings::default()
        };
        let trail = &trails(settings, |time| {
            dvec2(if time < 8.5 { time } else { time - 100.0 }, 0.0)
        })[0];
        assert_eq!(times(trail), [7.0, 8.0, 9.0, 10.0, 10.1]);
        let beginnings: Vec<bool> = trail
            .points
            .iter()
            .map(|point| point.is_beginning)
            .collect();
        assert_eq!(beginnings, [false, false, true, false, false]);
    }
}
