//! Flocking behaviors.

use super::{ComponentDocumentation, FieldDocumentation, Role, Unit};

const fn view(meaning: &'static str, raising: &'static str) -> FieldDocumentation {
    FieldDocumentation::new("view", meaning, Unit::Plain)
        .raising(raising)
        .disabled_by("range 0")
}

pub(super) const TABLE: &[ComponentDocumentation] = &[
    ComponentDocumentation {
        name: "Flock",
        role: Role::Behavior,
        meaning: "Separation, alignment and cohesion; a separate component of the same rule replaces its part.",
        fields: &[
            FieldDocumentation::new("separation", "keeps distance from neighbors", Unit::Plain)
                .disabled_by("weight 0"),
            FieldDocumentation::new(
                "alignment",
                "matches the velocity of flockmates",
                Unit::Plain,
            )
            .disabled_by("weight 0"),
            FieldDocumentation::new("cohesion", "stays with flockmates", Unit::Plain)
                .disabled_by("weight 0"),
            FieldDocumentation::new(
                "flockmates",
                "groups that count for alignment and cohesion",
                Unit::Groups,
            )
            .disabled_by("none: no flockmates"),
        ],
    },
    ComponentDocumentation {
        name: "Separation",
        role: Role::Behavior,
        meaning: "Pushes away from near neighbors.",
        fields: &[
            view("separation distance and view angle", "less dense crowds"),
            FieldDocumentation::weight("stiffer"),
        ],
    },
    ComponentDocumentation {
        name: "Alignment",
        role: Role::Behavior,
        meaning: "Steers toward the mean velocity of the flockmates in view.",
        fields: &[
            view("view range and angle", "larger groups align"),
            FieldDocumentation::weight("aligns faster"),
        ],
    },
    ComponentDocumentation {
        name: "Cohesion",
        role: Role::Behavior,
        meaning: "Steers toward the center of the flockmates in view.",
        fields: &[
            view("view range and angle", "larger groups gather"),
            FieldDocumentation::weight("tighter groups"),
        ],
    },
];
