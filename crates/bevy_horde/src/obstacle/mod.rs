//! Obstacles: their shapes, and the index that casts against them.

mod component;
mod index;
mod index_obstacles;
mod placed;
mod plugin;
mod shape;
mod state;

pub use component::{Obstacle, ObstacleShape};
pub use index::ObstacleIndex;
pub use placed::{NearestObstacle, ObstacleHit, PlacedObstacle};
pub use state::ObstacleState;

pub(crate) use index_obstacles::index_obstacles;
pub(crate) use plugin::ObstaclePlugin;
