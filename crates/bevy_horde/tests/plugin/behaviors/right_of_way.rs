//! Agents that block each other beside walls: one makes room.

use super::*;
use bevy_horde::behaviors::YieldState;
use bevy_horde::trace::{Reason, SteeringTrace};

/// A wall along `x = 0` with a doorway that one agent fills.
fn doorway(app: &mut App) {
    narrow_doorway(app, 0.45);
}

/// A wall along `x = 0` with a doorway of this half width.
fn narrow_doorway(app: &mut App, half_width: f32) {
    for side in [-1.0, 1.0] {
        let [jamb, end] = [half_width, 6.0].map(|y| Vec2::new(0.0, side * y));
        spawn(app, (Obstacle::segment(jamb, end), Transform::default()));
    }
}

/// An agent that walks to `goal` with this stable id.
pub(super) fn walker(app: &mut App, id: u64, from: Vec2, goal: Vec2) -> Entity {
    let agent = (
        SteeringAgent::new(0.3, 1.3),
        AgentId(id),
        at(from.x, from.y),
        Arrive::new(goal),
        AvoidObstacles::default(),
        AvoidAgents::default(),
    );
    spawn(app, agent)
}

fn is_yielding(app: &App, agent: Entity) -> bool {
    get::<YieldState>(app, agent).is_yielding()
}

/// Whether an agent that begins to yield does so briefly: then `seconds` starts at 12, else at 0.
/// `None` if the agent does not begin in this tick.
fn begins_to_yield(app: &App, agent: Entity) -> Option<bool> {
    let memory = get::<YieldState>(app, agent);
    let begins = memory.is_yielding() && [0.0, 12.0].contains(&memory.seconds);
    begins.then_some(memory.seconds > 0.0)
}

#[test]
fn in_a_doorway_the_lower_id_goes_first_and_the_other_makes_room() {
    for ids in [(1, 2), (2, 1)] {
        let mut app = app();
        doorway(&mut app);
        let (left, right) = (Vec2::new(-3.0, 0.0), Vec2::new(3.0, 0.0));
        let a = walker(&mut app, ids.0, left, right);
        let b = walker(&mut app, ids.1, right, left);
        let (first, second) = if ids.0 < ids.1 { (a, b) } else { (b, a) };
        for agent in [first, second] {
            let mut agent = app.world_mut().entity_mut(agent);
            agent.insert(SteeringTrace::default());
        }
        let mut has_yielded = false;
        for _ in 0..60 * 12 {
            app.update();
            has_yielded |= is_yielding(&app, second);
            let waits_for = |agent| {
                let reasons = &get::<SteeringTrace>(&app, agent).reasons;
                reasons.iter().find_map(|reason| match reason {
                    Reason::MakesRoom { agent } => *agent,
                    _ => None,
                })
            };
            let yields_to = is_yielding(&app, second).then_some(first);
            assert_eq!([waits_for(first), waits_for(second)], [None, yields_to]);
            assert!(!is_yielding(&app, first), "{ids:?}");
            assert_ne!(begins_to_yield(&app, second), Some(true), "{ids:?}");
        }
        assert!(has_yielded, "{ids:?}");
        assert_close(place(&app, a), right, 0.1);
        assert_close(place(&app, b), left, 0.1);
        let at_rest = YieldState {
            position: place(&app, second),
            update_time: 1.0 / 60.0,
            ..default()
        };
        assert_eq!(*get::<YieldState>(&app, second), at_rest);
    }
}

#[test]
fn one_makes_room_for_a_queue() {
    let mut app = app();
    doorway(&mut app);
    // The lowest id would go first against one agent.
    let alone = walker(&mut app, 0, Vec2::new(3.5, 0.0), Vec2::new(-3.5, 0.0));
    let queue = [(1, -4.0, 0.0), (2, -5.0, 0.7), (3, -5.0, -0.7)];
    let queue =
        queue.map(|(id, x, y)| walker(&mut app, id, Vec2::new(x, y), Vec2::new(x + 9.0, y)));
    let mut has_yielded = false;
    for _ in 0..60 * 20 {
        app.update();
        has_yielded |= is_yielding(&app, alone);
        for agent in queue {
            // Agents of the queue may yield to each other, but not to the other side.
            assert!(get::<YieldState>(&app, agent).along.x >= 0.0);
        }
    }
    assert!(has_yielded);
    assert_close(place(&app, alone), Vec2::new(-3.5, 0.0), 0.1);
}

