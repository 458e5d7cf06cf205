//! Contacts of agents with walls, barrier by barrier.

use super::{Contacts, DEEP_PART, Tally};
use crate::barrier::{Barrier, Door};
use crate::frame::Participant;
use crate::metrics::observer::{Body, Observation};
use bevy::math::DVec2;

#[derive(Clone, Debug)]
struct Boxed {
    barrier: Barrier,
    least: DVec2,
    most: DVec2,
}

impl Boxed {
    fn new(barrier: &Barrier) -> Self {
        let (least, most) = barrier.bounds();
        Self {
            barrier: barrier.clone(),
            least,
            most,
        }
    }

    /// How deep a body is in the barrier, meters; 0 if it is outside.
    fn depth(&self, body: &Body, radius: f64) -> f64 {
        let least = body.position.min(body.before) - radius;
        let most = body.position.max(body.before) + radius;
        if least.cmpge(self.most).any() || most.cmple(self.least).any() {
            return 0.0;
        }
        // A body that jumps over a thin wall between two ticks was at least half inside it.
        let jumped = if self.barrier.is_crossed(body.before, body.position) {
            radius
        } else {
            0.0
        };
        (radius - self.barrier.signed_distance(body.position))
            .max(jumped)
            .max(0.0)
    }
}

/// Counts the contacts.
#[derive(Clone, Debug)]
pub(in crate::metrics) struct WallRecorder {
    radii: Vec<f64>,
    barriers: Vec<Boxed>,
    /// The doors; their shapes are the last items of `barriers`.
    doors: Vec<Door>,
    tally: Tally,
}

impl WallRecorder {
    pub(in crate::metrics) fn new(
        participants: &[Participant],
        barriers: &[Barrier],
        doors: &[Door],
    ) -> Self {
        let shapes = doors.iter().map(|door| &door.shape);
        Self {
            radii: participants
                .iter()
                .map(|participant| participant.radius.into())
                .collect(),
            barriers: barriers.iter().chain(shapes).map(Boxed::new).collect(),
            doors: doors.to_vec(),
            tally: Tally::new(participants.len()),
        }
    }

    pub(in crate::metrics) fn observe(&mut self, observation: &Observation) {
        let steady = self.barriers.len() - self.doors.len();
        // A door counts in a tick if it is there at the tick's start and end.
        let begin = observation.time - observation.tick;
        let is_there = |barrier: usize| {
            let door = barrier.checked_sub(steady).map(|door| &self.doors[door]);
            door.is_none_or(|door| door.is_there(begin) && door.is_there(observation.time))
        };
        for (agent, body) in observation.present() {
            for (barrier, boxed) in self.barriers.iter().enumerate() {
                if !is_there(barrier) {
                    continue;
                }
                let depth = boxed.depth(body, self.radii[agent]);
                if depth > 0.0 {
                    self.tally.note((agent as u32, barrier as u32), depth);
                }
                if depth > DEEP_PART * self.radii[agent] {
                    self.tally.note_deep(agent);
                }
            }
        }
        self.tally.end(observation.tick);
    }

    pub(in crate::metrics) fn finish(&self, agent_seconds: f64) -> Contacts {
        self.tally.finish(agent_seconds)
    }
}

#[cfg(test)]
mod tests {
    use crate::barrier::{Barrier, Door};
    use crate::metrics::synthetic::{RATES, assert_same_at_all_rates, film, measure, walker};
    use crate::metrics::{Contacts, Recorder, RecorderSettings};
    use bevy::math::{DVec2, Vec2, dvec2, vec2};

    fn contacts(rate: u32, barrier: Barrier, motion: impl Fn(f64) -> DVec2) -> Contacts {
        measure(
            rate,
            20.0,
            &[walker(Vec2::ZERO, &[])],
            &[barrier],
            &[motion],
        )
        .wall_contacts
    }

    fn wall() -> Barrier {
        Barrier::Polyline {
            points: vec![vec2(10.0, -5.0), vec2(10.0, 5.0)],
            closed: false,
        }
    }

    #[test]
    fn walking_through_a_thin_wall_is_one_contact_as_deep_as_the_radius() {
        for rate in RATES {
            let through = contacts(rate, wall(), |time| dvec2(time, 0.0));
            assert_eq!(through.count, 1, "{rate} Hz");
            assert!(
                (through.deepest - 0.5).abs() < 0.02,
                "{rate} Hz: {through:?}"
            );
            // Deeper than 0.025 m within 0.475 m of the wall: 0.95 s of 20 s.
            assert!(
                (through.deep_share - 0.0475).abs() < 0.002,
                "{rate} Hz: {through:?}"
            );
        }
    }

    #[test]
    fn sliding_along_it_is_none_and_jumping_it_is_one() {
        assert_eq!(
            contacts(60, wall(), |time| dvec2(9.4995, time - 10.0)),
            Contacts::default()
        );
        // From one side to the other, 1.1 m in one tick: more than the width of the body, and less
        // than a jump.
        let jump = contacts(60, wall(), |time| {
            dvec2(if time < 10.0 { 9.45 } else { 10.55 }, 0.0)
        });
        assert_eq!((jump.count, jump.deepest), (1, 0.5));
    }

    #[test]
    fn a_door_is_a_wall_while_it_is_there() {
        let through = |from: f64, until: f64| {
            let settings = RecorderSettings {
                doors: vec![Door {
                    shape: wall(),
                    from,
                    until: Some(until),
                }],
                ..RecorderSettings::default()
            };
            let mut recorder = Recorder::new(&[walker(Vec2::ZERO, &[])], &[], &settings);
            film(60, 20.0, &[|time: f64| dvec2(time, 0.0)], |frame| {
                recorder.observe(frame)
            });
            recorder.finish().wall_contacts.count
        };
        // The agent crosses the wall at 10 s, and touches the wall from 9.5 to 10.5 s.
        assert_eq!(through(0.0, 9.0), 0);
        assert_eq!(through(11.0, 20.0), 0);
        assert_eq!(through(0.0, 11.0), 1);
        assert_eq!(through(10.2, 11.0), 1);
    }

    #[test]
    fn the_middle_of_a_disc_is_deeper_than_the_body() {
        let disc = Barrier::Circle {
            center: vec2(10.0, 0.0),
            radius: 2.0,
        };
        assert_same_at_all_rates(0.01, |rate| {
            contacts(rate, disc.clone(), |time| dvec2(time, 0.0)).deepest
        });
        // The radii of the body and the disc: 0.5 + 2 m.
        assert!((contacts(60, disc, |time| dvec2(time, 0.0)).deepest - 2.5).abs() < 0.01);
    }
}
