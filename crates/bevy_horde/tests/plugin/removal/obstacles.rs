//! Obstacles that come, move, change and go in mid-run.

use super::*;
use bevy_horde::obstacle::{ObstacleIndex, obstacle_of};

fn updates(app: &App) -> u64 {
    app.world().resource::<ObstacleIndex>().update_count()
}

fn indexed(app: &App) -> usize {
    app.world().resource::<ObstacleIndex>().obstacles().len()
}

#[test]
fn static_obstacles_are_indexed_once() {
    let mut app = app();
    for number in 0..10 {
        app.world_mut()
            .spawn((at(10.0 * number as f32, 0.0), Obstacle::circle(1.0)));
    }
    app.world_mut()
        .spawn((at(0.0, 30.0), moving(1.0, 0.0), SteeringAgent::default()));
    app.update();
    let count = updates(&app);
    run(&mut app, 50);
    assert_eq!(updates(&app), count);
    assert_eq!(indexed(&app), 10);
}

#[test]
fn an_obstacle_that_changes_costs_its_own_update_alone() {
    let mut app = app();
    let obstacles: Vec<_> = (0..10)
        .map(|number| {
            let place = at(10.0 * number as f32, 0.0);
            app.world_mut().spawn((place, Obstacle::circle(1.0))).id()
        })
        .collect();
    app.update();
    assert_eq!(updates(&app), 10);
    let mut expected = 10;
    let mut costs_one = |app: &mut App, change: &str| {
        expected += 1;
        app.update();
        assert_eq!(updates(app), expected, "{change}");
        app.update();
        assert_eq!(updates(app), expected, "after one that {change}");
    };
    let transform = |app: &mut App, change: fn(&mut Transform)| {
        let moved = app.world_mut().get_mut::<Transform>(obstacles[4]);
        change(&mut moved.unwrap());
    };
    transform(&mut app, |transform| transform.translation.y = 3.0);
    costs_one(&mut app, "moved");
    transform(&mut app, |transform| transform.rotate_z(1.0));
    costs_one(&mut app, "turned");
    transform(&mut app, |transform| transform.scale *= 2.0);
    costs_one(&mut app, "grew");
    app.world_mut()
        .get_mut::<Obstacle>(obstacles[4])
        .unwrap()
        .opaque = false;
    costs_one(&mut app, "changed");
    app.world_mut().entity_mut(obstacles[2]).despawn();
    costs_one(&mut app, "went");
    app.world_mut()
        .entity_mut(obstacles[3])
        .remove::<Obstacle>();
    costs_one(&mut app, "is none any more");
    app.world_mut().spawn(Obstacle::circle(f32::NAN));
    costs_one(&mut app, "came and is unusable");
    assert_eq!(indexed(&app), 8);
}

#[test]
fn obstacles_that_come_move_change_and_go_are_followed() {
    let mut app = app();
    let agent = app.world_mut().spawn(SteeringAgent::default()).id();
    let heads_into_it = |app: &mut App| {
        // The agent moves from the origin at a speed of 5 toward x = 3, for one second.
        *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(0.0, 0.0);
        app.world_mut().entity_mut(agent).insert(moving(5.0, 0.0));
        run(app, 60);
        place(app, agent).x < 3.0
    };
    assert!(!heads_into_it(&mut app), "nothing is there yet");
    let obstacle = app
        .world_mut()
        .spawn((at(3.0, 0.0), Obstacle::circle(1.0)))
        .id();
    assert!(heads_into_it(&mut app), "it came");
    app.world_mut().entity_mut(obstacle).insert(at(3.0, 9.0));
    assert!(!heads_into_it(&mut app), "it moved away");
    app.world_mut()
        .get_mut::<Transform>(obstacle)
        .unwrap()
        .translation
        .y = 0.0;
    assert!(heads_into_it(&mut app), "it moved back");
    app.world_mut().get_mut::<Obstacle>(obstacle).unwrap().solid = false;
    assert!(!heads_into_it(&mut app), "it became passable");
    app.world_mut()
        .entity_mut(obstacle)
        .insert(Obstacle::circle(1.5));
    assert!(heads_into_it(&mut app), "it became another");
    app.world_mut().entity_mut(obstacle).remove::<Obstacle>();
    assert!(!heads_into_it(&mut app), "it is no obstacle any more");
    app.world_mut()
        .entity_mut(obstacle)
        .insert(Obstacle::circle(1.0));
    assert!(heads_into_it(&mut app), "it is one again");
    app.world_mut().despawn(obstacle);
    assert!(!heads_into_it(&mut app), "it went");
    assert_eq!(indexed(&app), 0);
}

#[test]
fn one_obstacle_that_goes_while_another_comes_is_noticed() {
    let mut app = app();
    let first = app
        .world_mut()
        .spawn((at(3.0, 0.0), Obstacle::circle(1.0)))
        .id();
    app.update();
    app.world_mut().despawn(first);
    let second = app
        .world_mut()
        .spawn((at(50.0, 0.0), Obstacle::circle(1.0)))
        .id();
    app.update();
    let index = app.world().resource::<ObstacleIndex>();
    assert_eq!(index.obstacles().len(), 1);
    assert_eq!(index.obstacles()[0].id, obstacle_of(second));
}

#[test]
fn an_obstacle_that_loses_its_parent_stands_where_its_own_transform_puts_it() {
    for is_alone in [false, true] {
        let mut app = app();
        let root = app.world_mut().spawn(at(5.0, 0.0)).id();
        let child = (at(1.0, 0.0), Obstacle::circle(1.0), ChildOf(root));
        if !is_alone {
            app.world_mut().spawn(child.clone());
        }
        let orphan = app.world_mut().spawn(child).id();
        run(&mut app, 2);
        let left_end = |app: &App| {
            let index = app.world().resource::<ObstacleIndex>();
            let mut all = index.obstacles().iter();
            let own = all.find(|obstacle| obstacle.id == obstacle_of(orphan));
            own.unwrap().shape.bounds().min.x
        };
        assert_eq!(left_end(&app), 5.0);
        let count = updates(&app);
        app.world_mut().entity_mut(orphan).remove::<ChildOf>();
        run(&mut app, 1);
        assert_eq!(left_end(&app), 0.0, "{is_alone}");
        run(&mut app, 5);
        assert_eq!(updates(&app), count + 1);
        // The same result a second time.
        app.world_mut().entity_mut(orphan).insert(ChildOf(root));
        run(&mut app, 2);
        assert_eq!(left_end(&app), 5.0);
        app.world_mut().entity_mut(orphan).remove::<ChildOf>();
        run(&mut app, 1);
        assert_eq!(left_end(&app), 0.0, "{is_alone}");
    }
}
