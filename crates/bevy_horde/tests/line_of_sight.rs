//! Who sees whom past obstacles, and what becomes of those out of sight.

#[path = "plugin/harness.rs"]
#[allow(dead_code, reason = "these tests need only a part of it")]
mod harness;

#[path = "plugin/sight/mod.rs"]
mod sight;
