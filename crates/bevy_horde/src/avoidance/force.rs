//! Avoidance of a group of agents, by the model of each.

use super::meetings::Meeting;
use super::{Crowd, closest_approach, velocity_limits};
use crate::arbitration::{AvoidanceForce, LimitRange};
use crate::kernel::velocity_limit::{TightestLimits, VelocityLimit};
use pulp::Simd;

/// Where the limits of a task's agents are kept.
pub(crate) struct LimitSink<'a> {
    pub(crate) task: u32,
    /// The number of limits for which to make room at first.
    pub(crate) usual: usize,
    pub(crate) kept: &'a mut Vec<VelocityLimit>,
}

impl LimitSink<'_> {
    fn keep(&mut self, limits: impl Iterator<Item = VelocityLimit>) -> LimitRange {
        if self.kept.is_empty() {
            self.kept.reserve(self.usual);
        }
        let first = self.kept.len() as u32;
        self.kept.extend(limits);
        LimitRange {
            task: self.task,
            first,
            count: self.kept.len() as u32 - first,
        }
    }
}

/// Finds what avoiding others asks of the agents of a group: `found` holds it lane by lane.
#[inline(always)]
pub(crate) fn avoid<S: Simd>(
    // Inputs
    crowd: &Crowd<S>,
    // Local
    meetings: &mut Vec<Meeting>,
    // Output
    mut limits: LimitSink,
    found: &mut [AvoidanceForce],
) {
    let has_limits = crowd.courtesy.has_limits;
    let avoids = crowd.range_squared.is_above(crowd.range_squared.like(0.0));
    if (avoids & has_limits).any() {
        let mut own_limits = TightestLimits::default();
        let clearance = velocity_limits::keep_clear(crowd, meetings, &mut own_limits);
        let force = crowd.avoider.force.to_array();
        let presses_on = clearance.presses_on.to_array();
        for (lane, found) in found.iter_mut().enumerate() {
            *found = AvoidanceForce {
                force: clearance.steps[lane].map(|change| change * force[lane]),
                presses_on: presses_on[lane],
                limits: LimitRange::default(),
            };
        }
        clearance.binds.for_each_lane(|lane| {
            found[lane].limits = limits.keep(own_limits.kept(lane));
        });
    }
    if (avoids & !has_limits).any() {
        let (evasion, evades) = closest_approach::evade(crowd);
        let evasion = evasion.to_column();
        evades.for_each_lane(|lane| found[lane].force = Some(evasion.get(lane)));
    }
}
