//! Ways through doors.

use super::*;

#[test]
fn the_way_out_of_a_room_leads_through_a_door_at_the_back() {
    let room = [
        ((4.0, 1.0), (4.0, 4.0)),
        ((4.0, 4.0), (-4.0, 4.0)),
        ((-4.0, 4.0), (-4.0, -4.0)),
        ((-4.0, -4.0), (4.0, -4.0)),
        ((4.0, -4.0), (4.0, -1.0)),
    ];
    for from in [
        Vec2::new(2.0, 0.1),
        Vec2::new(-3.0, 0.1),
        Vec2::new(3.5, 2.0),
    ] {
        let way = detour(&walls(&room), (from, Vec2::new(-9.0, 0.5)), REACH, false).unwrap();
        // To the upper jamb, along two walls, and to the goal.
        let corners = [(4.0, 1.0), (4.0, 4.0), (-4.0, 4.0), (-9.0, 0.5)].map(Vec2::from);
        let mut least = from.distance(corners[0]);
        least += corners
            .windows(2)
            .map(|line| line[0].distance(line[1]))
            .sum::<f32>();
        assert!(
            (least..least + 10.0 * REACH).contains(&way.length),
            "{} {least}",
            way.length
        );
        assert!(way.bearing.x > 0.0, "{}", way.bearing);
    }
}

#[test]
fn a_way_leads_on_from_every_place_in_a_narrow_door() {
    let points = [
        (-7.7, 8.0),
        (12.0, 8.0),
        (12.0, -8.0),
        (-12.0, -8.0),
        (-12.0, 8.0),
        (-8.36, 8.0),
    ];
    let room: Vec<_> = points.windows(2).map(|ends| (ends[0], ends[1])).collect();
    let room = walls(&room);
    let goal = Vec2::new(18.0, 0.5);
    for reach in [0.306, 0.329] {
        for number in 0..280 {
            let (column, row) = ((number % 20) as f32, (number / 20) as f32);
            let from = Vec2::new(-8.6 + 0.06 * column, 7.4 + 0.06 * row);
            let nearest = room.iter().map(|wall| wall.shape.signed_distance(from));
            if nearest.fold(f32::INFINITY, f32::min) < 0.301 {
                continue;
            }
            let way = detour(&room, (from, goal), reach, false).unwrap();
            assert_eq!(way.ends_within, None, "{from}");
            assert!((29.0..33.0).contains(&way.length), "{from}: {}", way.length);
        }
    }
}

#[test]
fn a_way_leaves_out_the_far_corner_of_a_door_that_leads_on_at_a_slant() {
    // From a room at the top left down into the hall below it, through a door in a thick wall,
    // through another door, and up into the room at the top right.
    let walls = walls(&[
        ((0.0, 7.3), (1.0, 7.3)),
        ((1.9, 7.3), (3.4, 7.3)),
        ((3.4, 14.6), (3.4, 6.0)),
        ((3.4, 6.0), (3.6, 6.0)),
        ((3.6, 6.0), (3.6, 14.6)),
        ((3.4, 5.2), (3.6, 5.2)),
        ((3.4, 0.0), (3.4, 5.2)),
        ((3.6, 0.0), (3.6, 5.2)),
        ((3.6, 7.3), (6.7, 7.3)),
        ((6.7, 14.6), (6.7, 4.7)),
        ((6.7, 4.0), (6.7, 0.0)),
        ((6.7, 7.3), (7.8, 7.3)),
        ((8.7, 7.3), (10.0, 7.3)),
        ((0.0, 0.0), (0.0, 14.6)),
        ((10.0, 0.0), (10.0, 14.6)),
        ((0.0, 0.0), (10.0, 0.0)),
        ((0.0, 14.6), (10.0, 14.6)),
    ]);
    let ways = (Vec2::new(3.0, 9.9), Vec2::new(9.2, 9.9));
    let way = detour(&walls, ways, 0.32, false).unwrap();
    assert_eq!(way.ends_within, None);
    // The straight lines from corner to corner of walls.
    let corners = [
        ways.0,
        Vec2::new(1.9, 7.3),
        Vec2::new(3.4, 6.0),
        Vec2::new(6.7, 4.7),
        Vec2::new(7.8, 7.3),
        ways.1,
    ];
    let least: f32 = corners
        .windows(2)
        .map(|ends| ends[0].distance(ends[1]))
        .sum();
    assert!((least..1.2 * least).contains(&way.length), "{}", way.length);
}

