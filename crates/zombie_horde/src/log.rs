//! Logging: warnings and errors of Bevy and of the plugin go to stderr.

use bevy::log::tracing_subscriber::fmt::Layer;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use std::io::{self, IsTerminal};

/// A log plugin that prints warnings and errors. It uses colors only if stderr is a terminal and
/// `NO_COLOR` is not set.
pub fn plugin() -> LogPlugin {
    LogPlugin {
        level: Level::WARN,
        fmt_layer: |_| {
            let layer = Layer::default().with_writer(io::stderr);
            Some(Box::new(if io::stderr().is_terminal() {
                // The default formatter respects `NO_COLOR`.
                layer
            } else {
                layer.with_ansi(false)
            }))
        },
        ..default()
    }
}
