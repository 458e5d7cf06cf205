//! The trails of agents, sampled for a picture.

use super::observer::{Body, Observation};
use super::sample_window::SampleTimer;
use bevy::math::Vec2;
use std::collections::VecDeque;

/// How trails are sampled.
#[derive(Clone, PartialEq, Debug)]
pub struct TrailSettings {
    /// Time between points, seconds; it doubles whenever there are too many points.
    pub interval: f64,
    /// The largest number of points of all agents together.
    pub most: usize,
    /// Keeps only the points of this many last seconds; `None` keeps all.
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
    /// The position of the agent's center, meters.
    pub position: Vec2,
    /// Whether the trail has a gap before this point: it is the first point, or the simulation
    /// moved the agent.
    pub is_beginning: bool,
}

/// The trail of one agent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trail {
    /// The points in order of time.
    pub points: Vec<TrailPoint>,
    /// Whether the agent is present at the end, at the last point.
    pub is_present: bool,
}

/// Samples the trails.
#[derive(Clone, Debug)]
pub(super) struct TrailRecorder {
    settings: TrailSettings,
    timer: SampleTimer,
    trails: Vec<VecDeque<TrailPoint>>,
    /// Whether the next point of an agent starts after a gap.
    begins: Vec<bool>,
    newest: Vec<Body>,
    now: f64,
}

impl TrailRecorder {
    pub(super) fn new(count: usize, settings: &TrailSettings) -> Self {
        Self {
            settings: settings.clone(),
            timer: SampleTimer::new(settings.interval),
            trails: vec![VecDeque::new(); count],
            begins: vec![true; count],
            newest: Vec::new(),
            now: 0.0,
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        self.now = observation.time;
        self.newest.clear();
        self.newest.extend_from_slice(observation.bodies);
        for (begins, body) in self.begins.iter_mut().zip(observation.bodies) {
            *begins |= !body.is_present || !body.has_moved_here;
        }
        if self.timer.is_due(observation) {
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
        // A doubled interval needs half of the points.
        if self.trails.iter().map(VecDeque::len).sum::<usize>() > self.settings.most {
            for trail in &mut self.trails {
                thin(trail);
            }
            self.settings.interval *= 2.0;
            self.timer = SampleTimer::new(self.settings.interval);
            self.timer.skip_to(self.now);
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

/// Removes every second point, but not the first.
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
    use crate::metrics::synthetic::{film, walker};
    use crate::metrics::{Recorder, RecorderSettings};
    use bevy::math::{DVec2, Vec2, dvec2};

    fn trails(settings: TrailSettings, motion: impl Fn(f64) -> DVec2) -> Vec<Trail> {
        let settings = RecorderSettings {
            trails: Some(settings),
            ..RecorderSettings::default()
        };
        let mut recorder = Recorder::new(&[walker(Vec2::ZERO, &[])], &[], &settings);
        film(60, 10.1, &[motion], |frame| recorder.observe(frame));
        recorder.finish().trails
    }

    fn times(trail: &Trail) -> Vec<f64> {
        trail
            .points
            .iter()
            .map(|point| (point.time * 100.0).round() / 100.0)
            .collect()
    }

    #[test]
    fn trails_have_regular_points_and_the_end() {
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
        // The fifth point, at 4 s, is too many: 0, 2, 4 remain, and the interval is 2 s. At 8 s
        // again: 0, 4, 8.
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
    fn a_gap_stays_when_its_point_is_removed() {
        // Moved by the simulation at 2.5 s, so that the point at 3 s starts after a gap. Of 0 to 4
        // s, the points at 1 and 3 s are removed.
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
    fn only_the_last_seconds_and_a_gap_at_a_jump() {
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
