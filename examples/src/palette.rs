//! The colors of the examples.

use bevy::prelude::Color;

/// The floor.
pub const FLOOR: Color = Color::srgb(0.055, 0.075, 0.095);
/// Most agents.
pub const GREEN: Color = Color::srgb(0.48, 0.80, 0.42);
/// Agents to compare with the green ones.
pub const AMBER: Color = Color::srgb(0.98, 0.72, 0.30);
/// A third kind.
pub const BLUE: Color = Color::srgb(0.40, 0.68, 0.96);
/// A fourth kind.
pub const VIOLET: Color = Color::srgb(0.74, 0.58, 0.95);
/// A threat.
pub const RED: Color = Color::srgb(0.95, 0.37, 0.34);
/// Switched off.
pub const GRAY: Color = Color::srgb(0.50, 0.55, 0.60);
/// Stone, for obstacles.
pub const STONE: Color = Color::srgb(0.27, 0.32, 0.38);
/// The line around an obstacle, and walls.
pub const RIM: Color = Color::srgb(0.45, 0.52, 0.60);
/// Text.
pub const CHALK: Color = Color::srgb(0.86, 0.90, 0.92);
/// Thin lines.
pub const LINE: Color = Color::srgba(0.62, 0.72, 0.78, 0.30);
