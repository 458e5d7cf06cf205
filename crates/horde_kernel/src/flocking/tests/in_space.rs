//! The search and the rules in space, against a plain sum over all agents.

use crate::crowd::body::{Body, BodyColumns};
use crate::crowd::columns::InLanes;
use crate::crowd::sorted_bodies::SortedBodies;
use crate::flocking::rule::FlockRule;
use crate::flocking::rules::{FlockColumns, FlockLanes, FlockRules};
use crate::flocking::sum::Flocking;
use crate::math::lanes::{Mask, U32Lanes};
use crate::math::vector::{Vector, truncate};
use crate::neighbors::block::{Block, Common, Observer, ObserverColumns};
use crate::neighbors::group::Group;
use crate::neighbors::search::{Scratch, Search, Views};
use crate::search::view::{Bearings, ViewCone};
use glam::{Vec2, Vec3};
use proptest::prelude::*;
use pulp::{Arch, Simd, WithSimd};

const AGENTS: usize = 60;
const MAX_SPEED: f32 = 3.0;
const MAX_FORCE: f32 = 8.0;
const RANGE: f32 = 3.0;

/// An agent: its position, its velocity and its heading.
type Agent = (Vec3, Vec3, Vec3);

/// The rules of all agents: separation over the whole view, alignment ahead, cohesion nearer by.
fn rules() -> FlockRules {
    let rule = |range: f32, cosine: f32, weight: f32| FlockRule {
        view: ViewCone::new(range, cosine),
        weight,
    };
    FlockRules {
        separation: rule(RANGE, -1.0, 1.5),
        alignment: rule(RANGE, 0.0, 1.0),
        cohesion: rule(0.8 * RANGE, -0.7, 0.5),
        flockmates: u32::MAX,
    }
}

struct RuleViews<'a, S: Simd>(&'a FlockLanes<S>);

impl<S: Simd, V: Vector> Views<S, V> for RuleViews<'_, S> {
    fn admits(&self, bearings: &Bearings<S>, candidate: &Body<V>) -> Mask<S> {
        let memberships = U32Lanes::splat(bearings.distance.simd(), candidate.memberships);
        self.0
            .admits(bearings, self.0.flockmates.overlaps(memberships))
    }
}

/// The forces on all agents, by slot, from the search and the rules.
struct Forces<'a, V>(&'a [(V, V, V)], u32);

impl<V: Vector> WithSimd for Forces<'_, V> {
    type Output = Vec<V>;

    fn with_simd<S: Simd>(self, simd: S) -> Vec<V> {
        let Self(agents, most_neighbors) = self;
        let (mut crowd, ids) = (SortedBodies::<V>::default(), vec![0; agents.len()]);
        let positions: Vec<Vec2> = agents.iter().map(|agent| agent.0.on_plane()).collect();
        crowd.grid.rebuild(&positions, RANGE);
        for (rank, slot) in crowd.grid.order().iter().enumerate() {
            let (position, velocity, _) = agents[*slot as usize];
            crowd.bodies.push(Body {
                position,
                velocity,
                radius: 0.1,
                memberships: 1,
                slot: *slot,
                rank: rank as u32,
            });
        }
        let (mut bodies, mut observers, mut flock) = (
            BodyColumns::<V>::default(),
            ObserverColumns::<V>::default(),
            FlockColumns::default(),
        );
        let mut ranges = <f32 as InLanes>::Column::default();
        for (rank, body) in crowd.bodies.iter().enumerate() {
            body.set(&mut bodies, rank);
            let observer = Observer {
                heading: agents[body.slot as usize].2,
                max_speed: MAX_SPEED,
                max_force: MAX_FORCE,
                filters: u32::MAX,
                most_neighbors,
            };
            observer.set(&mut observers, rank);
            rules().set(&mut flock, rank);
            ranges.set(rank, RANGE);
        }
        let mut forces = vec![V::NAN; agents.len()];
        let (mut first, mut scratch) = (0, Scratch::<V>::default());
        while first < agents.len() {
            let positions = (&bodies.position, &ranges);
            let group = Group::starting_with::<S, V>(simd, first, positions, None);
            let block = Block {
                simd,
                common: Common {
                    has_no_groups: true,
                    least_neighbors: most_neighbors,
                    ..Common::default()
                },
                body: Body::load(&bodies, simd, first),
                observer: Observer::load(&observers, simd, first),
                chase: None,
                range_squared: group.squared_ranges(simd, &ranges),
            };
            let rules = FlockRules::load(&flock, simd, first);
            let search = Search {
                crowd: &crowd,
                group: &group,
                block: &block,
                views: &RuleViews(&rules),
            };
            let cutoff = search.look_round(&mut scratch);
            let flocking = Flocking {
                agents: &block,
                rules: &rules,
                candidates: scratch.candidates(),
                cutoff: &cutoff,
                ids: &ids,
            };
            let (found, is_degenerate) = flocking.forces();
            assert!(!is_degenerate.any(), "agents are apart");
            let found = crate::math::lanes::VectorLanes::to_vectors(found);
            for (lane, body) in crowd.bodies[first..first + group.count].iter().enumerate() {
                forces[body.slot as usize] = found[lane];
            }
            first += group.count;
        }
        forces
    }
}

