//! The parts of every agent, and what the plugin remembers about it.

use super::{ComponentDocumentation, FieldDocumentation, Role, Unit};
use core::f64::consts::{PI, TAU};

/// The largest `f32` angle that is half a turn; `f64`'s own is a little less.
const HALF_TURN: f64 = core::f32::consts::PI as f64;

const fn memory(name: &'static str, meaning: &'static str) -> ComponentDocumentation {
    ComponentDocumentation {
        name,
        role: Role::Memory,
        meaning,
        fields: &[],
    }
}

pub(super) const TABLE: &[ComponentDocumentation] = &[
    ComponentDocumentation {
        name: "SteeringAgent",
        role: Role::Body,
        meaning: "The body that steers, and its limits.",
        fields: &[
            FieldDocumentation::new("body_radius", "radius of the body", Unit::WorldUnits)
                .within(0.0, f64::INFINITY)
                .raising("a larger body; lengths in radii grow too")
                .disabled_by("0: a point")
                .kept_by_reset(),
            FieldDocumentation::new("max_speed", "largest speed", Unit::Speed)
                .within(0.0, f64::INFINITY)
                .raising("faster")
                .disabled_by("0: stands")
                .kept_by_reset(),
            FieldDocumentation::new("max_force", "largest steering force", Unit::Force)
                .within(0.0, f64::INFINITY)
                .raising("nimbler")
                .disabled_by("0: coasts"),
            FieldDocumentation::new("mass", "resistance to force, any unit", Unit::Plain)
                .within(1e-3, f64::INFINITY)
                .raising("sluggish; yields less in a crowd"),
            FieldDocumentation::new(
                "max_turn_rate",
                "how fast the direction of motion may turn",
                Unit::AngularSpeed,
            )
            .within(0.0, f64::INFINITY)
            .or_infinite(PI)
            .raising("tighter turns")
            .disabled_by("∞"),
            FieldDocumentation::new(
                "solid",
                "whether the body is kept out of solid obstacles and other solid bodies",
                Unit::Plain,
            )
            .disabled_by("off: a ghost"),
            FieldDocumentation::new(
                "combine",
                "how the contributions become one force: all added by their weights, or tier by tier, avoidance first",
                Unit::Plain,
            ),
        ],
    },
    ComponentDocumentation {
        name: "Perception",
        role: Role::Body,
        meaning: "Which agents perceive which, and how many at most.",
        fields: &[
            FieldDocumentation::new(
                "max_neighbors",
                "neighbours that count in a tick: the nearest ones",
                Unit::Count,
            )
            .within(0.0, 1024.0)
            .raising("surer in dense crowds; to find the nearest costs most where it is below what is in view")
            .disabled_by("0: perceives nobody"),
            FieldDocumentation::new(
                "memberships",
                "the groups this agent belongs to",
                Unit::Groups,
            )
            .disabled_by("none: perceived by nobody"),
            FieldDocumentation::new("perceives", "the groups this agent perceives", Unit::Groups)
                .disabled_by("none: perceives nobody"),
        ],
    },
    ComponentDocumentation {
        name: "LineOfSight",
        role: Role::Behavior,
        meaning: "Heeds only neighbours and targets that no opaque obstacle hides; without it, sees through everything.",
        fields: &[
            FieldDocumentation::new(
                "neighbors",
                "whether neighbours must be in sight to count",
                Unit::Plain,
            )
            .disabled_by("off: heeds them through walls"),
            FieldDocumentation::new(
                "hidden_target",
                "what becomes of a target out of sight: it is gone on to, looked for where it was last seen, or given up",
                Unit::Plain,
            )
            .disabled_by("GoOn"),
        ],
    },
    ComponentDocumentation {
        name: "View",
        role: Role::Part,
        meaning: "How far and how wide one rule looks.",
        fields: &[
            FieldDocumentation::length("range", "reach, centre to centre")
                .raising("more neighbours, slower")
                .disabled_by("0: sees nothing"),
            FieldDocumentation::new(
                "half_angle",
                "from the heading to the edge of the view",
                Unit::ViewAngle,
            )
            .within(0.0, HALF_TURN)
            .raising("sees more to the sides and behind")
            .disabled_by("all: all round"),
        ],
    },
    ComponentDocumentation {
        name: "Facing",
        role: Role::Body,
        meaning: "How the rotation follows the heading; for looks only.",
        fields: &[
            FieldDocumentation::new(
                "rotate",
                "whether the plugin writes the rotation",
                Unit::Plain,
            )
            .disabled_by("off: upright sprites"),
            FieldDocumentation::new(
                "smoothing_time",
                "time in which two thirds of a turn are made",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .raising("softer, later turns")
            .disabled_by("0: at once"),
            FieldDocumentation::new("max_turn_rate", "fastest visible turn", Unit::AngularSpeed)
                .within(0.0, f64::INFINITY)
                .or_infinite(TAU)
                .raising("faster")
                .disabled_by("∞"),
        ],
    },
    ComponentDocumentation {
        name: "ThinkInterval",
        role: Role::Behavior,
        meaning: "Thinks every so many ticks only, and goes on in between as it has decided.",
        fields: &[
            FieldDocumentation::new("ticks", "it thinks in one of so many ticks", Unit::Count)
                .within(1.0, 255.0)
                .raising("cheaper; reacts later, swings wider round what it meets")
                .disabled_by("1: in every one"),
        ],
    },
    ComponentDocumentation {
        name: "SteeringDisabled",
        role: Role::Switch,
        meaning: "Out of steering: neither thinks nor moves, and others perceive a standing body.",
        fields: &[],
    },
    ComponentDocumentation {
        name: "ExternalLocomotion",
        role: Role::Switch,
        meaning: "The game moves the body itself: the plugin thinks, and writes neither Transform nor Velocity.",
        fields: &[],
    },
    memory("AgentId", "The stable number of the agent."),
    memory("Velocity", "World units per second."),
    memory(
        "PositionRemainder",
        "What the position lost to rounding.",
    ),
    memory(
        "AgentState",
        "What the plugin read of the agent in the last tick.",
    ),
    memory(
        "ObstacleState",
        "The obstacle as the index has held it since the last tick.",
    ),
    memory(
        "BehaviorForces",
        "What the plugin's own behaviours ask for in this tick.",
    ),
    memory(
        "Pressing",
        "How much of its velocity the body keeps when it is pushed back.",
    ),
    memory("Heading", "The unit vector along which the agent looks."),
    memory("Steering", "What the last tick's thinking led to."),
    memory(
        "SteeringContributions",
        "What the game's own behaviours ask for in this tick.",
    ),
    memory("SteeringGoal", "The goal that the game sets for this tick."),
    memory(
        "ThinkMemory",
        "What was decided when the agent last thought.",
    ),
    memory(
        "WanderAngle",
        "Where on its circle the wanderer's point is.",
    ),
    memory(
        "PassingSide",
        "Whether something is being passed, and on which side.",
    ),
    memory("WhiskerMemory", "What the whiskers felt lately."),
    memory("LastSeen", "Where each behaviour last saw its target."),
    memory("WallMemory", "On which hand the followed wall is."),
];
