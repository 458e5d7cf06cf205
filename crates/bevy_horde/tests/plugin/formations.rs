//! Formations: shapes on the march, turning about, and narrow gates.

mod changes;
mod determinism;
mod facing;
mod many;
mod sizes;

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::{FormationSlot, FormationState};
use bevy_horde::prelude::*;
use pathfinding::matrix::Matrix;
use pathfinding::prelude::kuhn_munkres_min;

/// Distance of neighbors: 3 radii of 0.5.
const SPACING: f32 = 1.5;

fn shapes() -> [FormationShape; 8] {
    [
        FormationShape::Line,
        FormationShape::Ranks { ranks: 3 },
        FormationShape::Block { files: 5 },
        FormationShape::Column { files: 2 },
        FormationShape::Wedge,
        FormationShape::Box,
        FormationShape::Circle,
        FormationShape::Slots((1..13_u8).map(|x| vec2(-2.0 * f32::from(x), 0.0)).collect()),
    ]
}

/// Body radius 0.5, speed 5, force 15.
fn member(start: Vec2, leader: Entity) -> impl Bundle {
    let avoid = (AvoidObstacles::default(), AvoidAgents::default());
    let body = (at(start.x, start.y), SteeringAgent::default());
    (body, avoid, InFormation(leader))
}

/// A leader with a body at the origin, which walks to `goal`.
fn leader(app: &mut App, shape: FormationShape, goal: Vec2) -> Entity {
    let avoid = (AvoidObstacles::default(), AvoidAgents::default());
    let march = (Formation::new(shape), Arrive::new(goal), avoid);
    let body = (at(0.0, 0.0), SteeringAgent::default());
    app.world_mut().spawn((body, march)).id()
}

/// A marching point at the origin.
fn point(app: &mut App, shape: FormationShape, goal: Vec2) -> Entity {
    let march = Formation::new(shape).on_marching_point(0.5, 5.0);
    let walk = (Arrive::new(goal), AvoidObstacles::default());
    app.world_mut().spawn((at(0.0, 0.0), march, walk)).id()
}

/// Members in a loose crowd behind the leader.
fn crowd(app: &mut App, count: usize, leader: Entity) -> Vec<Entity> {
    let files = (count as f32).sqrt().ceil() as usize;
    let start = |number: usize| {
        let (rank, file) = (number / files, number % files);
        vec2(
            -2.0 - rank as f32 * 1.3,
            (file as f32 - 0.5 * files as f32) * 1.4,
        )
    };
    let spawn = |number| app.world_mut().spawn(member(start(number), leader)).id();
    (0..count).map(spawn).collect()
}

/// The largest and the mean distance of members from their slots.
fn lags(app: &App, members: &[Entity]) -> (f32, f32) {
    let lag = |member: &Entity| get::<FormationSlot>(app, *member).lag;
    let all = members.iter().map(lag);
    let most = all.clone().fold(0.0, f32::max);
    (most, all.sum::<f32>() / members.len() as f32)
}

fn state(app: &App, leader: Entity) -> &FormationState {
    get::<FormationState>(app, leader)
}

/// The sum of the ways to slots, and the least possible sum, by a slow exact assignment.
fn ways(app: &App, leader: Entity, members: &[Entity]) -> (f64, f64) {
    let march = state(app, leader);
    let slot_place =
        |slot: Vec2| march.position + march.heading * slot.x + march.heading.perp() * slot.y;
    let slots: Vec<Vec2> = march.slots.iter().map(|slot| slot_place(*slot)).collect();
    let places: Vec<Vec2> = members.iter().map(|member| place(app, *member)).collect();
    let taken = members.iter().map(|member| {
        let slot = get::<FormationSlot>(app, *member).slot.unwrap();
        slots[slot as usize]
    });
    let way = places
        .iter()
        .zip(taken)
        .map(|(place, slot)| f64::from(place.distance(slot)));
    (way.sum(), least_way(&places, &slots))
}

/// The least total way.
fn least_way(places: &[Vec2], slots: &[Vec2]) -> f64 {
    // The method needs numbers in total order: millionths of a unit.
    let way = |(place, slot): (usize, usize)| (places[place].distance(slots[slot]) * 1e6) as i64;
    let count = places.len();
    let ways = Matrix::from_fn(count, count, way);
    kuhn_munkres_min(&ways).0 as f64 * 1e-6
}

fn slots_of(app: &App, members: &[Entity]) -> Vec<Option<u32>> {
    let slot = |member: &Entity| get::<FormationSlot>(app, *member).slot;
    members.iter().map(slot).collect()
}

/// Sends the leader to another goal.
fn send(app: &mut App, leader: Entity, goal: Vec2) {
    app.world_mut().entity_mut(leader).insert(Arrive::new(goal));
}

