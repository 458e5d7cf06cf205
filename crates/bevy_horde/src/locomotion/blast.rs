//! Blasts: one impulse for every agent within a radius.

use crate::agent::SteeringDisabled;
use crate::impulse::Impulse;
use crate::perception::{AgentIndex, AgentState, SteeringQuery};
use crate::space::MovementSpace;
use bevy::ecs::system::Command;
use bevy::prelude::*;
use horde_kernel::math::vector::direction;

/// A command that throws every agent within a radius away from a center, by an [`Impulse`].
///
/// Agents are where [`SteeringQuery`] finds them. An agent on the center goes in a direction of its
/// own. The speed falls evenly from the center to the edge. Walls do not weaken a blast, and mass
/// does not either. Agents with [`SteeringDisabled`](crate::agent::SteeringDisabled) stay. For
/// other rules, query the agents and insert an [`Impulse`] for each.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `center` | the place from which agents are thrown, in world space | - | finite | - | - |
/// | `radius` | distance up to which agents are thrown, center to center, world units | - | 0 and up | more agents | 0 |
/// | `speed` | speed at the center, world units/s | - | finite | thrown farther | 0: a stun |
/// | `falloff` | part of the speed that is missing at the edge | 0.5 | 0 to 1 | weaker at the edge | 0: equal everywhere |
/// | `damping` | part of the velocity that is lost, 1/s | 4.0 | 0 and up | stops sooner | 0 |
/// | `time` | time off its feet, s | 0.5 | 0 and up | thrown for longer | 0 |
/// | `groups` | groups of agents that are thrown, one bit each | all | any | - | 0 |
/// | `without` | an agent that stays, such as the one that made the blast | none | - | - | `None` |
///
/// A negative speed draws agents to the center. A blast without a finite center and radius does
/// nothing. Illegal numbers in the impulses are reported as those of [`Impulse`].
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # #[derive(Component)]
/// # struct Bomb;
/// fn explode(bombs: Query<(Entity, &Transform), With<Bomb>>, mut commands: Commands) {
///     for (bomb, transform) in &bombs {
///         commands.queue(Blast::new(transform.translation, 6.0, 15.0));
///         commands.entity(bomb).despawn();
///     }
/// }
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default())).add_systems(Update, explode);
/// # app.update();
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blast {
    /// The place from which agents are thrown, in world space.
    pub center: Vec3,
    /// The distance up to which agents are thrown, world units.
    pub radius: f32,
    /// The speed of an agent at the center, world units per second.
    pub speed: f32,
    /// The part of the speed that is missing at the edge, 0 to 1.
    pub falloff: f32,
    /// The part of the velocity that an agent loses, per second.
    pub damping: f32,
    /// How long an agent is thrown, seconds.
    pub time: f32,
    /// The groups of agents that are thrown, one bit each.
    pub groups: u32,
    /// An agent that stays.
    pub without: Option<Entity>,
}

impl Blast {
    /// A blast with this center, radius (world units) and speed at the center (world units per
    /// second).
    pub const fn new(center: Vec3, radius: f32, speed: f32) -> Self {
        Self {
            center,
            radius,
            speed,
            falloff: 0.5,
            damping: 4.0,
            time: 0.5,
            groups: u32::MAX,
            without: None,
        }
    }

    /// The same blast for agents of these groups, one bit each. See
    /// [`Perception::memberships`](crate::perception::Perception::memberships).
    pub const fn in_groups(mut self, groups: u32) -> Self {
        self.groups = groups;
        self
    }

    /// The same blast, but an agent stays.
    pub const fn without(mut self, agent: Entity) -> Self {
        self.without = Some(agent);
        self
    }

    /// The impulse for an agent at `distance` in `direction`, a unit vector of the plane.
    fn impulse(&self, space: MovementSpace, direction: Vec2, distance: f32) -> Impulse {
        let part = if self.radius > 0.0 {
            distance / self.radius
        } else {
            0.0
        };
        let speed = self.speed * (1.0 - self.falloff.clamp(0.0, 1.0) * part);
        Impulse {
            velocity: space.to_world(direction * speed),
            damping: self.damping,
            time: self.time,
        }
    }
}

impl Command for Blast {
    type Out = ();

    /// Does nothing in a world without the plugin.
    fn apply(self, world: &mut World) {
        if !world.contains_resource::<AgentIndex>() {
            return;
        }
        if let Err(error) = world.run_system_cached_with(throw, self) {
            log::error!("a Blast could not be applied: {error}");
        }
    }
}

/// Gives every agent in reach its impulse.
fn throw(
    In(blast): In<Blast>,
    query: SteeringQuery,
    index: Res<AgentIndex>,
    space: Res<MovementSpace>,
    states: Query<&AgentState, Without<SteeringDisabled>>,
    mut commands: Commands,
) {
    let center = space.to_plane(blast.center);
    let mut reached = query.in_groups(blast.groups);
    if let Some(agent) = blast.without {
        reached = reached.without(agent);
    }
    for hit in reached.agents_within(center, blast.radius) {
        let Ok(state) = states.get(hit.entity) else {
            continue;
        };
        let away = direction(hit.position - center);
        let away = away.unwrap_or_else(|| index.own_direction(state));
        let impulse = blast.impulse(*space, away, hit.distance);
        commands.entity(hit.entity).try_insert(impulse);
    }
}
