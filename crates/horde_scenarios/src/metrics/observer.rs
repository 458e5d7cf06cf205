//! Observes the bodies of each frame, and tells their own motion from jumps that the simulation
//! makes.

use crate::frame::{Frame, Participant};
use bevy::math::DVec2;
use std::collections::VecDeque;

/// A body that goes farther in a tick than its width plus the way at this multiple of its full
/// speed counts as moved by the simulation.
const JUMP_SPEEDS: f64 = 8.0;

/// Velocities are measured over at least this time, seconds. In shorter ticks, far from the origin,
/// rounding errors of positions look like speed.
const MIN_VELOCITY_TIME: f64 = 1.0 / 60.0;

/// Tolerance of times, as a share of a tick: times are sums of ticks, with rounding errors.
const SLACK: f64 = 1e-3;

/// One body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Body {
    /// Its position, meters.
    pub(super) position: DVec2,
    /// Its position in the previous frame; the current one if it was absent or was moved by the
    /// simulation.
    pub(super) before: DVec2,
    /// The velocity over the last sixtieth of a second, or since the previous frame if ticks are
    /// longer, meters per second. Without `has_moved_here`, it is the velocity in the frame.
    pub(super) velocity: DVec2,
    /// The number of its goals that it has reached.
    pub(super) goals_reached: usize,
    /// Whether it has arrived.
    pub(super) has_arrived: bool,
    /// Whether it is present.
    pub(super) is_present: bool,
    /// Whether it moved here by itself: `false` after an absence or a move by the simulation.
    pub(super) has_moved_here: bool,
}

/// An observed frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observation<'a> {
    /// Seconds since the start.
    pub(super) time: f64,
    /// Seconds since the previous frame.
    pub(super) tick: f64,
    /// The bodies, by number.
    pub(super) bodies: &'a [Body],
}

impl Observation<'_> {
    /// The bodies that are present, with their numbers.
    pub(super) fn present(&self) -> impl Iterator<Item = (usize, &Body)> {
        self.bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| body.is_present)
    }
}

/// Observes frames; remembers the last sixtieth of a second.
#[derive(Clone, Debug)]
pub(super) struct Observer {
    bodies: Vec<Body>,
    /// Recent times and positions of each body, none from before the simulation moved it.
    past: Vec<VecDeque<(f64, DVec2)>>,
    speeds: Vec<f64>,
    widths: Vec<f64>,
}

impl Observer {
    pub(super) fn new(participants: &[Participant]) -> Self {
        Self {
            bodies: vec![Body::default(); participants.len()],
            past: vec![VecDeque::new(); participants.len()],
            speeds: participants
                .iter()
                .map(|participant| participant.speed.into())
                .collect(),
            widths: participants
                .iter()
                .map(|participant| 2.0 * f64::from(participant.radius))
                .collect(),
        }
    }

    pub(super) fn observe(&mut self, frame: &Frame) -> Observation<'_> {
        for (number, (body, sample)) in self.bodies.iter_mut().zip(frame.agents).enumerate() {
            let position = sample.position.as_dvec2();
            let way = position - body.position;
            let farthest = JUMP_SPEEDS * self.speeds[number] * frame.tick + self.widths[number];
            let has_moved_here = body.is_present && frame.tick > 0.0 && way.length() <= farthest;
            let past = &mut self.past[number];
            if !has_moved_here {
                past.clear();
            }
            // The latest observation that is old enough, or the first one.
            let latest = frame.time - MIN_VELOCITY_TIME + SLACK * frame.tick;
            while past.get(1).is_some_and(|(time, _)| *time <= latest) {
                past.pop_front();
            }
            let mean_velocity = past
                .front()
                .map(|(time, old)| (position - *old) / (frame.time - time));
            past.push_back((frame.time, position));
            *body = Body {
                position,
                before: if has_moved_here {
                    body.position
                } else {
                    position
                },
                velocity: mean_velocity.unwrap_or(sample.velocity.as_dvec2()),
                goals_reached: sample.goals_reached,
                has_arrived: sample.has_arrived,
                is_present: sample.is_present,
                has_moved_here,
            };
        }
        Observation {
            time: frame.time,
            tick: frame.tick,
            bodies: &self.bodies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Observer;
    use crate::frame::{Frame, Sample};
    use crate::metrics::synthetic::walker;
    use bevy::math::{Vec2, dvec2, vec2};

    #[test]
    fn rounding_in_short_ticks_is_not_speed() {
        let mut observer = Observer::new(&[walker(vec2(0.0, 0.0), &[])]);
        let speeds = (0..240).map(|tick: u32| {
            // 0.24 m/s, with a jitter of 1 mm from tick to tick.
            let x = f64::from(tick) * 1e-3 + f64::from(tick % 2) * 1e-3;
            let frame = Frame {
                time: f64::from(tick) / 240.0,
                tick: if tick == 0 { 0.0 } else { 1.0 / 240.0 },
                agents: &at(vec2(x as f32, 0.0)),
            };
            observer.observe(&frame).bodies[0].velocity.x
        });
        // The velocity is measured over four ticks: from the same phase of the jitter.
        for speed in speeds.skip(4) {
            assert!((speed - 0.24).abs() < 1e-4, "{speed}");
        }
    }

    fn at(position: Vec2) -> [Sample; 1] {
        [Sample {
            position,
            velocity: vec2(9.0, 9.0),
            is_present: true,
            ..Sample::default()
        }]
    }

    #[test]
    fn velocity_is_measured_from_positions_except_at_jumps() {
        let mut observer = Observer::new(&[walker(vec2(0.0, 0.0), &[])]);
        let _ = observer.observe(&Frame {
            time: 0.0,
            tick: 0.0,
            agents: &at(vec2(0.0, 0.0)),
        });
        let observation = observer.observe(&Frame {
            time: 0.5,
            tick: 0.5,
            agents: &at(vec2(0.25, 0.5)),
        });
        assert_eq!(observation.bodies[0].velocity, dvec2(0.5, 1.0)); // (0.25, 0.5) in half a second
        assert!(observation.bodies[0].has_moved_here);
        let observation = observer.observe(&Frame {
            time: 1.0,
            tick: 0.5,
            agents: &at(vec2(100.0, 0.0)),
        });
        assert_eq!(observation.bodies[0].velocity, dvec2(9.0, 9.0));
        assert_eq!(observation.bodies[0].before, dvec2(100.0, 0.0));
        assert!(!observation.bodies[0].has_moved_here);
    }
}
