//! Obstacles: their shapes, and the index that casts against them.

mod component;
mod index;
mod index_obstacles;
mod placed;
mod plugin;
mod searches;
mod shape;
mod state;

pub use crate::kernel::bounds::Bounds;
pub use crate::kernel::circle::CastHit;
pub use crate::kernel::edge::Edge;
pub use crate::kernel::outline::{Outline, SurfacePoint};
pub use component::{Obstacle, ObstacleShape};
pub use index::ObstacleIndex;
pub use placed::{NearestObstacle, ObstacleHit, PlacedObstacle};
pub use state::ObstacleState;

pub(crate) use index_obstacles::index_obstacles;
pub(crate) use plugin::ObstaclePlugin;
