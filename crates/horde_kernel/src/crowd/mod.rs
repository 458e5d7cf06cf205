//! The arrays of a crowd.
//!
//! | module | what is in it |
//! |---|---|
//! | [`body`] | the part of an agent that others perceive |
//! | [`columns`] | one value of each agent of a chunk, from which lanes are filled |
//! | [`sorted_bodies`] | the bodies in the order of the cells |
//! | [`usual_search`] | the usual search range of agents, and the usual number of their neighbors |

pub mod body;
pub mod columns;
pub mod sorted_bodies;
pub mod usual_search;
