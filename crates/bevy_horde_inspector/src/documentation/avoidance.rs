//! Behaviors that avoid obstacles and agents, and that stay in a region.

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
        meaning: "Steers around obstacles and groups of them.",
        fields: &[
            FieldDocumentation::length("sight", "distance at which obstacles are seen")
                .raising("recognizes wider dead ends; slower")
                .disabled_by("0: no way around"),
            look_ahead(
                "time to look ahead at the current speed",
                "turns earlier and wider",
            ),
            FieldDocumentation::length("min_look_ahead", "shortest distance to look ahead")
                .raising("slow agents turn earlier")
                .disabled_by("0"),
            FieldDocumentation::length("margin", "gap to the obstacle")
                .raising("larger gap")
                .disabled_by("0"),
            FieldDocumentation::weight("stronger; about 5 for WeightedSum"),
        ],
    },
    ComponentDocumentation {
        name: "Whiskers",
        role: Role::Behavior,
        meaning: "Senses walls ahead with a fan of rays.",
        fields: &[
            FieldDocumentation::new("count", "number of whiskers", Unit::Count)
                .within(0.0, 64.0)
                .raising("more reliable; slower")
                .disabled_by("0"),
            FieldDocumentation::new("fan_angle", "angle between the outermost two", Unit::Angle)
                .within(0.0, TAU)
                .raising("senses more to the sides")
                .disabled_by("0: all ahead"),
            look_ahead("length as a time at the current speed", "turns earlier"),
            FieldDocumentation::length("min_length", "shortest length")
                .raising("slow agents turn earlier")
                .disabled_by("0"),
            FieldDocumentation::length("margin", "gap to the wall")
                .raising("larger gap")
                .disabled_by("0"),
            FieldDocumentation::weight("stronger"),
        ],
    },
    ComponentDocumentation {
        name: "AvoidAgents",
        role: Role::Behavior,
        meaning: "Avoids collisions with other agents.",
        fields: &[
            FieldDocumentation::new(
                "horizon",
                "time within which a collision counts; at least six clearances",
                Unit::Seconds,
            )
            .within(1e-3, f64::INFINITY)
            .raising("avoids earlier and more gently; crowds move slower")
            .disabled_by("switch the behavior off"),
            FieldDocumentation::length("range", "view range, center to center")
                .raising("sees fast agents earlier; slower")
                .disabled_by("0"),
            FieldDocumentation::length("margin", "gap between the bodies")
                .raising("larger gaps")
                .disabled_by("0"),
            FieldDocumentation::new(
                "priority",
                "right of way: the agent does not yield to lower priorities",
                Unit::Count,
            )
            .within(i32::MIN as f64, i32::MAX as f64),
            FieldDocumentation::new(
                "idle_responsibility",
                "share of the avoidance while standing",
                Unit::Plain,
            )
            .within(0.0, 1.0)
            .raising("arrived agents step aside more")
            .disabled_by("0: never"),
            FieldDocumentation::new(
                "braking_time",
                "time to close a gap; at least the time for 2.5 radii at full speed",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .raising("keeps more distance; brakes softer")
            .disabled_by("0: only steps aside"),
            FieldDocumentation::new(
                "assertiveness",
                "how hard it pushes against agents that go another way",
                Unit::Plain,
            )
            .within(0.0, 1.0)
            .raising("jams dissolve faster, less calmly")
            .disabled_by("0"),
            FieldDocumentation::new(
                "avoid_target",
                "whether it also avoids the agent that is its target",
                Unit::Plain,
            )
            .disabled_by("off: it touches the target"),
            FieldDocumentation::weight("avoids more strongly"),
        ],
    },
    ComponentDocumentation {
        name: "Contain",
        role: Role::Behavior,
        meaning: "Keeps the body inside a region.",
        fields: &[
            FieldDocumentation::new("region", "the region", Unit::WorldUnits).kept_by_reset(),
            FieldDocumentation::length("margin", "gap to the border")
                .raising("larger gap")
                .disabled_by("0"),
            look_ahead(
                "time to look ahead at the current speed",
                "brakes earlier and more softly",
            ),
            FieldDocumentation::weight("brakes later and harder"),
        ],
    },
    ComponentDocumentation {
        name: "Region",
        role: Role::Part,
        meaning: "A region of the plane.",
        fields: &[
            FieldDocumentation::new("center", "the center", Unit::WorldUnits).kept_by_reset(),
            FieldDocumentation::new(
                "half_size",
                "half the width and half the height, both above 0",
                Unit::WorldUnits,
            )
            .within(1e-3, f64::INFINITY)
            .kept_by_reset(),
            FieldDocumentation::new("radius", "radius of the circle", Unit::WorldUnits)
                .within(1e-3, f64::INFINITY)
                .kept_by_reset(),
            FieldDocumentation::new("points", "the corners of the polygon", Unit::WorldUnits)
                .kept_by_reset(),
        ],
    },
];
