//! Progress on the shortest way: its length, and the time without progress while it is free.

use super::observer::{Body, Observation};
use super::sample_window::SampleTimer;
use crate::barrier::{Barrier, Door};
use crate::frame::Participant;
use crate::segment::Segment;
use crate::ways::{Way, Ways, WaysTo};
use bevy::math::DVec2;
use std::collections::HashMap;

/// Time between samples, seconds.
const SAMPLE_INTERVAL: f64 = 0.5;

/// An agent makes no progress if its way shrinks more slowly than this share of its full speed.
const PROGRESS: f64 = 0.1;

/// The way is free if no agent is on its first part. This part is as long as the body goes in this
/// time at full speed, seconds, but at least two radii.
const AHEAD: f64 = 1.0;

/// A body may overlap a free way by this share of the sum of both radii: bodies touch in passing.
const TOUCHES: f64 = 0.02;

/// The largest cost of the ways of one radius, in points squared times goals. Above it no ways are
/// searched, because that takes too long.
const MAX_COST: usize = 200_000_000;

/// The state of an agent at a sample.
#[derive(Clone, Copy, Debug)]
struct Past {
    time: f64,
    left: f64,
    is_free: bool,
}

#[derive(Clone, Debug)]
struct Walker {
    /// The index of its radius in `radii` and `ways`.
    ways: usize,
    radius: f64,
    speed: f64,
    goals: Vec<DVec2>,
    /// Meters from each goal to the last one; infinite if no way leads there.
    after: Vec<f64>,
    past: Option<Past>,
    shortest: Option<f64>,
    was_present: bool,
    idle: f64,
}

/// The index of a radius, and the bits of a goal's coordinates.
type Key = (usize, u64, u64);

/// Follows each agent on its shortest way.
///
/// All obstacles count, also obstacles that an agent does not see. Agents do not count as obstacles
/// of the way. A door that opens or closes changes the ways.
#[derive(Clone, Debug)]
pub(super) struct ProgressRecorder {
    timer: SampleTimer,
    barriers: Vec<Barrier>,
    doors: Vec<Door>,
    /// Whether each door is there; `None` before the first sample.
    closed: Option<Vec<bool>>,
    radii: Vec<f64>,
    ways: Vec<Option<Ways>>,
    to: HashMap<Key, WaysTo>,
    walkers: Vec<Walker>,
    arrival_distance: f64,
}

impl ProgressRecorder {
    pub(super) fn new(
        participants: &[Participant],
        barriers: &[Barrier],
        doors: &[Door],
        arrival_distance: f32,
    ) -> Self {
        let mut radii: Vec<f64> = Vec::new();
        let mut walker = |participant: &Participant| {
            let radius = f64::from(participant.radius);
            let has_goals = !participant.goals.is_empty();
            let known = radii.iter().position(|other| *other == radius);
            if known.is_none() && has_goals {
                radii.push(radius);
            }
            Walker {
                ways: known.unwrap_or(radii.len().saturating_sub(1)),
                radius,
                speed: participant.speed.into(),
                goals: participant
                    .goals
                    .iter()
                    .map(|goal| goal.as_dvec2())
                    .collect(),
                after: Vec::new(),
                past: None,
                shortest: None,
                was_present: false,
                idle: 0.0,
            }
        };
        let walkers = participants.iter().map(&mut walker).collect();
        Self {
            timer: SampleTimer::new(SAMPLE_INTERVAL),
            barriers: barriers.to_vec(),
            doors: doors.to_vec(),
            closed: None,
            radii,
            ways: Vec::new(),
            to: HashMap::new(),
            walkers,
            arrival_distance: arrival_distance.into(),
        }
    }

