//! More members than the auction assigns: slots in steps.

use super::*;

/// More members than the auction assigns.
const MANY: usize = 400;

/// Asserts that all members have slots, and all other ones.
fn assert_all_slots(app: &App, members: &[Entity]) {
    let mut slots = slots_of(app, members);
    slots.sort_unstable();
    assert!(slots.into_iter().eq((0..members.len() as u32).map(Some)));
}

#[test]
fn a_large_formation_has_slots_at_once_and_then_shortens_the_ways() {
    for shape in [FormationShape::Box, FormationShape::Circle] {
        let mut app = app();
        let leader = point(&mut app, shape, Vec2::ZERO);
        let members = crowd(&mut app, MANY, leader);
        app.update();
        assert_all_slots(&app, &members);
        let (way, least) = ways(&app, leader, &members);
        assert!(way <= 1.06 * least, "{way} {least}");
        let mut steps = 1;
        while state(&app, leader).unchecked_slots > 0 {
            app.update();
            assert_all_slots(&app, &members);
            steps += 1;
            assert!(steps < 30);
        }
        let (way, least) = ways(&app, leader, &members);
        assert!(way <= 1.03 * least, "{way} {least}");
    }
}

#[test]
fn one_comes_and_one_goes_in_each_tick_and_few_others_change_their_slots() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, Vec2::ZERO);
    let mut members = crowd(&mut app, MANY, leader);
    run(&mut app, 600);
    assert!(lags(&app, &members).0 < 0.5 * SPACING);
    for number in 0..60 {
        let gone = members.remove((37 * number + 11) % (MANY - 1));
        let known = slots_of(&app, &members);
        app.world_mut().despawn(gone);
        let start = vec2(25.0, number as f32 - 30.0);
        members.push(app.world_mut().spawn(member(start, leader)).id());
        app.update();
        assert_all_slots(&app, &members);
        let slots = slots_of(&app, &members);
        let changed = known
            .iter()
            .zip(&slots)
            .filter(|(one, other)| one != other)
            .count();
        assert!(changed < MANY / 8, "{number} {changed}");
    }
    run(&mut app, 900);
    let (most, _) = lags(&app, &members);
    assert!(most < 0.5 * SPACING, "{most}");
}

#[test]
fn a_large_formation_turns_about_where_it_stands() {
    let mut app = app();
    let leader = point(&mut app, FormationShape::Box, vec2(15.0, 0.0));
    let members = crowd(&mut app, MANY - 7, leader);
    run(&mut app, 700);
    send(&mut app, leader, vec2(-80.0, 0.0));
    let mut ticks = 0;
    while state(&app, leader).heading.x > 0.0 {
        app.update();
        ticks += 1;
        assert!(ticks < 90);
    }
    assert_all_slots(&app, &members);
    let (way, least) = ways(&app, leader, &members);
    // Only the last rank with 13 of 20 has to move, so an agent goes half a spacing in the mean.
    let mean = way / members.len() as f64;
    assert!(mean < 0.5 * f64::from(SPACING), "{mean} {way} {least}");
    run(&mut app, 900);
    let (most, _) = lags(&app, &members);
    assert!(most < 0.1 * SPACING, "{most}");
}

#[test]
fn the_spawn_order_of_many_changes_no_bit() {
    let begin = |order: &dyn Fn(usize) -> usize| {
        let mut app = app();
        let leader = point(&mut app, FormationShape::Box, vec2(9.0, 40.0));
        app.world_mut().entity_mut(leader).insert(AgentId(9_999));
        let mut members = vec![Entity::PLACEHOLDER; 300];
        for number in (0..300).map(order) {
            let start = vec2(-(number as f32) * 0.2, (number * 7 % 300) as f32);
            let agent = (member(start, leader), AgentId(number as u64));
            members[number] = app.world_mut().spawn(agent).id();
        }
        (app, members)
    };
    let (mut app, members) = begin(&|number| number);
    let (mut other, others) = begin(&|number| 299 - number);
    for _ in 0..6 {
        run(&mut app, 15);
        run(&mut other, 15);
        assert_eq!(slots_of(&app, &members), slots_of(&other, &others));
        for (one, other_one) in members.iter().zip(&others) {
            assert_eq!(bits(&app, *one), bits(&other, *other_one));
        }
    }
}
