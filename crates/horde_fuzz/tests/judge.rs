//! The judge finds each broken guarantee.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use horde_fuzz::act::{Act, Part, Place, Stage};
use horde_fuzz::game::Game;
use horde_fuzz::judge::{Check, Judge};
use horde_fuzz::variation::Variation;

/// A room with a disc, and a body beside the disc.
fn room() -> Game {
    let mut game = Game::new(Stage::default(), Variation::default());
    let corners = [
        vec2(-5.0, -5.0),
        vec2(5.0, -5.0),
        vec2(5.0, 5.0),
        vec2(-5.0, 5.0),
    ];
    let things = [
        (
            Place::at(0.0, 0.0),
            vec![Part::Obstacle(Obstacle::closed_polyline(corners))],
        ),
        (
            Place::at(2.0, 0.0),
            vec![Part::Obstacle(Obstacle::circle(1.0))],
        ),
        (
            Place::at(-2.0, 0.0),
            vec![
                Part::AgentId(AgentId(1)),
                Part::SteeringAgent(SteeringAgent::new(0.5, 6.0)),
            ],
        ),
    ];
    for (thing, (place, parts)) in things.into_iter().enumerate() {
        let thing = thing as u32;
        game.perform(&Act::Spawn {
            thing,
            place,
            parts,
        });
    }
    game
}

/// The checks that fail in a tick with this change.
fn seen(game: &mut Game, judge: &mut Judge, happens: impl FnOnce(&mut Game)) -> Vec<Check> {
    judge.look_before(game);
    game.tick();
    happens(game);
    let flaws = judge.judge(game).into_iter();
    flaws.map(|(_, flaw)| flaw.check).collect()
}

#[track_caller]
fn assert_finds(check: Check, happens: impl FnOnce(&mut Game)) {
    let (mut game, mut judge) = (room(), Judge::default());
    assert_eq!(seen(&mut game, &mut judge, |_| {}), []);
    let seen = seen(&mut game, &mut judge, happens);
    assert!(seen.contains(&check), "{seen:?}");
}

fn put(game: &mut Game, thing: u32, x: f32, y: f32) {
    let place = Place::at(x, y);
    game.perform(&Act::Put { thing, place });
}

fn change<C: Component<Mutability = bevy::ecs::component::Mutable>>(
    game: &mut Game,
    thing: u32,
    change: impl FnOnce(&mut C),
) {
    let entity = game.entity(thing).expect("it is there");
    let mut component = game
        .app
        .world_mut()
        .get_mut::<C>(entity)
        .expect("it has one");
    change(&mut component);
}

#[test]
fn a_correct_tick_is_no_failure() {
    let (mut game, mut judge) = (room(), Judge::default());
    for _ in 0..20 {
        assert_eq!(seen(&mut game, &mut judge, |_| {}), []);
    }
    // Changes by the game between ticks are no failures.
    put(&mut game, 2, 70.0, 3.0);
    assert_eq!(seen(&mut game, &mut judge, |_| {}), []);
}

#[test]
fn a_body_that_leaves_the_room_is_found() {
    assert_finds(Check::Passes, |game| put(game, 2, -5.6, 0.0));
}

#[test]
fn a_body_that_passes_the_disc_is_found() {
    let (mut game, mut judge) = (room(), Judge::default());
    put(&mut game, 2, 0.45, 0.0);
    assert_eq!(seen(&mut game, &mut judge, |_| {}), []);
    let seen = seen(&mut game, &mut judge, |game| put(game, 2, 3.55, 0.0));
    assert!(seen.contains(&Check::Passes), "{seen:?}");
}

#[test]
fn a_body_in_an_obstacle_is_found() {
    assert_finds(Check::Enters, |game| put(game, 2, 0.51, 0.0));
    assert_finds(Check::Enters, |game| put(game, 2, -4.51, 0.0));
}

#[test]
fn a_body_that_moves_too_far_is_found() {
    assert_finds(Check::Thrown, |game| put(game, 2, -2.0, 0.2));
}

#[test]
fn a_body_that_touches_may_be_moved_off_by_more_than_the_gap() {
    let (mut game, mut judge) = (room(), Judge::default());
    put(&mut game, 2, 0.5, 0.0);
    let flaws = seen(&mut game, &mut judge, |game| put(game, 2, 0.3, 0.0));
    assert_eq!(flaws, []);
}

#[test]
fn a_body_that_stays_inside_is_found() {
    let (mut game, mut judge) = (room(), Judge::default());
    put(&mut game, 2, 2.0, 0.0);
    let mut all = vec![];
    for _ in 0..70 {
        all.extend(seen(&mut game, &mut judge, |game| put(game, 2, 2.0, 0.0)));
    }
    assert_eq!(all, [Check::Stuck; 11]);
}

