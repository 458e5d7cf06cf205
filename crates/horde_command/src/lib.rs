//! How the commands of this workspace read their arguments and files, and how they speak.
//!
//! Results go to stdout and everything else to stderr. An error is one line. The exit status is 1
//! for a failure and 2 for wrong use. All that is printed has its control characters escaped, and
//! messages leave out the middle of long names.

pub mod arguments;
pub mod console;
pub mod file;
pub mod output;
mod printable;
pub mod trial;
