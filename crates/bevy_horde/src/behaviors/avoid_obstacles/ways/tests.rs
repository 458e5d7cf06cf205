//! Compares ways with lengths from plain arithmetic.

mod corners;
mod doors;
mod random_walls;
mod rings;

use super::super::view::ObstacleView;
use super::*;
use crate::obstacle::{ObstacleId, ObstacleIndex};
use horde_kernel::obstacles::edge::Edge;
use horde_kernel::obstacles::outline::Outline;

const REACH: f32 = 0.4;

fn placed(shape: Outline) -> PlacedObstacle {
    PlacedObstacle::of_shape(ObstacleId(0), shape)
}

fn walls(edges: &[((f32, f32), (f32, f32))]) -> Vec<PlacedObstacle> {
    let wall = |(start, end): &((f32, f32), (f32, f32))| {
        let (start, end) = ((*start).into(), (*end).into());
        placed(Outline::of_edge(Edge { start, end }, 0.0))
    };
    edges.iter().map(wall).collect()
}

/// The same obstacles, each with an entity of its own.
fn numbered(obstacles: &[PlacedObstacle]) -> Vec<PlacedObstacle> {
    let numbered = (0..)
        .zip(obstacles)
        .map(|(number, obstacle)| PlacedObstacle {
            id: obstacle_of(Entity::from_raw_u32(number).expect("an entity")),
            ..obstacle.clone()
        });
    numbered.collect()
}

/// The detour of an agent with this reach from one place to another; `None` on a free way.
fn detour(
    obstacles: &[PlacedObstacle],
    ways: (Vec2, Vec2),
    reach: f32,
    is_enclosed: bool,
) -> Option<Detour> {
    let view = (reach, reach, 100.0);
    detour_of(obstacles, ways, view, None, is_enclosed, false)
}

/// The same with a least reach, a sight and a remembered side.
fn detour_of(
    obstacles: &[PlacedObstacle],
    (from, goal): (Vec2, Vec2),
    (reach, least_reach, sight): (f32, f32, f32),
    remembered: Option<Remembered>,
    is_enclosed: bool,
    is_exhaustive: bool,
) -> Option<Detour> {
    let places = (from, goal);
    let view = (reach, least_reach, sight);
    let search = &mut WaySearch::default();
    search_of(
        obstacles,
        places,
        view,
        remembered,
        (is_enclosed, is_exhaustive),
        MOST_LINES,
        search,
    )
}

/// The same with the most lines that the search draws, and its memory.
fn search_of(
    obstacles: &[PlacedObstacle],
    (from, goal): (Vec2, Vec2),
    (reach, least_reach, sight): (f32, f32, f32),
    remembered: Option<Remembered>,
    (is_enclosed, is_exhaustive): (bool, bool),
    most_lines: u32,
    search: &mut WaySearch,
) -> Option<Detour> {
    let index = ObstacleIndex::of_placed(numbered(obstacles));
    let near: Vec<u32> = (0..obstacles.len() as u32).collect();
    let mut view = ObstacleView {
        index: &index,
        own: ObstacleId(u64::MAX),
        near: &near,
        position: from,
        reach,
        least_reach,
        is_exhaustive,
        sight,
        longest: f32::INFINITY,
        most_lines,
        goal: None,
    };
    view.set_goal(goal);
    let (toward, distance) = direction_and_length(goal - from).unwrap();
    let first = view.first_edge(toward, distance)?;
    // The agent remembers the first wall in its way.
    let obstacle = entity_of(view.obstacle(first.number).id);
    let remembered = remembered.map(|kept| Remembered { obstacle, ..kept });
    let preferences = SidePreferences::new(Side::Right);
    view.detour(
        toward,
        &first,
        distance,
        &preferences,
        remembered,
        is_enclosed,
        search,
        &mut None,
    )
}

fn assert_near(found: f32, expected: f32) {
    assert!(
        (found - expected).abs() < 2e-3 * expected,
        "{found} instead of {expected}"
    );
}

#[test]
fn a_pillar_is_rounded_along_tangents_and_an_arc() {
    let pillar = [placed(Outline::disc(Vec2::new(5.0, 0.0), 2.0))];
    let way = detour(&pillar, (Vec2::ZERO, Vec2::new(10.0, 0.0)), 1.0, false).unwrap();
    // Two tangents of sqrt(25 - 9) = 4, and an arc of 2 asin(0.6) = 1.287 at 3 from the center.
    assert_near(way.length, 8.0 + 3.0 * 1.287);
    assert!(way.bearing.distance(Vec2::new(0.8, -0.6)) < 2e-3);
    assert!(way.ends_within.is_none());
}

#[test]
fn the_shorter_way_leads_round_two_walls() {
    // One wall lies across. Another leads on from its upper end, so the way below is shorter.
    let two = walls(&[((4.0, -3.0), (4.0, 1.0)), ((4.0, 1.0), (9.0, 6.0))]);
    let way = detour(&two, (Vec2::ZERO, Vec2::new(8.0, 0.0)), 0.1, false).unwrap();
    assert_eq!(way.side, Side::Right);
    // Two lines of nearly sqrt(16 + 9) = 5, and an arc at 0.1 from the end of the wall.
    assert!((10.0..10.2).contains(&way.length), "{}", way.length);
}

