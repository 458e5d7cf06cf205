//! The passing side breaks ties. A mirrored scene with the mirrored side gives a mirrored path.

use super::*;
use bevy_horde::behaviors::FollowWallState;

/// An agent walks beside a stream of equally fast agents, and has its goal on the other side.
#[test]
fn an_agent_that_is_too_slow_to_cross_in_front_of_a_stream_passes_behind() {
    let mut app = app();
    let walker = |from: Vec2, goal: Vec2| {
        (
            SteeringAgent::new(1.5, 1.0),
            at(from.x, from.y),
            Arrive::new(goal),
            AvoidAgents::default(),
        )
    };
    let across = spawn(
        &mut app,
        walker(Vec2::new(0.0, 3.1), Vec2::new(-84.5, -178.2)),
    );
    for number in 0..16 {
        let row = (number % 2) as f32;
        let from = Vec2::new(4.0 * (number / 2) as f32 + 2.0 * row, -3.3 * row);
        spawn(&mut app, walker(from, from + Vec2::new(-300.0, 60.0)));
    }
    // The way straight to y = -15, 18 m down, takes 20 s at full speed.
    run(&mut app, 60 * 40);
    let place = place(&app, across);
    assert!(place.y < -15.0, "{place}");
}

/// Whether a scene is mirrored at the x axis.
#[derive(Clone, Copy)]
struct Mirror(bool);

impl Mirror {
    fn of(self, place: Vec2) -> Vec2 {
        Vec2::new(place.x, if self.0 { -place.y } else { place.y })
    }

    fn side(self, plain: PassingSide) -> PassingSide {
        match (self.0, plain) {
            (false, side) => side,
            (true, PassingSide::Right) => PassingSide::Left,
            (true, PassingSide::Left) => PassingSide::Right,
        }
    }
}

/// The positions of an agent that starts at the origin along x, mirrored back.
fn walk(
    mirror: Mirror,
    side: PassingSide,
    walls: &[(Vec2, Vec2)],
    behavior: impl Bundle,
) -> (App, Entity, Vec<Vec2>) {
    let side = mirror.side(side);
    let mut app = app_with(SteeringPlugin::default().with_passing_side(side), 60.0);
    for (from, to) in walls {
        let wall = Obstacle::segment(mirror.of(*from), mirror.of(*to));
        spawn(&mut app, wall);
    }
    let agent = spawn(&mut app, (agent(), moving(5.0, 0.0), behavior));
    let mut places = Vec::new();
    for _ in 0..120 {
        app.update();
        places.push(mirror.of(place(&app, agent)));
    }
    (app, agent, places)
}

/// Runs a symmetric scene with both sides, plain and mirrored, and compares the paths.
///
/// Returns the position after two seconds with the right side.
fn mirrored_with_the_other_side<B: Bundle>(
    walls: &[(Vec2, Vec2)],
    behavior: impl Fn() -> B,
) -> Vec2 {
    let places = |mirror: bool, side| walk(Mirror(mirror), side, walls, behavior()).2;
    for side in [PassingSide::Right, PassingSide::Left] {
        let (plain, reflected) = (places(false, side), places(true, side));
        for (plain, reflected) in plain.iter().zip(&reflected) {
            assert_close(*plain, *reflected, 1e-3);
        }
    }
    // The scenes are symmetric, so the passing side alone decides the turn.
    let [right, left] = [PassingSide::Right, PassingSide::Left].map(|side| places(false, side));
    let (right, left) = (right[119], left[119]);
    assert_close(right, Vec2::new(left.x, -left.y), 1e-3);
    right
}

/// A wall across the way.
const ACROSS: [(Vec2, Vec2); 1] = [(Vec2::new(6.0, -30.0), Vec2::new(6.0, 30.0))];

/// Two walls beside the way, at the same distance.
const BESIDE: [(Vec2, Vec2); 2] = [
    (Vec2::new(-30.0, -2.0), Vec2::new(30.0, -2.0)),
    (Vec2::new(-30.0, 2.0), Vec2::new(30.0, 2.0)),
];

#[test]
fn whiskers_keep_a_perpendicular_wall_on_the_passing_side() {
    for count in [1, 3, 4] {
        let end = mirrored_with_the_other_side(&ACROSS, || {
            (Whiskers::new(count), Seek::new(Vec3::X * 40.0))
        });
        // The wall is on the right, so the agent has gone left.
        assert!(end.y > 2.0, "{count}: {end}");
    }
}

#[test]
fn of_two_equal_whisker_contacts_the_one_on_the_passing_side_decides() {
    // One post before each outer whisker, 0.6 rad to each side at distance 3.6, and none in
    // between.
    let post = |y: f32| (Vec2::new(3.0, y), Vec2::new(3.05, y));
    let end = mirrored_with_the_other_side(&[post(-2.0), post(2.0)], || {
        (Whiskers::new(3), Seek::new(Vec3::X * 40.0))
    });
    assert!(end.x > 3.0 && end.y.abs() > 1e-3, "{end}");
}

#[test]
fn wall_following_keeps_a_perpendicular_wall_on_the_passing_side() {
    let end = mirrored_with_the_other_side(&ACROSS, FollowWall::default);
    assert!(end.y > 2.0, "{end}");
}

#[test]
fn of_two_equally_near_walls_the_one_on_the_passing_side_is_followed() {
    let end = mirrored_with_the_other_side(&BESIDE, FollowWall::default);
    // The goal is half a radius, 0.25, from the wall at -2: at -1.25.
    assert_near(end.y, -1.25, 0.2);
    for (side, is_left) in [(PassingSide::Right, false), (PassingSide::Left, true)] {
        let (app, agent, _) = walk(Mirror(false), side, &BESIDE, FollowWall::default());
        assert_eq!(get::<FollowWallState>(&app, agent).wall_on_left, is_left);
    }
}

#[test]
fn the_passing_side_does_not_matter_where_the_heading_or_the_game_decides() {
    let aslant = [(Vec2::new(4.0, -30.0), Vec2::new(10.0, 30.0))];
    for (wall_side, side) in [
        (WallSide::Nearest, PassingSide::Right),
        (WallSide::Nearest, PassingSide::Left),
        (WallSide::Left, PassingSide::Right),
        (WallSide::Right, PassingSide::Left),
    ] {
        let (_, _, places) = walk(Mirror(false), side, &aslant, FollowWall::on(wall_side));
        // The wall leans to the right at its upper end. It leads the agent up, with the wall on the
        // right.
        let goes_up = wall_side != WallSide::Left;
        assert_eq!(places[119].y > 0.0, goes_up, "{wall_side:?} {side:?}");
    }
    for side in [PassingSide::Right, PassingSide::Left] {
        let seeking = (Whiskers::default(), Seek::new(Vec3::X * 40.0));
        let (_, _, places) = walk(Mirror(false), side, &aslant, seeking);
        assert!(places[119].y > 2.0, "{side:?} {}", places[119]);
    }
}
