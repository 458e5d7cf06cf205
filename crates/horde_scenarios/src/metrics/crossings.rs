//! Crossings of lines that a scenario names.

use super::observer::Observation;
use crate::segment::Segment;
use bevy::math::Vec2;

/// Counts how often the center of an agent crosses each line, either way.
#[derive(Clone, Debug)]
pub(super) struct CrossingRecorder {
    lines: Vec<Segment>,
    counts: Vec<u64>,
}

impl CrossingRecorder {
    pub(super) fn new(lines: &[(Vec2, Vec2)]) -> Self {
        let line = |(from, to): &(Vec2, Vec2)| Segment::between(*from, *to);
        Self {
            lines: lines.iter().map(line).collect(),
            counts: vec![0; lines.len()],
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        for (line, count) in self.lines.iter().zip(&mut self.counts) {
            let crosses = observation
                .present()
                .filter(|(_, body)| line.crosses(&Segment::new(body.before, body.position)));
            *count += crosses.count() as u64;
        }
    }

    /// The number of crossings of each line.
    pub(super) fn finish(self) -> Vec<u64> {
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{RATES, film, walker};
    use crate::metrics::{Recorder, RecorderSettings};
    use bevy::math::{Vec2, dvec2, vec2};

    #[test]
    fn every_crossing_of_a_line_counts() {
        for rate in RATES {
            let settings = RecorderSettings {
                lines: vec![
                    (vec2(1.003, -1.0), vec2(1.003, 1.0)),
                    (vec2(1.003, 1.0), vec2(1.003, 3.0)),
                ],
                ..RecorderSettings::default()
            };
            let mut recorder = Recorder::new(&[walker(Vec2::ZERO, &[])], &[], &settings);
            // To 2 m and back, twice.
            let motion = |time: f64| dvec2(1.0 - (core::f64::consts::PI * time / 5.0).cos(), 0.0);
            film(rate, 20.0, &[motion], |frame| recorder.observe(frame));
            assert_eq!(recorder.finish().crossings, [4, 0], "{rate} Hz");
        }
    }
}