#[test]
fn the_way_out_of_a_dead_end_leads_back_round_its_arm() {
    let arms = [
        ((2.0, 2.0), (2.0, -1.0)),
        ((2.0, 2.0), (-3.0, 2.0)),
        ((2.0, -1.0), (-3.0, -1.0)),
    ];
    let way = detour(&walls(&arms), (Vec2::ZERO, Vec2::new(6.0, 0.0)), 0.1, false).unwrap();
    assert!(way.bearing.x < -0.9, "{}", way.bearing);
    // To (-3, -1): sqrt(10); along the arm: 5; to the goal: sqrt(17). A little more for the width.
    let least = 10_f32.sqrt() + 5.0 + 17_f32.sqrt();
    assert!(
        (least..least + 0.6).contains(&way.length),
        "{} {least}",
        way.length
    );
}

#[test]
fn in_a_closed_room_the_way_ends_at_the_place_nearest_to_the_goal() {
    let room = [
        ((-2.0, -2.0), (2.0, -2.0)),
        ((2.0, -2.0), (2.0, 2.0)),
        ((2.0, 2.0), (-2.0, 2.0)),
        ((-2.0, 2.0), (-2.0, -2.0)),
    ];
    let way = detour(&walls(&room), (Vec2::ZERO, Vec2::new(6.0, 1.0)), 0.5, false).unwrap();
    assert!(way.length.is_infinite());
    // The wall stands at 2, and the body keeps 0.5 from it: (1.5, 1).
    assert_near(way.ends_within.unwrap(), Vec2::new(1.5, 1.0).length());
    assert!(way.bearing.distance(Vec2::new(1.5, 1.0).normalize()) < 5e-3);
    // From outside, a goal inside the room is as unreachable.
    let way = detour(&walls(&room), (Vec2::new(6.0, 0.0), Vec2::ZERO), 0.5, false).unwrap();
    assert_near(way.ends_within.unwrap(), 3.5);
    // A body that fits through a gap goes on.
    let mut gap = room;
    gap[1].1 = (2.0, 0.8);
    let through = |reach| {
        detour(
            &walls(&gap),
            (Vec2::ZERO, Vec2::new(6.0, 0.0)),
            reach,
            false,
        )
    };
    assert!(through(0.61).unwrap().ends_within.is_some());
    assert!(through(0.59).unwrap().ends_within.is_none());
}

#[test]
fn no_way_leads_round_a_corner_along_the_far_side_of_its_wall() {
    let corners = [
        (0.0, 0.0),
        (8.0, 0.0),
        (8.0, 3.0),
        (3.0, 3.0),
        (3.0, 8.0),
        (0.0, 8.0),
        (0.0, 0.0),
    ];
    let room: Vec<_> = corners.windows(2).map(|wall| (wall[0], wall[1])).collect();
    // Round the inner corner, the line to the outer corner begins on the wall between the two legs.
    let ways = (Vec2::new(5.4, 1.9), Vec2::new(11.0, 1.5));
    let way = detour(&walls(&room), ways, REACH, false).unwrap();
    assert_near(
        way.ends_within.unwrap(),
        ways.0.distance(Vec2::new(8.0 - REACH, 1.5)),
    );
}

#[test]
fn a_way_leads_back_into_a_room_whose_walls_all_belong_together() {
    // The agent is in the mouth of a corridor, beside its upper corner.
    let room = walls(&[
        ((10.26, 2.11), (10.26, 7.03)),
        ((10.26, 7.03), (0.0, 7.03)),
        ((0.0, 7.03), (0.0, 0.0)),
        ((0.0, 0.0), (10.26, 0.0)),
        ((10.26, 0.0), (10.26, 0.77)),
        ((10.26, 0.77), (15.4, 0.77)),
        ((10.26, 2.11), (14.07, 2.11)),
    ]);
    let ways = (Vec2::new(10.117, 1.755), Vec2::new(8.29, 4.72));
    let way = detour(&room, ways, 0.39, false).unwrap();
    assert_eq!(way.ends_within, None);
    let straight = ways.0.distance(ways.1);
    assert!(
        (straight..1.1 * straight).contains(&way.length),
        "{}",
        way.length
    );
}

#[test]
fn a_way_leads_round_both_corners_of_a_thick_wall() {
    let [left, right] = [7.6, 7.8];
    let wall = walls(&[
        ((left, 0.0), (left, 8.3)),
        ((left, 8.3), (right, 8.3)),
        ((right, 8.3), (right, 0.0)),
        ((left, 17.0), (left, 8.8)),
        ((left, 8.8), (right, 8.8)),
        ((right, 8.8), (right, 17.0)),
        ((0.0, 0.0), (16.0, 0.0)),
        ((0.0, 17.0), (16.0, 17.0)),
        ((0.0, 0.0), (0.0, 17.0)),
        ((16.0, 0.0), (16.0, 17.0)),
    ]);
    let way = detour(
        &wall,
        (Vec2::new(7.2, 2.2), Vec2::new(8.6, 2.2)),
        0.24,
        false,
    );
    let way = way.unwrap();
    assert_eq!(way.ends_within, None);
    // Up to the corner, round it and its neighbor, and down again.
    let least = 2.0 * 6.1 + (right - left);
    assert!((least..least + 1.0).contains(&way.length), "{}", way.length);
}

#[test]
fn an_enclosed_agent_believes_only_in_ways_in_sight() {
    // A wall that goes on out of sight on both sides.
    let wall = walls(&[((3.0, -500.0), (3.0, 500.0))]);
    let ways = (Vec2::ZERO, Vec2::new(6.0, 0.0));
    assert!(
        detour(&wall, ways, REACH, false)
            .unwrap()
            .ends_within
            .is_none()
    );
    assert!(
        detour(&wall, ways, REACH, true)
            .unwrap()
            .ends_within
            .is_some()
    );
}