#[test]
fn an_agent_backs_out_of_a_deep_doorway() {
    let mut app = app();
    for side in [-1.0, 1.0] {
        let jamb = Obstacle::rectangle(1.2, 6.0);
        spawn(&mut app, (jamb, at(0.0, side * 3.45)));
    }
    let alone = walker(&mut app, 3, Vec2::new(3.5, 0.0), Vec2::new(-3.5, 0.0));
    let queue = [(0, -4.0, 0.0), (1, -5.0, 0.7), (2, -5.0, -0.7)];
    let queue =
        queue.map(|(id, x, y)| walker(&mut app, id, Vec2::new(x, y), Vec2::new(x + 9.0, y)));
    let mut blocked_for = 0;
    for _ in 0..60 * 20 {
        app.update();
        let goes_back = is_yielding(&app, alone)
            && get::<YieldState>(&app, alone).aside == Vec2::ZERO
            && velocity(&app, alone).x < 0.1;
        blocked_for = if goes_back { blocked_for + 1 } else { 0 };
        assert!(blocked_for < 60, "at {}", place(&app, alone));
    }
    assert_close(place(&app, alone), Vec2::new(-3.5, 0.0), 0.1);
    assert!(queue.iter().all(|agent| place(&app, *agent).x > 3.0));
}

#[test]
fn of_two_at_the_jambs_of_a_doorway_one_goes_first() {
    for ids in [[1, 2], [2, 1]] {
        for half_width in [0.34, 0.37] {
            let mut app = app();
            narrow_doorway(&mut app, half_width);
            let places = [(-0.27, 0.8), (0.34, 1.6)];
            let agents = [0, 1].map(|number| {
                let (y, goal) = places[number];
                let [from, goal] = [Vec2::new(-0.32, y), Vec2::new(goal, -4.0)];
                walker(&mut app, ids[number], from, goal)
            });
            let mut have_yielded = [false; 2];
            for _ in 0..60 * 15 {
                app.update();
                for (has_yielded, agent) in have_yielded.iter_mut().zip(agents) {
                    *has_yielded |= is_yielding(&app, agent);
                    assert_ne!(begins_to_yield(&app, agent), Some(false), "{ids:?}");
                }
            }
            assert!(have_yielded[0] ^ have_yielded[1], "{ids:?} {half_width}");
            for (agent, (_, goal)) in agents.into_iter().zip(places) {
                assert_close(place(&app, agent), Vec2::new(goal, -4.0), 0.1);
            }
        }
    }
}

#[test]
fn at_a_corner_where_the_other_has_room_to_pass_one_yields_briefly() {
    let mut app = app();
    let corner = [(0.0, 0.0), (-6.364, 6.364), (-6.364, -6.364)];
    let corner = Obstacle::polygon(corner.map(Vec2::from));
    spawn(&mut app, (corner, Transform::default()));
    let [above, below] = [1.0, -1.0].map(|side| Vec2::new(-3.1113, side * 3.9598));
    let agents = [(1, above, below), (2, below, above)];
    let agents = agents.map(|(id, from, to)| walker(&mut app, id, from, to));
    let mut times = 0;
    for _ in 0..60 * 12 {
        app.update();
        for agent in agents {
            let begins = begins_to_yield(&app, agent);
            assert_ne!(begins, Some(false));
            times += u8::from(begins.is_some());
        }
    }
    assert_eq!(times, 1);
    assert_close(place(&app, agents[0]), below, 0.1);
    assert_close(place(&app, agents[1]), above, 0.1);
}

#[test]
fn behind_an_agent_that_yields_briefly_another_does_so_too() {
    let mut app = app();
    narrow_doorway(&mut app, 0.34);
    // The first two agents go into the doorway from its jambs. Another agent is behind each of
    // them.
    let starts = [
        (1, -0.27, 0.8),
        (2, 0.34, 1.6),
        (3, -0.88, 2.4),
        (4, 0.95, 3.2),
    ];
    let agents = starts.map(|(id, y, goal)| {
        let [from, goal] = [Vec2::new(-0.32, y), Vec2::new(goal, -4.0)];
        walker(&mut app, id, from, goal)
    });
    let mut begun = [None; 4];
    for _ in 0..60 * 4 {
        app.update();
        for (begun, agent) in begun.iter_mut().zip(agents) {
            *begun = begun.or(begins_to_yield(&app, agent));
        }
    }
    assert_eq!(begun, [None, Some(true), None, Some(true)]);
}

