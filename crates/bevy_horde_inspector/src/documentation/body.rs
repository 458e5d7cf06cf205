//! The parts of every agent, and the plugin's state of an agent.

use super::{ComponentDocumentation, FieldDocumentation, Role, Unit};
use core::f64::consts::{PI, TAU};

/// Half a turn, the largest legal angle of a field. Fields are `f32`, and half a turn rounded to
/// `f32` is a little larger than the `f64` constant.
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
        meaning: "The body and its limits.",
        fields: &[
            FieldDocumentation::new("body_radius", "radius of the body", Unit::WorldUnits)
                .within(0.0, f64::INFINITY)
                .raising("a larger body; lengths in radii grow too")
                .disabled_by("0: a point")
                .kept_by_reset(),
            FieldDocumentation::new("max_speed", "largest speed", Unit::Speed)
                .within(0.0, f64::INFINITY)
                .raising("faster")
                .disabled_by("0: does not move")
                .kept_by_reset(),
            FieldDocumentation::new("max_force", "largest steering force", Unit::Force)
                .within(0.0, f64::INFINITY)
                .raising("more agile")
                .disabled_by("0: keeps its velocity"),
            FieldDocumentation::new("mass", "resistance to force, any unit", Unit::Plain)
                .within(1e-3, f64::INFINITY)
                .raising("less agile; yields less in a crowd"),
            FieldDocumentation::new(
                "max_turn_rate",
                "fastest turn of the velocity",
                Unit::AngularSpeed,
            )
            .within(0.0, f64::INFINITY)
            .or_infinite(PI)
            .raising("tighter turns")
            .disabled_by("∞"),
            FieldDocumentation::new(
                "solid",
                "whether solid obstacles and other solid bodies stop the body",
                Unit::Plain,
            )
            .disabled_by("off: passes through"),
            FieldDocumentation::new(
                "combine",
                "how contributions are combined: a weighted sum, or tier by tier, avoidance first",
                Unit::Plain,
            ),
        ],
    },
    ComponentDocumentation {
        name: "Perception",
        role: Role::Body,
        meaning: "Which agents perceive which, and how many.",
        fields: &[
            FieldDocumentation::new(
                "max_neighbors",
                "largest number of neighbors that count; the nearest ones do",
                Unit::Count,
            )
            .within(0.0, 1024.0)
            .raising("more reliable in dense crowds; costs most if more neighbors are in view")
            .disabled_by("0: perceives no agent"),
            FieldDocumentation::new(
                "memberships",
                "the groups this agent belongs to",
                Unit::Groups,
            )
            .disabled_by("none: perceived by no agent"),
            FieldDocumentation::new("filters", "the groups this agent perceives", Unit::Groups)
                .disabled_by("none: perceives no agent"),
        ],
    },
    ComponentDocumentation {
        name: "LineOfSight",
        role: Role::Behavior,
        meaning: "Only neighbors and targets that no opaque obstacle hides count.",
        fields: &[
            FieldDocumentation::new(
                "neighbors",
                "whether neighbors must be in sight to count",
                Unit::Plain,
            )
            .disabled_by("off: neighbors behind walls count"),
            FieldDocumentation::new(
                "hidden_target",
                "a hidden target: follow it anyway, search where it was last seen, or give up",
                Unit::Plain,
            )
            .disabled_by("KeepTracking"),
            FieldDocumentation::new(
                "range",
                "how far it sees targets, center to center",
                Unit::WorldUnits,
            )
            .within(0.0, f64::INFINITY)
            .or_infinite(100.0)
            .raising("sees farther targets")
            .disabled_by("infinite"),
            FieldDocumentation::new(
                "half_angle",
                "from the heading to the edge of its view of targets",
                Unit::ViewAngle,
            )
            .within(0.0, HALF_TURN)
            .raising("sees more to the sides and behind")
            .disabled_by("half a turn: all around"),
            FieldDocumentation::new(
                "tracking_angle",
                "from the heading to the edge of its view of a target that it sees already",
                Unit::ViewAngle,
            )
            .within(0.0, HALF_TURN)
            .raising("loses a target later that gets beside or behind it")
            .disabled_by("the half angle"),
            FieldDocumentation::new(
                "memory_time",
                "how long it remembers where it last saw a target",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .or_infinite(5.0)
            .raising("searches longer")
            .disabled_by("infinite; 0 forgets at once"),
        ],
    },
    ComponentDocumentation {
        name: "View",
        role: Role::Part,
        meaning: "The view of a rule.",
        fields: &[
            FieldDocumentation::length("range", "range, center to center")
                .raising("more neighbors, slower")
                .disabled_by("0: sees nothing"),
            FieldDocumentation::new(
                "half_angle",
                "from the heading to the edge of the view",
                Unit::ViewAngle,
            )
            .within(0.0, HALF_TURN)
            .raising("sees more to the sides and behind")
            .disabled_by("half a turn: all around"),
        ],
    },
    ComponentDocumentation {
        name: "Facing",
        role: Role::Body,
        meaning: "How a slow agent turns, and how the rotation follows the heading.",
        fields: &[
            FieldDocumentation::new(
                "rotate",
                "whether the plugin writes the rotation",
                Unit::Plain,
            )
            .disabled_by("off: upright sprites"),
            FieldDocumentation::new(
                "smoothing_time",
                "time for two thirds of a turn",
                Unit::Seconds,
            )
            .within(0.0, f64::INFINITY)
            .raising("softer and later turns")
            .disabled_by("0: at once"),
            FieldDocumentation::new("max_turn_rate", "fastest visible turn", Unit::AngularSpeed)
                .within(0.0, f64::INFINITY)
                .or_infinite(TAU)
                .raising("faster")
                .disabled_by("∞"),
            FieldDocumentation::new(
                "slow_speed",
                "below this part of max_speed it turns toward what it heads for",
                Unit::Plain,
            )
            .within(0.0, 1.0)
            .raising("looks at its goal at higher speeds")
            .disabled_by("0: along any motion"),
        ],
    },
    ComponentDocumentation {
        name: "UpdateInterval",
        role: Role::Behavior,
        meaning: "Decides only every few ticks and holds the decision in between.",
        fields: &[FieldDocumentation::new(
            "ticks",
            "it decides in one of this many ticks",
            Unit::Count,
        )
        .within(1.0, 255.0)
        .raising("cheaper; reacts later and avoids less smoothly")
        .disabled_by("1: every tick")],
    },
    ComponentDocumentation {
        name: "SteeringDisabled",
        role: Role::Switch,
        meaning: "Does not steer or move; others perceive a standing body.",
        fields: &[],
    },
    ComponentDocumentation {
        name: "ExternalLocomotion",
        role: Role::Switch,
        meaning: "The game moves the body: the plugin writes neither Transform nor Velocity.",
        fields: &[],
    },
    memory("SpeedFactor", "A factor on speed and force."),
    memory(
        "Impulse",
        "Throws the agent while time is left; behaviors rest.",
    ),
    memory("LookAt", "Looks at a target, whatever the agent does."),
    memory("AgentId", "The stable id of the agent."),
    memory("Velocity", "World units per second."),
    memory("PositionRemainder", "The rounding error of the position."),
    memory("AgentState", "The agent's data in the last tick."),
    memory("ObstacleState", "The obstacle's data in the index."),
    memory(
        "BehaviorForces",
        "The forces of the plugin's behaviors in this tick.",
    ),
    memory("Heading", "The unit vector of the agent's view."),
    memory("Steering", "The decision of the last tick."),
    memory(
        "SteeringContributions",
        "The forces of the game's behaviors in this tick.",
    ),
    memory("SteeringGoal", "The goal that the game sets for this tick."),
    memory("HeldDecision", "The decision that the agent holds."),
    memory("WanderAngle", "The angle on the wander circle."),
    memory(
        "Settled",
        "Whether the agent has settled at its goal, and where.",
    ),
    memory("DetourState", "Whether a detour is active, and its side."),
    memory(
        "YieldState",
        "Whether the agent makes room for others beside walls.",
    ),
    memory("WhiskerState", "The last contact of the whiskers."),
    memory("LastSeen", "Where each behavior last saw its target."),
    memory(
        "ChosenTargets",
        "Which agent each behavior has chosen as the nearest of a group.",
    ),
    memory("FollowWallState", "The side of the followed wall."),
    memory("Path", "The agent's own path."),
    memory("FlowField", "A flow field over an area."),
    memory("FlowFieldState", "How far a flow field is computed."),
    memory("InFormation", "The leader of the agent's formation."),
    memory("FormationMembers", "The agents in its formation."),
    memory(
        "FormationSlot",
        "The agent's slot, and how far it is from it.",
    ),
    memory("FormationState", "How its formation marches."),
    memory("PathProgress", "How far along its path the agent is."),
    memory("HideState", "Where the agent hides."),
    memory("JourneyState", "What the agent has reported about its way."),
    memory("QueueState", "Its place in a queue."),
];
