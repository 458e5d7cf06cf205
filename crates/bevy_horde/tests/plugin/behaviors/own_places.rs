//! Agents with places of their own, close together, come home without driving each other off.

use super::*;

const RADIUS: f32 = 0.3;
const SECOND: usize = 60;

fn body() -> (SteeringAgent, AvoidAgents) {
    (SteeringAgent::new(RADIUS, 1.3), AvoidAgents::default())
}

fn home_at(app: &mut App, home: Vec2, start: Vec2) -> Entity {
    spawn(app, (body(), at(start.x, start.y), Arrive::new(home)))
}

fn settled(app: &App, agent: Entity) -> Settled {
    *get::<Settled>(app, agent)
}

/// A body at rest that avoids no other.
fn boulder(app: &mut App, spot: Vec2) -> Entity {
    spawn(app, (SteeringAgent::new(RADIUS, 1.3), at(spot.x, spot.y)))
}

/// An agent that has settled at the origin, where a body stands now. The agent is 2.1 radii from
/// the origin.
fn beside_its_taken_place(app: &mut App) -> Entity {
    let agent = home_at(app, Vec2::ZERO, Vec2::ZERO);
    run(app, SECOND);
    boulder(app, Vec2::ZERO);
    app.world_mut()
        .entity_mut(agent)
        .insert(at(-2.1 * RADIUS, 0.0));
    agent
}

/// Makes an agent creep upward, `radii` to the right of the origin. It is within ten radii of the
/// origin for more than 30 s.
fn creep_past(app: &mut App, radii: f32) {
    let walker = Vec2::new(radii, -4.0) * RADIUS;
    let slow = SteeringAgent::new(RADIUS, 0.1);
    let far = walker + Vec2::Y * 100.0;
    spawn(app, (slow, at(walker.x, walker.y), Seek::new(far)));
}

#[test]
fn a_late_agent_gets_to_its_place_in_a_dense_block_and_all_come_to_rest() {
    let mut app = app();
    let spacing = 2.1 * RADIUS;
    let late = 2 * 6 + 2;
    let homes: Vec<Vec2> = (0..36)
        .map(|number| Vec2::new((number % 6) as f32, (number / 6) as f32) * spacing)
        .collect();
    let agents: Vec<Entity> = (0..36)
        .map(|number| {
            let start = if number == late {
                Vec2::splat(-4.0)
            } else {
                homes[number]
            };
            home_at(&mut app, homes[number], start)
        })
        .collect();
    run(&mut app, 45 * SECOND);
    for (agent, home) in agents.iter().zip(homes) {
        let away = place(&app, *agent).distance(home);
        assert!(away < 0.1 * RADIUS, "{away}");
        assert!(velocity(&app, *agent).length() < 0.01);
        assert!(settled(&app, *agent).is_settled);
    }
}

#[test]
fn an_agent_whose_place_is_taken_does_not_press_and_comes_home_later() {
    let mut app = app();
    let agent = home_at(&mut app, Vec2::ZERO, Vec2::ZERO);
    run(&mut app, SECOND);
    assert!(settled(&app, agent).is_settled);
    // The body lies 1.1 radii off the place. The agent stands on the other side of its place,
    // within a radius.
    let taken = Vec2::new(1.1 * RADIUS, 0.0);
    let other = boulder(&mut app, taken);
    app.world_mut()
        .entity_mut(agent)
        .insert(at(-0.95 * RADIUS, 0.0));
    run(&mut app, 8 * SECOND);
    assert!(place(&app, other).distance(taken) < 0.01 * RADIUS);
    let gap = place(&app, agent).distance(taken) - 2.0 * RADIUS;
    assert!((0.04..0.06).contains(&(gap / RADIUS)), "{gap}");
    assert!(velocity(&app, agent).length() < 0.01);
    assert!(settled(&app, agent).is_settled);
    app.world_mut().entity_mut(other).despawn();
    run(&mut app, 2 * SECOND);
    assert!(place(&app, agent).length() < 0.05 * RADIUS);
}

#[test]
fn an_agent_away_from_home_for_four_seconds_is_on_its_way_again_unless_one_passes() {
    for passer in [false, true] {
        let mut app = app();
        let agent = beside_its_taken_place(&mut app);
        if passer {
            creep_past(&mut app, 4.0);
        }
        run(&mut app, 3 * SECOND);
        assert!(settled(&app, agent).is_settled);
        let mut stays = true;
        for _ in 0..3 * SECOND {
            app.update();
            stays &= settled(&app, agent).is_settled;
        }
        assert_eq!(stays, passer);
    }
}

