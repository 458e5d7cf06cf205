//! The scenes: agents, obstacles and the bait.
//!
//! Scenes spawn simulated things only. Each visible thing has a [`Look`]; the window decides how to
//! draw it.

mod angle;

mod arena;
mod bait;
mod crossing;
mod crossing_sight;
mod cul_de_sac;
mod discs;
mod flocks;
mod graveyard;
mod ground;
mod interest;
mod long_wall;
mod maze;
mod orders;
mod parade;
mod patrol;
#[cfg(not(target_arch = "wasm32"))]
mod progress;
mod wall;
mod zombies;

pub use arena::{Arena, Wraps};
pub use bait::{Bait, BaitControl, NEAR_VIEW};
pub use orders::{OrderControl, Orders, Soldier};
pub use patrol::Patrol;

use bevy::prelude::*;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::prelude::*;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random number generator of scene layouts.
pub type SceneRandom = Xoshiro256PlusPlus;

/// The scenes of the demo.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum SceneName {
    /// A horde of several speeds that chases the bait under the cursor, among tombs.
    #[default]
    Zombies,
    /// The same horde outside a walled graveyard with two gates.
    Graveyard,
    /// The same horde, led by a flow field through a maze whose gates open and close.
    Maze,
    /// Squads in a graveyard that gather and march as they are ordered.
    Orders,
    /// Formations of every shape that march round a graveyard, through gates.
    Parade,
    /// A flock with a wide view, around circles.
    FlockWide,
    /// A flock that sees what is ahead, around circles.
    FlockLimited,
    /// A flock with a narrow view, around circles.
    FlockNarrow,
    /// Walkers with one whisker, between two points with a circle in the way.
    PatrolOneRay,
    /// The same walkers with three whiskers.
    PatrolThreeRays,
    /// Agents with crossing ways.
    Crossing,
    /// Walkers with one whisker or three, between two points with a wall in the way.
    Wall,
    /// Dead ends between a start and a goal.
    CulDeSac,
    /// A wall far longer than the view range.
    LongWall,
    /// Columns that pass each other behind a wall and behind a fence.
    CrossingSight,
}

