//! How the demo's horde and its flocks keep together: the numbers, for the demo that shows them and for the scenarios that
//! measure them.

use bevy_horde::prelude::*;
use serde::Deserialize;

/// How fast a unit of a flock turns at most, radians per second.
pub const UNIT_TURN_RATE: f32 = 4.0;

/// The views of the demonstration of "AI for Game Developers", chapter 4: its angles, and reaches that fall in its order (200,
/// 50 and 30 unit lengths there, in an arena as large as a whole screen).
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlockView {
    /// 135 degrees to each side, 28 radii far.
    Wide,
    /// 90 degrees to each side, 18 radii far.
    Limited,
    /// 45 degrees to each side, 14 radii far.
    Narrow,
}

impl FlockView {
    /// The same as the plugin has it.
    pub fn view(self) -> View {
        match self {
            Self::Wide => View::wide(Length::Radii(28.0)),
            Self::Limited => View::limited(Length::Radii(18.0)),
            Self::Narrow => View::narrow(Length::Radii(14.0)),
        }
    }
}

/// How a zombie keeps to its horde.
pub fn zombie() -> Flock {
    Flock {
        separation: Separation {
            view: View::all(Length::Radii(2.8)),
            ..Separation::default()
        },
        alignment: Alignment {
            weight: 0.3,
            ..Alignment::default()
        },
        cohesion: Cohesion {
            weight: 0.1,
            ..Cohesion::default()
        },
        ..Flock::default()
    }
}

/// How a unit keeps to its flock, and going: the three rules alone are as content with a flock that stands.
pub fn unit(view: FlockView) -> (Flock, Wander) {
    let view = view.view();
    let flock = Flock {
        // All round, whatever the other rules see: units with a narrow view would drift into those beside them.
        separation: Separation {
            view: View::all(Length::Radii(4.4)),
            ..Separation::default()
        },
        alignment: Alignment { view, weight: 1.0 },
        cohesion: Cohesion { view, weight: 0.6 },
        ..Flock::default()
    };
    let wander = Wander {
        weight: 0.35,
        ..Wander::default()
    };
    (flock, wander)
}
