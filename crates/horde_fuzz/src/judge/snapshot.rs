//! The visible state of a game between two ticks.

use crate::game::Game;
use bevy::ecs::entity_disabling::Disabled;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_horde::perception::AgentState;
use bevy_horde::prelude::*;
use std::collections::BTreeMap;

/// The state of a thing.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Its transform.
    pub transform: Transform,
    /// Its velocity, if it has one.
    pub velocity: Option<Vec3>,
    /// Its heading, if it has one.
    pub heading: Option<Vec3>,
    /// Its body, if it is an agent.
    pub agent: Option<SteeringAgent>,
    /// The factor on its speed, if it has one.
    pub factor: Option<SpeedFactor>,
    /// The impulse that throws it, if it has one.
    pub impulse: Option<Impulse>,
    /// The velocity of the impulse in the plane, which is all that the plugin reads of it.
    pub thrown_at: DVec2,
    /// Whether it has Bevy's `Disabled`.
    pub is_hidden: bool,
    /// Whether the plugin must move it in a tick.
    pub steers: bool,
    /// Whether no behavior contributed a force in the last tick.
    pub is_idle: bool,
    /// Its position in the plane.
    pub at: DVec2,
}

impl Seen {
    /// The radius that the plugin uses, world units.
    pub fn radius(&self) -> f64 {
        legal(self.agent.map_or(0.0, |agent| agent.body_radius))
    }

    /// The maximum speed that the plugin uses, world units per second: that of its impulse if it is
    /// thrown faster.
    pub fn max_speed(&self) -> f64 {
        let factor = self.factor.map_or(1.0, |factor| factor.0);
        let factor = if (0.0..f32::INFINITY).contains(&factor) {
            factor
        } else {
            1.0
        };
        let own = legal(self.agent.map_or(0.0, |agent| agent.max_speed)) as f32;
        let own = f64::from((own * factor).min(f32::MAX));
        match self.impulse.filter(|_| self.is_thrown()) {
            Some(_) if self.thrown_at.is_finite() => own.max(self.thrown_at.length()),
            _ => own,
        }
    }

    /// Whether its impulse may throw it in a tick.
    pub fn is_thrown(&self) -> bool {
        self.impulse.is_some_and(|impulse| impulse.is_active())
    }

    /// Whether the plugin keeps it out of solid obstacles in a tick.
    pub fn is_kept_out(&self) -> bool {
        self.steers && self.agent.is_some_and(|agent| agent.solid)
    }

    /// Whether its body stops others.
    pub fn is_solid(&self) -> bool {
        !self.is_hidden && self.agent.is_some_and(|agent| agent.solid)
    }

    /// The bits that must be the same in equivalent runs.
    pub fn bits(&self) -> [u32; 13] {
        let transform = self.transform;
        let [x, y, z] = transform.translation.to_array();
        let [a, b, c, d] = transform.rotation.to_array();
        let [u, v, w] = self.velocity.unwrap_or_default().to_array();
        let [p, q, r] = self.heading.unwrap_or_default().to_array();
        [x, y, z, a, b, c, d, u, v, w, p, q, r].map(f32::to_bits)
    }
}

/// The number; 0 if it is negative or not finite.
fn legal(number: f32) -> f64 {
    if (0.0..f32::INFINITY).contains(&number) {
        f64::from(number)
    } else {
        0.0
    }
}

/// All things of a game that have a `Transform`, by number.
pub fn look(game: &Game) -> BTreeMap<u32, Seen> {
    let space = game.space();
    let mut seen = BTreeMap::new();
    for (number, entity) in &game.things {
        if let Ok(thing) = game.app.world().get_entity(*entity)
            && let Some(transform) = thing.get::<Transform>()
        {
            seen.insert(*number, look_at(thing, *transform, space));
        }
    }
    seen
}

fn look_at(thing: EntityRef, transform: Transform, space: MovementSpace) -> Seen {
    let velocity = thing.get::<Velocity>().map(|velocity| velocity.0);
    let heading = thing.get::<Heading>().map(|heading| heading.0);
    let is_hidden = thing.contains::<Disabled>();
    let is_free = !thing.contains::<SteeringDisabled>()
        && !thing.contains::<ExternalLocomotion>()
        && thing.contains::<AgentId>()
        && thing.contains::<AgentState>()
        && thing.contains::<Perception>();
    let in_plane = |vector: Vec3| space.to_plane(vector).is_finite();
    let is_in_order = in_plane(transform.translation)
        && transform.rotation.is_finite()
        && velocity.is_some_and(in_plane)
        && heading.is_some_and(in_plane);
    let agent = thing.get::<SteeringAgent>().copied();
    Seen {
        transform,
        velocity,
        heading,
        agent,
        factor: thing.get::<SpeedFactor>().copied(),
        impulse: thing.get::<Impulse>().copied(),
        thrown_at: thing.get::<Impulse>().map_or(DVec2::ZERO, |impulse| {
            space.to_plane(impulse.velocity).as_dvec2()
        }),
        is_hidden,
        steers: agent.is_some() && !is_hidden && is_free && is_in_order,
        is_idle: thing
            .get::<Steering>()
            .is_none_or(|steering| !steering.has_contribution),
        at: space.to_plane(transform.translation).as_dvec2(),
    }
}
