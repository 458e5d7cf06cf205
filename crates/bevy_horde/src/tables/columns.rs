//! Columns of a table, cut into batches.

use super::{Column, ColumnMut, FEW_TABLES};
use bevy::ecs::change_detection::ContiguousMut;
use core::fmt::Debug;
use core::iter;
use smallvec::SmallVec;

/// Columns of a table, all of the same length.
pub(crate) trait Columns {
    /// The part of the columns in one batch.
    type Batch;

    /// Cuts the columns into batches of `rows` rows, first to last.
    fn batches(self, rows: usize) -> impl Iterator<Item = Self::Batch>;

    /// The number of rows; `None` for a value that holds for a table of any length.
    fn rows(&self) -> Option<usize>;
}

impl<'a, T> Columns for &'a [T] {
    type Batch = &'a [T];

    fn batches(self, rows: usize) -> impl Iterator<Item = Self::Batch> {
        self.chunks(rows)
    }

    fn rows(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<'a, T> Columns for &'a mut [T] {
    type Batch = &'a mut [T];

    fn batches(self, rows: usize) -> impl Iterator<Item = Self::Batch> {
        self.chunks_mut(rows)
    }

    fn rows(&self) -> Option<usize> {
        Some(self.len())
    }
}

/// The number of the first row of a table or a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstRow(pub(crate) usize);

impl Columns for FirstRow {
    type Batch = Self;

    fn batches(self, rows: usize) -> impl Iterator<Item = Self> {
        (self.0..).step_by(rows).map(Self)
    }

    fn rows(&self) -> Option<usize> {
        None
    }
}

/// A separate value for every batch, in order.
pub(crate) struct OnePerBatch<'a, T>(pub(crate) &'a mut [T]);

impl<'a, T> Columns for OnePerBatch<'a, T> {
    type Batch = &'a mut T;

    fn batches(self, _rows: usize) -> impl Iterator<Item = Self::Batch> {
        self.0.iter_mut()
    }

    fn rows(&self) -> Option<usize> {
        None
    }
}

/// A value that holds for a whole table.
impl Columns for bool {
    type Batch = Self;

    fn batches(self, _rows: usize) -> impl Iterator<Item = Self> {
        iter::repeat(self)
    }

    fn rows(&self) -> Option<usize> {
        None
    }
}

/// A column that not every table has.
impl<C: Columns> Columns for Option<C> {
    type Batch = Option<C::Batch>;

    fn batches(self, rows: usize) -> impl Iterator<Item = Self::Batch> {
        let mut batches = self.map(|columns| columns.batches(rows));
        iter::repeat_with(move || batches.as_mut()?.next())
    }

    fn rows(&self) -> Option<usize> {
        self.as_ref()?.rows()
    }
}

/// Defines named columns of a table, or of a part of it. The first column has to be one that every
/// table has.
macro_rules! columns {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $Table:ident<$a:lifetime> {
            $($field_visibility:vis $field:ident: $Column:ty,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $Table<$a> {
            $($field_visibility $field: $Column,)*
        }

        impl $crate::tables::Columns for $Table<'_> {
            type Batch = Self;

            fn batches(self, rows: usize) -> impl Iterator<Item = Self> {
                $(let mut $field = self.$field.batches(rows);)*
                core::iter::from_fn(move || {
                    Some(Self {
                        $($field: $field.next()?,)*
                    })
                })
            }

            fn rows(&self) -> Option<usize> {
                let rows = None;
                $(let rows = rows.or_else(|| self.$field.rows());)*
                rows
            }
        }
    };
}
pub(crate) use columns;

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
        impl<$first: Columns, $($other: Columns),*> Columns for ($first, $($other),*) {
            type Batch = ($first::Batch, $($other::Batch),*);

            fn batches(self, rows: usize) -> impl Iterator<Item = Self::Batch> {
                let ($first, $($other),*) = self;
                $(let mut $other = $other.batches(rows);)*
                let batches = $first.batches(rows);
                batches.map_while(move |$first| Some(($first, $($other.next()?),*)))
            }

            fn rows(&self) -> Option<usize> {
                let ($first, $($other),*) = self;
                $first.rows()$(.or_else(|| $other.rows()))*
            }
        }

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
