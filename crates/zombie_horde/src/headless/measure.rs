//! Measures the times of the ticks, and the clearances, errors and arrivals of the agents.

use crate::scene::{Bait, Look, Patrol, Soldier};
use bevy::prelude::*;
use bevy_horde::diagnostics::StageTimes;
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use core::time::Duration;

/// Up to this number of agents, every tick is sampled. With more agents, samples are rarer, so that
/// the cost stays the same.
const SAMPLED_AGENTS: usize = 5000;

/// A factor that allows for the rounding error of a distance.
const ROUNDING: f32 = 1.001;

/// Times of the four stages of one tick, milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct TickTimes {
    /// Perceive, behave, arbitrate, locomote.
    pub stages: [f32; 4],
}

impl TickTimes {
    /// The time of all four stages.
    pub fn total(&self) -> f32 {
        self.stages.iter().sum()
    }
}

impl From<&StageTimes> for TickTimes {
    fn from(times: &StageTimes) -> Self {
        let milliseconds = |time: Duration| time.as_secs_f32() * 1e3;
        Self {
            stages: [
                times.perceive,
                times.behave,
                times.arbitrate,
                times.locomote,
            ]
            .map(milliseconds),
        }
    }
}

/// What was observed of the agents during a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Findings {
    /// The smallest distance from an agent to an obstacle, surface to surface, world units.
    pub nearest_clearance: f32,
    /// Number of times that a solid agent overlapped a solid obstacle at the end of a sampled tick.
    pub penetrations: u64,
    /// Number of times that an agent's position, rotation, velocity or heading was not finite.
    pub non_finite: u64,
}

impl Default for Findings {
    fn default() -> Self {
        Self {
            nearest_clearance: f32::INFINITY,
            penetrations: 0,
            non_finite: 0,
        }
    }
}

impl Findings {
    /// Ticks from one sample to the next, so that sampling a huge horde costs less than moving it.
    pub fn ticks_between_samples(agents: u32) -> u64 {
        (agents as usize).div_ceil(SAMPLED_AGENTS).max(1) as u64
    }

    /// How far from the center of a body an obstacle can be and still change the result. An
    /// unlimited search would visit every obstacle.
    fn range_of_search(&self, body_radius: f32) -> f32 {
        ROUNDING * (body_radius + self.nearest_clearance.max(0.0))
    }

    /// Samples all agents once.
    pub fn sample(&mut self, agents: Query<AgentState>, obstacles: &ObstacleIndex) {
        for state in &agents {
            if !state.is_finite() {
                self.non_finite += 1;
                continue;
            }
            let position = state.position();
            let radius = state.agent.body_radius;
            let range = self.range_of_search(radius);
            let Some(nearest) = obstacles.nearest(position, range, |_| true) else {
                continue;
            };
            let clearance = nearest.distance - radius;
            self.nearest_clearance = self.nearest_clearance.min(clearance);
            if clearance >= -rounding_error(position, radius) || !state.agent.solid {
                continue;
            }
            // The nearest obstacle may be passable and hide a solid one.
            let is_inside = obstacles.obstacles().iter().any(|obstacle| {
                let depth = radius - obstacle.shape.signed_distance(position);
                obstacle.solid && depth > rounding_error(position, radius)
            });
            self.penetrations += u64::from(is_inside);
        }
    }
}

/// How far two touching bodies may seem to overlap, because coordinates have 24 bits.
fn rounding_error(position: Vec2, radius: f32) -> f32 {
    4.0 * f32::EPSILON * (position.abs().max_element() + radius)
}

/// The components of an agent that are sampled.
#[derive(bevy::ecs::query::QueryData)]
pub struct AgentState {
    id: &'static AgentId,
    agent: &'static SteeringAgent,
    transform: &'static Transform,
    velocity: &'static Velocity,
    heading: &'static Heading,
    patrol: Option<&'static Patrol>,
    soldier: Option<&'static Soldier>,
    /// Excludes marching points, which have no look.
    _look: &'static Look,
}

impl AgentStateItem<'_, '_> {
    /// The stable id.
    pub fn id(&self) -> AgentId {
        *self.id
    }

    /// The position of the center.
    pub fn position(&self) -> Vec2 {
        self.transform.translation.truncate()
    }

    fn is_finite(&self) -> bool {
        self.transform.translation.is_finite()
            && self.transform.rotation.is_finite()
            && self.velocity.0.is_finite()
            && self.heading.0.is_finite()
    }
}

/// Samples all agents once.
pub fn sample_agents(
    InMut(findings): InMut<Findings>,
    agents: Query<AgentState>,
    obstacles: Res<ObstacleIndex>,
) {
    findings.sample(agents, &obstacles);
}

