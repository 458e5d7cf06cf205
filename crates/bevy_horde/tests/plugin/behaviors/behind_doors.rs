//! A crowd whose goal is near behind a door comes in, and does not settle in the doorway.

use super::*;
use bevy_horde::trace::{Reason, SteeringTrace};

const RADIUS: f32 = 0.3;
const SECOND: usize = 60;

/// A square room beyond `x = 0` with sides of `depth`. A doorway of width `door` is in the middle
/// of its left side.
fn room(app: &mut App, door: f32, depth: f32) {
    let (half, side) = (0.5 * door, 0.5 * depth);
    let corners = [
        (0.0, half),
        (0.0, side),
        (depth, side),
        (depth, -side),
        (0.0, -side),
        (0.0, -half),
    ];
    spawn(app, Obstacle::polyline(corners.map(Vec2::from)));
}

fn crowd(app: &mut App, count: usize, goal: Vec2) -> Vec<Entity> {
    let agent = |number: usize| {
        let (column, row) = ((number / 5) as f32, (number % 5) as f32);
        let place = at(-3.0 - column, row - 2.0 + 0.1 * column);
        let body = SteeringAgent::new(RADIUS, 1.3);
        let goal = Gather::new(goal);
        (
            body,
            AvoidAgents::default(),
            AvoidObstacles::default(),
            place,
            goal,
        )
    };
    (0..count).map(|number| spawn(app, agent(number))).collect()
}

fn is_settled(app: &App, agent: Entity) -> bool {
    get::<Settled>(app, agent).is_settled
}

fn count_inside(app: &App, agents: &[Entity]) -> usize {
    let inside = agents.iter().filter(|agent| place(app, **agent).x > 0.0);
    inside.count()
}

#[test]
fn a_crowd_comes_in_to_a_goal_near_behind_a_door() {
    for (count, goal, door) in [(8, 1.2, 0.75), (8, 1.8, 1.5), (20, 1.8, 0.75)] {
        let mut app = app();
        room(&mut app, door, 10.0);
        let agents = crowd(&mut app, count, Vec2::new(goal, 0.0));
        run(&mut app, 60 * SECOND);
        assert_eq!(count_inside(&app, &agents), count, "{goal} {door}");
        for agent in agents {
            assert!(is_settled(&app, agent));
            assert!(velocity(&app, agent).length() < 0.01);
        }
    }
}

#[test]
fn agents_settle_before_the_door_of_a_room_that_is_full() {
    let mut app = app();
    // The room holds four bodies.
    room(&mut app, 0.75, 1.3);
    let agents = crowd(&mut app, 8, Vec2::new(0.65, 0.0));
    run(&mut app, 120 * SECOND);
    let inside = count_inside(&app, &agents);
    assert!((1..=4).contains(&inside), "{inside}");
    for agent in agents {
        assert!(is_settled(&app, agent), "{:?}", get::<Settled>(&app, agent));
        assert!(velocity(&app, agent).length() < 0.01);
    }
}

const AT_THE_DOOR: Vec2 = Vec2::new(0.2, 0.0);

/// The state of an agent that comes in, and passes on to a free place.
fn passing_on(goal: Vec2, free: Vec2) -> Settled {
    Settled {
        passes_through: true,
        goal,
        spot: free,
        ..Settled::default()
    }
}

/// A room with agents that have settled at `spots`, and one that comes in at `from` with the state
/// `passes`.
fn crowd_in_a_room(
    app: &mut App,
    goal: Vec2,
    spots: &[Vec2],
    from: Vec2,
    passes: Settled,
) -> (Vec<Entity>, Entity) {
    room(app, 0.75, 10.0);
    let agent = |position: Vec2, settled: Settled| {
        let body = SteeringAgent::new(RADIUS, 1.3);
        let avoid = (AvoidAgents::default(), AvoidObstacles::default());
        let place = at(position.x, position.y);
        (body, avoid, place, Gather::new(goal), settled)
    };
    let settled = |spot: Vec2| Settled {
        is_settled: true,
        goal,
        spot,
        ..Settled::default()
    };
    let stand = spots.iter();
    let stand = stand.map(|spot| spawn(app, agent(*spot, settled(*spot))));
    let stand = stand.collect();
    (stand, spawn(app, agent(from, passes)))
}

