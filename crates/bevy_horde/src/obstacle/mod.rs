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

pub use crate::math::bounds::Bounds;
pub use crate::math::circle::CastHit;
pub use crate::math::edge::Edge;
pub use crate::math::outline::{Outline, SurfacePoint};
pub use component::{Obstacle, ObstacleShape};
pub use index::ObstacleIndex;
pub use placed::{NearestObstacle, ObstacleHit, PlacedObstacle};
pub use state::ObstacleState;

pub(crate) use index_obstacles::index_obstacles;
pub(crate) use plugin::ObstaclePlugin;
