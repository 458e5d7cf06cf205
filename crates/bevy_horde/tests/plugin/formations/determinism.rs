//! The same bits at every thread count and spawn order.

use super::*;

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
    // The comparison includes ticks at the gate.
    assert!(is_in_the_middle);
}
