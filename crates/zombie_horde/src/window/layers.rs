//! Depths of everything that is drawn, the lowest first.

/// The night ground.
pub(super) const GROUND: f32 = -20.0;
/// The darkness beyond the arena, and the arena's border.
pub(super) const BORDER: f32 = -10.0;
/// The waypoints of walkers.
pub(super) const WAY_POINTS: f32 = -5.0;
/// The light of the bait on the ground.
pub(super) const BAIT_GLOW: f32 = -1.0;
/// Round objects, and the low pieces of all other obstacles.
pub(super) const OBSTACLES: f32 = 0.0;
/// The shadows of agents.
pub(super) const SHADOWS: f32 = 8.0;
/// Agents; they share the whole unit above this depth.
pub(super) const AGENTS: f32 = 10.0;
/// Walls, above the agents that touch them.
pub(super) const WALLS: f32 = 15.0;
/// The light of lanterns.
pub(super) const GLOWS: f32 = 20.0;
/// The light of the bait on the horde.
pub(super) const BAIT_LIGHT: f32 = 25.0;
/// The bait itself.
pub(super) const BAIT: f32 = 30.0;
/// Rings around obstacles and picked agents.
pub(super) const RINGS: f32 = 40.0;
/// The dark edges of the view.
pub(super) const VIGNETTE: f32 = 90.0;
