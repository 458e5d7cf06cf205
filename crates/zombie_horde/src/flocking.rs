//! Flocking settings of the demo's horde and flocks. The demo shows them, and the scenarios measure
//! them.

use bevy_horde::prelude::*;
use serde::Deserialize;

/// Maximum turn rate of a flock unit, radians per second.
pub const UNIT_TURN_RATE: f32 = 4.0;

/// The views of the demonstration in "AI for Game Developers", chapter 4. The angles are the same.
/// The ranges decrease in the same order; in the book, where the arena fills a screen, they are
/// 200, 50 and 30 unit lengths.
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
    /// The same view as a setting of the plugin.
    pub fn view(self) -> View {
        match self {
            Self::Wide => View::wide(Length::Radii(28.0)),
            Self::Limited => View::limited(Length::Radii(18.0)),
            Self::Narrow => View::narrow(Length::Radii(14.0)),
        }
    }
}

/// The flocking settings of a zombie.
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

/// The flocking settings of a unit. `Wander` keeps it moving, because the three rules alone also
/// allow a flock that stands.
pub fn unit(view: FlockView) -> (Flock, Wander) {
    let view = view.view();
    let flock = Flock {
        // Separation looks in all directions, because units with a narrow view would drift into
        // neighbors at their sides.
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