/// The mean distance from agents to their targets; `None` in scenes without targets.
pub fn mean_target_distance(
    agents: Query<AgentState>,
    baits: Query<&Transform, With<Bait>>,
) -> Option<f64> {
    let bait = baits.iter().next().map(|bait| bait.translation.truncate());
    let mut sum = 0.0;
    let mut count = 0_u32;
    for state in &agents {
        let own = state.patrol.map(Patrol::target);
        let own = own.or(state.soldier.map(|soldier| soldier.place));
        if let Some(target) = own.or(bait) {
            sum += f64::from(state.position().distance(target));
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// How many times patrolling agents reached an end of their way; `None` without such agents.
pub fn count_arrivals(walkers: Query<&Patrol>) -> Option<u64> {
    let arrivals = walkers.iter().map(|patrol| u64::from(patrol.arrivals));
    arrivals.reduce(|sum, count| sum + count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneSettings;
    use crate::simulation::SimulationPlugin;
    use crate::state_hash::hash_state;
    use bevy::time::TimeUpdateStrategy;

    /// A simulation with a tomb of radius 30 at (5000, 0), and an agent of radius 10 that steering
    /// does not move.
    fn tomb_and_agent(passable: bool, position: Vec2) -> (App, Entity) {
        let mut app = App::new();
        let settings = SceneSettings::default();
        app.add_plugins((MinimalPlugins, SimulationPlugin { settings }))
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.update();
        let world = app.world_mut();
        let agents: Vec<Entity> = world
            .query_filtered::<Entity, With<SteeringAgent>>()
            .iter(world)
            .collect();
        for agent in agents {
            world.despawn(agent);
        }
        let mut tomb = Obstacle::circle(30.0);
        tomb.solid = !passable;
        world.spawn((Transform::from_xyz(5000.0, 0.0, 0.0), tomb));
        let agent = world.spawn((
            Transform::from_translation(position.extend(0.0)),
            Look::Walker,
            SteeringAgent::new(10.0, 0.0),
            ExternalLocomotion,
        ));
        let agent = agent.id();
        app.update();
        (app, agent)
    }

    fn findings(app: &mut App) -> Findings {
        let mut findings = Findings::default();
        let result = app
            .world_mut()
            .run_system_cached_with(sample_agents, &mut findings);
        result.expect("the simulation has every resource of the system");
        findings
    }

    #[test]
    fn clearance_is_measured_from_surface_to_surface() {
        let (mut app, _) = tomb_and_agent(false, Vec2::new(5060.0, 0.0));
        let found = findings(&mut app);
        assert_eq!(found.nearest_clearance, 20.0);
        assert_eq!((found.penetrations, found.non_finite), (0, 0));
    }

    #[test]
    fn overlap_is_a_penetration_and_touch_is_none() {
        for (distance, penetrations) in [(40.0, 0), (39.9, 1), (0.0, 1)] {
            let (mut app, _) = tomb_and_agent(false, Vec2::new(5000.0 + distance, 0.0));
            assert_eq!(findings(&mut app).penetrations, penetrations, "{distance}");
        }
    }

    #[test]
    fn passable_things_and_ghosts_are_not_penetrated() {
        let (mut app, _) = tomb_and_agent(true, Vec2::new(5000.0, 0.0));
        assert_eq!(findings(&mut app).penetrations, 0);
        let (mut app, agent) = tomb_and_agent(false, Vec2::new(5000.0, 0.0));
        let mut agent = app.world_mut().entity_mut(agent);
        agent.insert(SteeringAgent::new(10.0, 0.0).non_solid());
        assert_eq!(findings(&mut app).penetrations, 0);
    }

    #[test]
    fn the_search_is_limited_to_nearer_obstacles() {
        let search = |nearest_clearance| Findings {
            nearest_clearance,
            ..Findings::default()
        };
        assert_eq!(search(f32::INFINITY).range_of_search(10.0), f32::INFINITY);
        for (clearance, distance) in [(20.0, 30.0), (0.0, 10.0), (-5.0, 10.0)] {
            let range = search(clearance).range_of_search(10.0);
            assert!((distance..1.01 * distance).contains(&range), "{range}");
        }
        let (mut app, agent) = tomb_and_agent(false, Vec2::new(5060.0, 0.0));
        app.world_mut().spawn((
            Transform::from_xyz(5045.0, 0.0, 0.0),
            Look::Walker,
            SteeringAgent::new(10.0, 0.0),
            ExternalLocomotion,
        ));
        app.update();
        assert_eq!(findings(&mut app).nearest_clearance, 5.0);
        app.world_mut().despawn(agent);
        assert_eq!(findings(&mut app).nearest_clearance, 5.0);
    }

    #[test]
    fn numbers_that_are_not_finite_are_counted() {
        let (mut app, agent) = tomb_and_agent(false, Vec2::new(5060.0, 0.0));
        let mut agent = app.world_mut().entity_mut(agent);
        agent.insert(Velocity(Vec3::new(f32::NAN, 0.0, 0.0)));
        assert_eq!(findings(&mut app).non_finite, 1);
    }

    #[test]
    fn smallest_change_changes_the_hash() {
        let (mut app, agent) = tomb_and_agent(false, Vec2::new(5060.0, 0.0));
        let hash = |app: &mut App| {
            let world = app.world_mut();
            world.run_system_cached(hash_state).expect("a hash")
        };
        let before = hash(&mut app);
        assert_eq!(before, hash(&mut app));
        let velocity = Velocity(Vec3::new(0.0, f32::MIN_POSITIVE, 0.0));
        app.world_mut().entity_mut(agent).insert(velocity);
        assert_ne!(before, hash(&mut app));
    }
}
