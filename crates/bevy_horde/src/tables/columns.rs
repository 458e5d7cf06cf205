//! Columns of a table, cut into pieces.

use super::{Column, ColumnMut, FEW_TABLES};
use bevy::ecs::change_detection::ContiguousMut;
use core::fmt::Debug;
use core::iter;
use smallvec::SmallVec;

/// Columns of a table, as long as each other.
pub(crate) trait Columns {
    /// A part of them.
    type Piece;

    /// Cuts them into pieces of `rows` rows, first to last.
    fn pieces(self, rows: usize) -> impl Iterator<Item = Self::Piece>;

    /// The number of rows; `None` for a value that holds for a table of any length.
    fn rows(&self) -> Option<usize>;
}

impl<'a, T> Columns for &'a [T] {
    type Piece = &'a [T];

    fn pieces(self, rows: usize) -> impl Iterator<Item = Self::Piece> {
        self.chunks(rows)
    }

    fn rows(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<'a, T> Columns for &'a mut [T] {
    type Piece = &'a mut [T];

    fn pieces(self, rows: usize) -> impl Iterator<Item = Self::Piece> {
        self.chunks_mut(rows)
    }

    fn rows(&self) -> Option<usize> {
        Some(self.len())
    }
}

/// The number of the first row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstRow(pub(crate) usize);

impl Columns for FirstRow {
    type Piece = Self;

    fn pieces(self, rows: usize) -> impl Iterator<Item = Self> {
        (self.0..).step_by(rows).map(Self)
    }

    fn rows(&self) -> Option<usize> {
        None
    }
}

/// A separate value for every piece, in order.
pub(crate) struct OnePerPiece<'a, T>(pub(crate) &'a mut [T]);

impl<'a, T> Columns for OnePerPiece<'a, T> {
    type Piece = &'a mut T;

    fn pieces(self, _rows: usize) -> impl Iterator<Item = Self::Piece> {
        self.0.iter_mut()
    }

    fn rows(&self) -> Option<usize> {
        None
    }
}

/// A value that holds for a whole table.
impl Columns for bool {
    type Piece = Self;

    fn pieces(self, _rows: usize) -> impl Iterator<Item = Self> {
        iter::repeat(self)
    }

    fn rows(&self) -> Option<usize> {
        None
    }
}

/// A column that not every table has.
impl<C: Columns> Columns for Option<C> {
    type Piece = Option<C::Piece>;

    fn pieces(self, rows: usize) -> impl Iterator<Item = Self::Piece> {
        let mut pieces = self.map(|columns| columns.pieces(rows));
        iter::repeat_with(move || pieces.as_mut()?.next())
    }

    fn rows(&self) -> Option<usize> {
        self.as_ref()?.rows()
    }
}

/// The handles of a table while its columns are in use.
pub(crate) trait Table {
    /// Its columns.
    type Columns<'a>: Columns
    where
        Self: 'a;

    /// Lends the columns.
    fn columns(&mut self) -> Self::Columns<'_>;
}

impl<T> Table for &[T] {
    type Columns<'a>
        = &'a [T]
    where
        Self: 'a;

    fn columns(&mut self) -> Self::Columns<'_> {
        self
    }
}

impl<T> Table for ColumnMut<'_, T> {
    type Columns<'a>
        = Column<'a, T>
    where
        Self: 'a;

    fn columns(&mut self) -> Self::Columns<'_> {
        self.column()
    }
}

impl Table for bool {
    type Columns<'a> = Self;

    fn columns(&mut self) -> Self {
        *self
    }
}

impl<T: Table> Table for Option<T> {
    type Columns<'a>
        = Option<T::Columns<'a>>
    where
        Self: 'a;

    fn columns(&mut self) -> Self::Columns<'_> {
        self.as_mut().map(T::columns)
    }
}

/// The columns that a query fetches of a table.
pub(crate) trait Fetched {
    /// The handles.
    type Table: Table;

    /// Turns the fetched columns into handles.
    fn hold(self) -> Self::Table;
}

impl<'a, T> Fetched for &'a [T] {
    type Table = &'a [T];

    fn hold(self) -> Self::Table {
        self
    }
}

impl<'a, T> Fetched for ContiguousMut<'a, T> {
    type Table = ColumnMut<'a, T>;

    fn hold(self) -> Self::Table {
        ColumnMut::new(self)
    }
}

impl Fetched for bool {
    type Table = Self;

    fn hold(self) -> Self {
        self
    }
}

impl<F: Fetched> Fetched for Option<F> {
    type Table = Option<F::Table>;

    fn hold(self) -> Self::Table {
        self.map(F::hold)
    }
}

macro_rules! several {
    ($first:ident $($other:ident)*) => {
        #[expect(non_snake_case, reason = "a variable is named as its type")]
        impl<$first: Columns, $($other: Columns),*> Columns for ($first, $($other),*) {
            type Piece = ($first::Piece, $($other::Piece),*);

            fn pieces(self, rows: usize) -> impl Iterator<Item = Self::Piece> {
                let ($first, $($other),*) = self;
                $(let mut $other = $other.pieces(rows);)*
                let pieces = $first.pieces(rows);
                pieces.map_while(move |$first| Some(($first, $($other.next()?),*)))
            }

            fn rows(&self) -> Option<usize> {
                let ($first, $($other),*) = self;
                $first.rows()$(.or_else(|| $other.rows()))*
            }
        }

        #[expect(non_snake_case, reason = "a variable is named as its type")]
        impl<$first: Table, $($other: Table),*> Table for ($first, $($other),*) {
            type Columns<'a> = ($first::Columns<'a>, $($other::Columns<'a>),*) where Self: 'a;

            fn columns(&mut self) -> Self::Columns<'_> {
                let ($first, $($other),*) = self;
                ($first.columns(), $($other.columns()),*)
            }
        }

        #[expect(non_snake_case, reason = "a variable is named as its type")]
        impl<$first: Fetched, $($other: Fetched),*> Fetched for ($first, $($other),*) {
            type Table = ($first::Table, $($other::Table),*);

            fn hold(self) -> Self::Table {
                let ($first, $($other),*) = self;
                ($first.hold(), $($other.hold()),*)
            }
        }

        several!($($other)*);
    };
    () => {};
}

several!(A B C D E F G H I);

/// Holds the tables of a query. All of its components lie in tables.
pub(crate) fn hold<F: Fetched>(
    fetched: Result<impl Iterator<Item = F>, impl Debug>,
) -> SmallVec<[F::Table; FEW_TABLES]> {
    let tables = fetched.expect("every component lies in tables");
    tables.map(F::hold).collect()
}

/// Lends the columns of all tables.
pub(crate) fn columns<T: Table>(tables: &mut [T]) -> impl Iterator<Item = T::Columns<'_>> {
    tables.iter_mut().map(T::columns)
}