/// A goal, and 19 spots in a hexagon about it.
fn dense_crowd() -> (Vec2, Vec<Vec2>) {
    let (goal, apart) = (Vec2::new(2.4, 0.0), 2.1 * RADIUS);
    let cells = (-2..=2).flat_map(|row| (-2..=2).map(move |column| (column as f32, row as f32)));
    let offsets =
        cells.map(|(column, row)| Vec2::new(column + 0.5 * row, row * 0.75_f32.sqrt()) * apart);
    let mut spots: Vec<_> = offsets.filter(|it| it.length() < 2.1 * apart).collect();
    spots.sort_by(|one, other| one.length().total_cmp(&other.length()));
    assert_eq!(spots.len(), 19);
    (
        goal,
        spots.into_iter().map(|offset| goal + offset).collect(),
    )
}

#[test]
fn a_crowd_makes_way_to_a_free_place_behind_it() {
    // The free place is not straight behind the goal: without a lane to it, the agent gives up.
    for side in [1.0, -1.0] {
        let mut app = app();
        let (goal, spots) = dense_crowd();
        let free = Vec2::new(4.2, 0.9 * side);
        let passes = passing_on(goal, free);
        let (stand, comes) = crowd_in_a_room(&mut app, goal, &spots, AT_THE_DOOR, passes);
        let mut ticks = 0;
        while place(&app, comes).distance(free) > RADIUS && ticks < 8 * SECOND {
            run(&mut app, 1);
            ticks += 1;
        }
        assert!(ticks < 8 * SECOND, "{} {side}", place(&app, comes));
        assert!(stand.iter().all(|agent| is_settled(&app, *agent)));
    }
}

#[test]
fn an_agent_that_waits_gives_up_its_free_place() {
    let (goal, spots) = dense_crowd();
    let passes = |room_for: f32| Settled {
        room_for,
        ..passing_on(goal, Vec2::new(4.2, 0.9))
    };
    // The agent gives up after 30 s of waiting. At rest and in sight of the place, that time runs
    // six times as fast.
    for (waited, goes_on) in [(29.0, true), (29.95, false)] {
        let mut app = app();
        let (_, comes) = crowd_in_a_room(&mut app, goal, &spots, AT_THE_DOOR, passes(waited));
        run(&mut app, 1);
        assert_eq!(
            get::<Settled>(&app, comes).passes_through,
            goes_on,
            "{waited}"
        );
    }
}

#[test]
fn an_agent_takes_another_free_place_when_its_own_is_taken() {
    let mut app = app();
    let (goal, taken) = (Vec2::new(1.9, 0.0), Vec2::new(3.4, 0.0));
    let passes = passing_on(goal, taken);
    let (_, comes) = crowd_in_a_room(&mut app, goal, &[goal, taken], AT_THE_DOOR, passes);
    run(&mut app, SECOND / 3);
    assert_eq!(get::<Settled>(&app, comes).spot, taken);
    run(&mut app, SECOND / 3);
    let spot = get::<Settled>(&app, comes).spot;
    assert!(spot.distance(taken) > 2.0 * RADIUS, "{spot}");
    assert!(spot.x > 0.0);
}

#[test]
fn an_agent_forgets_its_free_place_when_its_goal_moves() {
    let mut app = app();
    let (goal, other) = (Vec2::new(1.9, 0.0), Vec2::new(8.0, -3.0));
    let free = Vec2::new(3.4, 3.4);
    let passes = passing_on(goal, free);
    let (_, comes) = crowd_in_a_room(&mut app, goal, &[goal], AT_THE_DOOR, passes);
    let trace = SteeringTrace::default();
    app.world_mut().entity_mut(comes).insert(trace);
    run(&mut app, 1);
    assert!(get::<Settled>(&app, comes).passes_through);
    let reasons = &get::<SteeringTrace>(&app, comes).reasons;
    let passes_on = Reason::PassesOn { place: free };
    let count = reasons.iter().filter(|it| **it == passes_on).count();
    assert_eq!(count, 1, "{reasons:?}");
    app.world_mut().entity_mut(comes).insert(Gather::new(other));
    run(&mut app, 2);
    assert!(!get::<Settled>(&app, comes).passes_through);
    run(&mut app, 20 * SECOND);
    assert!(place(&app, comes).distance(other) < RADIUS);
}