#[test]
fn agents_that_come_along_a_wall_from_two_sides_all_get_through_its_doorway() {
    for goals_differ in [false, true] {
        let mut app = app();
        for side in [-1.0, 1.0] {
            let wall = Obstacle::segment(Vec2::new(0.0, side * 0.345), Vec2::new(0.0, side * 6.0));
            spawn(&mut app, (wall, Transform::default()));
        }
        let goal = |y: f32| Vec2::new(4.0, if goals_differ { y } else { 0.0 });
        let agents = [(1, 2.0), (2, -2.0), (3, 3.0), (4, -3.0)]
            .map(|(id, y)| (walker(&mut app, id, Vec2::new(-0.5, y), goal(y)), goal(y)));
        let mut has_yielded = false;
        for _ in 0..60 * 15 {
            app.update();
            has_yielded |= agents.iter().any(|(agent, _)| is_yielding(&app, *agent));
        }
        // With one common goal, agents may wait for each other without yielding.
        assert!(has_yielded || !goals_differ);
        for (agent, goal) in agents {
            // With one common goal, agents settle round it.
            let within = if goals_differ { 0.1 } else { 1.0 };
            assert_close(place(&app, agent), goal, within);
        }
    }
}

#[test]
fn one_of_two_equal_queues_in_a_passage_for_one_goes_back() {
    for swapped in [false, true] {
        let mut app = app();
        for y in [-0.33, 0.33] {
            let wall = Obstacle::segment(Vec2::new(-2.5, y), Vec2::new(2.5, y));
            spawn(&mut app, (wall, Transform::default()));
        }
        // Eight agents in each queue. Each front agent sees more agents of its own queue than of
        // the other queue.
        let queue = |app: &mut App, first: u64, side: f32| {
            [0, 1, 2, 3, 4, 5, 6, 7].map(|number: u8| {
                let x = side * (0.4 + 0.65 * f32::from(number));
                let goal = Vec2::new(x - side * 12.0, 0.0);
                walker(app, first + u64::from(number), Vec2::new(x, 0.0), goal)
            })
        };
        let (left, right) = if swapped { (20, 0) } else { (0, 20) };
        let fronts = [
            queue(&mut app, left, -1.0)[0],
            queue(&mut app, right, 1.0)[0],
        ];
        let mut have_yielded = [false; 2];
        // The front agents decide at their first look, half a second after they block each other.
        for _ in 0..90 {
            app.update();
            for (has_yielded, agent) in have_yielded.iter_mut().zip(fronts) {
                *has_yielded |= is_yielding(&app, agent);
            }
        }
        assert_eq!(have_yielded, [swapped, !swapped]);
    }
}

#[test]
fn in_the_open_nothing_yields() {
    let mut app = app();
    let (left, right) = (Vec2::new(-3.0, 0.0), Vec2::new(3.0, 0.0));
    let agents = [
        walker(&mut app, 1, left, right),
        walker(&mut app, 2, right, left),
    ];
    for _ in 0..60 * 8 {
        app.update();
        for agent in agents {
            assert!(!is_yielding(&app, agent));
        }
    }
    assert_close(place(&app, agents[0]), right, 0.1);
}

#[test]
fn a_slow_agent_makes_room_for_a_fast_one_behind_it() {
    let mut app = app();
    for y in [-0.75, 0.75] {
        let wall = Obstacle::segment(Vec2::new(-2.0, y), Vec2::new(30.0, y));
        app.world_mut().spawn((wall, Transform::default()));
    }
    let mut agents = [(3.0, 0.5), (0.0, 1.5)].map(|(x, speed)| {
        let agent = (
            SteeringAgent::new(0.3, speed),
            at(x, 0.0),
            Seek::new(Vec2::new(28.0, 0.0)),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        );
        spawn(&mut app, agent)
    });
    // At its full speed the fast agent covers the 15 m in 10 s.
    run(&mut app, 60 * 12);
    agents.reverse();
    let [fast, slow] = agents.map(|agent| place(&app, agent).x);
    assert!(fast > 15.0, "{fast}");
    assert!(slow < 10.0, "{slow}");
}

/// A crowd that stands in an arch at the right jamb of a wide doorway: the first agent is wedged
/// between the jamb and the agents that press on it.
const ARCH: [(f32, f32); 25] = [
    (2.8261, 5.3709),
    (3.4018, 4.556),
    (2.4946, 5.3709),
    (3.3193, 5.0867),
    (2.3001, 5.1141),
    (3.229, 4.1446),
    (2.5117, 4.8087),
    (2.1052, 4.4952),
    (2.8387, 4.7991),
    (2.9009, 4.1759),
    (2.6603, 5.0946),
    (2.2424, 4.1948),
    (3.816, 5.3709),
    (2.1846, 4.8132),
    (3.1561, 5.3709),
    (2.0862, 5.3744),
    (2.7632, 4.48),
    (3.486, 5.3709),
    (3.091, 4.4465),
    (1.9809, 5.0699),
    (2.9898, 5.0893),
    (3.168, 4.7938),
    (2.4343, 4.4924),
    (2.5718, 4.1922),
    (3.5498, 4.8514),
];

