//! The cached free space, compared with the obstacles.

use super::*;
use crate::obstacle::{Obstacle, index_obstacles};
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::validation::SteeringWarnings;
use bevy::ecs::system::RunSystemOnce;

/// A world with these circles in its index, solid or not.
fn world_of(circles: &[(Vec2, f32, bool)]) -> World {
    let mut world = World::new();
    world.init_resource::<MovementSpace>();
    world.init_resource::<SteeringTick>();
    world.init_resource::<Time>();
    world.init_resource::<SteeringWarnings>();
    world.init_resource::<ObstacleIndex>();
    for (center, radius, solid) in circles {
        let place = Transform::from_translation(center.extend(0.0));
        let circle = Obstacle::circle(*radius);
        let circle = if *solid { circle } else { circle.passable() };
        world.spawn((place, circle));
    }
    world.run_system_once(index_obstacles).expect("it runs");
    world
}

#[test]
fn a_disc_ends_at_the_nearest_solid_obstacle() {
    // From the origin to the edge of the circle round (5, 0): 3. The passable one does not count.
    let world = world_of(&[
        (Vec2::new(5.0, 0.0), 2.0, true),
        (Vec2::new(0.0, 1.5), 1.0, false),
        (Vec2::new(-30.0, 0.0), 1.0, true),
    ]);
    let obstacles = world.resource::<ObstacleIndex>();
    let disc = ClearanceCache::around(Vec2::ZERO, 10.0, obstacles);
    assert!(disc.holds(Vec2::ZERO, 2.999, obstacles));
    assert!(!disc.holds(Vec2::ZERO, 3.001, obstacles));
    // 1 unit off the center of the disc, a reach of 2 is left.
    assert!(disc.holds(Vec2::NEG_Y, 1.999, obstacles));
    assert!(!disc.holds(Vec2::NEG_Y, 2.001, obstacles));
    assert!(!disc.holds(Vec2::NEG_Y * 4.0, 0.1, obstacles));
    // The disc is no larger than `most`.
    let disc = ClearanceCache::around(Vec2::ZERO, 1.0, obstacles);
    assert!(disc.holds(Vec2::ZERO, 1.0, obstacles));
    assert!(!disc.holds(Vec2::ZERO, 1.001, obstacles));
    // Inside of an obstacle nothing is open.
    let disc = ClearanceCache::around(Vec2::new(4.0, 0.0), 10.0, obstacles);
    assert!(!disc.holds(Vec2::new(4.0, 0.0), 0.0, obstacles));
}

#[test]
fn a_new_obstacle_invalidates_the_cache() {
    let mut world = world_of(&[]);
    let disc = ClearanceCache::around(Vec2::ZERO, 10.0, world.resource::<ObstacleIndex>());
    assert!(disc.holds(Vec2::ZERO, 1.0, world.resource::<ObstacleIndex>()));
    world.spawn((Transform::default(), Obstacle::circle(1.0)));
    world.run_system_once(index_obstacles).expect("it runs");
    assert!(!disc.holds(Vec2::ZERO, 1.0, world.resource::<ObstacleIndex>()));
}

#[test]
fn a_disc_far_from_everything_does_not_hold_near_an_obstacle() {
    let world = world_of(&[(Vec2::ZERO, 1.0, true)]);
    let obstacles = world.resource::<ObstacleIndex>();
    for far in [1e10, 1e18, 1e20, 1e30, 1e38] {
        for direction in [Vec2::X, Vec2::ONE, Vec2::new(-0.3, 0.9)] {
            let center = direction * far;
            let disc = ClearanceCache::around(center, f32::MAX, obstacles);
            // The radius of the disc is nearly the distance to the origin.
            for place in [Vec2::ZERO, Vec2::X, Vec2::new(0.0, -1.5)] {
                assert!(!disc.holds(place, 0.6, obstacles), "{place} from {center}");
            }
            assert!(!disc.holds(Vec2::ZERO, 0.0, obstacles), "from {center}");
        }
    }
}

#[test]
fn where_nothing_is_known_nothing_is_open() {
    let obstacles = ObstacleIndex::default();
    assert!(!ClearanceCache::default().holds(Vec2::ZERO, 0.1, &obstacles));
}

/// A world with one obstacle in its index.
fn world_with(place: Vec2, obstacle: Obstacle) -> World {
    let mut world = world_of(&[]);
    world.spawn((Transform::from_translation(place.extend(0.0)), obstacle));
    world.run_system_once(index_obstacles).expect("it runs");
    world
}

#[test]
fn an_obstacle_too_large_for_squares_of_single_precision_closes_a_disc() {
    let far = 1e19;
    let wall = Obstacle::segment(Vec2::new(-far, 0.0), Vec2::new(far, 0.0));
    let fence = [
        Vec2::new(-far, 0.0),
        Vec2::new(far, 0.0),
        Vec2::new(far, 1e3),
    ];
    let pill = Obstacle::capsule(Vec2::new(-1e20, 0.0), Vec2::new(1e20, 0.0), 1.0);
    for (place, obstacle) in [
        (Vec2::ZERO, wall),
        (Vec2::ZERO, Obstacle::polyline(fence)),
        (Vec2::ZERO, pill),
        (Vec2::new(0.0, 1e20), Obstacle::circle(1e20)),
        (Vec2::new(-1e30, 0.0), Obstacle::circle(1e30)),
    ] {
        let world = world_with(place, obstacle.clone());
        let obstacles = world.resource::<ObstacleIndex>();
        assert_eq!(obstacles.obstacles().len(), 1, "{obstacle:?}");
        let from = Vec2::new(0.0, -5.0);
        let disc = ClearanceCache::around(from, 20.0, obstacles);
        assert!(!disc.holds(from, 5.1, obstacles), "{obstacle:?}, {disc:?}");
    }
}

#[test]
fn a_dead_end_counts_for_one_body_there_until_an_obstacle_changes() {
    let mut world = world_of(&[(Vec2::ZERO, 1.0, true)]);
    let [body, other] = [(); 2].map(|_| world.spawn_empty().id());
    let obstacles = world.resource::<ObstacleIndex>();
    let own = stamp(body, 7, obstacles);
    let cache = ClearanceCache::dead_end(Vec2::X, 0.5, own);
    assert!(cache.is_dead_end(Vec2::X, 0.5, || own));
    assert!(cache.is_dead_end(Vec2::X, 0.5004, || own));
    assert!(!cache.is_dead_end(Vec2::X, 0.51, || own));
    assert!(!cache.is_dead_end(Vec2::X, 0.4999, || own));
    assert!(!cache.is_dead_end(Vec2::Y, 0.5, || own));
    // It is no free space, and a place without free space is no dead end.
    assert!(!cache.holds(Vec2::X, 0.0, obstacles));
    let inside = ClearanceCache::around(Vec2::X * 0.5, 1.0, obstacles);
    assert!(!inside.holds(Vec2::X * 0.5, 0.0, obstacles));
    assert!(!inside.is_dead_end(Vec2::X * 0.5, 0.5, || inside.stamp));
    // Every body has its own stamp, also one that gets another id or the number of a despawned one.
    let generation = body.generation().after_versions(1);
    let later = Entity::from_index_and_generation(body.index(), generation);
    for (body, id) in [(other, 7), (body, 8), (later, 7)] {
        assert_ne!(stamp(body, id, obstacles), own);
    }
    world.spawn((Transform::from_xyz(9.0, 0.0, 0.0), Obstacle::circle(1.0)));
    world.run_system_once(index_obstacles).expect("it runs");
    assert_ne!(stamp(body, 7, world.resource::<ObstacleIndex>()), own);
}
