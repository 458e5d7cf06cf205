//! Columns that a query fetches from tables.

use super::{Column, ColumnMut, Columns, FEW_TABLES};
use bevy::ecs::change_detection::ContiguousMut;
use core::fmt::Debug;
use smallvec::SmallVec;

/// One or several columns that a query fetches from a table.
pub(crate) trait Fetched {
    /// The handle of the columns while they are in use.
    type Held;
    /// The columns, to be cut into batches.
    type Columns<'a>: Columns
    where
        Self: 'a;

    /// Turns the columns into a handle.
    fn hold(self) -> Self::Held;

    /// Lends the columns of a handle.
    fn columns<'a>(held: &'a mut Self::Held) -> Self::Columns<'a>
    where
        Self: 'a;
}

impl<'b, T> Fetched for &'b [T] {
    type Held = &'b [T];
    type Columns<'a>
        = &'a [T]
    where
        Self: 'a;

    fn hold(self) -> Self {
        self
    }

    fn columns<'a>(held: &'a mut Self) -> &'a [T]
    where
        Self: 'a,
    {
        held
    }
}

impl<'b, T> Fetched for ContiguousMut<'b, T> {
    type Held = ColumnMut<'b, T>;
    type Columns<'a>
        = Column<'a, T>
    where
        Self: 'a;

    fn hold(self) -> Self::Held {
        ColumnMut::new(self)
    }

    fn columns<'a>(held: &'a mut Self::Held) -> Column<'a, T>
    where
        Self: 'a,
    {
        held.column()
    }
}

impl Fetched for bool {
    type Held = Self;
    type Columns<'a> = Self;

    fn hold(self) -> Self {
        self
    }

    fn columns<'a>(held: &'a mut Self) -> Self
    where
        Self: 'a,
    {
        *held
    }
}

impl<F: Fetched> Fetched for Option<F> {
    type Held = Option<F::Held>;
    type Columns<'a>
        = Option<F::Columns<'a>>
    where
        Self: 'a;

    fn hold(self) -> Self::Held {
        self.map(F::hold)
    }

    fn columns<'a>(held: &'a mut Self::Held) -> Self::Columns<'a>
    where
        Self: 'a,
    {
        held.as_mut().map(F::columns)
    }
}

macro_rules! several {
    ($first:ident $($other:ident)*) => {
        #[expect(non_snake_case, reason = "a variable is named as its type")]
        impl<$first: Fetched, $($other: Fetched),*> Fetched for ($first, $($other),*) {
            type Held = ($first::Held, $($other::Held),*);
            type Columns<'a> = ($first::Columns<'a>, $($other::Columns<'a>),*) where Self: 'a;

            fn hold(self) -> Self::Held {
                let ($first, $($other),*) = self;
                ($first.hold(), $($other.hold()),*)
            }

            fn columns<'a>(held: &'a mut Self::Held) -> Self::Columns<'a>
            where
                Self: 'a,
            {
                let ($first, $($other),*) = held;
                ($first::columns($first), $($other::columns($other)),*)
            }
        }

        several!($($other)*);
    };
    () => {};
}

several!(A B C D E F G H I);

/// The tables of a query while their columns are in use.
pub(crate) struct Tables<F: Fetched>(SmallVec<[F::Held; FEW_TABLES]>);

impl<F: Fetched> Tables<F> {
    /// The tables of a query. All of its components lie in tables.
    pub(crate) fn new(fetched: Result<impl Iterator<Item = F>, impl Debug>) -> Self {
        let tables = fetched.expect("every component lies in tables");
        Self(tables.map(F::hold).collect())
    }

    /// Lends the columns of all tables.
    pub(crate) fn columns(&mut self) -> impl Iterator<Item = F::Columns<'_>> {
        self.0.iter_mut().map(F::columns)
    }
}
