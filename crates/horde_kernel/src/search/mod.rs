//! Points sorted by cell, views, and the nearest few.
//!
//! | module | what is in it |
//! |---|---|
//! | [`grid`] | the index of points, sorted by cell |
//! | [`nearest`] | the radius that contains the nearest few of many neighbors |
//! | [`view`] | tests of view: range and cone |

pub mod grid;
pub mod nearest;
pub mod view;
