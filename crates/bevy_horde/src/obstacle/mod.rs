//! Obstacles: their shapes, and the index that casts against them.

mod component;
mod index;
mod index_obstacles;
mod placed;
mod shape;

pub use component::{Obstacle, ObstacleShape};
pub use index::ObstacleIndex;
pub use placed::{NearestObstacle, ObstacleHit, PlacedObstacle};

pub(crate) use index_obstacles::{index_obstacles, obstacles_matter};
