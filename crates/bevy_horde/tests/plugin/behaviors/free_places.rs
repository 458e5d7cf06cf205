//! Agents take free places at the edge of a crowd.

use super::settling::{RADIUS, SECOND, assert_all_stand, body, is_settled};
use super::*;
use bevy_horde::behaviors::Progress;

/// Spawns an agent with the state of a crowd round the origin.
fn member(app: &mut App, from: Vec2, settled: Settled) -> Entity {
    spawn(
        app,
        (body(), at(from.x, from.y), Gather::default(), settled),
    )
}

fn settled_at(spot: Vec2) -> Settled {
    Settled {
        is_settled: true,
        spot,
        ..default()
    }
}

/// The state of an agent on its way to a free place.
fn on_its_way_to(spot: Vec2) -> Settled {
    Settled {
        has_place: true,
        spot,
        ..default()
    }
}

#[test]
fn an_agent_comes_to_the_near_side_of_a_small_crowd() {
    // Bodies stand 2.2 radii apart.
    let apart = 2.2 * RADIUS;
    let mut app = app();
    member(&mut app, Vec2::ZERO, settled_at(Vec2::ZERO));
    let comes = member(&mut app, Vec2::new(2.5 * apart, 0.0), Settled::default());
    run(&mut app, 1);
    let settled = *get::<Settled>(&app, comes);
    assert!(
        settled.has_place && settled.spot.distance(Vec2::X * apart) < 1e-5,
        "{settled:?}"
    );
    run(&mut app, 2 * SECOND);
    assert_all_stand(&app, &[comes]);
    assert!(place(&app, comes).distance(settled.spot) < 0.26 * RADIUS);
}

#[test]
fn an_agent_goes_round_for_a_place_that_is_nearer_by_more_than_half_a_radius() {
    // The near side is taken. Straight behind it the agent would stand 4.4 radii from the goal.
    let apart = 2.2 * RADIUS;
    let mut app = app();
    for spot in [Vec2::ZERO, Vec2::X * apart] {
        member(&mut app, spot, settled_at(spot));
    }
    let comes = member(&mut app, Vec2::new(2.05 * apart, 0.0), Settled::default());
    run(&mut app, 6 * SECOND);
    assert_all_stand(&app, &[comes]);
    let distance = place(&app, comes).length();
    assert!(distance < apart + 0.3 * RADIUS, "{distance}");
}

#[test]
fn a_place_is_for_the_agent_that_is_clearly_nearer_to_it() {
    let apart = 2.2 * RADIUS;
    let spot = Vec2::X * apart;
    // The other agent keeps the place, and is farther away from it, or nearer.
    for (other, takes) in [(4.0, true), (1.2, false)] {
        let mut app = app();
        member(&mut app, Vec2::ZERO, settled_at(Vec2::ZERO));
        let keeps = Vec2::new(1.0, -0.2).normalize() * other * apart;
        let keeps = member(&mut app, keeps, on_its_way_to(spot));
        let comes = member(&mut app, Vec2::X * 2.5 * apart, Settled::default());
        run(&mut app, 2);
        let spots = [comes, keeps].map(|agent| get::<Settled>(&app, agent).spot);
        assert_eq!(
            spots.map(|it| it.distance(spot) < 1e-5),
            [takes, !takes],
            "{spots:?}"
        );
    }
}

#[test]
fn an_agent_that_comes_no_nearer_to_its_place_settles_in_the_crowd() {
    let apart = 2.2 * RADIUS;
    // The agent has moved by 1.8 radii from its anchor, and not nearer to its place.
    let (anchor, position) = (Vec2::new(2.0, 0.4) * apart, Vec2::new(2.0, -0.4) * apart);
    for (stuck_for, settles) in [(2.5, false), (3.99, true)] {
        let mut app = app();
        for spot in [Vec2::ZERO, Vec2::X * apart] {
            member(&mut app, spot, settled_at(spot));
        }
        let settled = Settled {
            progress: Progress { anchor, stuck_for },
            ..on_its_way_to(-Vec2::X * apart)
        };
        let comes = member(&mut app, position, settled);
        run(&mut app, 1);
        assert_eq!(is_settled(&app, comes), settles, "{stuck_for}");
    }
}
