//! A hash of all agents, to compare runs.

use crate::scene::Look;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use xxhash_rust::xxh3::Xxh3;

/// The agents that are hashed. Marching points are not, because they have no look.
type Agents<'w, 's> = Query<
    'w,
    's,
    (
        &'static AgentId,
        &'static Transform,
        &'static Velocity,
        &'static Heading,
    ),
    (With<SteeringAgent>, With<Look>),
>;

/// A hash of the state: equal only if every agent has the same position, velocity and heading, bit
/// for bit.
pub fn hash_state(agents: Agents) -> u64 {
    let mut in_order: Vec<_> = agents.iter().collect();
    in_order.sort_unstable_by_key(|(id, ..)| **id);
    let mut hash = Xxh3::new();
    for (id, transform, velocity, heading) in in_order {
        hash.update(&id.0.to_le_bytes());
        for vector in [transform.translation, velocity.0, heading.0] {
            for coordinate in vector.to_array() {
                hash.update(&coordinate.to_bits().to_le_bytes());
            }
        }
    }
    hash.digest()
}

/// The hash as reports show it.
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}
