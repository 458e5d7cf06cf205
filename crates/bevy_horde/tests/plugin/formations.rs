//! Formations: shapes on the march, turning about, narrow gates, gaps, and the same bits.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::{FormationSlot, FormationState};
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;

/// Distance of neighbors: 3 radii of 0.5.
const SPACING: f32 = 1.5;

fn shapes() -> [FormationShape; 6] {
    [
        FormationShape::Line,
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

/// The distances of members from their slots.
fn lags(app: &App, members: &[Entity]) -> (f32, f32) {
    let lag = |member: &Entity| get::<FormationSlot>(app, *member).lag;
    let all = members.iter().map(lag);
    let most = all.clone().fold(0.0, f32::max);
    (most, all.sum::<f32>() / members.len() as f32)
}

fn state(app: &App, leader: Entity) -> &FormationState {
    get::<FormationState>(app, leader)
}

/// The sum of the ways to slots, and the least of all by a slow exact assignment.
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

/// The least total way by the Hungarian method in double precision.
fn least_way(places: &[Vec2], slots: &[Vec2]) -> f64 {
    let count = places.len();
    let cost = |row: usize, column: usize| f64::from(places[row - 1].distance(slots[column - 1]));
    let (mut of_rows, mut of_columns) = (vec![0.0; count + 1], vec![0.0; count + 1]);
    let mut owner = vec![0; count + 1];
    for row in 1..=count {
        owner[0] = row;
        let mut column = 0;
        let mut least = vec![f64::INFINITY; count + 1];
        let mut before = vec![0; count + 1];
        let mut used = vec![false; count + 1];
        while owner[column] != 0 {
            used[column] = true;
            let (at, mut step, mut next) = (owner[column], f64::INFINITY, 0);
            for other in (1..=count).filter(|other| !used[*other]) {
                let reduced = cost(at, other) - of_rows[at] - of_columns[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, column);
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            for other in 0..=count {
                if used[other] {
                    of_rows[owner[other]] += step;
                    of_columns[other] -= step;
                } else {
                    least[other] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            owner[column] = owner[before[column]];
            column = before[column];
        }
    }
    (1..=count).map(|column| cost(owner[column], column)).sum()
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
    // Without the slow one it goes faster.
    app.world_mut().despawn(members[3]);
    run(&mut app, 300);
    assert_near(velocity(&app, leader).length(), 5.0, 0.05);
    // All are pushed back: it waits, and does not stop.
    let left = [0, 1, 2, 4, 5].map(|number| members[number]);
    for member in left {
        let mut transform = app.world_mut().get_mut::<Transform>(member).unwrap();
        transform.translation.x -= 20.0;
    }
    run(&mut app, 60);
    let speed = velocity(&app, leader).length();
    // 0.6 is 5 times 1 - 0.8, times 1 - 0.4.
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
        assert!(march.heading.x < -0.9 && march.ahead == 0.0);
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
    // The assignment is that of the start of the tick; nothing has moved far since.
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
                state(&app, leader).files
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

#[test]
fn a_tenth_dies_and_the_gaps_close() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, vec2(300.0, 0.0));
    let members = crowd(&mut app, 100, leader);
    run(&mut app, 600);
    let before = slots_of(&app, &members);
    let (dead, alive): (Vec<_>, Vec<_>) = (0..100).partition(|number| number % 10 == 3);
    for number in dead {
        app.world_mut().despawn(members[number]);
    }
    let left: Vec<Entity> = alive.iter().map(|number| members[*number]).collect();
    run(&mut app, 2);
    let mut slots = slots_of(&app, &left);
    let kept = alive
        .iter()
        .zip(&slots)
        .filter(|(number, slot)| before[**number] == **slot);
    let kept = kept.count();
    slots.sort_unstable();
    assert!(slots.into_iter().eq((0..90).map(Some)));
    assert!(kept >= 45, "{kept}");
    run(&mut app, 300);
    let (most, _) = lags(&app, &left);
    assert!(most < 0.1 * SPACING, "{most}");
}

#[test]
fn members_without_a_leader_have_no_opinion() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, vec2(100.0, 0.0));
    let members = crowd(&mut app, 5, leader);
    run(&mut app, 60);
    app.world_mut().despawn(leader);
    app.update();
    for member in &members {
        assert!(app.world().get::<InFormation>(*member).is_none());
        let forces = get::<Steering>(&app, *member);
        assert!(forces.force.is_finite());
    }
    // A leader that is no formation leads nowhere, and its followers say so once.
    let other = app
        .world_mut()
        .spawn((at(50.0, 0.0), SteeringAgent::default()))
        .id();
    let lost = app
        .world_mut()
        .spawn((at(60.0, 0.0), SteeringAgent::default(), InFormation(other)))
        .id();
    run(&mut app, 3);
    assert!(!has_opinion(&app, lost));
    assert_eq!(
        app.world().resource::<SteeringWarnings>().reported().len(),
        1
    );
}

#[test]
fn a_formation_of_none_and_of_one_and_a_change_of_leader() {
    let mut app = app();
    let alone = point(&mut app, FormationShape::Box, vec2(30.0, 0.0));
    let other = point(&mut app, FormationShape::Circle, vec2(-30.0, 0.0));
    run(&mut app, 150);
    assert_near(velocity(&app, alone).x, 5.0, 0.1);
    let members = crowd(&mut app, 1, alone);
    run(&mut app, 600);
    assert_close(place(&app, members[0]), vec2(30.0 - SPACING, 0.0), 0.01);
    // It goes over to the other formation, which is about (-30, 0) and faces the other way.
    app.world_mut()
        .entity_mut(members[0])
        .insert(InFormation(other));
    run(&mut app, 1_200);
    assert_close(place(&app, members[0]), vec2(-30.0 + SPACING, 0.0), 0.01);
    // A disabled member has no slot.
    app.world_mut()
        .entity_mut(members[0])
        .insert(SteeringDisabled);
    app.update();
    assert_eq!(get::<FormationSlot>(&app, members[0]).slot, None);
}

#[test]
fn settings_that_are_not_finite_are_reported_and_harmless() {
    let mut app = app();
    let shape = FormationShape::Slots(vec![Vec2::NAN, vec2(-2.0, 0.0), vec2(f32::INFINITY, 0.0)]);
    let leader = point(&mut app, shape, vec2(30.0, 0.0));
    let spacing = Length::World(f32::NAN);
    app.world_mut()
        .get_mut::<Formation>(leader)
        .unwrap()
        .spacing = spacing;
    let members = crowd(&mut app, 5, leader);
    run(&mut app, 600);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let fields: Vec<&str> = reported.iter().map(|report| report.field).collect();
    assert_eq!(reported.len(), 2, "{reported:?}");
    assert!(fields.contains(&"shape") && fields.contains(&"spacing"));
    for member in &members {
        assert!(place(&app, *member).is_finite());
    }
    for length in [Length::World(0.0), Length::World(1e30), Length::World(-1.0)] {
        app.world_mut()
            .get_mut::<Formation>(leader)
            .unwrap()
            .spacing = length;
        app.world_mut().get_mut::<Formation>(leader).unwrap().shape =
            FormationShape::Column { files: 0 };
        run(&mut app, 30);
    }
    for member in &members {
        assert!(place(&app, *member).is_finite());
    }
}

/// Two formations that cross, one of them through a gate. Members in the order of `order`.
fn two_formations(pools: TaskPoolPlugin, order: impl Fn(usize) -> usize) -> (App, Vec<Entity>) {
    let mut app = app_on(pools, SteeringPlugin::default(), 60.0);
    gate(&mut app, 3.0);
    let spawn_point = |app: &mut App, id, start: Vec2, goal, shape| {
        let entity = point(app, shape, goal);
        let id = AgentId(1_000_u64 + id);
        app.world_mut()
            .entity_mut(entity)
            .insert((id, at(start.x, start.y)));
        entity
    };
    let boxed = spawn_point(
        &mut app,
        0,
        vec2(-15.0, 0.0),
        vec2(40.0, 0.0),
        FormationShape::Box,
    );
    let wedge = spawn_point(
        &mut app,
        1,
        vec2(20.0, 25.0),
        vec2(20.0, -60.0),
        FormationShape::Wedge,
    );
    let mut members = vec![Entity::PLACEHOLDER; 40];
    for number in (0..40).map(order) {
        let (leader, start) = if number < 25 {
            let (rank, file) = (number / 5, number % 5);
            (
                boxed,
                vec2(-17.0 - rank as f32 * 1.4, file as f32 * 1.3 - 2.0),
            )
        } else {
            (wedge, vec2(13.0 + (number - 25) as f32, 28.0))
        };
        let id = AgentId(number as u64);
        members[number] = app.world_mut().spawn((member(start, leader), id)).id();
    }
    members.extend([boxed, wedge]);
    (app, members)
}

fn all_bits(app: &App, agents: &[Entity]) -> Vec<Vec<u32>> {
    agents.iter().map(|agent| bits(app, *agent)).collect()
}

#[test]
fn threads_and_spawn_order_do_not_change_a_bit() {
    let pools = TaskPoolPlugin::default;
    let (mut app, agents) = two_formations(pools(), |number| number);
    let (mut backward, others) = two_formations(pools(), |number| 39 - number);
    let (mut mixed, mixed_agents) = two_formations(pools(), |number| (number * 7) % 40);
    let is_through = |app: &App, agent: &Entity| place(app, *agent).x > 1.0;
    let mut is_in_the_middle = false;
    for _ in 0..12 {
        run(&mut app, 60);
        run(&mut backward, 60);
        run(&mut mixed, 60);
        let through = agents[..25].iter().filter(|agent| is_through(&app, agent));
        is_in_the_middle |= (5..20).contains(&through.count());
        let expected = all_bits(&app, &agents);
        assert!(expected == all_bits(&backward, &others));
        assert!(expected == all_bits(&mixed, &mixed_agents));
    }
    // The gate is compared, too.
    assert!(is_in_the_middle);
}
