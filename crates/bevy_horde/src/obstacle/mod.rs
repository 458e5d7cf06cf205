//! Obstacles: their shapes, and the index that casts against them.

mod component;
mod hits;
mod index;
mod index_obstacles;
mod push_out;
mod shape;
mod state;

pub use component::{Obstacle, ObstacleShape};
pub use hits::{NearestObstacle, ObstacleHit};
pub use horde_kernel::obstacles::bounds::Bounds;
pub use horde_kernel::obstacles::circle::CastHit;
pub use horde_kernel::obstacles::edge::Edge;
pub use horde_kernel::obstacles::index::Obstacles;
pub use horde_kernel::obstacles::outline::{Outline, SurfacePoint};
pub use horde_kernel::obstacles::placed::{ObstacleId, PlacedObstacle};
pub use index::{ObstacleIndex, entity_of, obstacle_of};
pub use push_out::PushOut;
pub use state::ObstacleState;

pub(crate) use index_obstacles::{index_obstacles, obstacles_matter};
pub(crate) use push_out::{FindPushOut, push_of_tick};
