//! How fast obstacles push bodies out.

use crate::validation::SteeringWarnings;
use bevy::prelude::*;

/// Limits how fast a body comes out of an obstacle that presses or covers it.
///
/// By default the body comes out within one tick, wherever the nearest free place is: see
/// [`Obstacle`](crate::obstacle::Obstacle). With a limit it moves there in a straight line, over as
/// many ticks as that takes. Until it is out it does not follow its
/// [`Velocity`](crate::agent::Velocity), and counts as squeezed: see
/// [`Reason::Squeezed`](crate::trace::Reason::Squeezed). It goes through no
/// wall. An obstacle that moves faster than the limit passes over bodies.
///
/// A resource; live-editable.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `max_speed` | largest speed out of an obstacle, world units/s | infinite: out in one tick | 0 and up | out sooner | infinite |
///
/// At 0 no obstacle pushes a body: the body leaves by itself. The plugin reports an illegal number
/// once, see [`SteeringWarnings`], and uses infinity.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .insert_resource(PushOut { max_speed: 8.0 })
///     .update();
/// ```
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Resource, Default)]
pub struct PushOut {
    /// Largest speed out of an obstacle, world units per second.
    pub max_speed: f32,
}

impl Default for PushOut {
    fn default() -> Self {
        Self {
            max_speed: f32::INFINITY,
        }
    }
}

/// The resource, on its own entity. Without it the default counts.
pub(crate) type FindPushOut<'w, 's> = Query<'w, 's, (Entity, &'static PushOut)>;

/// How far bodies may be pushed out in a tick of this length (seconds), world units.
pub(crate) fn push_of_tick(push_out: &FindPushOut, tick: f32, warnings: &SteeringWarnings) -> f64 {
    push_out
        .single()
        .map_or(f64::INFINITY, |(entity, push_out)| {
            let check = warnings.of(entity, "PushOut");
            let default = f32::INFINITY;
            let max_speed =
                check.at_least_zero_or_infinite("max_speed", push_out.max_speed, default);
            f64::from(max_speed) * f64::from(tick)
        })
}
