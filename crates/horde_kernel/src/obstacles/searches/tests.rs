use super::*;
use crate::math::random::agent_stream;
use crate::obstacles::edge::Edge;
use rand::RngExt;

#[test]
fn a_way_is_blocked_where_something_is_hit_whatever_is_tried_first() {
    let (mut blocked, mut free) = (0, 0);
    for number in 0..2_000 {
        let stream = &mut agent_stream(71, number, 0);
        let count = stream.random_range(1..8_u32);
        let radius = stream.random_range(0.0..0.5_f32);
        let mut place = |most: f32| {
            let mut one = || stream.random_range(-most..most);
            Vec2::new(one(), one())
        };
        let id = |number: u32| ObstacleId(number.into());
        let walls = (0..count).map(|wall| {
            let start = place(4.0);
            let end = start + place(2.0);
            let shape = Outline::of_edge(Edge { start, end }, 0.0);
            PlacedObstacle::of_shape(id(wall), shape)
        });
        let index: Obstacles = walls.collect();
        let (from, to) = (place(5.0), place(5.0));
        let Some((heading, length)) = direction_and_length(to - from) else {
            continue;
        };
        // The obstacle with id 0 never counts.
        let counts = |obstacle: &PlacedObstacle| obstacle.id != id(0);
        let is_hit = (index.blocking_hit(from, heading, length, radius, counts)).is_some();
        let likely = (0..count + 1).map(|wall| Some(id(wall))).chain([None]);
        for likely in likely {
            let is_blocked = index.is_blocked(from, heading, length, radius, likely, counts);
            assert_eq!(is_blocked, is_hit, "scene {number}, {likely:?} first");
        }
        *if is_hit { &mut blocked } else { &mut free } += 1;
    }
    assert!(
        blocked > 300 && free > 300,
        "{blocked} blocked, {free} free"
    );
}
