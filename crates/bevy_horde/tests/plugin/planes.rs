//! World positions reach every constructor that takes plane points, on both planes, and left is
//! left.

use crate::harness::{app_with, get, run};
use bevy::prelude::*;
use bevy_horde::behaviors::{FollowWallState, FormationState};
use bevy_horde::perception::SteeringQuery;
use bevy_horde::prelude::*;

const SPACES: [MovementSpace; 2] = [MovementSpace::Xy, MovementSpace::Xz];

fn app(space: MovementSpace) -> App {
    app_with(SteeringPlugin::default().in_space(space), 60.0)
}

/// The place with these two world coordinates: x and y, or x and z.
fn world(space: MovementSpace, first: f32, second: f32) -> Vec3 {
    match space {
        MovementSpace::Xy => vec3(first, second, 0.0),
        MovementSpace::Xz => vec3(first, 0.0, second),
    }
}

fn spawn(app: &mut App, at: Vec3, behavior: impl Bundle) -> Entity {
    let body = SteeringAgent::new(0.5, 5.0);
    let agent = (Transform::from_translation(at), body, behavior);
    app.world_mut().spawn(agent).id()
}

fn place(app: &App, agent: Entity) -> Vec3 {
    get::<Transform>(app, agent).translation
}

#[test]
fn a_path_leads_through_world_positions() {
    for space in SPACES {
        let mut app = app(space);
        let ways = [(0.0, 0.0), (6.0, 0.0), (6.0, 8.0)].map(|(a, b)| world(space, a, b));
        let path = Path::new(space.points(ways));
        let agent = spawn(&mut app, ways[0], (path, FollowPath::default()));
        run(&mut app, 400);
        let end = place(&app, agent);
        assert!(end.distance(ways[2]) < 0.5, "{space:?}: {end}");
    }
}

#[test]
fn a_region_holds_agents_at_its_world_positions() {
    for space in SPACES {
        let corners = [(10.0, 20.0), (30.0, 20.0), (30.0, 26.0), (10.0, 26.0)];
        let corners = corners.map(|(a, b)| world(space, a, b));
        let area = space.area(corners[2], corners[0]);
        let middle = world(space, 20.0, 23.0);
        for region in [
            Contain::rectangle(area.center(), area.size()),
            Contain::circle(space.to_plane(middle), 3.0),
            Contain::polygon(space.points(corners)),
        ] {
            let mut app = app(space);
            let far = Seek::new(world(space, 20.0, 90.0));
            let agent = spawn(&mut app, Vec3::ZERO, (region.clone(), far));
            run(&mut app, 900);
            let end = place(&app, agent);
            // Any other plane would hold it more than 40 units away.
            let near = end.distance(world(space, 20.0, 25.5));
            assert!(near < 5.0, "{space:?} {region:?}: {end}");
        }
    }
}

#[test]
fn walls_stand_at_their_world_positions() {
    for space in SPACES {
        let [one, other, third] =
            [(2.0, 3.0), (9.0, 3.0), (9.0, 12.0)].map(|(a, b)| world(space, a, b));
        let ends = [one, other].map(|end| space.to_plane(end));
        for wall in [
            Obstacle::segment(ends[0], ends[1]),
            Obstacle::capsule(ends[0], ends[1], 0.1),
            Obstacle::polyline(space.points([one, other])),
            Obstacle::closed_polyline(space.points([one, other, third])),
            Obstacle::polygon(space.points([one, other, third])),
        ] {
            let mut app = app(space);
            app.world_mut().spawn(wall.clone());
            app.update();
            let before = one.midpoint(other) - world(space, 0.0, 2.0);
            let distance = app
                .world_mut()
                .run_system_cached_with(
                    |In(place): In<Vec3>, query: SteeringQuery| query.nearest_obstacle(place),
                    before,
                )
                .expect("it runs")
                .expect("the wall stands")
                .distance;
            assert!(
                (1.8..2.01).contains(&distance),
                "{space:?} {wall:?}: {distance}"
            );
        }
    }
}