#[test]
fn a_tight_door_is_found_before_a_wall_that_turns_the_way() {
    let block = |from: Vec2, to: Vec2| {
        let corners = [from, Vec2::new(to.x, from.y), to, Vec2::new(from.x, to.y)];
        placed(Outline::polygon(&corners).unwrap())
    };
    let room = [
        ((-20.0, 0.0), (40.0, 0.0)),
        ((40.0, 0.0), (40.0, 60.0)),
        ((40.0, 60.0), (-20.0, 60.0)),
        ((-20.0, 60.0), (-20.0, 0.0)),
    ];
    for gap in [2.02, 2.05, 2.25, 3.0] {
        for top in [20.0, 27.0, 31.0, 36.0] {
            let mut obstacles = walls(&room);
            let door = [27.0 - 0.5 * gap, 27.0 + 0.5 * gap];
            obstacles.push(block(Vec2::ZERO, Vec2::new(0.8, door[0])));
            obstacles.push(block(Vec2::new(0.0, door[1]), Vec2::new(0.8, 60.0)));
            obstacles.push(block(Vec2::new(16.0, 0.0), Vec2::new(16.8, top)));
            let (from, goal) = (Vec2::new(-1.1, 1.4), Vec2::new(24.0, 1.4));
            let way = detour(&obstacles, (from, goal), 1.0, true).unwrap();
            assert!(way.ends_within.is_none(), "{gap} {top}");
            // Through the middle of the door and past the upper end of the wall beyond it.
            let (door, over) = (Vec2::new(0.0, 27.0), Vec2::new(16.4, top + 1.0));
            let length = from.distance(door) + door.distance(over) + over.distance(goal);
            assert!(
                (0.9..1.1).contains(&(way.length / length)),
                "{gap} {top}: {} {length}",
                way.length
            );
        }
    }
}

#[test]
fn a_way_leads_through_three_tight_doors_of_rooms_in_a_row() {
    for mirror in [1.0, -1.0] {
        let doors = [(10.0, 2.0), (20.0, 5.0), (30.0, -6.0)].map(|(x, y)| Vec2::new(x, mirror * y));
        let mut edges = vec![
            ((0.0, -8.0), (40.0, -8.0)),
            ((40.0, -8.0), (40.0, 8.0)),
            ((40.0, 8.0), (0.0, 8.0)),
            ((0.0, 8.0), (0.0, -8.0)),
        ];
        for door in doors {
            edges.push(((door.x, -8.0), (door.x, door.y - 0.315)));
            edges.push(((door.x, door.y + 0.315), (door.x, 8.0)));
        }
        let walls = walls(&edges);
        let goal = Vec2::new(35.0, 0.0);
        for number in 0..200 {
            // Before the first door and in it.
            let (column, row) = ((number % 40) as f32, (number / 40) as f32);
            let from = doors[0] + Vec2::new(0.02 * column - 0.8, 0.003 * (row - 2.0));
            let view = (0.3, 0.3, 30.0);
            let way = detour_of(&walls, (from, goal), view, None, true, false).unwrap();
            assert!(way.ends_within.is_none(), "{from}");
            let corners = [from, doors[0], doors[1], doors[2], goal];
            let lines = corners.windows(2).map(|ends| ends[0].distance(ends[1]));
            let length = lines.sum::<f32>();
            assert!(
                (0.97..1.03).contains(&(way.length / length)),
                "{from}: {} {length}",
                way.length
            );
        }
    }
}

