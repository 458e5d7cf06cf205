//! The columns of a chunk of agents: lanes hold agents that lie side by side.

use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, U32Lanes};
use crate::math::vector::Vector;
use crate::search::view::{ViewCone, ViewCones};
use glam::Vec2;
use pulp::Simd;

/// The most agents in a chunk: few enough that their columns fit the fastest cache.
pub const AGENTS_PER_CHUNK: usize = 128;

/// The columns are padded by all lanes behind the last agent, so that lanes can start anywhere.
const PADDED: usize = AGENTS_PER_CHUNK + MOST_LANES;

/// One value of each agent of a chunk.
#[derive(Clone, Copy)]
pub struct ChunkColumn<T>([T; PADDED]);

/// One vector of each agent of a chunk.
pub type ChunkVectors<V = Vec2> = <V as Vector>::Column<PADDED>;

/// A value that a chunk keeps as columns. [`in_lanes`] makes records of such values.
pub trait InLanes: Copy {
    /// The values of a chunk's agents.
    type Column: Clone + Default;
    /// The values of several agents, one in each lane.
    type Lanes<S: Simd>: Copy;

    /// Sets the value of the agent with this number.
    fn set(self, column: &mut Self::Column, number: usize);

    /// The values of the agents from `first` on, one in each lane.
    fn load<S: Simd>(column: &Self::Column, simd: S, first: usize) -> Self::Lanes<S>;
}