#[test]
fn a_field_leads_through_its_area_of_the_world() {
    for space in SPACES {
        let mut app = app(space);
        let area = space.area(world(space, 0.0, 10.0), world(space, 40.0, 30.0));
        let goal = world(space, 35.0, 25.0);
        let field = app.world_mut().spawn(FlowField::new(area).to(goal)).id();
        let start = world(space, 3.0, 12.0);
        let agent = spawn(&mut app, start, FollowField::new(field));
        run(&mut app, 900);
        let end = place(&app, agent);
        assert!(end.distance(goal) < 0.5, "{space:?}: {end}");
        let cost = get::<FlowFieldState>(&app, field).cost(space.to_plane(start), 0.5);
        let cost = cost.expect("the start is in the area");
        assert!(
            (cost - start.distance(goal)).abs() < 2.0,
            "{space:?}: {cost}"
        );
    }
}

#[test]
fn a_formation_faces_a_direction_of_the_world() {
    for space in SPACES {
        let mut app = app(space);
        let way = world(space, 0.0, 7.0);
        let formation = Formation::new(FormationShape::Line).with_facing(space.to_plane(way));
        let leader = spawn(&mut app, Vec3::ZERO, (formation, Arrive::new(Vec3::ZERO)));
        let start = world(space, -3.0, 1.0);
        spawn(&mut app, start, InFormation(leader));
        run(&mut app, 300);
        let heading = get::<FormationState>(&app, leader).heading;
        let faces = space.to_world(heading).dot(way.normalize());
        assert!(faces > 0.999, "{space:?}: {heading}");
    }
}

/// The place so far ahead of the origin, and so far to the left, of an agent without a rotation.
fn ahead_and_left(space: MovementSpace, ahead: f32, left: f32) -> Vec3 {
    match space {
        MovementSpace::Xy => vec3(ahead, left, 0.0),
        // A model looks along -z, and +x is to its right.
        MovementSpace::Xz => vec3(-left, 0.0, -ahead),
    }
}

#[test]
fn places_to_the_left_of_a_leader_are_on_its_left() {
    for space in SPACES {
        let mut app = app(space);
        let formation = Formation::new(FormationShape::Slots(vec![vec2(-2.0, 5.0)]));
        let facing = space.to_plane(ahead_and_left(space, 1.0, 0.0));
        let leader = spawn(&mut app, Vec3::ZERO, formation.with_facing(facing));
        let far = ahead_and_left(space, -8.0, -3.0);
        let member = spawn(&mut app, far, InFormation(leader));
        let beside = OffsetPursue::new(leader, vec2(-4.0, 3.0));
        let companion = spawn(&mut app, far * 2.0, beside);
        run(&mut app, 600);
        for (agent, ahead, left) in [(member, -2.0, 5.0), (companion, -4.0, 3.0)] {
            let expected = ahead_and_left(space, ahead, left);
            let end = place(&app, agent);
            assert!(
                end.distance(expected) < 0.3,
                "{space:?}: {end}, not {expected}"
            );
        }
    }
}

#[test]
fn agents_that_meet_step_to_the_passing_side() {
    for space in SPACES {
        for (passing_side, sign) in [(PassingSide::Right, -1.0), (PassingSide::Left, 1.0)] {
            let mut app = app(space);
            app.insert_resource(passing_side);
            let from = ahead_and_left(space, -8.0, 0.0);
            let one = spawn(&mut app, from, (Seek::new(-from), AvoidAgents::default()));
            spawn(&mut app, -from, (Seek::new(from), AvoidAgents::default()));
            let left = ahead_and_left(space, 0.0, 1.0);
            let mut farthest = 0.0_f32;
            for _ in 0..200 {
                app.update();
                let aside = sign * place(&app, one).dot(left);
                farthest = farthest.max(aside);
                assert!(aside > -0.01, "{space:?} {passing_side:?}: {aside}");
            }
            assert!(farthest > 0.3, "{space:?} {passing_side:?}: {farthest}");
        }
    }
}

#[test]
fn a_wall_on_the_left_is_followed_on_the_left() {
    for space in SPACES {
        for (side, sign) in [(WallSide::Left, 1.0), (WallSide::Right, -1.0)] {
            let mut app = app(space);
            let ends =
                [-30.0, 30.0].map(|along| space.to_plane(ahead_and_left(space, along, 1.5 * sign)));
            app.world_mut().spawn(Obstacle::segment(ends[0], ends[1]));
            let agent = spawn(&mut app, Vec3::ZERO, FollowWall::on(side));
            run(&mut app, 120);
            let way = place(&app, agent).dot(ahead_and_left(space, 1.0, 0.0));
            assert!(way > 5.0, "{space:?} {side:?}: {way}");
            let memory = get::<FollowWallState>(&app, agent);
            assert_eq!(memory.wall_on_left, side == WallSide::Left, "{space:?}");
        }
    }
}
