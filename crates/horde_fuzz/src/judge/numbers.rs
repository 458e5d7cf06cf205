//! What every tick keeps to, wherever bodies are.

use super::snapshot::Seen;
use super::{Check, Flaw};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Whether a tick changed nothing that is not its own.
pub fn is_untouched(before: &Seen, after: &Seen, space: MovementSpace) -> Result<(), Flaw> {
    let (was, is) = (before.bits(), after.bits());
    if (before.is_hidden || before.agent.is_none()) && was != is {
        return Err(Flaw::new(
            Check::Untouched,
            format!("no agent, or disabled, and changed from {before:?} to {after:?}"),
        ));
    }
    let outside = |vector: Vec3| match space {
        MovementSpace::Xy => vector.z.to_bits(),
        MovementSpace::Xz => vector.y.to_bits(),
    };
    let (old, new) = (before.transform, after.transform);
    if outside(old.translation) != outside(new.translation)
        || old.scale.to_array().map(f32::to_bits) != new.scale.to_array().map(f32::to_bits)
    {
        return Err(Flaw::new(
            Check::Untouched,
            format!("moved out of the plane or scaled, from {old:?} to {new:?}"),
        ));
    }
    Ok(())
}

/// Whether a tick of no length changed nothing at all.
pub fn stands_still(before: &Seen, after: &Seen) -> Result<(), Flaw> {
    if before.bits() == after.bits() {
        return Ok(());
    }
    Err(Flaw::new(
        Check::Paused,
        format!("changed in a tick of no length from {before:?} to {after:?}"),
    ))
}

/// Whether everything that was finite is finite.
pub fn is_finite(before: &Seen, after: &Seen) -> Result<(), Flaw> {
    let finite = |bits: [u32; 13]| bits.map(|bits| f32::from_bits(bits).is_finite());
    let turned = finite(before.bits())
        .into_iter()
        .zip(finite(after.bits()))
        .any(|(was, is)| was && !is);
    if turned {
        return Err(Flaw::new(
            Check::NotFinite,
            format!("no longer finite: {after:?}"),
        ));
    }
    Ok(())
}

/// Whether it is no faster than it can be.
///
/// Squares of single numbers are exact in double precision, and their sum is to one part in 10^16.
/// So there is no tolerance.
pub fn is_slow_enough(before: &Seen, after: &Seen, space: MovementSpace) -> Result<(), Flaw> {
    let (true, Some(velocity)) = (before.steers, after.velocity) else {
        return Ok(());
    };
    let (speed, limit) = (
        space.to_plane(velocity).as_dvec2().length_squared(),
        before.max_speed().powi(2),
    );
    if speed <= limit {
        return Ok(());
    }
    Err(Flaw::new(
        Check::TooFast,
        format!(
            "velocity {velocity:?} is {:e} long, beyond max_speed {:e} by {:e} of it",
            speed.sqrt(),
            before.max_speed(),
            (speed.sqrt() - limit.sqrt()) / limit.sqrt()
        ),
    ))
}