impl SceneName {
    /// All scenes, in listing order.
    pub const ALL: [Self; 15] = [
        Self::Zombies,
        Self::Graveyard,
        Self::Maze,
        Self::Orders,
        Self::Parade,
        Self::FlockWide,
        Self::FlockLimited,
        Self::FlockNarrow,
        Self::PatrolOneRay,
        Self::PatrolThreeRays,
        Self::Crossing,
        Self::Wall,
        Self::CulDeSac,
        Self::LongWall,
        Self::CrossingSight,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zombies => "zombies",
            Self::Graveyard => "graveyard",
            Self::Maze => "maze",
            Self::Orders => "orders",
            Self::Parade => "parade",
            Self::FlockWide => "flock-wide",
            Self::FlockLimited => "flock-limited",
            Self::FlockNarrow => "flock-narrow",
            Self::PatrolOneRay => "patrol-one-ray",
            Self::PatrolThreeRays => "patrol-three-rays",
            Self::Crossing => "crossing",
            Self::Wall => "wall",
            Self::CulDeSac => "cul-de-sac",
            Self::LongWall => "long-wall",
            Self::CrossingSight => "crossing-sight",
        }
    }

    /// One sentence for lists and panels.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Zombies => "A horde of several speeds chases the bait under the cursor.",
            Self::Graveyard => "The horde streams through the gates of a walled graveyard.",
            Self::Maze => "The horde finds the bait in a maze whose gates open and close.",
            Self::Orders => "Squads gather and march through gates, as you order them.",
            Self::Parade => "Formations of every shape march round a graveyard, through gates.",
            Self::FlockWide => "Units that see 135 degrees to each side split round circles.",
            Self::FlockLimited => "Units that see 90 degrees to each side.",
            Self::FlockNarrow => "Units that see 45 degrees to each side file past circles.",
            Self::PatrolOneRay => "Walkers between two points feel their way with one whisker.",
            Self::PatrolThreeRays => "Walkers between two points feel their way with three.",
            Self::Crossing => "White agents cross the path of red ones that do not yield.",
            Self::Wall => "A wall between two points: one whisker on the left, three on the right.",
            Self::CulDeSac => "Walkers leave dead ends by the mouth and go round.",
            Self::LongWall => "Walkers follow a wall longer than they see, round its end.",
            Self::CrossingSight => "Columns pass each other behind a wall, and behind a fence.",
        }
    }

    /// What to try in the scene, for the panel.
    pub const fn what_to_try(self) -> &'static str {
        match self {
            Self::Zombies | Self::Graveyard => {
                "Move the mouse, or leave it at rest: the bait jumps. Zombies that wait for long \
                 stray. Press 2 and drag a tomb. Choose the preset \"rush\". Try 5000 agents."
            }
            Self::Maze => "Switch on the overlay \"fields\". Press 2 and drag a wall into a way.",
            Self::Orders => "Drag to select a squad. Click with the right button to send it.",
            Self::Parade => "Switch on the overlay \"formations\". Press 2 and narrow a gate.",
            Self::FlockWide | Self::FlockLimited | Self::FlockNarrow => {
                "Set the weight of Cohesion to 0, then that of Alignment. Raise Separation."
            }
            Self::PatrolOneRay | Self::PatrolThreeRays | Self::Wall => {
                "Switch on the overlay \"feelers\". Press 2 and drag the obstacle."
            }
            Self::Crossing => "Raise the horizon of AvoidAgents. Try 60 agents.",
            Self::CulDeSac | Self::LongWall => {
                "Raise the sight of AvoidObstacles. Press 2 and turn a wall."
            }
            Self::CrossingSight => "Switch on the overlay \"sight\".",
        }
    }

    /// Whether the scene only tests one behavior: lists leave it out.
    pub const fn is_test(self) -> bool {
        matches!(
            self,
            Self::PatrolOneRay
                | Self::PatrolThreeRays
                | Self::Crossing
                | Self::Wall
                | Self::CulDeSac
                | Self::LongWall
                | Self::CrossingSight
        )
    }

    /// Whether the scene is on plain ground and not in a graveyard.
    pub const fn is_on_plain_ground(self) -> bool {
        matches!(
            self,
            Self::FlockWide | Self::FlockLimited | Self::FlockNarrow
        )
    }

    /// Whether zombies chase a bait in the scene.
    pub const fn has_bait(self) -> bool {
        matches!(self, Self::Zombies | Self::Graveyard | Self::Maze)
    }

    /// The default number of agents.
    pub const fn default_agents(self) -> u32 {
        match self {
            Self::Zombies | Self::Graveyard | Self::Maze => 500,
            Self::Orders => 144,
            Self::Parade => 94,
            Self::FlockWide | Self::FlockLimited | Self::FlockNarrow => 120,
            Self::PatrolOneRay | Self::PatrolThreeRays => 3,
            Self::Crossing | Self::CrossingSight => 24,
            Self::Wall => 6,
            Self::CulDeSac => 16,
            Self::LongWall => 10,
        }
    }
}

/// The current scene and its settings. Changing this resource rebuilds the scene.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct SceneSettings {
    /// The scene.
    pub scene: SceneName,
    /// Number of agents; the arena grows with it, so that the density stays about the same.
    pub agents: u32,
    /// Seed of the layout and of the run.
    pub seed: u64,
    /// Ticks per second.
    pub hz: u32,
    /// Whether zombies find the bait by a flow field. Those of the maze always do.
    pub by_field: bool,
}

impl SceneSettings {
    /// The scene with its default number of agents, seed 0, at 60 ticks per second.
    pub const fn new(scene: SceneName) -> Self {
        Self {
            scene,
            agents: scene.default_agents(),
            seed: 0,
            hz: 60,
            by_field: false,
        }
    }
}

impl Default for SceneSettings {
    fn default() -> Self {
        Self::new(SceneName::default())
    }
}

