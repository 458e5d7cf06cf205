use super::*;
use horde_kernel::math::random::agent_stream;
use horde_kernel::obstacles::edge::Edge;
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
        let entity = |number: u32| Entity::from_raw_u32(number).expect("an entity");
        let walls = (0..count).map(|wall| {
            let start = place(4.0);
            let end = start + place(2.0);
            let shape = Outline::of_edge(Edge { start, end }, 0.0);
            PlacedObstacle::of_shape(entity(wall), shape)
        });
        let mut index = ObstacleIndex::of_placed(walls.collect());
        let numbers = (0..count).map(|wall| (entity(wall), Some(wall as usize)));
        index.known.extend(numbers);
        let (from, to) = (place(5.0), place(5.0));
        let Some((heading, length)) = direction_and_length(to - from) else {
            continue;
        };
        // The obstacle of entity 0 never counts.
        let counts = |obstacle: &PlacedObstacle| obstacle.entity != entity(0);
        let is_hit = (index.blocking_hit(from, heading, length, radius, counts)).is_some();
        let likely = (0..count + 1).map(|wall| Some(entity(wall))).chain([None]);
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
