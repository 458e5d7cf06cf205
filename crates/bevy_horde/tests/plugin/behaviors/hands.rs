//! Walls that are met squarely, and whiskers and walls that are equal: the hand decides, and a mirror takes the other one.

use super::*;
use bevy_horde::behaviors::WallMemory;

/// Whether a scene is as it is told or in a mirror that lies along x.
#[derive(Clone, Copy)]
struct Mirror(bool);

impl Mirror {
    fn of(self, place: Vec2) -> Vec2 {
        Vec2::new(place.x, if self.0 { -place.y } else { place.y })
    }

    fn hand(self, plain: PassingHand) -> PassingHand {
        match (self.0, plain) {
            (false, hand) => hand,
            (true, PassingHand::Right) => PassingHand::Left,
            (true, PassingHand::Left) => PassingHand::Right,
        }
    }
}

/// The places, tick by tick and mirrored back, of an agent that begins at the origin and goes along x.
fn walk(
    mirror: Mirror,
    hand: PassingHand,
    walls: &[(Vec2, Vec2)],
    behavior: impl Bundle,
) -> (App, Entity, Vec<Vec2>) {
    let hand = mirror.hand(hand);
    let mut app = app_with(SteeringPlugin::default().with_passing_hand(hand), 60.0);
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

/// Runs the scene with both hands, plain and in the mirror; returns where the agent was after two seconds with the right.
fn mirrored_with_the_other_hand<B: Bundle>(
    walls: &[(Vec2, Vec2)],
    behavior: impl Fn() -> B,
) -> Vec2 {
    let places = |mirror: bool, hand| walk(Mirror(mirror), hand, walls, behavior()).2;
    for hand in [PassingHand::Right, PassingHand::Left] {
        let (plain, reflected) = (places(false, hand), places(true, hand));
        for (plain, reflected) in plain.iter().zip(&reflected) {
            assert_close(*plain, *reflected, 1e-3);
        }
    }
    // These scenes are their own mirror images: so the hand alone turns the agent round.
    let [right, left] = [PassingHand::Right, PassingHand::Left].map(|hand| places(false, hand));
    let (right, left) = (right[119], left[119]);
    assert_close(right, Vec2::new(left.x, -left.y), 1e-3);
    right
}

/// A wall across the way.
const ACROSS: [(Vec2, Vec2); 1] = [(Vec2::new(6.0, -30.0), Vec2::new(6.0, 30.0))];

/// Two walls beside the way, equally far off.
const BESIDE: [(Vec2, Vec2); 2] = [
    (Vec2::new(-30.0, -2.0), Vec2::new(30.0, -2.0)),
    (Vec2::new(-30.0, 2.0), Vec2::new(30.0, 2.0)),
];

#[test]
fn whiskers_keep_a_wall_that_is_straight_ahead_on_the_hand() {
    for count in [1, 3, 4] {
        let end = mirrored_with_the_other_hand(&ACROSS, || {
            (Whiskers::new(count), Seek::new(Vec3::X * 40.0))
        });
        // On its right: it has gone left.
        assert!(end.y > 2.0, "{count}: {end}");
    }
}

#[test]
fn of_two_whiskers_that_are_equally_deep_the_one_at_the_hand_decides() {
    // Two posts, one before each outer whisker and none before the middle one; 0.6 rad to each side, 3.6 away.
    let post = |y: f32| (Vec2::new(3.0, y), Vec2::new(3.05, y));
    let end = mirrored_with_the_other_hand(&[post(-2.0), post(2.0)], || {
        (Whiskers::new(3), Seek::new(Vec3::X * 40.0))
    });
    assert!(end.x > 3.0 && end.y.abs() > 1e-3, "{end}");
}

#[test]
fn a_follower_keeps_a_wall_that_is_straight_ahead_on_the_hand() {
    let end = mirrored_with_the_other_hand(&ACROSS, FollowWall::default);
    assert!(end.y > 2.0, "{end}");
}

#[test]
fn of_two_walls_that_are_equally_near_the_one_at_the_hand_is_followed() {
    let end = mirrored_with_the_other_hand(&BESIDE, FollowWall::default);
    // On its way to where it is half a radius, 0.25, off the wall at -2: -1.25.
    assert_near(end.y, -1.25, 0.2);
    for (hand, is_left) in [(PassingHand::Right, false), (PassingHand::Left, true)] {
        let (app, agent, _) = walk(Mirror(false), hand, &BESIDE, FollowWall::default());
        assert_eq!(get::<WallMemory>(&app, agent).wall_on_left, is_left);
    }
}

#[test]
fn a_side_that_the_heading_or_the_game_decides_asks_no_hand() {
    let aslant = [(Vec2::new(4.0, -30.0), Vec2::new(10.0, 30.0))];
    for (side, hand) in [
        (WallSide::Nearest, PassingHand::Right),
        (WallSide::Nearest, PassingHand::Left),
        (WallSide::Left, PassingHand::Right),
        (WallSide::Right, PassingHand::Left),
    ] {
        let (_, _, places) = walk(Mirror(false), hand, &aslant, FollowWall::on(side));
        // It leans to the right toward its upper end, and so leads the agent that way: the wall is on its right.
        let goes_up = side != WallSide::Left;
        assert_eq!(places[119].y > 0.0, goes_up, "{side:?} {hand:?}");
    }
    for hand in [PassingHand::Right, PassingHand::Left] {
        let seeking = (Whiskers::default(), Seek::new(Vec3::X * 40.0));
        let (_, _, places) = walk(Mirror(false), hand, &aslant, seeking);
        assert!(places[119].y > 2.0, "{hand:?} {}", places[119]);
    }
}
