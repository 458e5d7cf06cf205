//! The step aside of an obstacle that moves.

/// A body looks ahead for at least this many times the step at full speed: slow bodies and wide
/// obstacles need more time.
const STEPS_AHEAD: f32 = 6.0;
/// How fast a step aside grows as the hit comes nearer: it is full from half the time ahead on.
const PROMPTNESS: f32 = 2.0;

/// A body in the way of an obstacle that moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepAside {
    /// How far the body has to go aside, world units.
    pub step: f32,
    /// The time until the obstacle hits the body, seconds.
    pub time: f32,
    /// How far ahead a hit matters, seconds; more for a body that needs longer.
    pub look_ahead: f32,
    /// The largest speed of the body, world units per second.
    pub max_speed: f32,
    /// A sooner hit counts as one after this time, seconds.
    pub least_time: f32,
}

/// The speed of the step aside, world units per second; `None` while the hit is far ahead.
///
/// The body has stepped aside by the time of the hit. A body that is aside already stays there: the
/// speed is 0.
#[inline]
pub fn step_aside(body: &StepAside) -> Option<f32> {
    let usual = STEPS_AHEAD * body.step.max(0.0) / body.max_speed;
    let ahead = body.look_ahead.max(usual);
    let ahead = if ahead.is_finite() {
        ahead
    } else {
        body.look_ahead
    };
    let urgency = ((1.0 - body.time / ahead) * PROMPTNESS).min(1.0);
    let speed = body.step.max(0.0) / body.time.max(body.least_time) * urgency;
    (body.time < ahead && speed.is_finite()).then_some(speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_aside_by_the_time_of_the_hit() {
        let body = StepAside {
            step: 2.0,
            time: 1.0,
            look_ahead: 1.5,
            max_speed: 3.0,
            least_time: 0.25,
        };
        // Six steps at full speed take 4 s, and half of that is more than the time to the hit.
        assert_eq!(step_aside(&body), Some(2.0));
        // 1 s before the end of 4 s the step is half as urgent.
        assert_eq!(
            step_aside(&StepAside { time: 3.0, ..body }),
            Some(1.0 / 3.0)
        );
        assert_eq!(step_aside(&StepAside { time: 4.0, ..body }), None);
        // A hit at once counts as one after the least time.
        assert_eq!(step_aside(&StepAside { time: 0.0, ..body }), Some(8.0));
        assert_eq!(step_aside(&StepAside { step: -1.0, ..body }), Some(0.0));
        // A body that cannot move looks only as far ahead as it is told.
        let stands = StepAside {
            max_speed: 0.0,
            time: 0.75,
            ..body
        };
        assert_eq!(step_aside(&stands), Some(2.0 / 0.75));
        assert_eq!(
            step_aside(&StepAside {
                time: 2.0,
                ..stands
            }),
            None
        );
        assert_eq!(
            step_aside(&StepAside {
                time: f32::NAN,
                ..body
            }),
            None
        );
    }
}