#[test]
fn a_body_without_a_way_out_may_stay_inside() {
    let (mut game, mut judge) = (room(), Judge::default());
    // The body fits nowhere in the room.
    change::<SteeringAgent>(&mut game, 2, |agent| agent.body_radius = 6.0);
    for _ in 0..70 {
        let seen = seen(&mut game, &mut judge, |game| put(game, 2, -2.0, 0.0));
        assert!(!seen.contains(&Check::Stuck), "{seen:?}");
    }
}

#[test]
fn a_speed_above_the_limit_by_one_bit_is_found() {
    let limit = |game: &mut Game, speed| {
        change::<Velocity>(game, 2, |velocity| velocity.0 = Vec3::X * speed);
    };
    assert_finds(Check::TooFast, |game| limit(game, 6.0_f32.next_up()));
    let (mut game, mut judge) = (room(), Judge::default());
    assert_eq!(seen(&mut game, &mut judge, |game| limit(game, 6.0)), []);
}

#[test]
fn numbers_that_are_not_finite_are_found() {
    assert_finds(Check::NotFinite, |game| {
        change::<Heading>(game, 2, |heading| heading.0.x = f32::NAN);
    });
}

#[test]
fn a_changed_obstacle_is_found() {
    assert_finds(Check::Untouched, |game| put(game, 1, 2.0, 1e-7));
}

#[test]
fn a_lost_agent_is_found() {
    assert_finds(Check::Lost, |game| {
        let entity = game.entity(2).expect("it is there");
        game.app.world_mut().despawn(entity);
    });
}

#[test]
fn changes_in_a_tick_of_length_0_are_found() {
    let (mut game, mut judge) = (room(), Judge::default());
    game.perform(&Act::TickLength(0.0));
    assert_eq!(seen(&mut game, &mut judge, |_| {}), []);
    let seen = seen(&mut game, &mut judge, |game| put(game, 2, -2.0, 1e-6));
    assert_eq!(seen, [Check::Paused]);
}

/// The checks that fail for two bodies that stay nearly on one spot, `far` from the origin.
fn together(far: f32) -> Vec<Check> {
    let mut game = Game::new(Stage::default(), Variation::default());
    for thing in 0..2 {
        let parts = vec![Part::SteeringAgent(
            SteeringAgent::new(0.5, 6.0).non_solid(),
        )];
        let place = Place::at(far, 0.0);
        game.perform(&Act::Spawn {
            thing,
            place,
            parts,
        });
        // The judge counts the body as solid; `put` below keeps the bodies together.
        change::<SteeringAgent>(&mut game, thing, |agent| agent.solid = true);
    }
    let mut judge = Judge::default();
    let mut all = vec![];
    for _ in 0..130 {
        all.extend(seen(&mut game, &mut judge, |game| {
            put(game, 0, far, 0.0);
            put(game, 1, far, 0.1);
        }));
    }
    all
}

#[test]
fn bodies_that_stay_on_one_spot_are_seen() {
    // 0.5 is 16 units in the last place at 262 144.
    for far in [0.0, 200_000.0] {
        let all = together(far);
        let are_apart = |check: &Check| *check == Check::Apart;
        assert!(!all.is_empty() && all.iter().all(are_apart), "{all:?}");
    }
}

#[test]
fn bodies_smaller_than_what_single_precision_tells_apart_may_overlap() {
    assert_eq!(together(300_000.0), []);
}

#[test]
fn an_arrival_without_a_cause_is_found() {
    use horde_fuzz::hearing::{Heard, Hearing};
    let (mut game, mut judge) = (room(), Judge::default());
    let order = |x: f32| Act::Insert {
        thing: 2,
        part: Part::Arrive(Arrive::new(vec2(x, 0.0))),
    };
    let act = |game: &mut Game, judge: &mut Judge, act: &Act| {
        judge.note(game, act);
        game.perform(act);
    };
    act(&mut game, &mut judge, &order(-2.0));
    let ticks = |game: &mut Game, judge: &mut Judge| {
        (0..30)
            .flat_map(|_| seen(game, judge, |_| {}))
            .collect::<Vec<_>>()
    };
    assert_eq!(ticks(&mut game, &mut judge), []);
    // The same order again, and another one, are causes.
    for x in [-2.0, -2.5, -2.5] {
        act(&mut game, &mut judge, &order(x));
        assert_eq!(ticks(&mut game, &mut judge), []);
    }
    let agent = game.entity(2).expect("it is there");
    let invent = |game: &mut Game| {
        let heard = Heard {
            agent,
            event: "Arrived",
            arrived_at: Some(vec2(-2.5, 0.0)),
            is_there: true,
        };
        game.app.world_mut().resource_mut::<Hearing>().0.push(heard);
    };
    assert_eq!(seen(&mut game, &mut judge, invent), [Check::Events]);
    // An arrival that does not come is found, too.
    act(&mut game, &mut judge, &order(-2.5));
    let forget = |game: &mut Game| game.app.world_mut().resource_mut::<Hearing>().0.clear();
    assert_eq!(seen(&mut game, &mut judge, forget), [Check::Events]);
}