/// Declares a record of values, together with its columns and its lanes, field by field.
///
/// A record with vectors names their type in angle brackets; without a choice it is of the plane.
#[macro_export]
macro_rules! in_lanes {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $Record:ident $(<$Space:ident>)? / $Columns:ident / $Lanes:ident {
            $($(#[$field_attribute:meta])* $field:ident: $Value:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $Record $(<$Space: $crate::math::vector::Vector = glam::Vec2>)? {
            $($(#[$field_attribute])* pub $field: $Value,)*
        }

        #[doc = concat!("[`", stringify!($Record), "`] of each agent of a chunk.")]
        #[derive(Clone, Default)]
        $visibility struct $Columns $(<$Space: $crate::math::vector::Vector = glam::Vec2>)? {
            $($(#[$field_attribute])*
            pub $field: <$Value as $crate::crowd::columns::InLanes>::Column,)*
        }

        #[doc = concat!("[`", stringify!($Record), "`] of several agents, one in each lane.")]
        #[derive(Clone, Copy)]
        #[allow(dead_code, reason = "some fields are read one by one")]
        $visibility struct $Lanes<
            S: pulp::Simd,
            $($Space: $crate::math::vector::Vector = glam::Vec2,)?
        > {
            $($(#[$field_attribute])*
            pub $field: <$Value as $crate::crowd::columns::InLanes>::Lanes<S>,)*
        }

        impl $(<$Space: $crate::math::vector::Vector>)? $crate::crowd::columns::InLanes
            for $Record $(<$Space>)?
        {
            type Column = $Columns $(<$Space>)?;
            type Lanes<S: pulp::Simd> = $Lanes<S, $($Space)?>;

            #[inline(always)]
            fn set(self, column: &mut Self::Column, number: usize) {
                $($crate::crowd::columns::InLanes::set(
                    self.$field,
                    &mut column.$field,
                    number,
                );)*
            }

            #[inline(always)]
            fn load<S: pulp::Simd>(
                column: &Self::Column,
                simd: S,
                first: usize,
            ) -> Self::Lanes<S> {
                $Lanes {
                    $($field: <$Value as $crate::crowd::columns::InLanes>::load(
                        &column.$field,
                        simd,
                        first,
                    ),)*
                }
            }
        }
    };
}
pub use in_lanes;

impl<T: Copy + Default> Default for ChunkColumn<T> {
    fn default() -> Self {
        Self([T::default(); PADDED])
    }
}

impl<T: Copy> ChunkColumn<T> {
    /// The value of the agent with this number.
    #[inline(always)]
    pub fn get(&self, number: usize) -> T {
        self.0[number]
    }

    /// Sets the value of the agent with this number.
    #[inline(always)]
    pub fn set(&mut self, number: usize, value: T) {
        self.0[number] = value;
    }

    /// The values of `count` agents from `first` on.
    #[inline(always)]
    pub fn of(&self, first: usize, count: usize) -> &[T] {
        &self.0[first..first + count]
    }

    #[inline(always)]
    fn from(&self, first: usize) -> &[T; MOST_LANES] {
        let values = self.0[first..].first_chunk();
        values.expect("columns are padded by all lanes behind the last agent")
    }
}

macro_rules! numbers_in_lanes {
    ($($Number:ident: $Lanes:ident),*) => {$(
        impl InLanes for $Number {
            type Column = ChunkColumn<Self>;
            type Lanes<S: Simd> = $Lanes<S>;

            #[inline(always)]
            fn set(self, column: &mut ChunkColumn<Self>, number: usize) {
                column.set(number, self);
            }

            #[inline(always)]
            fn load<S: Simd>(column: &ChunkColumn<Self>, simd: S, first: usize) -> $Lanes<S> {
                $Lanes::load(simd, column.from(first))
            }
        }
    )*};
}

numbers_in_lanes!(f32: F32Lanes, u32: U32Lanes);

impl InLanes for bool {
    type Column = ChunkColumn<u32>;
    type Lanes<S: Simd> = Mask<S>;

    #[inline(always)]
    fn set(self, column: &mut ChunkColumn<u32>, number: usize) {
        column.set(number, u32::from(self));
    }

    #[inline(always)]
    fn load<S: Simd>(column: &ChunkColumn<u32>, simd: S, first: usize) -> Mask<S> {
        u32::load(column, simd, first).is_equal(U32Lanes::splat(simd, 1))
    }
}

impl<V: Vector> InLanes for V {
    type Column = V::Column<PADDED>;
    type Lanes<S: Simd> = <V as Vector>::Lanes<S>;

    #[inline(always)]
    fn set(self, column: &mut V::Column<PADDED>, number: usize) {
        self.set_in(column, number);
    }

    #[inline(always)]
    fn load<S: Simd>(column: &V::Column<PADDED>, simd: S, first: usize) -> <V as Vector>::Lanes<S> {
        V::load_from(column, simd, first)
    }
}

impl InLanes for ViewCone {
    type Column = (ChunkColumn<f32>, ChunkColumn<f32>);
    type Lanes<S: Simd> = ViewCones<S>;

    #[inline(always)]
    fn set(self, (range, least_cosine): &mut Self::Column, number: usize) {
        range.set(number, self.range);
        least_cosine.set(number, self.least_cosine);
    }

    #[inline(always)]
    fn load<S: Simd>((range, least_cosine): &Self::Column, simd: S, first: usize) -> ViewCones<S> {
        let range = f32::load(range, simd, first);
        ViewCones::new(range, f32::load(least_cosine, simd, first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulp::{Arch, WithSimd};

    in_lanes! {
        struct Pair / Pairs / PairLanes {
            number: f32,
            word: u32,
        }
    }

    in_lanes! {
        struct Whole / Wholes / WholeLanes {
            pair: Pair,
            vector: Vec2,
            is_even: bool,
        }
    }

    /// Checks that the values from 121 on come back lane by lane. Returns the number of lanes.
    struct ComesBack(Wholes);

    impl WithSimd for ComesBack {
        type Output = usize;

        fn with_simd<S: Simd>(self, simd: S) -> usize {
            let lanes = Whole::load(&self.0, simd, 121);
            let mut even = [false; MOST_LANES];
            for lane in lanes.is_even.lanes() {
                even[lane] = true;
            }
            for (lane, is_even) in even.into_iter().enumerate().take(S::F32_LANES) {
                let number = 121 + lane;
                assert_eq!(lanes.pair.number.to_array()[lane], number as f32);
                assert_eq!(lanes.pair.word.to_array()[lane], number as u32);
                let vector = lanes.vector.to_column().get(lane);
                assert_eq!(vector, Vec2::new(number as f32, -1.0));
                assert_eq!(is_even, number % 2 == 0);
            }
            S::F32_LANES
        }
    }

    #[test]
    fn records_come_back_in_their_lanes_even_behind_the_last_agent() {
        let mut columns = Wholes::default();
        for number in 0..PADDED {
            let pair = Pair {
                number: number as f32,
                word: number as u32,
            };
            let whole = Whole {
                pair,
                vector: Vec2::new(number as f32, -1.0),
                is_even: number % 2 == 0,
            };
            whole.set(&mut columns, number);
        }
        assert_eq!(Arch::Scalar.dispatch(ComesBack(columns.clone())), 1);
        assert!(Arch::new().dispatch(ComesBack(columns)) >= 1);
    }
}