/// The look of a simulated thing.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A zombie of one of six kinds.
    Zombie(u8),
    /// A unit of a flock, of one of three colors.
    Unit(u8),
    /// An agent that walks between points.
    Walker,
    /// An agent to compare with walkers, or an agent that comes from the opposite side.
    Rival,
    /// An agent that yields to no other.
    Stubborn,
    /// A round graveyard object of one of eight kinds.
    Tomb(u8),
    /// An obstacle of any shape.
    Built(Build),
    /// The bait.
    Bait,
}

/// The material of an obstacle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// Stone. A transparent line of this material is drawn as an iron fence.
    Stone,
    /// A stone post with a lantern.
    Lamp,
    /// A hedge.
    Leaves,
    /// A fallen trunk.
    Wood,
}

/// Marks everything that despawns when the scene changes.
#[derive(Component, Clone, Copy, Debug)]
pub struct SceneEntity;

/// Builds scenes and runs their systems.
pub struct ScenePlugin {
    /// The first scene.
    pub settings: SceneSettings,
}

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.settings)
            .init_resource::<Arena>()
            .init_resource::<BaitControl>()
            .init_resource::<OrderControl>()
            .add_systems(
                PreUpdate,
                rebuild_scene.run_if(resource_changed::<SceneSettings>),
            )
            .add_systems(
                FixedUpdate,
                (
                    bait::move_bait,
                    interest::lose_interest,
                    maze::slide_gates,
                    patrol::turn_at_waypoints,
                    (orders::follow_timetable, orders::dismiss_leaders).chain(),
                    parade::keep_apart,
                )
                    .chain()
                    .before(SteeringSystems::Perceive),
            )
            .add_systems(
                FixedUpdate,
                arena::wrap_round.after(SteeringSystems::Locomote),
            );
        #[cfg(not(target_arch = "wasm32"))]
        app.add_plugins(progress::plugin);
    }
}

fn rebuild_scene(
    settings: Res<SceneSettings>,
    old: Query<Entity, With<SceneEntity>>,
    mut arena: ResMut<Arena>,
    mut next_id: ResMut<NextAgentId>,
    mut tick: ResMut<SteeringTick>,
    mut seed: ResMut<SteeringSeed>,
    mut clock: ResMut<Time<Fixed>>,
    mut order_control: ResMut<OrderControl>,
    mut commands: Commands,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    // The same settings give the same run again.
    *next_id = NextAgentId::default();
    *tick = SteeringTick::default();
    *order_control = OrderControl::default();
    *seed = SteeringSeed(settings.seed);
    clock.set_timestep_hz(f64::from(settings.hz.max(1)));
    let mut random = SceneRandom::seed_from_u64(settings.seed);
    let (agents, by_field) = (settings.agents, settings.by_field);
    *arena = match settings.scene {
        SceneName::Zombies => zombies::spawn(&mut commands, agents, by_field, &mut random),
        SceneName::Graveyard => graveyard::spawn(&mut commands, agents, by_field, &mut random),
        SceneName::Maze => maze::spawn(&mut commands, agents, &mut random),
        SceneName::Orders => orders::spawn(&mut commands, agents, &mut random),
        SceneName::Parade => parade::spawn(&mut commands, agents, &mut random),
        SceneName::FlockWide | SceneName::FlockLimited | SceneName::FlockNarrow => {
            flocks::spawn(&mut commands, settings.scene, settings.agents, &mut random)
        }
        SceneName::PatrolOneRay => patrol::spawn(&mut commands, settings.agents, 1),
        SceneName::PatrolThreeRays => patrol::spawn(&mut commands, settings.agents, 3),
        SceneName::Crossing => crossing::spawn(&mut commands, settings.agents, &mut random),
        SceneName::Wall => wall::spawn(&mut commands, settings.agents),
        SceneName::CulDeSac => cul_de_sac::spawn(&mut commands, settings.agents),
        SceneName::LongWall => long_wall::spawn(&mut commands, settings.agents),
        SceneName::CrossingSight => crossing_sight::spawn(&mut commands, settings.agents),
    };
}

#[cfg(test)]
mod tests;
