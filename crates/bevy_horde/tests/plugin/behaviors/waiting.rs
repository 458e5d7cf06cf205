//! Agents that others hold up or block for long: the others make room.

use super::right_of_way::walker;
use super::*;
use bevy_horde::behaviors::YieldState;

/// Eight agents that stand round the origin. The gaps between them are a third of a body wide.
fn ring(app: &mut App) -> Vec<(Entity, Vec2)> {
    let places = [-1.0, 0.0, 1.0].map(|x| [-1.0, 0.0, 1.0].map(|y| 0.8 * Vec2::new(x, y)));
    let places = places.into_iter().flatten();
    let places = places.filter(|place| *place != Vec2::ZERO).enumerate();
    places
        .map(|(number, place)| (walker(app, number as u64, place, place), place))
        .collect()
}

#[test]
fn those_that_stand_make_room_for_one_that_they_hold_up() {
    let mut app = app();
    let others = ring(&mut app);
    // With a `make_way` of 0, settled agents do not step aside. Only the right of way moves them.
    for (other, place) in &others {
        let gather = Gather {
            make_way: 0.0,
            ..Gather::new(*place)
        };
        let mut other = app.world_mut().entity_mut(*other);
        other.remove::<Arrive>().insert(gather);
    }
    let late = walker(&mut app, 99, Vec2::new(6.0, 0.5), Vec2::ZERO);
    let mut has_had_right_of_way = false;
    for _ in 0..60 * 40 {
        app.update();
        has_had_right_of_way |= get::<YieldState>(&app, late).has_right_of_way();
        for (other, _) in &others {
            assert!(!get::<YieldState>(&app, *other).has_right_of_way());
        }
    }
    assert!(has_had_right_of_way);
    assert_close(place(&app, late), Vec2::ZERO, 0.1);
}

/// The time after which an agent has waited long enough to go first, and the longest time for which
/// it counts as blocked. The agent walks along x, and standing bodies close its way. `are_walls`
/// tells whether walls or more bodies stand beside it.
fn waits_for(are_walls: bool) -> (Option<f32>, f32) {
    let mut app = app();
    let mut bodies: Vec<Vec2> = (-1..=1)
        .map(|row| Vec2::new(1.5, 0.62 * row as f32))
        .collect();
    for side in [-1.0, 1.0] {
        if are_walls {
            let wall = Obstacle::segment(Vec2::new(-9.0, side * 0.95), Vec2::new(9.0, side * 0.95));
            app.world_mut().spawn((wall, Transform::default()));
        } else {
            bodies.extend((0..6).map(|number| Vec2::new(1.5 - 0.62 * number as f32, side * 1.25)));
        }
    }
    bodies.push(Vec2::new(-2.5, 0.62));
    bodies.push(Vec2::new(-2.5, 0.0));
    bodies.push(Vec2::new(-2.5, -0.62));
    for body in bodies {
        spawn(
            &mut app,
            (
                SteeringAgent::new(0.3, 1.3),
                ExternalLocomotion,
                at(body.x, body.y),
            ),
        );
    }
    let agent = walker(&mut app, 999, Vec2::new(0.0, 0.0), Vec2::new(8.0, 0.0));
    let (mut waited, mut longest) = (None, 0.0_f32);
    for tick in 0..60 * 25 {
        app.update();
        let state = get::<YieldState>(&app, agent);
        longest = longest.max(state.seconds);
        if state.has_waited() && waited.is_none() {
            waited = Some(tick as f32 / 60.0);
        }
    }
    (waited, longest)
}

#[test]
fn an_agent_goes_first_after_it_has_waited_only_beside_obstacles() {
    let (waited, longest) = waits_for(true);
    let waited = waited.unwrap();
    assert!((12.0..12.1).contains(&longest), "{longest}");
    // The agent first walks 1 m and comes to a stop.
    assert!((3.5..6.0).contains(&waited), "{waited}");
    let (waited, longest) = waits_for(false);
    assert_eq!(waited, None);
    assert!((3.0..3.5).contains(&longest), "{longest}");
}

