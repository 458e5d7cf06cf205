//! Obstacles: their shapes, and the index that casts against them.

mod component;
mod index;
mod shape;

pub use component::{Obstacle, ObstacleShape};
pub use index::{ObstacleHit, ObstacleIndex, PlacedObstacle};
pub use shape::PlacedShape;

pub(crate) use index::index_obstacles;
