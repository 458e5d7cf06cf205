//! Behaviours that get somewhere.

use super::{ComponentDocumentation, FieldDocumentation, Role, Unit};

const GOES_FIRST: &str = "goes before other goals";

const fn behavior(
    name: &'static str,
    meaning: &'static str,
    fields: &'static [FieldDocumentation],
) -> ComponentDocumentation {
    ComponentDocumentation {
        name,
        role: Role::Behavior,
        meaning,
        fields,
    }
}

const fn target(name: &'static str, meaning: &'static str) -> FieldDocumentation {
    FieldDocumentation::new(name, meaning, Unit::WorldUnits).kept_by_reset()
}

const fn prediction(raising: &'static str, disable: &'static str) -> FieldDocumentation {
    FieldDocumentation::new("max_prediction", "how far ahead to look", Unit::Seconds)
        .within(0.0, f64::INFINITY)
        .raising(raising)
        .disabled_by(disable)
}

const fn panic_distance(meaning: &'static str, raising: &'static str) -> FieldDocumentation {
    FieldDocumentation::new("panic_distance", meaning, Unit::WorldUnits)
        .within(0.0, f64::INFINITY)
        .or_infinite(100.0)
        .raising(raising)
        .disabled_by("0")
}

pub(super) const TABLE: &[ComponentDocumentation] = &[
    behavior(
        "Seek",
        "Heads for a target at full speed, and through it.",
        &[
            target("target", "what to head for"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Arrive",
        "Heads for a target and comes to rest there.",
        &[
            target("target", "where to stop"),
            FieldDocumentation::new(
                "deceleration",
                "part of the maximum acceleration used for braking",
                Unit::Plain,
            )
            .within(0.01, 1.0)
            .raising("brakes later and harder"),
            FieldDocumentation::length(
                "slowing_distance",
                "where slowing down begins at the latest",
            )
            .raising("starts earlier, arrives softer")
            .disabled_by("0"),
            FieldDocumentation::length("tolerance", "how near counts as arrived")
                .raising("stops earlier")
                .disabled_by("0"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Pursue",
        "Heads for the place where it will meet a moving target.",
        &[
            target("target", "what to catch"),
            prediction("cuts corners more", "0: a plain seek"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Flee",
        "Heads away from a threat at full speed while it is near.",
        &[
            target("threat", "what to flee from"),
            panic_distance("how near the threat may come", "flees earlier"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Evade",
        "Heads away from the place where a pursuer would meet it.",
        &[
            target("threat", "what to evade"),
            prediction("sidesteps earlier", "0: a plain flee"),
            panic_distance("how near the pursuer may come", "evades earlier"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Wander",
        "Strolls about at random.",
        &[
            FieldDocumentation::new("rate", "spread of the walk after one second", Unit::Angle)
                .within(0.0, f64::INFINITY)
                .raising("changes its mind more often")
                .disabled_by("0: keeps its turn"),
            FieldDocumentation::new(
                "spread",
                "radius of the circle over its distance",
                Unit::Plain,
            )
            .within(0.0, f64::INFINITY)
            .raising("turns more sharply; from 1 on it may turn round")
            .disabled_by("0: straight on"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "FollowWall",
        "Goes along the wall in reach, keeping a distance.",
        &[
            FieldDocumentation::new("side", "which hand the wall is on", Unit::Plain),
            FieldDocumentation::length("distance", "gap between body and wall")
                .raising("farther off; narrow gaps count as closed")
                .disabled_by("0: brushes along it"),
            FieldDocumentation::length("range", "gap up to which a wall is sensed")
                .raising("finds walls farther off")
                .disabled_by("0"),
            FieldDocumentation::new(
                "look_ahead",
                "how far ahead to look, at the largest speed",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .raising("turns off inner corners earlier")
            .disabled_by("0: no longer than it takes to turn"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
];
