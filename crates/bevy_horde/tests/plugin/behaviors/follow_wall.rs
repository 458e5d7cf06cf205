//! FollowWall: its range, side, memory, defaults and invalid settings.

use super::*;
use bevy_horde::behaviors::FollowWallState;
use bevy_horde::validation::SteeringWarnings;

fn first_force(obstacle: Obstacle, velocity: Vec2, follow: FollowWall) -> Option<Vec2> {
    let mut app = app();
    app.world_mut().spawn(obstacle);
    let agent = (
        SteeringAgent::default(),
        moving(velocity.x, velocity.y),
        follow,
    );
    let agent = app.world_mut().spawn(agent).id();
    app.update();
    has_contribution(&app, agent).then(|| force(&app, agent))
}

fn wall_at(height: f32) -> Obstacle {
    Obstacle::segment(Vec2::new(-50.0, height), Vec2::new(50.0, height))
}

#[test]
fn follow_wall_acts_within_its_range_only() {
    let follow = FollowWall::default();
    // The gap is 5 at a distance of 5.5.
    assert!(first_force(wall_at(5.49), Vec2::X, follow).is_some());
    assert_eq!(first_force(wall_at(5.51), Vec2::X, follow), None);
    let blind = FollowWall {
        range: Length::ZERO,
        ..follow
    };
    assert_eq!(first_force(wall_at(0.6), Vec2::X, blind), None);
    // At its distance and at full speed, the agent needs no force.
    let at_distance = first_force(wall_at(0.75), Vec2::X * 5.0, follow).unwrap();
    assert_close(at_distance, Vec2::ZERO, 1e-3);
}

#[test]
fn the_side_depends_on_the_heading_or_on_the_setting() {
    let way = |velocity: f32, side| {
        first_force(wall_at(0.75), Vec2::X * velocity, FollowWall::on(side))
            .unwrap()
            .x
    };
    assert!(way(1.0, WallSide::Nearest) > 10.0);
    assert!(way(-1.0, WallSide::Nearest) < -10.0);
    // The wall is above: on the left of an agent that moves to the right.
    assert!(way(-1.0, WallSide::Left) > 10.0);
    assert!(way(1.0, WallSide::Right) < -10.0);
}

#[test]
fn the_side_is_kept_until_there_is_no_wall() {
    let mut app = app();
    let wall = app.world_mut().spawn(wall_at(1.0)).id();
    let agent = (
        SteeringAgent::default(),
        moving(1.0, 0.0),
        FollowWall::default(),
    );
    let agent = app.world_mut().spawn(agent).id();
    app.update();
    let following = FollowWallState {
        is_following: true,
        wall_on_left: true,
    };
    assert_eq!(*get::<FollowWallState>(&app, agent), following);
    // A push in the other direction does not change the side.
    app.world_mut().entity_mut(agent).insert(moving(-5.0, 0.0));
    app.update();
    assert_eq!(*get::<FollowWallState>(&app, agent), following);
    assert!(force(&app, agent).x > 10.0);
    app.world_mut().entity_mut(wall).despawn();
    app.update();
    assert_eq!(
        *get::<FollowWallState>(&app, agent),
        FollowWallState::default()
    );
    assert!(!has_contribution(&app, agent));
}

#[test]
fn follow_wall_has_its_documented_defaults() {
    let follow = FollowWall {
        side: WallSide::Nearest,
        distance: Length::Radii(0.5),
        range: Length::Radii(10.0),
        look_ahead: 0.5,
        weight: 1.0,
    };
    assert_eq!(FollowWall::default(), follow);
    let left = FollowWall {
        side: WallSide::Left,
        ..follow
    };
    assert_eq!(FollowWall::on(WallSide::Left), left);
    let memory = FollowWallState {
        is_following: false,
        wall_on_left: false,
    };
    assert_eq!(FollowWallState::default(), memory);
}

#[test]
fn an_agent_without_weight_does_not_affect_the_next_follower() {
    let mut app = app();
    app.world_mut().spawn(wall_at(1.0));
    let off = FollowWall {
        weight: 0.0,
        ..default()
    };
    let first = app
        .world_mut()
        .spawn((SteeringAgent::default(), at(-9.0, 0.0), off))
        .id();
    let second = (
        SteeringAgent::default(),
        at(9.0, 0.0),
        FollowWall::default(),
    );
    let second = app.world_mut().spawn(second).id();
    app.update();
    assert!(!has_contribution(&app, first));
    assert!(force(&app, second).length() > 10.0);
}

#[test]
fn invalid_follow_wall_settings_are_reported_and_harmless() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0] {
        let (length, good) = (Length::World(bad), FollowWall::default());
        for (field, follow) in [
            (
                "distance",
                FollowWall {
                    distance: length,
                    ..good
                },
            ),
            (
                "range",
                FollowWall {
                    range: length,
                    ..good
                },
            ),
            (
                "look_ahead",
                FollowWall {
                    look_ahead: bad,
                    ..good
                },
            ),
            (
                "weight",
                FollowWall {
                    weight: bad,
                    ..good
                },
            ),
        ] {
            let mut app = app();
            app.world_mut().spawn(wall_at(1.0));
            let agent = (SteeringAgent::default(), moving(5.0, 0.0), follow);
            let agent = app.world_mut().spawn(agent).id();
            run(&mut app, 30);
            assert!(place(&app, agent).is_finite() && velocity(&app, agent).is_finite());
            let reported = app.world().resource::<SteeringWarnings>().reported();
            let fields: Vec<_> = reported
                .iter()
                .map(|input| (input.component, input.field))
                .collect();
            assert_eq!(fields, [("FollowWall", field)]);
        }
    }
}
