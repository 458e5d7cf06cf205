//! Arguments, files and messages of the workspace's commands.
//!
//! Results go to stdout; everything else goes to stderr. An error is one line. The exit status is 1
//! for a failure and 2 for a usage error. Control characters are escaped in all output. Messages
//! shorten long names in the middle.
//!
//! The demo's package holds this folder, because a published package can depend only on published
//! ones. The other commands compile the folder by path, so they need no renderer.

pub mod arguments;
pub mod console;
pub mod file;
pub mod output;
mod printable;
#[doc(hidden)]
pub mod test_support;