/// The agents of [`ARCH`], before the doorway, which is 6.6 radii wide.
fn arch(app: &mut App) -> [Entity; 25] {
    let walls = [
        ((-2.0, 5.612), (6.12, 0.16)),
        ((10.1193, 5.612), (16.0, 0.16)),
    ];
    for ((x, y), (width, height)) in walls {
        spawn(app, (Obstacle::rectangle(width, height), at(x, y)));
    }
    ARCH.map(|(x, y)| {
        let agent = (
            SteeringAgent::new(0.16114, 0.55),
            at(x, y),
            Arrive::new(Vec2::new(12.0, 9.0)),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        );
        spawn(app, agent)
    })
}

#[test]
fn an_arch_at_the_jamb_of_a_wide_doorway_breaks() {
    let mut app = app();
    let agents = arch(&mut app);
    for tick in 0..60 * 30 {
        app.update();
        // Only the rule for wedged agents makes them yield, after 2.5 s.
        let any_yields = || agents.iter().any(|agent| is_yielding(&app, *agent));
        assert!(tick >= 150 || !any_yields(), "tick {tick}");
    }
    let left_behind = agents.iter().filter(|agent| place(&app, **agent).y < 5.6);
    assert_eq!(left_behind.count(), 0);
}

#[test]
fn no_agent_yields_to_the_first_of_an_arch_while_a_body_is_before_that() {
    let mut app = app();
    let agents = arch(&mut app);
    // The body stands in the doorway, to the left of the first agent.
    let body = (SteeringAgent::new(0.16114, 0.55), ExternalLocomotion);
    spawn(&mut app, (body, at(1.74, 5.45)));
    for tick in 0..60 * 10 {
        app.update();
        let any_yields = agents.iter().any(|agent| is_yielding(&app, *agent));
        assert!(!any_yields, "tick {tick}");
    }
}

#[test]
fn of_two_in_a_corridor_without_room_to_step_aside_one_goes_back_at_any_rate() {
    for hertz in [30.0, 240.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        for side in [-1.0, 1.0] {
            let wall = Obstacle::segment(
                Vec2::new(-20.0, 0.625 * side),
                Vec2::new(20.0, 0.625 * side),
            );
            spawn(&mut app, wall);
        }
        let pair = [1.0, -1.0].map(|side: f32| {
            let goal = Vec2::X * (8.0 * side);
            (walker(&mut app, 1, Vec2::X * (-6.0 * side), goal), goal)
        });
        run(&mut app, (32.0 * hertz) as usize);
        for (agent, goal) in pair {
            assert_close(place(&app, agent), goal, 0.1);
        }
    }
}

#[test]
fn of_two_against_two_that_press_in_a_deep_doorway_some_make_room() {
    let mut app = app();
    for side in [-1.0, 1.0] {
        let jamb = Obstacle::rectangle(1.2, 12.0);
        spawn(&mut app, (jamb, at(0.0, side * 6.51)));
    }
    let starts = [(-4.1, 0.2), (-4.9, -0.2), (4.2, 0.1), (5.0, -0.1)];
    let mut id = 0;
    let agents = starts.map(|(x, y)| {
        id += 1;
        let goal = Vec2::new(x - 9.0 * f32::signum(x), y);
        (walker(&mut app, id, Vec2::new(x, y), goal), goal)
    });
    run(&mut app, 60 * 25);
    for (agent, goal) in agents {
        assert_close(place(&app, agent), goal, 0.1);
    }
}

#[test]
fn bodies_that_keep_a_velocity_and_stand_block_each_other() {
    let mut app = app();
    doorway(&mut app);
    let pressing = [(1, -1.0), (2, 1.0)].map(|(id, side)| {
        let agent = walker(
            &mut app,
            id,
            Vec2::new(side * 0.31, 0.0),
            Vec2::new(-side * 3.0, 0.0),
        );
        // 0.6 is 0.46 of the preferred 1.3. By its velocity alone neither agent would count as
        // blocked.
        let velocity = Velocity(Vec3::new(-side * 0.6, 0.0, 0.0));
        app.world_mut()
            .entity_mut(agent)
            .insert((ExternalLocomotion, velocity));
        agent
    });
    run(&mut app, 60);
    assert!(pressing.iter().any(|agent| is_yielding(&app, *agent)));
}
