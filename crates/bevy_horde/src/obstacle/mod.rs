//! Obstacles: their shapes, and the index that casts against them.

mod component;
mod contact;
mod index;
mod index_obstacles;
mod placed;
mod plugin;
mod searches;
mod shape;
mod state;

pub use component::{Obstacle, ObstacleShape};
pub use horde_kernel::obstacles::bounds::Bounds;
pub use horde_kernel::obstacles::circle::CastHit;
pub use horde_kernel::obstacles::edge::Edge;
pub use horde_kernel::obstacles::outline::{Outline, SurfacePoint};
pub use index::ObstacleIndex;
pub use placed::{NearestObstacle, ObstacleHit, PlacedObstacle};
pub use state::ObstacleState;

pub(crate) use index_obstacles::index_obstacles;
pub(crate) use plugin::ObstaclePlugin;
