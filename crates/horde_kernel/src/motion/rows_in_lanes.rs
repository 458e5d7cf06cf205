//! SIMD versions of the formulas that every agent needs. They process as many rows at a time as
//! there are lanes.

use crate::math::lanes::{F32Lanes, VectorColumn, VectorLanes};
use crate::motion::combine::{TIER_COUNT, prioritized};
use pulp::{Arch, Simd, WithSimd};

/// The forces of agents from their tiers and force limits: tier by tier until the limit is used up.
pub fn prioritized_forces<const COUNT: usize>(
    arch: Arch,
    tiers: &[VectorColumn<COUNT>; TIER_COUNT],
    max_force: &[f32; COUNT],
) -> VectorColumn<COUNT> {
    arch.dispatch(Prioritized { tiers, max_force })
}

struct Prioritized<'a, const COUNT: usize> {
    tiers: &'a [VectorColumn<COUNT>; TIER_COUNT],
    max_force: &'a [f32; COUNT],
}

impl<const COUNT: usize> WithSimd for Prioritized<'_, COUNT> {
    type Output = VectorColumn<COUNT>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut forces = VectorColumn::default();
        for first in (0..COUNT).step_by(S::F32_LANES) {
            let tiers = self.tiers.each_ref();
            let tiers = tiers.map(|tier| tier.lanes_from(simd, first));
            let max_force = F32Lanes::load_from(simd, self.max_force, first);
            forces.set_lanes(first, prioritized(&tiers, max_force));
        }
        forces
    }
}

/// Inputs of the acceleration of agents: see [`accelerate`](crate::motion::integrate::accelerate).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accelerated<const COUNT: usize> {
    /// The velocities, world units per second.
    pub velocity: VectorColumn<COUNT>,
    /// The forces, mass times world units per second squared.
    pub force: VectorColumn<COUNT>,
    /// The masses.
    pub mass: [f32; COUNT],
    /// The speed limits, world units per second.
    pub max_speed: [f32; COUNT],
    /// The durations of the forces, seconds.
    pub time: [f32; COUNT],
}

impl<const COUNT: usize> Default for Accelerated<COUNT> {
    /// At rest, with unit masses.
    fn default() -> Self {
        Self {
            velocity: VectorColumn::default(),
            force: VectorColumn::default(),
            mass: [1.0; COUNT],
            max_speed: [0.0; COUNT],
            time: [0.0; COUNT],
        }
    }
}

impl<const COUNT: usize> Accelerated<COUNT> {
    /// The velocities after the acceleration.
    #[inline]
    pub fn velocities(&self, arch: Arch) -> VectorColumn<COUNT> {
        arch.dispatch(self)
    }
}

impl<const COUNT: usize> WithSimd for &Accelerated<COUNT> {
    type Output = VectorColumn<COUNT>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut velocities = VectorColumn::default();
        for first in (0..COUNT).step_by(S::F32_LANES) {
            let lanes = |column: &[f32]| F32Lanes::load_from(simd, column, first);
            let acceleration = self.force.lanes_from(simd, first) / lanes(&self.mass);
            let velocity = self.velocity.lanes_from(simd, first);
            let (max_speed, time) = (lanes(&self.max_speed), lanes(&self.time));
            let accelerated = velocity.accelerate(acceleration, max_speed, time);
            velocities.set_lanes(first, accelerated);
        }
        velocities
    }
}

/// The directions that agents look in: along the velocity above `slow_speed`, else along `heading`.
pub fn look<const COUNT: usize>(
    arch: Arch,
    velocity: &VectorColumn<COUNT>,
    slow_speed: &[f32; COUNT],
    heading: &VectorColumn<COUNT>,
) -> VectorColumn<COUNT> {
    arch.dispatch(Look {
        velocity,
        slow_speed,
        heading,
    })
}

struct Look<'a, const COUNT: usize> {
    velocity: &'a VectorColumn<COUNT>,
    slow_speed: &'a [f32; COUNT],
    heading: &'a VectorColumn<COUNT>,
}

impl<const COUNT: usize> WithSimd for Look<'_, COUNT> {
    type Output = VectorColumn<COUNT>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut look = VectorColumn::default();
        for first in (0..COUNT).step_by(S::F32_LANES) {
            let slow_speed = F32Lanes::load_from(simd, self.slow_speed, first);
            let velocity = self.velocity.lanes_from(simd, first);
            let (along, moves) = velocity.directions_of_longer(slow_speed);
            let heading = self.heading.lanes_from(simd, first);
            look.set_lanes(first, moves.select_vectors(along, heading));
        }
        look
    }
}
