//! How the commands of this workspace read their arguments and files, and how they speak.
//!
//! Results go to stdout and everything else to stderr; what is wrong is said in one line; the exit status is 1 for a failure
//! and 2 for wrong use. Control characters are escaped in all that is printed, and long names lose their middle in messages.

pub mod arguments;
pub mod console;
pub mod file;
pub mod output;
mod printable;
pub mod trial;
