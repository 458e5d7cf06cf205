//! Debug drawing of what agents see and do, with any renderer of lines.
//!
//! Functions draw to any [`SteeringPainter`]: [`draw_obstacle`], [`draw_agent`] (its views,
//! velocity and force), [`draw_trace`] (what its last tick recorded), [`draw_path`],
//! [`draw_flow_field`], [`draw_formation`] and [`draw_event`]. Each line belongs to a
//! [`DebugLayer`], and a painter chooses the layers that it draws. The functions draw at the moment
//! of the call, in any schedule, and read nothing but their arguments. They skip values that are
//! not finite. The crate `bevy_horde_gizmos` calls them with Bevy's gizmos; this module needs no
//! renderer.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_horde::debug::{DebugLayer, SteeringPainter, draw_obstacle};
//! use bevy_horde::obstacle::ObstacleIndex;
//! use bevy_horde::space::MovementSpace;
//!
//! /// The lines for the game's own renderer.
//! struct Chalk(Vec<(Vec3, Vec3)>);
//!
//! impl SteeringPainter for Chalk {
//!     fn line(&mut self, _layer: DebugLayer, from: Vec3, to: Vec3) {
//!         self.0.push((from, to));
//!     }
//! }
//!
//! fn draw(index: Res<ObstacleIndex>, space: Res<MovementSpace>) {
//!     let mut chalk = Chalk(Vec::new());
//!     for obstacle in index.obstacles() {
//!         // Its edge, and the line at which the center of a body of radius 8 touches it.
//!         draw_obstacle(&mut chalk, *space, Vec3::ZERO, &obstacle.shape, 8.0);
//!     }
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, bevy_horde::SteeringPlugin::default()));
//! # app.add_systems(Update, draw);
//! # app.update();
//! ```

mod agents;
mod explain;
mod formations;
mod layer;
mod obstacles;
mod orders;
mod painter;
mod pen;
mod views;

pub use agents::{DebugAgent, draw_agent, draw_trace};
pub(crate) use explain::explain_traces;
pub use formations::draw_formation;
pub use layer::DebugLayer;
pub use obstacles::draw_obstacle;
pub use orders::{JourneyMark, draw_event, draw_flow_field, draw_path};
pub use painter::SteeringPainter;
pub use views::{AgentViews, AgentViewsItem};
