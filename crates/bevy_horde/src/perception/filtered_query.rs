//! Spatial queries that leave out some agents and obstacles.

use super::agent_index::AgentIndex;
use super::{AgentHit, SteeringQuery};
use crate::obstacle::{NearestObstacle, ObstacleHit, PlacedObstacle, entity_of};
use crate::space::{IntoPlane, MovementSpace};
use bevy::prelude::*;
use horde_kernel::crowd::body::Body;
use smallvec::SmallVec;

/// A [`SteeringQuery`] that finds only some agents and obstacles.
///
/// Every search of a `SteeringQuery` is here too. A search goes on until it has found enough, or
/// has looked at all. [`nearest_agent`](Self::nearest_agent) finds the nearest agent that fits,
/// however many others are nearer. An entity fits if it passes all filters that were set.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # #[derive(Component)]
/// # struct Wounded;
/// const HUMANS: u32 = 1 << 1;
///
/// fn find_patients(
///     medics: Query<(Entity, &Transform), Without<Wounded>>,
///     wounded: Query<(), With<Wounded>>,
///     query: SteeringQuery,
/// ) {
///     for (medic, transform) in &medics {
///         let patients = query.in_groups(HUMANS).matching(|agent| wounded.contains(agent));
///         if let Some(patient) = patients.without(medic).nearest_agent(transform.translation) {
///             println!("{medic} goes to {} at {}", patient.entity, patient.position);
///         }
///     }
/// }
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default()));
/// # app.add_systems(Update, find_patients).update();
/// ```
pub struct FilteredSteeringQuery<'q, 'w, 's> {
    pub(super) query: &'q SteeringQuery<'w, 's>,
    without: SmallVec<[Entity; 4]>,
    groups: Option<u32>,
    accepts: SmallVec<[Box<dyn Fn(Entity) -> bool + 'q>; 1]>,
}

impl<'q, 'w, 's> FilteredSteeringQuery<'q, 'w, 's> {
    /// A query that finds everything.
    pub(super) fn new(query: &'q SteeringQuery<'w, 's>) -> Self {
        Self {
            query,
            without: SmallVec::new(),
            groups: None,
            accepts: SmallVec::new(),
        }
    }

    /// The same without an agent or an obstacle. Call it once for each entity to leave out.
    pub fn without(mut self, entity: Entity) -> Self {
        self.without.push(entity);
        self
    }

    /// The same without agents that belong to none of these groups, one bit each. 0 leaves out all
    /// agents. A second call replaces the first.
    ///
    /// The groups are [`Perception::memberships`](super::Perception::memberships) at the start of
    /// the last tick. To find what an agent perceives, pass its
    /// [`Perception::filters`](super::Perception::filters). Obstacles have no groups, and none of
    /// them is left out.
    pub fn in_groups(mut self, groups: u32) -> Self {
        self.groups = Some(groups);
        self
    }

    /// The same without agents and obstacles for which `accepts` is false. A search may ask more
    /// than once about an entity.
    pub fn matching(mut self, accepts: impl Fn(Entity) -> bool + 'q) -> Self {
        self.accepts.push(Box::new(accepts));
        self
    }

    /// Returns every agent that fits, with its center within `radius` of `place`, nearest first.
    /// The radius may be infinite.
    pub fn agents_within<P: IntoPlane>(&self, place: P, radius: f32) -> Vec<AgentHit<P>> {
        let center = place.into_plane(self.space());
        self.agents_where(place, center, radius, |_| true)
    }

    /// Returns every agent that fits, with its center within `radius` of `center` and where
    /// `contains` holds, nearest first. `place` is the position of the question.
    pub(super) fn agents_where<P: IntoPlane>(
        &self,
        place: P,
        center: Vec2,
        radius: f32,
        contains: impl Fn(Vec2) -> bool,
    ) -> Vec<AgentHit<P>> {
        if !center.is_finite() || radius.is_nan() {
            return Vec::new();
        }
        self.ask(|agents| {
            let mut hits = Vec::new();
            agents
                .bodies()
                .visit_within(center, radius, |_, body, distance_squared| {
                    if contains(body.position) && self.accepts_agent(agents, body) {
                        hits.push((distance_squared, body.slot));
                    }
                });
            hits.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let hits = hits.into_iter();
            hits.map(|hit| self.hit(place, agents, hit)).collect()
        })
    }

