//! Checks of numbers that hold for all bodies.

use super::snapshot::Seen;
use super::{Check, Flaw};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Whether a tick left everything unchanged that the plugin must not write.
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

/// Whether a tick of length 0 changed nothing.
pub fn stands_still(before: &Seen, after: &Seen) -> Result<(), Flaw> {
    if before.bits() == after.bits() {
        return Ok(());
    }
    Err(Flaw::new(
        Check::Paused,
        format!("changed in a tick of no length from {before:?} to {after:?}"),
    ))
}

/// Whether all numbers that were finite are still finite.
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

/// Whether an agent is not faster than its maximum speed.
///
/// Squares of single-precision numbers are exact in double precision, and their sum has a relative
/// error of 10^-16. So there is no tolerance, but for an agent that an impulse throws.
pub fn is_slow_enough(before: &Seen, after: &Seen, space: MovementSpace) -> Result<(), Flaw> {
    let (true, Some(velocity)) = (before.steers, after.velocity) else {
        return Ok(());
    };
    let (speed, limit) = (
        space.to_plane(velocity).as_dvec2().length_squared(),
        before.max_speed().powi(2),
    );
    let tolerance = if before.is_thrown() { 1e-5 } else { 0.0 };
    if speed <= limit * (1.0 + tolerance) {
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
