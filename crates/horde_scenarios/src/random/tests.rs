use super::outline::{Outline, distance};
use super::{GoalKind, GroundKind, MIN_GAP, RandomScenario, draw};
use crate::barrier::Barrier;
use crate::frame::Participant;
use crate::scenario::{Task, Waypoint};
use bevy::math::{DVec2, Vec2};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn drawn(seed: u64) -> RandomScenario {
    draw(seed).expect("every seed gives a scenario")
}

fn widest(drawn: &RandomScenario) -> f32 {
    let radii = drawn.layout.participants.iter().map(|agent| agent.radius);
    radii.fold(0.0, f32::max)
}

fn goal(agent: &Participant) -> Vec2 {
    *agent.goals.last().expect("it has a goal")
}

/// The distance from the nearest barrier, meters, by the geometry that measures runs.
fn clearance(drawn: &RandomScenario, position: DVec2) -> f64 {
    let barriers = drawn.layout.barriers.iter();
    let distances = barriers.map(|barrier| barrier.signed_distance(position));
    distances.fold(f64::INFINITY, f64::min)
}

/// Follows every way in small steps, and checks that the body has room.
fn check_ways(drawn: &RandomScenario) {
    let agents = drawn.layout.participants.iter();
    for (number, (agent, way)) in agents.zip(&drawn.ways).enumerate() {
        assert_eq!(
            (way.first(), way.last()),
            (Some(&agent.start), Some(&goal(agent)))
        );
        let radius = f64::from(agent.radius);
        for leg in way.windows(2) {
            let (from, to) = (leg[0].as_dvec2(), leg[1].as_dvec2());
            let is_crossed = |barrier: &Barrier| barrier.is_crossed(from, to);
            assert!(
                !drawn.layout.barriers.iter().any(is_crossed),
                "seed {}",
                drawn.seed
            );
            let steps = (from.distance(to) / (0.1 * radius)).ceil() as u32;
            for step in 0..=steps {
                let position = from.lerp(to, f64::from(step) / f64::from(steps.max(1)));
                let free = clearance(drawn, position);
                assert!(
                    free > 0.999 * radius,
                    "seed {}, agent {number}: {free} m at {position}",
                    drawn.seed
                );
            }
        }
    }
}

fn check_bodies(drawn: &RandomScenario, place: impl Fn(&Participant) -> Vec2) {
    let agents = &drawn.layout.participants;
    for (number, agent) in agents.iter().enumerate() {
        let position = place(agent);
        let free = clearance(drawn, position.as_dvec2());
        assert!(
            free > agent.radius.into(),
            "seed {}, agent {number}",
            drawn.seed
        );
        for other in &agents[..number] {
            let apart = place(other).distance(position);
            assert!(
                apart > other.radius + agent.radius,
                "seed {}, {number}",
                drawn.seed
            );
        }
    }
}

/// Checks that two barriers touch, or the widest body can pass between them. Checks the same of the
/// edges of a thin wall that do not meet.
fn check_gaps(drawn: &RandomScenario) {
    let least = f64::from(MIN_GAP * widest(drawn)) * 0.9999;
    let outlines: Vec<Outline> = drawn.layout.barriers.iter().map(Outline::new).collect();
    for (number, one) in outlines.iter().enumerate() {
        for other in &outlines[..number] {
            let gap = one.distance(other);
            assert!(gap < 1e-4 || gap >= least, "seed {}: {gap} m", drawn.seed);
        }
        let Barrier::Polyline { closed, .. } = drawn.layout.barriers[number] else {
            continue;
        };
        let count = one.edges.len();
        // In a closed wall, the two edges beside a short third edge form no gap.
        let step = if closed { 2 } else { 1 };
        let pairs = (0..count).flat_map(|first| (0..first).map(move |second| (first, second)));
        for (first, second) in pairs {
            let between = match closed {
                true => (first - second).min(count + second - first),
                false => first - second,
            };
            let gap = distance(one.edges[first], one.edges[second]);
            assert!(
                between <= step || gap >= least,
                "seed {}: {gap} m",
                drawn.seed
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(60)
    })]

    #[test]
    fn every_agent_has_a_way_with_room_for_its_body(seed: u64) {
        check_ways(&drawn(seed));
    }

    #[test]
    fn bodies_start_free_and_can_all_stand_at_their_goals(seed: u64) {
        let drawn = drawn(seed);
        check_bodies(&drawn, |agent| agent.start);
        check_bodies(&drawn, goal);
    }

    #[test]
    fn no_gap_is_too_narrow_for_the_widest_body(seed: u64) {
        check_gaps(&drawn(seed));
    }

    #[test]
    fn told_doors_lead_to_the_goal(seed: u64) {
        let drawn = drawn(seed);
        for task in &drawn.layout.tasks {
            let Task::Walk { waypoints } = task else {
                panic!("all walk");
            };
            let (last, gates) = waypoints.split_last().expect("a goal");
            assert!(matches!(last, Waypoint::Position(_)));
            assert!(drawn.is_guided || gates.is_empty());
            for gate in gates {
                let Waypoint::Gate { from, to } = gate else {
                    panic!("only the last is a position");
                };
                prop_assert!(from.distance(*to) >= MIN_GAP * widest(&drawn) * 0.9999);
            }
        }
    }
}

#[test]
fn every_kind_is_drawn() {
    let drawn: Vec<RandomScenario> = (0..150).map(drawn).collect();
    let grounds: BTreeSet<GroundKind> = drawn.iter().map(|drawn| drawn.ground).collect();
    let goals: BTreeSet<GoalKind> = drawn.iter().map(|drawn| drawn.goals).collect();
    assert_eq!(grounds.len(), GroundKind::ALL.len());
    assert_eq!(goals.len(), GoalKind::ALL.len());
    let agents = drawn.iter().map(|drawn| drawn.layout.participants.len());
    let (fewest, most) = (agents.clone().min(), agents.max());
    assert!(fewest == Some(1) && most >= Some(80), "{fewest:?} {most:?}");
    let has_radii = |drawn: &&RandomScenario| {
        let agents = &drawn.layout.participants;
        agents.iter().any(|agent| agent.radius != agents[0].radius)
    };
    assert!((30..120).contains(&drawn.iter().filter(has_radii).count()));
    let gates = |drawn: &&RandomScenario| {
        let tasks = drawn.layout.tasks.iter();
        let mut lengths = tasks.map(|task| match task {
            Task::Walk { waypoints } => waypoints.len(),
            _ => 0,
        });
        lengths.any(|length| length > 1)
    };
    assert!(drawn.iter().filter(gates).count() > 10);
}

#[test]
fn a_seed_gives_the_same_scenario_on_every_machine() {
    let drawn = drawn(PINNED);
    assert_eq!(
        drawn.scenario,
        super::draw(PINNED).expect("a scenario").scenario
    );
    let bits = |sum: u64, position: Vec2| {
        let [x, y] = position
            .to_array()
            .map(|coordinate| u64::from(coordinate.to_bits()));
        sum.wrapping_mul(31)
            .wrapping_add(x)
            .wrapping_mul(31)
            .wrapping_add(y)
    };
    let agents = drawn.layout.participants.iter();
    let sum = agents
        .flat_map(|agent| [agent.start, goal(agent)])
        .fold(0, bits);
    assert_eq!((drawn.layout.participants.len(), sum), PINNED_POSITIONS);
}

/// The seed of a scenario among obstacles, its number of agents, and a hash of their starts and
/// goals.
const PINNED: u64 = 14;
const PINNED_POSITIONS: (usize, u64) = (46, 18_318_592_391_049_789_168);