#[test]
fn every_shape_is_reached_on_the_march_and_kept_at_rest() {
    for shape in shapes() {
        for has_body in [false, true] {
            let mut app = app();
            let goal = vec2(60.0, 0.0);
            let leader = if has_body {
                leader(&mut app, shape.clone(), goal)
            } else {
                point(&mut app, shape.clone(), goal)
            };
            let members = crowd(&mut app, 12, leader);
            run(&mut app, 480);
            let (most, mean) = lags(&app, &members);
            assert!(most < 0.1 * SPACING, "{shape:?} {has_body}: {most}");
            assert!(mean < 0.02 * SPACING, "{shape:?} {has_body}: {mean}");
            assert!(
                velocity(&app, leader).length() > 4.9,
                "{shape:?} {has_body}"
            );
            run(&mut app, 600);
            let (most, _) = lags(&app, &members);
            assert!(most < 0.01 * SPACING, "{shape:?} {has_body}: {most}");
            for member in &members {
                let speed = velocity(&app, *member).length();
                assert!(speed < 1e-3, "{shape:?} {has_body}: {speed}");
            }
            assert_close(place(&app, leader), goal, 0.01);
        }
    }
}

#[test]
fn ranks_keep_their_depth_and_a_block_its_width() {
    let extent = |shape: FormationShape, count: usize| {
        let mut app = app();
        let leader = point(&mut app, shape, Vec2::ZERO);
        crowd(&mut app, count, leader);
        app.update();
        let slots = &state(&app, leader).slots;
        let most = slots
            .iter()
            .fold(Vec2::ZERO, |most, slot| most.max(slot.abs()));
        (most / SPACING).round()
    };
    for (count, width) in [(9, 1.0), (21, 3.0), (22, 4.0)] {
        let ranks = extent(FormationShape::Ranks { ranks: 3 }, count);
        assert_eq!(ranks, vec2(3.0, width), "{count}");
    }
    for (count, depth) in [(5, 1.0), (6, 2.0), (25, 5.0)] {
        let block = extent(FormationShape::Block { files: 5 }, count);
        assert_eq!(block, vec2(depth, 2.0), "{count}");
    }
    assert_eq!(
        extent(FormationShape::Ranks { ranks: 0 }, 5),
        vec2(1.0, 2.0)
    );
    assert_eq!(
        extent(FormationShape::Block { files: 0 }, 5),
        vec2(5.0, 0.0)
    );
}

#[test]
fn a_member_that_leaves_has_no_slot() {
    let mut app = app();
    let leader = leader(&mut app, FormationShape::default(), vec2(90.0, 0.0));
    let members = crowd(&mut app, 3, leader);
    run(&mut app, 60);
    assert!(slots_of(&app, &members).iter().all(Option::is_some));
    app.world_mut()
        .entity_mut(members[1])
        .remove::<InFormation>();
    run(&mut app, 60);
    let slots = slots_of(&app, &members);
    assert!(slots[0].is_some() && slots[1].is_none() && slots[2].is_some());
    app.world_mut().despawn(leader);
    run(&mut app, 2);
    assert_eq!(slots_of(&app, &members), [None; 3]);
}

#[test]
fn the_leader_goes_at_the_pace_of_the_slowest_and_waits_for_those_behind() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Line, vec2(200.0, 0.0));
    let members = crowd(&mut app, 6, leader);
    let slow = SteeringAgent::new(0.5, 2.0);
    app.world_mut().entity_mut(members[3]).insert(slow);
    run(&mut app, 600);
    assert_near(velocity(&app, leader).length(), 2.0, 0.05);
    let (most, _) = lags(&app, &members);
    assert!(most < 0.2 * SPACING, "{most}");
    // Without the slow member the leader goes faster.
    app.world_mut().despawn(members[3]);
    run(&mut app, 300);
    assert_near(velocity(&app, leader).length(), 5.0, 0.05);
    // All members are pushed back: the leader slows down, and does not stop.
    let left = [0, 1, 2, 4, 5].map(|number| members[number]);
    for member in left {
        let mut transform = app.world_mut().get_mut::<Transform>(member).unwrap();
        transform.translation.x -= 20.0;
    }
    run(&mut app, 60);
    let speed = velocity(&app, leader).length();
    // 0.6 is the speed of 5, times 1 - 0.8 for many members that lag, times 1 - 0.4 for one.
    assert!((0.6..1.2).contains(&speed), "{speed}");
    run(&mut app, 600);
    let (most, _) = lags(&app, &left);
    assert!(most < 0.1 * SPACING, "{most}");
    assert_near(velocity(&app, leader).length(), 5.0, 0.05);
}

#[test]
fn a_member_that_is_stuck_does_not_hold_the_others() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Wedge, vec2(300.0, 0.0));
    let members = crowd(&mut app, 3, leader);
    let still = SteeringAgent::default().with_max_force(0.0);
    app.world_mut().entity_mut(members[2]).insert(still);
    run(&mut app, 600);
    assert_near(velocity(&app, leader).length(), 5.0, 0.05);
}

