//! Formations: the slots, their assignment to members, and the march.
//!
//! | module | what is in it |
//! |---|---|
//! | [`assignment`] | which member takes which slot, with the least total way |
//! | [`marching`] | how a formation turns, narrows and keeps its pace |
//! | [`slots`] | the slots of formations |

pub mod assignment;
pub mod marching;
pub mod slots;