/// Whether the first agent of a corridor for one goes first after it has been held in place for six
/// seconds. The others are held, too; `others` holds their places and goals along the corridor.
fn goes_first_when_held(others: &[[f32; 2]]) -> bool {
    let mut app = app();
    for side in [-0.5, 0.5] {
        let wall = Obstacle::segment(Vec2::new(-9.0, side), Vec2::new(9.0, side));
        app.world_mut().spawn((wall, Transform::default()));
    }
    let mut hold = |id: u64, [from, to]: [f32; 2]| {
        let agent = walker(&mut app, id, Vec2::new(from, 0.0), Vec2::new(to, 0.0));
        app.world_mut().entity_mut(agent).insert(ExternalLocomotion);
        agent
    };
    let first = hold(1, [0.0, 8.0]);
    for (id, way) in others.iter().enumerate() {
        hold(2 + id as u64, *way);
    }
    run(&mut app, 60 * 6);
    get::<YieldState>(&app, first).has_waited()
}

#[test]
fn the_first_of_a_queue_goes_first_too() {
    // Bodies are 0.6 wide, and near within a gap of 0.45.
    assert!(goes_first_when_held(&[[-1.0, 8.0]]));
    assert!(!goes_first_when_held(&[]));
    assert!(!goes_first_when_held(&[[-1.1, 8.0]]));
    assert!(!goes_first_when_held(&[[1.1, 8.0]]));
    // An agent behind the first that goes away from it.
    assert!(!goes_first_when_held(&[[-1.0, -8.0]]));
}

/// Two agents cross beside a wall. Returns the least speed of each along its way, from one second
/// on until the first has crossed. The first counts as having waited for `seconds`.
fn cross_beside_wall(seconds: f32) -> [f32; 2] {
    let mut app = app();
    let wall = Obstacle::segment(Vec2::new(-9.0, -0.5), Vec2::new(9.0, -0.5));
    app.world_mut().spawn((wall, Transform::default()));
    let along = walker(&mut app, 1, Vec2::new(-3.0, 0.0), Vec2::new(9.0, 0.0));
    let across = walker(&mut app, 2, Vec2::new(0.0, 3.0), Vec2::new(0.0, 0.05));
    let mut least = [f32::INFINITY; 2];
    for tick in 0..60 * 4 {
        let mut state = app.world_mut().get_mut::<YieldState>(along).unwrap();
        state.seconds = seconds;
        app.update();
        if tick > 60 && place(&app, along).x < 0.0 {
            least[0] = least[0].min(velocity(&app, along).x);
            least[1] = least[1].min(-velocity(&app, across).y);
        }
    }
    least
}

#[test]
fn others_make_room_for_an_agent_that_has_waited() {
    let [along, _] = cross_beside_wall(0.0);
    let [first, other] = cross_beside_wall(4.0);
    assert!(along < 0.5, "{along}");
    assert!(first > 1.2, "{first}");
    assert!(other < 0.2, "{other}");
}

#[test]
fn those_at_their_goals_make_room_and_come_back() {
    let mut app = app();
    let others = ring(&mut app);
    let late = walker(&mut app, 99, Vec2::new(6.0, 0.5), Vec2::ZERO);
    run(&mut app, 60 * 40);
    assert_close(place(&app, late), Vec2::ZERO, 0.1);
    for (other, goal) in others {
        assert_close(place(&app, other), goal, 0.1);
    }
}

#[test]
fn an_agent_that_arrives_at_another_agent_is_not_held_up() {
    let mut app = app();
    let others = ring(&mut app);
    let alone = walker(&mut app, 98, Vec2::new(60.0, 0.0), Vec2::new(66.0, 0.0));
    let late = walker(&mut app, 99, Vec2::new(3.0, 0.5), Vec2::ZERO);
    app.world_mut()
        .entity_mut(late)
        .insert(Arrive::new(others[0].0));
    for _ in 0..60 * 10 {
        app.update();
        assert_eq!(get::<YieldState>(&app, late).held_up, 0.0);
        assert!(!get::<YieldState>(&app, alone).has_right_of_way());
    }
}