/// The force on one agent: the formulas in plain terms, over all agents.
fn plain_force(agents: &[Agent], own: usize, most_neighbors: usize) -> Option<Vec3> {
    let (position, velocity, heading) = agents[own];
    let rules = rules();
    let all = [rules.separation, rules.alignment, rules.cohesion];
    let mut seen: Vec<(f32, usize)> = Vec::new();
    for (slot, other) in agents.iter().enumerate() {
        let offset = other.0 - position;
        let sees = |rule: &FlockRule| rule.view.contains(heading, offset);
        if slot != own && all.iter().any(sees) {
            seen.push((offset.length_squared(), slot));
        }
    }
    seen.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    seen.truncate(most_neighbors);
    let in_view = |rule: &FlockRule| -> Vec<(Vec3, Vec3)> {
        let near = seen.iter().map(|(_, slot)| agents[*slot]);
        let near = near.map(|(at, velocity, _)| (at - position, velocity));
        near.filter(|(offset, _)| rule.view.contains(heading, *offset))
            .collect()
    };
    let mut force = Vec3::ZERO;
    let [near, mates, group] = all.map(|rule| in_view(&rule));
    let pushes: Vec3 = near
        .iter()
        .map(|(offset, _)| {
            let distance = offset.length();
            -*offset / distance * (1.0 - distance / RANGE).powi(2)
        })
        .sum();
    force += truncate(pushes, 1.0) * MAX_FORCE * rules.separation.weight;
    if !mates.is_empty() {
        let mean = mates.iter().map(|(_, velocity)| *velocity).sum::<Vec3>() / mates.len() as f32;
        let missing = truncate((mean - velocity) / MAX_SPEED, 1.0);
        force += missing * MAX_FORCE * rules.alignment.weight;
    }
    if !group.is_empty() {
        let center = group.iter().map(|(offset, _)| *offset).sum::<Vec3>() / group.len() as f32;
        let part = truncate(center / rules.cohesion.view.range, 1.0);
        force += part * MAX_FORCE * rules.cohesion.weight;
    }
    let any = !(near.is_empty() && mates.is_empty() && group.is_empty());
    any.then_some(force)
}

fn flock() -> impl Strategy<Value = Vec<Agent>> {
    let vector = |most: f32| {
        (-most..most, -most..most, -most..most).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    };
    let agent = (vector(6.0), vector(MAX_SPEED), vector(1.0));
    let agent = agent.prop_filter("a heading needs a length", |agent| agent.2.length() > 0.1);
    let agent = agent.prop_map(|(at, velocity, heading)| (at, velocity, heading.normalize()));
    proptest::collection::vec(agent, AGENTS)
}

/// Whether rounding decides about a neighbor: it is at an edge of a view, or another is as near.
fn is_undecided(agents: &[Agent], own: usize) -> bool {
    let (position, _, heading) = agents[own];
    let mut distances = Vec::new();
    for (_, other) in agents.iter().enumerate().filter(|(slot, _)| *slot != own) {
        let offset = other.0 - position;
        let (distance, cosine) = (offset.length(), offset.dot(heading) / offset.length());
        let ranges = [RANGE, 0.8 * RANGE];
        if distance < 1e-2
            || ranges.iter().any(|range| (distance - range).abs() < 1e-4)
            || [0.0, -0.7].iter().any(|edge| (cosine - edge).abs() < 1e-4)
        {
            return true;
        }
        distances.push(distance);
    }
    distances.sort_by(f32::total_cmp);
    distances.windows(2).any(|pair| pair[1] - pair[0] < 1e-5)
}

proptest! {
    #[test]
    fn a_flock_in_space_is_the_plain_sum_over_all_agents(
        agents in flock(),
        most_neighbors in prop_oneof![Just(u32::MAX >> 1), 1_u32..8],
    ) {
        let forces = Arch::new().dispatch(Forces(&agents, most_neighbors));
        for (own, force) in forces.into_iter().enumerate() {
            if is_undecided(&agents, own) {
                continue;
            }
            match plain_force(&agents, own, most_neighbors as usize) {
                Some(expected) => {
                    prop_assert!(force.distance(expected) < 1e-3, "{own}: {force} {expected}");
                }
                None => prop_assert!(force.is_nan(), "{own}: {force}"),
            }
        }
    }

    /// A flock in a plane of space flies as in the plane, bit for bit.
    #[test]
    fn a_flat_flock_in_space_is_a_flock_of_the_plane(agents in flock(), most_neighbors in 1_u32..30) {
        let flat = |vector: Vec3| vector.truncate();
        let turned = |vector: Vec3| flat(vector).try_normalize().unwrap_or(Vec2::X);
        let plane: Vec<_> = (agents.iter())
            .map(|(at, velocity, heading)| (flat(*at), flat(*velocity), turned(*heading)))
            .collect();
        prop_assume!(plane.iter().enumerate().all(|(own, agent)| {
            plane[..own].iter().all(|other| other.0.distance(agent.0) > 1e-3)
        }));
        let space: Vec<_> = (plane.iter())
            .map(|(at, velocity, heading)| (at.extend(0.0), velocity.extend(0.0), heading.extend(0.0)))
            .collect();
        let in_plane = Arch::new().dispatch(Forces(&plane, most_neighbors));
        let in_space = Arch::new().dispatch(Forces(&space, most_neighbors));
        for (plane, space) in in_plane.into_iter().zip(in_space) {
            let bits = |vector: Vec2| vector.to_array().map(f32::to_bits);
            prop_assert_eq!(bits(plane), bits(flat(space)));
            prop_assert!(space.z == 0.0 || space.is_nan());
        }
    }
}
