//! The work of searches among long walls.

use super::super::super::surroundings::Surroundings;
use super::super::super::{AvoidObstacles, DetourState};
use super::*;
use crate::arbitration::BehaviorForces;
use crate::length::Length;
use crate::perception::AgentState;
use crate::validation::SteeringWarnings;
use core::f32::consts::TAU;
use horde_kernel::step::agent::Agent;

/// A wall along a circle, with a gap 3 wide in the direction `turn`.
fn ring(corners: usize, radius: f32, turn: f32) -> PlacedObstacle {
    let open = 3.0 / radius;
    let corner = |number: usize| {
        let part = number as f32 / (corners - 1) as f32;
        Vec2::from_angle(turn + 0.5 * open + part * (TAU - open)) * radius
    };
    let corners: Vec<Vec2> = (0..corners).map(corner).collect();
    placed(Outline::wall(&corners, false).expect("a wall"))
}

/// The largest number of lines that a search draws, of searches from many places inside.
fn most_work(rings: &[PlacedObstacle]) -> u32 {
    let work = (0..40).map(|number| {
        let from = Vec2::from_angle(number as f32 * 2.4) * 12.0 * (number as f32 / 40.0).sqrt();
        let search = &mut WaySearch::default();
        let ways = (from, Vec2::new(60.0, 5.0));
        search_of(
            rings,
            ways,
            (0.5, 0.5, 50.0),
            None,
            (false, false),
            u32::MAX,
            search,
        );
        search.nodes.work.lines
    });
    work.max().unwrap_or(0)
}

#[test]
fn searches_in_rings_draw_few_lines() {
    let two = [ring(33, 15.0, 2.0), ring(33, 20.0, 5.0)];
    let eight: Vec<PlacedObstacle> = (0..8_u8)
        .map(|number| ring(9, 13.0 + 4.0 * f32::from(number), 2.0 * f32::from(number)))
        .collect();
    for (rings, most) in [(two.as_slice(), 120), (&eight, 450)] {
        let work = most_work(rings);
        assert!(work <= most, "{work} lines");
    }
}

#[test]
fn a_search_of_few_lines_guesses_the_way() {
    let rings = [ring(33, 15.0, 2.0), ring(33, 20.0, 5.0)];
    let ways = (Vec2::ZERO, Vec2::new(60.0, 5.0));
    let of_lines = |most: u32, is_enclosed: bool| {
        let search = &mut WaySearch::default();
        let view = (0.5, 0.5, 50.0);
        let way = search_of(&rings, ways, view, None, (is_enclosed, false), most, search);
        (way.unwrap(), search.nodes.work.lines)
    };
    let (whole, work) = of_lines(MOST_LINES, false);
    assert!(whole.is_known && whole.length > 60.0, "{}", whole.length);
    assert!(work > FEW_LINES, "{work} lines");
    let (guess, work) = of_lines(FEW_LINES, false);
    assert_eq!(work, FEW_LINES);
    // A guess has a bearing, and its length is a lower bound.
    assert!(!guess.is_known && guess.ends_within.is_none());
    assert!(
        (60.0..=whole.length).contains(&guess.length),
        "{}",
        guess.length
    );
    // An agent without a way does not believe in a guess.
    let (enclosed, _) = of_lines(FEW_LINES, true);
    assert!(enclosed.ends_within.is_some());
}

#[test]
fn an_agent_without_a_goal_draws_few_lines_in_each_tick() {
    let rings = [ring(33, 15.0, 2.0), ring(33, 20.0, 5.0)];
    let index = ObstacleIndex::of_placed(numbered(&rings));
    let state = AgentState(Agent {
        body_radius: 0.5,
        max_speed: 4.0,
        max_force: 12.0,
        velocity: Vec2::new(4.0, 0.0),
        ..Agent::default()
    });
    let avoid = AvoidObstacles {
        min_look_ahead: Length::World(60.0),
        ..default()
    };
    let warnings = SteeringWarnings::default();
    let check = warnings.of(Entity::PLACEHOLDER, "AvoidObstacles");
    let settings = avoid.resolve(&state, 1.0, check);
    let surroundings = Surroundings {
        tick: 1.0 / 60.0,
        passing_side: Side::Right,
        index: &index,
    };
    let mut view = ViewMemory::default();
    let mut memory = DetourState::default();
    for tick in 0..3 {
        let mut forces = BehaviorForces::default();
        let agent = Entity::from_raw_u32(900).expect("an entity");
        memory = surroundings.avoid(
            agent,
            &settings,
            &state,
            memory,
            &mut view,
            &mut forces,
            None,
        );
        assert!(memory.is_passing, "tick {tick}");
        assert_eq!(view.search.nodes.work.lines, FEW_LINES, "tick {tick}");
    }
}
