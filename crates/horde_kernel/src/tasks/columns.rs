//! Columns of the same length, cut into batches.

use core::iter;

/// Columns of a table, all of the same length.
pub trait Columns {
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
pub struct FirstRow(pub usize);

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
pub struct OnePerBatch<'a, T>(pub &'a mut [T]);

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
#[macro_export]
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

        impl $crate::tasks::Columns for $Table<'_> {
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
pub use columns;

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

        several!($($other)*);
    };
    () => {};
}

several!(A B C D E F G H I);
