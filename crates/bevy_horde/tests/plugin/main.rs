//! The plugin as a game uses it: headless apps, one idea per file.

mod harness;

mod any_input;
mod behaviors;
mod changing_tables;
mod combining;
mod coming_out;
mod defaults;
mod determinism;
mod every_system_with_two_agents;
mod gone_targets;
mod heaps;
mod hidden;
mod identities;
mod index;
mod layouts;
mod metamorphic;
mod obstacle_index;
mod obstacle_orders;
mod own_goals;
mod random_scenes;
mod reflection;
mod removal;
mod repeatable_runs;
#[cfg(feature = "serialize")]
mod round_trip;
mod saves;
mod schedule;
mod shapes;
mod sight;
mod slow_geometry;
mod slow_neighbors;
mod slow_reference;
mod solidity;
mod solidity_at_every_size;
mod solidity_between_bodies;
mod solidity_of_shapes;
mod speed_limits;
mod squeezed;
mod think_interval_motion;
mod time_steps;
mod traces;
mod update_interval;
mod whisker_casts;
mod whiskers_and_shapes;
mod written;
