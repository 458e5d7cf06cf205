//! Paths for agents to follow.

use crate::validation::SteeringWarnings;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use horde_kernel::behaviors::path_following::Polyline;
use std::sync::Arc;

/// A path to walk, with a width: a patrol, a road, or the points of a path finder.
///
/// Agents with [`FollowPath`](super::FollowPath) walk it. The component lies on the agent itself,
/// or on an entity of its own that many agents share, which takes less memory and time. A game may
/// change it at any time; agents then go on from the nearest place. A path without points, or with
/// a point that is not finite, is reported once and leads nowhere. A point that repeats the one
/// before it is left out.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `points` | the points on the way, in the plane | none | finite | - | - |
/// | `width` | width of the corridor about them in which bodies stay, world units | 0: a line | 0 and up | more room side by side; corners are cut farther; from one and a half bodies on they are taken faster | up to the body's width: a body does not slow down for corners |
/// | `closed` | whether the last point leads to the first again | false | - | - | false |
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// // One agent on a way of its own, and a hundred on one road.
/// let way = [vec2(0.0, 0.0), vec2(100.0, 0.0), vec2(100.0, 80.0)];
/// world.spawn((SteeringAgent::new(8.0, 60.0), FollowPath::default(), Path::new(way)));
/// let road = world.spawn(Path::new(way).with_width(40.0)).id();
/// for number in 0..100 {
///     let start = Transform::from_xyz(-10.0 * number as f32, 0.0, 0.0);
///     world.spawn((start, SteeringAgent::new(8.0, 60.0), FollowPath::along(road)));
/// }
/// ```
#[derive(Component, Reflect, Clone, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(PlacedPath)]
pub struct Path {
    /// The points on the way, in the plane.
    pub points: Vec<Vec2>,
    /// Width of the corridor about the points, world units.
    pub width: f32,
    /// Whether the last point leads to the first again.
    pub closed: bool,
}

impl Path {
    /// A path through points in the plane: x and y of the world, or x and z in 3D ground games.
    /// [`MovementSpace::points`](crate::space::MovementSpace::points) converts world positions.
    pub fn new(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self {
            points: points.into_iter().collect(),
            ..default()
        }
    }

    /// The same with a width, world units.
    pub fn with_width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// The same as a ring: the last point leads to the first again.
    pub fn closed(mut self) -> Self {
        self.closed = true;
        self
    }
}

/// The line of a path. The plugin rebuilds it when the path changes.
#[derive(Component, Clone, Debug, Default)]
pub struct PlacedPath {
    pub(super) line: Option<Arc<Polyline>>,
    /// The width of the corridor, world units.
    pub(super) width: f32,
    /// The change tick of the path when the line was built.
    made_from: Option<Tick>,
}

/// Builds the lines of paths that are new or have changed. Equal paths of agents in a row share a
/// line.
pub(crate) fn place_paths(
    warnings: Res<SteeringWarnings>,
    mut paths: Query<(Entity, Ref<Path>, &mut PlacedPath)>,
) {
    let mut last: Option<Arc<Polyline>> = None;
    for (entity, path, mut placed) in &mut paths {
        // Not `is_changed`: in the last run of this system the path may have had Bevy's
        // `Disabled`.
        let made_from = Some(path.last_changed());
        if placed.made_from == made_from {
            continue;
        }
        let check = warnings.of(entity, "Path");
        let shared = last.filter(|line| line.is_of(&path.points, path.closed));
        let line = shared.or_else(|| Polyline::new(&path.points, path.closed).map(Arc::new));
        last = line.clone();
        if line.is_none() {
            check.unusable("points", "are none or not finite; the path leads nowhere");
        }
        let width = check.at_least_zero("width", path.width, 0.0);
        *placed = PlacedPath {
            line,
            width,
            made_from,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    fn lines(paths: impl IntoIterator<Item = Path>) -> Vec<Arc<Polyline>> {
        let mut world = World::new();
        world.init_resource::<SteeringWarnings>();
        let paths: Vec<Entity> = (paths.into_iter())
            .map(|path| world.spawn(path).id())
            .collect();
        world.run_system_once(place_paths).unwrap();
        let line = |path: Entity| world.get::<PlacedPath>(path).unwrap().line.clone();
        paths.into_iter().filter_map(line).collect()
    }

    #[test]
    fn equal_paths_in_a_row_share_a_line() {
        let path = Path::new([Vec2::ZERO, Vec2::X, Vec2::ONE]);
        let wide = path.clone().with_width(4.0);
        let lines = lines([path.clone(), path, wide]);
        assert_eq!(lines.len(), 3);
        assert!(lines.windows(2).all(|two| Arc::ptr_eq(&two[0], &two[1])));
    }

    #[test]
    fn paths_that_differ_have_lines_of_their_own() {
        let path = Path::new([Vec2::ZERO, Vec2::X, Vec2::ONE]);
        let ring = path.clone().closed();
        let longer = Path::new([Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]);
        let paths = [path.clone(), ring, path, longer];
        for (line, path) in lines(paths.clone()).iter().zip(paths) {
            assert_eq!(**line, Polyline::new(&path.points, path.closed).unwrap());
        }
    }
}