#[test]
fn a_box_of_100_turns_about_where_it_stands() {
    for has_body in [false, true] {
        let mut app = app();
        let goal = vec2(20.0, 0.0);
        let leader = if has_body {
            leader(&mut app, FormationShape::Box, goal)
        } else {
            point(&mut app, FormationShape::Box, goal)
        };
        let members = crowd(&mut app, 97, leader);
        run(&mut app, 480);
        send(&mut app, leader, vec2(-60.0, 0.0));
        let mut ticks = 0;
        while state(&app, leader).heading.x > 0.0 {
            app.update();
            ticks += 1;
            assert!(ticks < 60);
        }
        let (way, least) = ways(&app, leader, &members);
        assert!(way <= 1.02 * least + 1e-3, "{way} {least}");
        // Only the last rank with 7 of 10 has to move.
        assert!(least < 97.0 * 0.5 * f64::from(SPACING), "{least}");
        run(&mut app, 600);
        let (most, _) = lags(&app, &members);
        assert!(most < 0.1 * SPACING, "{has_body} {most}");
        // A leader with a body walks round to the front, and the slots close up behind it.
        run(&mut app, 600);
        let march = state(&app, leader);
        assert!(march.heading.x < -0.9 && march.turn_offset == 0.0);
        for member in &members {
            let behind = place(&app, leader) - place(&app, *member);
            assert!(behind.dot(march.heading) > 0.9 * SPACING, "{behind}");
        }
    }
}

#[test]
fn a_crowd_that_forms_up_takes_the_least_total_way() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Circle, vec2(0.0, 0.0));
    let members = crowd(&mut app, 100, leader);
    app.update();
    // The assignment is as at the start of the tick; no agent has moved far since.
    let (way, least) = ways(&app, leader, &members);
    assert!(way <= 1.02 * least, "{way} {least}");
}

#[test]
fn slots_are_not_swapped_back_and_forth() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, vec2(50.0, 20.0));
    let members = crowd(&mut app, 50, leader);
    let mut known = Vec::new();
    let mut changes = 0;
    for _ in 0..900 {
        app.update();
        let slots = slots_of(&app, &members);
        changes += usize::from(slots != known);
        known = slots;
    }
    assert!(changes <= 6, "{changes}");
}

/// A wall along x = 0 with a gate of this width about the origin.
fn gate(app: &mut App, width: f32) {
    for side in [-1.0, 1.0] {
        let middle = side * (0.5 * width + 30.0);
        let wall = (at(0.0, middle), Obstacle::rectangle(1.0, 60.0));
        app.world_mut().spawn(wall);
    }
}

#[test]
fn a_hundred_go_through_a_gate_three_bodies_wide_and_form_up_again() {
    for has_body in [false, true] {
        let mut app = app();
        gate(&mut app, 3.0);
        let goal = vec2(70.0, 0.0);
        let leader = if has_body {
            leader(&mut app, FormationShape::Box, goal)
        } else {
            point(&mut app, FormationShape::Box, goal)
        };
        let members = crowd(&mut app, 100, leader);
        for entity in members.iter().chain([&leader]) {
            let mut transform = app.world_mut().get_mut::<Transform>(*entity).unwrap();
            transform.translation.x -= 20.0;
        }
        let (mut files, mut ticks) = (u32::MAX, 0);
        while members.iter().any(|member| place(&app, *member).x < 1.0) {
            app.update();
            let narrows = state(&app, leader).is_column();
            files = files.min(if narrows {
                state(&app, leader).column_files
            } else {
                files
            });
            ticks += 1;
            assert!(ticks < 60 * 45, "{has_body}");
        }
        assert_eq!(files, 2);
        let passed = ticks;
        while lags(&app, &members).0 > 0.5 * SPACING {
            app.update();
            ticks += 1;
            assert!(
                ticks - passed < 600,
                "{has_body} {:?}",
                lags(&app, &members)
            );
        }
        assert!(!state(&app, leader).is_column());
    }
}

#[test]
fn a_column_follows_its_leader_round_corners() {
    let mut app = app();
    // A wall on the inside of the corner.
    let wall = (at(14.0, 12.0), Obstacle::rectangle(20.0, 20.0));
    app.world_mut().spawn(wall);
    let shape = FormationShape::Column { files: 2 };
    let leader = point(&mut app, shape, Vec2::ZERO);
    app.world_mut().entity_mut(leader).remove::<Arrive>();
    let path = Path::new([vec2(0.0, 0.0), vec2(26.0, 0.0), vec2(26.0, 50.0)]);
    app.world_mut()
        .entity_mut(leader)
        .insert((path, FollowPath::default()));
    let members = crowd(&mut app, 20, leader);
    run(&mut app, 300);
    let mut worst = 0.0_f32;
    for _ in 0..900 {
        app.update();
        worst = worst.max(lags(&app, &members).0);
    }
    assert!(worst < SPACING, "{worst}");
    let last = members
        .iter()
        .map(|member| place(&app, *member).y)
        .fold(f32::MAX, f32::min);
    assert!(last > 30.0, "{last}");
    assert!(lags(&app, &members).0 < 0.2 * SPACING);
}
