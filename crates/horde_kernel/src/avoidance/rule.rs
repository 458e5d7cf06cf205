//! The settings of avoidance.

/// The braking time is at least the time for this many radii at full speed, so that slow and large
/// bodies brake early.
const BRAKING_RADII: f32 = 2.5;

/// How an agent avoids others, checked and in world units; the default avoids none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AvoidanceRule {
    /// The distance within which the agent avoids others, center to center, world units; 0
    /// when the rule is off.
    pub range: f32,
    /// The gap to leave when it passes, world units.
    pub margin: f32,
    /// How far ahead it steps aside, seconds.
    pub horizon: f32,
    /// The time in which it brakes before others, seconds; see [`braking_time`].
    pub braking_time: f32,
    /// How much it pushes on in a jam, 0 to 1.
    pub assertiveness: f32,
    /// The factor on the force.
    pub weight: f32,
    /// The share of the avoidance that it takes on at rest, 0 to 1.
    pub idle_responsibility: f32,
    /// Agents of a lower priority make way.
    pub priority: i32,
    /// Whether it limits its speed of approach.
    pub has_constraints: bool,
    /// Whether it avoids the agent for which it heads.
    pub avoids_target: bool,
}

impl AvoidanceRule {
    /// The usual rule of a body with this radius, world units, and this largest speed, world units
    /// per second: it looks 12 radii ahead, leaves a tenth of its radius, steps aside 2.5 s and
    /// brakes half a second ahead, and weighs 1.
    pub fn usual(radius: f32, max_speed: f32) -> Self {
        Self {
            range: 12.0 * radius,
            margin: 0.1 * radius,
            horizon: 2.5,
            braking_time: braking_time(0.5, radius, max_speed),
            assertiveness: 0.22,
            weight: 1.0,
            idle_responsibility: 0.1,
            priority: 0,
            has_constraints: true,
            avoids_target: false,
        }
    }

    /// The priority of an agent that limits its speed of approach; `None` for other agents.
    pub fn limiting_priority(&self) -> Option<i32> {
        self.has_constraints.then_some(self.priority)
    }
}

/// The time in which a body brakes before others, seconds: `least`, or longer for a body that is
/// slow for its size.
pub fn braking_time(least: f32, radius: f32, max_speed: f32) -> f32 {
    let crossing = BRAKING_RADII * radius / max_speed;
    if crossing.is_finite() {
        least.max(crossing)
    } else {
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_and_large_bodies_brake_for_longer() {
        // 2.5 radii of 4 at a speed of 5 take 2 s.
        assert_eq!(braking_time(0.5, 4.0, 5.0), 2.0);
        assert_eq!(braking_time(3.0, 4.0, 5.0), 3.0);
        // A body that cannot move has no such time, and neither has a point that cannot.
        assert_eq!(braking_time(0.5, 4.0, 0.0), 0.5);
        assert_eq!(braking_time(0.5, 0.0, 0.0), 0.5);
    }
}
