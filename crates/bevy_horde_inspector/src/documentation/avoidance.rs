//! Behaviours that do not run into things.

use super::{ComponentDocumentation, FieldDocumentation, Role, Unit};
use core::f64::consts::TAU;

const fn look_ahead(meaning: &'static str, raising: &'static str) -> FieldDocumentation {
    FieldDocumentation::new("look_ahead", meaning, Unit::Seconds)
        .within(0.0, f64::INFINITY)
        .raising(raising)
        .disabled_by("0")
}

pub(super) const TABLE: &[ComponentDocumentation] = &[
    ComponentDocumentation {
        name: "AvoidObstacles",
        role: Role::Behavior,
        meaning: "Steers round the obstacles in the way, and what they make together.",
        fields: &[
            FieldDocumentation::length("sight", "how far obstacles, or parts of them, are seen")
                .raising("takes wider dead ends for what they are, slower")
                .disabled_by("0: the goal is never turned"),
            look_ahead(
                "how far to look, at the current speed",
                "turns earlier, wider",
            ),
            FieldDocumentation::length("min_look_ahead", "how far to look at least, at any speed")
                .raising("slow agents turn earlier")
                .disabled_by("0"),
            FieldDocumentation::length("margin", "gap to keep to the obstacle")
                .raising("wider berth")
                .disabled_by("0"),
            FieldDocumentation::weight("stronger; about 5 for WeightedSum"),
        ],
    },
    ComponentDocumentation {
        name: "Whiskers",
        role: Role::Behavior,
        meaning: "Feels the way ahead with a fan of feelers.",
        fields: &[
            FieldDocumentation::new("count", "number of whiskers", Unit::Count)
                .within(0.0, 64.0)
                .raising("surer, slower")
                .disabled_by("0"),
            FieldDocumentation::new("fan_angle", "angle between the outermost two", Unit::Angle)
                .within(0.0, TAU)
                .raising("feels more to the sides")
                .disabled_by("0: all ahead"),
            look_ahead("length, at the current speed", "turns earlier"),
            FieldDocumentation::length("min_length", "length at least, at any speed")
                .raising("slow agents turn earlier")
                .disabled_by("0"),
            FieldDocumentation::length("margin", "gap to keep to the wall")
                .raising("wider berth")
                .disabled_by("0"),
            FieldDocumentation::weight("stronger"),
        ],
    },
    ComponentDocumentation {
        name: "AvoidAgents",
        role: Role::Behavior,
        meaning: "Steers clear of other agents before they meet.",
        fields: &[
            FieldDocumentation::new(
                "model",
                "how it is done: with limits of velocity, calm; or by pushes away from where others will pass, cheaper",
                Unit::Plain,
            ),
            FieldDocumentation::new(
                "horizon",
                "how far ahead a collision matters; with limits at least six clearances",
                Unit::Seconds,
            )
            .within(1e-3, f64::INFINITY)
            .raising("earlier, gentler; crowds grow cautious")
            .disabled_by("switch the behaviour off"),
            FieldDocumentation::length("range", "how far to look, centre to centre")
                .raising("sees fast ones sooner, slower")
                .disabled_by("0"),
            FieldDocumentation::length("margin", "gap to keep between the bodies")
                .raising("more elbow room")
                .disabled_by("0"),
            FieldDocumentation::new(
                "priority",
                "right of way: against a lower one it does not yield",
                Unit::Count,
            )
            .within(i32::MIN as f64, i32::MAX as f64),
            FieldDocumentation::new(
                "standing_readiness",
                "part of the work taken on while standing",
                Unit::Plain,
            )
            .within(0.0, 1.0)
            .raising("arrived agents step aside more")
            .disabled_by("0: never"),
            FieldDocumentation::new(
                "braking_time",
                "time in which a gap may be closed; never less than 2.5 radii take at full speed",
                Unit::Seconds,
            )
            .within(1e-3, f64::INFINITY)
            .raising("keeps its distance, softer"),
            FieldDocumentation::new(
                "shove",
                "how hard it presses on against those who go another way",
                Unit::Plain,
            )
            .within(0.0, 1.0)
            .raising("jams dissolve sooner, less calmly")
            .disabled_by("0"),
            FieldDocumentation::new(
                "avoid_target",
                "whether it avoids the agent that it seeks, pursues or arrives at, too",
                Unit::Plain,
            )
            .disabled_by("off: it comes in touch"),
            FieldDocumentation::weight("more evasive"),
        ],
    },
    ComponentDocumentation {
        name: "Contain",
        role: Role::Behavior,
        meaning: "Keeps the body inside of a region.",
        fields: &[
            FieldDocumentation::new("region", "where the agent stays", Unit::WorldUnits)
                .kept_by_reset(),
            FieldDocumentation::length("margin", "gap to keep to the border")
                .raising("stands farther off")
                .disabled_by("0"),
            look_ahead(
                "how far the way is followed, at the current speed",
                "brakes earlier, more softly",
            ),
            FieldDocumentation::weight("brakes harder, later"),
        ],
    },
    ComponentDocumentation {
        name: "Region",
        role: Role::Part,
        meaning: "A part of the steering plane.",
        fields: &[
            FieldDocumentation::new("center", "its middle", Unit::WorldUnits).kept_by_reset(),
            FieldDocumentation::new(
                "half_size",
                "half the width and half the height, both above 0",
                Unit::WorldUnits,
            )
            .within(1e-3, f64::INFINITY)
            .kept_by_reset(),
            FieldDocumentation::new("radius", "of the circle", Unit::WorldUnits)
                .within(1e-3, f64::INFINITY)
                .kept_by_reset(),
            FieldDocumentation::new("points", "the corners of the polygon", Unit::WorldUnits)
                .kept_by_reset(),
        ],
    },
];
