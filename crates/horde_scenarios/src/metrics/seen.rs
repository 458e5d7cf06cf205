//! The bodies of a frame as a watcher sees them: moved since the frame before, or put somewhere else.

use crate::frame::{Frame, Participant};
use bevy::math::DVec2;
use std::collections::VecDeque;

/// Who moves further in a tick than this many times its full speed allows, and more than its own width, was put there.
const JUMP_SPEEDS: f64 = 8.0;

/// Nobody sees faster than this, seconds: in shorter ticks, far from the origin, the rounding of a coordinate looks like speed.
const BLINK: f64 = 1.0 / 60.0;

/// A part of a tick; times are sums of ticks.
const SLACK: f64 = 1e-3;

/// One body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Body {
    /// Where it is, metres.
    pub(super) position: DVec2,
    /// Where it was one frame earlier; where it is now if it was not there or was put somewhere else.
    pub(super) before: DVec2,
    /// How fast it moved in the last sixtieth of a second, or since the frame before where ticks are longer, metres per second.
    pub(super) velocity: DVec2,
    /// Whether it has arrived.
    pub(super) has_arrived: bool,
    /// Whether it is there.
    pub(super) is_present: bool,
    /// Whether it moved here from the frame before, rather than begin here or be put here.
    pub(super) has_moved_here: bool,
}

/// A frame as it is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'a> {
    /// Seconds since the start.
    pub(super) time: f64,
    /// Seconds since the frame before.
    pub(super) tick: f64,
    /// By number.
    pub(super) bodies: &'a [Body],
}

impl Seen<'_> {
    /// Those who are there, with their numbers.
    pub(super) fn present(&self) -> impl Iterator<Item = (usize, &Body)> {
        self.bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| body.is_present)
    }
}

/// What sees: remembers the frames of the last sixtieth of a second.
#[derive(Clone, Debug)]
pub(super) struct Eye {
    bodies: Vec<Body>,
    /// When and where each body was, as far back as it moved and is seen.
    past: Vec<VecDeque<(f64, DVec2)>>,
    speeds: Vec<f64>,
    widths: Vec<f64>,
}

impl Eye {
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

    pub(super) fn look(&mut self, frame: &Frame) -> Seen<'_> {
        for (number, (body, sample)) in self.bodies.iter_mut().zip(frame.agents).enumerate() {
            let position = sample.position.as_dvec2();
            let way = position - body.position;
            let farthest = JUMP_SPEEDS * self.speeds[number] * frame.tick + self.widths[number];
            let has_moved_here = body.is_present && frame.tick > 0.0 && way.length() <= farthest;
            let past = &mut self.past[number];
            if !has_moved_here {
                past.clear();
            }
            // The latest look that is long enough ago, or the first one.
            let latest = frame.time - BLINK + SLACK * frame.tick;
            while past.get(1).is_some_and(|(time, _)| *time <= latest) {
                past.pop_front();
            }
            let seen = past
                .front()
                .map(|(time, place)| (position - *place) / (frame.time - time));
            past.push_back((frame.time, position));
            *body = Body {
                position,
                before: if has_moved_here {
                    body.position
                } else {
                    position
                },
                velocity: seen.unwrap_or(sample.velocity.as_dvec2()),
                has_arrived: sample.has_arrived,
                is_present: sample.is_present,
                has_moved_here,
            };
        }
        Seen {
            time: frame.time,
            tick: frame.tick,
            bodies: &self.bodies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Eye;
    use crate::frame::{Frame, Sample};
    use crate::metrics::film::walker;
    use bevy::math::{Vec2, dvec2, vec2};

    #[test]
    fn rounding_in_short_ticks_is_no_speed() {
        let mut eye = Eye::new(&[walker(vec2(0.0, 0.0), &[])]);
        let speeds = (0..240).map(|tick: u32| {
            // 0.24 m/s, and a tremble of 1 mm from tick to tick.
            let x = f64::from(tick) * 1e-3 + f64::from(tick % 2) * 1e-3;
            let frame = Frame {
                time: f64::from(tick) / 240.0,
                tick: if tick == 0 { 0.0 } else { 1.0 / 240.0 },
                agents: &at(vec2(x as f32, 0.0)),
            };
            eye.look(&frame).bodies[0].velocity.x
        });
        // Four ticks back: the same phase of the tremble.
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
    fn velocity_is_the_way_made_and_a_jump_has_none() {
        let mut eye = Eye::new(&[walker(vec2(0.0, 0.0), &[])]);
        let _ = eye.look(&Frame {
            time: 0.0,
            tick: 0.0,
            agents: &at(vec2(0.0, 0.0)),
        });
        let seen = eye.look(&Frame {
            time: 0.5,
            tick: 0.5,
            agents: &at(vec2(0.25, 0.5)),
        });
        assert_eq!(seen.bodies[0].velocity, dvec2(0.5, 1.0)); // (0.25, 0.5) in half a second
        assert!(seen.bodies[0].has_moved_here);
        let seen = eye.look(&Frame {
            time: 1.0,
            tick: 0.5,
            agents: &at(vec2(100.0, 0.0)),
        });
        assert_eq!(seen.bodies[0].velocity, dvec2(9.0, 9.0));
        assert_eq!(seen.bodies[0].before, dvec2(100.0, 0.0));
        assert!(!seen.bodies[0].has_moved_here);
    }
}
