//! Behaviours that keep company.

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
        meaning: "Separation, alignment and cohesion together; a component of its own beside it counts instead.",
        fields: &[
            FieldDocumentation::new("separation", "keeps off neighbours", Unit::Plain)
                .disabled_by("weight 0"),
            FieldDocumentation::new("alignment", "moves as flockmates do", Unit::Plain)
                .disabled_by("weight 0"),
            FieldDocumentation::new("cohesion", "stays with flockmates", Unit::Plain)
                .disabled_by("weight 0"),
            FieldDocumentation::new(
                "flockmates",
                "groups that count for alignment and cohesion",
                Unit::Groups,
            )
            .disabled_by("none: nobody"),
        ],
    },
    ComponentDocumentation {
        name: "Separation",
        role: Role::Behavior,
        meaning: "Pushes away from neighbours that are too near.",
        fields: &[
            view("separation distance and how wide to look", "looser crowds"),
            FieldDocumentation::weight("stiffer"),
        ],
    },
    ComponentDocumentation {
        name: "Alignment",
        role: Role::Behavior,
        meaning: "Steers toward the mean velocity of the flockmates in view.",
        fields: &[
            view("how far and wide to look", "larger groups agree"),
            FieldDocumentation::weight("agrees sooner"),
        ],
    },
    ComponentDocumentation {
        name: "Cohesion",
        role: Role::Behavior,
        meaning: "Steers toward the centre of the flockmates in view.",
        fields: &[
            view("how far and wide to look", "larger groups gather"),
            FieldDocumentation::weight("tighter groups"),
        ],
    },
];
