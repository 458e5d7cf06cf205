//! Behaviors that move to or from a target.

use super::{ComponentDocumentation, FieldDocumentation, Role, Unit};

const GOES_FIRST: &str = "more influence than other goals";

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
    FieldDocumentation::new("max_prediction", "largest prediction time", Unit::Seconds)
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
        "Moves to a target at full speed.",
        &[
            target("target", "the target"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Arrive",
        "Moves to a target and stops there.",
        &[
            target("target", "the target"),
            FieldDocumentation::new(
                "deceleration",
                "share of the maximum acceleration for braking",
                Unit::Plain,
            )
            .within(0.01, 1.0)
            .raising("brakes later and harder"),
            FieldDocumentation::length(
                "slowing_distance",
                "distance from the target at which braking has started",
            )
            .raising("brakes earlier and more softly")
            .disabled_by("0"),
            FieldDocumentation::length("tolerance", "distance that counts as arrived")
                .raising("stops earlier")
                .disabled_by("0"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Gather",
        "Fills a place together with others, from the middle, and stays there.",
        &[
            target("target", "the place"),
            FieldDocumentation::length("gap", "gap between settled bodies")
                .raising("a looser crowd")
                .disabled_by("0: in touch"),
            FieldDocumentation::new(
                "make_way",
                "how far ahead it steps aside for a passer",
                Unit::Seconds,
            )
            .within(0.0, 5.0)
            .raising("opens a lane earlier")
            .disabled_by("0"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Pursue",
        "Moves to where it will meet a moving target.",
        &[
            target("target", "the target"),
            prediction("cuts corners more", "0: a plain seek"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Flee",
        "Moves away from a near threat at full speed.",
        &[
            target("threat", "the threat"),
            panic_distance("distance below which it flees", "flees earlier"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Evade",
        "Moves away from where a pursuer would meet it.",
        &[
            target("threat", "the threat"),
            prediction("sidesteps earlier", "0: a plain flee"),
            panic_distance("distance below which it evades", "evades earlier"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Wander",
        "Moves in a random direction that changes slowly.",
        &[
            FieldDocumentation::new(
                "rate",
                "spread of the direction after one second",
                Unit::Angle,
            )
            .within(0.0, f64::INFINITY)
            .raising("changes direction more often")
            .disabled_by("0: constant turn"),
            FieldDocumentation::new(
                "spread",
                "radius of the wander circle relative to its distance",
                Unit::Plain,
            )
            .within(0.0, f64::INFINITY)
            .raising("turns more sharply; from 1 on it may turn around")
            .disabled_by("0: straight on"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "OffsetPursue",
        "Keeps a place beside a moving target.",
        &[
            target("target", "the target"),
            FieldDocumentation::new(
                "offset",
                "place in the target's frame: ahead, to the left",
                Unit::WorldUnits,
            )
            .kept_by_reset(),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "FollowLeader",
        "Stays behind a leader and out of its way.",
        &[
            target("target", "the leader"),
            FieldDocumentation::length("distance", "how far behind the leader")
                .raising("leaves more room")
                .disabled_by("0"),
            FieldDocumentation::length("clearance", "how far from its way to step aside")
                .raising("makes more room")
                .disabled_by("0"),
            FieldDocumentation::new(
                "look_ahead",
                "how far ahead the leader's way is kept clear",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .raising("steps aside earlier")
            .disabled_by("0"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Formation",
        "Leads a formation, at the pace of its members.",
        &[
            FieldDocumentation::new("shape", "where the slots are", Unit::Plain).kept_by_reset(),
            FieldDocumentation::length("spacing", "distance of neighbors, center to center")
                .raising("looser"),
            FieldDocumentation::new(
                "facing",
                "the direction in which a standing formation faces, in the plane",
                Unit::Plain,
            )
            .disabled_by("0, 0"),
        ],
    ),
    ComponentDocumentation {
        name: "FormationShape",
        role: Role::Part,
        meaning: "The shape of a formation.",
        fields: &[FieldDocumentation::new(
            "files",
            "how many agents march side by side",
            Unit::Plain,
        )
        .within(1.0, f64::INFINITY)
        .raising("a wider column")],
    },
    behavior(
        "Interpose",
        "Stays between two others.",
        &[
            target("target", "one of the two"),
            target("other", "the other one"),
            FieldDocumentation::new("part", "where between the two", Unit::Plain)
                .within(0.0, 1.0)
                .raising("nearer to the other one"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Hide",
        "Keeps obstacles between itself and threats.",
        &[
            target("threats", "from what to hide"),
            FieldDocumentation::new(
                "range",
                "how near a threat is when it matters",
                Unit::WorldUnits,
            )
            .within(0.0, f64::INFINITY)
            .or_infinite(100.0)
            .raising("hides earlier")
            .disabled_by("0"),
            FieldDocumentation::length("sight", "how far to look for obstacles")
                .raising("finds more places, slower")
                .disabled_by("0"),
            FieldDocumentation::length("gap", "gap to the obstacle").raising("stands farther off"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "FollowPath",
        "Walks along a path, and stops at its end.",
        &[
            target(
                "path",
                "the entity with the path; none for the agent itself",
            ),
            FieldDocumentation::new("direction", "direction of the walk", Unit::Plain),
            FieldDocumentation::new(
                "look_ahead",
                "how far ahead the place is for which it heads, at maximum speed",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .raising("smoother, comes back to the path later")
            .disabled_by("0: two radii"),
            FieldDocumentation::new(
                "deceleration",
                "share of the maximum acceleration for braking at the end and for turns",
                Unit::Plain,
            )
            .within(0.01, 1.0)
            .raising("brakes later and harder"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "FollowField",
        "Goes by a flow field.",
        &[
            target("field", "the entity with the field"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
    behavior(
        "Queue",
        "Waits at a doorway behind those that came before.",
        &[
            target("doorway", "where the queue begins"),
            FieldDocumentation::length("range", "how near to the doorway agents join")
                .raising("joins earlier")
                .disabled_by("0"),
            FieldDocumentation::length("gap", "gap to the body ahead").raising("a longer line"),
        ],
    ),
    behavior(
        "Journey",
        "Reports as events that the agent arrives, settles or gets stuck.",
        &[FieldDocumentation::new(
            "stuck_after",
            "how long without progress counts as stuck",
            Unit::Seconds,
        )
        .within(0.0, f64::INFINITY)
        .raising("later, surer")],
    ),
    behavior(
        "FollowWall",
        "Moves along a wall at a distance.",
        &[
            FieldDocumentation::new("side", "side of the wall", Unit::Plain),
            FieldDocumentation::length("distance", "gap between body and wall")
                .raising("larger gap; narrow gaps count as closed")
                .disabled_by("0: touches the wall"),
            FieldDocumentation::length("range", "largest gap at which a wall is sensed")
                .raising("finds walls farther away")
                .disabled_by("0"),
            FieldDocumentation::new(
                "look_ahead",
                "time to look ahead at maximum speed",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .raising("turns earlier at inner corners")
            .disabled_by("0: only the time of a turn"),
            FieldDocumentation::weight(GOES_FIRST),
        ],
    ),
];
