//! Obstacles as the plugin's components, each relative to its middle.

use crate::barrier::Barrier;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The components of an obstacle.
pub(super) fn obstacle(barrier: &Barrier) -> (Transform, Obstacle) {
    match barrier {
        Barrier::Circle { center, radius } => (at(*center), Obstacle::circle(*radius)),
        Barrier::Segment { from, to } => {
            let (position, [start, end]) = about_middle([*from, *to]);
            (position, Obstacle::segment(start, end))
        }
        Barrier::Polyline { points, closed } => {
            let (position, points) = about_middle(points.clone());
            let closed = *closed;
            let shape = ObstacleShape::Polyline { points, closed };
            (position, Obstacle::new(shape))
        }
        Barrier::Rectangle {
            center,
            size,
            turned,
        } => {
            let turn = Quat::from_rotation_z(turned.to_radians());
            let position = at(*center).with_rotation(turn);
            (position, Obstacle::rectangle(size.x, size.y))
        }
        Barrier::Polygon { points } => {
            let (position, points) = about_middle(points.clone());
            (position, Obstacle::polygon(points))
        }
        Barrier::Capsule { from, to, radius } => {
            let (position, [start, end]) = about_middle([*from, *to]);
            (position, Obstacle::capsule(start, end, *radius))
        }
    }
}

fn at(position: Vec2) -> Transform {
    Transform::from_translation(position.extend(0.0))
}

/// The middle of points, and the points relative to it.
fn about_middle<Points: AsMut<[Vec2]>>(mut points: Points) -> (Transform, Points) {
    let all = points.as_mut();
    let middle = all.iter().sum::<Vec2>() / all.len() as f32;
    for point in all {
        *point -= middle;
    }
    (at(middle), points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::samples::every_barrier;
    use crate::scenario::Symmetry;
    use crate::simulation::{Variant, app};
    use bevy::ecs::system::RunSystemOnce;
    use core::mem::discriminant;
    use std::collections::HashSet;

    #[test]
    fn an_obstacle_stands_about_its_middle() {
        let barrier = Barrier::Capsule {
            from: vec2(10.0, 4.0),
            to: vec2(14.0, 6.0),
            radius: 0.5,
        };
        let (transform, obstacle) = obstacle(&barrier);
        assert_eq!(transform.translation, vec3(12.0, 5.0, 0.0));
        assert_eq!(
            obstacle,
            Obstacle::capsule(vec2(-2.0, -1.0), vec2(2.0, 1.0), 0.5)
        );
    }

    #[test]
    fn every_shape_has_its_own() {
        let shapes: HashSet<_> = every_barrier()
            .iter()
            .map(|barrier| discriminant(&obstacle(barrier).1.shape))
            .collect();
        assert_eq!(shapes.len(), 6);
    }

    #[test]
    fn the_plugin_finds_each_where_it_is_measured() {
        let variant = Variant {
            rate: 60,
            symmetry: Symmetry::Plain,
        };
        for barrier in every_barrier() {
            let mut app = app::build(variant);
            app.world_mut().spawn(obstacle(&barrier));
            // Time does not advance in the first update.
            app.update();
            app.update();
            let compare = move |query: SteeringQuery| {
                for position in (0..900).map(|index| vec2((index % 30) as f32, (index / 30) as f32))
                {
                    let position = 4.0 * position - 60.0;
                    let expected = barrier.signed_distance(position.as_dvec2()) as f32;
                    let found = query.nearest_obstacle(position).expect("there is one");
                    assert!(
                        (found.distance - expected).abs() < 1e-3,
                        "{position}: {} and not {expected}, {barrier:?}",
                        found.distance
                    );
                }
            };
            let world = app.world_mut();
            world.run_system_once(compare).expect("it runs");
        }
    }
}