    /// Returns the `count` agents that fit and are nearest to `place`, nearest first; fewer when
    /// there are fewer.
    pub fn nearest_agents<P: IntoPlane>(&self, place: P, count: usize) -> Vec<AgentHit<P>> {
        let center = place.into_plane(*self.query.space);
        if !center.is_finite() || count == 0 {
            return Vec::new();
        }
        self.query.ask(|agents, _| {
            let accepts = |body: &Body| self.accepts_agent(agents, body);
            let found = agents.bodies().nearest(center, count, accepts).into_iter();
            found.map(|hit| self.hit(place, agents, hit)).collect()
        })
    }

    /// Returns the nearest agent that fits, however far it is. Of equally near agents, the one with
    /// the lowest [`AgentId`](crate::agent_id::AgentId) counts.
    pub fn nearest_agent<P: IntoPlane>(&self, place: P) -> Option<AgentHit<P>> {
        self.nearest_agents(place, 1).into_iter().next()
    }

    /// Returns the first obstacle that fits and that the straight line from `from` to `to` meets,
    /// and where.
    pub fn first_obstacle<P: IntoPlane>(
        &self,
        from: P,
        to: impl IntoPlane,
    ) -> Option<ObstacleHit<P>> {
        self.first_obstacle_for_circle(from, to, 0.0)
    }

    /// Returns the first obstacle that fits and that a circle of `radius` meets on its straight way
    /// from `from` to `to`, and where.
    ///
    /// A circle that starts inside an obstacle meets it at distance 0.
    pub fn first_obstacle_for_circle<P: IntoPlane>(
        &self,
        from: P,
        to: impl IntoPlane,
        radius: f32,
    ) -> Option<ObstacleHit<P>> {
        let space = *self.query.space;
        let (start, end) = (from.into_plane(space), to.into_plane(space));
        self.query.ask(|_, obstacles| {
            let counts = |it: &PlacedObstacle| self.accepts_obstacle(entity_of(it.id));
            let hit = obstacles.first_hit(start, end, radius, counts)?;
            Some(ObstacleHit::seen_from(hit, from, space))
        })
    }

    /// Returns the obstacle that fits and has its surface nearest to `place`, and where. Inside an
    /// obstacle the distance is negative.
    pub fn nearest_obstacle<P: IntoPlane>(&self, place: P) -> Option<NearestObstacle<P>> {
        let space = *self.query.space;
        let center = place.into_plane(space);
        self.query.ask(|_, obstacles| {
            let counts = |it: &PlacedObstacle| self.accepts_obstacle(entity_of(it.id));
            let found = obstacles.nearest(center, f32::INFINITY, counts)?;
            Some(NearestObstacle::seen_from(found, place, space))
        })
    }

    /// Whether no opaque obstacle that fits is between the two positions. An obstacle that the line
    /// only touches is between them, and so is an obstacle that contains either position.
    pub fn line_of_sight(&self, from: impl IntoPlane, to: impl IntoPlane) -> bool {
        let space = *self.query.space;
        let (from, to) = (from.into_plane(space), to.into_plane(space));
        self.query.ask(|_, obstacles| {
            obstacles.line_of_sight_past(from, to, |id| !self.accepts_obstacle(entity_of(id)))
        })
    }

    /// The plane of the agents.
    pub(super) fn space(&self) -> MovementSpace {
        *self.query.space
    }

    /// Answers a question about agents.
    pub(super) fn ask<A>(&self, question: impl FnOnce(&AgentIndex) -> A) -> A {
        self.query.ask(|agents, _| question(agents))
    }

    /// Whether an agent fits.
    pub(super) fn accepts_agent(&self, agents: &AgentIndex, body: &Body) -> bool {
        let agent = agents.entities()[body.slot as usize];
        self.groups.is_none_or(|it| it & body.memberships != 0)
            && self.query.states.contains(agent)
            && self.accepts(agent)
    }

    pub(super) fn accepts_obstacle(&self, obstacle: Entity) -> bool {
        self.query.stands(obstacle) && self.accepts(obstacle)
    }

    fn accepts(&self, entity: Entity) -> bool {
        !self.without.contains(&entity) && self.accepts.iter().all(|accepts| accepts(entity))
    }

    fn hit<P: IntoPlane>(
        &self,
        place: P,
        agents: &AgentIndex,
        (distance_squared, slot): (f32, u32),
    ) -> AgentHit<P> {
        AgentHit {
            entity: agents.entities()[slot as usize],
            distance: distance_squared.sqrt(),
            position: place.with_plane(agents.body_of(slot).position, *self.query.space),
        }
    }
}
