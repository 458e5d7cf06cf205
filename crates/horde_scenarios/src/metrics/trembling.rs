//! Trembling: how often an agent reverses while it stays in place.

use super::STANDING_SPEED;
use super::sample_window::{SAMPLE_INTERVAL, SampleWindow};
use crate::frame::Participant;
use bevy::math::DVec2;

/// A shorter run counts as this long, seconds: one reversal in a short run is no tremor.
const SHORTEST: f64 = 60.0;

#[derive(Clone, Debug)]
struct Tremor {
    radius: f64,
    heading: Option<DVec2>,
    /// Where it last reversed; `None` once it is more than one radius away.
    reversed_at: Option<DVec2>,
    reversals: u64,
    samples: u64,
}

/// Counts the reversals of each agent in place.
///
/// A reversal is a change of direction by more than 90 degrees between successive displacements of
/// a tenth of a second. It counts if the agent has stayed within one radius of its last reversal.
/// Displacements below 1 mm keep the last direction, so an agent that eases into its place has
/// none.
#[derive(Clone, Debug)]
pub(super) struct TremblingRecorder {
    agents: Vec<Tremor>,
}

impl TremblingRecorder {
    pub(super) fn new(participants: &[Participant]) -> Self {
        let tremor = |participant: &Participant| Tremor {
            radius: participant.radius.into(),
            heading: None,
            reversed_at: None,
            reversals: 0,
            samples: 0,
        };
        Self {
            agents: participants.iter().map(tremor).collect(),
        }
    }

    pub(super) fn observe(&mut self, sample_window: &SampleWindow) {
        for (number, past, [velocity]) in sample_window.velocities::<1>() {
            let own = &mut self.agents[number];
            own.samples += 1;
            let position = past.position();
            own.reversed_at = own
                .reversed_at
                .filter(|center| center.distance(position) <= own.radius);
            if velocity.length() <= STANDING_SPEED {
                continue;
            }
            let before = own.heading.replace(velocity);
            if before.is_some_and(|before| before.dot(velocity) < 0.0) {
                let is_in_place = own.reversed_at.replace(position).is_some();
                own.reversals += u64::from(is_in_place);
            }
        }
    }

    /// Reversals per minute of the agent that has most; a shorter run counts as a minute.
    pub(super) fn finish(&self) -> f64 {
        let each_minute = self.agents.iter().map(|own| {
            let seconds = (own.samples as f64 * SAMPLE_INTERVAL).max(SHORTEST);
            own.reversals as f64 * 60.0 / seconds
        });
        each_minute.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::synthetic::{RATES, measure, walker};
    use bevy::math::{DVec2, Vec2, dvec2};
    use core::f64::consts::PI;

    fn reversals(rate: u32, seconds: f64, motion: impl Fn(f64) -> DVec2) -> f64 {
        measure(rate, seconds, &[walker(Vec2::ZERO, &[])], &[], &[motion]).trembling
    }

    #[test]
    fn swings_in_place_count_twice_a_period_at_every_rate() {
        for rate in RATES {
            // A period of 1.6 s, 0.1 m wide: 75 reversals, and the first follows no other.
            let swing = |time: f64| dvec2(0.05 * (PI * time / 0.8).sin(), 0.0);
            let counted = reversals(rate, 60.0, swing);
            assert!((counted - 74.0).abs() <= 1.0, "{rate} Hz: {counted}");
            // Ten seconds of this swing have 12 or 13, and count as a minute.
            let short = reversals(rate, 10.0, swing);
            assert!((11.0..=13.0).contains(&short), "{rate} Hz: {short}");
        }
    }

    #[test]
    fn easing_turning_and_going_to_and_fro_are_no_tremor() {
        for rate in RATES {
            assert_eq!(
                reversals(rate, 60.0, |time| dvec2(1.0 - (-time).exp(), 0.0)),
                0.0
            );
            assert_eq!(
                reversals(rate, 60.0, |time| 0.2 * DVec2::from_angle(time)),
                0.0
            );
            // 3 m each way: farther than one radius.
            assert_eq!(
                reversals(rate, 60.0, |time| dvec2(1.5 * (time / 2.0).sin(), 0.0)),
                0.0
            );
        }
    }

    #[test]
    fn less_than_a_millimeter_does_not_count() {
        assert_eq!(
            reversals(60, 60.0, |time| dvec2(4e-4 * (2.0 * time).sin(), 0.0)),
            0.0
        );
    }
}