    pub(super) fn observe(&mut self, observation: &Observation) {
        if self.radii.is_empty() || !self.timer.is_due(observation) {
            return;
        }
        self.see_doors(observation.time);
        for (number, body) in observation.bodies.iter().enumerate() {
            let walker = &self.walkers[number];
            let is_walking =
                body.is_present && !body.has_arrived && body.goals_reached < walker.goals.len();
            let way = is_walking.then(|| self.way(walker, body)).flatten();
            let present = way.map(|(way, left)| Past {
                time: observation.time,
                left,
                is_free: self.is_free(number, way, observation.bodies),
            });
            let walker = &mut self.walkers[number];
            if body.is_present && !core::mem::replace(&mut walker.was_present, true) {
                walker.shortest = way.map(|(_, left)| (left - self.arrival_distance).max(0.0));
            }
            let past = core::mem::replace(&mut walker.past, present);
            if let (Some(past), Some(present)) = (past, present)
                && body.has_moved_here
            {
                let seconds = present.time - past.time;
                let is_slow = past.left - present.left < PROGRESS * walker.speed * seconds;
                if is_slow && past.is_free && present.is_free {
                    walker.idle += seconds;
                }
            }
        }
    }

    /// Computes the ways again if a door has appeared or vanished.
    fn see_doors(&mut self, time: f64) {
        let closed: Vec<bool> = self.doors.iter().map(|door| door.is_there(time)).collect();
        if self.closed.as_ref() == Some(&closed) {
            return;
        }
        let there = self
            .doors
            .iter()
            .zip(&closed)
            .filter(|(_, is_there)| **is_there);
        let there = || there.clone().map(|(door, _)| &door.shape);
        let ways = |radius: &f64| Ways::new(self.barriers.iter().chain(there()), *radius);
        self.ways = self.radii.iter().map(ways).collect();
        self.closed = Some(closed);
        let goals: usize = self.walkers.iter().map(|walker| walker.goals.len()).sum();
        for ways in &mut self.ways {
            *ways = ways.take().filter(|ways| ways.cost() * goals <= MAX_COST);
        }
        self.to.clear();
        for number in 0..self.walkers.len() {
            self.walkers[number].past = None;
            self.walkers[number].after = self.lengths_after(number);
        }
    }

    /// The length of the way from each goal of a walker to its last goal, meters. Also adds the
    /// ways to its goals to `to`.
    fn lengths_after(&mut self, number: usize) -> Vec<f64> {
        let walker = &self.walkers[number];
        let Some(Some(ways)) = self.ways.get(walker.ways) else {
            return Vec::new();
        };
        let mut after = vec![0.0; walker.goals.len()];
        for goal in (0..walker.goals.len()).rev() {
            let to = self
                .to
                .entry(key(walker, goal))
                .or_insert_with(|| ways.to(walker.goals[goal]));
            if goal > 0 {
                let leg = ways.shortest(to, walker.goals[goal - 1]);
                let leg = leg.map_or(f64::INFINITY, |way| way.length);
                after[goal - 1] = after[goal] + leg;
            }
        }
        after
    }

    /// The shortest way to the next goal, and the length of the way to the last goal, meters.
    fn way(&self, walker: &Walker, body: &Body) -> Option<(Way, f64)> {
        let ways = self.ways.get(walker.ways)?.as_ref()?;
        let to = self.to.get(&key(walker, body.goals_reached))?;
        let way = ways.shortest(to, body.position)?;
        let left = way.length + walker.after.get(body.goals_reached)?;
        left.is_finite().then_some((way, left))
    }

    /// Whether no other body is on the first part of the way.
    fn is_free(&self, number: usize, way: Way, bodies: &[Body]) -> bool {
        let walker = &self.walkers[number];
        let from = bodies[number].position;
        let ahead = (AHEAD * walker.speed).max(2.0 * walker.radius);
        let part = Segment::new(from, from + (way.next - from).clamp_length_max(ahead));
        let others = bodies
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number);
        let mut others = others.filter(|(_, body)| body.is_present);
        others.all(|(other, body)| {
            let touching = walker.radius + self.walkers[other].radius;
            part.distance(body.position) >= (1.0 - TOUCHES) * touching
        })
    }

    /// The length of the shortest way of each agent from its start, to within the arrival distance
    /// of its last goal, meters. `None` without goals or without a way.
    pub(super) fn shortest(&self) -> impl Iterator<Item = Option<f64>> {
        self.walkers.iter().map(|walker| walker.shortest)
    }

    /// The total time of an agent without progress while its way was free, seconds; the largest of
    /// all agents.
    pub(super) fn finish(&self) -> f64 {
        let idle = self.walkers.iter().map(|walker| walker.idle);
        idle.fold(0.0, f64::max)
    }
}