#[test]
fn an_agent_far_from_its_place_is_on_its_way_at_once() {
    let mut app = app();
    let agents = [29.0, 31.0].map(|radii| {
        let home = Vec2::new(0.0, 100.0 * radii);
        let agent = home_at(&mut app, home, home);
        (agent, home, radii)
    });
    run(&mut app, SECOND);
    for (agent, home, radii) in agents {
        let away = home + Vec2::X * (radii * RADIUS);
        app.world_mut().entity_mut(agent).insert(at(away.x, away.y));
    }
    run(&mut app, 2);
    assert_eq!(
        agents.map(|(agent, ..)| settled(&app, agent).is_settled),
        [true, false]
    );
    run(&mut app, 12 * SECOND);
    for (agent, home, _) in agents {
        assert!(place(&app, agent).distance(home) < 0.05 * RADIUS);
        assert!(settled(&app, agent).is_settled);
    }
}

#[test]
fn an_agent_that_creeps_past_holds_up_the_return_for_twenty_seconds_at_most() {
    let mut app = app();
    let agent = beside_its_taken_place(&mut app);
    creep_past(&mut app, 4.0);
    run(&mut app, 19 * SECOND);
    assert!(settled(&app, agent).is_settled);
    run(&mut app, 2 * SECOND);
    assert!(!settled(&app, agent).is_settled);
}

#[test]
fn an_agent_far_from_its_place_makes_way_where_it_is() {
    let mut app = app();
    let agent = home_at(&mut app, Vec2::ZERO, Vec2::ZERO);
    run(&mut app, SECOND);
    // The agent is 15 radii from home. A large body stands in its way, and fills a third of the
    // area within five radii of the agent.
    let away = Vec2::new(-15.0, 0.0);
    let large = SteeringAgent::new(3.0 * RADIUS, 1.3);
    let spot = (away + Vec2::new(4.05, 0.0)) * RADIUS;
    spawn(&mut app, (large, at(spot.x, spot.y)));
    let (start, far) = (away + Vec2::new(0.3, 3.0), away + Vec2::new(0.3, -60.0));
    let passer = SteeringAgent::new(RADIUS, 0.3);
    let start = at(start.x * RADIUS, start.y * RADIUS);
    spawn(&mut app, (passer, start, Seek::new(far * RADIUS)));
    let there = away * RADIUS;
    app.world_mut()
        .entity_mut(agent)
        .insert(at(there.x, there.y));
    run(&mut app, SECOND);
    let moved = (place(&app, agent) - there) / RADIUS;
    assert!(moved.x < -0.3 && moved.y.abs() < 0.1, "{moved}");
    assert!(settled(&app, agent).is_settled);
}

#[test]
fn a_place_that_creeps_takes_its_agent_along() {
    let mut app = app();
    let agent = home_at(&mut app, Vec2::ZERO, Vec2::ZERO);
    run(&mut app, SECOND);
    for tick in 1..=10 * SECOND {
        let home = Vec2::X * (0.01 * RADIUS * tick as f32);
        app.world_mut().entity_mut(agent).insert(Arrive::new(home));
        app.update();
        assert!(settled(&app, agent).is_settled);
        assert!(place(&app, agent).distance(home) < 0.5 * RADIUS);
    }
}

#[test]
fn an_agent_without_a_way_has_no_place_of_its_own() {
    let mut app = app();
    let room = [(-6.0, -6.0), (6.0, -6.0), (6.0, 6.0), (-6.0, 6.0)].map(Vec2::from);
    for wall in 0..4 {
        spawn(
            &mut app,
            Obstacle::segment(room[wall], room[(wall + 1) % 4]),
        );
    }
    let agent = home_at(&mut app, Vec2::new(12.0, 0.0), Vec2::new(3.0, 0.0));
    app.world_mut()
        .entity_mut(agent)
        .insert(AvoidObstacles::default());
    run(&mut app, 10 * SECOND);
    assert!(settled(&app, agent).is_settled);
    let spot = place(&app, agent);
    assert!((5.5..5.8).contains(&spot.x), "{spot}");
    // The new place is more than six and less than thirty radii away.
    app.world_mut().entity_mut(agent).insert(at(1.0, 0.0));
    run(&mut app, 2);
    assert!(!settled(&app, agent).is_settled);
}

#[test]
fn an_agent_that_is_not_solid_comes_home_through_others() {
    for is_solid in [true, false] {
        let mut app = app();
        let agent = home_at(&mut app, Vec2::ZERO, Vec2::ZERO);
        if !is_solid {
            let ghost = SteeringAgent::new(RADIUS, 1.3).non_solid();
            app.world_mut().entity_mut(agent).insert(ghost);
        }
        run(&mut app, SECOND);
        boulder(&mut app, Vec2::new(-3.0 * RADIUS, 0.0));
        app.world_mut()
            .entity_mut(agent)
            .insert(at(-6.0 * RADIUS, 0.0));
        run(&mut app, 3 * SECOND);
        let is_home = place(&app, agent).length() < 0.1 * RADIUS;
        assert_eq!(is_home, !is_solid);
    }
}