#[test]
fn a_wall_beyond_a_jamb_that_the_straight_way_grazes_is_in_the_way() {
    let jamb = 0.6;
    let room = walls(&[((-4.0, jamb), (-4.0, 4.0)), ((4.0, 4.0), (4.0, -4.0))]);
    let goal = Vec2::new(7.0, 0.5);
    for step in 0..400 {
        // The straight way passes the jamb at 0.396 to 0.416 for a reach of 0.405.
        let from = Vec2::new(-4.0685, 0.184 + 5e-5 * step as f32);
        let kept = Remembered {
            side: Side::Left,
            obstacle: Entity::PLACEHOLDER,
            times: 0,
        };
        let view = (0.405, 0.306, 30.0);
        let way = detour_of(&room, (from, goal), view, Some(kept), false, false).unwrap();
        // Round an end of the wall at x = 4; each end is 3.5 to 4.5 beside the straight way.
        assert!(way.length > 12.0, "{from}: {}", way.length);
    }
}

#[test]
fn a_way_leads_out_of_a_room_by_a_door_right_behind_the_agent() {
    let corners = [
        (-4.0, 0.6),
        (-4.0, 4.0),
        (4.0, 4.0),
        (4.0, -4.0),
        (-4.0, -4.0),
        (-4.0, -0.6),
    ];
    let room: Vec<_> = corners.windows(2).map(|ends| (ends[0], ends[1])).collect();
    let room = walls(&room);
    let goal = Vec2::new(7.0, 0.2);
    for number in 0..100 {
        let (column, row) = ((number % 10) as f32, (number / 10) as f32);
        let from = Vec2::new(0.4 * column, 0.2 * (row - 5.0));
        for reach in [0.3, 0.4] {
            let way = detour(&room, (from, goal), reach, true).unwrap();
            // Past a jamb, the back wall and a side wall: 3.4 and 8 long.
            let jamb = Vec2::new(-4.0, if from.y < 0.2 { 0.6 } else { 0.0 });
            let least = from.distance(jamb) - 0.6 + 3.4 + 8.0 + 4.8;
            assert_eq!(way.ends_within, None, "{from}");
            assert!(
                (least..least + 3.0).contains(&way.length),
                "{from}: {} {least}",
                way.length
            );
            assert!(way.bearing.x < -0.9, "{from}");
        }
    }
}

#[test]
fn a_way_leads_on_from_every_place_in_a_tight_door_of_a_thick_wall() {
    let block = |from: (f32, f32), to: (f32, f32)| {
        let corners = [from, (to.0, from.1), to, (from.0, to.1)].map(Vec2::from);
        placed(Outline::polygon(&corners).unwrap())
    };
    for (gap, reach) in [(0.66, 0.306), (0.66, 0.329), (0.615, 0.306)] {
        let rooms = [
            block((0.0, 0.0), (0.25, 16.0 - 0.5 * gap)),
            block((0.0, 16.0 + 0.5 * gap), (0.25, 35.0)),
            block((9.3, 0.0), (9.5, 20.0)),
            block((9.3, 21.6), (9.5, 35.0)),
        ];
        let goal = Vec2::new(14.5, 8.3);
        let free = 0.5 * gap - 0.3;
        for number in 0..400 {
            let (column, row) = ((number % 40) as f32, (number / 40) as f32);
            let from = Vec2::new(0.03 * column - 0.5, 16.0 + free * (0.2 * row - 0.9));
            let view = (reach, reach, 30.0);
            let way = detour_of(&rooms, (from, goal), view, None, true, false).unwrap();
            assert!(way.ends_within.is_none(), "{from} {reach}");
            // To the end of the wall between the other rooms, round it, and to the goal.
            let corner = Vec2::new(9.4, 20.0);
            let length = from.distance(corner) + corner.distance(goal);
            assert!(
                (1.0..1.1).contains(&(way.length / length)),
                "{from} {reach}: {} {length}",
                way.length
            );
        }
    }
}