fn key(walker: &Walker, goal: usize) -> Key {
    let goal = walker.goals[goal];
    (walker.ways, goal.x.to_bits(), goal.y.to_bits())
}

#[cfg(test)]
mod tests {
    use crate::barrier::{Barrier, Door};
    use crate::metrics::synthetic::{RATES, film, measure, walker};
    use crate::metrics::{Recorder, RecorderSettings};
    use bevy::math::{DVec2, Vec2, dvec2, vec2};

    fn wall() -> Barrier {
        let (from, to) = (vec2(5.0, -4.0), vec2(5.0, 40.0));
        Barrier::Segment { from, to }
    }

    #[test]
    fn standing_and_a_detour_count_while_the_way_is_free() {
        // Stands for 8 of 20 s; then reaches 12 m.
        let hesitant = |time: f64| dvec2(time.min(5.0) + (time - 13.0).clamp(0.0, 7.0), 0.0);
        let goal = [vec2(20.0, 0.0)];
        for rate in RATES {
            let idle = measure(rate, 20.0, &[walker(Vec2::ZERO, &goal)], &[], &[hesitant]).idle;
            assert!((7.5..=8.5).contains(&idle), "{rate} Hz: {idle}");
        }
        // Up along the wall for 10 s, and back: the way is round its lower end.
        let detour = |time: f64| dvec2(3.0, if time < 10.0 { time } else { 20.0 - time });
        let idle = |motion: fn(f64) -> DVec2| {
            let participants = [walker(vec2(3.0, 0.0), &[vec2(7.0, 0.0)])];
            measure(60, 20.0, &participants, &[wall()], &[motion]).idle
        };
        assert!((9.5..=10.5).contains(&idle(detour)), "{}", idle(detour));
    }

    #[test]
    fn an_agent_before_a_body_waits_and_does_not_hesitate() {
        let goal = [vec2(20.0, 0.0)];
        let stand = |place: f64| move |_: f64| dvec2(place, 0.0);
        let idle = |other: f64| {
            let participants = [walker(Vec2::ZERO, &goal), walker(vec2(9.0, 0.0), &[])];
            measure(60, 20.0, &participants, &[], &[stand(0.0), stand(other)]).idle
        };
        // Bodies of 0.5 m that look 1 m ahead: the second is in the way up to 2 m.
        assert_eq!(idle(1.5), 0.0);
        assert!(idle(2.5) > 19.0);
    }

    #[test]
    fn the_shortest_way_opens_with_a_door() {
        let close = Barrier::Polyline {
            points: vec![
                vec2(-2.0, -2.0),
                vec2(2.0, -2.0),
                vec2(2.0, 2.0),
                vec2(-2.0, 2.0),
            ],
            closed: true,
        };
        let settings = RecorderSettings {
            doors: vec![Door {
                shape: close,
                from: 0.0,
                until: Some(10.0),
            }],
            ..RecorderSettings::default()
        };
        let mut recorder = Recorder::new(&[walker(Vec2::ZERO, &[vec2(9.0, 0.0)])], &[], &settings);
        film(60, 20.0, &[|_: f64| DVec2::ZERO], |frame| {
            recorder.observe(frame)
        });
        // No way for 10 s, and then a free one.
        let idle = recorder.finish().idle;
        assert!((9.0..=10.0).contains(&idle), "{idle}");
    }

    #[test]
    fn arrivals_are_compared_with_the_shortest_way() {
        use crate::frame::{Frame, Sample};
        let participants = [walker(Vec2::ZERO, &[vec2(3.0, 0.0), vec2(3.0, 4.0)])];
        let settings = RecorderSettings {
            arrival_distance: 1.0,
            ..RecorderSettings::default()
        };
        let mut recorder = Recorder::new(&participants, &[], &settings);
        for second in 0..=12 {
            recorder.observe(&Frame {
                time: f64::from(second),
                tick: f64::from(second.min(1)),
                agents: &[Sample {
                    is_present: true,
                    has_arrived: second == 12,
                    ..Sample::default()
                }],
            });
        }
        // 12 s for 3 + 4 - 1 m at 1 m/s: 12 / 6.
        assert_eq!(recorder.finish().arrivals.worst_way_ratio, Some(2.0));
    }
}
